/** Random values: mostly of a type, sometimes of its neighbours. */
import type { Random } from "../../support/random";
import type { Type } from "./world";

/** What a native type takes, and what it refuses or takes for a reason. */
const VALUES: Readonly<Record<string, { readonly good: readonly string[]; readonly edge: readonly string[] }>> = {
  text: { good: ["'a'", "'b c'", "'it''s'", "$$x$$"], edge: ["''", "'é'", "5", "true", "0x61"] },
  ascii: { good: ["'a'", "'plain'"], edge: ["''", "'é'", "1"] },
  blob: { good: ["0xcafe", "0x", "textAsBlob('a')"], edge: ["0x0", "'a'", "intAsBlob(3)", "bigintAsBlob(3)"] },
  boolean: { good: ["true", "false", "TRUE"], edge: ["'true'", "1"] },
  date: { good: ["'2024-02-29'", "'1970-01-01'", "toDate(now())"], edge: ["19000", "-1", "4294967296", "'2024-02-30'", "'2024-2-3'", "now()", "dateOf(now())", "''", "toDate('2024-01-01')"] },
  duration: { good: ["1h30m", "2d", "P1DT2H", "1mo"], edge: ["30m1h", "1d12h5d", "'1h'", "-1h", "P3W", "5", "2147483648mo"] },
  inet: { good: ["'127.0.0.1'", "'::1'"], edge: ["'10.0.0'", "'300.1.1.1'", "'::g'", "''", "1"] },
  time: { good: ["'08:12:54'", "'08:12:54.123456789'"], edge: ["'25:00:00'", "'08:12'", "43200000000000", "86400000000000", "''", "'8:1:2'"] },
  timestamp: { good: ["'2024-01-01'", "'2024-01-01 10:00:00+0000'", "1704067200000", "toTimestamp(now())"], edge: ["'2024-1-1'", "'2024-01-01T10:00'", "now()", "currentTimestamp()", "dateOf(now())", "'yesterday'", "''", "1.5", "'2024-01-01 10:00 PST'", "toUnixTimestamp(now())"] },
  timeuuid: { good: ["now()", "50554d6e-29bb-11e5-b345-feff819cdc9f", "minTimeuuid('2024-01-01')"], edge: ["62c36092-82a1-4a00-93d1-46196ee77204", "uuid()", "maxTimeuuid(1)", "'50554d6e-29bb-11e5-b345-feff819cdc9f'"] },
  uuid: { good: ["62c36092-82a1-4a00-93d1-46196ee77204", "uuid()"], edge: ["now()", "50554d6e-29bb-11e5-b345-feff819cdc9f", "'62c36092-82a1-4a00-93d1-46196ee77204'", "1"] },
  tinyint: { good: ["0", "1", "-128", "127"], edge: ["128", "1.0", "'1'", "0x01"] },
  smallint: { good: ["0", "1", "-300"], edge: ["32768", "1e2"] },
  int: { good: ["0", "1", "-7", "42"], edge: ["2147483648", "1.5", "'5'", "1 + 2", "blobAsInt(0x00000001)", "CAST(1.5 AS int)"] },
  bigint: { good: ["0", "1", "-7", "3000000000"], edge: ["9223372036854775808", "1.5", "(int) 1", "2 * 3"] },
  varint: { good: ["0", "-1", "9223372036854775808"], edge: ["1.5", "'1'"] },
  counter: { good: ["1", "-3"], edge: ["1.5", "null"] },
  float: { good: ["1", "1.5", "-2e3"], edge: ["NaN", "-Infinity", "'1'", "1e400"] },
  double: { good: ["1", "1.5", "-2e3", "NaN"], edge: ["true", "1e-400"] },
  decimal: { good: ["1", "1.5", "-2e3"], edge: ["NaN", "Infinity", "'1.5'"] },
};

/** A value for a type. `odd` (0 to 1): how often it is from the edge of the type or of another one. */
export function literal(random: Random, type: Type, odd: number): string {
  if (random.chance(odd * 0.3)) return random.pick(["null", "?", ":v", "[]", "{}", "(1, 2)", "{1, 2}", "{'a': 1}", "[1.5, 2]", "'x'", "5", "1.5", "true", "0xff", "1h", "now()", "{f0: 1}", "1 + 1", "- 3", "(int) 4", "blobAsInt(0x01)"]);
  const inner = (part: Type) => literal(random, part, odd * 0.4);
  const many = (limit: number, make: () => string) => Array.from({ length: random.below(limit) }, make).join(", ");
  switch (type.kind) {
    case "native": {
      const values = VALUES[type.name === "varchar" ? "text" : type.name];
      return values === undefined ? "1" : random.pick(random.chance(odd) ? values.edge : values.good);
    }
    case "list": return `[${many(3, () => inner(type.element))}]`;
    case "set": return `{${many(3, () => inner(type.element))}}`;
    case "map": return `{${many(3, () => `${inner(type.key)}: ${inner(type.value)}`)}}`;
    case "tuple": return `(${type.items.slice(0, random.chance(odd) ? 1 : undefined).map(inner).join(", ")})`;
    case "vector": return `[${Array.from({ length: type.dimension + (random.chance(odd) ? 1 : 0) }, () => random.pick(["1", "0.5", "-2"])).join(", ")}]`;
    case "user": return `{${type.type.fields.slice(0, random.chance(0.3) ? 1 : undefined).map((field) => `${field.name}: ${inner(field.type)}`).join(", ")}}`;
  }
}
