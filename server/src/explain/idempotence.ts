import type { Batch, Delete, Expression, Insert, Update } from "../syntax/ast";
import type { Table } from "../schema/model";

type Write = Insert | Update | Delete;

/** Calls that give another value each time they run. */
const CHANGING = new Set(["now", "uuid", "current_timeuuid", "current_timestamp", "current_date", "current_time", "currenttimeuuid", "currenttimestamp", "currentdate", "currenttime"]);

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

/** The first call inside an expression whose value changes from run to run. */
export function changingCall(expression: Expression): string | undefined {
  switch (expression.kind) {
    case "call": return CHANGING.has(expression.name.name.value) ? expression.name.name.value : firstOf(expression.args);
    case "cast":
    case "hint":
    case "negate": return changingCall(expression.operand);
    case "tuple":
    case "list":
    case "set": return firstOf(expression.items);
    case "map": return firstOf(expression.entries.flatMap((entry) => [entry.key, entry.value]));
    case "binary": return changingCall(expression.left) ?? changingCall(expression.right);
    default: return undefined;
  }
}

function firstOf(expressions: readonly Expression[]): string | undefined {
  for (const expression of expressions) {
    const found = changingCall(expression);
    if (found !== undefined) return found;
  }
  return undefined;
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
