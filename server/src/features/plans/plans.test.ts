import { describe, expect, test } from "vitest";
import { apply, edited, project, QUERY, ROOT, shown } from "../../../../test/support/project";
import type { CqlService } from "../../workspace/service";
import type { PlanOffer } from "./plans";

const SCHEMA = "CREATE TABLE shop.orders (customer uuid, id timeuuid, status text, placed timestamp, total int, PRIMARY KEY (customer, id));\n";

function offers(query: string, more: Readonly<Record<string, string>> = {}): { readonly service: CqlService; readonly plans: readonly PlanOffer[]; readonly refused: string | undefined } {
  const service = project({ "schema.cql": SCHEMA, "query.cql": query, ...more });
  const found = service.plans(QUERY, query.indexOf("SELECT") + 3);
  return { service, plans: found?.plans ?? [], refused: found?.refusal?.code };
}

const prices = (query: string): readonly string[] => offers(query).plans.map(({ kind, price }) => `${kind}: ${price}`);

describe("every plan has a price", () => {
  test.each([
    ["its own table", "SELECT id FROM shop.orders WHERE customer = ?", ["existing-table: Reads 1 partition, asks the replicas only, 1 write per fact"]],
    ["its own table, all of it", "SELECT id FROM shop.orders", ["existing-table: Reads the whole table, asks every node, 1 write per fact"]],
    ["a partition that is filtered", "SELECT id FROM shop.orders WHERE customer = ? AND total = 3", [
      "filter-in-partition: Reads 1 partition, asks the replicas only, 1 write per fact", "index: Reads 1 partition, asks the replicas only, 1 write per fact", "query-table: Reads 1 partition, asks the replicas only, 2 writes per fact",
    ]],
    ["an index on every node", "SELECT id FROM shop.orders WHERE total = 3", [
      "index: Reads the rows that the index names, asks every node, 1 write per fact", "query-table: Reads 1 partition, asks the replicas only, 2 writes per fact",
    ]],
    ["several partitions", "SELECT id FROM shop.orders WHERE total IN (1, 2, 3)", ["query-table: Reads 3 partitions, asks the replicas only, 2 writes per fact"]],
    ["the groups of a whole table", "SELECT total, count(*) FROM shop.orders GROUP BY total", ["query-table: Reads the whole new table, asks every node, 2 writes per fact"]],
    ["a hash bucket", "SELECT id FROM shop.orders WHERE total > 3 ORDER BY customer", []],
  ])("%s", (_what, query, expected) => expect(prices(query)).toEqual(expected));
});

test.each([
  ["its own table", "SELECT id FROM shop.orders WHERE customer = ?", ["Leave the query as it is: shop.orders serves it, "]],
  ["a filter, an index, a table", "SELECT id FROM shop.orders WHERE customer = ? AND total = 3", [
    "Filter inside the partition (ALLOW FILTERING), cheap in small partitions", "Create an index on shop.orders (total), each write maintains it", "Create table shop.orders_by_customer_total and query it, your writes fill it",
  ]],
  ["a bucket", "-- cqlwright: rows=90000 per=day\nSELECT id, placed FROM shop.orders WHERE status = 'paid' ORDER BY placed DESC", [
    "Create table shop.orders_by_status_day, cut by day, and query it, small partitions", "Create table shop.orders_by_status and query it, your writes fill it",
  ]],
])("a plan is named so that a list can show it whole: %s", (_what, query, expected) => {
  expect(offers(query).plans.map(({ title, remark }) => `${title}, ${remark}`)).toEqual(expected);
});

