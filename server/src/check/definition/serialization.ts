import type { Schema, UserType } from "../../schema/model";
import type { CqlType } from "../../schema/type";
import { identicalType, isMultiCell, userType } from "../../schema/types";

/** Bytes of the values that always take the same room; dates, times and small integers do not count, as the server counts. */
const FIXED_LENGTHS: ReadonlyMap<string, number> = new Map([
  ["boolean", 1], ["int", 4], ["float", 4], ["bigint", 8], ["double", 8], ["timestamp", 8], ["counter", 8], ["uuid", 16], ["timeuuid", 16],
]);

/** Types whose values another type can read (now → before); blob reads everything. */
const READS: ReadonlyMap<string, readonly string[]> = new Map([
  ["text", ["ascii"]], ["bigint", ["timestamp"]], ["timestamp", ["bigint"]], ["uuid", ["timeuuid"]],
  ["varint", ["int", "bigint", "timestamp"]], ["date", ["int"]], ["time", ["bigint"]],
]);

/** Types that blobs and texts sort alike. */
const SORTED_AS_BYTES: readonly string[] = ["blob", "text", "ascii"];

/**
 * Whether a dropped column may come back with another type: what is still on disk must read as the new one (D-ALT-9). A dropped user
 * type has become a tuple, so it never comes back as itself.
 */
export function isSerializationCompatible(now: CqlType, before: CqlType, schema: Schema): boolean {
  return serializes(now, dropped(before, schema, new Map()), schema);
}

/** What the server keeps of the type of a dropped column: user types turned into tuples, each once (`made`), since types can hold others twice or, gathered from several files, in a circle. */
function dropped(type: CqlType, schema: Schema, made: Map<UserType | undefined, CqlType>): CqlType {
  switch (type.kind) {
    case "user": {
      const definition = userType(schema, type);
      const known = made.get(definition);
      if (known !== undefined) return known;
      made.set(definition, { kind: "tuple", items: [] });
      const tuple: CqlType = { kind: "tuple", items: definition?.fields.map((field) => dropped(field.type, schema, made)) ?? [] };
      made.set(definition, tuple);
      return tuple;
    }
    case "list":
    case "set": return { ...type, element: dropped(type.element, schema, made) };
    case "map": return { ...type, key: dropped(type.key, schema, made), value: dropped(type.value, schema, made) };
    case "tuple": return { kind: "tuple", items: type.items.map((item) => dropped(item, schema, made)) };
    case "vector": return { ...type, element: dropped(type.element, schema, made) };
    default: return type;
  }
}

function serializes(now: CqlType, before: CqlType, schema: Schema): boolean {
  if (isMultiCell(now) !== isMultiCell(before)) return false;
  if (!isMultiCell(now)) return readsValues(now, before) && fixedLength(now) === fixedLength(before);
  if (now.kind === "list") return before.kind === "list" && serializes(now.element, before.element, schema);
  if (now.kind === "set") return before.kind === "set" && sortsAs(now.element, before.element);
  return now.kind === "map" && before.kind === "map" && sortsAs(now.key, before.key) && serializes(now.value, before.value, schema);
}

function readsValues(now: CqlType, before: CqlType): boolean {
  if (identicalType(now, before)) return true;
  if (now.kind === "native") return now.name === "blob" || (before.kind === "native" && READS.get(now.name)?.includes(before.name) === true);
  switch (now.kind) {
    case "list": return before.kind === "list" && readsValues(now.element, before.element);
    case "set": return before.kind === "set" && sortsAs(now.element, before.element);
    case "map": return before.kind === "map" && sortsAs(now.key, before.key) && readsValues(now.value, before.value);
    case "tuple": return before.kind === "tuple" && before.items.length <= now.items.length && before.items.every((item, i) => readsValues(now.items[i]!, item));
    case "vector": return before.kind === "vector" && before.dimension === now.dimension && readsValues(now.element, before.element);
    default: return false;
  }
}

function sortsAs(now: CqlType, before: CqlType): boolean {
  if (identicalType(now, before)) return true;
  if (now.kind !== "native" || before.kind !== "native") return false;
  if (now.name === "blob") return SORTED_AS_BYTES.includes(before.name);
  return now.name === "text" && before.name === "ascii";
}

function fixedLength(type: CqlType): number | undefined {
  if (type.kind === "native") return FIXED_LENGTHS.get(type.name);
  if (type.kind !== "vector") return undefined;
  const element = fixedLength(type.element);
  return element === undefined ? undefined : element * type.dimension;
}
