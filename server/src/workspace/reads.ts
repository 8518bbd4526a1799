/** Which parts of a schema a statement's verdict depends on, so that a verdict is kept while they are the same values. */
import type { CheckContext } from "../check/judgement";
import { findTableNamed } from "../schema/find";
import type { Schema } from "../schema/model";
import { sameContents } from "../schema/same-definition";
import { sameEntries } from "../schema/shared-map";
import type { QualifiedName, Statement } from "../syntax/ast";

/** A table by its name as written; kept for each statement of a file, so without the places of its parts. */
export interface TableRead {
  readonly keyspace: string | undefined;
  readonly table: string;
}

/** Whether a statement that reads these tables (undefined: more than tables) is sure to be judged alike in both contexts. */
export function readsTheSame(tables: readonly TableRead[] | undefined, before: CheckContext, after: CheckContext): boolean {
  if (before.keyspace !== after.keyspace || before.target !== after.target || before.server !== after.server || before.schema.complete !== after.schema.complete) return false;
  if (before.schema === after.schema) return true;
  if (tables === undefined) return sameSchema(before.schema, after.schema);
  return sameTypesAndFunctions(before.schema, after.schema) && tables.every((name) => sameTable(name, before, after));
}

/** The tables that a query or write reads from the schema; undefined for statements that depend on more than tables. */
export function tablesRead(statement: Statement): readonly TableRead[] | undefined {
  switch (statement.kind) {
    case "select":
    case "insert":
    case "update":
    case "delete":
    case "truncate": return statement.table === undefined ? undefined : tableRead(statement.table);
    case "batch": {
      const tables = statement.statements.flatMap((inner) => (inner.table === undefined ? [] : tableRead(inner.table)));
      return tables.length === statement.statements.length ? tables : undefined;
    }
    default: return undefined;
  }
}

/** So many names are kept; a file has some hundred at most, but every half-typed one is a name as well. */
const MOST_NAMES = 10_000;

/** By table, then by keyspace: one value for all statements that read one table, since each statement of a file keeps what it read. */
const reads = new Map<string, Map<string | undefined, readonly [TableRead]>>();

function tableRead({ keyspace, name }: QualifiedName): readonly [TableRead] {
  let named = reads.get(name.value);
  if (named === undefined) {
    if (reads.size >= MOST_NAMES) reads.clear();
    reads.set(name.value, named = new Map());
  }
  let read = named.get(keyspace?.value);
  if (read === undefined) named.set(keyspace?.value, read = [{ keyspace: keyspace?.value, table: name.value }]);
  return read;
}

function sameTable({ keyspace, table: name }: TableRead, before: CheckContext, after: CheckContext): boolean {
  const table = findTableNamed(before.schema, before.keyspace, keyspace, name);
  // What a missing table comes to depends on all the names that are there.
  if (typeof table === "string" || findTableNamed(after.schema, after.keyspace, keyspace, name) !== table) return false;
  const [first, second] = [before.schema.keyspaces.get(table.keyspace), after.schema.keyspaces.get(table.keyspace)];
  return first?.doubt === second?.doubt && first?.created === second?.created;
}

/** The last pair compared, and the answer: statements in a row mostly ask about the same two schemas. */
function lastAnswer(compare: (before: Schema, after: Schema) => boolean): (before: Schema, after: Schema) => boolean {
  let last: { readonly before: WeakRef<Schema>; readonly after: WeakRef<Schema>; readonly answer: boolean } | undefined;
  return (before, after) => {
    if (last?.before.deref() === before && last.after.deref() === after) return last.answer;
    last = { before: new WeakRef(before), after: new WeakRef(after), answer: compare(before, after) };
    return last.answer;
  };
}

const sameTypesAndFunctions = lastAnswer((before, after) => {
  for (const [name, keyspace] of after.keyspaces) {
    const other = before.keyspaces.get(name);
    if (keyspace === other) continue;
    if (other === undefined ? keyspace.functions.length > 0 || keyspace.types.size > 0 : keyspace.functions !== other.functions || !sameEntries(keyspace.types, other.types)) return false;
  }
  return [...before.keyspaces].every(([name, keyspace]) => after.keyspaces.has(name) || (keyspace.functions.length === 0 && keyspace.types.size === 0));
});

const sameSchema = lastAnswer((before, after) => {
  if (before.keyspaces.size !== after.keyspaces.size || before.roles !== after.roles || before.droppedKeyspaces !== after.droppedKeyspaces) return false;
  for (const [name, keyspace] of before.keyspaces) if (!sameContents(keyspace, after.keyspaces.get(name))) return false;
  return true;
});
