import type { Expression, Marker, Relation } from "../syntax/ast";
import { relationOf, relationWith } from "./field";
import type { Field } from "./field";
import { planKey } from "./key";
import type { NewTable, TableOptions } from "./new-table";
import { newTable } from "./new-table";
import { rowsInAll, rowsPerDay, shapeOfNewTable, shapeOfTable, sizeNote } from "./partition-size";
import type { PartitionShape } from "./partition-size";
import type { DesignRefusal, Plan, PlanKind } from "./plan";
import { costNote } from "./price";
import { canMerge } from "./query";
import type { InList, PlanNote, Query } from "./query";
import { queryTablePlan } from "./query-table";
import { isRefusal, refuse } from "./refusal";

const NOWHERE = { start: 0, end: 0 } as const;

/** A column that cuts partitions into smaller ones, and how the query asks for its values. */
export interface Bucket {
  readonly kind: Extract<PlanKind, "time-bucket" | "hash-bucket" | "value-bucket">;
  readonly field: Field;
  /** Every bucket that the query must read, in the direction of its order; undefined where only the caller knows them. */
  readonly values: readonly Expression[] | undefined;
  /** Whether buckets follow one another as the rows are ordered, so that the answers need no merging. */
  readonly sorts: boolean;
  /** What the marker stands for, where the caller knows the buckets. */
  readonly meaning: string;
  readonly notes: readonly PlanNote[];
  /** Rows of a partition once it is cut, by the author's figures. */
  readonly rowsAfter?: number;
}

/** One end of a range. */
export interface Bound {
  readonly operator: "<" | "<=" | ">" | ">=";
  readonly term: Expression;
}

/** The ends of the range on a column, as the relations on it alone give them. */
export function boundsOf(where: readonly Relation[], column: string): readonly Bound[] {
  return where.flatMap(({ left, operator, value }): readonly Bound[] => {
    if (left.kind !== "column" || left.column.value !== column || value.kind !== "term") return [];
    return operator === "<" || operator === "<=" || operator === ">" || operator === ">=" ? [{ operator, term: value.term }] : [];
  });
}

/**
 * The query table with a bucket in its partition key (designer.md section 6). Known buckets: one IN where rows need no order, else one query
 * each, merged. Otherwise the query asks for one bucket, `AND bucket = ?`, and is run for each that the caller wants.
 */
export function bucketPlan(query: Query, bucket: Bucket, options: TableOptions): Plan | DesignRefusal {
  return bucket.values === undefined ? oneBucket(query, bucket, options) : listedBuckets(query, bucket, bucket.values, options);
}

function listedBuckets(query: Query, bucket: Bucket, values: readonly Expression[], options: TableOptions): Plan | DesignRefusal {
  const { field } = bucket;
  const [only] = values;
  const relation = values.length === 1 ? relationOf(field.name, "=", only!) : relationWith(field.name, "in", { kind: "list", items: values, range: NOWHERE });
  const spread: Query = { ...query, where: [...query.where, relation], equal: [...query.equal, field] };
  const key = planKey(spread);
  if (isRefusal(key)) return key;
  const ordered = values.length > 1 && !query.aggregated && spread.order.some((entry) => !spread.equal.some((other) => other.name === entry.field.name));
  const follows = bucket.sorts && key.split.length === 0;
  if (ordered && !follows && !canMerge(query)) return refuse("not-supported", { detail: `one query per ${field.name}, merged by a column that is not selected` });
  const split: readonly InList[] = ordered ? [...key.split, { fields: [field], index: spread.where.length - 1, isSingle: false }] : key.split;
  const plan = queryTablePlan(spread, { ...key, split }, { ...options, alike: true });
  if (isRefusal(plan)) return plan;
  const { length } = plan.queries;
  const more = length === 1 ? "" : follows ? `${length} queries, each reading one partition: put their answers together in this order.` : `${length} queries, each reading one partition.`;
  const merge = plan.merge !== null && follows ? { by: [], limit: plan.merge.limit } : plan.merge;
  return asBucket({ ...plan, merge }, bucket, costNote({ partitions: Math.max(values.length, length), nodes: "replicas", writes: 2 }, more), spread, () => newTable(spread, key, options));
}

