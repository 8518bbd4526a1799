import { expect, test } from "vitest";
import type { CheckContext } from "../../check/judgement";
import { emptySchema } from "../../schema/empty";
import { fold } from "../../schema/fold";
import { parseStatement } from "../../syntax/parse";
import { companionsOf } from "./companions";
import { copiesOf } from "./copy";
import { missingCompanions } from "./near-writes";
import { check } from "../../check/check";

const ORDERS = "CREATE TABLE orders (customer int, id int, status text, total int, tags set<text>, attrs map<text, int>, region text STATIC, PRIMARY KEY (customer, id))";
/** Copies under other keys, each with what it is for. */
const COPIES = {
  byId: "CREATE TABLE o (id int, customer int, total int, PRIMARY KEY (id, customer)) WITH comment = 'copy of orders'",
  byStatus: "CREATE TABLE o (status text, customer int, id int, total int, PRIMARY KEY (status, customer, id)) WITH comment = 'copy of orders'",
  byTag: "CREATE TABLE o (tag text, customer int, id int, total int, PRIMARY KEY (tag, customer, id)) WITH comment = 'copy of orders'",
  byAttr: "CREATE TABLE o (attr_key text, attr_value int, customer int, id int, PRIMARY KEY ((attr_key, attr_value), customer, id)) WITH comment = 'copy of orders'",
  byRegion: "CREATE TABLE o (region text, customer int, id int, total int, PRIMARY KEY (region, customer, id)) WITH comment = 'copy of orders'",
  withRegion: "CREATE TABLE o (id int, customer int, region text, PRIMARY KEY (id, customer)) WITH comment = 'copy of orders'",
} as const;

function contextOf(...definitions: readonly string[]): CheckContext {
  const schema = definitions.reduce((known, text) => fold(known, parseStatement(text).statement, { uri: "file:///schema.cql", start: 0 }), emptySchema("cassandra-5.0", { complete: false }));
  return { schema, target: "cassandra-5.0", server: {} };
}

/** The companions of a write for a copy, each line as the reader would run it: reads, the write, what follows. */
function lines(copy: keyof typeof COPIES, write: string): readonly string[] {
  const context = contextOf(ORDERS, COPIES[copy]);
  const [known] = copiesOf(context.schema.keyspaces.get("")!.tables.get("orders")!, context);
  const { writes, notes, complete, write: bound } = companionsOf(known!, parseStatement(write).statement, context);
  return [...(bound === undefined ? [] : [`as ${bound}`]), ...writes.flatMap(({ readFirst, add }) => [...readFirst.map((text) => `read ${text}`), ...add]), ...(complete ? [] : [`not: ${notes[0]?.code ?? ""}`])];
}

const WHERE = "WHERE customer = 1 AND id = 2";

