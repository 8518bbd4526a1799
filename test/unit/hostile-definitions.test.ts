/** Definitions that no team writes on purpose: each ends in a clear message or in silence, and what follows it is judged all the same. */
import { describe, expect, test } from "vitest";
import { project, shown } from "../support/project";

const KEYSPACE = "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n";
/** What follows the odd part: a table, a query that is right, and one that is not. */
const AFTER = "CREATE TABLE shop.after (id int PRIMARY KEY, v text);\nSELECT v FROM shop.after WHERE id = 1;\nSELECT nope FROM shop.after WHERE id = 1;\n";
const LAST = "error unknown-column |nope|";

function judged(odd: string, server: Readonly<Record<string, boolean>> = {}): readonly string[] {
  const service = project({ "query.cql": `${KEYSPACE}${odd}\n${AFTER}` }, { server, schema: { exclude: [], complete: true } });
  return shown(service);
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

describe("types", () => {
  test.each<[string, string, readonly string[]]>([
    ["a type of itself", "CREATE TYPE shop.a (x frozen<a>);", ["error unknown-type |a|"]],
    ["types of each other", "CREATE TYPE shop.a (x int);\nCREATE TYPE shop.b (x frozen<a>);\nALTER TYPE shop.a ADD y frozen<b>;", ["error type-cycle |frozen<b>|"]],
    ["a table of a type that was refused", "CREATE TYPE shop.a (x frozen<nope>);\nCREATE TABLE shop.t (id int PRIMARY KEY, v frozen<a>);\nSELECT v FROM shop.t WHERE id = 1;", ["error unknown-type |nope|"]],
  ])("%s", (_, odd, found) => expect(judged(odd)).toEqual([...found, LAST]));

  test("fifty types, each in the next, and a table of the last", () => {
    const types = numbers(50).map((i) => `CREATE TYPE shop.t${i} (v ${i === 0 ? "int" : `frozen<t${i - 1}>`});`).join("\n");
    const literal = `${"{v: ".repeat(50)}1${"}".repeat(50)}`;
    expect(judged(`${types}\nCREATE TABLE shop.deep (id int PRIMARY KEY, v frozen<t49>);\nINSERT INTO shop.deep (id, v) VALUES (1, ${literal});\nSELECT v${".v".repeat(50)} FROM shop.deep WHERE id = 1;`)).toEqual([LAST]);
  });

  test("types that double at each step stay cheap", () => {
    const types = numbers(40).map((i) => `CREATE TYPE shop.t${i} (a ${i === 0 ? "int" : `frozen<t${i - 1}>`}, b ${i === 0 ? "int" : `frozen<t${i - 1}>`});`).join("\n");
    const started = performance.now();
    expect(judged(`${types}\nCREATE TABLE shop.wide (id int, v frozen<t39>, PRIMARY KEY (id, v));\nALTER TYPE shop.t39 ADD c int;\nCREATE TABLE shop.re (id int PRIMARY KEY, v frozen<t39>);\nALTER TABLE shop.re DROP v;\nALTER TABLE shop.re ADD v frozen<t39>;\nDROP TYPE shop.t0;\nCREATE INDEX ON shop.wide (v);`)).toContain(LAST);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test("what a server may or may not read to its end is not judged", () => {
    const texts = [`${"(".repeat(70)}1${")".repeat(70)}`, numbers(700).join(" + "), `${"(int) ".repeat(70)}1`];
    expect(judged(`CREATE TABLE shop.t (id int PRIMARY KEY, v int);\n${texts.map((text) => `INSERT INTO shop.t (id, v) VALUES (1, ${text});`).join("\n")}`)).toEqual([LAST]);
  });

  test("a collection nested a thousand deep", () => {
    const found = judged(`CREATE TABLE shop.t (id int PRIMARY KEY, v ${"frozen<list<".repeat(1000)}int${">>".repeat(1000)});`);
    expect(found[found.length - 1]).toBe(LAST);
    expect(found.length).toBeLessThanOrEqual(2);
  });
});

describe("tables and views", () => {
  const views = { materialized_views_enabled: true };
  const BASE = "CREATE TABLE shop.base (id int PRIMARY KEY, v int);\nCREATE MATERIALIZED VIEW shop.one AS SELECT * FROM shop.base WHERE v IS NOT NULL AND id IS NOT NULL PRIMARY KEY (v, id);\n";
  test.each<[string, string, readonly string[]]>([
    ["a view of a view", `${BASE}CREATE MATERIALIZED VIEW shop.two AS SELECT * FROM shop.one WHERE v IS NOT NULL AND id IS NOT NULL PRIMARY KEY (id, v);\nSELECT * FROM shop.two WHERE id = 1;`, ["error view-on-view |one|"]],
    ["a view of itself", "CREATE MATERIALIZED VIEW shop.self AS SELECT * FROM shop.self WHERE id IS NOT NULL PRIMARY KEY (id);", ["error unknown-table |self|"]],
    ["a dropped table, altered", "CREATE TABLE shop.gone (id int PRIMARY KEY);\nDROP TABLE shop.gone;\nALTER TABLE shop.gone ADD v int;\nCREATE TABLE shop.gone (id int PRIMARY KEY, w int);\nALTER TABLE shop.gone ADD v int;\nSELECT v, w FROM shop.gone WHERE id = 1;", ["error unknown-table |gone|"]],
    ["a dropped keyspace, used", "CREATE KEYSPACE brief WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nDROP KEYSPACE brief;\nCREATE TABLE brief.t (id int PRIMARY KEY);", ["error unknown-keyspace |brief|"]],
    ["a column dropped, added with another type, and dropped again", "CREATE TABLE shop.t (id int PRIMARY KEY, v int);\nALTER TABLE shop.t DROP v;\nALTER TABLE shop.t ADD v text;\nALTER TABLE shop.t DROP v;", ["error readd-type |text|", "error unknown-column |v|"]],
    ["a table without columns", "CREATE TABLE shop.t ();", ["error syntax-error |)|"]],
  ])("%s", (_, odd, found) => expect(judged(odd, views)).toEqual([...found, LAST]));

  test("five thousand columns", () => {
    const columns = numbers(5000).map((i) => `c${i} int`);
    const started = performance.now();
    expect(judged(`CREATE TABLE shop.wide (id int PRIMARY KEY, ${columns.join(", ")});\nSELECT c0, c4999 FROM shop.wide WHERE id = 1;\nSELECT ${columns.map((column) => column.split(" ")[0]).join(", ")} FROM shop.wide WHERE id = 1;\nALTER TABLE shop.wide ADD (${columns.map((column) => `x${column}`).join(", ")});`)).toEqual([LAST]);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test("five thousand tables that each lack their keyspace are five thousand diagnostics, not a crash", () => {
    const found = judged(numbers(5000).map((i) => `CREATE TABLE away.t${i} (id int PRIMARY KEY);`).join("\n"));
    expect(found).toHaveLength(5001);
    expect(found[5000]).toBe(LAST);
  });
});

describe("literals", () => {
  const TABLE = "CREATE TABLE shop.t (id int PRIMARY KEY, v text, b blob, l list<int>, n varint, d decimal, m map<text, int>);\n";
  const MEGABYTES = 10 * 1024 * 1024;
  test.each<[string, () => string]>([
    ["a text of 10 MB", () => `INSERT INTO shop.t (id, v) VALUES (1, '${"x".repeat(MEGABYTES)}');`],
    ["a blob of 10 MB", () => `INSERT INTO shop.t (id, b) VALUES (1, 0x${"ab".repeat(MEGABYTES / 2)});`],
    ["a list of 300,000 numbers", () => `INSERT INTO shop.t (id, l) VALUES (1, [${"1,".repeat(300_000)}1]);`],
    ["a number of 100,000 digits", () => `INSERT INTO shop.t (id, n, d) VALUES (1, ${"9".repeat(100_000)}, ${"9".repeat(100_000)}.5);`],
    ["JSON of 5 MB", () => `INSERT INTO shop.t JSON '{"id": 1, "v": "${"x".repeat(MEGABYTES / 2)}"}';`],
    ["JSON nested 50,000 deep", () => `INSERT INTO shop.t JSON '{"id": 1, "l": ${"[".repeat(50_000)}${"]".repeat(50_000)}}';`],
    ["200,000 markers in IN", () => `SELECT v FROM shop.t WHERE id IN (${"?,".repeat(200_000)}?);`],
  ])("%s: at most one diagnostic, in bounded time", (_, literal) => {
    const started = performance.now();
    const found = judged(TABLE + literal());
    expect(found[found.length - 1]).toBe(LAST);
    expect(found.length).toBeLessThanOrEqual(2);
    expect(performance.now() - started).toBeLessThan(20_000);
  }, 40_000);
});