describe("the page of a plan", () => {
  const pageOf = (kind: PlanOffer["kind"], query: string, more: Readonly<Record<string, string>> = {}): string => offers(query, more).plans.find((plan) => plan.kind === kind)?.page() ?? "";

  test("has the notes, the CQL, the writes of the project and the backfill", () => {
    const page = pageOf("query-table", "SELECT id FROM shop.orders WHERE status = ? ORDER BY placed;\n", { "writes.cql": "\nDELETE FROM shop.orders WHERE customer = ? AND id = ?;\n" });
    for (const part of ["# Create table shop.orders_by_status and query it", "**Reads 1 partition, asks the replicas only, 2 writes per fact.**", "## Good to know", "CREATE TABLE shop.orders_by_status (",
      "FROM shop.orders_by_status WHERE status = ?", "With writes.cql, line 2:", "-- read first\nSELECT", "DELETE FROM shop.orders_by_status", "## Filling it", "INSERT INTO shop.orders_by_status"]) expect(page).toContain(part);
  });

  test("has templates where the project writes nothing, and only the first of many queries", () => {
    expect(pageOf("query-table", "SELECT id FROM shop.orders WHERE status = ?;\n")).toContain("With `INSERT INTO shop.orders");
    const many = pageOf("query-table", `SELECT id, placed FROM shop.orders WHERE status IN (${[..."abcdefgh"].map((letter) => `'${letter}'`).join(", ")}) ORDER BY placed LIMIT 3;\n`);
    expect(many).toContain("## The 8 queries\n\nRun all of them, merge their rows by `placed`, and keep the first 3.");
    expect(many).toContain("-- and 4 more like these");
  });

  test("of an index has no copy to keep true", () => {
    const page = pageOf("index", "SELECT id FROM shop.orders WHERE total = 3;\n");
    expect(page).toContain("## The index");
    expect(page).not.toContain("## Writes");
    expect(page).not.toContain("## Filling");
  });
});

describe("the author's figures choose the bucket", () => {
  const kinds = (figures: string): readonly string[] => offers(`-- cqlwright: ${figures}\nSELECT id, placed FROM shop.orders WHERE status = 'paid' ORDER BY placed DESC;`).plans.map(({ table, kind }) => `${kind} ${table}`);
  test.each([
    ["a small partition needs none", "rows=5000", ["query-table shop.orders_by_status"]],
    ["a large one is spread by a hash", "rows=1000000", ["hash-bucket shop.orders_by_status_bucket", "time-bucket shop.orders_by_status_day", "query-table shop.orders_by_status"]],
    ["some rows a day make a month", "rows=2000 per=day", ["time-bucket shop.orders_by_status_month", "query-table shop.orders_by_status"]],
    ["many make a day", "rows=90000 per=day", ["time-bucket shop.orders_by_status_day", "query-table shop.orders_by_status"]],
    ["a flood makes an hour", "rows=90000 per=hour", ["time-bucket shop.orders_by_status_hour", "query-table shop.orders_by_status"]],
    ["a trickle needs none for years", "rows=10 per=day", ["query-table shop.orders_by_status"]],
  ])("%s", (_what, figures, expected) => expect(kinds(figures)).toEqual(expected));

  test("sizes stand before and after", () => {
    const [bucket] = offers("-- cqlwright: rows=90000 per=day\nSELECT id, placed, total FROM shop.orders WHERE status = 'paid' ORDER BY placed;").plans;
    expect(bucket?.notes.find((note) => note.includes("cells"))).toMatch(/^With 90,000 rows per day, a partition of the table without the bucket holds 164,250,000 rows × \(5 columns − 4 keys − 0 static\) \+ 0 = 164,250,000 cells after 5 years, about 8\.5 GB; one of shop\.orders_by_status_day 90,000 rows × \(6 columns − 5 keys − 0 static\) \+ 0 = 90,000 cells, about 5 MB\./);
  });
});

