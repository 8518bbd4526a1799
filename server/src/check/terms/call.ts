import { NEGATION_FUNCTION, OPERATOR_FUNCTIONS, castFunction } from "../../dialect/functions";
import type { Expression, QualifiedName } from "../../syntax/ast";
import type { CallSite } from "./function";

/** Expressions that the server runs as function calls. */
export type CallExpression = Extract<Expression, { kind: "call" | "binary" | "negate" | "cast" | "countStar" }>;

/** Whether the server runs the expression as a function call. */
export function isCall(expression: Expression): expression is CallExpression {
  const { kind } = expression;
  return kind === "call" || kind === "binary" || kind === "negate" || kind === "cast" || kind === "countStar";
}

/** The arguments of a call as written. */
export function operandsOf(call: CallExpression): readonly Expression[] {
  switch (call.kind) {
    case "call": return call.args;
    case "binary": return [call.left, call.right];
    case "negate": case "cast": return [call.operand];
    case "countStar": return [];
  }
}

/** A name that stands nowhere in the text: of the function behind an operator. */
function hidden(value: string): QualifiedName {
  const range = { start: 0, end: 0 };
  return { name: { value, quoted: true, range }, range };
}

/** The name by which the server looks the call up, and the operator that was written instead of it. */
export function nameOf(call: CallExpression): Pick<CallSite, "name" | "operator" | "cast"> {
  switch (call.kind) {
    case "call": return { name: call.name };
    case "binary": return { name: hidden(OPERATOR_FUNCTIONS[call.operator]), operator: call.operator };
    case "negate": return { name: hidden(NEGATION_FUNCTION), operator: "negation" };
    case "cast": {
      const target = call.type.kind === "native" ? call.type.name : "";
      return { name: hidden(castFunction(target)), cast: target };
    }
    case "countStar": return { name: hidden("countRows") };
  }
}

/** Whether a bind marker stands anywhere in the expression. */
export function hasMarker(expression: Expression): boolean {
  switch (expression.kind) {
    case "marker": return true;
    case "hint": case "field": case "writetime": return hasMarker(expression.operand);
    case "tuple": case "list": case "set": return expression.items.some(hasMarker);
    case "map": return expression.entries.some((entry) => hasMarker(entry.key) || hasMarker(entry.value));
    case "element": return hasMarker(expression.operand) || hasMarker(expression.key);
    case "slice": return [expression.operand, expression.from, expression.to].some((part) => part !== undefined && hasMarker(part));
    default: return isCall(expression) && operandsOf(expression).some(hasMarker);
  }
}

/** Whether the term is a constant throughout, so that the server makes its value while preparing: no calls, no markers. */
export function isTerminal(expression: Expression): boolean {
  switch (expression.kind) {
    case "constant": case "null": return true;
    case "hint": return isTerminal(expression.operand);
    case "tuple": case "list": case "set": return expression.items.every(isTerminal);
    case "map": return expression.entries.every((entry) => (entry.key.kind === "column" || isTerminal(entry.key)) && isTerminal(entry.value));
    default: return false;
  }
}

/** A depth beyond which an expression is not judged, so that no input can exhaust the stack. */
export const DEEPEST = 400;

/** Whether the expression nests deeper than is judged. Walks with a list of its own instead of recursion. */
export function tooDeep(expression: Expression): boolean {
  if (expression.kind === "constant" || expression.kind === "column" || expression.kind === "marker") return false;
  let level: readonly Expression[] = [expression];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
}

/** The expressions directly inside one. */
export function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "hint": case "field": case "writetime": return [expression.operand];
    case "tuple": case "list": case "set": return expression.items;
    case "map": return expression.entries.flatMap((entry) => [entry.key, entry.value]);
    case "element": return [expression.operand, expression.key];
    case "slice": return [expression.operand, ...(expression.from === undefined ? [] : [expression.from]), ...(expression.to === undefined ? [] : [expression.to])];
    default: return isCall(expression) ? operandsOf(expression) : [];
  }
}
