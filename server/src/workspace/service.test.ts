import { describe, expect, test } from "vitest";
import type { Settings } from "../features/settings";
import type { CqlService } from "./service";
import { createCqlService } from "./service-impl";

const ROOT = "file:///p";
const SETTINGS: Settings = { target: "cassandra-5.0", schema: { exclude: [], complete: false }, advice: "recommended", severity: {}, server: {} };

/** A service with one project of these files, by path below its folder. */
function project(files: Record<string, string>, settings: Partial<Settings> = {}): CqlService {
  const service = createCqlService();
  service.setProject({ id: "p", root: ROOT, settings: { ...SETTINGS, ...settings } });
  for (const [path, text] of Object.entries(files)) service.setFile(`${ROOT}/${path}`, text);
  return service;
}

/** The verdicts of a file's statements, a refusal by its code. */
function verdicts(service: CqlService, path: string): string[] {
  return service.check(`${ROOT}/${path}`).statements.map(({ judgement }) => judgement.violation?.code ?? judgement.verdict);
}

/** Verdicts of the SELECTs alone. */
function selects(service: CqlService, path: string): string[] {
  return service.check(`${ROOT}/${path}`).statements.filter(({ kind }) => kind === "select").map(({ judgement }) => judgement.violation?.code ?? judgement.verdict);
}

const ORDERS = "CREATE TABLE shop.orders (id int PRIMARY KEY, total int);";
const BY_ID = "SELECT total FROM shop.orders WHERE id = 1;";

describe("what a statement sees", () => {
  test("definitions above in its own file", () => {
    expect(selects(project({ "a.cql": `${BY_ID}${ORDERS}${BY_ID}` }), "a.cql")).toEqual(["unknown", "accept"]);
  });

  test("definitions of all other files, wherever they stand", () => {
    const service = project({ "q.cql": BY_ID, "z/schema.cql": ORDERS, "index.cql": "CREATE INDEX ON shop.orders (total);", "more.cql": "SELECT id FROM shop.orders WHERE total = 1;" });
    expect([selects(service, "q.cql"), selects(service, "more.cql")]).toEqual([["accept"], ["accept"]]);
  });

  test("an alteration and a view of another file, in any order of names", () => {
    const service = project({
      "a_view.cql": "CREATE MATERIALIZED VIEW shop.by_total AS SELECT * FROM shop.orders WHERE total IS NOT NULL AND id IS NOT NULL PRIMARY KEY (total, id);",
      "b_alter.cql": "ALTER TABLE shop.orders ADD memo text;", "c.cql": ORDERS, "q.cql": "SELECT memo FROM shop.orders WHERE id = 1; SELECT id FROM shop.by_total WHERE total = 1;",
    }, { server: { materialized_views_enabled: true } });
    expect(selects(service, "q.cql")).toEqual(["accept", "accept"]);
  });

  test("types of other files", () => {
    const service = project({ "t.cql": "CREATE TABLE shop.t (k int PRIMARY KEY, v frozen<dims>);".replace("dims", "shop.dims"), "types.cql": "CREATE TYPE shop.dims (w int);", "q.cql": "SELECT v.w FROM shop.t WHERE k = 1;" });
    expect(service.schema(`${ROOT}/q.cql`).keyspaces.get("shop")?.tables.get("t")?.byName.get("v")?.type).toMatchObject({ kind: "user", name: "dims" });
  });

  test("USE holds for its own file, the setting for all", () => {
    const files = { "schema.cql": `USE shop; ${ORDERS.replace("shop.", "")}`, "q.cql": BY_ID.replace("shop.", ""), "u.cql": `USE shop; ${BY_ID.replace("shop.", "")}` };
    expect([selects(project(files), "q.cql"), selects(project(files), "u.cql")]).toEqual([["unknown"], ["accept"]]);
    expect(selects(project(files, { keyspace: "shop" }), "q.cql")).toEqual(["accept"]);
  });

  test("below USE with a template nobody knows the keyspace", () => {
    expect(selects(project({ "a.cql": `${ORDERS} USE {{ks}}; SELECT nope FROM orders;` }, { keyspace: "shop" }), "a.cql")).toEqual(["unknown"]);
  });

  test("tables without a keyspace are found without one", () => {
    expect(selects(project({ "a.cql": "CREATE TABLE orders (id int PRIMARY KEY);", "q.cql": "SELECT id FROM orders WHERE id = 1;" }), "q.cql")).toEqual(["accept"]);
  });

  test("a --schema file comes before everything", () => {
    const service = createCqlService();
    service.setProject({ id: "call", settings: SETTINGS, base: [{ uri: "file:///base.cql", text: ORDERS }] });
    service.setFile("file:///q.cql", BY_ID, { project: "call" });
    service.setFile("file:///V1__x.cql", `ALTER TABLE shop.orders ADD memo text; SELECT memo FROM shop.orders WHERE id = 1;`, { project: "call" });
    expect(service.check("file:///q.cql").statements.map(({ judgement }) => judgement.verdict)).toEqual(["accept"]);
    expect(service.check("file:///V1__x.cql").statements[1]?.judgement.verdict).toBe("accept");
  });
});

