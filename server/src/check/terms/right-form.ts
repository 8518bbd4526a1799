import type { CqlType } from "../../schema/type";
import type { Constant } from "../../syntax/ast";

const UUID = /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$/;
const INTEGER = /^-?\d+$/;
const NUMBER = /^-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?$/;
const BOOLEAN = /^(?:true|false)$/i;
const DURATION = /^-?(?:\d+(?:y|mo|ms|m|w|d|h|s|us|ns))+$/i;
const WHOLE = new Set(["tinyint", "smallint", "int", "bigint", "varint", "counter"]);
const FRACTIONAL = new Set(["float", "double", "decimal"]);

/** What a right value of each type looks like, where the literal itself gives no hint. */
const EXAMPLES: Readonly<Record<string, string>> = {
  ascii: "'text'", text: "'text'", tinyint: "1", smallint: "1", int: "1", bigint: "1", varint: "1", counter: "1", float: "1.5", double: "1.5", decimal: "1.5",
  boolean: "true", uuid: "123e4567-e89b-42d3-a456-426614174000", timeuuid: "now()", blob: "0xCAFE", timestamp: "'2024-05-06 07:08:09+0000'", date: "'2024-05-06'",
  time: "'07:08:09'", inet: "'192.168.0.1'", duration: "1h30m",
};

/** `{ instead }`: the same value in the form that the type wants; `{ example }` where only the form can be shown. */
export function rightForm(constant: Constant, receiver: CqlType): { readonly instead?: string; readonly example?: string } {
  const instead = instanceOf(constant, receiver);
  if (instead !== undefined) return { instead };
  const example = exampleOf(receiver, 0);
  return example === undefined ? {} : { example };
}

function instanceOf({ type, value }: Constant, receiver: CqlType): string | undefined {
  if (receiver.kind !== "native") return undefined;
  const { name } = receiver;
  if (name === "text" || name === "ascii") return type === "string" ? undefined : `'${value}'`;
  if (type !== "string") return undefined;
  const text = value.trim();
  if (WHOLE.has(name)) return INTEGER.test(text) ? text : undefined;
  if (FRACTIONAL.has(name)) return NUMBER.test(text) ? text : undefined;
  if (name === "boolean") return BOOLEAN.test(text) ? text.toLowerCase() : undefined;
  if (name === "uuid" || name === "timeuuid") return UUID.test(text) && (name === "uuid" || text.charAt(14) === "1") ? text : undefined;
  if (name === "duration") return DURATION.test(text) ? text : undefined;
  if (name === "blob") return /^0[xX](?:[0-9A-Fa-f]{2})*$/.test(text) ? text : `textAsBlob('${value.replaceAll("'", "''")}')`;
  return undefined;
}

function exampleOf(type: CqlType, depth: number): string | undefined {
  if (depth > 3) return undefined;
  switch (type.kind) {
    case "native": return EXAMPLES[type.name];
    case "list": return wrap("[", [type.element], "]", depth);
    case "set": return wrap("{", [type.element], "}", depth);
    case "vector": return type.dimension <= 8 ? wrap("[", new Array<CqlType>(type.dimension).fill(type.element), "]", depth) : undefined;
    case "tuple": return wrap("(", type.items, ")", depth);
    case "map": {
      const key = exampleOf(type.key, depth + 1);
      const value = exampleOf(type.value, depth + 1);
      return key === undefined || value === undefined ? undefined : `{${key}: ${value}}`;
    }
    default: return undefined;
  }
}

function wrap(open: string, types: readonly CqlType[], close: string, depth: number): string | undefined {
  const parts = types.map((type) => exampleOf(type, depth + 1));
  return parts.includes(undefined) ? undefined : `${open}${parts.join(", ")}${close}`;
}
