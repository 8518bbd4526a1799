import type { Column, Origin, Table } from "../schema/model";
import type { Range } from "../text/range";
import type { ErrorClass, Phase, Violation, ViolationData } from "./violation";

/** Where a violation differs from the usual one: invalid, found when the statement is prepared. */
export interface ViolationOptions {
  readonly phase?: Phase;
  readonly errorClass?: ErrorClass;
  readonly related?: Violation["related"];
}

/** A refusal; invalid at prepare unless `options` say otherwise. Ranges count from the slice's start. */
export function violate(code: string, range: Range, data: ViolationData, options: ViolationOptions = {}): Violation {
  const { phase = "prepare", errorClass = "invalid", related } = options;
  return related === undefined ? { code, range, phase, errorClass, data } : { code, range, phase, errorClass, data, related };
}

/** Where the table is defined, as the explanation of a refusal; undefined for tables that no file defines. */
export function definitionOf(table: Table, ...columns: readonly Column[]): Violation["related"] {
  const related: { readonly origin: Origin; readonly note: string }[] = [];
  if (table.origin !== undefined) related.push({ origin: table.origin, note: `${table.name} is defined here` });
  for (const column of columns) {
    if (column.origin !== undefined) related.push({ origin: column.origin, note: `${column.name} is a ${roleOf(column)}` });
  }
  return related.length === 0 ? undefined : related;
}

/** A column's role in words. */
export function roleOf(column: Column): string {
  if (column.role === "partition") return "partition key column";
  if (column.role === "clustering") return "clustering column";
  return column.role === "static" ? "static column" : "regular column";
}
