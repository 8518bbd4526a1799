import type { CqlType, NativeName } from "../../schema/type";
import { NATIVE_TYPES } from "../../schema/type";
import { native } from "../../schema/types";

/** The native types by name. */
export const NATIVE = Object.fromEntries(NATIVE_TYPES.map((name) => [name, native(name)])) as unknown as Readonly<Record<NativeName, CqlType>>;

/** The native type of that name; names come from our own tables, where `varchar` does not occur. */
export function nativeType(name: string): CqlType {
  return NATIVE[name as NativeName];
}

/** Whether the type is the native one of that name. */
export function isNative(type: CqlType, name: NativeName): boolean {
  return type.kind === "native" && type.name === name;
}
