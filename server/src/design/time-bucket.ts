import type { Table } from "../schema/model";
import type { Expression } from "../syntax/ast";
import { native } from "../schema/types";
import { quoteName } from "../syntax/print";
import { boundsOf, bucketPlan } from "./bucket";
import type { Bound, Bucket } from "./bucket";
import { freeName, stringConstant } from "./field";
import type { Field } from "./field";
import type { TableOptions } from "./new-table";
import { excessOf, rowsPerDay } from "./partition-size";
import type { PartitionShape } from "./partition-size";
import type { DesignRefusal, Plan } from "./plan";
import type { PlanNote, Query } from "./query";
import { refuse } from "./refusal";
import { MOST_QUERIES } from "./rewrite";

const HOUR = 3_600_000;
const DAY = 86_400_000;

/** A stretch of time that partitions are cut into. */
interface Unit {
  readonly name: "hour" | "day" | "month";
  readonly days: number;
  readonly fieldOf: (name: string, time: Field) => Field;
  /** The number of the bucket that holds a moment; those of one unit follow one another. */
  readonly numberOf: (milliseconds: number) => number;
  readonly literalOf: (number: number) => string;
  readonly how: (time: Field) => string;
}

/** The largest first: a bucket should hold as much as it may. Hours and months are the application's to compute. */
const UNITS: readonly Unit[] = [
  {
    name: "month", days: 30, fieldOf: (name, time) => ({ name, type: native("text"), from: { application: `month of ${time.name} in UTC, as '2024-05'` } }),
    numberOf: (at) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth(),
    literalOf: (number) => `${String(Math.floor(number / 12)).padStart(4, "0")}-${String((number % 12) + 1).padStart(2, "0")}`,
    how: (time) => `the month of "${time.name}" in UTC as a text, '2024-05', which the writer computes`,
  },
  {
    // The server's toDate cuts towards 1970-01-01, before it too.
    name: "day", days: 1, fieldOf: (name, time) => ({ name, type: native("date"), from: { expression: `toDate(${quoteName(time.name)})` } }),
    numberOf: (at) => Math.trunc(at / DAY), literalOf: (number) => isoOf(number * DAY).slice(0, 10),
    how: (time) => `the day of "${time.name}" in UTC: the writer computes it, or the server with toDate(…) (for a marker toDate((${isTimeUuid(time) ? "timeuuid" : "timestamp"})?))`,
  },
  {
    name: "hour", days: 1 / 24, fieldOf: (name, time) => ({ name, type: native("timestamp"), from: { application: `hour of ${time.name} in UTC, as its first moment` } }),
    numberOf: (at) => Math.floor(at / HOUR), literalOf: (number) => `${isoOf(number * HOUR).slice(0, 19).replace("T", " ")}Z`,
    how: (time) => `the hour of "${time.name}" in UTC, as the timestamp at which it begins, which the writer computes`,
  },
];
const DAYS = UNITS[1]!;

/**
 * The query table with the hour, day or month of its time column in the partition key (designer.md section 6), so that no partition grows
 * for ever: a day, or what the author's figures ask for. A range between literals becomes the list of its buckets; otherwise the query gets
 * `AND day = ?`, to be run for each that the caller wants. `shape`: the table without the bucket.
 */
