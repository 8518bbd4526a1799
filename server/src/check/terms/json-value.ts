import { userType } from "../../schema/find";
import { formatType } from "../../schema/types";
import type { CqlType, NativeName } from "../../schema/type";
import type { Json } from "./literals/json";
import { parseJson } from "./literals/json";
import type { Outcome } from "./literals/outcome";
import { readText } from "./literals/read";
import type { TermScope } from "./scope";

/** What the texts inside a JSON value depend on. */
type JsonScope = Pick<TermScope, "schema" | "target">;

/** Why a JSON value is none of a type: in words; "unknown" where that cannot be told. */
export type JsonFault = { readonly reason: string; readonly outcome: Exclude<Outcome, "good"> } | undefined;

const WHOLE = /^-?\d+$/;
const MAX_INT = 2_147_483_647;

const fault = (reason: string): JsonFault => ({ reason, outcome: "bad" });
const UNKNOWN: JsonFault = { reason: "it cannot be told", outcome: "unknown" };

/** Why `json` is no value of `type` (W-JSN-3); null is one of every type here, what holds it decides. */
export function jsonFault(json: Json, type: CqlType, scope: JsonScope): JsonFault {
  if (json.kind === "null") return undefined;
  if (type.kind === "native") return nativeFault(json, type.name, scope);
  // A collection may also be given as a text that holds it.
  const value = json.kind === "string" ? parseJson(json.value) : json;
  if (value === undefined) return fault(`its text is no JSON for a ${formatType(type)}`);
  switch (type.kind) {
    case "list": case "set": return value.kind === "array" ? membersFault(value.items, type.element, scope) : fault(`a ${type.kind} is written as an array`);
    case "vector":
      if (value.kind !== "array") return fault("a vector is written as an array");
      return value.items.length === type.dimension ? membersFault(value.items, type.element, scope) : fault(`it needs ${String(type.dimension)} components`);
    case "map": {
      if (value.kind !== "object") return fault("a map is written as an object");
      return first(value.entries, (entry) => (entry.value.kind === "null" ? fault("a map holds no null") : jsonFault({ kind: "string", value: entry.key }, type.key, scope) ?? jsonFault(entry.value, type.value, scope)));
    }
    case "tuple":
      if (value.kind !== "array") return fault("a tuple is written as an array");
      return value.items.length === type.items.length ? first(value.items, (item, i) => jsonFault(item, type.items[i] ?? type, scope)) : fault(`it needs ${String(type.items.length)} members`);
    case "user": return fieldsFault(value, type, scope);
    default: return UNKNOWN;
  }
}

function first<T>(items: readonly T[], find: (item: T, i: number) => JsonFault): JsonFault {
  let unknown: JsonFault;
  for (const [i, item] of items.entries()) {
    const found = find(item, i);
    if (found?.outcome === "unknown") unknown ??= found;
    else if (found !== undefined) return found;
  }
  return unknown;
}

function membersFault(items: readonly Json[], element: CqlType, scope: JsonScope): JsonFault {
  return first(items, (item) => (item.kind === "null" ? fault("a collection holds no null") : jsonFault(item, element, scope)));
}

/** Names of fields and columns in JSON: lower case, unless they carry double quotes of their own. */
export function jsonName(key: string): string {
  return key.length > 1 && key.startsWith('"') && key.endsWith('"') ? key.slice(1, -1).replaceAll('""', '"') : key.toLowerCase();
}

function fieldsFault(value: Json, type: CqlType, scope: JsonScope): JsonFault {
  const definition = userType(scope.schema, type);
  if (definition === undefined || definition.doubt !== undefined) return UNKNOWN;
  if (value.kind !== "object") return fault("a user type is written as an object");
  const names = new Map(value.entries.map((entry) => [jsonName(entry.key), entry.value]));
  for (const field of definition.fields) {
    const given = names.get(field.name);
    const found = given === undefined ? undefined : jsonFault(given, field.type, scope);
    if (found !== undefined) return found;
    names.delete(field.name);
  }
  const [unknown] = names.keys();
  return unknown === undefined ? undefined : fault(`type ${definition.name} has no field ${unknown}`);
}

/** Types that take a text only. */
const TEXT_ONLY: ReadonlySet<NativeName> = new Set<NativeName>(["ascii", "text", "blob", "date", "time", "uuid", "timeuuid", "inet", "duration"]);

function nativeFault(json: Json, type: NativeName, scope: JsonScope): JsonFault {
  // Cassandra fails inside on any JSON for a counter but null, asked of 4.1 and 5.0.
  if (type === "counter") return scope.target === "scylla" ? UNKNOWN : { reason: "the server reads no counter from JSON", outcome: "overflow" };
  if (json.kind === "string") return textFault(json.value, type, scope);
  if (TEXT_ONLY.has(type)) return fault(`a ${type} is written as a string`);
  if (type === "boolean") return json.kind === "boolean" ? undefined : fault("a boolean is true or false");
  if (json.kind !== "number") return fault(`a ${type} is written as a number or string`);
  const { text } = json;
  switch (type) {
    case "float": case "double": return undefined;
    case "decimal": return Number.isFinite(Number(text)) || WHOLE.test(text) ? undefined : fault("the number is too large");
    case "varint": return WHOLE.test(text) ? undefined : fault("a whole number is needed");
    // Numbers that fit 32 bits are read as such, and those are no timestamps for the server.
    case "timestamp": return WHOLE.test(text) && Math.abs(Number(text)) > MAX_INT ? textFault(text, "timestamp", scope) : fault("a timestamp is written as a string, or as milliseconds beyond 32 bits");
    default: return WHOLE.test(text) ? textFault(text, type, scope) : fault("a whole number is needed");
  }
}

function textFault(text: string, type: NativeName, scope: JsonScope): JsonFault {
  if (type === "blob" && !text.startsWith("0x")) return fault("a blob begins with 0x");
  if (type === "duration" && text === "") return { reason: "the text is empty", outcome: "overflow" };
  const outcome = readText(type === "blob" ? text.slice(2) : text, { kind: "native", name: type }, scope.schema, scope.target);
  return outcome === "good" ? undefined : { reason: `${JSON.stringify(text)} is not a valid ${type}`, outcome };
}
