import type { CheckContext } from "../check/judgement";
import type { ParsedStatement } from "../syntax/ast";
import { boundsOf, bucketPlan } from "./bucket";
import { fieldOf } from "./field";
import type { TableOptions } from "./new-table";
import type { Plan } from "./plan";
import { readQuery, readTable } from "./read-query";
import { isRefusal } from "./refusal";
import { dateBucket, exactTimeBucket } from "./time-bucket";
import { claim } from "./taken-name";
import { exactValueBucket } from "./value-bucket";

/**
 * Plans for a query with two ranges, which one sequence of columns cannot serve (designer.md section 2.5): where one of them, between two literals, is
 * made of whole days, hours or bands, those go into the partition key and the query lists them in place of the range. None where neither is.
 */
export function secondRangePlans(parsed: ParsedStatement, context: CheckContext, options: TableOptions): readonly Plan[] {
  const found = readTable(parsed, context);
  if (isRefusal(found)) return [];
  const { select, table } = found;
  const plans: Plan[] = [];
  const taken = new Map(options.taken);
  for (const column of table.columns) {
    const bounds = boundsOf(select.where, column.name);
    if (bounds.length === 0) continue;
    const where = select.where.filter((relation) => boundsOf([relation], column.name).length === 0);
    const query = readQuery({ ...parsed, statement: { ...select, where } }, context);
    // A group, or a limit for each partition, would be spread over several buckets.
    if (isRefusal(query) || query.grouping !== "none" || select.perPartitionLimit !== undefined || table.isCounter) continue;
    const used = new Set(query.equal.map((field) => field.name));
    const field = fieldOf(column);
    const bucket = dateBucket(field, bounds) ?? exactTimeBucket(field, table, used, bounds) ?? exactValueBucket(field, table, used, bounds);
    const plan = bucket === undefined ? undefined : bucketPlan(query, bucket, { ...options, taken });
    if (plan === undefined || isRefusal(plan)) continue;
    plans.push(plan);
    claim(taken, plan);
  }
  return plans;
}