export function timeBucketPlan(query: Query, options: TableOptions, shape?: PartitionShape): Plan | DesignRefusal {
  const time = timeColumn(query);
  if (time === undefined) return refuse("not-supported", { detail: "no time column that rows are read by" });
  const daily = query.figures === undefined ? undefined : rowsPerDay(query.figures);
  const unit = unitFor(daily, shape);
  const field = unit.fieldOf(freeName(query.table, unit.name, new Set(query.equal.map((other) => other.name))), time);
  const notes: PlanNote[] = [{ code: "bucket", message: `"${field.name}" is ${unit.how(time)}.` }];
  const values = bucketsOf(query, time, unit);
  if (values !== undefined && boundsOf(query.where, time.name).some(({ term }) => isLocal(term, time))) notes.push({ code: "local-time", message: `A time without a zone is read in the server's own, so a day more stands at either end: write the zone ('2024-05-01T00:00Z') and they go.` });
  if (query.equal.length === 0) notes.push({ code: "one-partition-at-a-time", message: `All writes of one ${unit.name} go to one partition: where they are many, put a number computed from the key beside "${field.name}".` });
  return bucketPlan(query, {
    kind: "time-bucket", field, values, sorts: true, notes,
    meaning: `one ${unit.name} in UTC; run the query for each ${unit.name} that "${time.name}" can fall on`,
    ...(daily === undefined ? {} : { rowsAfter: daily * unit.days }),
  }, options);
}

/** The longest stretch of time whose rows make a good partition; a day where no figures tell. */
function unitFor(daily: number | undefined, shape: PartitionShape | undefined): Unit {
  if (daily === undefined || shape === undefined) return DAYS;
  return UNITS.find((unit) => excessOf(shape, daily * unit.days) <= 1) ?? UNITS[UNITS.length - 1]!;
}

/** The timestamp or timeuuid that rows of a partition are cut or sorted by, where nothing in the partition key bounds it. */
function timeColumn(query: Query): Field | undefined {
  if (query.lists.length > 0 || query.grouping !== "none" || query.select.perPartitionLimit !== undefined || query.table.isCounter || query.range.length > 1) return undefined;
  if (query.equal.some((field) => field.type.kind === "native" && field.type.name === "date")) return undefined;
  const fixed = new Set(query.equal.map((field) => field.name));
  if (query.table.clustering.length + query.table.partitionKey.length > 0 && [...query.table.partitionKey, ...query.table.clustering].every((column) => fixed.has(column.name))) return undefined;
  const first = query.range[0] ?? query.order.find(({ field }) => !fixed.has(field.name))?.field;
  return first?.type.kind === "native" && (first.type.name === "timestamp" || first.type.name === "timeuuid") ? first : undefined;
}

/** The buckets that a range between two literals touches, in the direction of the order; undefined where an end is open or not a literal, or they are too many. */
function bucketsOf(query: Query, time: Field, unit: Unit): readonly Expression[] | undefined {
  let from: number | undefined;
  let to: number | undefined;
  for (const { operator, term } of boundsOf(query.where, time.name)) {
    const bound = millisecondsOf(term, time);
    if (bound === undefined) return undefined;
    if (operator === ">" || operator === ">=") from = bound.from;
    // An end that is left out, on the first moment of a bucket, does not need that bucket.
    else to = bound.to - (operator === "<" && !isTimeUuid(time) ? 1 : 0);
  }
  if (from === undefined || to === undefined) return undefined;
  const first = unit.numberOf(from);
  // A range that is empty still asks for one bucket, so that its answer is empty and no list is.
  const count = Math.max(1, unit.numberOf(to) - first + 1);
  if (count > MOST_QUERIES) return undefined;
  const buckets = listOf(unit, first, count);
  return query.order.find(({ field }) => field.name === time.name)?.direction === "desc" ? buckets.reverse() : buckets;
}

function listOf(unit: Unit, first: number, count: number): Expression[] {
  return Array.from({ length: count }, (_, i) => stringConstant(unit.literalOf(first + i)));
}

