import type { Column } from "../../schema/model";
import type { Relation } from "../../syntax/ast";
import type { Range } from "../../text/range";
import { definitionOf, violate } from "../violate";
import type { Finding, Violation } from "../violation";
import { indexGroups, isCovered, supportForSet } from "./index-support";
import type { Reading } from "./reading";
import { containsCount, hasShape, restrictedColumns, restrictionOn } from "./restriction";
import type { Restriction, RestrictionSet } from "./restriction";
import { indexFails } from "./where";
import type { Where } from "./where";

/** What the procedure looks at besides the restrictions. */
export interface ProcedureInput {
  readonly where: Where;
  readonly filtering: boolean;
  /** The select list reads only static and partition key columns, at least one of them static (R-CK-11). */
  readonly onlyStatic: boolean;
  /** The table's name in the statement: where a refusal is shown that no relation causes. */
  readonly tableRange: Range;
}

/** How the server would run the WHERE clause: the flags of section 11. */
export interface ReadPlan {
  /** The read is not bound to partitions that the statement names. */
  readonly keyRange: boolean;
  readonly useIndex: boolean;
  readonly partitionNeedsFilter: boolean;
  readonly clusteringNeedsFilter: boolean;
  /** The sets that are handed to the filter. */
  readonly filters: readonly RestrictionSet[];
  readonly indexedClustering: boolean;
}

export type ProcedureResult = { readonly plan: ReadPlan } | { readonly finding: NonNullable<Finding> };

interface Availability {
  readonly clustering: boolean;
  readonly any: boolean;
}

/**
 * Parts B to E of the procedure of section 11: index availability, partition key, clustering columns, columns outside the key.
 * `annRefusal` answers step 18a for a read that is ordered by nearness.
 */
export function planRead(input: ProcedureInput, reading: Reading, annRefusal: () => Violation | undefined): ProcedureResult {
  const { where } = input;
  const indexes = availability(input, reading);
  if ("finding" in indexes) return indexes;

  // C. Partition key.
  const partitionNeedsFilter = needsFilter(where.partition, reading.table.partitionKey);
  const onToken = where.token !== undefined && (isEmpty(where.partition) || partitionNeedsFilter);
  let keyRange = onToken;
  let useIndex = false;
  const filters: RestrictionSet[] = [];
  if (isEmpty(where.partition) && where.token === undefined) {
    keyRange = true;
    useIndex = indexes.any;
  }
  if (partitionNeedsFilter) {
    const refusal = partitionRefusal(input, indexes, reading);
    if (refusal !== undefined) return { finding: refusal };
    keyRange = true;
    useIndex = indexes.any;
  }
  if (!isEmpty(where.partition) && (useIndex || partitionNeedsFilter)) filters.push(where.partition);

  // D. Static and clustering columns.
  const clusteringNeedsFilter = clusteringNeedsFilterOf(where.clustering);
  const refusal = staticRefusal(input, reading) ?? clusteringContainsRefusal(input, indexes, reading) ?? skippedRefusal(input, indexes, clusteringNeedsFilter, reading);
  if (refusal !== undefined) return { finding: refusal };
  if (!isEmpty(where.clustering)) {
    if (clusteringNeedsFilter && indexes.any) useIndex = true;
    if (keyRange && indexes.clustering) useIndex = true;
    if (useIndex || clusteringNeedsFilter) filters.push(where.clustering);
  }

  // E. Columns outside the key.
  if (!isEmpty(where.other)) {
    const found = annRefusal() ?? vectorRefusal(where, reading) ?? otherRefusal(input, indexes, reading);
    if (found !== undefined) return { finding: found };
    if (indexes.any) useIndex = true;
    filters.push(where.other);
  }
  if (useIndex && !onToken && hasShape(where.partition, "in")) return { finding: indexWithKeyIn(where, reading) };
  const plan: ReadPlan = { keyRange, useIndex, partitionNeedsFilter, clusteringNeedsFilter, filters, indexedClustering: indexes.clustering };
  return { plan };
}

function isEmpty(set: RestrictionSet): boolean {
  return set.restrictions.length === 0;
}