describe("carried out", () => {
  test("a plan of several queries leaves a file that is accepted", () => {
    const { service, plans } = offers("SELECT id, placed FROM shop.orders WHERE status IN ('a', 'b') ORDER BY placed;\n");
    const plan = plans.find(({ kind }) => kind === "query-table")!;
    apply(service, { title: plan.title, safety: "unsafe", edits: plan.edits });
    expect([shown(service), shown(service, `${ROOT}/schema.cql`)]).toEqual([[], []]);
  });

  test("the bucket of a single query is a quick fix too", () => {
    const { service } = offers("-- cqlwright: rows=90000 per=day\nSELECT id, placed FROM shop.orders WHERE status = ? ORDER BY placed;\n");
    service.check(QUERY);
    const fix = service.fixes(QUERY, 0).find(({ title }) => title.startsWith("Create table shop.orders_by_status_day"))!;
    expect(fix.preferred).toBe(true);
    expect(edited(service.text(QUERY) ?? "", fix.edits.filter(({ uri }) => uri === QUERY))).toContain("FROM shop.orders_by_status_day WHERE status = ? AND day = ?;");
  });

  test("a name that is taken gets a number, also when two plans are carried out one after the other", () => {
    const two = "SELECT id FROM shop.orders WHERE status = ?;\nSELECT placed FROM shop.orders WHERE status = ? ORDER BY total;\n";
    const { service } = offers(two);
    for (const at of [0, two.indexOf("placed")]) {
      const text = service.text(QUERY) ?? "";
      const plan = service.plans(QUERY, at === 0 ? 0 : text.indexOf("placed"))?.plans.find(({ kind }) => kind === "query-table");
      expect(plan).toBeDefined();
      if (plan !== undefined) apply(service, { title: plan.title, safety: "unsafe", edits: plan.edits });
    }
    expect(service.text(`${ROOT}/schema.cql`)?.match(/CREATE TABLE \S+/g)).toEqual(["CREATE TABLE shop.orders", "CREATE TABLE shop.orders_by_status_2", "CREATE TABLE shop.orders_by_status"]);
    expect(shown(service)).toEqual([]);
  });

  test("beside a schema file that cannot be written, the table goes above the query", () => {
    const service = project({ "query.cql": "SELECT id FROM shop.orders WHERE status = ?;\n" });
    service.setFile(`${ROOT}/schema.cql`, SCHEMA, { writable: false });
    const plan = service.plans(QUERY, 0)?.plans.find(({ kind }) => kind === "query-table");
    expect(new Set(plan?.edits.map(({ uri }) => uri))).toEqual(new Set([QUERY]));
  });

  test("a plan made before a file changed is another one afterwards", () => {
    const { service, plans } = offers("SELECT id FROM shop.orders WHERE status = ?;\n");
    service.editFile(`${ROOT}/schema.cql`, { start: 0, end: 0 }, "-- a new first line\n");
    expect(service.plans(QUERY, 0)?.plans.map(({ edits }) => edits)).not.toEqual(plans.map(({ edits }) => edits));
  });
});

test.each([
  ["an unknown table", "SELECT a FROM shop.nothing WHERE a = 1", "unknown-schema"],
  ["an unknown column", "SELECT id FROM shop.orders WHERE colour = 1", "unknown-schema"],
  ["half a WHERE", "SELECT id FROM shop.orders WHERE status", "broken-statement"],
  ["a view", "SELECT id FROM shop.by_total WHERE placed = 1", "not-supported"],
  ["a system table", "SELECT peer FROM system.peers WHERE data_center = 'a'", "not-supported"],
  ["contradictory relations", "SELECT id FROM shop.orders WHERE total = 1 AND total > 2", "contradictory-relations"],
  ["two equalities", "SELECT id FROM shop.orders WHERE total = 1 AND total = 2", "contradictory-relations"],
])("%s is refused with a reason", (_what, query, code) => {
  const view = { "view.cql": "CREATE MATERIALIZED VIEW shop.by_total AS SELECT total, customer, id FROM shop.orders WHERE total IS NOT NULL AND customer IS NOT NULL AND id IS NOT NULL PRIMARY KEY (total, customer, id);\n" };
  const service = project({ "schema.cql": SCHEMA, ...view, "query.cql": `${query};\n` }, { server: { materialized_views_enabled: true } });
  const found = service.plans(QUERY, 0);
  expect([found?.refusal?.code, found?.plans]).toEqual([code, []]);
});
