import type { Origin, Schema } from "../../schema/model";
import { UNNAMED_KEYSPACE } from "../../schema/model";
import type { CheckedFile, CheckedStatement } from "../checked-file";
import { keyspaceInside, schemaAfter, tableNameOf, tableOf, userTypeOf } from "../schema-view";
import type { NameUse } from "./names";
import { nameAt } from "./names";
import { statementAt } from "./statement-at";

/** Where the table, column, type, function or index named at `offset` (from the file's start) is defined; undefined where nothing is named or nothing defines it. */
export function definitionAt(file: CheckedFile, offset: number): Origin | undefined {
  const statement = statementAt(file, offset);
  if (statement === undefined) return undefined;
  const use = nameAt(statement.parsed.statement, offset - statement.start);
  if (use === undefined) return undefined;
  // A DROP takes its object out of the schema after it, so the schema before it is asked too.
  return originOf(use, statement, schemaAfter(statement, file)) ?? originOf(use, statement, statement.context.schema);
}

function originOf(use: NameUse, statement: CheckedStatement, schema: Schema): Origin | undefined {
  const keyspace = statement.context.keyspace;
  switch (use.kind) {
    case "keyspace": return schema.keyspaces.get(use.name.value)?.origin;
    case "table": return tableOf(schema, keyspace, use.name)?.origin;
    case "user-type": return userTypeOf(schema, keyspaceInside(statement), use.name)?.origin;
    case "column": return tableOf(schema, keyspace, tableNameOf(statement.parsed.statement))?.byName.get(use.name.value)?.origin;
    case "function": return schema.keyspaces.get(use.name.keyspace?.value ?? keyspaceInside(statement) ?? UNNAMED_KEYSPACE)?.functions.find((one) => one.name === use.name.name.value)?.origin;
    case "index":
      for (const table of schema.keyspaces.get(keyspaceInside(statement) ?? UNNAMED_KEYSPACE)?.tables.values() ?? []) {
        const index = table.indexes.find((one) => one.name === use.name.value);
        if (index !== undefined) return index.origin;
      }
      return undefined;
    default: return undefined;
  }
}