function oneBucket(query: Query, bucket: Bucket, options: TableOptions): Plan | DesignRefusal {
  const { field } = bucket;
  const { markers } = query.select;
  const named = markers.length > 0 && markers.every((marker) => marker.name !== undefined);
  const marker: Marker = { kind: "marker", range: NOWHERE, ...(named ? { name: { value: field.name, quoted: false, range: NOWHERE } } : {}) };
  const spread: Query = {
    ...query, where: [...query.where, relationOf(field.name, "=", marker)], equal: [...query.equal, field],
    bind: [...query.bind, { marker, name: field.name, meaning: bucket.meaning }],
  };
  if (query.aggregated) return refuse("not-supported", { detail: `an aggregate over values of "${field.name}" that the query does not list` });
  const key = planKey(spread);
  if (isRefusal(key)) return key;
  const plan = queryTablePlan(spread, key, options);
  if (isRefusal(plan)) return plan;
  const turns: PlanNote = { code: "one-query-per-bucket", message: turnsText(query, bucket) };
  return asBucket({ ...plan, notes: [...plan.notes, turns] }, bucket, costNote({ partitions: `1 partition per ${field.name} asked for`, nodes: "replicas", writes: 2 }), spread, () => newTable(spread, key, options));
}

/** How the query is run for several buckets, and when to stop. */
function turnsText({ order, equal, select: { limit } }: Query, { kind, field }: Bucket): string {
  const first = order.find((entry) => !equal.some((other) => other.name === entry.field.name));
  const [low, high] = kind === "time-bucket" ? ["oldest", "newest"] : ["lowest", "highest"];
  const way = first === undefined ? "" : `, the ${first.direction === "asc" ? low : high} first`;
  const end = limit === undefined ? "put the answers together" : `stop when you have ${limit.value.kind === "constant" ? `${limit.value.value} rows` : "as many rows as the LIMIT says"}`;
  return `Run the query for one value of "${field.name}" after the other${way}, and ${end}.`;
}

function asBucket(plan: Plan, bucket: Bucket, cost: PlanNote, query: Query, table: () => NewTable): Plan {
  const others = plan.notes.filter(({ code }) => code !== "cost" && code !== "one-query-per-value" && code !== "partition-size");
  return { ...plan, kind: bucket.kind, notes: [cost, ...bucket.notes, ...sizes(query, bucket, table), ...others] };
}

function sizes({ figures, table: base }: Query, { rowsAfter, field }: Bucket, table: () => NewTable): readonly PlanNote[] {
  if (figures === undefined || rowsAfter === undefined) return [];
  const made = table();
  return [sizeNote(base, figures, [{ shape: without(field, made), rows: rowsInAll(figures, base) }, { shape: shapeOfNewTable(made), rows: rowsAfter }])];
}

/** The same table as it would be without the bucket. */
function without(bucket: Field, table: NewTable): PartitionShape {
  const shape = shapeOfNewTable({ ...table, partition: table.partition.filter((field) => field.name !== bucket.name) });
  return { ...shape, name: "the table without the bucket" };
}

/** What the author's figures make of a query table without a bucket, and of the table that the query was written for; nothing without figures. */
export function plainSizes(query: Query, plan: Plan, key: Parameters<typeof newTable>[1], options: TableOptions): Plan {
  const { figures, table } = query;
  const own = table.partitionRows;
  if (query.equal.length === 0 || (figures === undefined && own === undefined)) return plan;
  const before = own === undefined ? [] : [{ shape: shapeOfTable(table), rows: rowsInAll(own, table) }];
  const after = figures === undefined ? [] : [{ shape: { ...shapeOfNewTable(newTable(query, key, options)), name: plan.table }, rows: rowsInAll(figures, table) }];
  if (figures === undefined) return { ...plan, notes: [...plan.notes, sizeNote(table, own!, before, `How many rows one of ${plan.table} holds is not known: say it above the query (-- cqlwright: rows=…).`)] };
  // Figures above the query are those of its own partitions, not of the table's.
  if (own !== undefined && own !== figures) return { ...plan, notes: [...plan.notes, sizeNote(table, figures, after)] };
  return { ...plan, notes: [...plan.notes, sizeNote(table, figures, [...before, ...after])] };
}

/** Whether rows come by time, as the author says. */
export function growsByTime({ figures }: Query): boolean {
  return figures !== undefined && rowsPerDay(figures) !== undefined;
}
