import type { Column } from "../../schema/model";
import type { Expression, Relation } from "../../syntax/ast";
import { changingCall } from "../terms/changing-call";
import { evaluate } from "../terms/evaluate";
import { decimalOf, floatOf, integerOf } from "../terms/literals/bytes";
import type { Reading } from "./reading";
import { isEmptyIn, restrictedColumns, valueTerms } from "./restriction";
import type { Restriction } from "./restriction";

/** Types whose bytes compare as one whole number with a sign, as a floating number, and one by one. */
const WHOLE: ReadonlySet<string> = new Set(["tinyint", "smallint", "int", "bigint", "timestamp", "varint"]);
const FLOATING: ReadonlySet<string> = new Set(["float", "double"]);
const BYTEWISE: ReadonlySet<string> = new Set(["text", "ascii", "blob", "date", "time", "inet", "boolean"]);

/**
 * Whether the restrictions of clustering columns, a prefix of the key, name no row whatever the table holds: then the server looks no further.
 * Undefined where that cannot be told.
 */
export function isEmptySlice(restrictions: readonly Restriction[], reading: Reading): boolean | undefined {
  const ranged = restrictions.some(({ shape }) => shape === "range") || restrictedColumns({ restrictions }).length < reading.table.clustering.length;
  let answer: boolean | undefined = false;
  for (const restriction of restrictions) {
    if (isEmptyIn(restriction)) return true;
    const one = restriction.shape === "range" ? isEmptyRange(restriction, reading) : ranged && changes(restriction) ? undefined : false;
    if (one === true) return true;
    if (one === undefined) answer = undefined;
  }
  return answer;
}

/** The server computes `c = now()` anew for both ends of a slice, and the ends may come out in the wrong order. */
function changes({ relations }: Restriction): boolean {
  return relations.some((relation) => valueTerms(relation).some((term) => changingCall(term) !== undefined));
}

/** Whether no value lies between the two bounds of a range. */
function isEmptyRange({ relations, columns, lower, upper }: Restriction, reading: Reading): boolean | undefined {
  if (!lower || !upper) return false;
  if (columns.some(({ order }) => order !== columns[0]?.order)) return undefined;
  const low = relations.find(({ operator }) => operator.startsWith(">"));
  const high = relations.find(({ operator }) => operator.startsWith("<"));
  if (low === undefined || high === undefined) return undefined;
  const [from, to] = [boundOf(low), boundOf(high)];
  if (from === undefined || to?.length !== from.length) return undefined;
  const order = compareBounds(from, to, columns, reading);
  if (order === undefined) return undefined;
  return order > 0 || (order === 0 && (low.operator === ">" || high.operator === "<"));
}

function boundOf(relation: Relation): readonly Expression[] | undefined {
  const term = valueTerms(relation)[0];
  if (term === undefined || relation.left.kind !== "tuple") return term === undefined ? undefined : [term];
  return term.kind === "tuple" ? term.items : undefined;
}

function compareBounds(from: readonly Expression[], to: readonly Expression[], columns: readonly Column[], reading: Reading): number | undefined {
  for (const [i, low] of from.entries()) {
    const high = to[i];
    const column = columns[i];
    const order = high === undefined || column === undefined ? undefined : compareTerms(low, high, column, reading);
    if (order !== 0) return order;
  }
  return 0;
}

/** The empty value lies before every other, and null before that in the order of the rows, descending or not (asked of 4.1 and 5.0). */
function compareTerms(low: Expression, high: Expression, { type, order }: Column, { scope }: Reading): number | undefined {
  const [from, to] = [evaluate(low, type, scope), evaluate(high, type, scope)];
  if (type.kind !== "native" || (from.kind !== "null" && from.kind !== "bytes") || (to.kind !== "null" && to.kind !== "bytes")) return undefined;
  if (from.kind === "null" || to.kind === "null") return (Number(to.kind === "null") - Number(from.kind === "null")) * (order === "desc" ? -1 : 1);
  const [first, second] = [from.bytes, to.bytes];
  if (first.length === 0 || second.length === 0) return Math.sign(first.length - second.length);
  if (WHOLE.has(type.name)) return sign(integerOf(first), integerOf(second));
  if (FLOATING.has(type.name)) return compareFloats(floatOf(first), floatOf(second));
  if (type.name === "decimal") return compareDecimals(decimalOf(first), decimalOf(second));
  return BYTEWISE.has(type.name) ? compareBytes(first, second) : undefined;
}

function sign<T extends number | bigint>(first: T, second: T): number {
  return first < second ? -1 : first > second ? 1 : 0;
}

/** NaN comes last, -0 before 0. */
function compareFloats(first: number, second: number): number {
  if (Number.isNaN(first) || Number.isNaN(second)) return sign(Number(Number.isNaN(first)), Number(Number.isNaN(second)));
  return first === 0 && second === 0 ? sign(1 / first, 1 / second) : sign(first, second);
}

type Decimal = ReturnType<typeof decimalOf>;
const LARGEST_SHIFT = 1000;

function compareDecimals(first: Decimal, second: Decimal): number | undefined {
  const shift = first.scale - second.scale;
  if (Math.abs(shift) > LARGEST_SHIFT) return undefined;
  const power = 10n ** BigInt(Math.abs(shift));
  return shift < 0 ? sign(first.unscaled * power, second.unscaled) : sign(first.unscaled, second.unscaled * power);
}

function compareBytes(first: Uint8Array, second: Uint8Array): number {
  const at = first.findIndex((byte, i) => byte !== second[i]);
  return at < 0 ? Math.sign(first.length - second.length) : at >= second.length ? 1 : sign(first[at] ?? 0, second[at] ?? 0);
}
