import type { Column } from "../../schema/model";
import type { Ordering, Select } from "../../syntax/ast";
import type { Range } from "../../text/range";
import { unknownColumn } from "../names";
import { checkTerm } from "../terms/term";
import { definitionOf, violate } from "../violate";
import type { Finding, Violation } from "../violation";
import { limitValue } from "./limits";
import { addRestriction, isRefusal } from "./merge";
import type { ReadPlan } from "./procedure";
import { clusteringNeedsFilterOf, isOutOfPrefix, needsFilter, nextPosition } from "./procedure";
import type { Reading } from "./reading";
import type { RestrictionSet } from "./restriction";
import { hasShape, restrictedColumns } from "./restriction";
import type { Where } from "./where";

/** The most rows that a vector index collects (R-ANN-9). */
export const ANN_LIMIT = 1000n;

/** The ANN items of an ORDER BY. */
export function annItems(select: Select): readonly Ordering[] {
  return select.orderBy.length === 0 ? select.orderBy : select.orderBy.filter((item) => item.ann !== undefined);
}

/** Whether the rows are ordered by nearness to a vector. */
export function isAnn(where: Where): boolean {
  return hasShape(where.other, "ann");
}

/** Step 4 of section 1: each ordered column must exist, and an ANN term must fit its column (R-ANN-2). */
export function checkOrderingNames(select: Select, reading: Reading): Finding {
  for (const item of select.orderBy) {
    const column = reading.table.byName.get(item.column.value);
    if (column === undefined) return unknownColumn(item.column, reading.table);
    const finding = item.ann === undefined ? undefined : checkTerm(item.ann, column.type, reading.scope);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

/** R-ANN-1 and the merge of the ANN ordering with what WHERE says of the same column (step 3 of section 11). */
export function addAnn(select: Select, where: Where, reading: Reading): Where | Violation {
  const items = annItems(select);
  const item = items[0];
  if (item === undefined) return where;
  if (items.length > 1) return violate("ann-multiple", items[1]!.range, { column: items[1]!.column.value });
  if (select.orderBy.length > 1) {
    const other = select.orderBy.find((known) => known !== item)!;
    return violate("ann-with-other", other.range, { column: other.column.value });
  }
  if (item.direction === "desc") return violate("ann-desc", item.range, { column: item.column.value });
  const column = reading.table.byName.get(item.column.value)!;
  const merged = addRestriction(where.other, { shape: "ann", columns: [column], tuple: false, relations: [], lower: false, upper: false });
  return isRefusal(merged) ? merged : { ...where, other: merged };
}

/** R-ANN-3, R-ANN-4 and R-ANN-5: a vector of floats, an index on it, and nothing restricted that no index holds. */
export function annRefusal(where: Where, range: Range, reading: Reading): Violation | undefined {
  const { table } = reading;
  const column = where.other.restrictions.find(({ shape }) => shape === "ann")?.columns[0];
  if (column === undefined) return undefined;
  const data = { column: column.name, table: table.name };
  const related = definitionOf(table, column);
  const { type } = column;
  if (type.kind !== "vector" || type.element.kind !== "native" || type.element.name !== "float" || column.order === "desc") return violate("ann-needs-float-vector", range, data, { related });
  if (!isIndexed(column, reading)) return violate("ann-needs-index", range, data, { related });
  const unserved = annUnserved(where, reading);
  if (unserved === undefined) return undefined;
  const relation = [...where.partition.restrictions, ...where.clustering.restrictions, ...where.other.restrictions].find(({ columns }) => columns.includes(unserved))?.relations[0];
  return violate("ann-filter-not-indexed", relation?.range ?? range, { ...data, filtered: unserved.name }, { related: definitionOf(table, unserved) });
}

function annUnserved(where: Where, reading: Reading): Column | undefined {
  const partition = restrictedColumns(where.partition);
  if (needsFilter(where.partition, reading.table.partitionKey)) return partition[0];
  const other = restrictedColumns(where.other).find((column) => !isIndexed(column, reading));
  if (other !== undefined) return other;
  const clustering = restrictedColumns(where.clustering).find((column) => !isIndexed(column, reading));
  return partition.length > 0 && !clusteringNeedsFilterOf(where.clustering) ? undefined : clustering;
}

function isIndexed(column: Column, reading: Reading): boolean {
  return reading.table.indexes.some((index) => index.column === column.name);
}

/**
 * R-ANN-6 for key columns, whose vector index PREPARE lets pass: when executed, an equality that leads to no partition or slice goes to the index,
 * which wants the limit of a search by nearness, and then breaks. `counts`: the whole result makes one row, for which no LIMIT is passed on.
 */
export function executeVectorEquality(select: Select, counts: boolean, where: Where, plan: ReadPlan, reading: Reading): Finding {
  const { table, dialect } = reading;
  if (!dialect.annOrdering || annItems(select).length > 0) return undefined;
  const filtered = (set: RestrictionSet): RestrictionSet["restrictions"] => (plan.filters.includes(set) ? set.restrictions : []);
  const handed = [...filtered(where.partition), ...(plan.keyRange ? filtered(where.clustering) : outsidePrefix(filtered(where.clustering)))];
  for (const { shape, columns, relations } of handed) {
    const column = shape === "equal" ? columns.find(({ name, type }) => type.kind === "vector" && table.indexes.some((index) => index.kind === "sai" && index.column === name)) : undefined;
    const index = table.indexes.find((known) => known.column === column?.name);
    if (column === undefined || index === undefined || relations[0] === undefined) continue;
    if (restrictsOtherIndex(where, reading)) return { unjudged: "which of the indexes the server takes is not known" };
    const limit = counts ? undefined : limitValue(select.limit);
    const errorClass = limit === undefined || limit > ANN_LIMIT ? "invalid" : "server";
    return violate("vector-index-ann-only", relations[0].range, { column: column.name, index: index.name, table: table.name }, { phase: "execute", errorClass, related: definitionOf(table, column) });
  }
  return undefined;
}

function outsidePrefix(restrictions: RestrictionSet["restrictions"]): RestrictionSet["restrictions"] {
  let position = 0;
  return restrictions.filter((restriction) => {
    if (isOutOfPrefix(restriction, position)) return true;
    position = nextPosition(restriction, position);
    return false;
  });
}

function restrictsOtherIndex({ partition, clustering, other }: Where, { table }: Reading): boolean {
  return [partition, clustering, other].some((set) => restrictedColumns(set).some(({ name }) => table.indexes.some(({ kind, column }) => kind !== "sai" && column === name)));
}
