/** Schemas with nothing but the system keyspaces. */
import { SCYLLA_SYSTEM_KEYSPACES, SYSTEM_TABLES, VIRTUAL_KEYSPACES } from "../dialect/system-tables";
import type { Target } from "../dialect/target";
import type { Column, ColumnRole, Keyspace, Schema, Table } from "./model";
import { makeTable } from "./table";
import { NATIVE_TYPES } from "./type";
import type { CqlType, NativeName } from "./type";
import { freeze, native } from "./types";

const VERSION: Readonly<Record<Target, string | undefined>> = { "cassandra-4.0": "4.0", "cassandra-4.1": "4.1", "cassandra-5.0": "5.0", scylla: undefined };

/** System keyspaces already made, by target: every schema of a target shares them. */
const made = new Map<Target, ReadonlyMap<string, Keyspace>>();

/** A schema that holds the system keyspaces of `target` and nothing else; `complete` as in contract.md section 4. */
export function emptySchema(target: Target, options: { readonly complete: boolean }): Schema {
  return { keyspaces: systemKeyspaces(target), droppedKeyspaces: new Set(), roles: new Set(), complete: options.complete };
}

/** The system keyspaces of a target, by name. */
export function systemKeyspaces(target: Target): ReadonlyMap<string, Keyspace> {
  let keyspaces = made.get(target);
  if (keyspaces === undefined) {
    keyspaces = buildKeyspaces(VERSION[target]);
    made.set(target, keyspaces);
  }
  return keyspaces;
}

function buildKeyspaces(version: string | undefined): ReadonlyMap<string, Keyspace> {
  if (version === undefined) return new Map(SCYLLA_SYSTEM_KEYSPACES.map((name) => [name, { ...systemKeyspace(name, new Map()), partial: true }]));
  const tables = new Map<string, Map<string, Table>>();
  const types = new Map<string, CqlType>();
  for (const [keyspace, name, versions, columns] of SYSTEM_TABLES) {
    if (!versions.includes(version)) continue;
    let ofKeyspace = tables.get(keyspace);
    if (ofKeyspace === undefined) tables.set(keyspace, (ofKeyspace = new Map()));
    ofKeyspace.set(name, systemTable(keyspace, name, columns, types));
  }
  return new Map([...tables].map(([name, ofKeyspace]) => [name, systemKeyspace(name, ofKeyspace)]));
}

function systemKeyspace(name: string, tables: ReadonlyMap<string, Table>): Keyspace {
  return { name, system: true, virtual: VIRTUAL_KEYSPACES.has(name), tables, types: new Map(), functions: [], dropped: new Set(), created: true };
}

const ROLES: readonly ColumnRole[] = ["partition", "clustering", "static", "regular"];

function systemTable(keyspace: string, name: string, text: string, types: Map<string, CqlType>): Table {
  const columns = text.split("|").flatMap((section, i) => {
    const role = ROLES[i] as ColumnRole;
    return section.split(";").flatMap((item, position) => systemColumn(item.trim(), role, position, types));
  });
  return makeTable({ kind: "table", keyspace, name, columns, indexes: [], options: new Map(), compact: false, virtual: VIRTUAL_KEYSPACES.has(keyspace), dropped: new Map(), triggers: [] });
}

/** One column of the data, `name type [desc]`; none for an empty section. */
function systemColumn(text: string, role: ColumnRole, position: number, types: Map<string, CqlType>): readonly Column[] {
  const space = text.indexOf(" ");
  if (space < 0) return [];
  const descending = text.endsWith(" desc");
  const typeText = text.slice(space + 1, descending ? -" desc".length : undefined);
  let type = types.get(typeText);
  if (type === undefined) types.set(typeText, (type = parseType(typeText)));
  return [{ name: text.slice(0, space), type, role, position: role === "partition" || role === "clustering" ? position : -1, order: descending ? "desc" : "asc", masked: false }];
}

/** A type of the data: native names, collections, tuples and `frozen`, well formed. */
function parseType(text: string): CqlType {
  const open = text.indexOf("<");
  if (open < 0) return NATIVE_TYPES.includes(text as NativeName) ? native(text as NativeName) : { kind: "unknown", text };
  const name = text.slice(0, open);
  const inner = splitTypes(text.slice(open + 1, -1)).map(parseType);
  const [first, second] = inner;
  if (first === undefined) return { kind: "unknown", text };
  switch (name) {
    case "frozen": return freeze(first);
    case "list":
    case "set": return { kind: name, element: first, frozen: false };
    case "map": return second === undefined ? { kind: "unknown", text } : { kind: "map", key: first, value: second, frozen: false };
    case "tuple": return { kind: "tuple", items: inner };
    default: return { kind: "unknown", text };
  }
}

/** Splits at the commas that stand outside of all brackets. */
function splitTypes(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "<") depth++;
    else if (text[i] === ">") depth--;
    else if (text[i] === "," && depth === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
}