test.each<[keyof typeof COPIES, string, readonly string[]]>([
  ["byId", "INSERT INTO orders (customer, id, total, status) VALUES (1, 2, 3, 'x')", ["INSERT INTO o (id, customer, total) VALUES (2, 1, 3)"]],
  ["byId", `UPDATE orders SET total = 4 ${WHERE}`, ["UPDATE o SET total = 4 WHERE id = 2 AND customer = 1"]],
  ["byId", `UPDATE orders SET status = 'x' ${WHERE}`, ["INSERT INTO o (id, customer) VALUES (2, 1)"]],
  ["byId", `UPDATE orders SET status = null ${WHERE}`, []],
  ["byId", `UPDATE orders SET tags = {} ${WHERE}`, []],
  ["byId", `DELETE total FROM orders ${WHERE}`, ["DELETE total FROM o WHERE id = 2 AND customer = 1"]],
  ["byId", `DELETE FROM orders ${WHERE}`, ["DELETE FROM o WHERE customer = 1 AND id = 2"]],
  ["byId", "DELETE FROM orders WHERE customer = :old_customer AND id = 2", ["DELETE FROM o WHERE customer = :old_customer AND id = 2"]],
  ["byId", "DELETE FROM orders WHERE customer = 1", ["read SELECT id FROM orders WHERE customer = 1", "DELETE FROM o WHERE id = :old_id AND customer = 1"]],
  ["byId", "UPDATE orders SET total = 4 WHERE customer = 1 AND id IN (2, 3)", ["UPDATE o SET total = 4 WHERE id = 2 AND customer = 1", "UPDATE o SET total = 4 WHERE id = 3 AND customer = 1"]],
  ["byId", "UPDATE orders SET total = 4 WHERE customer = 1 AND id IN ?", ["not: in-marker"]],
  ["byStatus", `UPDATE orders SET status = 'x' ${WHERE}`, ["read SELECT status, total FROM orders WHERE customer = 1 AND id = 2", "DELETE FROM o WHERE status = :old_status AND customer = 1 AND id = 2", "INSERT INTO o (status, customer, id, total) VALUES ('x', 1, 2, :old_total)"]],
  ["byStatus", `UPDATE orders SET status = null ${WHERE}`, ["read SELECT status FROM orders WHERE customer = 1 AND id = 2", "DELETE FROM o WHERE status = :old_status AND customer = 1 AND id = 2"]],
  ["byStatus", `UPDATE orders USING TTL 9 SET total = 4 ${WHERE}`, ["read SELECT status FROM orders WHERE customer = 1 AND id = 2", "UPDATE o USING TTL 9 SET total = 4 WHERE status = :old_status AND customer = 1 AND id = 2"]],
  ["byStatus", "INSERT INTO orders (customer, id, status, total) VALUES (1, 2, 'x', 3) IF NOT EXISTS", ["INSERT INTO o (status, customer, id, total) VALUES ('x', 1, 2, 3)"]],
  ["byStatus", "INSERT INTO orders (customer, id, status) VALUES (1, 2, 'x') USING TIMESTAMP 7", ["read SELECT status, total FROM orders WHERE customer = 1 AND id = 2", "DELETE FROM o USING TIMESTAMP 6 WHERE status = :old_status AND customer = 1 AND id = 2", "INSERT INTO o (status, customer, id, total) VALUES ('x', 1, 2, :old_total) USING TIMESTAMP 7"]],
  ["byStatus", `INSERT INTO orders JSON '{"customer": 1, "id": 2, "status": "x"}'`, ["read SELECT status FROM orders WHERE customer = 1 AND id = 2", "DELETE FROM o WHERE status = :old_status AND customer = 1 AND id = 2", "INSERT INTO o (status, customer, id, total) VALUES ('x', 1, 2, NULL)"]],
  ["byTag", `UPDATE orders SET tags = tags + {'a'} ${WHERE}`, ["read SELECT total FROM orders WHERE customer = 1 AND id = 2", "INSERT INTO o (tag, customer, id, total) VALUES ('a', 1, 2, :old_total)"]],
  ["byTag", `DELETE tags['a'] FROM orders ${WHERE}`, ["DELETE FROM o WHERE tag = 'a' AND customer = 1 AND id = 2"]],
  ["byTag", `UPDATE orders SET total = 4 ${WHERE}`, ["read SELECT tags FROM orders WHERE customer = 1 AND id = 2", "UPDATE o SET total = 4 WHERE tag = :old_tag AND customer = 1 AND id = 2"]],
  ["byAttr", `UPDATE orders SET attrs['k'] = 5 ${WHERE}`, ["read SELECT attrs['k'] AS attr_value_at_key FROM orders WHERE customer = 1 AND id = 2", "DELETE FROM o WHERE attr_key = 'k' AND attr_value = :old_attr_value_at_key AND customer = 1 AND id = 2", "INSERT INTO o (attr_key, attr_value, customer, id) VALUES ('k', 5, 1, 2)"]],
  ["byRegion", "UPDATE orders SET region = 'n' WHERE customer = 1", ["read SELECT id, region, total FROM orders WHERE customer = 1", "DELETE FROM o WHERE region = :old_region AND customer = 1 AND id = :old_id", "INSERT INTO o (region, customer, id, total) VALUES ('n', 1, :old_id, :old_total)"]],
  ["withRegion", "INSERT INTO orders (customer, id) VALUES (1, 2)", ["read SELECT DISTINCT customer, region FROM orders WHERE customer = 1", "INSERT INTO o (id, customer, region) VALUES (2, 1, :old_region)"]],
  ["byStatus", "SELECT * FROM orders", ["not: "]],
  ["byStatus", `BEGIN BATCH UPDATE orders SET status = 'x' ${WHERE}; UPDATE orders SET status = 'y' ${WHERE}; APPLY BATCH`, ["not: batch-conflict"]],
])("%s: %s", (copy, write, wanted) => expect(lines(copy, write)).toEqual(wanted));

