import type { Column, Table } from "../schema/model";
import type { CqlType } from "../schema/type";
import { quoteName } from "../syntax/print";
import type { Expression, Name, Relation, RelationOperator, RelationValue } from "../syntax/ast";
import type { ColumnSource } from "./plan";

const NOWHERE = { start: 0, end: 0 } as const;

/** A column of the table to be made: a column of the base table, or one made from it (an element of a collection). */
export interface Field {
  readonly name: string;
  readonly type: CqlType;
  readonly from: ColumnSource;
  /** The column of the base table that it copies; undefined for one that is made. */
  readonly base?: Column;
}

export type Direction = "asc" | "desc";

/** A column of the base table as a field of the copy. */
export function fieldOf(column: Column): Field {
  return { name: column.name, type: column.type, from: { column: column.name }, base: column };
}

/** A name for a tree that we build; its range says nothing. */
export function nameOf(value: string): Name {
  return { value, quoted: quoteName(value) !== value, range: NOWHERE };
}

/** `column operator value` for a tree that we build. */
export function relationOf(column: string, operator: RelationOperator, term: Expression): Relation {
  return relationWith(column, operator, { kind: "term", term });
}

/** A relation on one column with any kind of value. */
export function relationWith(column: string, operator: RelationOperator, value: RelationValue): Relation {
  return { left: { kind: "column", column: nameOf(column), range: NOWHERE }, operator, operatorRange: NOWHERE, value, range: NOWHERE };
}

/** A reference to a column as an expression. */
export function columnExpression(column: string): Expression {
  return { kind: "column", name: nameOf(column), range: NOWHERE };
}

/** A string constant. */
export function stringConstant(value: string): Expression {
  return { kind: "constant", type: "string", value, range: NOWHERE };
}

/** The one of something that a name in the plural stands for: `tags` → `tag`, `categories` → `category`; undefined where it is no plural. */
export function singular(name: string): string | undefined {
  if (/[^aeiou]ies$/i.test(name)) return `${name.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/i.test(name) && !/(?:uses|ases|oses)$/i.test(name)) return name.slice(0, -2);
  if (/[^sui]s$/i.test(name) && name.length > 2) return name.slice(0, -1);
  return undefined;
}

/**
 * The name of a column that holds one element of the collection `collection`: its singular where it has one, with `suffix`
 * for the parts of a map, and never the name of a column that the table or `taken` already has.
 */
export function elementName(table: Table, collection: string, suffix: "" | "key" | "value", taken: ReadonlySet<string>): string {
  const one = singular(collection);
  return freeName(table, suffix === "" ? (one ?? `${collection}_element`) : `${one ?? collection}_${suffix}`, taken);
}

/** The name, with a number where the table or `taken` has a column of that name. */
export function freeName(table: Table, first: string, taken: ReadonlySet<string>): string {
  const free = (name: string): boolean => !table.byName.has(name) && !taken.has(name);
  if (free(first)) return first;
  for (let number = 2; ; number += 1) if (free(`${first}_${number}`)) return `${first}_${number}`;
}

/** The names of the columns that a value depends on which the application computes: a hash, a stretch of time, or a band of numbers. */
export function computedFrom(formula: string): readonly string[] {
  const [, listed, timed, divided] = /^(?:hash\((.*)\) % \d+|(?:hour|month) of (.*?) in UTC\b.*|trunc\((.*) \/ \d+\))$/s.exec(formula) ?? [];
  return listed === undefined ? [timed ?? divided ?? ""] : listed.split(", ");
}
