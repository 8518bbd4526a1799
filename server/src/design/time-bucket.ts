import type { Expression, Marker } from "../syntax/ast";
import { native } from "../schema/types";
import { quoteName } from "../syntax/print";
import { freeName, relationOf, relationWith, stringConstant } from "./field";
import type { Field } from "./field";
import { planKey } from "./key";
import type { DesignRefusal, Plan } from "./plan";
import { canMerge } from "./query";
import type { PlanNote, Query } from "./query";
import { queryTablePlan } from "./query-table";
import type { TableOptions } from "./new-table";
import { isRefusal, refuse } from "./refusal";
import { MOST_QUERIES } from "./rewrite";

const NOWHERE = { start: 0, end: 0 } as const;
const DAY = 86_400_000;

/**
 * The query table with the day of its time column in the partition key (designer.md section 6), so that no partition grows for ever. A range
 * between literals becomes the list of its days; otherwise the query gets `AND day = ?`, to be run for each day that the caller wants.
 */
export function timeBucketPlan(query: Query, options: TableOptions): Plan | DesignRefusal {
  const time = timeColumn(query);
  if (time === undefined) return refuse("not-supported", { detail: "no time column that rows are read by" });
  const name = freeName(query.table, "day", new Set(query.equal.map((field) => field.name)));
  const day: Field = { name, type: native("date"), from: { expression: `toDate(${quoteName(time.name)})` } };
  const days = daysOf(query, time);
  return days === undefined ? oneDay(query, day, time, options) : listedDays(query, day, time, days, options);
}

/** The timestamp or timeuuid that rows of a partition are cut or sorted by, where nothing in the partition key bounds it. */
function timeColumn(query: Query): Field | undefined {
  if (query.equal.length === 0 || query.lists.length > 0 || query.grouping !== "none" || query.select.perPartitionLimit !== undefined || query.table.isCounter || query.range.length > 1) return undefined;
  if (query.equal.some((field) => field.type.kind === "native" && field.type.name === "date")) return undefined;
  const fixed = new Set(query.equal.map((field) => field.name));
  if (query.table.clustering.length + query.table.partitionKey.length > 0 && [...query.table.partitionKey, ...query.table.clustering].every((column) => fixed.has(column.name))) return undefined;
  const first = query.range[0] ?? query.order.find(({ field }) => !fixed.has(field.name))?.field;
  return first?.type.kind === "native" && (first.type.name === "timestamp" || first.type.name === "timeuuid") ? first : undefined;
}

function listedDays(query: Query, day: Field, time: Field, days: readonly string[], options: TableOptions): Plan | DesignRefusal {
  const relation = relationWith(day.name, "in", { kind: "list", items: days.map(stringConstant), range: NOWHERE });
  const spread: Query = { ...query, where: [...query.where, relation], equal: [...query.equal, day] };
  const key = planKey(spread);
  if (isRefusal(key)) return key;
  const ordered = !query.aggregated && spread.order.some(({ field }) => !spread.equal.some((other) => other.name === field.name));
  if (ordered && !canMerge(query)) return refuse("not-supported", { detail: "one query per day, merged by a column that is not selected" });
  const plan = queryTablePlan(spread, ordered ? { ...key, split: [{ fields: [day], index: spread.where.length - 1 }] } : key, { ...options, alike: true });
  if (isRefusal(plan)) return plan;
  const reads = ordered ? `${days.length} queries, one for each day of the range` : `Reads one partition for each of ${days.length} days`;
  return asBucket(plan, `${reads}; every write is written a second time.`, dayNote(day, time));
}

function oneDay(query: Query, day: Field, time: Field, options: TableOptions): Plan | DesignRefusal {
  const { markers } = query.select;
  const named = markers.length > 0 && markers.every((marker) => marker.name !== undefined);
  const marker: Marker = { kind: "marker", range: NOWHERE, ...(named ? { name: { value: day.name, quoted: false, range: NOWHERE } } : {}) };
  const spread: Query = {
    ...query, where: [...query.where, relationOf(day.name, "=", marker)], equal: [...query.equal, day],
    bind: [...query.bind, { marker, name: day.name, meaning: `one day in UTC; run the query for each day that "${time.name}" can fall on` }],
  };
  const key = planKey(spread);
  if (isRefusal(key)) return key;
  if (query.aggregated) return refuse("not-supported", { detail: "an aggregate over days that the query does not list" });
  const plan = queryTablePlan(spread, key, options);
  if (isRefusal(plan)) return plan;
  return asBucket(plan, "Reads one partition for each day asked for; every write is written a second time.", {
    code: "bucket", message: `${dayNote(day, time).message} Run the query for one day after the other, in the direction of the order, and stop when you have enough rows.`,
  });
}

function asBucket(plan: Plan, cost: string, note: PlanNote): Plan {
  return { ...plan, kind: "time-bucket", notes: [{ code: "cost", message: cost }, note, ...plan.notes.filter(({ code }) => code !== "cost" && code !== "one-query-per-value")] };
}

function dayNote(day: Field, time: Field): PlanNote {
  return { code: "bucket", message: `"${day.name}" is the day of "${time.name}" in UTC: the writer computes it, or the server with toDate(…) (for a marker toDate((timestamp)?)).` };
}

/** The days that a range between two literals touches, in the direction of the order; undefined where an end is open or not a literal. */
function daysOf(query: Query, time: Field): readonly string[] | undefined {
  let from: number | undefined;
  let to: number | undefined;
  for (const relation of query.where) {
    if (relation.left.kind !== "column" || relation.left.column.value !== time.name || relation.value.kind !== "term") continue;
    const bound = millisecondsOf(relation.value.term, time);
    if (bound === undefined) return undefined;
    if (relation.operator === ">" || relation.operator === ">=") from = bound.from;
    else to = bound.to;
  }
  if (from === undefined || to === undefined) return undefined;
  const first = dayNumber(from);
  const last = dayNumber(to);
  // A range that is empty still asks one bucket, so that its answer is empty and no list is.
  const count = Math.max(1, last - first + 1);
  if (count > MOST_QUERIES) return undefined;
  const days = Array.from({ length: count }, (_, i) => isoDay(first + i));
  return query.order.find(({ field }) => field.name === time.name)?.direction === "desc" ? days.reverse() : days;
}

/** The server's toDate cuts towards 1970-01-01, before it too. */
function dayNumber(milliseconds: number): number {
  return Math.trunc(milliseconds / DAY);
}

function isoDay(day: number): string {
  const rest = new Date(day * DAY).toISOString();
  return rest.slice(0, rest.indexOf("T"));
}

/** Milliseconds of a literal; a text without a zone is the server's local time, so a day more at either end. */
function millisecondsOf(term: Expression, time: Field): { readonly from: number; readonly to: number } | undefined {
  if (term.kind !== "constant") return undefined;
  const isUuid = time.type.kind === "native" && time.type.name === "timeuuid";
  if (isUuid) return term.type === "uuid" ? exactly(timeOfUuid(term.value)) : undefined;
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
