import type { Table } from "../../schema/model";
import type { Statement } from "../../syntax/ast";
import { parseStatement } from "../../syntax/parse";
import { quoteName } from "../../syntax/print";
import { isKey, primaryKey } from "../query";
import { qualified } from "../table-name";

/** A write that stands for all of its kind. */
export interface Template {
  readonly text: string;
  readonly statement: Statement;
}

const known = new WeakMap<Table, readonly Template[]>();

/** An INSERT, an UPDATE and a DELETE of one row of the table with a marker for each value, named for its column: what companions are shown for where the project has no writes. */
export function templatesFor(table: Table): readonly Template[] {
  const templates = known.get(table) ?? textsFor(table).map((text) => ({ text, statement: parseStatement(text).statement }));
  known.set(table, templates);
  return templates;
}

function textsFor(table: Table): readonly string[] {
  const name = qualified(table.keyspace, table.name);
  const where = primaryKey(table).map(equals).join(" AND ");
  const rest = table.columns.filter((column) => !isKey(column));
  const remove = `DELETE FROM ${name} WHERE ${where}`;
  if (table.isCounter) return [`UPDATE ${name} SET ${rest.map((column) => `${quoteName(column.name)} = ${quoteName(column.name)} + ${marker(column)}`).join(", ")} WHERE ${where}`, remove];
  const insert = `INSERT INTO ${name} (${table.columns.map((column) => quoteName(column.name)).join(", ")}) VALUES (${table.columns.map(marker).join(", ")})`;
  if (rest.length === 0) return [insert, remove];
  return [insert, `UPDATE ${name} SET ${rest.map(equals).join(", ")} WHERE ${where}`, remove];
}

function equals(column: { readonly name: string }): string {
  return `${quoteName(column.name)} = ${marker(column)}`;
}

function marker({ name }: { readonly name: string }): string {
  return `:${quoteName(name)}`;
}
