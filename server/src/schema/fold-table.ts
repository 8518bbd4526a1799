/** What CREATE, ALTER and DROP of tables and views do to the schema (rulebook A4, A5, A7). */
import type { AlterTable, AlterView, ColumnDefinition, ColumnMask, CreateTable, CreateView, Drop, Name, TableAlteration } from "../syntax/ast";
import { keyspaceOrMention, withoutTable, withTable } from "./change";
import type { Column, Schema, Table } from "./model";
import { readOptions } from "./options";
import { mapWith } from "./shared-map";
import { changeTable, makeTable, withColumns } from "./table";
import { native, resolveNamed, typeNames } from "./types";
import type { TypeNames } from "./types";
import { homeOf, originAt } from "./where";
import type { Where } from "./where";

/** The user types that a statement can name: those of the schema, and those that other files declare. */
export function typesInSight(schema: Schema, where: Where): TypeNames {
  const known = typeNames(schema);
  const elsewhere = where.knownTypes;
  return elsewhere === undefined ? known : (keyspace, name) => known(keyspace, name) || elsewhere(keyspace, name);
}

/** The schema after CREATE TABLE; unchanged where the table exists already or the statement is half typed. */
export function createTable(schema: Schema, statement: CreateTable, where: Where): Schema {
  if (statement.name === undefined || schema.keyspaces.get(homeOf(statement.name, where))?.tables.has(statement.name.name.value) === true) return schema;
  const table = tableOf(schema, statement, where);
  return table === undefined || table.partitionKey.length === 0 ? schema : withTable(schema, table);
}

/** The table that CREATE TABLE would make, as far as it is written; undefined without a name. Columns of the key that are not declared are left out. */
export function tableOf(schema: Schema, statement: CreateTable, where: Where): Table | undefined {
  if (statement.name === undefined) return undefined;
  const keyspace = homeOf(statement.name, where);
  const types = typesInSight(schema, where);
  const inline = statement.columns.find((column) => column.primaryKey !== undefined);
  const key = statement.primaryKeys[0] ?? { partition: inline === undefined ? [] : [inline.name], clustering: [] };
  const partition = positions(key.partition);
  const clustering = positions(key.clustering);
  const order = new Map(statement.options.clusteringOrder.map((item) => [item.column.value, item.direction]));
  const columns = new Map<string, Column>();
  for (const definition of statement.columns) {
    const name = definition.name.value;
    if (columns.has(name)) continue;
    const inPartition = partition.get(name);
    const inClustering = clustering.get(name);
    if (inPartition !== undefined) columns.set(name, columnOf(definition, types, keyspace, where, { role: "partition", position: inPartition, order: "asc" }));
    else if (inClustering !== undefined) columns.set(name, columnOf(definition, types, keyspace, where, { role: "clustering", position: inClustering, order: order.get(name) ?? "asc" }));
    else columns.set(name, columnOf(definition, types, keyspace, where));
  }
  return makeTable({
    kind: "table", keyspace, name: statement.name.name.value, columns: [...columns.values()], indexes: [], options: readOptions(statement.options.properties),
    compact: statement.options.compactStorage !== undefined, virtual: false, dropped: new Map(), triggers: [], copyOf: where.copyOf, partitionRows: where.partitionRows,
    origin: originAt(where, statement.name.name.range), statement: originAt(where, statement.range),
  });
}

function positions(names: readonly Name[]): ReadonlyMap<string, number> {
  return new Map(names.map((name, i) => [name.value, i]));
}

function columnOf(definition: ColumnDefinition, types: TypeNames, keyspace: string, where: Where, key?: Pick<Column, "role" | "position" | "order">): Column {
  return {
    name: definition.name.value, type: resolveNamed(definition.type, types, keyspace),
    role: key?.role ?? (definition.isStatic ? "static" : "regular"), position: key?.position ?? -1, order: key?.order ?? "asc",
    ...maskOf(definition.mask), ...(definition.timeToLive && { timeToLive: true }), origin: originAt(where, definition.name.range),
  };
}

function maskOf(mask: ColumnMask | undefined): Pick<Column, "masked" | "maskFunction"> {
  return { masked: mask !== undefined, ...(mask !== undefined && mask.function !== "default" && mask.function.keyspace?.value !== "system" && { maskFunction: mask.function.name.value }) };
}

/** The schema after ALTER TABLE; unchanged where the table is not known. */
export function alterTable(schema: Schema, statement: AlterTable, where: Where): Schema {
  const alteration = statement.alteration;
  if (statement.name === undefined || alteration === undefined) return schema;
  const keyspaceName = homeOf(statement.name, where);
  const table = schema.keyspaces.get(keyspaceName)?.tables.get(statement.name.name.value);
  if (table?.kind !== "table") return schema;
  const changed = altered(schema, table, alteration, where);
  if (changed === table) return schema;
  let after = withTable(schema, changed);
  for (const view of schema.keyspaces.get(keyspaceName)?.tables.values() ?? []) {
    if (view.base === table.name) after = withTable(after, viewAfter(view, table, changed, alteration));
  }
  return after;
}

