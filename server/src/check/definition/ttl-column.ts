import type { Table } from "../../schema/model";
import { formatType } from "../../schema/types";
import type { CqlType } from "../../schema/type";
import type { CreateTable, TableAlteration } from "../../syntax/ast";
import type { Range } from "../../text/range";
import { unknownColumn } from "../names";
import { firstOf } from "../result";
import { definitionOf, roleOf, violate } from "../violate";
import type { Finding, Violation } from "../violation";
import { refuse } from "./steps";

/** What a TTL column may be: a time, or a number of seconds (S-TBL-4). */
const TYPES: ReadonlySet<string> = new Set(["timestamp", "bigint", "int"]);

function holdsExpiry(type: CqlType): boolean {
  return type.kind === "native" && TYPES.has(type.name);
}

/** ScyllaDB's TTL columns of CREATE TABLE, as found while the text is read (S-TBL-4): one of them, of a type that says when a row expires. */
export function checkTtlColumns(statement: CreateTable, typeOf: (column: string) => CqlType | undefined): Finding {
  const marked = statement.columns.filter((column) => column.timeToLive !== undefined);
  return firstOf(marked, (column, i) => {
    const name = column.name.value;
    if (i > 0) return violate("ttl-column-twice", column.timeToLive ?? column.range, { column: name, table: statement.name?.name.value ?? "", first: marked[0]?.name.value ?? "" });
    const type = typeOf(name);
    return type === undefined || holdsExpiry(type) ? undefined : violate("ttl-column-type", column.type.range, { column: name, type: formatType(type) });
  });
}

/** S-TBL-4: the TTL column of CREATE TABLE is neither static nor one of the `key` columns. */
export function checkTtlColumnRole(statement: CreateTable, key: readonly string[]): Finding {
  const column = statement.columns.find((candidate) => candidate.timeToLive !== undefined);
  if (column === undefined) return undefined;
  const name = column.name.value;
  const role = key.includes(name) ? "key column" : column.isStatic ? "static column" : undefined;
  return role === undefined ? undefined : violate("ttl-column-role", column.timeToLive ?? column.range, { column: name, role });
}

/** ALTER TABLE … TTL column, and … TTL NULL, of ScyllaDB (S-TBL-4). */
export function checkTtlChange(alteration: Extract<TableAlteration, { readonly kind: "ttl-column" }>, table: Table): Finding {
  const current = table.columns.find((column) => column.timeToLive === true);
  const { column: name } = alteration;
  if (name === undefined) return current === undefined ? refuse("ttl-column-not-set", alteration.range, { table: table.name }, { related: definitionOf(table) }) : undefined;
  const column = table.byName.get(name.value);
  if (column === undefined) return { ...unknownColumn(name, table), phase: "execute" };
  const refuseColumn = (code: string, range: Range, data: Violation["data"]): Violation => refuse(code, range, { column: column.name, ...data }, { related: definitionOf(table, column) });
  if (column.type.kind === "unknown") return { unjudged: `the type of ${column.name} is not known` };
  if (!holdsExpiry(column.type)) return refuseColumn("ttl-column-type", name.range, { type: formatType(column.type) });
  if (column.role !== "regular") return refuseColumn("ttl-column-role", name.range, { role: roleOf(column) });
  return current === undefined ? undefined : refuseColumn("ttl-column-twice", name.range, { table: table.name, first: current.name });
}
