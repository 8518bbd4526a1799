/** Small changes of a schema, each a new value that shares all it does not touch. */
import type { Keyspace, Schema, Table, UserType } from "./model";
import { mapWith, withoutKey } from "./shared-map";

/** Shared by all keyspaces that hold none, so that two of them are the same values. */
const NO_FUNCTIONS: Keyspace["functions"] = [];

/** The keyspace, or the one that its mere mention makes. */
export function keyspaceOrMention(schema: Schema, name: string): Keyspace {
  return schema.keyspaces.get(name) ?? { name, system: false, virtual: false, tables: new Map(), types: new Map(), functions: NO_FUNCTIONS, dropped: new Set(), created: false };
}

/** The schema with `keyspace` in the place of the one of its name. */
export function withKeyspace(schema: Schema, keyspace: Keyspace): Schema {
  return { ...schema, keyspaces: mapWith(schema.keyspaces, keyspace.name, keyspace), droppedKeyspaces: without(schema.droppedKeyspaces, keyspace.name) };
}

/** The schema with `table` in the place of the one of its name. */
export function withTable(schema: Schema, table: Table): Schema {
  const keyspace = keyspaceOrMention(schema, table.keyspace);
  return withKeyspace(schema, { ...keyspace, tables: mapWith(keyspace.tables, table.name, table), dropped: without(keyspace.dropped, table.name) });
}

/** The schema without a table or view; `dropped`: remembered as dropped, so that its name is an error from here on. */
export function withoutTable(schema: Schema, keyspaceName: string, name: string, how: "dropped" | "forgotten"): Schema {
  if (schema.droppedKeyspaces.has(keyspaceName)) return schema;
  const keyspace = keyspaceOrMention(schema, keyspaceName);
  const dropped = how === "dropped" ? new Set(keyspace.dropped).add(name) : keyspace.dropped;
  return withKeyspace(schema, { ...keyspace, tables: withoutKey(keyspace.tables, name), dropped });
}

/** The schema with `type` in the place of the one of its name. */
export function withType(schema: Schema, type: UserType): Schema {
  const keyspace = keyspaceOrMention(schema, type.keyspace);
  return withKeyspace(schema, { ...keyspace, types: mapWith(keyspace.types, type.name, type), dropped: without(keyspace.dropped, type.name) });
}

/** The schema without a user type; `dropped` as for tables. */
export function withoutType(schema: Schema, keyspaceName: string, name: string, how: "dropped" | "forgotten"): Schema {
  if (schema.droppedKeyspaces.has(keyspaceName)) return schema;
  const keyspace = keyspaceOrMention(schema, keyspaceName);
  const dropped = how === "dropped" ? new Set(keyspace.dropped).add(name) : keyspace.dropped;
  return withKeyspace(schema, { ...keyspace, types: withoutKey(keyspace.types, name), dropped });
}

/** A set without a member; the same set where it has no such member. */
export function without<T>(set: ReadonlySet<T>, member: T): ReadonlySet<T> {
  if (!set.has(member)) return set;
  const rest = new Set(set);
  rest.delete(member);
  return rest;
}
