import type { Schema, Table, UserType } from "../schema/model";
import { UNNAMED_KEYSPACE } from "../schema/model";
import { findTable } from "../schema/find";
import { fold } from "../schema/fold";
import type { QualifiedName, Statement } from "../syntax/ast";
import { quoteName } from "../syntax/print";
import type { CheckedFile, CheckedStatement } from "./checked-file";

/** The schema just after a statement: its own definition included. Ranges of what it defines count from the file's start. */
export function schemaAfter(statement: CheckedStatement, file: CheckedFile): Schema {
  const { schema, keyspace } = statement.context;
  return fold(schema, statement.parsed.statement, { ...(keyspace === undefined ? {} : { keyspace }), uri: file.uri, start: statement.start });
}

/** The table or view that `name` means to a statement; undefined where nothing known has that name. */
export function tableOf(schema: Schema, keyspace: string | undefined, name: QualifiedName | undefined): Table | undefined {
  const found = name === undefined ? undefined : findTable(schema, keyspace, name);
  return typeof found === "string" ? undefined : found;
}

/** The user type that `name` means to a statement; undefined where nothing known has that name. */
export function userTypeOf(schema: Schema, keyspace: string | undefined, name: QualifiedName): UserType | undefined {
  return schema.keyspaces.get(name.keyspace?.value ?? keyspace ?? UNNAMED_KEYSPACE)?.types.get(name.name.value);
}

/** The name of the table that a statement reads, writes or defines; of a batch, that of its first write. */
export function tableNameOf(statement: Statement): QualifiedName | undefined {
  switch (statement.kind) {
    case "select": case "insert": case "update": case "delete": case "truncate": case "create-index": return statement.table;
    case "batch": return statement.statements[0]?.table;
    case "create-table": case "alter-table": case "alter-view": case "drop-table": case "drop-view": return statement.name;
    case "create-view": return statement.base;
    default: return undefined;
  }
}

/** The keyspace in which a statement looks up types and functions without one: that of what it reads, writes or defines, else the one in force. */
export function keyspaceInside({ parsed: { statement }, context }: CheckedStatement): string | undefined {
  const named = tableNameOf(statement) ?? ("name" in statement && statement.name !== undefined && "name" in statement.name ? statement.name : undefined);
  return named?.keyspace?.value ?? context.keyspace;
}

/** The table that a statement works on, as it was before the statement. */
export function tableNamed(statement: CheckedStatement): Table | undefined {
  return tableOf(statement.context.schema, statement.context.keyspace, tableNameOf(statement.parsed.statement));
}

/** `keyspace.name` as CQL, quoted where needed; the name alone in the unnamed keyspace. */
export function displayName(keyspace: string, name: string): string {
  return keyspace === UNNAMED_KEYSPACE ? quoteName(name) : `${quoteName(keyspace)}.${quoteName(name)}`;
}
