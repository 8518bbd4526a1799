import { userType } from "../../schema/find";
import { freeze, isMultiCell } from "../../schema/types";
import type { CqlType } from "../../schema/type";
import type { Expression } from "../../syntax/ast";
import { isCall } from "./call";
import { preferredType } from "./constant";
import { literalType } from "./fit";
import { hintType, isType } from "./hint-type";
import { NATIVE } from "./native";
import type { SelectorContext } from "./selector-context";
import { isLegacyToJson } from "./selector-context";

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
