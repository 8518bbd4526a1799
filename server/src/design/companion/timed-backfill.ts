import { isMultiCell } from "../../schema/types";
import type { Expression, Using } from "../../syntax/ast";
import { columnExpression, nameOf } from "../field";
import { isKey } from "../query";
import type { Copy, CopyColumn } from "./copy";
import { changeTexts, insertText, selectText } from "./statements";
import type { Values } from "./statements";

const NOWHERE = { start: 0, end: 0 } as const;

/** A backfill that keeps the time and the TTL of each value, so that what companions write meanwhile wins over it. */
export interface TimedBackfill {
  readonly source: string;
  /** To be run for each row read, and for each element; where a value is null its statement is left out, and a clause whose marker is null (`:left_…` of a value without TTL). */
  readonly statements: readonly string[];
}

/**
 * The backfill of a copy that keeps times: the row under the time of the column that moves it (else under the oldest there is, which loses to any
 * other), each value under its own. What has several cells has no one time, so it is written under the oldest too. Undefined for counters, which have none.
 */
export function timedBackfill(copy: Copy): TimedBackfill | undefined {
  if (copy.base.isCounter) return undefined;
  const timed = copy.rest.filter((column) => column.sources[0] !== undefined && !isKey(column.sources[0]) && !isMultiCell(column.sources[0].type));
  const mover = copy.movers.find(({ type }) => !isMultiCell(type));
  const names = new Set([...copy.key, ...copy.rest].flatMap(({ sources }) => sources.map(({ name }) => name)));
  const selected: { expression: Expression; alias?: string }[] = copy.base.columns.filter(({ name }) => names.has(name)).map(({ name }) => ({ expression: columnExpression(name) }));
  for (const { name, expression } of copy.key) if (expression !== undefined) selected.push({ expression, alias: name });
  const times = new Set([...timed.map(({ sources }) => sources[0]!.name), ...(mover === undefined ? [] : [mover.name])]);
  for (const name of times) {
    selected.push({ expression: { kind: "writetime", name: "writetime", operand: columnExpression(name), range: NOWHERE }, alias: `written_${name}` });
    selected.push({ expression: { kind: "writetime", name: "ttl", operand: columnExpression(name), range: NOWHERE }, alias: `left_${name}` });
  }
  const key: Values = copy.key.map((column) => [column.name, marker(column.name)]);
  const statements = [
    insertText(copy, key, mover === undefined ? OLDEST : timesOf(mover.name)),
    ...copy.rest.flatMap((column) => valueTexts(copy, column, timed.includes(column), key)),
  ];
  return { source: selectText(copy.base, selected, []), statements };
}

const OLDEST: readonly Using[] = [{ kind: "timestamp", value: { kind: "constant", type: "integer", value: "1", range: NOWHERE }, range: NOWHERE }];

function valueTexts(copy: Copy, column: CopyColumn, isTimed: boolean, key: Values): readonly string[] {
  const [source] = column.sources;
  if (source === undefined) return [];
  const where = column.role === "static" ? key.filter(([name]) => copy.key.some((one) => one.name === name && one.role === "partition")) : key;
  return changeTexts(copy, [{ kind: "set", column: source, value: marker(column.name), by: "assignment" }], where, isTimed ? timesOf(source.name) : OLDEST);
}

function timesOf(column: string): readonly Using[] {
  return [{ kind: "timestamp", value: marker(`written_${column}`), range: NOWHERE }, { kind: "ttl", value: marker(`left_${column}`), range: NOWHERE }];
}

function marker(name: string): Extract<Expression, { readonly kind: "marker" }> {
  return { kind: "marker", name: nameOf(name), range: NOWHERE };
}
