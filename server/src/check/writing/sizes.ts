import type { Column, Table } from "../../schema/model";
import type { Expression } from "../../syntax/ast";
import type { Reading } from "../reading/reading";
import type { RestrictionSet } from "../reading/restriction";
import { valueTerms } from "../reading/restriction";
import { constantKey } from "../terms/execute";
import { violate } from "../violate";
import type { Finding } from "../violation";
import { dialectOf } from "./prepared-write";

/** Lengths of keys, of clustering values and of indexed values are stored in two bytes. */
const LONGEST = 65_535;
/** A text shorter than this has fewer bytes than the limit, whatever its characters. */
const SURELY_SHORT = 21_000;

/** The bytes of a long constant; zero for what is short, or not known. */
function longSize(term: Expression, column: Column, reading: Reading): number {
  if (term.kind !== "constant" || term.value.length < SURELY_SHORT) return 0;
  return constantKey(term, column.type, reading.scope)?.length ?? 0;
}

/** Whether the statement is long enough to hold a value that is too long. */
export function mayHoldLongValues(length: number): boolean {
  return length >= SURELY_SHORT;
}

function valueOf(set: RestrictionSet, column: Column): Expression | undefined {
  const restriction = set.restrictions.find(({ columns, tuple }) => !tuple && columns[0] === column);
  return restriction?.shape === "equal" && restriction.relations[0] !== undefined ? valueTerms(restriction.relations[0])[0] : undefined;
}

/** W-INS-11: a partition key of several columns is stored with two bytes of length and one of end for each. */
export function partitionKeySize(set: RestrictionSet, reading: Reading): Finding {
  const { partitionKey } = reading.table;
  if (partitionKey.length === 1) return undefined;
  const sizes = partitionKey.map((column) => ({ column, term: valueOf(set, column) })).flatMap(({ column, term }) => (term === undefined ? [] : [{ column, term, size: longSize(term, column, reading) }]));
  const total = sizes.reduce((sum, { size }) => sum + size + 3, 0);
  const longest = sizes.reduce<(typeof sizes)[number] | undefined>((best, one) => (best === undefined || one.size > best.size ? one : best), undefined);
  if (longest === undefined || total <= LONGEST) return undefined;
  return violate("key-too-long", longest.term.range, { column: longest.column.name, limit: LONGEST }, { phase: "execute" });
}

/** W-INS-11: each clustering value, on newer servers all of a row together. */
export function clusteringSize(set: RestrictionSet, reading: Reading): Finding {
  const { limitsClusteringAsWhole } = dialectOf(reading);
  let total = 0;
  for (const column of reading.table.clustering) {
    const term = valueOf(set, column);
    if (term === undefined) continue;
    const size = longSize(term, column, reading);
    total = limitsClusteringAsWhole ? total + size : size;
    if (total > LONGEST) return violate("clustering-value-too-long", term.range, { column: column.name, limit: LONGEST }, { phase: "execute" });
  }
  return undefined;
}

/** W-INS-14: a value that an ordinary index on its column cannot hold. */
export function indexedSize(term: Expression, column: Column, reading: Reading): Finding {
  const size = longSize(term, column, reading);
  const index = size < LONGEST ? undefined : plainIndexOn(reading.table, column);
  return index === undefined ? undefined : violate("indexed-value-too-long", term.range, { column: column.name, index, limit: LONGEST - 1 }, { phase: "execute" });
}

function plainIndexOn(table: Table, column: Column): string | undefined {
  return table.indexes.find((index) => index.kind === "2i" && index.column === column.name)?.name;
}
