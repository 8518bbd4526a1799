import type { CheckContext } from "../../check/judgement";
import type { Column, Table } from "../../schema/model";
import { freeze, isCollection, resolveType, sameType } from "../../schema/types";
import type { CqlType } from "../../schema/type";
import type { Expression } from "../../syntax/ast";
import { parseStatement } from "../../syntax/parse";
import { computedFrom, singular } from "../field";
import type { ColumnSource, Plan } from "../plan";
import { isKey, primaryKey } from "../query";

/** Buckets of a marked table: its definition does not say how many there are. */
const GUESSED_BUCKETS = 16;

/** A column of a copy, and where its value comes from. */
export interface CopyColumn {
  readonly name: string;
  readonly type: CqlType;
  readonly role: Column["role"];
  readonly from: ColumnSource;
  /** The columns of the base table that its value depends on. */
  readonly sources: readonly Column[];
  /** `from.expression` as a tree. */
  readonly expression?: Expression;
}

/** A table that holds the rows of another one under another key: what companion writes are made for. */
export interface Copy {
  readonly keyspace: string;
  readonly name: string;
  readonly base: Table;
  readonly key: readonly CopyColumn[];
  readonly rest: readonly CopyColumn[];
  /** The collection that has a row for each of its elements. */
  readonly exploded?: Column;
  /** Columns beyond the base table's primary key that the copy's key is made of, the exploded collection apart: a change of one moves the row. */
  readonly movers: readonly Column[];
}

/** The copy that a plan would make of `base`; undefined for a plan without a table of its own. The plan's types are read in `context`. */
export function copyOfPlan(plan: Plan, base: Table, context: CheckContext): Copy | undefined {
  const [ddl] = plan.ddl;
  if (ddl === undefined || plan.columns.length === 0) return undefined;
  const { statement } = parseStatement(ddl);
  if (statement.kind !== "create-table" || statement.name === undefined) return undefined;
  const types = new Map(statement.columns.map((column) => [column.name.value, resolveType(column.type, context.schema, base.keyspace)]));
  const columns = plan.columns.map((column) => copyColumn(column.name, types.get(column.name) ?? { kind: "unknown", text: column.type }, column.role, column.from, base));
  const byRole = (role: Column["role"]): CopyColumn[] => columns.filter((column) => column.role === role);
  const order = (column: CopyColumn): number => plan.columns.find(({ name }) => name === column.name)?.position ?? 0;
  const key = [...byRole("partition").sort((a, b) => order(a) - order(b)), ...byRole("clustering").sort((a, b) => order(a) - order(b))];
  return makeCopy(base.keyspace, statement.name.name.value, base, key, [...byRole("static"), ...byRole("regular")]);
}

/**
 * A table of the project as a copy of `base`: columns of the same name and type are copied ones, a key column named for one element of a
 * collection is made from it, a date column called day is the day of the time that rows are sorted by. Undefined where a column stays unexplained,
 * or the table lacks a part of the base table's key.
 */
export function copyOfTable(table: Table, base: Table): Copy | undefined {
  const columns: CopyColumn[] = [];
  for (const column of table.columns) {
    const from = sourceOf(column, table, base);
    if (from === undefined) return undefined;
    columns.push(copyColumn(column.name, column.type, column.role, from, base));
  }
  const key = primaryKey(table).map((column) => columns.find((entry) => entry.name === column.name)!);
  if (primaryKey(base).some((column) => !key.some((entry) => "column" in entry.from && entry.from.column === column.name))) return undefined;
  const rest = columns.filter((column) => !key.includes(column));
  return makeCopy(table.keyspace, table.name, base, key, [...rest.filter((column) => column.role === "static"), ...rest.filter((column) => column.role === "regular")]);
}

/** The tables of the base table's keyspace that say they are its copies, and can be understood as such. A copy of a copy is one of the copy. */
export function copiesOf(base: Table, context: CheckContext): readonly Copy[] {
  const full = base.keyspace === "" ? base.name : `${base.keyspace}.${base.name}`;
  const copies: Copy[] = [];
  for (const table of context.schema.keyspaces.get(base.keyspace)?.tables.values() ?? []) {
    if (table.comment !== full && table.comment !== base.name) continue;
    if (table === base || table.kind === "view" || table.doubt !== undefined || base.doubt !== undefined) continue;
    const copy = copyOfTable(table, base);
    if (copy !== undefined) copies.push(copy);
  }
  return copies;
}

