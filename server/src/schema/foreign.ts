/**
 * Definitions that several files of a project share. As a file sees it, what another file defines too is not there when its own
 * CREATE is judged (contract.md section 7); afterwards the two are compared, and where they differ the object is doubtful.
 */
import type { CreateIndex, Statement } from "../syntax/ast";
import { without, withKeyspace, withoutTable, withoutType, withTable, withType } from "./change";
import { indexOf } from "./fold-index";
import { aggregateOf, functionOf, sameParameters } from "./fold-type";
import type { Doubt, Index, Origin, Schema, Table, UserFunction, UserType } from "./model";
import { sameDefinition, sameFunction, sameUserType } from "./same-definition";
import { mapWith } from "./shared-map";
import { changeTable, withColumns } from "./table";
import { homeOf } from "./where";
import type { Where } from "./where";

/** Tells the files whose definitions count as the statement's own: its file, or the migrations that run before it. */
export type Owns = (uri: string) => boolean;

/** The schema as the check of a definition sees it: without what other files say about the very thing that it defines. `own` is what the whole file makes. */
export function hideForeign(schema: Schema, statement: Statement, where: Where, owns: Owns, own: () => Schema | undefined): Schema {
  const foreign = (object: { readonly origin?: Origin } | undefined): boolean => object?.origin !== undefined && !owns(object.origin.uri);
  switch (statement.kind) {
    case "create-keyspace": {
      const keyspace = statement.name && schema.keyspaces.get(statement.name.value);
      if (keyspace === undefined || !keyspace.created || !foreign(keyspace)) return schema;
      const { origin: _origin, replication: _replication, consistency: _consistency, ...mentioned } = keyspace;
      return withKeyspace(schema, { ...mentioned, created: false });
    }
    case "create-table":
    case "create-view": {
      const table = statement.name && schema.keyspaces.get(homeOf(statement.name, where))?.tables.get(statement.name.name.value);
      return table !== undefined && foreign(table) ? withoutTable(schema, table.keyspace, table.name, "forgotten") : schema;
    }
    case "create-type": {
      const type = statement.name && schema.keyspaces.get(homeOf(statement.name, where))?.types.get(statement.name.name.value);
      return type !== undefined && foreign(type) ? withoutType(schema, type.keyspace, type.name, "forgotten") : schema;
    }
    case "create-index": return hideIndexes(schema, statement, where, foreign);
    case "create-function": return hideFunction(schema, functionOf(schema, statement, where), foreign);
    case "create-aggregate": return hideFunction(schema, aggregateOf(schema, statement, where), foreign);
    case "alter-table": {
      const table = statement.name && schema.keyspaces.get(homeOf(statement.name, where))?.tables.get(statement.name.name.value);
      if (table === undefined || statement.alteration?.kind !== "add") return schema;
      const added = new Set(statement.alteration.columns.map((column) => column.name.value));
      const kept = table.columns.filter((column) => !(added.has(column.name) && column.position === -1 && foreign(column)));
      return kept.length === table.columns.length ? schema : withTable(schema, withColumns(table, kept));
    }
    case "alter-type": {
      const type = statement.name && schema.keyspaces.get(homeOf(statement.name, where))?.types.get(statement.name.name.value);
      const alteration = statement.alteration;
      if (type === undefined || alteration?.kind !== "add" || !foreign(type)) return schema;
      return withType(schema, { ...type, fields: type.fields.filter((field) => field.name !== alteration.field.name.value) });
    }
    // In a file that makes it anew the DROP comes first: whether what uses it is there already depends on which file runs first.
    case "drop-table":
    case "drop-view": {
      const table = statement.name && schema.keyspaces.get(homeOf(statement.name, where))?.tables.get(statement.name.name.value);
      return table !== undefined && foreign(table) && own()?.keyspaces.get(table.keyspace)?.tables.has(table.name) === true ? doubtTable(schema, table, "defined-twice") : schema;
    }
    case "drop-type": {
      const type = statement.name && schema.keyspaces.get(homeOf(statement.name, where))?.types.get(statement.name.name.value);
      return type !== undefined && foreign(type) && own()?.keyspaces.get(type.keyspace)?.types.has(type.name) === true ? withType(schema, { ...type, doubt: type.doubt ?? "defined-twice" }) : schema;
    }
    default: return schema;
  }
}

function hideIndexes(schema: Schema, statement: CreateIndex, where: Where, foreign: (index: Index) => boolean): Schema {
  const made = indexOf(schema, statement, where);
  if (made === undefined) return schema;
  const keyspace = schema.keyspaces.get(made.table.keyspace);
  const name = statement.name?.value;
  let after = schema;
  keyspace?.tables.forEach((table) => {
    if (table.indexes.length === 0) return;
    const kept = table.indexes.filter((index) => !(foreign(index) && (index.name === name || (table === made.table && index.column === made.index.column && index.target === made.index.target))));
    if (kept.length < table.indexes.length) after = withTable(after, changeTable(table, { indexes: kept }));
  });
  return after;
}

