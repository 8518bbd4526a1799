import type { Name, QualifiedName } from "../syntax/ast";
import type { Column, Keyspace, Schema, Table, UserType } from "./model";
import type { CqlType } from "./type";

/** Why a name finds no table. "dropped-…": the project itself dropped it above, which is always an error (contract.md section 4). */
export type TableMiss = "no-keyspace" | "unknown-keyspace" | "dropped-keyspace" | "unknown-table" | "dropped-table";

/** The keyspace that a name stands in: its own, the one in force, else the unnamed one; undefined for a complete schema with none in force. */
export function keyspaceOf(_schema: Schema, _keyspaceInForce: string | undefined, _name: QualifiedName): string | undefined {
  return undefined;
}
/** The keyspace called `name`, when it exists as far as the schema can tell. */
export function findKeyspace(schema: Schema, name: string): Keyspace | undefined {
  return schema.keyspaces.get(name);
}
/** The table or view that `name` means, or why there is none. */
export function findTable(_schema: Schema, _keyspaceInForce: string | undefined, _name: QualifiedName): Table | TableMiss {
  return "unknown-table";
}
/** Column of a table by name. */
export function findColumn(table: Table, name: Name): Column | undefined {
  return table.byName.get(name.value);
}
/** The definition of a user type; undefined for other types and for types that nothing defines. */
export function userType(_schema: Schema, _type: CqlType): UserType | undefined {
  return undefined;
}
/** How a miss is to be treated: contract.md section 4. */
export function missVerdict(_schema: Schema, _keyspaceInForce: string | undefined, _name: QualifiedName, _miss: TableMiss): "error" | "warning" | "silence" {
  return "silence";
}
/** The candidate nearest to `name`, near enough to be a slip of the hand; undefined when none is. */
export function nearest(_name: string, _candidates: Iterable<string>): string | undefined {
  return undefined;
}
