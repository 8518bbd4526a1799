import type { Column } from "../../schema/model";
import { formatType } from "../../schema/types";
import type { Assignment, Expression, Insert } from "../../syntax/ast";
import type { Range } from "../../text/range";
import { isEmptySlice } from "../reading/empty-range";
import { executeClusteringKey, executeKeySizes, executePartitionKey } from "../reading/execution";
import type { Reading } from "../reading/reading";
import { hasShape, isEmptyIn, restrictedColumns, valueTerms } from "../reading/restriction";
import type { Where } from "../reading/where";
import { firstFinding } from "../result";
import { executeTerm, isEmptyTerm } from "../terms/execute";
import { definitionOf, violate } from "../violate";
import type { Finding } from "../violation";
import { isViolation } from "../violation";
import { executeAssignment } from "./assignments";
import { executeConditions } from "./conditions";
import { executeDeletion } from "./deletions";
import { boundsSizes, cartesianGuardrail, listGuardrail, sizeGuardrail, termGuardrail } from "./guardrails";
import { applyWrite } from "./applied";
import type { JsonRow } from "./json-row";
import { isEmptyJson, jsonKeyRefusal } from "./json-row";
import type { PreparedWrite } from "./prepared-write";
import { dialectOf, isConditional, tableRange } from "./prepared-write";
import { clusteringSize, indexedSize, mayHoldLongValues, partitionKeySize } from "./sizes";
import { executeUsing } from "./using";

/** How a write is executed: by itself or in a batch. */
export interface ExecutionOptions {
  readonly inBatch: boolean;
}

/** What only execution refuses, for a write without bind markers into an empty table; to be asked when PREPARE found nothing. */
export function executeWrite(prepared: PreparedWrite): Finding {
  if (isConditional(prepared.statement)) return executeConditional(prepared);
  return firstFinding([
    () => executeKey(prepared),
    () => executeUpdates(prepared, { inBatch: false }),
    () => termGuardrail(prepared),
    () => applyWrite(prepared),
  ]);
}

// ---- conditional writes -----------------------------------------------------------------------------------------------

/** W-CND-4, W-CND-5, W-CND-11, W-CND-12: the row is found, IF is tested on it, and only where it holds is anything written. */
function executeConditional(prepared: PreparedWrite): Finding {
  const { statement, reading } = prepared;
  return firstFinding([
    () => executeKey(prepared),
    () => conditionalInRefusal(prepared, "partition"),
    () => conditionalInRefusal(prepared, "clustering"),
    () => executeRowKey(prepared),
    () => {
      if (statement.kind === "insert") return executeUpdates(prepared, { inBatch: false }) ?? termGuardrail(prepared) ?? applyWrite(prepared);
      const { finding, applied } = executeConditions(statement, reading);
      if (finding !== undefined || applied === false) return finding;
      const written = executeUpdates(prepared, { inBatch: false }) ?? termGuardrail(prepared) ?? applyWrite(prepared);
      return applied === undefined && isViolation(written) ? { unjudged: "whether the condition holds is not known" } : written;
    },
  ]);
}

/** W-CND-4, W-CND-5, W-BAT-12: IN of any number but one written value names no single row. */
export function conditionalInRefusal({ where, statement }: PreparedWrite, role: "partition" | "clustering"): Finding {
  const listed = where?.[role].restrictions.find(({ shape }) => shape === "in");
  const relation = listed?.relations[0];
  if (listed === undefined || relation === undefined) return undefined;
  const code = role === "partition" ? "conditional-in-on-partition-key" : "conditional-in-on-clustering";
  return violate(code, relation.range, { column: listed.columns.map(({ name }) => name), statement: statement.kind.toUpperCase() }, { phase: "execute" });
}

// ---- keys -------------------------------------------------------------------------------------------------------------

/** W-INS-9…11, W-JSN-4: the values that make the partition key, and its size. */
export function executeKey({ where, json, statement, reading }: PreparedWrite): Finding {
  if (json !== undefined) return jsonKeyRefusal(json, reading.table.partitionKey) ?? emptyJsonKey(json, reading);
  if (where === undefined) return undefined;
  const finding = executePartitionKey(where.partition, reading) ?? executeKeySizes(where.partition, where.token === undefined ? "refused" : "perhaps filtered", reading);
  return finding ?? (mayHoldLongValues(statement.range.end - statement.range.start) ? partitionKeySize(where.partition, reading) : undefined);
}