function hideFunction(schema: Schema, made: UserFunction | undefined, foreign: (other: UserFunction) => boolean): Schema {
  const keyspace = made && schema.keyspaces.get(made.keyspace);
  if (made === undefined || keyspace === undefined) return schema;
  const functions = keyspace.functions.filter((other) => !(other.name === made.name && sameParameters(other.parameters, made.parameters) && foreign(other)));
  return functions.length === keyspace.functions.length ? schema : withKeyspace(schema, { ...keyspace, functions });
}

/**
 * The schema after a definition, told what stood before it (`before`) and what was hidden while it was judged: the new object beside an
 * other file's definition that differs is doubtful; indexes and triggers that other files put on the table stay. `own` is what the whole
 * file makes, for a CREATE and an ALTER below it may say together what the other file says at once.
 */
export function reconcile(before: Schema, after: Schema, statement: Statement, where: Where, own: Schema | undefined): Schema {
  if (!("name" in statement) || statement.name === undefined || !("name" in statement.name)) return after;
  const home = homeOf(statement.name, where);
  const name = statement.name.name.value;
  switch (statement.kind) {
    case "create-table":
    case "create-view":
    case "alter-table": {
      const old = before.keyspaces.get(home)?.tables.get(name);
      const made = after.keyspaces.get(home)?.tables.get(name);
      if (old === undefined || made === undefined) return after;
      const { indexes, triggers } = mergeTables(made, old);
      const sure = mergeTables(own?.keyspaces.get(home)?.tables.get(name) ?? made, old);
      return withTable(after, { ...made, ...(statement.kind !== "alter-table" && { indexes, triggers }), ...doubtOf(made, sure) });
    }
    case "create-type": {
      const old = before.keyspaces.get(home)?.types.get(name);
      const made = after.keyspaces.get(home)?.types.get(name);
      return old === undefined || made === undefined ? after : withType(after, { ...made, ...doubtOf(made, mergeTypes(own?.keyspaces.get(home)?.types.get(name) ?? made, old)) });
    }
    default: return after;
  }
}

function doubtOf(made: { readonly doubt?: Doubt }, merged: { readonly doubt?: Doubt }): { readonly doubt?: Doubt } {
  const doubt = made.doubt ?? merged.doubt;
  return doubt === undefined ? {} : { doubt };
}

/** One user type out of two definitions: the first; doubtful where the two differ or one is so. */
export function mergeTypes(first: UserType, second: UserType): UserType {
  const doubt = first.doubt ?? second.doubt ?? (sameUserType(first, second) ? undefined : "defined-twice");
  return doubt === first.doubt ? first : { ...first, ...(doubt && { doubt }) };
}

/** One table out of two definitions: the first, with the indexes and triggers of both; doubtful where the two differ or one is so. */
export function mergeTables(first: Table, second: Table): Table {
  if (first === second) return first;
  const names = new Set(first.indexes.map((index) => index.name));
  const targets = new Set(first.indexes.map((index) => `${index.target} ${index.column}`));
  const indexes = [...first.indexes, ...second.indexes.filter((index) => !names.has(index.name) && !targets.has(`${index.target} ${index.column}`))];
  const triggers = [...new Set([...first.triggers, ...second.triggers])];
  const doubt = first.doubt ?? second.doubt ?? (sameDefinition(first, second) ? undefined : "defined-twice");
  return { ...first, indexes, triggers, ...(doubt && { doubt }) };
}

/** One function out of two of the same name and parameters. */
export function mergeFunctions(first: UserFunction, second: UserFunction): UserFunction {
  const doubt = first.doubt ?? second.doubt ?? (sameFunction(first, second) ? undefined : "defined-twice");
  return doubt === first.doubt ? first : { ...first, ...(doubt && { doubt }) };
}

/** Roles have no origin: those of other files are the ones that stood before the file. */
export function hideRole(schema: Schema, statement: Statement, before: Schema): Schema {
  const role = statement.kind === "create-role" || statement.kind === "create-user" ? statement.role?.value : undefined;
  return role !== undefined && before.roles.has(role) ? { ...schema, roles: without(schema.roles, role) } : schema;
}

/** A table with a doubt, in its schema. */
export function doubtTable(schema: Schema, table: Table, doubt: Table["doubt"]): Schema {
  const keyspace = schema.keyspaces.get(table.keyspace);
  if (keyspace === undefined || table.doubt !== undefined || doubt === undefined) return schema;
  return { ...schema, keyspaces: mapWith(schema.keyspaces, keyspace.name, { ...keyspace, tables: mapWith(keyspace.tables, table.name, changeTable(table, { doubt })) }) };
}
