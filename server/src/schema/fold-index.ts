/** What CREATE INDEX and DROP INDEX do to the schema (rulebook A6). */
import type { CreateIndex, Drop, IndexTarget } from "../syntax/ast";
import { withTable } from "./change";
import type { Index, IndexKind, IndexTargetKind, Keyspace, Schema, Table } from "./model";
import { mapOption } from "./options";
import { changeTable } from "./table";
import { isCollection, isMultiCell } from "./types";
import { homeOf, originAt } from "./where";
import type { Where } from "./where";

/** Classes of USING, in lower case, by the kind of index they make; what is not here is a custom index. */
const KINDS: ReadonlyMap<string, IndexKind> = new Map([
  ["sai", "sai"], ["storageattachedindex", "sai"], ["org.apache.cassandra.index.sai.storageattachedindex", "sai"],
  ["sasi", "sasi"], ["sasiindex", "sasi"], ["org.apache.cassandra.index.sasi.sasiindex", "sasi"],
  ["legacy_local_table", "2i"], ["vector_index", "scylla-vector"], ["fulltext_index", "scylla-fulltext"],
]);

/** The kind of index that a class name of USING stands for. */
export function indexKind(className: string): IndexKind {
  return KINDS.get(className.toLowerCase()) ?? "custom";
}

/** What an index on a column covers: a plain name on a collection means its values (D-IDX-16), on a frozen collection the whole (D-IDX-12). */
export function indexTargetKind(target: IndexTarget, table: Table): IndexTargetKind {
  const type = table.byName.get(target.column.value)?.type;
  if (target.kind !== "column" || type === undefined || !isCollection(type)) return target.kind;
  return isMultiCell(type) ? "values" : "full";
}

/** The name of an index that the statement does not name: the table's and the column's joined, with a number where it is taken (D-IDX-26). */
export function defaultIndexName(keyspace: Keyspace, table: string, column: string | undefined): string {
  const base = [table, column, "idx"].filter((part) => part !== undefined).join("_").replaceAll(/\W/g, "");
  let name = base;
  for (let i = 1; findIndex(keyspace, name) !== undefined; i++) name = `${base}_${i}`;
  return name;
}

/** The index called `name` and its table; names of indexes are unique in a keyspace. */
export function findIndex(keyspace: Keyspace, name: string): { readonly table: Table; readonly index: Index } | undefined {
  let found: { readonly table: Table; readonly index: Index } | undefined;
  keyspace.tables.forEach((table) => {
    if (table.indexes.length === 0 || found !== undefined) return;
    const index = table.indexes.find((candidate) => candidate.name === name);
    if (index !== undefined) found = { table, index };
  });
  return found;
}

/** The index that the statement would make on its table; undefined where the table is not known or the statement is half typed. */
export function indexOf(schema: Schema, statement: CreateIndex, where: Where): { readonly table: Table; readonly index: Index } | undefined {
  const keyspace = statement.table && schema.keyspaces.get(homeOf(statement.table, where));
  const table = statement.table && keyspace?.tables.get(statement.table.name.value);
  const target = statement.targets[0];
  if (keyspace === undefined || table === undefined || target === undefined) return undefined;
  const className = statement.using?.value;
  const kind = indexKind(className ?? where.defaultIndex ?? "legacy_local_table");
  const index: Index = {
    name: statement.name?.value ?? defaultIndexName(keyspace, table.name, statement.targets.length === 1 ? target.column.value : undefined),
    kind, ...(className !== undefined && { className }), target: indexTargetKind(target, table), column: target.column.value,
    local: statement.localPartition !== undefined, options: mapOption(statement.properties, "options") ?? new Map(),
    origin: originAt(where, statement.name?.range ?? target.range),
  };
  return { table, index };
}

/** The schema after CREATE INDEX; unchanged where the name is taken. */
export function createIndex(schema: Schema, statement: CreateIndex, where: Where): Schema {
  const made = indexOf(schema, statement, where);
  if (made === undefined) return schema;
  const { table, index } = made;
  const keyspace = schema.keyspaces.get(table.keyspace);
  if (!table.byName.has(index.column) || (keyspace !== undefined && findIndex(keyspace, index.name) !== undefined)) return schema;
  return withTable(schema, changeTable(table, { indexes: [...table.indexes, index] }));
}

/** The schema after DROP INDEX. */
export function dropIndex(schema: Schema, statement: Drop, where: Where): Schema {
  if (statement.name === undefined) return schema;
  const keyspace = schema.keyspaces.get(homeOf(statement.name, where));
  const found = keyspace && findIndex(keyspace, statement.name.name.value);
  if (found === undefined) return schema;
  return withTable(schema, changeTable(found.table, { indexes: found.table.indexes.filter((index) => index !== found.index) }));
}
