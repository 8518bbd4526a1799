import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cursor, project, QUERY } from "../../../../test/support/project";

const SCHEMA = `CREATE TYPE shop.address (street text, city text);
CREATE TABLE shop.orders (customer uuid, month text, placed timestamp, id timeuuid, status text, note text STATIC, ship address, PRIMARY KEY ((customer, month), placed, id)) WITH CLUSTERING ORDER BY (placed DESC, id ASC);
CREATE INDEX orders_status ON shop.orders (status);
CREATE TABLE shop.orders_by_status (status text, customer uuid, month text, placed timestamp, id timeuuid, PRIMARY KEY (status, customer, month, placed, id)) WITH comment = 'copy of shop.orders for SELECT id FROM shop.orders WHERE status = ?';
`;

function hoverText(marked: string): string | undefined {
  const { text, offset } = cursor(marked);
  const service = project({ "schema.cql": SCHEMA, "query.cql": text });
  service.check(QUERY);
  return service.hover(QUERY, offset)?.markdown;
}

describe("hover says", () => {
  test.each([
    ["of a table its keys and the clauses it serves", "SELECT id FROM shop.or$0ders WHERE customer = ? AND month = ?", ["`customer`: partition key 1 of 2", "`placed`: clustering column 1 of 2, descending", "WHERE customer = ? AND month = ? AND placed >= ? AND placed < ?", "WHERE status = ?"]],
    ["of a copy what it copies", "SELECT id FROM shop.orders_by_$0status WHERE status = ?", ["copy of `shop.orders`"]],
    ["of a partition key column its role", "SELECT id FROM shop.orders WHERE cust$0omer = ? AND month = ?", ["**customer** `uuid` in shop.orders: partition key 1 of 2", "together with `month`"]],
    ["of a clustering column what comes first", "SELECT $0id FROM shop.orders", ["clustering column 2 of 2, ascending", "needs `placed`"]],
    ["of a static column that it is stored once", "SELECT no$0te FROM shop.orders", ["static column", "once for the partition"]],
    ["of an indexed column that it is no key", "SELECT stat$0us FROM shop.orders", ["Not part of the key", "index"]],
    ["of a relation what it does", "SELECT id FROM shop.orders WHERE customer = ? AND month $0= ?", ["Fixes `month`"]],
    ["of PRIMARY KEY the layout", "CREATE TABLE shop.t (a int, b int, c int, PRIMARY $0KEY ((a, b), c))", ["`a`: partition key 1 of 2", "`c`: clustering column 1 of 1", "inner parentheses"]],
    ["of a key column in its definition", "CREATE TABLE shop.t (a int, b int, PRIMARY KEY (a, $0b))", ["**b** `int` in shop.t: clustering column 1 of 1"]],
    ["of a native type what it holds", "CREATE TABLE shop.t (a time$0uuid PRIMARY KEY)", ["ordered by time"]],
    ["of a user type its fields", "CREATE TABLE shop.t (a int PRIMARY KEY, b addr$0ess)", ["street text"]],
    ["of a function its signature", "SELECT toD$0ate(id) FROM shop.orders", ["toDate(timeuuid): date"]],
    ["of a dropped table what it was", "DROP TABLE shop.ord$0ers", ["partition key 1 of 2"]],
    ["of a statement what a partition holds", "-- cqlwright: rows=2000000\nCREATE TABLE shop.logs (day date, at timestamp, PRIMARY KEY (day, at));\nSEL$0ECT at FROM shop.logs WHERE day = ?", ["Partition size acceptable? **no**: 2000000 rows"]],
    ["of a statement how it runs", "SEL$0ECT id FROM shop.orders WHERE customer = ? AND month = ?", ["partition"]],
  ])("%s", (_name, marked, fragments) => {
    const text = hoverText(marked) ?? "";
    for (const fragment of fragments) expect(text).toContain(fragment);
  });

  test.each(["SELECT id FROM shop.orders $0 WHERE customer = ?", "SELECT id FROM nowhere.thi$0ngs", "$0"])("nothing about %s", (marked) => {
    expect(hoverText(marked)).toBeUndefined();
  });
});

test("every clause that a hover shows is accepted by the check", () => {
  const types = fc.constantFrom("int", "text", "uuid", "timestamp", "boolean", "frozen<list<int>>", "inet", "decimal");
  fc.assert(fc.property(fc.array(types, { minLength: 1, maxLength: 2 }), fc.array(types, { maxLength: 4 }), (partition, clustering) => {
    const names = [...partition.map((_type, i) => `p${i}`), ...clustering.map((_type, i) => `c${i}`)];
    const columns = [...partition, ...clustering].map((type, i) => `${names[i] as string} ${type}`);
    const table = `CREATE TABLE shop.t (${columns.join(", ")}, PRIMARY KEY ((${names.slice(0, partition.length).join(", ")})${names.slice(partition.length).map((name) => `, ${name}`).join("")}));`;
    const service = project({ "query.cql": table });
    service.check(QUERY);
    const clauses = (service.hover(QUERY, table.indexOf("shop.t") + 6)?.markdown ?? "").split("\n").filter((line) => line.startsWith("WHERE"));
    expect(clauses.length).toBeGreaterThan(0);
    const queries = project({ "schema.cql": table, "query.cql": clauses.map((clause) => `SELECT * FROM shop.t ${clause};`).join("\n") });
    expect(queries.check(QUERY).statements.filter(({ kind }) => kind === "select").map(({ judgement }) => judgement.verdict)).toEqual(clauses.map(() => "accept"));
  }), { numRuns: 30 });
});
