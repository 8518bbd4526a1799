import type { AccessPath } from "../access-path";
import type { Column, Table } from "../../schema/model";
import { changeTable } from "../../schema/table";
import type { Delete, Relation, Update } from "../../syntax/ast";
import type { Range } from "../../text/range";
import { definitionOf, violate } from "../violate";
import type { Finding, Violation } from "../violation";
import { writeAccessOf } from "./access";
import { needsFilter, skippedColumn, clusteringNeedsFilterOf } from "./procedure";
import type { Reading } from "./reading";
import { nameOfSubject } from "./relation";
import { restrictedColumns } from "./restriction";
import type { RestrictionSet } from "./restriction";
import { readWhere } from "./where";
import type { Where } from "./where";

/** What the WHERE of a write came to; `where` is set unless reading it ended in a finding. */
export interface WriteWhereResult {
  readonly finding: Finding;
  readonly where?: Where;
  readonly access?: AccessPath;
}

/** What the rest of the statement means for its WHERE clause. */
export interface WriteWhereOptions {
  /** Every column that is set or deleted, and every column tested in IF, is static, and there is at least one (R-UPD-7, R-UPD-8). */
  readonly onlyStatic: boolean;
}

/**
 * Judges the WHERE clause of an UPDATE or DELETE as far as PREPARE goes (reading.md section 17): no filtering, no index, no ranges of partitions.
 * To be asked after SET, deleted columns and IF were found good.
 */
export function checkWriteWhere(statement: Update | Delete, reading: Reading, options: WriteWhereOptions): WriteWhereResult {
  // R-UPD-2: no index helps a write, so the table is read as if it had none.
  const withoutIndexes: Reading = reading.table.indexes.length === 0 ? reading : { ...reading, table: changeTable(reading.table, { indexes: [] }) };
  const misused = misusedRelation(statement.where);
  if (misused?.left.kind === "expr") return { finding: misuse("expr-in-write", misused, statement) };
  const read = readWhere(misused === undefined ? statement.where : statement.where.slice(0, statement.where.indexOf(misused)), withoutIndexes, false);
  if ("violation" in read) return { finding: read.violation };
  if (misused !== undefined) return { finding: misuse("operator-in-write", misused, statement) };
  if (read.where === undefined) return { finding: read.unjudged };
  const { where } = read;
  const finding = partitionRefusal(statement, where, reading) ?? clusteringRefusal(statement, where, reading, options) ?? nonKeyRefusal(where, statement, reading);
  return { finding: finding ?? read.unjudged, where, access: reading.context.asksAccess === true ? writeAccessOf(statement, where, reading) : undefined };
}

/** The first `expr(…)`, else the first CONTAINS. */
function misusedRelation(relations: readonly Relation[]): Relation | undefined {
  let containing: Relation | undefined;
  for (const relation of relations) {
    if (relation.left.kind === "expr") return relation;
    if (relation.operator === "contains" || relation.operator === "contains key") containing ??= relation;
  }
  return containing;
}

/** R-UPD-1, R-EXP-2, W-UPD-36, W-UPD-37: what only a filter or an index could answer. CONTAINS is met in its turn among the relations, expr(…) before all of them. */
function misuse(code: "expr-in-write" | "operator-in-write", relation: Relation, statement: Update | Delete): Violation {
  const data = { statement: statement.kind.toUpperCase(), operator: relation.operator.toUpperCase(), column: nameOfSubject(relation) };
  return violate(code, code === "expr-in-write" ? relation.range : relation.operatorRange, data);
}

