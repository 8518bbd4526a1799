/** Types as values: from text to type and back, equality, and what is frozen (rulebook A3). */
import type { TypeReference } from "../syntax/ast";
import { marshalType } from "./marshal";
import type { Schema, UserType } from "./model";
import { NATIVE_TYPES } from "./type";
import type { CqlType, NativeName } from "./type";

const NATIVE: ReadonlyMap<string, CqlType> = new Map([
  ...NATIVE_TYPES.map((name): [string, CqlType] => [name, { kind: "native", name }]),
  ["varchar", { kind: "native", name: "text" } as const],
]);

/** The native type of that name, one value for all its users. */
export function native(name: NativeName): CqlType {
  return NATIVE.get(name) ?? { kind: "native", name };
}

/** Tells whether a user type exists in a keyspace; a schema gives one, and so does a list of all the names that a project declares. */
export type TypeNames = (keyspace: string, name: string) => boolean;

/** The user types of a schema, by name. */
export function typeNames(schema: Schema): TypeNames {
  return (keyspace, name) => schema.keyspaces.get(keyspace)?.types.has(name) === true;
}

/**
 * What a type as written means in `keyspace`. Types inside tuples, vectors and `frozen<…>` come out frozen (D-TYP-5, D-TYP-6).
 * A user type that nothing defines becomes `unknown`, so whatever depends on it is not judged.
 */
export function resolveType(reference: TypeReference, schema: Schema, keyspace: string | undefined): CqlType {
  return resolveNamed(reference, typeNames(schema), keyspace ?? "");
}

/** As `resolveType`, with the user types told by name only. */
export function resolveNamed(reference: TypeReference, known: TypeNames, keyspace: string): CqlType {
  switch (reference.kind) {
    case "native": return NATIVE.get(reference.name) ?? { kind: "unknown", text: reference.name };
    case "list":
    case "set": return { kind: reference.kind, element: resolveNamed(reference.element, known, keyspace), frozen: false };
    case "map": return { kind: "map", key: resolveNamed(reference.key, known, keyspace), value: resolveNamed(reference.value, known, keyspace), frozen: false };
    case "tuple": return { kind: "tuple", items: reference.items.map((item) => freeze(resolveNamed(item, known, keyspace))) };
    case "vector": return { kind: "vector", element: freeze(resolveNamed(reference.element, known, keyspace)), dimension: Number(reference.dimension) };
    case "frozen": return freeze(resolveNamed(reference.inner, known, keyspace));
    case "custom": return marshalType(reference.className);
    case "user": {
      const name = reference.name.name.value;
      const home = reference.name.keyspace?.value ?? keyspace;
      return known(home, name) ? { kind: "user", keyspace: home, name, frozen: false } : { kind: "unknown", text: home === keyspace ? name : `${home}.${name}` };
    }
  }
}

const PLAIN_NAME = /^[a-z][a-z0-9_]*$/;

/** A type's or keyspace's name inside a type: quoted where it must be. */
function formatName(name: string): string {
  return PLAIN_NAME.test(name) && !NATIVE.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** The type as CQL text, as the server prints it; user types without their keyspace, which is always the table's own (D-TYP-2). */
export function formatType(type: CqlType): string {
  switch (type.kind) {
    case "native": return type.name;
    case "list":
    case "set": return formatFrozen(`${type.kind}<${formatType(type.element)}>`, type.frozen);
    case "map": return formatFrozen(`map<${formatType(type.key)}, ${formatType(type.value)}>`, type.frozen);
    // A tuple is frozen with or without the word, so the word is left out.
    case "tuple": return `tuple<${type.items.map(formatType).join(", ")}>`;
    case "vector": return `vector<${formatType(type.element)}, ${type.dimension}>`;
    case "user": return formatFrozen(formatName(type.name), type.frozen);
    case "custom": return `'${type.className.replaceAll("'", "''")}'`;
    case "unknown": return type.text;
  }
}

function formatFrozen(text: string, frozen: boolean): string {
  return frozen ? `frozen<${text}>` : text;
}

/** Whether two types are the same, and frozen alike. */
export function identicalType(a: CqlType, b: CqlType): boolean {
  return a === b || compare(a, b, true);
}

/** Whether two types hold the same values: whether they are frozen does not count. */
export function sameType(a: CqlType, b: CqlType): boolean {
  return a === b || compare(a, b, false);
}

function compare(a: CqlType, b: CqlType, strict: boolean): boolean {
  if (strict && "frozen" in a && "frozen" in b && a.frozen !== b.frozen) return false;
  switch (a.kind) {
    case "native": return b.kind === "native" && a.name === b.name;
    case "list":
    case "set": return b.kind === a.kind && compare(a.element, b.element, strict);
    case "map": return b.kind === "map" && compare(a.key, b.key, strict) && compare(a.value, b.value, strict);
    case "tuple": return b.kind === "tuple" && a.items.length === b.items.length && a.items.every((item, i) => compare(item, b.items[i] as CqlType, strict));
    case "vector": return b.kind === "vector" && a.dimension === b.dimension && compare(a.element, b.element, strict);
    case "user": return b.kind === "user" && a.name === b.name && a.keyspace === b.keyspace;
    case "custom": return b.kind === "custom" && a.className === b.className;
    case "unknown": return b.kind === "unknown" && a.text === b.text;
  }
}

/** Whether a value is stored as several cells: a collection or user type that is not frozen. */
export function isMultiCell(type: CqlType): boolean {
  return "frozen" in type && !type.frozen;
}

/** Whether the type is a list, set or map. */
export function isCollection(type: CqlType): type is Extract<CqlType, { readonly kind: "list" | "set" | "map" }> {
  return type.kind === "list" || type.kind === "set" || type.kind === "map";
}

/** The type with everything in it frozen. */
export function freeze(type: CqlType): CqlType {
  switch (type.kind) {
    case "list":
    case "set": return { kind: type.kind, element: freeze(type.element), frozen: true };
    case "map": return { kind: "map", key: freeze(type.key), value: freeze(type.value), frozen: true };
    case "user": return type.frozen ? type : { ...type, frozen: true };
    default: return type; // tuples and vectors were frozen when they were made
  }
}

/** The definition of a user type; undefined for other types and for types that nothing defines. */
export function userType(schema: Schema, type: CqlType): UserType | undefined {
  return type.kind === "user" ? schema.keyspaces.get(type.keyspace)?.types.get(type.name) : undefined;
}

/** Whether `predicate` holds for the type or any type inside it, fields of user types included. */
export function mentions(type: CqlType, predicate: (type: CqlType) => boolean, schema: Schema): boolean {
  return search(type, predicate, schema, new Set());
}

/** `seen`: the user types looked into so far, each once: definitions gathered from several files could be circular, and types that hold others twice would double the work at each step. */
function search(type: CqlType, predicate: (type: CqlType) => boolean, schema: Schema, seen: Set<UserType>): boolean {
  if (predicate(type)) return true;
  switch (type.kind) {
    case "list":
    case "set":
    case "vector": return search(type.element, predicate, schema, seen);
    case "map": return search(type.key, predicate, schema, seen) || search(type.value, predicate, schema, seen);
    case "tuple": return type.items.some((item) => search(item, predicate, schema, seen));
    case "user": {
      const definition = userType(schema, type);
      if (definition === undefined || seen.has(definition)) return false;
      seen.add(definition);
      return definition.fields.some((field) => search(field.type, predicate, schema, seen));
    }
    default: return false;
  }
}