test("values made by the server become markers of both statements", () => {
  const context = contextOf("CREATE TABLE e (u int, id timeuuid, kind text, PRIMARY KEY (u, id))", "CREATE TABLE k (kind text, id timeuuid, u int, PRIMARY KEY (kind, id, u)) WITH comment = 'copy of e'");
  const [copy] = copiesOf(context.schema.keyspaces.get("")!.tables.get("e")!, context);
  const { write, writes } = companionsOf(copy!, parseStatement("INSERT INTO e (u, id, kind) VALUES (?, now(), 'x')").statement, context);
  expect(write).toBe("INSERT INTO e (u, id, kind) VALUES (?, :id, 'x')");
  expect(writes).toEqual([{ kind: "insert", readFirst: [], add: ["INSERT INTO k (kind, id, u) VALUES ('x', :id, ?)"] }]);
});

test("a key column that is written for a time only is noted", () => {
  const context = contextOf(ORDERS, COPIES.byStatus);
  const [copy] = copiesOf(context.schema.keyspaces.get("")!.tables.get("orders")!, context);
  const codes = (write: string): readonly string[] => companionsOf(copy!, parseStatement(write).statement, context).notes.map(({ code }) => code);
  expect(codes(`UPDATE orders USING TTL 9 SET status = 'x' ${WHERE}`)).toEqual(["ttl-ghost"]);
  expect(codes(`UPDATE orders USING TTL 9 SET total = 1 ${WHERE}`)).toEqual([]);
});

test("a bucket computed from the key moves no row, whatever its columns are called", () => {
  const context = contextOf("CREATE TABLE e (u int, id int, number int, key text, PRIMARY KEY (u, id))", "CREATE TABLE b (key text, bucket int, u int, id int, number int, PRIMARY KEY ((key, bucket), u, id)) WITH comment = 'copy of e'");
  const [copy] = copiesOf(context.schema.keyspaces.get("")!.tables.get("e")!, context);
  expect(copy!.movers.map(({ name }) => name)).toEqual(["key"]);
});

test("a copy of a copy belongs to the copy, and a marker that names a table that is gone says nothing", () => {
  const context = contextOf(ORDERS, COPIES.byStatus, "CREATE TABLE p (id int, status text, customer int, PRIMARY KEY (id, status, customer)) WITH comment = 'copy of o'", "CREATE TABLE q (id int PRIMARY KEY) WITH comment = 'copy of nowhere'");
  const tables = context.schema.keyspaces.get("")!.tables;
  expect(copiesOf(tables.get("orders")!, context).map(({ name }) => name)).toEqual(["o"]);
  expect(copiesOf(tables.get("o")!, context).map(({ name }) => name)).toEqual(["p"]);
});

test("literal keys that differ are no companions of each other", () => {
  const context = contextOf(ORDERS, COPIES.byId);
  const requests = ["INSERT INTO orders (customer, id, total) VALUES (1, 2, 3)", "INSERT INTO o (id, customer, total) VALUES (9, 1, 3)"].map((text) => {
    const parsed = parseStatement(text);
    return { start: 0, text, parsed, kind: parsed.statement.kind, context, judgement: check(parsed, context) };
  });
  expect(missingCompanions(requests).map(({ statement }) => statement)).toEqual([0]);
});
