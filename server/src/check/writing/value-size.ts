import { userType } from "../../schema/find";
import type { CqlType } from "../../schema/type";
import type { Expression } from "../../syntax/ast";
import { constantKey } from "../terms/execute";
import type { TermScope } from "../terms/scope";

/** Collections, tuples and user types are stored with four bytes of length before each part; collections with as many of their count. */
const LENGTH = 4;
/** Types whose values in a vector stand without lengths, by their bytes. */
const FIXED: Readonly<Record<string, number>> = { boolean: 1, int: 4, float: 4, bigint: 8, double: 8, timestamp: 8, uuid: 16, timeuuid: 16 };

/** The bytes of a value as one cell stores it; undefined where they are not known, and for null. The term was found good for the type. */
export function valueSize(term: Expression, type: CqlType, scope: TermScope): number | undefined {
  if (term.kind === "null") return undefined;
  if (term.kind === "hint") return valueSize(term.operand, type, scope);
  switch (type.kind) {
    case "list": case "set": case "map": {
      const cells = cellsOf(term, type, scope);
      return cells === undefined ? undefined : total(cells.flatMap(({ path, value }) => (type.kind === "map" ? [path, value] : [type.kind === "set" ? path : value])), LENGTH);
    }
    case "vector": {
      const each = type.element.kind === "native" ? FIXED[type.element.name] : undefined;
      return term.kind === "list" && each !== undefined ? each * type.dimension : undefined;
    }
    case "tuple": return term.kind === "tuple" ? parts(type.items.map((item, i) => [term.items[i], item]), scope) : undefined;
    case "user": {
      const fields = userType(scope.schema, type)?.fields;
      if (term.kind !== "map" || fields === undefined) return undefined;
      const values = fieldValues(term);
      return parts(fields.map((field) => [values.get(field.name), field.type]), scope);
    }
    default: return constantKey(term, type, scope)?.length;
  }
}

/** The values that a literal of a user type gives its fields. */
export function fieldValues(literal: Extract<Expression, { readonly kind: "map" }>): ReadonlyMap<string, Expression> {
  return new Map(literal.entries.flatMap(({ key, value }) => (key.kind === "column" ? [[key.name.value, value] as const] : [])));
}

/** Parts that may be null or missing, each behind its length. */
function parts(all: readonly (readonly [Expression | undefined, CqlType])[], scope: TermScope): number | undefined {
  return total(all.map(([term, type]) => (term === undefined || term.kind === "null" ? 0 : valueSize(term, type, scope))), 0);
}

function total(sizes: readonly (number | undefined)[], start: number): number | undefined {
  let sum = start;
  for (const size of sizes) {
    if (size === undefined) return undefined;
    sum += LENGTH + size;
  }
  return sum;
}

/** One cell of a collection: the bytes of its path (a map's key, a set's element, the time of a list's entry) and of its value, where known. */
export interface CellSize {
  readonly path: number | undefined;
  readonly value: number | undefined;
}

const LIST_PATH = 16;

/** The cells of a literal of a list, set or map, where it is one: equal elements of a set, and equal keys, make one cell. */
export function cellsOf(term: Expression, type: Extract<CqlType, { readonly kind: "list" | "set" | "map" }>, scope: TermScope): readonly CellSize[] | undefined {
  if (term.kind === "list") return type.kind === "list" ? term.items.map((item) => ({ path: LIST_PATH, value: valueSize(item, type.element, scope) })) : undefined;
  const cells = new Map<unknown, CellSize>();
  if (term.kind === "set") {
    if (type.kind !== "set") return term.items.length === 0 ? [] : undefined;
    for (const item of term.items) cells.set(constantKey(item, type.element, scope) ?? item, { path: valueSize(item, type.element, scope), value: 0 });
  } else if (term.kind === "map" && type.kind === "map") {
    for (const { key, value } of term.entries) cells.set(constantKey(key, type.key, scope) ?? key, { path: valueSize(key, type.key, scope), value: valueSize(value, type.value, scope) });
  } else return undefined;
  return [...cells.values()];
}