/** Step 5: whether indexes can serve clustering columns, or anything at all. The questions stop at the first yes, as the server's do. */
function availability({ where, tableRange }: ProcedureInput, reading: Reading): Availability | { readonly finding: NonNullable<Finding> } {
  const { table, dialect } = reading;
  if (table.virtual || table.indexes.length === 0) return { clustering: false, any: where.custom.length > 0 };
  const clustering = supportForSet(table, where.clustering, dialect);
  if (clustering === "fails") return { finding: failing(where.clustering, tableRange) };
  if (where.custom.length > 0 || clustering === "yes") return { clustering: clustering === "yes", any: true };
  for (const set of [where.partition, where.other]) {
    const support = supportForSet(table, set, dialect);
    if (support === "fails") return { finding: failing(set, tableRange) };
    if (support === "unknown" || clustering === "unknown") return { finding: { unjudged: "what an index of an unknown class serves is not known" } };
    if (support === "yes") return { clustering: false, any: true };
  }
  return { clustering: false, any: false };
}

function failing(set: RestrictionSet, tableRange: Range): Violation {
  const restriction = set.restrictions.find(({ shape }) => shape === "in" || shape === "contains" || shape === "ann") ?? set.restrictions[0]!;
  const relation = restriction.relations[0];
  if (relation !== undefined) return indexFails(restriction, relation);
  return violate("index-fails-on-operator", tableRange, { column: restriction.columns[0]!.name, operator: "ANN" }, { errorClass: "server" });
}

/** Step 6: some but not all columns restricted, or one of them by something else than = and IN. */
export function needsFilter(partition: RestrictionSet, key: readonly Column[]): boolean {
  if (isEmpty(partition)) return false;
  return partition.restrictions.length < key.length || partition.restrictions.some(({ shape }) => shape !== "equal" && shape !== "in");
}

/** Step 10 (R-PK-2, R-PK-3, R-PK-4). */
function partitionRefusal(input: ProcedureInput, indexes: Availability, reading: Reading): Violation | undefined {
  const { where, filtering } = input;
  if (!filtering && !indexes.any && !filtersByItself(reading)) return partitionIncomplete(input, reading);
  const listed = where.partition.restrictions.find(({ shape }) => shape === "in");
  if (listed === undefined || reading.dialect.inOnFilteredPartitionKey) return undefined;
  const relation = listed.relations[0]!;
  return violate("in-with-filtering", relation.range, { column: listed.columns[0]!.name, table: reading.table.name, missing: missingKey(where, reading) });
}

/** 5.0 and later: every virtual table but the log filters without being asked. */
function filtersByItself(reading: Reading): boolean {
  return reading.dialect.virtualTablesFilter && reading.table.virtual && reading.table.name !== "system_logs";
}

function missingKey(where: Where, reading: Reading): readonly string[] {
  return reading.table.partitionKey.filter((column) => restrictionOn(where.partition, column) === undefined).map((column) => column.name);
}

/** The partition key is given in part, or by something that does not lead to a partition: two codes for the server's one message. */
export function partitionIncomplete(input: ProcedureInput, reading: Reading): Violation {
  const { where, tableRange } = input;
  const { table } = reading;
  const unequal = where.partition.restrictions.find(({ shape }) => shape !== "equal" && shape !== "in");
  if (unequal !== undefined) {
    const relation = unequal.relations[0]!;
    return violate("partition-key-needs-equality", relation.range, { ...keyData(where, reading), column: unequal.columns[0]!.name, operator: relation.operator.toUpperCase() }, { related: definitionOf(table, ...unequal.columns) });
  }
  const given = where.partition.restrictions[0]?.relations[0];
  const missing = table.partitionKey.filter((column) => restrictionOn(where.partition, column) === undefined);
  return violate("partition-key-incomplete", given?.range ?? tableRange, keyData(where, reading), { related: definitionOf(table, ...missing) });
}

function keyData(where: Where, reading: Reading): { readonly table: string; readonly key: readonly string[]; readonly missing: readonly string[]; readonly given: readonly string[] } {
  const { table } = reading;
  return { table: table.name, key: table.partitionKey.map((column) => column.name), missing: missingKey(where, reading), given: restrictedColumns(where.partition).map((column) => column.name) };
}