describe("versioned migrations", () => {
  const files = {
    "db/V2__add.cql": "ALTER TABLE shop.orders ADD memo text;",
    "db/V10__drop.cql": "SELECT memo FROM shop.orders WHERE id = 1; ALTER TABLE shop.orders DROP memo;",
    "db/V1__init.cql": `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; ${ORDERS} SELECT memo FROM shop.orders WHERE id = 1;`,
    "db/V11__end.cql": "SELECT memo FROM shop.orders WHERE id = 1; SELECT total FROM shop.orders WHERE id = 1;",
    "db/U2__add.cql": "ALTER TABLE shop.orders DROP total;",
    "teardown.cql": "DROP TABLE shop.orders;",
    "q.cql": "SELECT total FROM shop.orders WHERE id = 1; SELECT memo FROM shop.orders WHERE id = 1;",
  };
  test("each sees the versions before it, in natural order", () => {
    const service = project(files);
    expect([selects(service, "db/V1__init.cql"), selects(service, "db/V10__drop.cql"), selects(service, "db/V11__end.cql")]).toEqual([["unknown-column"], ["accept"], ["unknown-column", "accept"]]);
  });
  test("other files see the last state; what takes back or tears down counts for nothing", () => {
    expect(selects(project(files), "q.cql")).toEqual(["accept", "unknown-column"]);
  });
  test("a keyspace may come from a file without a version", () => {
    const service = project({ "ks.cql": "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};", "db/001.cql": ORDERS, "db/002.cql": BY_ID }, { schema: { exclude: [], complete: true } });
    expect(selects(service, "db/002.cql")).toEqual(["accept"]);
  });
  test("folders are chains of their own", () => {
    const service = project({ "a/V1.cql": ORDERS, "b/V1.cql": ORDERS, "b/V2.cql": BY_ID, "q.cql": BY_ID });
    expect([verdicts(service, "b/V1.cql"), selects(service, "b/V2.cql"), selects(service, "q.cql")]).toEqual([verdicts(service, "a/V1.cql"), ["accept"], ["accept"]]);
  });
});

