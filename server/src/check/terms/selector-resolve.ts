import type { Expression } from "../../syntax/ast";
import { unknownColumn } from "../names";
import type { Finding } from "../violation";
import type { CallExpression } from "./call";
import { nameOf, operandsOf } from "./call";
import { isCandidate, resolveCall } from "./function";
import { hintType, isType } from "./hint-type";
import type { SelectorContext } from "./selector-context";
import { isLegacyToJson } from "./selector-context";
import { selectorArgument } from "./selector-type";
import { violate } from "../violate";

/** The first finding of a list of expressions, in text order; what cannot be judged does not end the search. */
export function firstOf(expressions: readonly Expression[], find: (expression: Expression) => Finding): Finding {
  let unjudged: Finding;
  for (const expression of expressions) {
    const finding = find(expression);
    if (finding !== undefined && "code" in finding) return finding;
    unjudged ??= finding;
  }
  return unjudged;
}

/**
 * Names and functions of one selector (reading.md section 1, step 3): columns must exist, each call must mean one function.
 * Map and UDT literals are left for the second pass, as is what stands in the brackets of `m[k]`.
 */
export function resolveSelector(expression: Expression, context: SelectorContext): Finding {
  const resolve = (part: Expression): Finding => resolveSelector(part, context);
  switch (expression.kind) {
    case "column": {
      const { table } = context.scope;
      if (table === undefined) return { unjudged: "the table is not known" };
      return table.byName.has(expression.name.value) ? undefined : unknownColumn(expression.name, table);
    }
    case "call": case "binary": case "negate": return firstOf(operandsOf(expression), resolve) ?? resolveFunction(expression, context);
    case "cast": return resolve(expression.operand);
    case "hint": return resolve(expression.operand) ?? hintFinding(expression, context);
    case "tuple": case "list": case "set": return firstOf(expression.items, resolve);
    case "writetime": return resolve(expression.operand) ?? writetimeFinding(expression, context);
    case "field": case "element": case "slice": return resolve(expression.operand);
    case "template": return { unjudged: "a template stands for a selector" };
    case "missing": return { unjudged: "the selector is not complete" };
    default: return undefined;
  }
}

function hintFinding(expression: Extract<Expression, { kind: "hint" }>, context: SelectorContext): Finding {
  const type = hintType(expression.type, context.scope);
  return isType(type) ? undefined : type;
}

/** R-SEL-11: before 5.0 MAXWRITETIME is read as a function that nobody defines. */
function writetimeFinding({ name, operand, range }: Extract<Expression, { kind: "writetime" }>, { scope }: SelectorContext): Finding {
  if (name !== "maxwritetime" || scope.target === "cassandra-5.0") return undefined;
  return violate("unknown-function", { start: range.start, end: Math.min(range.start + name.length, operand.range.start) }, { function: name, target: scope.target, known: ["cassandra-5.0"], instead: "writetime" });
}

/** Whether a call is COUNT of one constant, which counts rows whatever the constant (R-FN-60). */
function countsRows(call: CallExpression): boolean {
  if (call.kind !== "call" || call.name.name.value !== "count" || call.args.length !== 1) return false;
  return call.args[0]?.kind === "constant" && (call.name.keyspace === undefined || call.name.keyspace.value === "system");
}

function resolveFunction(call: CallExpression, context: SelectorContext): Finding {
  const { scope } = context;
  if (isLegacyToJson(call, scope)) {
    return operandsOf(call).length === 1 ? undefined : violate("wrong-argument-count", call.range, { function: "toJson", expected: 1, found: operandsOf(call).length });
  }
  const rows = countsRows(call);
  const args = rows ? [] : operandsOf(call).map((operand) => selectorArgument(operand, context));
  const site = rows ? nameOf({ kind: "countStar", range: call.range }) : nameOf(call);
  const found = resolveCall({ ...site, args, range: call.range }, scope);
  if (context.trap !== undefined) {
    const { trap } = context;
    context.trap = undefined;
    return trap;
  }
  if (!isCandidate(found)) return found;
  context.functions.set(call, rows ? { ...found, parameters: [] } : found);
  return undefined;
}

