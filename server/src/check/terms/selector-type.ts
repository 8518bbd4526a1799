import { userType } from "../../schema/find";
import { freeze, isMultiCell } from "../../schema/types";
import type { CqlType } from "../../schema/type";
import type { Expression } from "../../syntax/ast";
import type { Argument } from "./argument";
import { isCall } from "./call";
import type { Fit } from "./compatible";
import { hintFit, typeFit } from "./compatible";
import { preferredType } from "./constant";
import { elementsFit, entriesFit, fieldsFit, fitTerm, hasFieldNames, hasVectors, literalType, tupleFit } from "./fit";
import type { FitOf } from "./fit";
import { hintType, isType } from "./hint-type";
import { NATIVE } from "./native";
import type { SelectorContext } from "./selector-context";
import { isLegacyToJson } from "./selector-context";
import { violate } from "../violate";

const UNKNOWN: CqlType = { kind: "unknown", text: "" };

/** The type of WRITETIME and its kin over a column (R-SEL-10): a list over columns that are stored in several cells. */
export function writetimeType(name: "writetime" | "ttl" | "maxwritetime", operand: CqlType): CqlType {
  const single = name === "ttl" ? NATIVE.int : NATIVE.bigint;
  return name !== "maxwritetime" && isMultiCell(operand) ? { kind: "list", element: single, frozen: true } : single;
}

/** What an element of a collection is: a map's value, a set's member; undefined for other types. */
export function elementType(type: CqlType): CqlType | undefined {
  if (type.kind === "map") return type.value;
  return type.kind === "set" || type.kind === "list" ? type.element : undefined;
}

/** The type of a field of a user type; undefined where there is none. */
export function fieldType(type: CqlType, field: string, context: SelectorContext): CqlType | undefined {
  const definition = userType(context.scope.schema, type);
  if (type.kind === "unknown" || (type.kind === "user" && (definition === undefined || definition.doubt !== undefined))) return UNKNOWN;
  return definition?.fields.find(({ name }) => name === field)?.type;
}

/**
 * The type that a selector has by itself. `exact`: literals have none; otherwise literals have their preferred type (R-FN-12).
 * Undefined where only the context can tell. Calls must have been resolved.
 */
export function ownType(expression: Expression, context: SelectorContext, exact: boolean): CqlType | undefined {
  const { scope } = context;
  const own = (part: Expression): CqlType | undefined => ownType(part, context, exact);
  switch (expression.kind) {
    case "constant": return exact ? undefined : preferredType(expression, scope.target);
    case "column": return scope.table?.byName.get(expression.name.value)?.type;
    case "hint": {
      const type = hintType(expression.type, scope);
      return isType(type) ? freeze(type) : UNKNOWN;
    }
    case "cast": return expression.type.kind === "native" ? castTarget(expression.type.name) : UNKNOWN;
    case "list": case "set": {
      if (!exact) return literalType(expression, own);
      const element = first(expression.items, own);
      return element === undefined ? undefined : { kind: expression.kind, element, frozen: true };
    }
    case "tuple": return literalType(expression, own);
    case "writetime": {
      const operand = own(expression.operand);
      return operand === undefined ? undefined : writetimeType(expression.name, operand);
    }
    case "field": {
      const operand = own(expression.operand);
      return operand === undefined ? undefined : fieldType(operand, expression.field.value, context);
    }
    case "element": {
      const operand = own(expression.operand);
      return operand === undefined ? undefined : elementType(operand);
    }
    case "slice": return own(expression.operand);
    case "countStar": return NATIVE.bigint;
    default:
      if (!isCall(expression)) return undefined;
      return isLegacyToJson(expression, scope) ? NATIVE.text : context.functions.get(expression)?.returns;
  }
}

function castTarget(name: string): CqlType {
  return name === "varchar" ? NATIVE.text : NATIVE[name as keyof typeof NATIVE];
}

function first(items: readonly Expression[], typeOf: (item: Expression) => CqlType | undefined): CqlType | undefined {
  for (const item of items) {
    const type = typeOf(item);
    if (type !== undefined) return type;
  }
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
      return type === undefined ? "not" : typeFit(type, receiver);
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
    return context.trap === undefined ? fieldsFit(expression.entries, receiver, context.scope, fitOf) : "not";
  }
  if (receiver.kind === "map") return entriesFit(expression.entries, receiver, fitOf);
  context.trap ??= violate("literal-kind-mismatch", expression.range, { literal: hasFieldNames(expression.entries) ? "user type" : "map" }, { errorClass: "server" });
  return "not";
}

/** A selector as an argument of overload resolution. */
export function selectorArgument(expression: Expression, context: SelectorContext): Argument {
  return { expression, fit: (parameter) => fitSelector(expression, parameter, context), typeIfKnown: () => ownType(expression, context, false) };
}
