import type { Expression, Marker } from "../syntax/ast";
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
import type { PlanNote, Query } from "./query";
import { queryTablePlan } from "./query-table";
import { isRefusal, refuse } from "./refusal";

const NOWHERE = { start: 0, end: 0 } as const;

/** A column that cuts partitions into smaller ones, and how the query asks for its values. */
export interface Bucket {
  readonly kind: Extract<PlanKind, "time-bucket" | "hash-bucket" | "value-bucket">;
  readonly field: Field;
  /** Every bucket that the query must read, in the direction of its order; undefined where only the caller knows them. */
  readonly values: readonly Expression[] | undefined;
  /** What the marker stands for, where the caller knows the buckets. */
  readonly meaning: string;
  readonly notes: readonly PlanNote[];
  /** Rows of a partition once it is cut, by the author's figures. */
  readonly rowsAfter?: number;
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
  const relation = relationWith(field.name, "in", { kind: "list", items: values, range: NOWHERE });
  const spread: Query = { ...query, where: [...query.where, relation], equal: [...query.equal, field] };
  const key = planKey(spread);
  if (isRefusal(key)) return key;
  const ordered = !query.aggregated && spread.order.some((entry) => !spread.equal.some((other) => other.name === entry.field.name));
  if (ordered && !canMerge(query)) return refuse("not-supported", { detail: `one query per ${field.name}, merged by a column that is not selected` });
  const plan = queryTablePlan(spread, ordered ? { ...key, split: [{ fields: [field], index: spread.where.length - 1 }] } : key, { ...options, alike: true });
  if (isRefusal(plan)) return plan;
  const more = ordered ? `${values.length} queries, each reading one partition.` : "";
  return asBucket(plan, bucket, costNote({ partitions: values.length, nodes: "replicas", writes: 2 }, more), spread, () => newTable(spread, key, options));
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
  const turns: PlanNote = { code: "one-query-per-bucket", message: `Run the query for one value of "${field.name}" after the other, in the direction of the order, and stop when you have enough rows.` };
  return asBucket({ ...plan, notes: [...plan.notes, turns] }, bucket, costNote({ partitions: `1 partition per ${field.name} asked for`, nodes: "replicas", writes: 2 }), spread, () => newTable(spread, key, options));
}

function asBucket(plan: Plan, bucket: Bucket, cost: PlanNote, query: Query, table: () => NewTable): Plan {
  const others = plan.notes.filter(({ code }) => code !== "cost" && code !== "one-query-per-value" && code !== "partition-size");
  return { ...plan, kind: bucket.kind, notes: [cost, ...bucket.notes, ...sizes(query, bucket, table), ...others] };
}

function sizes({ figures, table: base }: Query, { rowsAfter, field }: Bucket, table: () => NewTable): readonly PlanNote[] {
  if (figures === undefined || rowsAfter === undefined) return [];
  const made = table();
  return [sizeNote(without(field, made), shapeOfNewTable(made), figures, base, rowsAfter)];
}

/** The same table as it would be without the bucket. */
function without(bucket: Field, table: NewTable): PartitionShape {
  const shape = shapeOfNewTable({ ...table, partition: table.partition.filter((field) => field.name !== bucket.name) });
  return { ...shape, name: "the table without the bucket" };
}

/** What the author's figures make of a query table without a bucket, beside the table that the query was written for; nothing without figures. */
export function plainSizes(query: Query, plan: Plan, key: Parameters<typeof newTable>[1], options: TableOptions): Plan {
  const { figures } = query;
  if (figures === undefined || query.equal.length === 0) return plan;
  const after = { ...shapeOfNewTable(newTable(query, key, options)), name: plan.table };
  return { ...plan, notes: [...plan.notes, sizeNote(shapeOfTable(query.table), after, figures, query.table, rowsInAll(figures, query.table))] };
}

/** Whether rows come by time, as the author says. */
export function growsByTime({ figures }: Query): boolean {
  return figures !== undefined && rowsPerDay(figures) !== undefined;
}
