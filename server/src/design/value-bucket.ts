import { native } from "../schema/types";
import type { NativeName } from "../schema/type";
import type { Expression } from "../syntax/ast";
import { quoteName } from "../syntax/print";
import { bucketPlan } from "./bucket";
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

/** Types whose division by an integer the server does in whole numbers, with the type that it gives. */
const WHOLE: ReadonlySet<NativeName> = new Set(["int", "bigint"]);
const FRACTIONS: ReadonlySet<NativeName> = new Set(["decimal", "double", "float"]);

/**
 * The query table with a band of the range's number in its partition key (designer.md section 6), for few large partitions that are read by
 * a range: the caller asks for the bands that the range touches, and the range itself cuts the edges.
 */
export function valueBucketPlan(query: Query, options: TableOptions): Plan | DesignRefusal {
  const [number, second] = query.range;
  if (number === undefined || second !== undefined || number.type.kind !== "native" || query.equal.length === 0 || query.lists.length > 0 || query.grouping !== "none" || query.select.perPartitionLimit !== undefined || query.table.isCounter) {
    return refuse("not-supported", { detail: "no single range of numbers behind an equality" });
  }
  const whole = WHOLE.has(number.type.name);
  if (!whole && !FRACTIONS.has(number.type.name)) return refuse("not-supported", { detail: `"${number.name}" is no number that bands are made of` });
  const bounds = boundsOf(query, number, whole);
  const width = bounds === undefined ? WIDTH : widthFor(bounds.to - bounds.from);
  const name = freeName(query.table, `${number.name}_band`, new Set(query.equal.map((field) => field.name)));
  const field: Field = {
    name, type: native(whole ? number.type.name : "bigint"),
    from: whole ? { expression: `${quoteName(number.name)} / ${width}` } : { application: `trunc(${number.name} / ${width})` },
  };
  const how = whole ? `${number.name} / ${width}, which the server divides in whole numbers, towards zero` : `${number.name} / ${width} without its fraction, computed by the writer`;
  return bucketPlan(query, {
    kind: "value-bucket", field, meaning: `one band: ${number.name} / ${width} without its fraction; run the query for each band that the range touches`,
    values: bounds === undefined ? undefined : bandsOf(bounds, width, isDescending(query, number)),
    notes: [{ code: "bucket", message: `"${name}" is ${how}: ask for each band that the range touches; the range stays in the query and cuts the edges.` }],
  }, options);
}

interface Bounds {
  readonly from: number;
  readonly to: number;
}

/** The ends of a range between two literals; undefined where one is open, bound or too large to count with. */
function boundsOf(query: Query, { name }: Field, whole: boolean): Bounds | undefined {
  let from: number | undefined;
  let to: number | undefined;
  for (const { left, operator, value } of query.where) {
    if (left.kind !== "column" || left.column.value !== name || value.kind !== "term") continue;
    const number = numberOf(value.term);
    if (number === undefined || Math.abs(number) > 1e12) return undefined;
    if (operator === ">" || operator === ">=") from = number;
    else to = whole && operator === "<" ? number - 1 : number;
  }
  // A range that is empty still asks for one band, so that its answer is empty and no list is.
  return from === undefined || to === undefined ? undefined : { from, to: Math.max(from, to) };
}

function numberOf(term: Expression): number | undefined {
  if (term.kind === "negate") {
    const inner = numberOf(term.operand);
    return inner === undefined ? undefined : -inner;
  }
  return term.kind === "constant" && (term.type === "integer" || term.type === "float") && Number.isFinite(Number(term.value)) ? Number(term.value) : undefined;
}

/** A hundred, or the next power of ten that cuts the range into a handful of bands. */
function widthFor(length: number): number {
  let width = WIDTH;
  while (length / width >= MOST_BANDS) width *= 10;
  return width;
}

function bandsOf({ from, to }: Bounds, width: number, descending: boolean): readonly Expression[] {
  const first = Math.trunc(from / width);
  const count = Math.trunc(to / width) - first + 1;
  const bands = Array.from({ length: count }, (_, i) => first + i);
  return (descending ? bands.reverse() : bands).map(integer);
}

function integer(value: number): Expression {
  return { kind: "constant", type: "integer", value: String(value === 0 ? 0 : value), range: NOWHERE };
}

function isDescending(query: Query, { name }: Field): boolean {
  return query.order.find(({ field }) => field.name === name)?.direction === "desc";
}
