import type { Expression, Relation } from "../syntax/ast";
import { native } from "../schema/types";
import { freeName, relationWith } from "./field";
import type { Field } from "./field";
import { planKey } from "./key";
import type { DesignRefusal, Plan } from "./plan";
import { canMerge, primaryKey } from "./query";
import type { Query } from "./query";
import { queryTablePlan } from "./query-table";
import type { TableOptions } from "./new-table";
import { isRefusal, refuse } from "./refusal";

/** Number of buckets where nothing says how large the table is. */
const BUCKETS = 16;

const NOWHERE = { start: 0, end: 0 } as const;

/**
 * A table whose partitions are spread over buckets that the writer computes from the key (designer.md section 6): for a query that names no
 * partition at all, or only one of few. The query reads every bucket: in one IN where rows need no order, else one query each, merged.
 */
export function hashBucketPlan(query: Query, options: TableOptions): Plan | DesignRefusal {
  if (query.grouping !== "none") return refuse("group-by", { detail: "a group would be spread over several buckets" });
  if (query.select.perPartitionLimit !== undefined) return refuse("per-partition-limit", { table: query.table.name });
  if (query.lists.length > 0) return refuse("not-supported", { detail: "buckets beside an IN" });
  if (query.table.isCounter) return refuse("not-supported", { detail: "buckets of counters" });
  const name = freeName(query.table, "bucket", new Set(query.equal.map((field) => field.name)));
  const key = primaryKey(query.table).map((column) => column.name);
  const bucket: Field = { name, type: native("int"), from: { application: `hash(${key.join(", ")}) % ${BUCKETS}` } };
  const where: readonly Relation[] = [...query.where, relationWith(name, "in", { kind: "list", items: numbers(BUCKETS), range: NOWHERE })];
  const spread: Query = { ...query, where, equal: [...query.equal, bucket] };
  const planned = planKey(spread);
  if (isRefusal(planned)) return planned;
  const ordered = !query.aggregated && spread.order.some(({ field }) => !spread.equal.some((other) => other.name === field.name));
  if (ordered && !canMerge(query)) return refuse("not-supported", { detail: "one query per bucket, merged by a column that is not selected" });
  const plan = queryTablePlan(spread, ordered ? { ...planned, split: [{ fields: [bucket], index: where.length - 1 }] } : planned, { ...options, alike: true });
  if (isRefusal(plan)) return plan;
  const cost = `${ordered ? `${BUCKETS} queries, each reading one partition` : `Reads ${BUCKETS} partitions`}; every write is written a second time, with the bucket that its key gives.`;
  const notes = [
    { code: "cost", message: cost },
    { code: "bucket", message: `"${name}" is a number from 0 to ${BUCKETS - 1} that the writer computes from ${key.join(", ")}: any hash will do, as long as it stays the same.` },
    ...plan.notes.filter((note) => note.code !== "cost" && note.code !== "one-query-per-value"),
  ];
  return { ...plan, kind: "hash-bucket", notes };
}

function numbers(count: number): readonly Expression[] {
  return Array.from({ length: count }, (_, i): Expression => ({ kind: "constant", type: "integer", value: String(i), range: NOWHERE }));
}
