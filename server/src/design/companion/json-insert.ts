import { jsonName } from "../../check/terms/json-value";
import type { Json } from "../../check/terms/literals/json";
import { parseJson } from "../../check/terms/literals/json";
import type { Table } from "../../schema/model";
import type { CqlType } from "../../schema/type";
import type { Expression, Insert } from "../../syntax/ast";
import { nameOf, stringConstant } from "../field";

const NOWHERE = { start: 0, end: 0 } as const;

/** The values that an INSERT … JSON with a literal text sets, by column; what it leaves out is null but for DEFAULT UNSET. Undefined for a bound text, or one that is no object. */
export function readJsonInsert(insert: Insert, table: Table): ReadonlyMap<string, Expression> | undefined {
  if (insert.json?.kind !== "constant" || insert.json.type !== "string") return undefined;
  const json = parseJson(insert.json.value);
  if (json?.kind !== "object") return undefined;
  const values = new Map<string, Expression>();
  if (insert.jsonDefault !== "unset") for (const column of table.columns) values.set(column.name, { kind: "null", range: NOWHERE });
  for (const { key, value } of json.entries) {
    const column = table.byName.get(jsonName(key));
    if (column === undefined) return undefined;
    values.set(column.name, termOf(value, column.type));
  }
  // A key column that the text leaves out is no null but a refusal; a static alone needs no clustering columns.
  for (const column of table.clustering) if (values.get(column.name)?.kind === "null") values.delete(column.name);
  return values;
}

/** The JSON value as a term of the type: a plain literal where that means the same, else `fromJson('…')`, which is what INSERT JSON does. */
function termOf(json: Json, type: CqlType): Expression {
  if (json.kind === "null") return { kind: "null", range: NOWHERE };
  const plain = plainTerm(json, type);
  return plain ?? { kind: "call", name: { name: nameOf("fromjson"), range: NOWHERE }, args: [stringConstant(textOf(json))], range: NOWHERE };
}

function plainTerm(json: Json, type: CqlType): Expression | undefined {
  switch (type.kind) {
    case "native":
      if (json.kind === "string" && (type.name === "text" || type.name === "ascii")) return stringConstant(json.value);
      if (json.kind === "string" && (type.name === "uuid" || type.name === "timeuuid") && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(json.value)) return { kind: "constant", type: "uuid", value: json.value, range: NOWHERE };
      if (json.kind === "number" && /^-?\d+$/.test(json.text) && ["int", "bigint", "smallint", "tinyint", "varint"].includes(type.name)) return { kind: "constant", type: "integer", value: json.text, range: NOWHERE };
      return json.kind === "boolean" && type.name === "boolean" ? { kind: "constant", type: "boolean", value: String(json.value), range: NOWHERE } : undefined;
    case "list": case "set":
      return json.kind !== "array" || json.items.some((item) => item.kind === "null") ? undefined : { kind: type.kind, items: json.items.map((item) => termOf(item, type.element)), range: NOWHERE };
    case "map":
      if (json.kind !== "object") return undefined;
      if (json.entries.length === 0) return { kind: "set", items: [], range: NOWHERE };
      return { kind: "map", entries: json.entries.map(({ key, value }) => ({ key: termOf(keyJson(key, type.key), type.key), value: termOf(value, type.value) })), range: NOWHERE };
    default: return undefined;
  }
}

/** Keys of a JSON object are texts that hold the key's own JSON, but for texts. */
function keyJson(key: string, type: CqlType): Json {
  return type.kind === "native" && (type.name === "text" || type.name === "ascii") ? { kind: "string", value: key } : parseJson(key) ?? { kind: "string", value: key };
}

function textOf(json: Json): string {
  switch (json.kind) {
    case "null": return "null";
    case "boolean": return String(json.value);
    case "number": return json.text;
    case "string": return JSON.stringify(json.value);
    case "array": return `[${json.items.map(textOf).join(", ")}]`;
    case "object": return `{${json.entries.map(({ key, value }) => `${JSON.stringify(key)}: ${textOf(value)}`).join(", ")}}`;
  }
}
