import { describe, expect, test } from "vitest";
import type { QualifiedName } from "../syntax/ast";
import { parseStatement } from "../syntax/parse";
import { emptySchema } from "./empty";
import { findTable, missVerdict, nearest } from "./find";
import { fold } from "./fold";
import type { Schema } from "./model";

function name(text: string): QualifiedName {
  const { statement } = parseStatement(`SELECT * FROM ${text}`);
  if (statement.kind !== "select" || statement.table === undefined) throw new Error(text);
  return statement.table;
}

function schemaOf(cql: string, complete: boolean): Schema {
  let schema = emptySchema("cassandra-5.0", { complete });
  for (const text of cql.split(";")) schema = fold(schema, parseStatement(text).statement, { uri: "file:///a.cql", start: 0 });
  return schema;
}

const KEYSPACE = "CREATE KEYSPACE shop WITH replication = {}";
const SHOP = `${KEYSPACE}; CREATE TABLE shop.orders (id int PRIMARY KEY); DROP TABLE shop.old; DROP KEYSPACE gone`;

describe("what a name finds, and how a miss is treated", () => {
  // columns: definitions, name, found, treated when incomplete, treated when complete
  test.each<[string, string, string | undefined, string, string | undefined, string | undefined]>([
    ["a table", SHOP, undefined, "shop.orders", undefined, undefined],
    ["a table of the keyspace in force", SHOP, "shop", "orders", undefined, undefined],
    ["a name in a keyspace with tables", SHOP, "shop", "orderz", "warning", "error"],
    ["a name in a keyspace without tables", KEYSPACE, "shop", "orders", "silence", "error"],
    ["a keyspace that no file creates", SHOP, undefined, "depot.crate", "silence", "error"],
    ["a table that was dropped", SHOP, undefined, "shop.old", "error", "error"],
    ["a keyspace that was dropped", SHOP, undefined, "gone.t", "error", "error"],
    ["no keyspace at all", SHOP, undefined, "orders", "silence", "error"],
    ["a system table that is not there", SHOP, undefined, "system.loco", "warning", "error"],
  ])("%s", (_name, cql, inForce, written, incomplete, complete) => {
    const treated = (schema: Schema): string | undefined => {
      const found = findTable(schema, inForce, name(written));
      return typeof found === "string" ? missVerdict(schema, inForce, name(written), found) : undefined;
    };
    expect([treated(schemaOf(cql, false)), treated(schemaOf(cql, true))]).toEqual([incomplete, complete]);
  });

  test("tables without a keyspace form one of their own, unless the schema is complete", () => {
    const cql = "CREATE TABLE orders (id int PRIMARY KEY)";
    expect(findTable(schemaOf(cql, false), undefined, name("orders"))).toMatchObject({ name: "orders", keyspace: "" });
    expect(findTable(schemaOf(cql, true), undefined, name("orders"))).toBe("no-keyspace");
  });

  test("a keyspace that is only mentioned does not exist in a complete schema", () => {
    expect(findTable(schemaOf("CREATE TABLE depot.crate (id int PRIMARY KEY)", true), undefined, name("depot.crate"))).toBe("unknown-keyspace");
  });
});

test.each([
  ["ordrs", ["orders", "order_items", "users"], "orders"], ["oredrs", ["orders"], "orders"], ["Orders", ["orders"], "orders"], ["custmer_id", ["customer", "customer_id"], "customer_id"],
  ["id", ["it", "day"], "it"], ["id", ["name"], undefined], ["orders", ["customers"], undefined], ["totl", ["total", "title"], "total"], ["x", [], undefined],
])("nearest to %s of %j: %s", (wanted, candidates, expected) => {
  expect(nearest(wanted, candidates)).toBe(expected);
});
