import { elementType } from "./selector-type";
import type { CqlType } from "../../schema/type";
import type { Expression } from "../../syntax/ast";
import { violate } from "../violate";
import type { Finding } from "../violation";
import type { CallExpression } from "./call";
import { childrenOf, isCall, operandsOf, tooDeep } from "./call";
import { evaluate, runCall } from "./evaluate";
import { executeTerm, isNullTerm } from "./execute";
import { integerBytes } from "./literals/bytes";
import type { TermScope } from "./scope";
import type { SelectorContext } from "./selector-context";
import { isLegacyToJson, selectorContext } from "./selector-context";
import { isAggregate, typeSelector } from "./selector";
import type { Value } from "./value";
import { NULL_VALUE, OPAQUE, known, untold } from "./value";

/**
 * What executing the selectors on a table without rows refuses: what stands in brackets is evaluated all the same, functions only
 * where an aggregate without GROUP BY makes a row of nulls.
 */
export function executeSelectors(expressions: readonly Expression[], scope: TermScope, options: { readonly grouped: boolean }): Finding {
  const context = selectorContext(scope);
  let unjudged: Finding;
  const keep = (finding: Finding): Finding => {
    if (finding !== undefined && "code" in finding) return finding;
    unjudged ??= finding;
    return undefined;
  };
  const makesRow = !options.grouped && expressions.some((expression) => isAggregate(expression, scope));
  for (const expression of expressions) {
    if (expression.kind === "column" || tooDeep(expression)) continue;
    const refusal = keep(executeSubscripts(expression, context));
    if (refusal !== undefined) return refusal;
  }
  if (!makesRow) return unjudged;
  for (const expression of expressions) {
    if (expression.kind === "column" || tooDeep(expression)) continue;
    const value = valueOf(expression, undefined, context);
    const refusal = keep(value.kind === "fault" ? value.violation : value.kind === "unjudged" ? value.unjudged : undefined);
    if (refusal !== undefined) return refusal;
  }
  return unjudged;
}

/** Elements and slices anywhere in an expression (R-SEL-8). */
function executeSubscripts(expression: Expression, context: SelectorContext): Finding {
  let unjudged: Finding;
  for (const part of [...childrenOf(expression), ...(expression.kind === "element" || expression.kind === "slice" ? [expression] : [])]) {
    const finding = part === expression ? executeSubscript(part, context) : executeSubscripts(part, context);
    if (finding !== undefined && "code" in finding) return finding;
    unjudged ??= finding;
  }
  return unjudged;
}

function executeSubscript(expression: Expression, context: SelectorContext): Finding {
  const { scope } = context;
  if (expression.kind !== "element" && expression.kind !== "slice") return undefined;
  const typing = typeSelector(expression.operand, scope);
  const key = "type" in typing ? keyType(typing.type) : undefined;
  if (key === undefined) return undefined;
  for (const bound of expression.kind === "element" ? [expression.key] : [expression.from, expression.to]) {
    if (bound === undefined) continue;
    if (isNullTerm(bound, key, scope)) return violate("null-subscript", bound.range, {}, { phase: "execute" });
    const finding = executeTerm(bound, key, scope);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

function keyType(type: CqlType): CqlType | undefined {
  return type.kind === "map" ? type.key : elementType(type);
}

/** What a selector is in the one row that an aggregate makes of no rows: columns are null, counts and sums zero. */
function valueOf(expression: Expression, wanted: CqlType | undefined, context: SelectorContext): Value {
  const { scope } = context;
  switch (expression.kind) {
    case "constant": case "null": return wanted === undefined ? OPAQUE : evaluate(expression, wanted, scope);
    case "column": case "writetime": return NULL_VALUE;
    case "countStar": return known(integerBytes(0n, 8));
    case "hint": return valueOf(expression.operand, wanted, context);
    case "field": case "element": case "slice": return nullOrOpaque(valueOf(expression.operand, undefined, context));
    case "cast": return nullOrOpaque(valueOf(expression.operand, undefined, context));
    case "tuple": case "list": case "set": return partsOf(expression.items, context);
    case "map": return partsOf(expression.entries.flatMap((entry) => (entry.key.kind === "column" ? [entry.value] : [entry.key, entry.value])), context);
    default: return isCall(expression) ? callValue(expression, context) : untold("a selector is not known");
  }
}

/** The result of something that gives null for null and never fails. */
function nullOrOpaque(value: Value): Value {
  return value.kind === "bytes" ? OPAQUE : value;
}

function partsOf(items: readonly Expression[], context: SelectorContext): Value {
  let stop: Value | undefined;
  for (const item of items) {
    const value = valueOf(item, undefined, context);
    if (value.kind === "fault") return value;
    if (value.kind === "unjudged") stop ??= value;
  }
  return stop ?? OPAQUE;
}

function callValue(call: CallExpression, context: SelectorContext): Value {
  if (isLegacyToJson(call, context.scope)) return partsOf(operandsOf(call), context);
  const found = context.functions.get(call);
  if (found === undefined) return untold("a function is not known");
  if (found.aggregate) {
    if (found.user !== undefined) return found.user.finalFunction === undefined ? OPAQUE : untold(`what aggregate ${found.user.name} gives without rows is not known`);
    if (found.name.startsWith("count")) return known(integerBytes(0n, 8));
    return found.name === "sum" || found.name === "avg" ? evaluate({ kind: "constant", type: "integer", value: "0", range: call.range }, found.returns, context.scope) : NULL_VALUE;
  }
  return runCall(call, found, (operand, type) => valueOf(operand, type, context), context.scope);
}

