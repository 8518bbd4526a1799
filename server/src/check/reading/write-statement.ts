import type { Delete, Insert, Name, Update } from "../../syntax/ast";
import type { Column } from "../../schema/model";
import type { CheckContext } from "../judgement";
import { isTable, lookUpTable, unknownColumn } from "../names";
import type { CheckResult } from "../result";
import { firstFinding } from "../result";
import type { Finding } from "../violation";
import { isViolation } from "../violation";
import { furtherInWhere } from "./further";
import type { Reading } from "./reading";
import { readingOf } from "./reading";
import { checkWriteWhere, executeWriteWhere, missingClustering, missingPartitionKey } from "./write-where";

/** What is written is another area's business: here a write is refused for its names and keys, and otherwise left open. */
const OPEN: Finding = { unjudged: "what the statement writes is not judged yet" };

/** UPDATE: names, then WHERE (reading.md section 17). */
export function checkUpdate(update: Update, context: CheckContext): Finding | CheckResult {
  return checkKeyedWrite(update, update.assignments.map(({ column }) => column), context);
}

/** DELETE: names, then WHERE (reading.md section 17). */
export function checkDelete(statement: Delete, context: CheckContext): Finding | CheckResult {
  return checkKeyedWrite(statement, statement.deletions.map(({ column }) => column), context);
}

function checkKeyedWrite(statement: Update | Delete, written: readonly Name[], context: CheckContext): Finding | CheckResult {
  const reading = readTable(statement, context);
  if ("finding" in reading) return reading;
  const touched = [...written, ...statement.conditions.map(({ column }) => column)];
  const unknown = unknownNames(touched, reading);
  if (unknown !== undefined) return unknown;
  // A DELETE that names no column takes the whole row, whatever IF tests.
  const columns = touched.flatMap((name) => reading.table.byName.get(name.value) ?? []);
  const { finding, where, access } = checkWriteWhere(statement, reading, { onlyStatic: written.length > 0 && columns.every(({ role }) => role === "static") });
  if (isViolation(finding)) return { finding, further: furtherInWhere(statement, finding, reading) };
  const executed = where === undefined || statement.markers.length > 0 ? undefined : executeWriteWhere(where, reading);
  const result = { finding: isViolation(executed) ? executed : finding ?? OPEN };
  return access === undefined ? result : { ...result, access };
}

/** INSERT: names, then the key columns of its list. */
export function checkInsert(insert: Insert, context: CheckContext): Finding | CheckResult {
  const reading = readTable(insert, context);
  if ("finding" in reading) return reading;
  if (insert.json !== undefined) return OPEN;
  const columns: Column[] = insert.columns.flatMap((name) => reading.table.byName.get(name.value) ?? []);
  const written = columns.filter(({ role }) => role !== "partition");
  const onlyStatic = written.length > 0 && written.every(({ role }) => role === "static");
  const range = insert.table?.range ?? insert.head;
  return firstFinding([
    () => unknownNames(insert.columns, reading),
    () => missingPartitionKey(reading.table, columns, range),
    () => (onlyStatic ? undefined : missingClustering(reading.table, columns, range)),
    () => OPEN,
  ]);
}

function readTable(statement: Update | Delete | Insert, context: CheckContext): Reading | { readonly finding: Finding } {
  if (statement.table === undefined) return { finding: { unjudged: "the table is not named" } };
  const table = lookUpTable(statement.table, context);
  return isTable(table) ? readingOf(table, context) : { finding: table };
}

function unknownNames(names: readonly Name[], reading: Reading): Finding {
  const unknown = names.find((name) => !reading.table.byName.has(name.value));
  return unknown === undefined ? undefined : unknownColumn(unknown, reading.table);
}
