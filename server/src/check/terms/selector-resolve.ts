import { INEXACT_WHEN_DESCENDING } from "../../dialect/functions";
import { userType } from "../../schema/find";
import type { CqlType } from "../../schema/type";
import type { Expression } from "../../syntax/ast";
import type { Argument } from "./argument";
import { unknownColumn } from "../names";
import { firstOf } from "../result";
import type { Finding } from "../violation";
import type { CallExpression } from "./call";
import { childrenOf, nameOf, operandsOf } from "./call";
import type { Fit } from "./compatible";
import { hintFit, typeFit } from "./compatible";
import { elementsFit, entriesFit, fieldsFit, fitTerm, hasFieldNames, hasVectors, tupleFit } from "./fit";
import type { FitOf } from "./fit";
import { isCandidate, resolveCall } from "./function";
import { hintType, isType } from "./hint-type";
import type { SelectorContext } from "./selector-context";
import { isLegacyToJson } from "./selector-context";
import { ownType } from "./selector-type";
import { violate } from "../violate";

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
  const { name, operator, cast } = nameOf(rows ? { kind: "countStar", range: call.range } : call);
  const found = resolveCall({ name, operator, cast, args, range: call.range }, scope);
  if (context.trap !== undefined) {
    const { trap } = context;
    context.trap = undefined;
    return trap;
  }
  if (!isCandidate(found)) return found;
  context.functions.set(call, rows ? { ...found, parameters: [] } : found);
  return undefined;
}

/** How a selector suits a parameter or hint; a refusal met on the way is left in the context's trap. */
export function fitSelector(expression: Expression, receiver: CqlType, context: SelectorContext): Fit {
  const { scope } = context;
  const fitOf: FitOf = (part, type) => fitSelector(part, type, context);
  switch (expression.kind) {
    case "constant": case "null": case "marker": case "template": case "missing": return fitTerm(expression, receiver, scope);
    case "list":
      // R-LIT-36: 5.0 does not expect anything but a list or a vector here.
      if (hasVectors(scope) && receiver.kind !== "list" && receiver.kind !== "vector" && receiver.kind !== "unknown") {
        context.trap ??= violate("literal-kind-mismatch", expression.range, { literal: "list" }, { errorClass: "server" });
        return "not";
      }
      return elementsFit(expression, receiver, scope, fitOf);
    case "set": return elementsFit(expression, receiver, scope, fitOf);
    case "map": return mapFit(expression, receiver, context, fitOf);
    case "tuple": {
      const [only] = expression.items;
      if (only !== undefined && expression.items.length === 1 && receiver.kind !== "tuple") return fitOf(only, receiver);
      if (receiver.kind === "tuple") return tupleFit(expression.items, receiver.items, fitOf);
      if (receiver.kind !== "user") return receiver.kind === "unknown" || receiver.kind === "custom" ? "unknown" : "not";
      const definition = userType(scope.schema, receiver);
      return definition === undefined || definition.doubt !== undefined ? "unknown" : tupleFit(expression.items, definition.fields.map((field) => field.type), fitOf);
    }
    case "hint": {
      const type = ownType(expression, context, true);
      return type === undefined ? "not" : hintFit(type, receiver);
    }
    default: {
      const type = ownType(expression, context, !hasVectors(scope));
      if (type === undefined) return "not";
      const fit = typeFit(type, receiver);
      return fit === "exact" && type.kind === "native" && type.descending === true && INEXACT_WHEN_DESCENDING[scope.target]?.includes(type.name) === true ? "weak" : fit;
    }
  }
}

/** R-SEL-18, R-LIT-35: `{k: v}` is a user type's value where one is expected, else a map's; keys that are names are columns then. */
function mapFit(expression: Extract<Expression, { kind: "map" }>, receiver: CqlType, context: SelectorContext, fitOf: FitOf): Fit {
  if (receiver.kind === "unknown" || receiver.kind === "custom") return "unknown";
  if (receiver.kind === "user") {
    const definition = userType(context.scope.schema, receiver);
    if (definition === undefined || definition.doubt !== undefined) return "unknown";
    for (const { key } of expression.entries) {
      if (key.kind !== "column") context.trap ??= violate("literal-kind-mismatch", key.range, { literal: "map", type: definition.name });
      else if (!definition.fields.some(({ name }) => name === key.name.value)) context.trap ??= violate("unknown-field", key.range, { field: key.name.value, type: definition.name, fields: definition.fields.map((field) => field.name) });
    }
    const finding = firstOf(expression.entries.map((entry) => entry.value), (value) => resolveSelector(value, context));
    if (finding !== undefined && "unjudged" in finding) return "unknown";
    context.trap ??= finding;
    return context.trap === undefined ? fieldsFit(expression.entries, receiver, context.scope, fitOf) : "not";
  }
  if (receiver.kind === "map") {
    const finding = firstOf(childrenOf(expression), (part) => resolveSelector(part, context));
    if (finding === undefined) return entriesFit(expression.entries, receiver, fitOf);
    if ("unjudged" in finding) return "unknown";
    context.trap ??= finding;
    return "not";
  }
  context.trap ??= violate("literal-kind-mismatch", expression.range, { literal: hasFieldNames(expression.entries) ? "user type" : "map" }, { errorClass: "server" });
  return "not";
}

/** A selector as an argument of overload resolution. */
export function selectorArgument(expression: Expression, context: SelectorContext): Argument {
  return { expression, fit: (parameter) => fitSelector(expression, parameter, context), typeIfKnown: () => ownType(expression, context, false) };
}
