import type { Column, Index } from "../../schema/model";
import { violate } from "../violate";
import type { Finding, Violation } from "../violation";
import { operatorsOf, supportOf } from "./index-support";
import type { ProcedureInput, ReadPlan } from "./procedure";
import { filteringRequired, indexWithKeyIn, partitionIncomplete, skippedColumn } from "./procedure";
import type { Reading } from "./reading";
import { hasShape, restrictedColumns } from "./restriction";
import type { Restriction, RestrictionSet } from "./restriction";
import type { Where } from "./where";

/** How ScyllaDB would run the WHERE clause; `warning`: accepted, but only while `strict_allow_filtering` is "warn". */
export interface ScyllaPlan {
  readonly plan: ReadPlan;
  readonly warning?: Violation;
}

/** Steps 1 to 8 of section 19.3: which of filtering, index and refusal a SELECT comes to. */
export function planScyllaRead(input: ProcedureInput, reading: Reading): ScyllaPlan | { readonly finding: NonNullable<Finding> } {
  const { where, filtering } = input;
  const { partition, clustering, other } = where;
  const indexed = { partition: isServed(where, partition, reading), clustering: isServed(where, clustering, reading), other: isServed(where, other, reading) };
  const partitionNeeds = partitionNeedsFilter(where, reading);
  const tuple = clustering.restrictions.some((restriction) => restriction.tuple);

  // R-SCY-5, then steps 1 and 2.
  if (partitionNeeds && !filtering && (hasUnequal(partition) || !indexed.partition)) return { finding: partitionIncomplete(input, reading) };
  const keyRange = where.token !== undefined || partition.restrictions.length === 0 || partitionNeeds;
  let useIndex = partitionNeeds && indexed.partition;

  // Step 3 and 4.
  const clusteringNeeds = clusteringNeedsFilter(clustering);
  const contained = clustering.restrictions.find(({ shape }) => shape === "contains");
  if (contained !== undefined && !indexed.clustering && !filtering) {
    return { finding: violate("clustering-contains-needs-index", contained.relations[0]!.range, { column: contained.columns[0]!.name, table: reading.table.name }) };
  }
  if (clusteringNeeds && indexed.clustering) useIndex = true;
  else if (clusteringNeeds && !filtering) {
    const skipped = skippedColumn(clustering, reading);
    if (skipped !== undefined) return { finding: skipped };
  }
  if (keyRange && indexed.clustering && !tuple) useIndex = true;

  // Steps 5 and 6.
  if (other.restrictions.length > 0) {
    if (indexed.other && !hasShape(partition, "in")) useIndex = true;
    else if (!filtering) return { finding: filteringRequired(where, restrictedColumns(other), reading) };
  }
  if (useIndex && hasShape(partition, "in") && !filtering) return { finding: indexWithKeyIn(where, reading) };

  const filters = [partitionNeeds ? partition : undefined, clusteringNeeds || useIndex ? clustering : undefined, other].filter((set) => set !== undefined && set.restrictions.length > 0) as readonly RestrictionSet[];
  const plan: ReadPlan = { keyRange, useIndex, partitionNeedsFilter: partitionNeeds, clusteringNeedsFilter: clusteringNeeds, filters, indexedClustering: indexed.clustering };
  if (filtering || !(keyRange || useIndex)) return { plan };
  if (needsFiltering(where, plan, indexed, tuple, reading)) return { finding: uncovered(input, plan, reading) };
  return strictness(input, plan, reading);
}

/** Step 7, line by line. */
function needsFiltering(where: Where, plan: ReadPlan, indexed: { readonly partition: boolean; readonly clustering: boolean; readonly other: boolean }, tuple: boolean, reading: Reading): boolean {
  const { partition, clustering, other, token } = where;
  const clusteringCount = restrictedColumns(clustering).length;
  const otherCount = restrictedColumns(other).length;
  const partitionCount = restrictedColumns(partition).length;
  if (plan.useIndex && token !== undefined && clusteringCount + otherCount > 1) return true;
  if (partitionCount > 0 && partitionCount < reading.table.partitionKey.length) return !(partitionCount === 1 && indexed.partition && clusteringCount === 0 && otherCount === 0);
  if (plan.partitionNeedsFilter) return true;
  if (otherCount > 1 || (otherCount === 1 && !indexed.other)) return true;
  if (otherCount === 1) {
    if (partitionCount === 0 && clusteringCount === 0) return false;
    const tokenKnown = partitionCount > 0 && partition.restrictions.every(({ shape }) => shape === "equal");
    return !tokenKnown || plan.clusteringNeedsFilter || tuple;
  }
  if (tuple) return false;
  return plan.useIndex && indexed.clustering ? clusteringCount > 1 : plan.clusteringNeedsFilter;
}

/** Step 8: clustering columns restricted over all partitions, which `strict_allow_filtering` refuses, warns about or lets pass. */
function strictness(input: ProcedureInput, plan: ReadPlan, reading: Reading): ScyllaPlan | { readonly finding: Violation } {
  const { where } = input;
  const unbound = where.partition.restrictions.length === 0 || where.token !== undefined;
  const column = restrictedColumns(where.clustering)[0];
  if (!unbound || column === undefined || plan.useIndex) return { plan };
  const strict = String(reading.context.server.strict_allow_filtering ?? "warn");
  if (strict === "false") return { plan };
  const violation = uncovered(input, plan, reading);
  return strict === "true" ? { finding: violation } : { plan, warning: violation };
}

function uncovered(input: ProcedureInput, plan: ReadPlan, reading: Reading): Violation {
  const { where } = input;
  if (plan.partitionNeedsFilter) return partitionIncomplete(input, reading);
  const columns = [...restrictedColumns(where.other), ...restrictedColumns(where.clustering)];
  const open = columns.filter((column) => !reading.table.indexes.some((index) => index.column === column.name));
  return filteringRequired(where, open.length > 0 ? open : columns, reading);
}

function partitionNeedsFilter({ partition, token }: Where, reading: Reading): boolean {
  if (token !== undefined || partition.restrictions.length === 0) return false;
  return partition.restrictions.length < reading.table.partitionKey.length || hasUnequal(partition);
}

function hasUnequal(partition: RestrictionSet): boolean {
  return partition.restrictions.some(({ shape }) => shape !== "equal" && shape !== "in");
}

/** Whether the clustering restrictions are no contiguous prefix: a range ends it, CONTAINS, LIKE and NOT IN break it. */
function clusteringNeedsFilter(clustering: RestrictionSet): boolean {
  let position = 0;
  let ended = false;
  for (const { shape, columns } of clustering.restrictions) {
    if (ended || shape === "contains" || shape === "like" || shape === "not equal" || columns[0]!.position !== position) return true;
    ended = shape === "range";
    position = columns[columns.length - 1]!.position + 1;
  }
  return false;
}

/** Whether some index serves all relations on one column of the set; local ones only with the partition key pinned. */
function isServed({ partition }: Where, set: RestrictionSet, reading: Reading): boolean {
  const { table } = reading;
  const pinned = table.partitionKey.every((column) => partition.restrictions.some(({ shape, columns }) => shape === "equal" && columns[0] === column));
  const usable = table.indexes.filter((index) => !index.local || pinned);
  return set.restrictions.some((restriction) => restriction.columns.some((column) => usable.some((index) => serves(index, column, restriction, reading))));
}

function serves(index: Index, column: Column, restriction: Restriction, reading: Reading): boolean {
  const operators = operatorsOf(restriction);
  return operators.length > 0 && operators.every((operator) => supportOf(index, column, operator, reading.dialect) === "yes");
}