/** R-UPD-3, R-UPD-4, R-UPD-5; W-UPD-30, W-UPD-31, W-DEL-5. */
function partitionRefusal(statement: Update | Delete, where: Where, reading: Reading): Violation | undefined {
  const { table } = reading;
  const token = where.token?.relations[0];
  if (token !== undefined && (where.partition.restrictions.length === 0 || needsFilter(where.partition, table.partitionKey))) {
    return violate("token-in-write", token.range, { statement: statement.kind.toUpperCase(), table: table.name, key: table.partitionKey.map((column) => column.name) }, { related: definitionOf(table) });
  }
  const missing = missingPartitionKey(table, restrictedColumns(where.partition), whereRange(statement));
  if (missing !== undefined) return missing;
  const unequal = where.partition.restrictions.find(({ shape }) => shape !== "equal" && shape !== "in");
  if (unequal === undefined) return undefined;
  return violate("partition-key-range-in-write", unequal.relations[0]!.range, { statement: statement.kind.toUpperCase(), table: table.name, column: unequal.columns[0]!.name }, { related: definitionOf(table, ...unequal.columns) });
}

function whereRange(statement: Update | Delete): Range {
  return statement.whereRange ?? statement.table?.range ?? statement.head;
}

/** R-UPD-4: the partition key columns that a write does not name (INSERT too: there `given` are the columns of its list). */
export function missingPartitionKey(table: Table, given: readonly Column[], range: Range): Violation | undefined {
  const missing = table.partitionKey.filter((column) => !given.includes(column));
  if (missing.length === 0) return undefined;
  const data = { table: table.name, missing: missing.map((column) => column.name), key: table.partitionKey.map((column) => column.name), given: table.partitionKey.filter((column) => given.includes(column)).map((column) => column.name) };
  return violate("partition-key-missing", range, data, { related: definitionOf(table, ...missing) });
}

/** R-UPD-7: the clustering columns that a write of a row does not name. */
export function missingClustering(table: Table, given: readonly Column[], range: Range): Violation | undefined {
  const missing = table.clustering.filter((column) => !given.includes(column));
  if (missing.length === 0) return undefined;
  const data = { table: table.name, missing: missing.map((column) => column.name), columns: table.clustering.map((column) => column.name) };
  return violate("clustering-column-missing", range, data, { related: definitionOf(table, ...missing) });
}

/** R-UPD-6, R-UPD-7, R-UPD-8 and R-UPD-13; W-UPD-32, W-DEL-7, W-DEL-8, W-DEL-10. */
function clusteringRefusal(statement: Update | Delete, where: Where, reading: Reading, { onlyStatic }: WriteWhereOptions): Violation | undefined {
  const { table } = reading;
  const { clustering } = where;
  const first = clustering.restrictions[0];
  if (onlyStatic && first !== undefined) return violate("clustering-with-static-write", first.relations[0]!.range, { statement: statement.kind.toUpperCase(), table: table.name, column: first.columns[0]!.name }, { related: definitionOf(table, first.columns[0]!) });
  if (statement.kind === "delete" || (table.compact && first !== undefined)) return gapRefusal(clustering, reading);
  const range = clustering.restrictions.find(({ shape }) => shape === "range");
  if (range !== undefined) return violate("clustering-range-in-write", range.relations[0]!.range, { statement: statement.kind.toUpperCase(), table: table.name, column: range.columns[0]!.name }, { related: definitionOf(table, range.columns[0]!) });
  return onlyStatic ? undefined : missingClustering(table, restrictedColumns(clustering), whereRange(statement));
}

function gapRefusal(clustering: RestrictionSet, reading: Reading): Violation | undefined {
  return clusteringNeedsFilterOf(clustering) ? skippedColumn(clustering, reading) : undefined;
}

/** R-UPD-9, W-UPD-35. */
function nonKeyRefusal(where: Where, statement: Update | Delete, reading: Reading): Violation | undefined {
  const restriction = where.other.restrictions[0];
  if (restriction === undefined) return undefined;
  const { table } = reading;
  const column = restriction.columns[0]!;
  const data = { statement: statement.kind.toUpperCase(), table: table.name, column: column.name, key: [...table.partitionKey, ...table.clustering].map(({ name }) => name) };
  return violate("non-key-in-write-where", restriction.relations[0]!.range, data, { related: definitionOf(table, column) });
}