function altered(schema: Schema, table: Table, alteration: TableAlteration, where: Where): Table {
  switch (alteration.kind) {
    case "add": {
      const types = typesInSight(schema, where);
      const added = new Map<string, Column>();
      for (const definition of alteration.columns) {
        const name = definition.name.value;
        if (!table.byName.has(name) && !added.has(name)) added.set(name, columnOf(definition, types, table.keyspace, where));
      }
      return added.size === 0 ? table : withColumns(table, [...table.columns, ...added.values()]);
    }
    case "drop": {
      const gone = new Set(alteration.columns.map((name) => name.value).filter((name) => table.byName.get(name)?.position === -1));
      if (gone.size === 0) return table;
      const dropped = new Map(table.dropped);
      for (const column of table.columns) if (gone.has(column.name)) dropped.set(column.name, { type: column.type, role: column.role });
      return withColumns({ ...table, dropped }, table.columns.filter((column) => !gone.has(column.name)));
    }
    case "rename": return renamed(table, renamings(table, alteration, where));
    case "mask": {
      const { masked, maskFunction } = maskOf(alteration.mask);
      const column = table.byName.get(alteration.column.value);
      if (column === undefined || (column.masked === masked && column.maskFunction === maskFunction)) return table;
      const { maskFunction: _before, ...bare } = column;
      return withColumns(table, table.columns.map((other) => (other === column ? { ...bare, masked, ...(maskFunction !== undefined && { maskFunction }) } : other)));
    }
    case "with": return changeTable(table, { options: readOptions(alteration.properties, table.options) });
    case "drop-compact-storage": return withoutCompactStorage(table);
    case "ttl-column": return withTimeToLive(table, alteration.column?.value);
    case "alter-type": return table; // refused by every version (D-ALT-3)
  }
}

/** The table with `name` as its TTL column; without one where `name` is undefined (S-TBL-4). */
function withTimeToLive(table: Table, name: string | undefined): Table {
  if (name !== undefined && !table.byName.has(name)) return table;
  return withColumns(table, table.columns.map((column) => {
    if ((column.timeToLive === true) === (column.name === name)) return column;
    const { timeToLive: _before, ...bare } = column;
    return column.name === name ? { ...bare, timeToLive: true } : bare;
  }));
}

type Renaming = ReadonlyMap<string, Pick<Column, "name" | "origin">>;

/** The pairs of RENAME that can be carried out: the column is there and the new name is free. */
function renamings(table: Table, alteration: Extract<TableAlteration, { readonly kind: "rename" }>, where: Where): Renaming {
  const pairs = alteration.pairs.filter((pair) => table.byName.has(pair.from.value) && !table.byName.has(pair.to.value));
  return new Map(pairs.map((pair) => [pair.from.value, { name: pair.to.value, origin: originAt(where, pair.to.range) }]));
}

function renamed(table: Table, names: Renaming): Table {
  return names.size === 0 ? table : withColumns(table, table.columns.map((column) => ({ ...column, ...names.get(column.name) })));
}

/** A view after its base was altered: renamed key columns are renamed there too (D-ALT-17), a view over `*` gains what is added. */
function viewAfter(view: Table, before: Table, after: Table, alteration: TableAlteration): Table {
  if (alteration.kind === "rename") {
    const names = new Map<string, Pick<Column, "name" | "origin">>();
    for (const pair of alteration.pairs) {
      const column = after.byName.get(pair.to.value);
      if (column !== undefined && before.byName.has(pair.from.value) && view.byName.has(pair.from.value)) names.set(pair.from.value, { name: column.name, ...(column.origin && { origin: column.origin }) });
    }
    return renamed(view, names);
  }
  if (alteration.kind !== "add" || view.selectsAll !== true) return view;
  return withColumns(view, [...view.columns, ...after.columns.filter((column) => !before.byName.has(column.name) && !view.byName.has(column.name))]);
}

/**
 * DROP COMPACT STORAGE shows the columns that the compact form hid: without clustering columns the others become static beside a
 * clustering column `column1` and a value; with clustering columns only, a value of the empty type.
 */
function withoutCompactStorage(table: Table): Table {
  if (!table.compact) return table;
  const plain = changeTable(table, { compact: false });
  const hidden = { order: "asc", masked: false } as const;
  const valueName = table.byName.has("value") ? freeName("value", table) : "value";
  if (table.clustering.length === 0) {
    return withColumns(plain, [
      ...table.columns.map((column): Column => (column.role === "regular" ? { ...column, role: "static" } : column)),
      { ...hidden, name: freeName("column", table), type: native("text"), role: "clustering", position: 0 },
      { ...hidden, name: valueName, type: native("blob"), role: "regular", position: -1 },
    ]);
  }
  if (table.columns.some((column) => column.role === "regular")) return plain;
  return withColumns(plain, [...table.columns, { ...hidden, name: valueName, type: { kind: "custom", className: "org.apache.cassandra.db.marshal.EmptyType" }, role: "regular", position: -1 }]);
}

