import { native } from "../schema/types";
import type { NativeName } from "../schema/type";
import type { Table } from "../schema/model";
import type { Expression } from "../syntax/ast";
import { quoteName } from "../syntax/print";
import { boundsOf, bucketPlan } from "./bucket";
import type { Bound, Bucket } from "./bucket";
import { freeName } from "./field";
import type { Field } from "./field";
import type { TableOptions } from "./new-table";
import type { DesignRefusal, Plan } from "./plan";
import type { Query } from "./query";
import { refuse } from "./refusal";

const NOWHERE = { start: 0, end: 0 } as const;
/** The width of a band where the query does not suggest another: a hundred of whatever the column counts. */
const WIDTH = 100;
/** A range is best served from a handful of bands. */
const MOST_BANDS = 20;
const WIDEST = 1e12;

/** Types whose division by an integer the server does in whole numbers, with the type that it gives. */
const WHOLE: ReadonlySet<NativeName> = new Set(["int", "bigint"]);
const FRACTIONS: ReadonlySet<NativeName> = new Set(["decimal", "double", "float"]);

/**
 * The query table with a band of the range's number in its partition key (designer.md section 6), for few large partitions that are read by
 * a range: the caller asks for the bands that the range touches, and the range itself cuts the edges.
 */
export function valueBucketPlan(query: Query, options: TableOptions): Plan | DesignRefusal {
  const [number, second] = query.range;
  if (number === undefined || second !== undefined || number.type.kind !== "native" || query.lists.length > 0 || query.grouping !== "none" || query.select.perPartitionLimit !== undefined || query.table.isCounter) {
    return refuse("not-supported", { detail: "no single range of numbers behind an equality" });
  }
  const whole = WHOLE.has(number.type.name);
  if (!whole && !FRACTIONS.has(number.type.name)) return refuse("not-supported", { detail: `"${number.name}" is no number that bands are made of` });
  const bounds = endsOf(query, number, whole);
  // Without an equality there is no end to the bands that a caller would have to ask for.
  if (bounds === undefined && query.equal.length === 0) return refuse("not-supported", { detail: `no two ends of the range on "${number.name}" that tell its bands` });
  const width = bounds === undefined ? WIDTH : widthFor(bounds.to - bounds.from);
  const field = bandField(number, width, query.table, new Set(query.equal.map((other) => other.name)));
  return bucketPlan(query, {
    kind: "value-bucket", field, sorts: true, meaning: `one band: ${number.name} / ${width} without its fraction; run the query for each band that the range touches`,
    values: bounds === undefined ? undefined : bandsOf(bounds, width, isDescending(query, number)),
    notes: [{ code: "bucket", message: `"${field.name}" is ${howBand(number, width)}: ask for each band that the range touches; the range stays in the query and cuts the edges.` }],
  }, options);
}

/** The bands that a range of numbers is made of exactly, so that the range itself can go; undefined where its ends are no multiples of a power of ten. */
export function exactValueBucket(number: Field, table: Table, taken: ReadonlySet<string>, bounds: readonly Bound[]): Bucket | undefined {
  if (number.type.kind !== "native" || bounds.length !== 2) return undefined;
  const whole = WHOLE.has(number.type.name);
  if (!whole && !FRACTIONS.has(number.type.name)) return undefined;
  let from: number | undefined;
  let to: number | undefined;
  for (const { operator, term } of bounds) {
    const value = numberOf(term);
    if (value === undefined || !Number.isInteger(value) || Math.abs(value) > WIDEST || (!whole && (operator === ">" || operator === "<="))) return undefined;
    if (operator === ">" || operator === ">=") from = value + (operator === ">" ? 1 : 0);
    else to = value + (operator === "<=" ? 1 : 0);
  }
  if (from === undefined || to === undefined || from >= to) return undefined;
  for (let width = WIDEST; width >= 1; width /= 10) {
    // Division goes towards zero, so the band of zero holds numbers of both signs.
    if (from % width !== 0 || to % width !== 0 || from < width || (to - from) / width > MOST_BANDS) continue;
    const field = bandField(number, width, table, taken);
    const values = Array.from({ length: (to - from) / width }, (_, i) => integer(from / width + i));
    return { kind: "value-bucket", field, values, sorts: false, meaning: "", notes: [{ code: "bucket", message: `"${field.name}" is ${howBand(number, width)}; the range on "${number.name}" is made of whole bands, so the list says it all.` }] };
  }
  return undefined;
}

function bandField(number: Field, width: number, table: Table, taken: ReadonlySet<string>): Field {
  const name = freeName(table, `${number.name}_band`, taken);
  return isWhole(number)
    ? { name, type: number.type, from: { expression: `${quoteName(number.name)} / ${width}` } }
    : { name, type: native("bigint"), from: { application: `trunc(${number.name} / ${width})` } };
}

function howBand(number: Field, width: number): string {
  return isWhole(number) ? `${number.name} / ${width}, which the server divides in whole numbers, towards zero` : `${number.name} / ${width} without its fraction, computed by the writer`;
}

function isWhole({ type }: Field): boolean {
  return type.kind === "native" && WHOLE.has(type.name);
}

interface Ends {
  readonly from: number;
  readonly to: number;
  /** Whether the upper end itself is left out. */
  readonly isOpen: boolean;
}

/** The ends of a range between two literals; undefined where one is open, bound or too large to count with. */
function endsOf(query: Query, { name }: Field, whole: boolean): Ends | undefined {
  let from: number | undefined;
  let to: number | undefined;
  let isOpen = false;
  for (const { operator, term } of boundsOf(query.where, name)) {
    const number = numberOf(term);
    if (number === undefined || Math.abs(number) > WIDEST) return undefined;
    if (operator === ">" || operator === ">=") {
      from = number;
      continue;
    }
    isOpen = operator === "<" && !whole;
    to = whole && operator === "<" ? number - 1 : number;
  }
  // A range that is empty still asks for one band, so that its answer is empty and no list is.
  return from === undefined || to === undefined ? undefined : { from, to: Math.max(from, to), isOpen };
}

function numberOf(term: Expression): number | undefined {
  if (term.kind === "negate") {
    const inner = numberOf(term.operand);
    return inner === undefined ? undefined : -inner;
  }
  return term.kind === "constant" && (term.type === "integer" || term.type === "float") && Number.isFinite(Number(term.value)) ? Number(term.value) : undefined;
}

/** The power of ten that cuts the range into a handful of bands; a hundred for a range without a length. */
function widthFor(length: number): number {
  if (length <= 0) return WIDTH;
  let width = 1;
  while (width * 10 <= length) width *= 10;
  return width;
}

function bandsOf({ from, to, isOpen }: Ends, width: number, descending: boolean): readonly Expression[] {
  const first = Math.trunc(from / width);
  // Below zero a band ends where it is written, above it begins there.
  const last = isOpen && to > 0 && to % width === 0 ? to / width - 1 : Math.trunc(to / width);
  const count = Math.max(1, last - first + 1);
  const bands = Array.from({ length: count }, (_, i) => first + i);
  return (descending ? bands.reverse() : bands).map(integer);
}

function integer(value: number): Expression {
  return { kind: "constant", type: "integer", value: String(value === 0 ? 0 : value), range: NOWHERE };
}

function isDescending(query: Query, { name }: Field): boolean {
  return query.order.find(({ field }) => field.name === name)?.direction === "desc";
}