describe("doubt", () => {
  const OTHER = "CREATE TABLE shop.orders (id int PRIMARY KEY, amount int);";
  const WRONG = "SELECT nope FROM shop.orders WHERE id = 1;";
  test.each<[string, Record<string, string>, string[]]>([
    ["one definition", { "a.cql": ORDERS }, ["unknown-column"]],
    ["the same definition twice", { "a.cql": ORDERS, "b.cql": ORDERS.replace("id int PRIMARY KEY", "id   int primary key") }, ["unknown-column"]],
    ["different definitions", { "a.cql": ORDERS, "b.cql": OTHER }, ["unknown"]],
    ["the same in the end", { "a.cql": "CREATE TABLE shop.orders (id int PRIMARY KEY); ALTER TABLE shop.orders ADD total int;", "b.cql": ORDERS }, ["unknown-column"]],
    ["migrations and a dump of what they make", { "db/V1.cql": "CREATE TABLE shop.orders (id int PRIMARY KEY);", "db/V2.cql": "ALTER TABLE shop.orders ADD total int;", "dump.cql": ORDERS }, ["unknown-column"]],
    ["a column added that is there", { "a.cql": ORDERS, "b.cql": "ALTER TABLE shop.orders ADD total int;" }, ["unknown-column"]],
    ["a column added that is there with another type", { "a.cql": ORDERS, "b.cql": "ALTER TABLE shop.orders ADD total text;" }, ["unknown"]],
    ["a DROP in another file", { "a.cql": ORDERS, "b.cql": "DROP TABLE shop.orders;" }, ["unknown"]],
    ["a DROP of the whole keyspace in another file", { "a.cql": `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; ${ORDERS}`, "b.cql": "DROP KEYSPACE shop;" }, ["unknown"]],
    ["a column dropped in another file", { "a.cql": ORDERS, "b.cql": "ALTER TABLE shop.orders DROP total;" }, ["unknown"]],
    ["DROP IF EXISTS before CREATE in one file", { "a.cql": `DROP TABLE IF EXISTS shop.orders; ${ORDERS}` }, ["unknown-column"]],
    ["a definition that does not parse", { "a.cql": "CREATE TABLE shop.orders (id int PRIMARY KEY, total int" }, ["unknown"]],
    ["a definition with a template", { "a.cql": "CREATE TABLE shop.orders (id int PRIMARY KEY, {{columns}});" }, ["unknown"]],
    ["a file that is taken out", { "a.cql": ORDERS, "b.cql": `-- cqlwright: ignore-file all\n${OTHER}` }, ["unknown-column"]],
    ["a file of another language", { "a.cql": ORDERS, "b.cql": `MATCH (n:Order) RETURN n;\nMERGE (m:Order {id: 1});\n` }, ["unknown-column"]],
  ])("%s", (_name, files, expected) => {
    expect(selects(project({ ...files, "q.cql": WRONG }), "q.cql")).toEqual(expected);
  });

  test("below a definition that does not parse nothing is judged against it", () => {
    expect(selects(project({ "a.cql": `CREATE TABLE shop.orders (id int PRIMARY KEY, total);\n${WRONG}` }), "a.cql")).toEqual(["unknown"]);
  });

  test("a file's own definition counts, and another one beside it makes it doubtful", () => {
    expect(selects(project({ "a.cql": `${ORDERS}${WRONG}`, "b.cql": ORDERS }), "a.cql")).toEqual(["unknown-column"]);
    expect(selects(project({ "a.cql": `${ORDERS}${WRONG}`, "b.cql": OTHER }), "a.cql")).toEqual(["unknown"]);
  });

  test.each<[string, Record<string, string>, string[]]>([
    ["dropped under its full name, made again under the short one", { "1.cql": "CREATE TABLE orders (id int PRIMARY KEY);", "2.cql": "DROP TABLE shop.orders; CREATE TABLE orders (id int PRIMARY KEY, memo text); SELECT memo FROM orders;" }, ["unknown", "unknown", "unknown"]],
    ["made again and read under its full name", { "2.cql": `${ORDERS} DROP TABLE shop.orders; CREATE TABLE orders (id int PRIMARY KEY, memo text); SELECT memo FROM shop.orders;` }, ["accept", "accept", "accept", "unknown"]],
    ["a column added under the short name in another file", { "1/a.cql": "ALTER TABLE orders ADD memo text;", "1/b.cql": ORDERS, "2.cql": "SELECT memo FROM shop.orders;" }, ["unknown"]],
    ["a type dropped under the short name", { "2.cql": "CREATE TYPE shop.dims (w int); DROP TYPE dims; ALTER TYPE shop.dims ADD w int;" }, ["accept", "unknown", "unknown"]],
    ["an index made under the short name", { "2.cql": `${ORDERS} CREATE INDEX ON orders (total); SELECT id FROM shop.orders WHERE total = 1;` }, ["accept", "unknown", "unknown"]],
  ])("a table without a keyspace may be one with: %s", (_name, files, expected) => {
    expect(verdicts(project({ ...files, "k.cql": "CREATE KEYSPACE IF NOT EXISTS shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};" }), "2.cql")).toEqual(expected);
  });

  test("what another file builds on may not be there yet where a file makes all anew", () => {
    const keyspace = "CREATE KEYSPACE IF NOT EXISTS shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};";
    const types = `${keyspace} DROP TYPE IF EXISTS shop.dims; CREATE TYPE shop.dims (w int);`;
    const service = project({ "a.cql": types, "b.cql": `${types} CREATE TABLE shop.boxes (id int PRIMARY KEY, size frozen<dims>);` });
    expect(verdicts(service, "a.cql")).toEqual(["accept", "unknown", "accept"]);
  });

  test("numbered dumps of one keyspace are no migrations", () => {
    const dump = `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; ${ORDERS}`;
    expect(verdicts(project({ "3.0.cql": dump, "4.0.cql": dump }), "4.0.cql")).toEqual(["accept", "accept"]);
    expect(verdicts(project({ "1.cql": dump, "2.cql": ORDERS }), "2.cql")).toEqual(["table-exists"]);
  });

  test("what another file defines too is no second definition", () => {
    const statements = "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; CREATE TYPE shop.dims (w int); CREATE TABLE shop.orders (id int PRIMARY KEY, total int); CREATE INDEX by_total ON shop.orders (total); CREATE ROLE clerk; ALTER TABLE shop.orders ADD memo text;";
    const complete = { schema: { exclude: [], complete: true } };
    const alone = verdicts(project({ "a.cql": statements }, complete), "a.cql");
    expect(verdicts(project({ "a.cql": statements, "b.cql": statements }, complete), "a.cql")).toEqual(alone);
    expect(alone).not.toContain("table-exists");
  });
});

