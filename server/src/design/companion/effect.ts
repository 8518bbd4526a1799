import type { Column } from "../../schema/model";
import type { Assignment, Deletion, Expression, Relation, Using } from "../../syntax/ast";

/** What a write does to one column: gives it a value, or changes a part of what it holds. */
export type Change =
  | { readonly kind: "set"; readonly column: Column; readonly value: Expression; readonly by: "assignment" | "deletion" }
  | { readonly kind: "part"; readonly column: Column; readonly assignment: Exclude<Assignment, { readonly kind: "set" }> }
  | { readonly kind: "remove"; readonly column: Column; readonly deletion: Exclude<Deletion, { readonly kind: "column" }> };

/** The values of key columns by name. */
export type KeyValues = ReadonlyMap<string, Expression>;

interface EffectBase {
  /** TTL and TIMESTAMP of the write; a batch's own count for its members. */
  readonly using: readonly Using[];
}

/** One row is written. */
export interface RowEffect extends EffectBase {
  readonly kind: "row";
  readonly key: KeyValues;
  readonly changes: readonly Change[];
  /** Static columns that the same write sets. */
  readonly statics: readonly Change[];
  /** An INSERT makes the row exist whatever it sets. */
  readonly inserts: boolean;
  /** The row was not there before, or the write does nothing (IF NOT EXISTS, a key generated here). */
  readonly isNew: boolean;
}

/** The static columns of one partition are written. */
export interface StaticEffect extends EffectBase {
  readonly kind: "statics";
  readonly key: KeyValues;
  readonly changes: readonly Change[];
}

/** Rows are deleted: one (`key` holds the whole primary key), or those that `where` names. */
export interface DeleteEffect extends EffectBase {
  readonly kind: "delete";
  readonly key?: KeyValues;
  readonly where: readonly Relation[];
}

export type Effect = RowEffect | StaticEffect | DeleteEffect;

/** Whether a change surely leaves the column without a value: NULL, or an empty collection of several cells, which is the same. */
export function nulls(change: Change): boolean {
  if (change.kind !== "set") return false;
  const { value, column } = change;
  if (value.kind === "null") return true;
  const isEmpty = (value.kind === "set" || value.kind === "list") ? value.items.length === 0 : value.kind === "map" && value.entries.length === 0;
  return isEmpty && "frozen" in column.type && !column.type.frozen;
}

/** Whether a change can give the column a value, so that its row exists afterwards. */
export function fills(change: Change): boolean {
  if (change.kind === "remove") return false;
  if (change.kind === "set") return !nulls(change);
  const { assignment } = change;
  if ((assignment.kind === "append" || assignment.kind === "add") && assignment.operator.startsWith("-")) return column(change).isCounter;
  if (assignment.kind === "element" || assignment.kind === "field") return assignment.value.kind !== "null";
  const { value } = assignment;
  return !((value.kind === "set" || value.kind === "list") && value.items.length === 0);
}

function column({ column: { type } }: Change): { readonly isCounter: boolean } {
  return { isCounter: type.kind === "native" && type.name === "counter" };
}
