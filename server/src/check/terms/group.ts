import type { Expression } from "../../syntax/ast";
import { displayName, nativeFunctions } from "../../dialect/functions";
import { violate } from "../violate";
import type { Finding } from "../violation";
import type { CallExpression } from "./call";
import { nameOf, operandsOf, tooDeep } from "./call";
import type { TermScope } from "./scope";
import { isLegacyToJson, selectorContext } from "./selector-context";
import { resolveSelector } from "./selector-resolve";
import { columnsRead, isAggregate, typeSelector } from "./selector";

/** What the server takes for a function among the items of GROUP BY: calls and operators. */
function isFunction(expression: Expression, scope: TermScope): expression is CallExpression {
  const { kind } = expression;
  if (kind !== "call" && kind !== "binary" && kind !== "negate" && kind !== "countStar") return false;
  return !(isLegacyToJson(expression, scope) && scope.target === "cassandra-4.1");
}

/** A GROUP BY item that is no plain column: the clustering column that it reads, or why it is refused (R-GRP-5, R-GRP-8). */
export function groupFunction(expression: Expression, scope: TermScope): { readonly column: string } | { readonly finding: Finding } {
  if (tooDeep(expression)) return { finding: { unjudged: "an item of GROUP BY nests too deep" } };
  const unresolved = resolveSelector(expression, selectorContext(scope));
  if (unresolved !== undefined) return { finding: unresolved };
  if (!isFunction(expression, scope)) return { finding: violate("group-by-bad-item", expression.range, {}, { errorClass: "server" }) };
  if (isAggregate(expression, scope)) return { finding: violate("group-function-is-aggregate", expression.range, { function: shownName(expression) }) };
  const typing = typeSelector(expression, scope);
  if (!("type" in typing)) return { finding: typing };
  const columns = [...new Set(columnsRead(expression))];
  const [column] = columns;
  if (column === undefined) return { finding: violate("group-function-without-column", expression.range, {}) };
  if (columns.length > 1) return { finding: violate("group-function-many-columns", expression.range, { columns }) };
  if (scope.table?.byName.get(column)?.role !== "clustering") return { finding: violate("group-function-not-clustering", expression.range, { column }) };
  return { column };
}

function shownName(call: CallExpression): string {
  return call.kind === "countStar" ? "count" : displayName(nameOf(call).name.name.value);
}

/** R-GRP-7: what only execution refuses about a function of GROUP BY: all calls must keep the order of the column, all else be constant. */
export function executeGroupFunction(expression: Expression, scope: TermScope): Finding {
  return isMonotonic(expression, scope) ? undefined : violate("group-function-not-monotonic", expression.range, {}, { phase: "execute" });
}

function isMonotonic(expression: Expression, scope: TermScope): boolean {
  if (expression.kind === "column") return true;
  if (expression.kind !== "call") return false;
  const native = expression.name.keyspace === undefined || expression.name.keyspace.value === "system" ? nativeFunctions(scope.target).get(expression.name.name.value) : undefined;
  if (native?.monotonic !== true) return false;
  const [value, ...others] = operandsOf(expression);
  return value !== undefined && isMonotonic(value, scope) && others.every((other) => other.kind === "constant" || other.kind === "marker" || other.kind === "null" || other.kind === "hint");
}
