import type { Column, Table } from "../../schema/model";
import { formatType } from "../../schema/types";
import type { Constant, Expression } from "../../syntax/ast";
import { suggestion } from "../names";
import type { Reading } from "../reading/reading";
import { constantKey } from "../terms/execute";
import { jsonFault, jsonName } from "../terms/json-value";
import type { Json } from "../terms/literals/json";
import { parseJson } from "../terms/literals/json";
import { definitionOf, violate } from "../violate";
import type { Finding, Unjudged, Violation } from "../violation";

/** The values of INSERT … JSON by column name; a column that is absent is null. */
export interface JsonRow {
  readonly values: ReadonlyMap<string, Json>;
  /** The JSON text in the statement. */
  readonly text: Expression;
}

/** Whether reading a JSON text gave its row. */
export function isJsonRow(read: JsonRow | Violation | Unjudged): read is JsonRow {
  return "values" in read;
}

/** W-JSN-1…3: the row that a JSON text stands for, each value suited to its column, and no key without a column. */
export function readJsonRow(term: Constant, reading: Reading): JsonRow | Violation | Unjudged {
  const { table } = reading;
  const json = parseJson(term.value);
  if (json?.kind !== "object") return violate("json-not-object", term.range, { found: json === undefined ? "text that is not valid JSON" : json.kind });
  const values = new Map(json.entries.map(({ key, value }) => [jsonName(key), value]));
  let unjudged: Unjudged | undefined;
  for (const column of table.columns) {
    const value = values.get(column.name);
    const finding = value === undefined ? undefined : valueFinding(value, column, term, reading);
    if (finding === undefined) continue;
    if ("code" in finding) return finding;
    unjudged ??= finding;
  }
  for (const name of values.keys()) if (!table.byName.has(name)) return unknownKey(name, term, table);
  return unjudged ?? { values, text: term };
}

function valueFinding(value: Json, column: Column, term: Expression, reading: Reading): Finding {
  const fault = jsonFault(value, column.type, reading.context);
  if (fault === undefined) return undefined;
  if (fault.outcome === "unknown") return { unjudged: `whether the JSON suits ${column.name} is not known` };
  const data = { column: column.name, type: formatType(column.type), reason: fault.reason };
  return violate("json-value-mismatch", term.range, data, { errorClass: fault.outcome === "overflow" ? "server" : "invalid", related: definitionOf(reading.table, column) });
}

function unknownKey(name: string, term: Expression, table: Table): Violation {
  return violate("json-unknown-column", term.range, { column: name, table: table.name, ...suggestion(name, table.byName.keys()) }, { related: definitionOf(table) });
}

/** W-JSN-4, W-JSN-5: key columns that the row leaves null, in key order. */
export function jsonKeyRefusal({ values, text }: JsonRow, columns: readonly Column[]): Violation | undefined {
  const missing = columns.find((column) => (values.get(column.name)?.kind ?? "null") === "null");
  return missing === undefined ? undefined : violate("json-key-missing", text.range, { column: missing.name, role: missing.role }, { phase: "execute" });
}

/** Whether a JSON value stands for a value of no bytes. */
export function isEmptyJson(value: Json | undefined, { type }: Column): boolean {
  if (value?.kind !== "string") return false;
  return value.value === "" || (value.value === "0x" && type.kind === "native" && type.name === "blob");
}

/** The text of `valueText` for a JSON value that is written as a literal would be; undefined for others. */
export function jsonKeyText(value: Json | undefined, { type }: Column, { scope }: Reading): string | undefined {
  if (type.kind !== "native") return undefined;
  const range = { start: 0, end: 0 };
  if (value?.kind === "string" && (type.name === "text" || type.name === "ascii")) return constantKey({ kind: "constant", type: "string", value: value.value, range }, type, scope);
  return value?.kind === "number" && WHOLE.has(type.name) ? constantKey({ kind: "constant", type: "integer", value: value.text, range }, type, scope) : undefined;
}

const WHOLE: ReadonlySet<string> = new Set(["tinyint", "smallint", "int", "bigint", "varint"]);
