/** Objects whose definition is not sure: statements on them are not judged, so that one mistake gives one diagnostic (contract.md section 1.3). */
import type { Statement } from "../syntax/ast";
import { keyspaceOrMention, withKeyspace, withTable, withType } from "./change";
import { tableOf, viewOf } from "./fold-table";
import { addFunction, aggregateOf, functionOf, typeOf } from "./fold-type";
import type { Doubt, Schema, UserFunction } from "./model";
import { changeTable } from "./table";
import { homeOf, originAt } from "./where";
import type { Where } from "./where";

/**
 * The schema after a definition that is not sure, in place of `fold`. A refused CREATE makes its object doubtful, as far as it is written;
 * what exists already stays as it is, for the server leaves it so. An alteration that a template decides makes its table doubtful.
 */
export function markDoubtful(schema: Schema, statement: Statement, where: Where, doubt: Doubt): Schema {
  switch (statement.kind) {
    case "create-keyspace": {
      const keyspace = statement.name && keyspaceOrMention(schema, statement.name.value);
      return keyspace === undefined || keyspace.created ? schema : withKeyspace(schema, { ...keyspace, created: true, doubt, origin: originAt(where, statement.name?.range ?? statement.head) });
    }
    case "create-table": {
      const table = tableOf(schema, statement, where);
      return table === undefined || schema.keyspaces.get(table.keyspace)?.tables.has(table.name) === true ? schema : withTable(schema, changeTable(table, { doubt }));
    }
    case "create-view": {
      const base = statement.base && schema.keyspaces.get(homeOf(statement.base, where))?.tables.get(statement.base.name.value);
      const view = viewOf(statement, base, where);
      return view === undefined || schema.keyspaces.get(view.keyspace)?.tables.has(view.name) === true ? schema : withTable(schema, changeTable(view, { doubt }));
    }
    case "create-type": {
      const type = typeOf(schema, statement, where);
      return type === undefined || schema.keyspaces.get(type.keyspace)?.types.has(type.name) === true ? schema : withType(schema, { ...type, doubt });
    }
    case "create-function": return addFunction(schema, doubtful(functionOf(schema, statement, where), doubt), { replace: false });
    case "create-aggregate": return addFunction(schema, doubtful(aggregateOf(schema, statement, where), doubt), { replace: false });
    case "alter-table": {
      const table = statement.name && schema.keyspaces.get(homeOf(statement.name, where))?.tables.get(statement.name.name.value);
      return doubt !== "template" || table === undefined ? schema : withTable(schema, changeTable(table, { doubt }));
    }
    default: return schema;
  }
}

function doubtful(made: UserFunction | undefined, doubt: Doubt): UserFunction | undefined {
  return made && { ...made, doubt };
}
