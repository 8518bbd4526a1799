import type { Column } from "../../schema/model";
import type { Delete, Update } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import { unknownColumn } from "../names";
import type { Reading } from "../reading/reading";
import type { Where } from "../reading/where";
import { checkWriteWhere } from "../reading/write-where";
import { firstOf } from "../result";
import { definitionOf, violate } from "../violate";
import type { Finding } from "../violation";
import { isViolation } from "../violation";
import { checkAssignment } from "./assignments";
import { checkConditions } from "./conditions";
import { checkDeletion } from "./deletions";
import { dialectOf, isConditional, isStaticCompact, openWrite, tableRange } from "./prepared-write";
import type { PreparedWrite } from "./prepared-write";
import { checkUsing } from "./using";
import { constructionRefusal } from "./validate";

/** B3: prepares an UPDATE, up to its first refusal. */
export function prepareUpdate(update: Update, context: CheckContext): PreparedWrite | { readonly finding: Finding } {
  const conditional = isConditional(update);
  return prepareKeyed(update, context, (reading) => firstOf(update.assignments, (assignment) => {
    const column = writableColumn(assignment.column, "key-column-assigned", reading);
    return "role" in column ? checkAssignment(assignment, column, conditional, reading) : column;
  }));
}

/** B4: prepares a DELETE, up to its first refusal. */
export function prepareDelete(statement: Delete, context: CheckContext): PreparedWrite | { readonly finding: Finding } {
  const prepared = prepareKeyed(statement, context, (reading) => firstOf(statement.deletions, (deletion) => {
    const column = writableColumn(deletion.column, "key-column-deleted", reading);
    return "role" in column ? checkDeletion(deletion, column, reading) : column;
  }));
  if (!("statement" in prepared) || isViolation(prepared.finding) || prepared.where === undefined) return prepared;
  const refusal = conditionalKeyRefusal(statement, prepared.where, prepared.reading) ?? virtualRefusal(statement, prepared.reading);
  return refusal === undefined ? prepared : { ...prepared, finding: refusal };
}

function prepareKeyed(statement: Update | Delete, context: CheckContext, checkColumns: (reading: Reading) => Finding): PreparedWrite | { readonly finding: Finding } {
  const reading = openWrite(statement, context);
  if ("finding" in reading) return reading;
  const using = checkUsing(statement.using, reading);
  if (isViolation(using)) return { statement, reading, finding: using };
  const conditions = checkConditions(statement, reading);
  if (isViolation(conditions)) return { statement, reading, finding: conditions };
  const columns = checkColumns(reading);
  if (isViolation(columns)) return { statement, reading, finding: columns };
  const finding = using ?? conditions ?? columns;
  const { finding: ofWhere, where, access } = checkWriteWhere(statement, reading, { onlyStatic: touchesOnlyStatics(statement, reading) });
  const first = isViolation(ofWhere) ? ofWhere : constructionRefusal(statement, reading) ?? finding ?? ofWhere;
  return { statement, reading, finding: first, where, access };
}

/** W-UPD-1, W-UPD-2, W-DEL-1, W-DEL-2: a column that may be set or deleted. */
function writableColumn(name: Update["assignments"][number]["column"], code: string, reading: Reading): Column | NonNullable<Finding> {
  const { table } = reading;
  const column = table.byName.get(name.value);
  if (column === undefined) return unknownColumn(name, table);
  if (column.role !== "partition" && column.role !== "clustering") return column;
  return violate(code, name.range, { column: name.value, table: table.name, role: column.role }, { related: definitionOf(table, column) });
}

function rolesOf(names: readonly { readonly column: { readonly value: string } }[], reading: Reading): readonly (Column["role"] | undefined)[] {
  return names.map(({ column }) => reading.table.byName.get(column.value)?.role);
}

function writtenOf(statement: Update | Delete): Update["assignments"] | Delete["deletions"] {
  return statement.kind === "update" ? statement.assignments : statement.deletions;
}

/** W-UPD-33, W-CND-14: nothing but static columns is written and tested. A DELETE that names no column takes the whole row. */
function touchesOnlyStatics(statement: Update | Delete, reading: Reading): boolean {
  const { byName } = reading.table;
  const isStatic = ({ column }: { readonly column: { readonly value: string } }): boolean => byName.get(column.value)?.role === "static";
  const written = writtenOf(statement);
  return written.length > 0 && written.every(isStatic) && statement.conditions.every(isStatic);
}

/** W-DEL-15: 4.0 deletes nothing from virtual tables. */
function virtualRefusal(statement: Delete, reading: Reading): Finding {
  const { table } = reading;
  if (!table.virtual || !dialectOf(reading).refusesVirtualDeletes) return undefined;
  return violate("virtual-table-read-only", tableRange(statement), { table: table.name, statement: "DELETE" });
}

/** W-DEL-12: a conditional DELETE names one row, unless it touches static columns only. */
function conditionalKeyRefusal(statement: Delete, where: Where, reading: Reading): Finding {
  const { table } = reading;
  if (!isConditional(statement)) return undefined;
  const pinned = [...where.partition.restrictions, ...where.clustering.restrictions].filter(({ shape }) => shape !== "range").flatMap(({ columns }) => columns);
  const missing = [...table.partitionKey, ...table.clustering].filter((column) => !pinned.includes(column));
  if (missing.length === 0 && !(isStaticCompact(table) && statement.deletions.length === 0)) return undefined;
  const regular = statement.deletions.length === 0 || rolesOf(statement.deletions, reading).includes("regular") || rolesOf(statement.conditions, reading).includes("regular");
  if (!regular && !table.virtual) return undefined;
  const data = { table: table.name, missing: missing.map(({ name }) => name) };
  return violate("conditional-delete-key-incomplete", statement.whereRange ?? statement.head, data, { related: definitionOf(table, ...missing) });
}
