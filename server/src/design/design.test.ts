import { expect, test } from "vitest";
import { check } from "../check/check";
import { emptySchema } from "../schema/empty";
import { fold } from "../schema/fold";
import { parseStatement } from "../syntax/parse";
import { split } from "../syntax/split";
import { designStatement, designStatements } from "./design";
import { afterPrefix, readPattern } from "./like";
import { prove } from "./prove";
import { singular } from "./field";
import { tableName } from "./table-name";

const TABLES = `CREATE TABLE shop.orders (customer uuid, month text, id timeuuid, status text, total decimal, tags set<text>, props map<text, int>, PRIMARY KEY ((customer, month), id));`;
const schema = split(TABLES).reduce((known, slice) => fold(known, parseStatement(slice.text).statement, { uri: "t.cql", start: slice.start }), emptySchema("cassandra-5.0", { complete: false }));
const context = { schema, target: "cassandra-5.0", server: {} } as const;

function design(text: string): ReturnType<typeof designStatement> {
  const parsed = parseStatement(text);
  return designStatement({ start: 100, text, parsed, context, judgement: check(parsed, context) }, { statement: 3 });
}

test("ranges count from the file's start", () => {
  const { statement, range, original } = design("-- all\nSELECT id FROM shop.orders WHERE status = 'x'");
  expect({ statement, range, original }).toEqual({ statement: 3, range: { start: 107, end: 152 }, original: "SELECT id FROM shop.orders WHERE status = 'x'" });
});

test("the same table keeps its name in several designs, another one gets a number", () => {
  const texts = ["SELECT id FROM shop.orders WHERE status = 'x'", "SELECT month FROM shop.orders WHERE status = 'y'", "SELECT total FROM shop.orders WHERE status = 'z'"];
  const requests = texts.map((text, statement) => {
    const parsed = parseStatement(text);
    return { request: { start: 0, text, parsed, context, judgement: check(parsed, context) }, statement };
  });
  expect(designStatements(requests).map(({ plans }) => plans.find((plan) => plan.kind === "query-table")?.table)).toEqual(["shop.orders_by_status", "shop.orders_by_status", "shop.orders_by_status_2"]);
});

test("no two plans of one design want the same name, even where it is cut", () => {
  const long = "a_table_whose_name_is_nearly_as_long_as_it_may_be";
  const text = `-- cqlwright: rows=900000\nSELECT id, placed FROM ${long} WHERE status = 'x' AND total > 1 AND total < 500;`;
  const tables = `CREATE TABLE ${long} (id int PRIMARY KEY, status text, total int, placed timestamp)`;
  const parsed = parseStatement(text);
  const own = { ...context, schema: fold(schema, parseStatement(tables).statement, { uri: "t.cql", start: 0 }) };
  const { plans } = designStatement({ start: 0, text, parsed, context: own, judgement: check(parsed, own) });
  const names = plans.filter((plan) => plan.backfill !== null).map((plan) => plan.table);
  expect(names.length).toBeGreaterThan(2);
  expect(new Set(names).size).toBe(names.length);
});

/** The plans for a query over these tables, each with its kind and table. */
function plansOver(tables: string, text: string): readonly string[] {
  const parsed = parseStatement(text);
  const own = { ...context, schema: split(tables).reduce((known, slice) => fold(known, parseStatement(slice.text).statement, { uri: "t.cql", start: slice.start }), emptySchema("cassandra-5.0", { complete: false })) };
  return designStatement({ start: 0, text, parsed, context: own, judgement: check(parsed, own) }).plans.map(({ kind, table }) => `${kind} ${table}`);
}

const ACTIVITY = "CREATE TABLE app.activity (user_id uuid, at timestamp, id timeuuid, page text, tags set<text>, PRIMARY KEY (user_id, at, id));";

test.each([
  ["its base table serves a query on a copy", "CREATE TABLE app.by_day (user_id uuid, day date, at timestamp, id timeuuid, page text, PRIMARY KEY ((user_id, day), at, id)) WITH comment = 'copy of app.activity'", "SELECT page FROM app.by_day WHERE user_id = ?", true],
  ["not one that has a row per element", "CREATE TABLE app.by_tag (tag text, user_id uuid, at timestamp, id timeuuid, PRIMARY KEY (tag, user_id, at, id)) WITH comment = 'copy of app.activity'", "SELECT id FROM app.by_tag WHERE user_id = ?", false],
  ["not one without the rows that lack a key value", "CREATE TABLE app.by_page (page text, user_id uuid, at timestamp, id timeuuid, PRIMARY KEY (page, user_id, at, id)) WITH comment = 'copy of app.activity'", "SELECT id FROM app.by_page WHERE user_id = ?", false],
])("%s", (_title, copy, query, served) => {
  expect(plansOver(`${ACTIVITY}\n${copy};`, query).includes("existing-table app.activity")).toBe(served);
});

test.each([["sai", false], ["legacy_local_table", true]])("filtering by CONTAINS on a frozen collection is offered beside an index of class %s: %s", (index, offered) => {
  const tables = `CREATE TABLE app.base (kind int, id int, labels frozen<set<int>>, score int, PRIMARY KEY (kind, id)); CREATE INDEX i ON app.base (score) USING '${index}';`;
  expect(plansOver(tables, "SELECT id FROM app.base WHERE kind = 7 AND labels CONTAINS 0").includes("filter-in-partition app.base")).toBe(offered);
});

