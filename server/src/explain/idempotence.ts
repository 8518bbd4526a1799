import { changingCall } from "../check/terms/changing-call";
import type { Batch, Delete, Expression, Insert, Update } from "../syntax/ast";
import type { Table } from "../schema/model";

type Write = Insert | Update | Delete;

/** Why running the write twice is not the same as running it once (modelling guide M34); undefined where it is the same. */
export function repetitionHazard(write: Write | Batch, table: Table | undefined): string | undefined {
  if (write.kind === "batch") return write.type === "counter" ? "counters are added to again by a retry" : undefined;
  if (isConditional(write)) return "a condition (IF) may fail on a retry although the first try was applied";
  const call = values(write).map(changingCall).find((name) => name !== undefined);
  if (call !== undefined) return `${call}() gives another value on each try`;
  if (table?.isCounter === true && write.kind === "update") return `${table.name} counts, and a retry counts again`;
  return write.kind === "update" ? listHazard(write, table) : write.kind === "delete" ? deletionHazard(write, table) : undefined;
}

function isConditional(write: Write): boolean {
  return write.kind === "insert" ? write.ifNotExists !== undefined : write.ifExists !== undefined || write.conditions.length > 0;
}

function values(write: Write): readonly Expression[] {
  if (write.kind === "insert") return write.values;
  return write.kind === "update" ? write.assignments.map((assignment) => assignment.value) : [];
}

function isList(table: Table | undefined, name: string): boolean {
  return table?.byName.get(name)?.type.kind === "list";
}

function listHazard(update: Update, table: Table | undefined): string | undefined {
  const grown = update.assignments.find((assignment) => (
    (assignment.kind === "append" || assignment.kind === "prepend" || assignment.kind === "add") && isList(table, assignment.column.value)
    && !("operator" in assignment && assignment.operator.startsWith("-"))
  ));
  return grown === undefined ? undefined : `a retry adds to the list ${grown.column.value} once more`;
}

function deletionHazard(write: Delete, table: Table | undefined): string | undefined {
  const element = write.deletions.find((deletion) => deletion.kind === "element" && isList(table, deletion.column.value));
  return element === undefined ? undefined : `a retry deletes what has moved to that place of the list ${element.column.value}`;
}