/** Step 12 (R-CK-11). */
function staticRefusal(input: ProcedureInput, reading: Reading): Violation | undefined {
  const first = input.where.clustering.restrictions[0];
  if (!input.onlyStatic || first === undefined) return undefined;
  return violate("clustering-with-static-only", first.relations[0]!.range, { column: first.columns[0]!.name, table: reading.table.name }, { related: definitionOf(reading.table, first.columns[0]!) });
}

/** Step 13: whether some restriction is not part of the contiguous prefix. */
export function clusteringNeedsFilterOf(clustering: RestrictionSet): boolean {
  let position = 0;
  for (const restriction of clustering.restrictions) {
    if (isOutOfPrefix(restriction, position)) return true;
    position = nextPosition(restriction, position);
  }
  return false;
}

/** A range leaves the position where it is: whatever comes next is no longer contiguous. */
export function nextPosition(restriction: Restriction, position: number): number {
  return restriction.shape === "range" ? position : restriction.columns[restriction.columns.length - 1]!.position + 1;
}

/** Whether the clustering restriction that starts where the prefix has got to cannot extend it. */
export function isOutOfPrefix(restriction: Restriction, position: number): boolean {
  return restriction.shape === "contains" || restriction.shape === "like" || restriction.columns[0]!.position !== position;
}

/** Step 14 (R-CK-6). */
function clusteringContainsRefusal(input: ProcedureInput, indexes: Availability, reading: Reading): Violation | undefined {
  const restriction = input.where.clustering.restrictions.find(({ shape }) => shape === "contains");
  if (restriction === undefined || indexes.any || input.filtering) return undefined;
  return violate("clustering-contains-needs-index", restriction.relations[0]!.range, { column: restriction.columns[0]!.name, table: reading.table.name }, { related: definitionOf(reading.table, restriction.columns[0]!) });
}

/** Step 15 (R-CK-3): without an index or ALLOW FILTERING the restricted columns must be a prefix without gaps. */
function skippedRefusal(input: ProcedureInput, indexes: Availability, clusteringNeedsFilter: boolean, reading: Reading): Violation | undefined {
  if (!clusteringNeedsFilter || indexes.any || input.filtering) return undefined;
  return skippedColumn(input.where.clustering, reading);
}

/** The refusal for the first clustering column that is restricted while the one before it is not (R-CK-3); undefined without a gap. */
export function skippedColumn(clustering: RestrictionSet, reading: Reading): Violation | undefined {
  const { table } = reading;
  const columns = restrictedColumns(clustering);
  const at = columns.findIndex((column, i) => column !== table.clustering[i]);
  const column = columns[at];
  if (column === undefined) return undefined;
  const relation = relationOn(clustering, column);
  const missing = table.clustering.slice(0, column.position).filter((known) => !columns.includes(known));
  const data = { table: table.name, column: column.name, missing: missing.map((known) => known.name), columns: table.clustering.map((known) => known.name) };
  return violate("clustering-column-skipped", relation.range, data, { related: definitionOf(table, column, ...missing.slice(0, 1)) });
}

function relationOn(set: RestrictionSet, column: Column): Relation {
  return restrictionOn(set, column)!.relations[0]!;
}

/** R-ANN-6: an index on a vector serves nothing but ANN ordering. */
function vectorRefusal(where: Where, reading: Reading): Violation | undefined {
  const { table, dialect } = reading;
  if (!dialect.annOrdering || hasShape(where.other, "ann")) return undefined;
  const restriction = where.other.restrictions.find(({ columns }) => columns[0]!.type.kind === "vector");
  const column = restriction?.columns[0];
  const index = table.indexes.find((known) => known.column === column?.name);
  if (restriction === undefined || column === undefined || index === undefined) return undefined;
  return violate("vector-index-ann-only", restriction.relations[0]!.range, { column: column.name, index: index.name, table: table.name }, { related: definitionOf(table, column) });
}