/** W-INS-10 for JSON: a text of nothing is the empty value of most types. */
function emptyJsonKey(json: JsonRow, { table }: Reading): Finding {
  const [only] = table.partitionKey;
  if (only === undefined || table.partitionKey.length > 1) return undefined;
  return isEmptyJson(json.values.get(only.name), only) ? violate("empty-partition-key", json.text.range, { column: only.name }, { phase: "execute" }) : undefined;
}

/** W-INS-9, W-JSN-5: the clustering values. */
export function executeRowKey({ where, json, reading }: PreparedWrite): Finding {
  if (json !== undefined) return jsonKeyRefusal(json, reading.table.clustering);
  return where === undefined ? undefined : executeClusteringKey(where.clustering.restrictions, reading);
}

// ---- what is written --------------------------------------------------------------------------------------------------

/** The rest of executing a write: clustering values, USING, then what is written to each partition. */
export function executeUpdates(prepared: PreparedWrite, options: ExecutionOptions): Finding {
  const { statement, reading, where } = prepared;
  const conditional = isConditional(statement);
  const clustering = conditional ? undefined : executeRowKey(prepared);
  if (clustering !== undefined) return clustering;
  if (where !== undefined && !conditional && where.clustering.restrictions.some(isEmptyIn)) return undefined;
  const long = mayHoldLongValues(statement.range.end - statement.range.start);
  if (statement.kind === "insert" && !long && statement.values.every(isPlain) && isPlainTable(reading)) return executeUsing(statement.using, reading, tableRange(statement), options);
  return firstFinding([
    () => (where === undefined || statement.kind === "insert" ? undefined : cartesianGuardrail(statement, where, reading)),
    () => executeUsing(statement.using, reading, tableRange(statement), options),
    () => {
      if (where !== undefined && hasShape(where.partition, "in") && where.partition.restrictions.some(isEmptyIn)) return undefined;
      return firstFinding([
        () => (reading.table.virtual ? virtualRefusal(prepared) : undefined),
        () => (where !== undefined && long ? clusteringSize(where.clustering, reading) : undefined),
        () => rowRefusal(prepared),
        () => operationsRefusal(prepared, long),
      ]);
    },
  ]);
}

/** Whether nothing about a value is left to execution. */
function isPlain({ kind }: Expression): boolean {
  return kind === "constant" || kind === "null";
}

/** Whether a row of the table may be any row, with values of any size. */
function isPlainTable(reading: Reading): boolean {
  return !reading.table.virtual && !reading.table.compact && !boundsSizes(reading);
}

/** W-DEL-15: virtual tables show the state of the server; only some take deletions. */
function virtualRefusal({ statement, reading }: PreparedWrite): Finding {
  const { table } = reading;
  if (statement.kind === "delete" && dialectOf(reading).deletableVirtualTables.has(table.name)) return { unjudged: "what may be deleted from a virtual table is its own matter" };
  return violate("virtual-table-read-only", tableRange(statement), { table: table.name, statement: statement.kind.toUpperCase() }, { phase: "execute" });
}

/** W-DEL-9, W-INS-13: columns out of a range of rows, and rows that a compact table cannot hold. */
function rowRefusal(prepared: PreparedWrite): Finding {
  const { statement, where, reading } = prepared;
  return firstFinding([
    () => (statement.kind === "delete" && where !== undefined ? rangeDeletionRefusal(statement, where, reading) : undefined),
    () => (reading.table.compact ? emptyCompactClustering(prepared) : undefined),
    () => (reading.table.compact && statement.kind === "insert" ? compactValueMissing(statement, reading) : undefined),
  ]);
}

