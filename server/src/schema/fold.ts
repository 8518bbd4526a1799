/** The schema as DDL makes it, one statement at a time. Whether the server accepts a statement is the check's business, not asked here. */
import type { AlterKeyspace, CreateKeyspace, Statement } from "../syntax/ast";
import { keyspaceOrMention, withKeyspace, without } from "./change";
import { createIndex, dropIndex } from "./fold-index";
import { alterTable, alterView, createTable, createView, dropTable, setTrigger } from "./fold-table";
import { addFunction, aggregateOf, alterType, createType, dropFunction, dropType, functionOf } from "./fold-type";
import type { Schema } from "./model";
import { doubtNamesakes } from "./namesakes";
import { mapOption, readOptions } from "./options";
import { withoutKey } from "./shared-map";
import { homeOf, originAt } from "./where";
import type { Where } from "./where";

export type { Where } from "./where";

/**
 * The schema after `statement`. Lenient: what exists already stays as it is, what names something unknown or is half typed changes nothing;
 * never throws. Shares every keyspace and table that it does not touch, and returns `schema` itself where nothing changes.
 */
export function fold(schema: Schema, statement: Statement, where: Where): Schema {
  return doubtNamesakes(change(schema, statement, where), statement, where);
}

function change(schema: Schema, statement: Statement, where: Where): Schema {
  switch (statement.kind) {
    case "create-keyspace": return createKeyspace(schema, statement, where);
    case "alter-keyspace": return alterKeyspace(schema, statement);
    case "create-table": return createTable(schema, statement, where);
    case "alter-table": return alterTable(schema, statement, where);
    case "create-type": return createType(schema, statement, where);
    case "alter-type": return alterType(schema, statement, where);
    case "create-index": return createIndex(schema, statement, where);
    case "create-view": return createView(schema, statement, where);
    case "alter-view": return alterView(schema, statement, where);
    case "create-function": return addFunction(schema, functionOf(schema, statement, where), { replace: statement.orReplace });
    case "create-aggregate": return addFunction(schema, aggregateOf(schema, statement, where), { replace: statement.orReplace });
    case "drop-keyspace": return statement.name === undefined ? schema : dropKeyspace(schema, statement.name.name.value);
    case "drop-table":
    case "drop-view": return dropTable(schema, statement, where);
    case "drop-type": return dropType(schema, statement, where);
    case "drop-index": return dropIndex(schema, statement, where);
    case "drop-function":
    case "drop-aggregate": return dropFunction(schema, statement, where);
    case "create-trigger":
    case "drop-trigger":
      if (statement.table === undefined || statement.name === undefined) return schema;
      return setTrigger(schema, homeOf(statement.table, where), statement.table.name.value, statement.name.value, statement.kind === "create-trigger");
    case "create-role":
    case "create-user":
      return statement.role === undefined || schema.roles.has(statement.role.value) ? schema : { ...schema, roles: new Set(schema.roles).add(statement.role.value) };
    case "drop-role":
    case "drop-user": return statement.role === undefined || !schema.roles.has(statement.role.value) ? schema : { ...schema, roles: without(schema.roles, statement.role.value) };
    default: return schema;
  }
}

/** Whether statements of this kind can change the schema. */
export function definesSchema(statement: Statement): boolean {
  return DEFINING.has(statement.kind);
}

const DEFINING: ReadonlySet<Statement["kind"]> = new Set([
  "create-keyspace", "alter-keyspace", "create-table", "alter-table", "create-type", "alter-type", "create-index", "create-view", "alter-view",
  "create-function", "create-aggregate", "drop-keyspace", "drop-table", "drop-view", "drop-type", "drop-index", "drop-function", "drop-aggregate",
  "create-trigger", "drop-trigger", "create-role", "create-user", "drop-role", "drop-user",
]);

function createKeyspace(schema: Schema, statement: CreateKeyspace, where: Where): Schema {
  if (statement.name === undefined) return schema;
  const keyspace = keyspaceOrMention(schema, statement.name.value);
  if (keyspace.created) return schema;
  const replication = mapOption(statement.properties, "replication");
  const consistency = readOptions(statement.properties).get("consistency");
  return withKeyspace(schema, { ...keyspace, created: true, ...(replication && { replication }), ...(typeof consistency === "string" && { consistency }), origin: originAt(where, statement.name.range) });
}

function alterKeyspace(schema: Schema, statement: AlterKeyspace): Schema {
  const keyspace = statement.name && schema.keyspaces.get(statement.name.value);
  const replication = mapOption(statement.properties, "replication");
  return keyspace === undefined || replication === undefined ? schema : withKeyspace(schema, { ...keyspace, replication });
}

function dropKeyspace(schema: Schema, name: string): Schema {
  return { ...schema, keyspaces: withoutKey(schema.keyspaces, name), droppedKeyspaces: new Set(schema.droppedKeyspaces).add(name) };
}