/** Step 18b: a column outside the key without any index or ALLOW FILTERING. */
function otherRefusal(input: ProcedureInput, indexes: Availability, reading: Reading): Violation | undefined {
  if (indexes.any || input.filtering || filtersByItself(reading)) return undefined;
  return filteringRequired(input.where, restrictedColumns(input.where.other), reading);
}

/** `filtering-required` on the first of the columns that nothing serves. */
export function filteringRequired(where: Where, columns: readonly Column[], reading: Reading): Violation {
  const { table } = reading;
  const column = columns[0]!;
  const set = column.role === "partition" || column.role === "clustering" ? where[column.role] : where.other;
  const relation = relationOn(set, column);
  const data = { ...keyData(where, reading), column: column.name, columns: columns.map(({ name }) => name), operator: relation.operator.toUpperCase(), role: column.role };
  return violate("filtering-required", relation.range, data, { related: definitionOf(table, column) });
}

/** Step 19 (R-PK-5). */
export function indexWithKeyIn(where: Where, reading: Reading): Violation {
  const listed = where.partition.restrictions.find(({ shape }) => shape === "in")!;
  return violate("index-with-key-in", listed.relations[0]!.range, { column: listed.columns[0]!.name, table: reading.table.name }, { related: definitionOf(reading.table, ...listed.columns) });
}

/** Part G (steps 20 and 21): whether what is left to filter is served by indexes, where ALLOW FILTERING is not written. */
export function finalFilteringCheck(input: ProcedureInput, plan: ReadPlan, reading: Reading): Finding {
  const { where } = input;
  if (input.filtering || !(plan.keyRange || plan.useIndex) || filtersByItself(reading)) return undefined;
  const handed = plan.filters.reduce((sum, set) => sum + restrictedColumns(set).length, where.custom.length);
  if (!reading.dialect.indexesMustCoverFilters) {
    const contains = where.other.restrictions.reduce((sum, restriction) => sum + containsCount(restriction), 0);
    if (handed > 1 || (handed !== 0 && contains > 1)) return uncovered(input, plan, reading);
  } else if (handed > 0) {
    return coveredByOneGroup(where, plan, reading) ? undefined : uncovered(input, plan, reading);
  }
  if (handed > 0 || isEmpty(where.clustering)) return undefined;
  // R-CK-5, R-TOK-5: clustering columns order rows inside a partition, and none is given.
  if (where.token !== undefined) return filteringRequired(where, restrictedColumns(where.clustering), reading);
  const relation = where.clustering.restrictions[0]!.relations[0]!;
  return violate("partition-key-incomplete", relation.range, keyData(where, reading), { related: definitionOf(reading.table, ...reading.table.partitionKey) });
}

function coveredByOneGroup(where: Where, plan: ReadPlan, reading: Reading): boolean {
  return indexGroups(reading.table).some((group) => (
    plan.filters.every((set) => set.restrictions.every((restriction) => isCovered(group, restriction, reading.dialect)))
    && where.custom.every(({ left }) => left.kind === "expr" && group.some((index) => index.name === left.index.value))
  ));
}

/** Names what the best index leaves over: missing partition key columns where only they are left, else the first column that is filtered. */
function uncovered(input: ProcedureInput, plan: ReadPlan, reading: Reading): Violation {
  const { where } = input;
  const left = leftOver(plan, reading);
  const keyGiven = restrictedColumns(where.partition);
  if (plan.partitionNeedsFilter && left.length > 0 && left.every((column) => keyGiven.includes(column))) return partitionIncomplete(input, reading);
  return filteringRequired(where, left.length > 0 ? left : plan.filters.flatMap(restrictedColumns), reading);
}

/** Columns of the filters that the group of indexes which serves most of them does not serve. */
export function leftOver(plan: ReadPlan, reading: Reading): readonly Column[] {
  const restrictions = plan.filters.flatMap((set) => set.restrictions);
  let best = restrictions;
  for (const group of indexGroups(reading.table)) {
    const rest = restrictions.filter((restriction) => !isCovered(group, restriction, reading.dialect));
    if (rest.length < best.length) best = rest;
  }
  return best.flatMap((restriction) => restriction.columns);
}
