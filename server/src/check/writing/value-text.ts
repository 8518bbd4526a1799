import { userType } from "../../schema/find";
import type { CqlType } from "../../schema/type";
import type { Expression } from "../../syntax/ast";
import { constantKey } from "../terms/execute";
import type { TermScope } from "../terms/scope";

/**
 * A text that is equal for two terms if and only if they are the same value of the type, literals of collections and tuples included;
 * undefined where the value is not known.
 */
export function valueText(term: Expression, type: CqlType, scope: TermScope): string | undefined {
  if (type.kind === "native" || term.kind === "constant" || term.kind === "null") return constantKey(term, type, scope);
  switch (term.kind) {
    case "hint": return valueText(term.operand, type, scope);
    case "list": return type.kind === "list" || type.kind === "vector" ? joined(term.items.map((item) => valueText(item, type.element, scope))) : undefined;
    case "set":
      if (type.kind === "map" && term.items.length === 0) return "[]";
      return type.kind === "set" ? joined(term.items.map((item) => valueText(item, type.element, scope)), "sorted") : undefined;
    case "map": return type.kind === "map" ? mapText(term.entries, type, scope) : undefined;
    case "tuple": return tupleText(term.items, type, scope);
    default: return undefined;
  }
}

function joined(parts: readonly (string | undefined)[], order: "written" | "sorted" = "written"): string | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  return JSON.stringify(order === "sorted" ? [...new Set(known)].sort() : known);
}

/** Of a repeated key the last value counts. */
function mapText(entries: Extract<Expression, { kind: "map" }>["entries"], type: Extract<CqlType, { kind: "map" }>, scope: TermScope): string | undefined {
  const values = new Map<string, string>();
  for (const { key, value } of entries) {
    const keyText = valueText(key, type.key, scope);
    const text = valueText(value, type.value, scope);
    if (keyText === undefined || text === undefined) return undefined;
    values.set(keyText, text);
  }
  return JSON.stringify([...values].map((entry) => JSON.stringify(entry)).sort());
}

function tupleText(items: readonly Expression[], type: CqlType, scope: TermScope): string | undefined {
  const types = type.kind === "tuple" ? type.items : userType(scope.schema, type)?.fields.map((field) => field.type);
  return types === undefined || types.length !== items.length ? undefined : joined(items.map((item, i) => valueText(item, types[i] ?? type, scope)));
}
