import type { Column } from "../../schema/model";
import { isCollection } from "../../schema/types";
import type { Expression } from "../../syntax/ast";
import { nameOf } from "../field";
import type { Copy, CopyColumn } from "./copy";
import { nulls } from "./effect";
import type { Change, KeyValues } from "./effect";
import type { Values } from "./statements";

const NOWHERE = { start: 0, end: 0 } as const;

/** What a column of the base table holds, as a term of a companion; undefined where no term can say it. */
export type Valuation = (column: Column) => Expression | undefined;

/** One element of the exploded collection: the terms of the copy's columns that are made from it, by their names. */
export type Element = ReadonlyMap<string, Expression>;

/** The marker of a value that was read before the write. */
export function old(name: string): Expression {
  return { kind: "marker", name: nameOf(`old_${name}`), range: NOWHERE };
}

/** What the row held before the write: its key as given, all else as read. */
export function before(key: KeyValues): Valuation {
  return (column) => key.get(column.name) ?? old(column.name);
}

/** What the row holds after the write; a change of a part of a column gives what was there before, for an UPDATE to follow. */
export function after(key: KeyValues, changes: readonly Change[]): Valuation {
  return (column) => key.get(column.name) ?? lastSet(changes, column) ?? old(column.name);
}

function lastSet(changes: readonly Change[], column: Column): Expression | undefined {
  const change = changes.find((one) => one.kind === "set" && one.column.name === column.name);
  return change?.kind === "set" ? change.value : undefined;
}

/** The copy's key with these values; undefined where a value is surely null, for which there is no row. */
export function keyValues(copy: Copy, valuation: Valuation, element: Element | undefined): Values | undefined {
  const values: (readonly [string, Expression])[] = [];
  for (const column of copy.key) {
    const value = valueOf(column, valuation, element);
    if (value === undefined || isNull(value, column)) return undefined;
    values.push([column.name, value]);
  }
  return values;
}

function isNull(value: Expression, column: CopyColumn): boolean {
  const [source] = column.sources;
  return source === undefined ? value.kind === "null" : nulls({ kind: "set", column: source, value, by: "assignment" });
}

/** The value of a copy's column. */
export function valueOf(column: CopyColumn, valuation: Valuation, element: Element | undefined): Expression | undefined {
  const [source] = column.sources;
  if ("column" in column.from) return source === undefined ? undefined : valuation(source);
  if ("application" in column.from) return computed(column, valuation);
  if ("expression" in column.from) return column.expression === undefined ? undefined : substitute(column.expression, column.sources, valuation);
  return element?.get(column.name);
}

/** What the writer computes: of values that were read, under a name that says so. */
function computed(column: CopyColumn, valuation: Valuation): Expression {
  const fromRead = column.sources.some((source) => {
    const value = valuation(source);
    return value?.kind === "marker" && value.name?.value === `old_${source.name}`;
  });
  return fromRead ? old(column.name) : { kind: "marker", name: nameOf(column.name), range: NOWHERE };
}

/** The expression with values in place of its columns; a marker says its type, without which the function could not be told. */
function substitute(expression: Expression, sources: readonly Column[], valuation: Valuation): Expression | undefined {
  switch (expression.kind) {
    case "column": {
      const source = sources.find((column) => column.name === expression.name.value);
      const value = source === undefined ? undefined : valuation(source);
      if (value?.kind !== "marker" || source?.type.kind !== "native") return value;
      return { kind: "hint", type: { kind: "native", name: source.type.name, range: NOWHERE }, operand: value, range: NOWHERE };
    }
    case "call": {
      const args = expression.args.map((item) => substitute(item, sources, valuation));
      if (args.some((item) => item?.kind === "null")) return { kind: "null", range: NOWHERE };
      return args.some((item) => item === undefined) ? undefined : { ...expression, args: args as Expression[] };
    }
    case "binary": {
      const left = substitute(expression.left, sources, valuation);
      const right = substitute(expression.right, sources, valuation);
      return left === undefined || right === undefined ? undefined : { ...expression, left, right };
    }
    case "cast": case "hint": case "negate": {
      const operand = substitute(expression.operand, sources, valuation);
      return operand === undefined ? undefined : { ...expression, operand };
    }
    default: return expression;
  }
}

/** The columns of the copy's key that are made from the exploded collection. */
function elementColumns(copy: Copy): readonly CopyColumn[] {
  return copy.key.filter(({ from }) => "element" in from || "key" in from || "value" in from);
}

/** Each element that was read. */
export function oldElement(copy: Copy): Element | undefined {
  const columns = elementColumns(copy);
  return columns.length === 0 ? undefined : new Map(columns.map((column) => [column.name, old(column.name)]));
}

/** The elements that a term of the collection's type holds; for a marker, one that stands for each of them in turn. `null` and empty ones have none. */
export function elementsOf(copy: Copy, value: Expression): readonly Element[] | undefined {
  if (value.kind === "null") return [];
  if (value.kind === "marker") return [new Map(elementColumns(copy).map((column) => [column.name, { kind: "marker", name: nameOf(column.name), range: NOWHERE } as const]))];
  if (value.kind === "set" || value.kind === "list") return value.items.map((item) => elementWith(copy, item, undefined));
  if (value.kind === "map") return value.entries.map((entry) => elementWith(copy, entry.key, entry.value));
  return undefined;
}

/** The element for a set's or list's value, or a map's pair. */
export function elementWith(copy: Copy, keyOrElement: Expression, value: Expression | undefined): Element {
  return new Map(elementColumns(copy).flatMap((column): [string, Expression][] => ("value" in column.from ? (value === undefined ? [] : [[column.name, value]]) : [[column.name, keyOrElement]])));
}

/** How the copy shows a map: by its keys, its values, or pairs. */
export function mapParts(copy: Copy): { readonly keys: boolean; readonly values: boolean } {
  return { keys: copy.key.some(({ from }) => "key" in from), values: copy.key.some(({ from }) => "value" in from) };
}

/** The type of the exploded collection's own kind. */
export function explodedKind(copy: Copy): "list" | "set" | "map" | undefined {
  return copy.exploded !== undefined && isCollection(copy.exploded.type) ? copy.exploded.type.kind : undefined;
}
