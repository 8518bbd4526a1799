import type { Column } from "../../schema/model";
import type { Expression, Name, Relation } from "../../syntax/ast";

/**
 * What the relations on one column (or one tuple of clustering columns) amount to after merging. An IN of exactly one written value is
 * an "equal" (R-REL-14, R-MC-11).
 */
export interface Restriction {
  readonly shape: "equal" | "in" | "range" | "contains" | "like" | "not equal" | "ann";
  /** One column, or the consecutive clustering columns of a tuple relation. */
  readonly columns: readonly Column[];
  /** Whether it was written as a tuple; `(c) > (1)` is one too. */
  readonly tuple: boolean;
  /** The relations merged into it, in text order; empty for ANN. */
  readonly relations: readonly Relation[];
  readonly lower: boolean;
  readonly upper: boolean;
  /** Number of values of an IN as written, duplicates counted; undefined for a marker. */
  readonly size?: number;
  /** How many CONTAINS, CONTAINS KEY and entry relations a "contains" holds. */
  readonly contains?: { readonly values: number; readonly keys: number; readonly entries: number };
}

/** Restrictions on token(…), merged. */
export interface TokenRestriction {
  readonly shape: "equal" | "range";
  readonly relations: readonly Relation[];
  readonly lower: boolean;
  readonly upper: boolean;
}

/** The restrictions of one kind of column, sorted by the first column each touches. */
export interface RestrictionSet {
  readonly restrictions: readonly Restriction[];
}

export const EMPTY_SET: RestrictionSet = { restrictions: [] };

/** The restriction that touches `column`, if any. */
export function restrictionOn(set: RestrictionSet, column: Column): Restriction | undefined {
  return set.restrictions.find((restriction) => restriction.columns.includes(column));
}

/** All columns that a set restricts, in the set's order. */
export function restrictedColumns(set: RestrictionSet): readonly Column[] {
  if (set.restrictions.length === 1) return set.restrictions[0]!.columns;
  const columns: Column[] = [];
  for (const restriction of set.restrictions) columns.push(...restriction.columns);
  return columns;
}

/** Whether any restriction of the set has the shape. */
export function hasShape(set: RestrictionSet, shape: Restriction["shape"]): boolean {
  for (const restriction of set.restrictions) if (restriction.shape === shape) return true;
  return false;
}

/** Whether a restriction is an IN of no values. */
export function isEmptyIn({ shape, size }: Restriction): boolean {
  return shape === "in" && size === 0;
}

/** The restriction that comes last in key order. */
export function lastRestriction(set: RestrictionSet): Restriction | undefined {
  return set.restrictions[set.restrictions.length - 1];
}

/** How many CONTAINS-like relations a restriction holds. */
export function containsCount(restriction: Restriction): number {
  const { contains } = restriction;
  return contains === undefined ? 0 : contains.values + contains.keys + contains.entries;
}

/** Whether a column is pinned by an equality, single or in a tuple (R-ORD-4, R-GRP-2). */
export function isPinned(set: RestrictionSet, column: Column): boolean {
  return restrictionOn(set, column)?.shape === "equal";
}

/** Names written in the left side of a relation; `expr` and calls have none. */
export function subjectNames(relation: Relation): readonly Name[] {
  const { left } = relation;
  if (left.kind === "column" || left.kind === "entry") return [left.column];
  return left.kind === "token" || left.kind === "tuple" ? left.columns : [];
}

/** The terms on the right side of a relation, in text order; a parenthesised list gives its items. */
export function valueTerms(relation: Relation): readonly Expression[] {
  const { value } = relation;
  if (value.kind === "term") return [value.term];
  if (value.kind === "list") return value.items;
  return value.kind === "between" ? [value.from, value.to] : [];
}