function rangeDeletionRefusal(statement: PreparedWrite["statement"] & { readonly kind: "delete" }, where: Where, reading: Reading): Finding {
  const { table } = reading;
  if (statement.deletions.length === 0 || table.clustering.length === 0) return undefined;
  const restricted = restrictedColumns(where.clustering);
  const regular = statement.deletions.find(({ column }) => table.byName.get(column.value)?.role === "regular");
  const ranged = restricted.length < table.clustering.length || hasShape(where.clustering, "range");
  if (regular === undefined || !ranged) return undefined;
  const empty = isEmptySlice(where.clustering.restrictions, reading);
  if (empty !== false) return empty === true ? undefined : { unjudged: "whether the clustering columns leave any row is not known" };
  const missing = table.clustering.filter((column) => !restricted.includes(column)).map(({ name }) => name);
  return violate("range-delete-of-columns", regular.range, { column: regular.column.value, table: table.name, missing }, { phase: "execute", related: definitionOf(table) });
}

/** W-INS-13: the only clustering value of a row in a compact table is not empty. */
function emptyCompactClustering({ where, json, reading }: PreparedWrite): Finding {
  const { table, scope } = reading;
  const [column] = table.clustering;
  if (column === undefined || table.clustering.length > 1) return undefined;
  const refuse = (range: Range): Finding => violate("empty-compact-clustering", range, { column: column.name, table: table.name }, { phase: "execute" });
  if (json !== undefined) return isEmptyJson(json.values.get(column.name), column) ? refuse(json.text.range) : undefined;
  const restriction = where?.clustering.restrictions[0];
  if (restriction === undefined || restriction.tuple || restriction.shape === "range") return undefined;
  const empty = restriction.relations.flatMap(valueTerms).find((term) => isEmptyTerm(term, column.type, scope));
  return empty === undefined ? undefined : refuse(empty.range);
}

/** W-INS-13: a row of a compact table is there only with its value. */
function compactValueMissing(insert: Insert, { table }: Reading): Finding {
  if (insert.json !== undefined || table.clustering.length === 0) return undefined;
  const value = table.columns.find(({ role }) => role === "regular");
  const written = insert.columns.some((name) => table.byName.get(name.value)?.role === "regular");
  return value === undefined || written ? undefined : violate("compact-value-missing", tableRange(insert), { column: value.name, table: table.name }, { phase: "execute" });
}

/** The operations of a write on its row: regular columns first, then static ones. */
function operationsRefusal({ statement, reading }: PreparedWrite, long: boolean): Finding {
  const { table } = reading;
  const steps: (readonly [Column, () => Finding])[] = [];
  const add = (name: { readonly value: string }, step: (column: Column) => Finding): void => {
    const column = table.byName.get(name.value);
    if (column !== undefined && (column.role === "regular" || column.role === "static")) steps.push([column, () => step(column)]);
  };
  if (statement.kind === "update") for (const assignment of statement.assignments) add(assignment.column, (column) => assignmentRefusal(assignment, column, reading, long));
  else if (statement.kind === "delete") for (const deletion of statement.deletions) add(deletion.column, (column) => listGuardrail(deletion, column, reading) ?? executeDeletion(deletion, column, reading) ?? sizeGuardrail(deletion, column, reading));
  else for (const [i, name] of statement.columns.entries()) add(name, (column) => valueRefusal(statement.values[i], column, reading, long));
  if (steps.length === 0) return undefined;
  const ordered = [...steps.filter(([{ role }]) => role === "regular"), ...steps.filter(([{ role }]) => role === "static")];
  return firstFinding(ordered.map(([, step]) => step));
}

function valueRefusal(value: Expression | undefined, column: Column, reading: Reading, long: boolean): Finding {
  if (value === undefined) return undefined;
  if (value.kind === "constant") return sizeGuardrail({ kind: "set", value }, column, reading) ?? (long ? indexedSize(value, column, reading) : undefined);
  if (value.kind === "tuple" && column.type.kind === "user" && dialectOf(reading).failsInside) {
    return violate("tuple-for-user-type", value.range, { column: column.name, type: formatType(column.type) }, { phase: "execute", errorClass: "server" });
  }
  return executeTerm(value, column.type, reading.scope) ?? sizeGuardrail({ kind: "set", value }, column, reading);
}

function assignmentRefusal(assignment: Assignment, column: Column, reading: Reading, long: boolean): Finding {
  if (assignment.kind === "set") return valueRefusal(assignment.value, column, reading, long);
  return listGuardrail(assignment, column, reading) ?? executeAssignment(assignment, column, reading) ?? sizeGuardrail(assignment, column, reading);
}
