import type { Column, OptionValue, Table } from "../schema/model";
import { formatType } from "../schema/types";
import { quoteName } from "../syntax/print";
import { computedFrom, fieldOf } from "./field";
import type { Field } from "./field";
import type { KeyPlan } from "./key";
import type { ColumnSource, PlanColumn } from "./plan";
import { isKey } from "./query";
import type { Ordered, Query } from "./query";
import { qualified, tableName } from "./table-name";

/** A table to be made: what its CREATE statement says. */
export interface NewTable {
  readonly keyspace: string;
  readonly name: string;
  readonly base: Table;
  readonly partition: readonly Field[];
  readonly clustering: readonly Ordered[];
  readonly statics: readonly Field[];
  readonly regular: readonly Field[];
}

/** Options that mean the same for a copy as for its base. */
const COPIED_OPTIONS = ["compaction", "compression", "default_time_to_live", "gc_grace_seconds"] as const;

export interface TableOptions {
  /** Names of tables that other designs want, with their definitions: the same table keeps its name, any other gets a number. */
  readonly taken: ReadonlyMap<string, string>;
  /** Copies every column, not only what the query reads. */
  readonly allColumns: boolean;
  /** Several queries differ in the value of a bucket only, so that one proof serves all. */
  readonly alike?: boolean;
  /** Ends the name, for a kind of table that must not be called like another. */
  readonly suffix?: string;
}

/** The table for a key: the key's columns and those that the query reads, or all of the base table's (designer.md section 3). */
export function newTable(query: Query, key: KeyPlan, options: TableOptions): NewTable {
  const { table, context } = query;
  const inKey = new Set([...key.partition, ...key.clustering.map((entry) => entry.field)].map((field) => field.name));
  // A row of counters is there only while one of them has a value, so a copy that counts holds them all.
  const wholeRows = options.allColumns || (table.isCounter && table.columns.some((column) => query.read.has(column.name) && !isKey(column)));
  const copied = table.columns.filter((column) => !inKey.has(column.name) && (wholeRows || query.read.has(column.name)));
  const keepsStatics = canKeepStatics(query, key, copied);
  const isStatic = (column: Column): boolean => keepsStatics && column.role === "static";
  const unnamed = {
    keyspace: table.keyspace, base: table, partition: key.partition, clustering: key.clustering,
    statics: copied.filter(isStatic).map(fieldOf), regular: copied.filter((column) => !isStatic(column)).map(fieldOf),
  };
  const isTaken = (name: string): boolean => {
    const wanted = options.taken.get(name);
    return wanted !== undefined && (options.suffix !== undefined || wanted !== definitionOf(printTable({ ...unnamed, name }, "")));
  };
  const columns = [...key.partition.map((field) => field.name), ...(options.suffix === undefined ? [] : [options.suffix])];
  return { ...unnamed, name: tableName(table.name, columns, context.schema.keyspaces.get(table.keyspace), isTaken) };
}

/** A CREATE TABLE statement without its comment: equal for equal tables. */
export function definitionOf(ddl: string): string {
  return ddl.replace(/comment = '(?:[^']|'')*'/, "");
}

/**
 * A static column stays static where the partitions are the base table's own. A query that reads static columns only and cuts rows out is
 * refused (R-CK-11), so then they become plain ones.
 */
function canKeepStatics(query: Query, key: KeyPlan, copied: readonly Column[]): boolean {
  const partition = new Set(key.partition.map((field) => field.name));
  const samePartition = partition.size === query.table.partitionKey.length && query.table.partitionKey.every((column) => partition.has(column.name));
  return samePartition && key.clustering.length > 0 && copied.some((column) => column.role !== "static");
}

/** The CREATE TABLE statement, in the product's own layout, without `;`. `purpose` goes into the table's comment. */
export function printTable(table: NewTable, purpose: string): string {
  const fields = [...table.partition, ...table.clustering.map((entry) => entry.field)];
  const lines = [
    ...fields.map((field) => `  ${quoteName(field.name)} ${formatType(field.type)}`),
    ...table.statics.map((field) => `  ${quoteName(field.name)} ${formatType(field.type)} STATIC`),
    ...table.regular.map((field) => `  ${quoteName(field.name)} ${formatType(field.type)}`),
    `  PRIMARY KEY (${printKey(table.partition, table.clustering)})`,
  ];
  const options = [...tableOrder(table.clustering), `comment = ${quoteText(purpose)}`, ...copiedOptions(table.base)];
  return `CREATE TABLE ${qualified(table.keyspace, table.name)} (\n${lines.join(",\n")}\n) WITH ${options.join("\n  AND ")}`;
}

