import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { resplit, split } from "./split";

/** The texts of the slices. */
function cut(text: string): string[] {
  return split(text).map((slice) => slice.text);
}

describe("where statements end", () => {
  const rows: [name: string, ...slices: string[]][] = [
    ["semicolons", "USE shop;", " SELECT * FROM orders;", "\nUSE other"],
    ["white space at the end of the file goes to the last statement", "USE shop;\n\n"],
    ["quotes hide semicolons", "INSERT INTO t (a) VALUES ('x; it''s');", "SELECT \"a;b\" FROM t;"],
    ["dollars hide semicolons", "CREATE FUNCTION f() AS $$ return 1; $$;", "USE a;"],
    ["comments hide semicolons", "-- a; b\nUSE a;", " /* ; */ USE b;", "\n// c;\nUSE c"],
    ["a comment above belongs to what is below, one behind to what is before", "USE a; -- done", "\n-- next\nUSE b; /* end */", "\nUSE c;"],
    ["a batch stays whole", "BEGIN BATCH\n INSERT INTO t (a) VALUES (1);\n DELETE FROM t WHERE a = 2;\nAPPLY BATCH;", "\nUSE a;"],
    ["a batch that is never closed ends at its first semicolon", "BEGIN BATCH INSERT INTO t (a) VALUES (1);", "\nINSERT INTO t (a) VALUES (2);", "\nCREATE TABLE u (a int PRIMARY KEY);"],
    ["commands of cqlsh end with their line", "CONSISTENCY QUORUM\n", "SOURCE 'x.cql'\r\n", "DESCRIBE TABLES\n", "COPY t TO 'x'\n WITH HEADER = true;"],
    ["a forgotten semicolon behind a statement that is set in", "  CREATE TABLE a (k int PRIMARY KEY)", "\n\nCREATE TYPE b (x int);"],
    ["a forgotten semicolon", "CREATE TABLE a (k int PRIMARY KEY)", "\n\nCREATE TABLE b (k int PRIMARY KEY)", "\nINSERT INTO a (k) VALUES (1) -- note", "\nUPDATE a SET v = 1 WHERE k = 1;"],
    ["an open bracket does not hide the next statement", "INSERT INTO a (k, v", "\n-- next\nINSERT INTO b (k) VALUES (1);"],
    ["lines that go on", "CREATE MATERIALIZED VIEW v AS\nSELECT k FROM t WHERE k IS NOT NULL PRIMARY KEY (k);", "\nGRANT\nSELECT ON t TO r;", "\nALTER TABLE t\nDROP type;", "\nSELECT a FROM t UNION\nSELECT b FROM u;"],
    ["a quote that nothing closes", "SELECT * FROM t WHERE a = 'x;\n", "INSERT INTO t (a) VALUES ('it');", "\nUSE a;"],
  ];
  test.each(rows)("%s", (_name, ...slices) => expect(cut(slices.join(""))).toEqual(slices));
});

const piece = fc.constantFrom(
  "SELECT * FROM t", "\nSELECT a FROM t", "\nCREATE TABLE t (a int)", " ", "'", '"', ";", ";\n", "--", "//", "\n", "\r\n", "/*", "*/", "$$", "BEGIN BATCH", " APPLY BATCH", "\nINSERT INTO t",
  "\nUPDATE t SET a = 1", "CONSISTENCY ONE\n", "\nUSE a;", "(", ")", "é", "😀", "?", "\nDELETE FROM t", "DROP TABLE x", "x",
);
const soup = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(""));

test("slices cover every text without gaps", () => {
  fc.assert(fc.property(soup, (text) => {
    const slices = split(text);
    expect(slices.map((slice) => slice.text).join("")).toBe(text);
    for (const slice of slices) expect(text.startsWith(slice.text, slice.start) && slice.text !== "").toBe(true);
  }), { numRuns: 1000 });
});

test("cutting again after an edit equals cutting from the start", () => {
  fc.assert(fc.property(soup, soup, fc.nat(), fc.nat(), (text, inserted, from, length) => {
    const start = from % (text.length + 1);
    const end = Math.min(text.length, start + (length % 30));
    const after = text.slice(0, start) + inserted + text.slice(end);
    const before = split(text);
    const splice = resplit(before, after, { start, end, inserted: inserted.length });
    const moved = before.slice(splice.to).map((slice) => ({ ...slice, start: slice.start + splice.shift }));
    expect([...before.slice(0, splice.from), ...splice.slices, ...moved]).toEqual(split(after));
  }), { numRuns: 4000 });
});