describe("settings and what the file says", () => {
  test("a comment at the top chooses the target, and one further down does not", () => {
    const service = project({ "a.cql": `\n// cqlwright: target=cassandra-4.1\n${BY_ID}`, "b.cql": `${BY_ID}\n-- cqlwright: target=cassandra-4.1\n${BY_ID}` });
    expect([service.check(`${ROOT}/a.cql`).target, service.check(`${ROOT}/b.cql`).target]).toEqual(["cassandra-4.1", "cassandra-5.0"]);
    expect(service.schema(`${ROOT}/a.cql`).keyspaces.get("system_views")?.tables.has("sai_column_indexes")).toBe(false);
  });

  test("schema.include and schema.exclude say whose definitions count", () => {
    const files = { "db/a.cql": ORDERS, "test/b.cql": "CREATE TABLE shop.orders (id text PRIMARY KEY);", "q.cql": BY_ID };
    expect(selects(project(files), "q.cql")).toEqual(["unknown"]);
    expect(selects(project(files, { schema: { include: ["./db/**/*.cql"], exclude: [], complete: false } }), "q.cql")).toEqual(["accept"]);
    expect(selects(project(files, { schema: { exclude: ["test/"], complete: false } }), "q.cql")).toEqual(["accept"]);
  });

  test("a file taken out has no statement and no diagnostic", () => {
    expect(project({ "a.cql": "-- cqlwright: ignore-file all: generated\nSELCT" }).check(`${ROOT}/a.cql`)).toMatchObject({ statements: [], diagnostics: [] });
  });

  test.each([["binary", "\0\0\0"], ["too large", "x".repeat(21 * 1024 * 1024)], ["Cypher", "MATCH (n)\nRETURN n;\nMERGE (m)"]])("%s is not ours", (_name, text) => {
    const result = project({ "a.cql": text }).check(`${ROOT}/a.cql`);
    expect([result.notOurs === undefined, result.statements.length, result.diagnostics.length]).toEqual([false, 0, 0]);
  });

  test("a file that becomes ours while it is typed", () => {
    const service = project({ "a.cql": "MATCH (n)\nRETURN n;" });
    expect(service.check(`${ROOT}/a.cql`).notOurs?.language).toBe("Cypher");
    service.editFile(`${ROOT}/a.cql`, { start: 0, end: 100 }, BY_ID);
    expect(service.check(`${ROOT}/a.cql`)).toMatchObject({ statements: [{ kind: "select" }] });
    expect(service.check(`${ROOT}/a.cql`).notOurs).toBeUndefined();
  });
});

