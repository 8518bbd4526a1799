import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { directives } from "./directive";
import { lex } from "./lexer";
import { parseStatement } from "./parse";
import { printStatement, quoteName } from "./print";
import { split } from "./split";

const CORPUS = new URL("../../../test/corpus/", import.meta.url);
const files = readdirSync(CORPUS).filter((name) => name.endsWith(".cql"));
const PRINTS_NOTHING = new Set(["shell", "empty", "service-level", "unknown"]);

/** A tree without what depends on where things stand: ranges are gone, a field that is a range says only that it is set. */
function withoutRanges(tree: unknown): unknown {
  return JSON.parse(JSON.stringify(tree, (key, value: unknown) => {
    if (key === "range" || key === "head" || key.endsWith("Range") || key === "quoted") return undefined;
    const isRange = typeof value === "object" && value !== null && Object.keys(value).join() === "start,end";
    return isRange ? true : value;
  }));
}

describe.each(files)("corpus: %s", (name) => {
  const slices = split(readFileSync(new URL(name, CORPUS), "utf8"));

  test("parses without a problem", () => {
    for (const slice of slices) expect([slice.text, parseStatement(slice.text).problems]).toEqual([slice.text, []]);
  });

  test("what is printed parses to the same tree", () => {
    for (const slice of slices) {
      const { statement, templates } = parseStatement(slice.text);
      if (PRINTS_NOTHING.has(statement.kind) || templates.length > 0) continue;
      const again = parseStatement(printStatement(statement));
      expect(again.problems).toEqual([]);
      expect(withoutRanges(again.statement)).toEqual(withoutRanges(statement));
    }
  });

  test("every beginning of a statement keeps its kind, with one problem at most", () => {
    for (const slice of slices) {
      const { kind } = parseStatement(slice.text).statement;
      if (kind === "shell" || kind === "empty") continue;
      const { tokens } = lex(slice.text);
      for (const token of tokens) {
        const begun = parseStatement(slice.text.slice(0, token.end));
        expect(begun.problems.length).toBeLessThanOrEqual(1);
        expect([kind, "unknown", ...ALSO[kind] ?? []]).toContain(begun.statement.kind);
      }
    }
  });
});

/** Beginnings that are statements of another kind: `DESCRIBE …`, `LIST ALL …`. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  "service-level": ["list-permissions"], "list-roles": ["list-permissions"], "list-users": ["list-permissions"],
  "drop-keyspace": ["drop-table"], "drop-type": ["drop-table"], "drop-index": ["drop-table"], "drop-view": ["drop-table"], "drop-user": ["drop-role"], "drop-aggregate": ["drop-function"],
};

test("names are quoted where they need to be", () => {
  expect(["orders", "Orders", "order", "key", "a b", 'say "x"', "1st", "ann", ""].map(quoteName)).toEqual(["orders", '"Orders"', '"order"', "key", '"a b"', '"say ""x"""', '"1st"', '"ann"', '""']);
});

test("directives are found in the three forms of comments, and nowhere else", () => {
  const text = "-- cqlwright: target=scylla\n/* cqlwright: rows=50000 per=day */ // cqlwright: ignore a, b: why\nSELECT '-- cqlwright: no' FROM t; -- other";
  expect(directives(text).map((directive) => [directive.body, text.slice(directive.range.start, directive.range.start + 2)])).toEqual([["target=scylla", "--"], ["rows=50000 per=day", "/*"], ["ignore a, b: why", "//"]]);
});