test("no copy of a copy whose base serves the query", () => {
  const copy = "CREATE TABLE app.by_day (user_id uuid, day date, at timestamp, id timeuuid, page text, PRIMARY KEY ((user_id, day), at, id)) WITH comment = 'copy of app.activity';";
  expect(plansOver(`${ACTIVITY}\n${copy}`, "SELECT page FROM app.by_day WHERE user_id = ?")).toEqual(["existing-table app.activity", "add-relation app.by_day", "index app.by_day"]);
});

test("no second table under the key of one that is there", () => {
  const copy = "CREATE TABLE app.by_page (page text, user_id uuid, at timestamp, id timeuuid, PRIMARY KEY (page, user_id, at, id)) WITH comment = 'copy of app.activity';";
  expect(plansOver(`${ACTIVITY}\n${copy}`, "SELECT id FROM app.activity WHERE page = ?")).toEqual(["existing-table app.by_page", "index app.activity"]);
});

const WHOLE = [
  "SELECT JSON DISTINCT id, toJson(total) AS t FROM shop.orders WHERE status = 'x' AND (total, id) > (?, :b) AND tags CONTAINS 'a' AND props['k'] = 3 GROUP BY id ORDER BY total DESC, id PER PARTITION LIMIT 2 LIMIT 3 ALLOW FILTERING",
  "SELECT writetime(total), max(total), count(*) FROM shop.orders WHERE status IN ('a', ?, 'b') AND month LIKE 'ab%' AND total != 3 AND month IS NOT NULL AND token(customer, month) > 3",
  "SELECT * FROM shop.orders WHERE (status, month) IN (('a', 'b'), ('c', 'd')) AND total > 1 AND total > 2 AND total <= 7 ORDER BY month",
];

test.each(WHOLE)("every half of a query gets plans or a refusal, never an exception: %s", (query) => {
  for (let end = 0; end <= query.length; end += 1) {
    const { refusal, plans } = design(query.slice(0, end));
    expect(refusal === null, query.slice(0, end)).toBe(plans.length > 0);
  }
});

test("every plan's definitions and queries are accepted by our own check", () => {
  const queries = ["SELECT * FROM shop.orders WHERE status = 'x' ORDER BY total", "SELECT id FROM shop.orders WHERE tags CONTAINS ?", "SELECT id FROM shop.orders WHERE total > 3", "SELECT id FROM shop.orders WHERE customer = ? AND month = ? AND status = 'a'"];
  const plans = queries.flatMap((query) => design(query).plans);
  expect(plans.map((plan) => prove(plan.ddl, plan.queries, context, { filtering: plan.kind === "filter-in-partition" ? "allowed" : "never" })).filter((proof) => !proof.ok)).toEqual([]);
});

test("a proof fails on a refused definition, a refused query and on filtering", () => {
  const table = "CREATE TABLE shop.a (k int PRIMARY KEY, v int)";
  expect(prove([table], ["SELECT v FROM shop.a WHERE k = 1"], context).ok).toBe(true);
  expect(prove(["CREATE TABLE shop.a (k int)"], [], context)).toMatchObject({ ok: false });
  expect(prove([table], ["SELECT v FROM shop.a WHERE v = 1"], context)).toMatchObject({ ok: false, code: "filtering-required" });
  expect(prove([table], ["SELECT v FROM shop.a WHERE v = 1 ALLOW FILTERING"], context)).toMatchObject({ ok: false });
  expect(prove([table], ["SELECT v FROM shop.a WHERE v = 1 ALLOW FILTERING"], context, { filtering: "allowed" }).ok).toBe(true);
});

test.each([
  ["abc", false, "abd"], ["\uD7FF", false, "\uE000"], ["a\u{10FFFF}", false, "b"], ["\u{10FFFF}", false, undefined], ["a\u007F", true, "b"], ["\u007F", true, undefined], ["", false, undefined], ["😀", false, "😁"],
])("the first text after the prefix %j", (prefix, ascii, expected) => {
  expect(afterPrefix(prefix, ascii)).toBe(expected);
});

test.each([["abc%", "prefix"], ["abc", "exact"], ["%", "all"], ["%%", "all"], ["%a", "infix"], ["%a%", "infix"]])("pattern %s is %s", (pattern, kind) => {
  expect(readPattern(pattern).kind).toBe(kind);
});

test.each([["tags", "tag"], ["categories", "category"], ["addresses", "address"], ["boxes", "box"], ["keys", "key"], ["menus", undefined], ["status", undefined], ["data", undefined], ["class", undefined]])("one of %s is %s", (name, one) => {
  expect(singular(name)).toBe(one);
});

test("a name is never longer than 48 characters, and never taken", () => {
  for (let length = 1; length < 70; length += 1) {
    const first = tableName("b".repeat(length), ["c".repeat(length), "d"], undefined, () => false);
    const second = tableName("b".repeat(length), ["c".repeat(length), "d"], undefined, (name) => name === first);
    expect(Math.max(first.length, second.length)).toBeLessThanOrEqual(48);
    expect(second).not.toBe(first);
  }
});