describe("projects", () => {
  test("do not mix, and a file joins the longest root", () => {
    const service = project({ "a.cql": ORDERS, "inner/q.cql": BY_ID, "q.cql": BY_ID });
    expect([selects(service, "inner/q.cql"), selects(service, "q.cql")]).toEqual([["accept"], ["accept"]]);
    service.setProject({ id: "inner", root: `${ROOT}/inner`, settings: SETTINGS });
    expect([selects(service, "inner/q.cql"), selects(service, "q.cql")]).toEqual([["unknown"], ["accept"]]);
    service.removeProject("inner");
    expect(selects(service, "inner/q.cql")).toEqual(["accept"]);
  });

  test("a file outside any project is one of its own", () => {
    const service = createCqlService();
    service.setFile("untitled:1", `${ORDERS}${BY_ID}`);
    service.setFile("untitled:2", BY_ID);
    expect([service.check("untitled:1"), service.check("untitled:2")].map(({ statements }) => statements.at(-1)?.judgement.verdict)).toEqual(["accept", "unknown"]);
  });

  test("a file that nobody gave has nothing", () => {
    const service = createCqlService();
    service.editFile("file:///x", { start: 0, end: 0 }, "x");
    service.removeFile("file:///x");
    expect([service.check("file:///x").statements, service.hover("file:///x", 0), service.actions("file:///x", { start: 0, end: 0 }), service.definition("file:///x", 3), service.text("file:///x")]).toEqual([[], undefined, [], undefined, undefined]);
  });
});

describe("what becomes stale", () => {
  const uris = (service: CqlService): string[] => service.takeStale().map((uri) => uri.slice(ROOT.length + 1)).sort();
  test("an edited query only its own file, an edited definition all of the project", () => {
    const service = project({ "a.cql": ORDERS, "q.cql": BY_ID });
    expect(uris(service)).toEqual(["a.cql", "q.cql"]);
    expect(uris(service)).toEqual([]);
    service.editFile(`${ROOT}/q.cql`, { start: 0, end: 0 }, " ");
    expect(uris(service)).toEqual(["q.cql"]);
    service.editFile(`${ROOT}/a.cql`, { start: ORDERS.length - 2, end: ORDERS.length - 2 }, ", memo text");
    expect(uris(service)).toEqual(["a.cql", "q.cql"]);
    service.removeFile(`${ROOT}/a.cql`);
    expect(uris(service)).toEqual(["q.cql"]);
    expect(selects(service, "q.cql")).toEqual(["unknown"]);
  });
  test("a file whose diagnostic points at a definition that moved", () => {
    const service = project({ "a.cql": `SELECT 1;\n${ORDERS}`, "q.cql": "SELECT nope FROM shop.orders;", "r.cql": BY_ID });
    for (const name of ["a.cql", "q.cql", "r.cql"]) service.check(`${ROOT}/${name}`);
    uris(service);
    service.editFile(`${ROOT}/a.cql`, { start: 0, end: 0 }, "SELECT 2;\n");
    expect(uris(service)).toEqual(["a.cql", "q.cql"]);
  });
});

test("positions of definitions follow the text above them", () => {
  const service = project({ "a.cql": `USE shop;\n${ORDERS}\n${BY_ID}` });
  const verdict = service.check(`${ROOT}/a.cql`).statements.at(-1)?.judgement;
  const origin = service.schema(`${ROOT}/a.cql`).keyspaces.get("shop")?.tables.get("orders")?.origin;
  service.editFile(`${ROOT}/a.cql`, { start: 0, end: 0 }, "-- more\n\n;");
  const after = service.check(`${ROOT}/a.cql`).statements.at(-1)?.judgement;
  expect(service.text(`${ROOT}/a.cql`)?.slice(origin?.range.start, origin?.range.end)).toBe("shop.orders".slice(5));
  expect(after?.verdict).toBe(verdict?.verdict);
});
