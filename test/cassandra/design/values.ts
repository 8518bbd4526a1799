/** Values of rows as the driver gives them, made plain: comparable in Cassandra's type order, printable as literals. */
import cassandra from "cassandra-driver";
import type { CqlType } from "../../../server/src/schema/type";
import type { Random } from "../../support/random";

/** A plain value; null for none. Collections are arrays in the order in which the server keeps them, maps arrays of pairs, user types and tuples arrays of members. */
export type Plain = null | number | bigint | string | boolean | readonly Plain[];

/** The fields of the one user type that the generated schemas have. */
export const ADDRESS: readonly { readonly name: string; readonly type: CqlType }[] = [{ name: "street", type: { kind: "native", name: "text" } }, { name: "zip", type: { kind: "native", name: "int" } }];

/** What the driver returned for a column of that type, made plain. */
export function plain(value: unknown, type: CqlType): Plain {
  if (value === null || value === undefined) return null;
  switch (type.kind) {
    case "native": return plainNative(value, type.name);
    case "list": return [...(value as Iterable<unknown>)].map((item) => plain(item, type.element));
    case "set": return [...(value as Iterable<unknown>)].map((item) => plain(item, type.element)).sort((a, b) => compare(a, b, type.element));
    case "map": return [...(value as Map<unknown, unknown>)].map(([key, item]): Plain => [plain(key, type.key), plain(item, type.value)]).sort((a, b) => compare((a as readonly Plain[])[0]!, (b as readonly Plain[])[0]!, type.key));
    case "tuple": return type.items.map((item, i) => plain((value as cassandra.types.Tuple).get(i), item));
    case "user": return ADDRESS.map((field) => plain((value as Record<string, unknown>)[field.name], field.type));
    default: throw new Error(`no plain value of ${type.kind}`);
  }
}

function plainNative(value: unknown, name: string): Plain {
  switch (name) {
    case "bigint": case "counter": case "varint": return BigInt(String(value));
    case "timestamp": return (value as Date).getTime();
    case "blob": return (value as Buffer).toString("hex");
    case "boolean": return value as boolean;
    case "int": case "smallint": case "tinyint": case "double": case "float": return value as number;
    default: return String(value); // text, uuid, timeuuid, date, decimal, inet, time
  }
}

/** Cassandra's order of two values of one type; null is below everything, which only members of user types and tuples need. */
export function compare(a: Plain, b: Plain, type: CqlType): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  switch (type.kind) {
    case "native": return compareNative(a, b, type.name);
    case "list": case "set": return compareMembers(a as readonly Plain[], b as readonly Plain[], () => type.element);
    case "map": return compareMembers((a as readonly Plain[]).flat(1) as readonly Plain[], (b as readonly Plain[]).flat(1) as readonly Plain[], (i) => (i % 2 === 0 ? type.key : type.value));
    case "tuple": return compareMembers(a as readonly Plain[], b as readonly Plain[], (i) => type.items[i]!);
    case "user": return compareMembers(a as readonly Plain[], b as readonly Plain[], (i) => ADDRESS[i]!.type);
    default: throw new Error(`no order of ${type.kind}`);
  }
}

function compareMembers(a: readonly Plain[], b: readonly Plain[], typeAt: (i: number) => CqlType): number {
  for (let i = 0; i < a.length && i < b.length; i += 1) {
    const difference = compare(a[i]!, b[i]!, typeAt(i));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function compareNative(a: Plain, b: Plain, name: string): number {
  switch (name) {
    case "text": case "ascii": return Buffer.compare(Buffer.from(a as string), Buffer.from(b as string));
    case "blob": return Buffer.compare(Buffer.from(a as string, "hex"), Buffer.from(b as string, "hex"));
    case "timeuuid": return compareTimeUuids(a as string, b as string);
    case "uuid": return compareUuids(a as string, b as string);
    case "decimal": return Number(a) - Number(b);
    case "boolean": return Number(a) - Number(b);
    default: return a! < b! ? -1 : a! > b! ? 1 : 0;
  }
}

function timeOf(uuid: string): bigint {
  return BigInt(`0x${uuid.slice(15, 18)}${uuid.slice(9, 13)}${uuid.slice(0, 8)}`);
}

function compareTimeUuids(a: string, b: string): number {
  const difference = timeOf(a) - timeOf(b);
  if (difference !== 0n) return difference < 0n ? -1 : 1;
  // Signed bytes, as the server compares the rest of a time UUID.
  const rest = (uuid: string) => [...Buffer.from(uuid.slice(19).replace("-", ""), "hex")].map((byte) => (byte > 127 ? byte - 256 : byte));
  const [first, second] = [rest(a), rest(b)];
  const i = first.findIndex((byte, place) => byte !== second[place]);
  return i < 0 ? 0 : first[i]! - second[i]!;
}

function compareUuids(a: string, b: string): number {
  const version = (uuid: string) => Number.parseInt(uuid[14]!, 16);
  if (version(a) !== version(b)) return version(a) - version(b);
  if (version(a) === 1) {
    const difference = timeOf(a) - timeOf(b);
    if (difference !== 0n) return difference < 0n ? -1 : 1;
  }
  return Buffer.compare(Buffer.from(a.replaceAll("-", ""), "hex"), Buffer.from(b.replaceAll("-", ""), "hex"));
}

/** Whether two values are the same, none included. */
export function same(a: Plain, b: Plain): boolean {
  return keyOf(a) === keyOf(b);
}

/** A text that is equal for equal values only. */
export function keyOf(value: Plain | readonly Plain[]): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === "bigint" ? `${part}n` : part));
}

