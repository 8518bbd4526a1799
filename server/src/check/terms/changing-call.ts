import type { Expression } from "../../syntax/ast";

/** Calls that give another value each time they run. */
const CHANGING = new Set(["now", "uuid", "current_timeuuid", "current_timestamp", "current_date", "current_time", "currenttimeuuid", "currenttimestamp", "currentdate", "currenttime"]);

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
