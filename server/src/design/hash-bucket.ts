import type { Expression } from "../syntax/ast";
import { native } from "../schema/types";
import { bucketPlan } from "./bucket";
import { freeName } from "./field";
import type { Field } from "./field";
import type { TableOptions } from "./new-table";
import { excessOf, rowsInAll } from "./partition-size";
import type { PartitionShape } from "./partition-size";
import type { DesignRefusal, Plan } from "./plan";
import { primaryKey } from "./query";
import type { Query } from "./query";
import { refuse } from "./refusal";
import { MOST_QUERIES } from "./rewrite";

/** Number of buckets where nothing says how large the table is. */
const BUCKETS = 16;

const NOWHERE = { start: 0, end: 0 } as const;

/**
 * A table whose partitions are spread over buckets that the writer computes from the key (designer.md section 6): for a query that names no
 * partition at all, or only one of few. The query reads every bucket: in one IN where rows need no order, else one query each, merged.
 * `shape`: the table without the bucket, from which the author's figures give the number of buckets.
 */
export function hashBucketPlan(query: Query, options: TableOptions, shape?: PartitionShape): Plan | DesignRefusal {
  if (query.grouping !== "none") return refuse("group-by", { detail: "a group would be spread over several buckets" });
  if (query.select.perPartitionLimit !== undefined) return refuse("per-partition-limit", { table: query.table.name });
  if (query.lists.length > 0 && query.equal.length > 0) return refuse("not-supported", { detail: "buckets beside an IN" });
  if (query.table.isCounter) return refuse("not-supported", { detail: "buckets of counters" });
  const count = bucketCount(query, shape);
  const name = freeName(query.table, "bucket", new Set(query.equal.map((field) => field.name)));
  const key = primaryKey(query.table).map((column) => column.name);
  const field: Field = { name, type: native("int"), from: { application: `hash(${key.join(", ")}) % ${count}` } };
  return bucketPlan(query, {
    kind: "hash-bucket", field, values: numbers(count), sorts: false, meaning: "",
    ...(query.figures === undefined ? {} : { rowsAfter: rowsInAll(query.figures, query.table) / count }),
    notes: [{ code: "bucket", message: `"${name}" is a number from 0 to ${count - 1} that the writer computes from ${key.join(", ")}: any hash will do, as long as it stays the same.` }],
  }, options);
}

/** As many buckets as keep partitions small by the author's figures; a guess without them. */
function bucketCount({ figures, table }: Query, shape: PartitionShape | undefined): number {
  if (figures === undefined || shape === undefined) return BUCKETS;
  return Math.min(MOST_QUERIES, Math.max(2, Math.ceil(excessOf(shape, rowsInAll(figures, table)))));
}

function numbers(count: number): readonly Expression[] {
  return Array.from({ length: count }, (_, i): Expression => ({ kind: "constant", type: "integer", value: String(i), range: NOWHERE }));
}