/** The first of `base1`, `base2`, … that is no column of the table. */
function freeName(base: string, table: Table): string {
  let i = 1;
  while (table.byName.has(`${base}${i}`)) i++;
  return `${base}${i}`;
}

/** The schema after CREATE MATERIALIZED VIEW; unchanged where the name is taken, the base is not known or the statement is half typed. */
export function createView(schema: Schema, statement: CreateView, where: Where): Schema {
  if (statement.name === undefined || statement.base === undefined) return schema;
  const keyspace = schema.keyspaces.get(homeOf(statement.name, where));
  const base = schema.keyspaces.get(homeOf(statement.base, where))?.tables.get(statement.base.name.value);
  if (base?.kind !== "table" || keyspace?.tables.has(statement.name.name.value) === true) return schema;
  const view = viewOf(statement, base, where);
  if (view === undefined || view.partitionKey.length === 0) return schema;
  return withTable(schema, base.doubt === undefined ? view : changeTable(view, { doubt: "depends-on-doubtful" }));
}

/** The view that the statement would make over `base`; undefined without a name. */
export function viewOf(statement: CreateView, base: Table | undefined, where: Where): Table | undefined {
  if (statement.name === undefined) return undefined;
  const partition = positions(statement.primaryKey?.partition ?? []);
  const clustering = positions(statement.primaryKey?.clustering ?? []);
  const order = new Map(statement.options.clusteringOrder.map((item) => [item.column.value, item.direction]));
  const selected = statement.star === undefined ? new Set(statement.selectors.flatMap((item) => (item.expression.kind === "column" ? [item.expression.name.value] : []))) : undefined;
  const columns: Column[] = [];
  for (const column of base?.columns ?? []) {
    const inPartition = partition.get(column.name);
    const inClustering = clustering.get(column.name);
    if (inPartition !== undefined) columns.push({ ...column, role: "partition", position: inPartition, order: "asc" });
    else if (inClustering !== undefined) columns.push({ ...column, role: "clustering", position: inClustering, order: order.get(column.name) ?? column.order }); // not said: the base table's
    else if (selected === undefined || selected.has(column.name)) columns.push({ ...column, role: "regular", position: -1, order: "asc" });
  }
  const filtered = new Set(statement.where.flatMap((relation) => (relation.operator !== "is not null" && relation.left.kind === "column" ? [relation.left.column.value] : [])));
  return makeTable({
    kind: "view", keyspace: homeOf(statement.name, where), name: statement.name.name.value, columns, indexes: [], options: readOptions(statement.options.properties),
    compact: false, virtual: false, dropped: new Map(), triggers: [], base: base?.name ?? statement.base?.name.value ?? "", viewWhere: [...filtered],
    selectsAll: statement.star !== undefined, copyOf: where.copyOf, origin: originAt(where, statement.name.name.range), statement: originAt(where, statement.range),
  });
}

/** The schema after ALTER MATERIALIZED VIEW. */
export function alterView(schema: Schema, statement: AlterView, where: Where): Schema {
  const view = statement.name && schema.keyspaces.get(homeOf(statement.name, where))?.tables.get(statement.name.name.value);
  return view?.kind === "view" ? withTable(schema, changeTable(view, { options: readOptions(statement.properties, view.options) })) : schema;
}

/** The schema after DROP TABLE or DROP MATERIALIZED VIEW: the name is gone, whether or not it was known before. */
export function dropTable(schema: Schema, statement: Drop, where: Where): Schema {
  if (statement.name === undefined) return schema;
  const keyspace = homeOf(statement.name, where);
  const name = statement.name.name.value;
  // DROP … IF EXISTS of a view is content with a table of that name, and leaves it.
  const known = schema.keyspaces.get(keyspace)?.tables.get(name);
  return known !== undefined && (known.kind === "view") !== (statement.kind === "drop-view") ? schema : withoutTable(schema, keyspace, name, "dropped");
}

/** The schema with a trigger's name added to or taken from a table. */
export function setTrigger(schema: Schema, keyspaceName: string, tableName: string, trigger: string, present: boolean): Schema {
  const keyspace = keyspaceOrMention(schema, keyspaceName);
  const table = keyspace.tables.get(tableName);
  if (table === undefined || table.triggers.includes(trigger) === present) return schema;
  const triggers = present ? [...table.triggers, trigger] : table.triggers.filter((name) => name !== trigger);
  return { ...schema, keyspaces: mapWith(schema.keyspaces, keyspaceName, { ...keyspace, tables: mapWith(keyspace.tables, tableName, changeTable(table, { triggers })) }) };
}
