import type { CheckContext } from "../check/judgement";
import { suggestion } from "../check/names";
import type { Table } from "../schema/model";
import type { QualifiedName } from "../syntax/ast";
import type { DesignRefusal } from "./plan";
import { refuse } from "./refusal";

/** Why nothing can be designed for a table that no file defines; names a near one where there is one. */
export function unknownTable(name: QualifiedName, { schema, keyspace }: CheckContext): DesignRefusal {
  const home = name.keyspace?.value ?? keyspace;
  const known = home === undefined ? [] : (schema.keyspaces.get(home)?.tables.keys() ?? []);
  const shown = [...(home === undefined ? [] : [home]), name.name.value].join(".");
  return refuse("unknown-schema", { message: `No file of the project defines table ${shown}.`, instead: [...meant(name.name.value, known), "Add the file that creates it to the project, then ask again."] });
}

/** Why the query cannot be read: it names a column that its table lacks; names a near one where there is one. */
export function unknownColumn(column: string, table: Table): DesignRefusal {
  return refuse("unknown-schema", { message: `Table ${table.name} has no column "${column}".`, instead: [...meant(column, table.byName.keys()), `Mend the name, or add the column to the definition of ${table.name}.`] });
}

function meant(name: string, known: Iterable<string>): readonly string[] {
  const { nearest } = suggestion(name, known);
  return nearest === undefined ? [] : [`Did you mean ${nearest}?`];
}