/** The value as a CQL literal. */
export function literal(value: Plain, type: CqlType): string {
  if (value === null) return "null";
  const members = value as readonly Plain[];
  switch (type.kind) {
    case "list": return `[${members.map((item) => literal(item, type.element)).join(", ")}]`;
    case "set": return `{${members.map((item) => literal(item, type.element)).join(", ")}}`;
    case "map": return `{${members.map((entry) => `${literal((entry as readonly Plain[])[0]!, type.key)}: ${literal((entry as readonly Plain[])[1]!, type.value)}`).join(", ")}}`;
    case "tuple": return `(${type.items.map((item, i) => literal(members[i]!, item)).join(", ")})`;
    case "user": return `{${ADDRESS.map((field, i) => `${field.name}: ${literal(members[i]!, field.type)}`).join(", ")}}`;
    case "native": break;
    default: throw new Error(`no literal of ${type.kind}`);
  }
  switch (type.name) {
    case "text": case "ascii": return `'${(value as string).replaceAll("'", "''")}'`;
    case "date": case "inet": case "time": return `'${String(value)}'`;
    case "timestamp": return String(value);
    case "blob": return `0x${String(value)}`;
    default: return String(value);
  }
}

/** A value to bind for a marker of that type. */
export function bindable(value: Plain, type: CqlType): unknown {
  if (value === null) return null;
  const members = value as readonly Plain[];
  switch (type.kind) {
    case "list": return members.map((item) => bindable(item, type.element));
    case "set": return new Set(members.map((item) => bindable(item, type.element)));
    case "map": return new Map(members.map((entry) => [bindable((entry as readonly Plain[])[0]!, type.key), bindable((entry as readonly Plain[])[1]!, type.value)]));
    case "tuple": return cassandra.types.Tuple.fromArray(type.items.map((item, i) => bindable(members[i]!, item)));
    case "user": return Object.fromEntries(ADDRESS.map((field, i) => [field.name, bindable(members[i]!, field.type)]));
    case "native": break;
    default: throw new Error(`nothing to bind for ${type.kind}`);
  }
  switch (type.name) {
    case "timestamp": return new Date(value as number);
    case "bigint": return cassandra.types.Long.fromString(String(value));
    case "varint": return cassandra.types.Integer.fromString(String(value));
    case "blob": return Buffer.from(value as string, "hex");
    case "uuid": return cassandra.types.Uuid.fromString(value as string);
    case "timeuuid": return cassandra.types.TimeUuid.fromString(value as string);
    case "date": return cassandra.types.LocalDate.fromString(value as string);
    case "inet": return cassandra.types.InetAddress.fromString(value as string);
    case "decimal": return cassandra.types.BigDecimal.fromString(value as string);
    default: return value;
  }
}

const POOLS: Readonly<Record<string, readonly Plain[]>> = {
  int: [-3, 0, 1, 2, 7], smallint: [-1, 0, 4], tinyint: [-1, 0, 5], bigint: [-9007199254740993n, 0n, 5n, 9007199254740993n], varint: [-1n, 0n, 340282366920938463463374607431768211456n],
  double: [-1.5, 0, 0.25, 1e10], float: [-1.5, 0, 0.25], decimal: ["-2.5", "0.5", "10.25"],
  text: ["", "a", "ab", "abc", "abd", "b", "Z", "é", "\uD7FFx", "\uFFFD", "😀", "it's"], ascii: ["", "a", "ab", "abc", "b", "\u007Fz"],
  boolean: [false, true], timestamp: [-86_400_000, 0, 1_600_000_000_000, 1_600_000_000_123, 1_700_000_000_000], date: ["1969-12-31", "1970-01-01", "2020-02-29", "2024-01-01"],
  uuid: ["00000000-0000-4000-8000-000000000001", "f0000000-0000-4000-8000-000000000002", "7d444840-9dc0-11d1-b245-5ffdce74fad2"],
  timeuuid: ["7d444840-9dc0-11d1-b245-5ffdce74fad2", "00000000-0000-1000-8000-000000000000", "ffffffff-0000-1000-8080-7f7f7f7f7f7f", "7d444840-9dc0-11d1-8245-5ffdce74fad2"],
  blob: ["", "00", "7f", "80ff"], inet: ["10.0.0.1", "10.0.0.2"],
};

/** A value of the type from a small pool, so that rows meet. */
export function randomValue(type: CqlType, random: Random): Plain {
  switch (type.kind) {
    case "native": return random.pick(POOLS[type.name]!);
    case "list": return Array.from({ length: random.below(4) }, () => randomValue(type.element, random));
    case "set": return unique(Array.from({ length: random.below(4) }, () => randomValue(type.element, random))).sort((a, b) => compare(a, b, type.element));
    case "map": {
      const keys = unique(Array.from({ length: random.below(4) }, () => randomValue(type.key, random))).sort((a, b) => compare(a, b, type.key));
      return keys.map((key): Plain => [key, randomValue(type.value, random)]);
    }
    case "tuple": return type.items.map((item) => randomValue(item, random));
    case "user": return ADDRESS.map((field) => (random.chance(0.2) ? null : randomValue(field.type, random)));
    default: throw new Error(`no value of ${type.kind}`);
  }
}

function unique(values: readonly Plain[]): Plain[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()];
}
