import type { TypeReference } from "../syntax/ast";
import type { Schema } from "./model";
import type { CqlType } from "./type";

/** What a type as written means in `keyspace`; a user type that nothing defines becomes `unknown`. */
export function resolveType(_reference: TypeReference, _schema: Schema, _keyspace: string | undefined): CqlType {
  return { kind: "unknown", text: "" };
}
/** The type as CQL text. */
export function formatType(_type: CqlType): string {
  return "";
}
/** Whether two types are equal, frozen or not counting. */
export function sameType(_a: CqlType, _b: CqlType): boolean {
  return false;
}
/** Whether a value of the type is stored as several cells: a collection or user type that is not frozen. */
export function isMultiCell(_type: CqlType): boolean {
  return false;
}
/** The type with everything in it frozen. */
export function freeze(type: CqlType): CqlType {
  return type;
}
/** Whether `predicate` holds for the type or any type inside it, fields of user types included. */
export function mentions(type: CqlType, predicate: (type: CqlType) => boolean, _schema: Schema): boolean {
  return predicate(type);
}
