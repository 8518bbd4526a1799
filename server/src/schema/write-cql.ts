/** The schema as text: CQL that makes it again, in an order in which it can be run, and plain data for JSON. */
import { quoteName } from "../syntax/print";
import { UNNAMED_KEYSPACE } from "./model";
import type { Column, Index, Keyspace, OptionValue, Schema, Table, UserFunction, UserType } from "./model";
import { copyMarker } from "./table";
import { formatType } from "./types";
import type { CqlType } from "./type";

/** The schema as CQL, each object after what it needs; system keyspaces are left out. Dropped names and doubts have no text. */
export function writeSchema(schema: Schema): string {
  const parts: string[] = [...schema.roles].sort().map((role) => `CREATE ROLE ${quoteName(role)};`);
  for (const keyspace of userKeyspaces(schema)) parts.push(...writeKeyspace(keyspace));
  return parts.map((part) => `${part}\n`).join("\n");
}

function userKeyspaces(schema: Schema): readonly Keyspace[] {
  return byName([...schema.keyspaces.values()].filter((keyspace) => !keyspace.system));
}

function byName<T extends { readonly name: string }>(items: Iterable<T>): readonly T[] {
  return [...items].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function writeKeyspace(keyspace: Keyspace): readonly string[] {
  const tables = byName(keyspace.tables.values());
  const isTable = (table: Table): boolean => table.kind === "table";
  return [
    ...(keyspace.created ? [`CREATE KEYSPACE ${quoteName(keyspace.name)} WITH replication = ${writeOption(keyspace.replication ?? DEFAULT_REPLICATION)}${keyspace.consistency === undefined ? "" : ` AND consistency = ${writeOption(keyspace.consistency)}`};`] : []),
    ...typesInOrder(keyspace).map(writeType),
    ...tables.filter(isTable).flatMap((table) => [marker(table) + writeTable(table), ...table.indexes.map((index) => writeIndex(table, index))]),
    ...tables.filter((table) => !isTable(table)).map(writeTable),
    ...functionsInOrder(keyspace).map(writeFunction),
  ];
}

const DEFAULT_REPLICATION: OptionValue = new Map([["class", "SimpleStrategy"], ["replication_factor", "1"]]);

/** A name with its keyspace; names of the unnamed keyspace stand alone. */
export function qualifiedName(keyspace: string, name: string): string {
  return keyspace === UNNAMED_KEYSPACE ? quoteName(name) : `${quoteName(keyspace)}.${quoteName(name)}`;
}

/** Types after those that their fields name; a circle, which only files that disagree can make, is cut anywhere. */
function typesInOrder(keyspace: Keyspace): readonly UserType[] {
  const done = new Set<string>();
  const ordered: UserType[] = [];
  const visit = (type: UserType): void => {
    if (done.has(type.name)) return;
    done.add(type.name);
    for (const field of type.fields) for (const name of typesNamed(field.type)) {
      const needed = keyspace.types.get(name);
      if (needed !== undefined) visit(needed);
    }
    ordered.push(type);
  };
  byName(keyspace.types.values()).forEach(visit);
  return ordered;
}

function typesNamed(type: CqlType): readonly string[] {
  switch (type.kind) {
    case "list":
    case "set":
    case "vector": return typesNamed(type.element);
    case "map": return [...typesNamed(type.key), ...typesNamed(type.value)];
    case "tuple": return type.items.flatMap(typesNamed);
    case "user": return [type.name];
    default: return [];
  }
}

/** Aggregates after the functions that they are made of. */
function functionsInOrder(keyspace: Keyspace): readonly UserFunction[] {
  const functions = byName(keyspace.functions);
  return [...functions.filter((made) => made.kind === "function"), ...functions.filter((made) => made.kind === "aggregate")];
}

function writeType(type: UserType): string {
  return `CREATE TYPE ${qualifiedName(type.keyspace, type.name)} (${type.fields.map((field) => `${quoteName(field.name)} ${formatType(field.type)}`).join(", ")});`;
}

/** The comment that names the base of a copy, where the table's own comment does not. */
function marker(table: Table): string {
  return table.comment === undefined || table.comment === copyMarker(table.options.get("comment")) ? "" : `-- cqlwright: copy of ${table.comment}\n`;
}

/** CREATE TABLE or CREATE MATERIALIZED VIEW, without the indexes. */
export function writeTable(table: Table): string {
  const options = writeTableOptions(table);
  const key = writeKey(table);
  if (table.kind === "view") {
    const needed = [...table.partitionKey, ...table.clustering].map((column) => `${quoteName(column.name)} IS NOT NULL`);
    const selection = table.selectsAll === true ? "*" : table.columns.map((column) => quoteName(column.name)).join(", ");
    return `CREATE MATERIALIZED VIEW ${qualifiedName(table.keyspace, table.name)} AS\n  SELECT ${selection}\n  FROM ${qualifiedName(table.keyspace, table.base ?? "")}\n  WHERE ${needed.join(" AND ")}\n  PRIMARY KEY ${key}${options};`;
  }
  const columns = [...table.columns.map(writeColumn), `PRIMARY KEY ${key}`];
  return `CREATE TABLE ${qualifiedName(table.keyspace, table.name)} (\n  ${columns.join(",\n  ")}\n)${options};`;
}

function writeColumn(column: Column): string {
  return `${quoteName(column.name)} ${formatType(column.type)}${column.timeToLive === true ? " TTL" : ""}${column.role === "static" ? " STATIC" : ""}${column.masked ? " MASKED WITH DEFAULT" : ""}`;
}

function writeKey(table: Table): string {
  const names = (columns: readonly Column[]): string => columns.map((column) => quoteName(column.name)).join(", ");
  const partition = table.partitionKey.length === 1 ? names(table.partitionKey) : `(${names(table.partitionKey)})`;
  return `(${[partition, ...table.clustering.map((column) => quoteName(column.name))].join(", ")})`;
}

function writeTableOptions(table: Table): string {
  const options: string[] = [];
  if (table.compact) options.push("COMPACT STORAGE");
  if (table.clustering.some((column) => column.order === "desc")) {
    options.push(`CLUSTERING ORDER BY (${table.clustering.map((column) => `${quoteName(column.name)} ${column.order.toUpperCase()}`).join(", ")})`);
  }
  for (const [name, value] of table.options) options.push(`${quoteName(name)} = ${writeOption(value)}`);
  return options.length === 0 ? "" : ` WITH ${options.join("\n  AND ")}`;
}

/** An option's value: the server reads numbers and booleans in quotes too, so everything is quoted. */
function writeOption(value: OptionValue): string {
  return typeof value === "string" ? quoteText(value) : `{${[...value].map(([key, text]) => `${quoteText(key)}: ${quoteText(text)}`).join(", ")}}`;
}

function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function writeIndex(table: Table, index: Index): string {
  const column = quoteName(index.column);
  const isCollection = index.target !== "column";
  const target = isCollection ? `${index.target.toUpperCase()}(${column})` : column;
  const targets = index.local ? `(${table.partitionKey.map((key) => quoteName(key.name)).join(", ")}), ${target}` : target;
  const className = index.className ?? (index.kind === "sai" ? "sai" : undefined);
  const custom = className !== undefined && index.kind !== "2i" ? "CUSTOM " : "";
  const options = index.options.size === 0 ? "" : ` WITH OPTIONS = ${writeOption(index.options)}`;
  return `CREATE ${custom}INDEX ${quoteName(index.name)} ON ${qualifiedName(table.keyspace, table.name)} (${targets})${className === undefined ? "" : ` USING ${quoteText(className)}`}${options};`;
}

function writeFunction(made: UserFunction): string {
  const name = qualifiedName(made.keyspace, made.name);
  if (made.kind === "aggregate") {
    const final = made.finalFunction === undefined ? "" : ` FINALFUNC ${quoteName(made.finalFunction)}`;
    const start = made.initialCondition === undefined ? "" : ` INITCOND ${made.initialCondition}`;
    return `CREATE AGGREGATE ${name} (${made.parameters.map(formatType).join(", ")}) SFUNC ${quoteName(made.stateFunction ?? "")} STYPE ${formatType(made.stateType ?? made.returns)}${final}${start};`;
  }
  const parameters = made.parameters.map((type, i) => `${quoteName(made.parameterNames[i] ?? `arg${i}`)} ${formatType(type)}`);
  const body = made.body ?? "";
  const quoted = body.includes("$$") ? quoteText(body) : `$$${body}$$`;
  return `CREATE FUNCTION ${name} (${parameters.join(", ")}) ${made.calledOnNull ? "CALLED" : "RETURNS NULL"} ON NULL INPUT RETURNS ${formatType(made.returns)} LANGUAGE ${made.language ?? "java"} AS ${quoted};`;
}

/** The schema as plain data, for JSON; system keyspaces are left out. */
export function schemaJson(schema: Schema): object {
  return { keyspaces: userKeyspaces(schema).map(keyspaceJson), roles: [...schema.roles].sort() };
}

function keyspaceJson(keyspace: Keyspace): object {
  return {
    name: keyspace.name, created: keyspace.created, ...(keyspace.replication && { replication: Object.fromEntries(keyspace.replication) }), ...doubtJson(keyspace),
    types: byName(keyspace.types.values()).map((type) => ({ name: type.name, fields: type.fields.map((field) => ({ name: field.name, type: formatType(field.type) })), ...placeJson(type) })),
    tables: byName(keyspace.tables.values()).map(tableJson),
    functions: byName(keyspace.functions).map((made) => ({ name: made.name, kind: made.kind, parameters: made.parameters.map(formatType), returns: formatType(made.returns), ...placeJson(made) })),
  };
}

function tableJson(table: Table): object {
  return {
    name: table.name, kind: table.kind, ...(table.base !== undefined && { base: table.base }),
    columns: table.columns.map((column) => ({ name: column.name, type: formatType(column.type), role: column.role, ...(column.position >= 0 && { position: column.position }), ...(column.role === "clustering" && { order: column.order }), ...(column.masked && { masked: true }) })),
    indexes: table.indexes.map((index) => ({ name: index.name, kind: index.kind, column: index.column, target: index.target, ...(index.className !== undefined && { class: index.className }), ...(index.local && { local: true }), options: Object.fromEntries(index.options) })),
    options: Object.fromEntries([...table.options].map(([name, value]) => [name, typeof value === "string" ? value : Object.fromEntries(value)])),
    counter: table.isCounter, ...(table.compact && { compact: true }), ...(table.comment !== undefined && { copyOf: table.comment }), ...placeJson(table),
  };
}

function doubtJson(object: { readonly doubt?: string }): object {
  return object.doubt === undefined ? {} : { doubt: object.doubt };
}

function placeJson(object: { readonly doubt?: string; readonly origin?: { readonly uri: string; readonly range: { readonly start: number; readonly end: number } } }): object {
  return { ...doubtJson(object), ...(object.origin && { definedIn: { uri: object.origin.uri, start: object.origin.range.start, end: object.origin.range.end } }) };
}