/** What stands inside PRIMARY KEY ( … ). */
export function printKey(partition: readonly Field[], clustering: readonly Ordered[]): string {
  const first = partition.map((field) => quoteName(field.name));
  return [first.length === 1 ? first[0]! : `(${first.join(", ")})`, ...clustering.map(({ field }) => quoteName(field.name))].join(", ");
}

/** `CLUSTERING ORDER BY (…)` of a new table, needed where not all columns ascend. */
function tableOrder(clustering: readonly Ordered[]): readonly string[] {
  return clustering.every((entry) => entry.direction === "asc") ? [] : clusteringOrder(clustering);
}

/** `CLUSTERING ORDER BY (…)` with all columns listed; nothing without columns. */
export function clusteringOrder(clustering: readonly Ordered[]): readonly string[] {
  if (clustering.length === 0) return [];
  return [`CLUSTERING ORDER BY (${clustering.map(({ field, direction }) => `${quoteName(field.name)} ${direction.toUpperCase()}`).join(", ")})`];
}

function copiedOptions(base: Table): readonly string[] {
  return COPIED_OPTIONS.flatMap((name) => {
    const value = base.options.get(name);
    return value === undefined ? [] : [`${name} = ${printOption(value)}`];
  });
}

function printOption(value: OptionValue): string {
  if (typeof value === "string") return /^-?\d+(?:\.\d+)?$|^(?:true|false)$/i.test(value) ? value : quoteText(value);
  return `{${[...value].map(([key, entry]) => `${quoteText(key)}: ${quoteText(entry)}`).join(", ")}}`;
}

/** A string constant as text. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The columns of the table as a plan lists them: in the order of the markers of the backfill's statement. */
export function planColumns(table: NewTable): readonly PlanColumn[] {
  const column = (field: Field, role: PlanColumn["role"], position: number): PlanColumn => ({ name: field.name, type: formatType(field.type), role, position, from: field.from });
  const key = [
    ...table.partition.map((field, i) => column(field, "partition", i)),
    ...table.clustering.map(({ field }, i) => column(field, "clustering", i)),
  ];
  const rest = [...table.statics.map((field) => column(field, "static", 0)), ...table.regular.map((field) => column(field, "regular", 0))];
  return countsOnly(table) ? [...rest, ...key] : [...key, ...rest];
}

function countsOnly(table: NewTable): boolean {
  return table.regular.some((field) => field.type.kind === "native" && field.type.name === "counter");
}

/** How the rows of the base table get into the copy: what to read, and what to run for each row (designer.md section 5). */
export function backfill(table: NewTable): { readonly source: string; readonly insert: string } {
  const columns = planColumns(table);
  const source = [...new Set(columns.flatMap((column) => sourceText(column.from)))];
  const target = qualified(table.keyspace, table.name);
  const names = columns.map((column) => quoteName(column.name));
  const isKeyColumn = (column: PlanColumn): boolean => column.role === "partition" || column.role === "clustering";
  const insert = countsOnly(table)
    ? `UPDATE ${target} SET ${columns.filter((column) => !isKeyColumn(column)).map(({ name }) => `${quoteName(name)} = ${quoteName(name)} + ?`).join(", ")} WHERE ${columns.filter(isKeyColumn).map(({ name }) => `${quoteName(name)} = ?`).join(" AND ")}`
    : `INSERT INTO ${target} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  return { source: `SELECT ${source.join(", ")} FROM ${qualified(table.base.keyspace, table.base.name)}`, insert };
}

/** What to read for a column: for one that the application computes, what it computes it from. */
function sourceText(from: ColumnSource): readonly string[] {
  if ("column" in from) return [quoteName(from.column)];
  if ("element" in from) return [quoteName(from.element)];
  if ("key" in from) return [quoteName(from.key)];
  if ("value" in from) return [quoteName(from.value)];
  return "expression" in from ? [from.expression] : "application" in from ? computedFrom(from.application).map(quoteName) : [];
}

/** Whether the key holds a column that the base table's key lacks, so that a change of its value moves the row. */
export function movingColumns(table: NewTable): readonly Field[] {
  return [...table.partition, ...table.clustering.map((entry) => entry.field)].filter(({ base, from }) => (base === undefined ? !("application" in from) && !("expression" in from) : !isKey(base)));
}

