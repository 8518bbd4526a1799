/** Types with names resolved: values, compared by structure. User types are named, not spelled out, so ALTER TYPE reaches every user of a type. */
export const NATIVE_TYPES = [
  "ascii", "bigint", "blob", "boolean", "counter", "date", "decimal", "double", "duration", "float", "inet", "int",
  "smallint", "text", "time", "timestamp", "timeuuid", "tinyint", "uuid", "varint",
] as const;
export type NativeName = (typeof NATIVE_TYPES)[number]; // varchar is text

export type CqlType =
  /** `descending`: of a clustering column in descending order; the same type, but not where the server looks for an exact overload. */
  | { readonly kind: "native"; readonly name: NativeName; readonly descending?: true }
  | { readonly kind: "list" | "set"; readonly element: CqlType; readonly frozen: boolean }
  | { readonly kind: "map"; readonly key: CqlType; readonly value: CqlType; readonly frozen: boolean }
  | { readonly kind: "tuple"; readonly items: readonly CqlType[] } // always frozen
  | { readonly kind: "vector"; readonly element: CqlType; readonly dimension: number } // always frozen
  | { readonly kind: "user"; readonly keyspace: string; readonly name: string; readonly frozen: boolean }
  | { readonly kind: "custom"; readonly className: string }
  | { readonly kind: "unknown"; readonly text: string }; // nothing defines it: whatever depends on it is not judged
