/**
 * Names without a keyspace where none is in force: the driver that runs the file says which keyspace is meant, so it may be any that other
 * statements name. What a statement changes under one name is no longer sure under the other.
 */
import type { QualifiedName, Statement } from "../syntax/ast";
import { without, withKeyspace, withTable, withType } from "./change";
import { UNNAMED_KEYSPACE } from "./model";
import type { Keyspace, Schema } from "./model";
import { changeTable } from "./table";
import { homeOf } from "./where";
import type { Where } from "./where";

/** The schema after a definition, as `fold` gives it, with the doubt that it casts on objects of the same name in a keyspace that may be the same one. */
export function doubtNamesakes(schema: Schema, statement: Statement, where: Where): Schema {
  const name = namedIn(statement);
  if (name === undefined) return schema;
  const home = homeOf(name, where);
  let after = schema;
  for (const keyspace of maybeTheSame(schema, home)) after = doubtIn(after, keyspace, name.name.value, statement.kind);
  return after;
}

/** What a statement makes, changes or drops: a table, a view or a user type. */
function namedIn(statement: Statement): QualifiedName | undefined {
  switch (statement.kind) {
    case "create-table":
    case "create-view":
    case "create-type":
    case "alter-table":
    case "alter-view":
    case "alter-type":
    case "drop-table":
    case "drop-view":
    case "drop-type": return statement.name;
    case "create-index": return statement.table;
    default: return undefined;
  }
}

/** The keyspaces that a name in `home` may stand in besides. */
function maybeTheSame(schema: Schema, home: string): readonly Keyspace[] {
  const unnamed = schema.keyspaces.get(UNNAMED_KEYSPACE);
  if (home !== UNNAMED_KEYSPACE) return unnamed === undefined ? [] : [unnamed];
  return [...schema.keyspaces.values()].filter((keyspace) => !keyspace.system && keyspace.name !== UNNAMED_KEYSPACE);
}

function doubtIn(schema: Schema, keyspace: Keyspace, name: string, kind: Statement["kind"]): Schema {
  // What is made now may be what was dropped under its other name.
  if (kind === "create-table" || kind === "create-view" || kind === "create-type") return keyspace.dropped.has(name) ? withKeyspace(schema, { ...keyspace, dropped: without(keyspace.dropped, name) }) : schema;
  if (kind === "alter-type" || kind === "drop-type") {
    const type = keyspace.types.get(name);
    return type === undefined || type.doubt !== undefined ? schema : withType(schema, { ...type, doubt: "unnamed-keyspace" });
  }
  const table = keyspace.tables.get(name);
  return table === undefined || table.doubt !== undefined ? schema : withTable(schema, changeTable(table, { doubt: "unnamed-keyspace" }));
}
