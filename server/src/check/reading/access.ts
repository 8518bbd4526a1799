import type { AccessPath } from "../access-path";
import type { CheckResult } from "../result";
import type { Column, Index } from "../../schema/model";
import type { Delete, Select, Update } from "../../syntax/ast";
import { annItems, isAnn } from "./ann";
import { filteredRestrictions } from "./execution";
import { indexGroups, isCovered } from "./index-support";
import { isReversed } from "./ordering";
import { partitionRange } from "./partitions";
import type { ReadPlan } from "./procedure";
import { clusteringNeedsFilterOf, isOutOfPrefix, nextPosition } from "./procedure";
import type { Reading } from "./reading";
import { hasShape, restrictedColumns } from "./restriction";
import type { Restriction, RestrictionSet } from "./restriction";
import type { Where } from "./where";

const NOTHING: AccessPath["filtering"] = [];

/** Whether an accepted SELECT may filter, and how the server runs it where the context asks. */
export function howItRuns(select: Select, where: Where, plan: ReadPlan, reading: Reading): Pick<CheckResult, "access" | "mayFilter"> {
  return { mayFilter: mayFilter(plan), access: reading.context.asksAccess === true ? accessOf(select, where, plan, reading) : undefined };
}

function mayFilter(plan: ReadPlan): boolean {
  return plan.keyRange || plan.filters.length > 0;
}

function accessOf(select: Select, where: Where, plan: ReadPlan, reading: Reading): AccessPath {
  const partitions = plan.keyRange ? undefined : partitionRange(where.partition, reading);
  const served = plan.useIndex ? indexInUse(where, plan, reading) : undefined;
  const slice = sliceOf(where, plan, select, reading);
  const order = orderOf(select, where, plan, reading);
  const routing = routingOf(where, plan, partitions);
  const filtering = !mayFilter(plan) ? NOTHING : filteredColumns(where, plan, served?.covered ?? [], reading).map((column) => column.name);
  const index = served?.index === undefined ? undefined : { index: served.index, replicas: plan.keyRange ? "all" as const : "some" as const };
  return { routing, partitions, slice, index, filtering, order };
}

/** How the rows or partitions that an UPDATE or DELETE touches are found: always by their partition key. */
export function writeAccessOf(statement: Update | Delete, where: Where, reading: Reading): AccessPath {
  const partitions = partitionRange(where.partition, reading);
  const slice = clusteringSlice(where.clustering, false, reading);
  const routing = hasShape(where.partition, "in") ? "multi-partition" : "single-partition";
  return { routing, partitions, slice: statement.where.length === 0 ? undefined : slice, filtering: NOTHING };
}

function routingOf(where: Where, plan: ReadPlan, partitions: AccessPath["partitions"]): AccessPath["routing"] {
  if (plan.keyRange && plan.useIndex) return "index";
  if (plan.keyRange) return where.token !== undefined && restrictedColumns(where.partition).length === 0 ? "token-range" : "full-scan";
  return hasShape(where.partition, "in") && partitions?.max !== 1 ? "multi-partition" : "single-partition";
}

/** The index that serves the most restrictions, and what its group serves. */
function indexInUse(where: Where, plan: ReadPlan, reading: Reading): { readonly index: Index | undefined; readonly covered: readonly Restriction[] } {
  const asked = plan.filters.flatMap((set) => set.restrictions);
  let covered: readonly Restriction[] = [];
  let group: readonly Index[] = [];
  for (const candidate of indexGroups(reading.table)) {
    const served = asked.filter((restriction) => isCovered(candidate, restriction, reading.dialect));
    if (served.length <= covered.length) continue;
    covered = served;
    group = candidate;
  }
  if (group.length === 0 && where.custom[0]?.left.kind === "expr") {
    const name = where.custom[0].left.index.value;
    return { index: reading.table.indexes.find((index) => index.name === name), covered };
  }
  // An ANN ordering is what the vector's index is for; the other indexes of its group narrow the search.
  const leading = isAnn(where) ? covered.find(({ shape }) => shape === "ann") : covered[0];
  return { index: group.find((index) => leading?.columns.some((column) => column.name === index.column)), covered };
}

/** Columns whose relation is applied to each row after it was read. */
function filteredColumns(where: Where, plan: ReadPlan, covered: readonly Restriction[], reading: Reading): readonly Column[] {
  const filtered = filteredRestrictions(where, plan, reading).filter((restriction) => !covered.includes(restriction) && restriction.shape !== "ann");
  // Without a partition key even a prefix of the clustering columns is looked for in every partition.
  const scanned = plan.keyRange && !plan.useIndex ? where.clustering.restrictions : [];
  return [...new Set([...filtered, ...scanned].flatMap((restriction) => restriction.columns))];
}

function sliceOf(where: Where, plan: ReadPlan, select: Select, reading: Reading): AccessPath["slice"] {
  if (plan.keyRange || plan.useIndex) return undefined;
  return clusteringSlice(where.clustering, isReversed(select, reading), reading);
}

/** The contiguous stretch of clustering columns that the restrictions name, up to the first that does not extend it. */
function clusteringSlice(clustering: RestrictionSet, reversed: boolean, reading: Reading): AccessPath["slice"] {
  const { table } = reading;
  if (table.clustering.length === 0) return undefined;
  const columns: string[] = [];
  let position = 0;
  let several = false;
  let ranged = false;
  for (const restriction of clustering.restrictions) {
    if (isOutOfPrefix(restriction, position) || ranged) break;
    for (const column of restriction.columns) columns.push(column.name);
    several ||= restriction.shape === "in";
    ranged ||= restriction.shape === "range";
    position = nextPosition(restriction, position);
  }
  if (columns.length === 0) return { columns, bounds: "all", reversed };
  if (several) return { columns, bounds: "points", reversed };
  return { columns, bounds: ranged || columns.length < table.clustering.length ? "range" : "point", reversed };
}

function orderOf(select: Select, where: Where, plan: ReadPlan, reading: Reading): AccessPath["order"] {
  if (annItems(select).length > 0) return "ann";
  const several = hasShape(where.partition, "in");
  if (select.orderBy.length > 0) return several ? "memory" : isReversed(select, reading) ? "reversed" : "clustering";
  const sorted = reading.table.clustering.length > 0 && !plan.keyRange && !plan.useIndex && !several;
  return sorted && !isPoint(where, reading) ? "clustering" : undefined;
}

function isPoint(where: Where, reading: Reading): boolean {
  return !clusteringNeedsFilterOf(where.clustering) && restrictedColumns(where.clustering).length === reading.table.clustering.length && where.clustering.restrictions.every(({ shape }) => shape === "equal");
}
