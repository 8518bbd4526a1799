/** Whether two definitions of one name say the same. Positions, comments and options do not count: they change no verdict on a query. */
import type { Column, Keyspace, Table, UserFunction, UserType } from "./model";
import { sameEntries } from "./shared-map";
import { identicalType } from "./types";

/** Whether two tables or views have the same columns in the same roles. Indexes are compared apart: they can be made by other files. */
export function sameDefinition(a: Table, b: Table): boolean {
  return a === b || (a.kind === b.kind && a.base === b.base && a.compact === b.compact && a.columns.length === b.columns.length
    && a.columns.every((column, i) => sameColumn(column, b.columns[i] as Column)));
}

/** Whether two columns have the same name, type, role, place, order, mask and use. */
export function sameColumn(a: Column, b: Column): boolean {
  return a.name === b.name && a.role === b.role && a.position === b.position && a.order === b.order && a.masked === b.masked && a.maskFunction === b.maskFunction && a.timeToLive === b.timeToLive
    && identicalType(a.type, b.type);
}

/** Whether two user types have the same fields in the same order. */
export function sameUserType(a: UserType, b: UserType): boolean {
  return a === b || (a.fields.length === b.fields.length && a.fields.every((field, i) => field.name === b.fields[i]?.name && identicalType(field.type, (b.fields[i] as UserType["fields"][number]).type)));
}

/** Whether two functions of one name and parameter list give the same type in the same way. */
export function sameFunction(a: UserFunction, b: UserFunction): boolean {
  return a === b || (a.kind === b.kind && a.calledOnNull === b.calledOnNull && identicalType(a.returns, b.returns));
}

/** Whether two keyspaces hold the very same values: nothing that a check reads can differ. */
export function sameContents(a: Keyspace | undefined, b: Keyspace | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && a.created === b.created && a.consistency === b.consistency && a.origin === b.origin && a.doubt === b.doubt && sameEntries(a.replication ?? NOTHING, b.replication ?? NOTHING) && a.functions === b.functions
    && sameMembers(a.dropped, b.dropped) && sameEntries(a.tables, b.tables) && sameEntries(a.types, b.types);
}

const NOTHING: ReadonlyMap<string, string> = new Map();

function sameMembers(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a === b || (a.size === b.size && [...a].every((member) => b.has(member)));
}
