import { foreignTypeName } from "../../dialect/type-names";
import { nearest } from "../../schema/find";
import { isMultiCell, resolveType } from "../../schema/types";
import type { CqlType } from "../../schema/type";
import type { TypeReference } from "../../syntax/ast";
import { violate } from "../violate";
import type { Unjudged, Violation } from "../violation";
import { isNative } from "./native";
import type { TermScope } from "./scope";

/** Whether a hint's type could be told. */
export function isType(found: CqlType | Violation | Unjudged): found is CqlType {
  return "kind" in found;
}

/** The type that a hint `(type)x` names (R-LIT-5), or the refusal: unknown user types, collections of collections that are not frozen. */
export function hintType(reference: TypeReference, scope: TermScope): CqlType | Violation | Unjudged {
  const fault = faultOf(reference, scope);
  if (fault !== undefined) return fault;
  const type = resolveType(reference, scope.schema, scope.keyspace);
  return type.kind === "unknown" ? { unjudged: "the type of a hint is not known" } : type;
}

function faultOf(reference: TypeReference, scope: TermScope): Violation | Unjudged | undefined {
  switch (reference.kind) {
    case "user": return unknownType(reference, scope);
    case "list": case "set": return faultOf(reference.element, scope) ?? innerFault(reference.element, scope) ?? (reference.kind === "set" ? durationFault(reference.element, scope) : undefined);
    case "map": return faultOf(reference.key, scope) ?? faultOf(reference.value, scope) ?? innerFault(reference.key, scope) ?? innerFault(reference.value, scope) ?? durationFault(reference.key, scope);
    case "tuple": return first(reference.items, (item) => faultOf(item, scope));
    case "vector": return faultOf(reference.element, scope) ?? vectorFault(reference);
    case "frozen": return faultOf(reference.inner, scope);
    default: return undefined;
  }
}

function first<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Members of collections must be frozen, and no counters. */
function innerFault(reference: TypeReference, scope: TermScope): Violation | undefined {
  const type = resolveType(reference, scope.schema, scope.keyspace);
  if (isMultiCell(type)) return violate("nested-collection-not-frozen", reference.range, {});
  return isNative(type, "counter") ? violate("counter-in-collection", reference.range, {}) : undefined;
}

function durationFault(reference: TypeReference, scope: TermScope): Violation | undefined {
  const type = resolveType(reference, scope.schema, scope.keyspace);
  return isNative(type, "duration") ? violate("duration-in-set-or-key", reference.range, {}) : undefined;
}

function vectorFault(reference: Extract<TypeReference, { kind: "vector" }>): Violation | undefined {
  return Number(reference.dimension) > 0 ? undefined : violate("vector-dimension", reference.range, { dimension: reference.dimension });
}

/** A user type that nothing defines: sure or not by contract.md section 4. */
function unknownType(reference: Extract<TypeReference, { kind: "user" }>, scope: TermScope): Violation | Unjudged | undefined {
  const { name, range } = reference;
  const { schema } = scope;
  const keyspaceName = name.keyspace?.value ?? scope.keyspace;
  const keyspace = schema.keyspaces.get(keyspaceName);
  const type = keyspace?.types.get(name.name.value);
  if (type !== undefined) return type.doubt === undefined ? undefined : { unjudged: `the definition of type ${type.name} is not sure` };
  const instead = name.keyspace === undefined && !name.name.quoted ? foreignTypeName(name.name.value) : undefined;
  const close = instead ?? nearest(name.name.value, keyspace?.types.keys() ?? []);
  const data = { type: name.name.value, keyspace: keyspaceName, ...(close === undefined ? {} : { nearest: close }) };
  if (instead !== undefined || (schema.complete && keyspace?.partial !== true) || keyspace?.system === true || keyspace?.dropped.has(name.name.value) === true) return violate("unknown-type", range, data);
  const unjudged = `no file defines type ${name.name.value}`;
  if (keyspace === undefined || keyspace.partial === true || keyspace.tables.size === 0) return { unjudged };
  return { unjudged, unknownName: { code: "unknown-type", range, name: name.name.value, ...(close === undefined ? {} : { nearest: close }) } };
}