function makeCopy(keyspace: string, name: string, base: Table, key: readonly CopyColumn[], rest: readonly CopyColumn[]): Copy {
  const exploded = key.map(({ from, sources }) => ("element" in from || "key" in from || "value" in from ? sources[0] : undefined)).find((column) => column !== undefined);
  const movers = [...new Set(key.flatMap(({ from, sources }) => ("column" in from || "expression" in from || "application" in from ? sources : [])))].filter((column) => !isKey(column));
  return { keyspace, name, base, key, rest, movers, ...(exploded === undefined ? {} : { exploded }) };
}

function copyColumn(name: string, type: CqlType, role: Column["role"], from: ColumnSource, base: Table): CopyColumn {
  const find = (column: string): readonly Column[] => {
    const found = base.byName.get(column);
    return found === undefined ? [] : [found];
  };
  if ("column" in from) return { name, type, role, from, sources: find(from.column) };
  if ("element" in from) return { name, type, role, from, sources: find(from.element) };
  if ("key" in from) return { name, type, role, from, sources: find(from.key) };
  if ("value" in from) return { name, type, role, from, sources: find(from.value) };
  if ("application" in from) return { name, type, role, from, sources: computedFrom(from.application).flatMap(find) };
  const { statement } = parseStatement(`SELECT ${from.expression} FROM t`);
  const expression = statement.kind === "select" ? statement.selectors[0]?.expression : undefined;
  return { name, type, role, from, sources: base.columns.filter((column) => expression !== undefined && reads(expression, column.name)), ...(expression === undefined ? {} : { expression }) };
}

function reads(expression: Expression, column: string): boolean {
  if (expression.kind === "column") return expression.name.value === column;
  if (expression.kind === "call") return expression.args.some((item) => reads(item, column));
  if (expression.kind === "binary") return reads(expression.left, column) || reads(expression.right, column);
  return (expression.kind === "cast" || expression.kind === "hint" || expression.kind === "negate") && reads(expression.operand, column);
}

/** What a column of a marked table is made from; undefined where nothing in the base table fits. */
function sourceOf(column: Column, table: Table, base: Table): ColumnSource | undefined {
  const own = base.byName.get(column.name);
  if (own !== undefined) return sameType(freeze(own.type), freeze(column.type)) ? { column: own.name } : undefined;
  if (!isKey(column)) return undefined;
  for (const collection of base.columns) {
    const from = elementSource(column, collection);
    if (from !== undefined) return from;
  }
  const isNative = (type: CqlType, ...names: readonly string[]): boolean => type.kind === "native" && names.includes(type.name);
  // A day keeps partitions small whose rows are sorted by time, so it is the day of what sorts them first.
  const time = table.clustering.find(({ name, type }) => base.byName.has(name) && isNative(type, "timestamp", "timeuuid"));
  if (isNative(column.type, "date") && column.name === "day" && time !== undefined) return { expression: `toDate(${quoted(time.name)})` };
  return isNative(column.type, "int") && /^bucket(?:_\d+)?$/.test(column.name) ? { application: `hash(${primaryKey(base).map(({ name }) => name).join(", ")}) % ${GUESSED_BUCKETS}` } : undefined;
}

function elementSource(column: Column, collection: Column): ColumnSource | undefined {
  const { type, name } = collection;
  if (!isCollection(type)) return undefined;
  const one = singular(name);
  const named = (suffix: string): boolean => column.name === `${one ?? name}_${suffix}` || new RegExp(`^${escape(one ?? name)}_${suffix}_\\d+$`).test(column.name);
  if (type.kind === "map") {
    if (named("key") && sameType(freeze(type.key), freeze(column.type))) return { key: name };
    if (named("value") && sameType(freeze(type.value), freeze(column.type))) return { value: name };
    return undefined;
  }
  return (column.name === one || named("element")) && sameType(freeze(type.element), freeze(column.type)) ? { element: name } : undefined;
}

function escape(text: string): string {
  return text.replace(/[^\w]/g, "\\$&");
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