/** The bucket that a range on a timestamp is made of exactly, so that the range itself can go; the largest unit that fits, or undefined. */
export function exactTimeBucket(time: Field, table: Table, taken: ReadonlySet<string>, bounds: readonly Bound[]): Bucket | undefined {
  if (isTimeUuid(time) || time.type.kind !== "native" || time.type.name !== "timestamp") return undefined;
  const lower = bounds.find(({ operator }) => operator === ">=");
  const upper = bounds.find(({ operator }) => operator === "<");
  if (bounds.length !== 2 || lower === undefined || upper === undefined) return undefined;
  const from = millisecondsOf(lower.term, time);
  const to = millisecondsOf(upper.term, time);
  // The first day holds moments from before 1970 too.
  if (from === undefined || to === undefined || from.from !== from.to || to.from !== to.to || from.from < DAY || to.to <= from.from) return undefined;
  for (const unit of UNITS) {
    const first = unit.numberOf(from.from);
    const count = unit.numberOf(to.to) - first;
    if (count > MOST_QUERIES || count < 1 || unit.numberOf(from.from - 1) === first || unit.numberOf(to.to - 1) !== first + count - 1) continue;
    const field = unit.fieldOf(freeName(table, unit.name, taken), time);
    return { kind: "time-bucket", field, values: listOf(unit, first, count), sorts: false, meaning: "", notes: [{ code: "bucket", message: `"${field.name}" is ${unit.how(time)}; the range on "${time.name}" is made of whole ${unit.name}s, so the list says it all.` }] };
  }
  return undefined;
}

/** A date is its own bucket: the days of a range, so that the range itself can go; undefined where there are too many, or an end is no literal. */
export function dateBucket(date: Field, bounds: readonly Bound[]): Bucket | undefined {
  if (date.type.kind !== "native" || date.type.name !== "date" || bounds.length !== 2) return undefined;
  let from: number | undefined;
  let to: number | undefined;
  for (const { operator, term } of bounds) {
    if (term.kind !== "constant" || term.type !== "string" || !/^\d{4}-\d\d-\d\d$/.test(term.value)) return undefined;
    const at = Date.parse(`${term.value}T00:00Z`) / DAY;
    if (operator === ">" || operator === ">=") from = at + (operator === ">" ? 1 : 0);
    else to = at - (operator === "<" ? 1 : 0);
  }
  if (from === undefined || to === undefined || !(to >= from) || to - from >= MOST_QUERIES) return undefined;
  return { kind: "time-bucket", field: date, values: listOf(DAYS, from, to - from + 1), sorts: false, meaning: "", notes: [{ code: "bucket", message: `"${date.name}" is the bucket itself: the range on it becomes the list of its days.` }] };
}

function isTimeUuid({ type }: Field): boolean {
  return type.kind === "native" && type.name === "timeuuid";
}

function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Whether the moment depends on the server's zone. */
function isLocal(term: Expression, time: Field): boolean {
  const at = millisecondsOf(term, time);
  return at !== undefined && at.from !== at.to;
}

/** Milliseconds of a literal; a text without a zone is the server's local time, so a day more at either end. */
function millisecondsOf(term: Expression, time: Field): { readonly from: number; readonly to: number } | undefined {
  if (term.kind !== "constant") return undefined;
  if (isTimeUuid(time)) return term.type === "uuid" ? exactly(timeOfUuid(term.value)) : undefined;
  if (term.type === "integer") return exactly(Number(term.value));
  if (term.type !== "string") return undefined;
  const zoned = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:?\d\d)$/.exec(term.value);
  if (zoned !== null) return exactly(Date.parse(`${zoned[1]!}T${zoned[2]!}${zoned[3]!}`));
  const local = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?))?$/.exec(term.value);
  if (local === null) return undefined;
  const at = Date.parse(`${local[1]!}T${local[2] ?? "00:00"}Z`);
  return Number.isNaN(at) ? undefined : { from: at - DAY, to: at + DAY };
}

function exactly(at: number): { readonly from: number; readonly to: number } | undefined {
  return Number.isNaN(at) || Math.abs(at) > 8e15 || new Date(at).getUTCFullYear() > 9999 || at < Date.parse("0001-01-01T00:00:00Z") ? undefined : { from: at, to: at };
}

const GREGORIAN_OFFSET = 122_192_928_000_000_000n;

function timeOfUuid(uuid: string): number {
  const ticks = BigInt(`0x${uuid.slice(15, 18)}${uuid.slice(9, 13)}${uuid.slice(0, 8)}`);
  return Number((ticks - GREGORIAN_OFFSET) / 10_000n);
}
