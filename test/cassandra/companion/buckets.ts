/** What the application computes for the buckets of a copy, from the values of a row or of a companion statement. */
import type { Copy } from "../../../server/src/design/companion/copy";
import type { Expression } from "../../../server/src/syntax/ast";
import { parseStatement } from "../../../server/src/syntax/parse";
import { printExpression } from "../../../server/src/syntax/print";
import { literal, type Plain } from "../design/values";

const HOUR = 3_600_000;

/** The bucket of a row by its formula; null where a value that it depends on is missing. */
export function bucketOf(formula: string, valueOf: (column: string) => Plain, copy: Copy): Plain {
  return compute(formula, (name) => {
    const value = valueOf(name);
    return value === null ? undefined : literal(value, copy.base.byName.get(name)!.type);
  });
}

/** A companion statement with values in place of the markers of buckets, computed from the values that the statement itself gives. */
export function withBuckets(statement: string, copy: Copy): string {
  const buckets = copy.key.flatMap(({ name, from }) => ("application" in from ? [{ name, formula: from.application }] : []));
  if (buckets.length === 0) return statement;
  const given = valuesOf(statement);
  return buckets.reduce((text, { name, formula }) => {
    if (!new RegExp(`:(?:old_)?${name}\\b`).test(text)) return text;
    const value = compute(formula, (column) => given.get(column));
    const shown = value === null ? "null" : typeof value === "string" ? `'${value}'` : String(value);
    return text.replace(new RegExp(`:(?:old_)?${name}\\b`, "g"), shown);
  }, statement);
}

function valuesOf(text: string): ReadonlyMap<string, string> {
  const { statement } = parseStatement(text);
  const given = new Map<string, string>();
  const add = (name: string, value: Expression): void => void given.set(name, printExpression(value));
  if (statement.kind === "insert") statement.columns.forEach((column, i) => add(column.value, statement.values[i]!));
  else if (statement.kind === "update" || statement.kind === "delete") {
    for (const { left, value } of statement.where) if (left.kind === "column" && value.kind === "term") add(left.column.value, value.term);
  }
  return given;
}

/** `literalOf`: the value of a column as a CQL literal, undefined for none. */
function compute(formula: string, literalOf: (column: string) => string | undefined): Plain {
  const [, listed, count, unit, timed, number, width] = /^(?:hash\((.*)\) % (\d+)|(month|hour) of (.*?) in UTC\b.*|trunc\((.*) \/ (\d+)\))$/s.exec(formula) ?? [];
  if (listed !== undefined) {
    const text = listed.split(", ").map((name) => literalOf(name) ?? "null").join();
    return [...text].reduce((sum, character) => (sum * 31 + character.codePointAt(0)!) % 65_521, 7) % Number(count);
  }
  const value = literalOf(timed ?? number ?? "");
  if (value === undefined || value === "null") return null;
  if (number !== undefined) return Math.trunc(Number(value) / Number(width));
  return unit === "month" ? new Date(Number(value)).toISOString().slice(0, 7) : Math.floor(Number(value) / HOUR) * HOUR;
}
