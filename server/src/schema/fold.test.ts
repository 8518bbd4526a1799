import { describe, expect, test } from "vitest";
import { parseStatement } from "../syntax/parse";
import { emptySchema } from "./empty";
import { fold } from "./fold";
import type { Column, Keyspace, Schema, Table } from "./model";
import { formatType } from "./types";

/** The schema after statements, one a line or separated by `;`; unqualified names stand in `shop`. */
function schemaOf(cql: string, defaultIndex?: string): Schema {
  let schema = emptySchema("cassandra-5.0", { complete: false });
  for (const text of cql.split(";")) schema = fold(schema, parseStatement(text).statement, { keyspace: "shop", uri: "file:///a.cql", start: 0, defaultIndex });
  return schema;
}

function columnLine(column: Column): string {
  const role = column.role === "partition" ? ` key ${column.position}` : column.role === "clustering" ? ` clustering ${column.position} ${column.order}` : column.role === "static" ? " static" : "";
  return `${column.name} ${formatType(column.type)}${role}${column.masked ? " masked" : ""}`;
}

function tableLines(table: Table): string[] {
  return [
    `${table.kind} ${table.name}: ${table.columns.map(columnLine).join("; ")}`,
    ...table.indexes.map((index) => `index ${index.name}: ${index.kind} ${index.target} ${index.column}${index.local ? " local" : ""}`),
    ...[...table.dropped].map(([name, old]) => `had ${name} ${formatType(old.type)} ${old.role}`),
  ];
}

/** A keyspace as lines, for comparison. */
function lines(schema: Schema, name = "shop"): string[] {
  const keyspace: Keyspace | undefined = schema.keyspaces.get(name);
  if (keyspace === undefined) return [];
  return [
    ...[...keyspace.types.values()].map((type) => `type ${type.name}: ${type.fields.map((field) => `${field.name} ${formatType(field.type)}`).join("; ")}`),
    ...[...keyspace.tables.values()].flatMap(tableLines),
    ...keyspace.functions.map((made) => `${made.kind} ${made.name}(${made.parameters.map(formatType).join(", ")}) ${formatType(made.returns)}`),
    ...[...keyspace.dropped].map((dropped) => `dropped ${dropped}`),
  ];
}

const ORDERS = "CREATE TABLE orders (id uuid, day date, line int, total decimal, tags set<text>, note text STATIC, PRIMARY KEY ((id, day), line)) WITH CLUSTERING ORDER BY (line DESC)";
const ORDERS_LINE = "table orders: id uuid key 0; day date key 1; line int clustering 0 desc; note text static; tags set<text>; total decimal";

describe("what definitions do to the schema", () => {
  test.each<[string, string, string[]]>([
    ["columns in the order of SELECT *", ORDERS, [ORDERS_LINE]],
    ["a key beside its column", "CREATE TABLE t (v int, k text PRIMARY KEY)", ["table t: k text key 0; v int"]],
    ["varchar is text", "CREATE TABLE t (k varchar PRIMARY KEY)", ["table t: k text key 0"]],
    ["frozen freezes what is inside", "CREATE TYPE p (x int); CREATE TABLE t (k int PRIMARY KEY, f frozen<map<text, list<p>>>)", ["type p: x int", "table t: k int key 0; f frozen<map<text, frozen<list<frozen<p>>>>>"]],
    ["tuples and vectors are frozen", "CREATE TABLE t (k int PRIMARY KEY, a tuple<int, list<text>>, b vector<float, 3>)", ["table t: k int key 0; a tuple<int, frozen<list<text>>>; b vector<float, 3>"]],
    ["native types by their class", "CREATE TABLE t (k 'org.apache.cassandra.db.marshal.Int32Type' PRIMARY KEY, v 'com.acme.T')", ["table t: k int key 0; v 'com.acme.T'"]],
    ["a table that exists stays", "CREATE TABLE t (k int PRIMARY KEY); CREATE TABLE IF NOT EXISTS t (k text PRIMARY KEY)", ["table t: k int key 0"]],
    ["half a statement changes nothing", "CREATE TABLE t (k int", []],
    ["a column twice counts once", "CREATE TABLE t (k int PRIMARY KEY, v int, v text)", ["table t: k int key 0; v int"]],
    ["columns added", `${ORDERS}; ALTER TABLE orders ADD (memo text, seen int STATIC)`, ["table orders: id uuid key 0; day date key 1; line int clustering 0 desc; note text static; seen int static; memo text; tags set<text>; total decimal"]],
    ["a column added that is there", `${ORDERS}; ALTER TABLE orders ADD total int`, [ORDERS_LINE]],
    ["a column dropped", `${ORDERS}; ALTER TABLE orders DROP total`, [ORDERS_LINE.replace("; total decimal", ""), "had total decimal regular"]],
    ["a key column cannot be dropped", `${ORDERS}; ALTER TABLE orders DROP line`, [ORDERS_LINE]],
    ["a key column renamed", `${ORDERS}; ALTER TABLE orders RENAME line TO position`, [ORDERS_LINE.replace("line int", "position int")]],
    ["a mask set and taken", "CREATE TABLE t (k int PRIMARY KEY, v text, w text MASKED WITH DEFAULT); ALTER TABLE t ALTER v MASKED WITH DEFAULT; ALTER TABLE t ALTER w DROP MASKED", ["table t: k int key 0; v text masked; w text"]],
    ["compact storage dropped without clustering", "CREATE TABLE t (k int PRIMARY KEY, v int) WITH COMPACT STORAGE; ALTER TABLE t DROP COMPACT STORAGE", ["table t: k int key 0; column1 text clustering 0 asc; v int static; value blob"]],
    ["compact storage dropped with clustering", "CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c)) WITH COMPACT STORAGE; ALTER TABLE t DROP COMPACT STORAGE", ["table t: k int key 0; c int clustering 0 asc; v int"]],
    ["a type altered", "CREATE TYPE p (x int, y int); ALTER TYPE p ADD z text; ALTER TYPE p RENAME x TO y AND y TO x", ["type p: y int; x int; z text"]],
    ["a table dropped", `${ORDERS}; DROP TABLE orders`, ["dropped orders"]],
    ["a table dropped that nothing defined", "DROP TABLE IF EXISTS orders", ["dropped orders"]],
    ["a table made again", `${ORDERS}; DROP TABLE orders; ${ORDERS}`, [ORDERS_LINE]],
    ["a type dropped", "CREATE TYPE p (x int); DROP TYPE p", ["dropped p"]],
    ["a name that nothing defines", "CREATE TABLE t (k int PRIMARY KEY, v shape)", ["table t: k int key 0; v shape"]],
    ["an index on a column", `${ORDERS}; CREATE INDEX ON orders (total)`, [ORDERS_LINE, "index orders_total_idx: 2i column total"]],
    ["an index on a collection is on its values", `${ORDERS}; CREATE INDEX by_tag ON orders (tags)`, [ORDERS_LINE, "index by_tag: 2i values tags"]],
    ["an index on keys", "CREATE TABLE t (k int PRIMARY KEY, m map<text, int>); CREATE INDEX ON t (KEYS(m)); CREATE INDEX ON t (ENTRIES(m))", ["table t: k int key 0; m map<text, int>", "index t_m_idx: 2i keys m", "index t_m_idx_1: 2i entries m"]],
    ["an index on a frozen collection", "CREATE TABLE t (k int PRIMARY KEY, f frozen<list<int>>); CREATE INDEX ON t (FULL(f))", ["table t: k int key 0; f frozen<list<int>>", "index t_f_idx: 2i full f"]],
    ["kinds of index by class", "CREATE TABLE t (k int PRIMARY KEY, a text, b text, c text, d text); CREATE CUSTOM INDEX i1 ON t (a) USING 'StorageAttachedIndex'; CREATE CUSTOM INDEX i2 ON t (b) USING 'org.apache.cassandra.index.sasi.SASIIndex'; CREATE CUSTOM INDEX i3 ON t (c) USING 'com.acme.Index'; CREATE INDEX i4 ON t (d) USING 'legacy_local_table'",
      ["table t: k int key 0; a text; b text; c text; d text", "index i1: sai column a", "index i2: sasi column b", "index i3: custom column c", "index i4: 2i column d"]],
    ["an index whose name is taken", `${ORDERS}; CREATE INDEX i ON orders (total); CREATE INDEX i ON orders (note)`, [ORDERS_LINE, "index i: 2i column total"]],
    ["an index dropped", `${ORDERS}; CREATE INDEX i ON orders (total); DROP INDEX i`, [ORDERS_LINE]],
    ["a view", "CREATE TABLE t (k int, c int, v text, w text, PRIMARY KEY (k, c)); CREATE MATERIALIZED VIEW by_v AS SELECT k, c, v FROM t WHERE v IS NOT NULL AND k IS NOT NULL AND c IS NOT NULL PRIMARY KEY (v, k, c) WITH CLUSTERING ORDER BY (k DESC, c ASC)",
      ["table t: k int key 0; c int clustering 0 asc; v text; w text", "view by_v: v text key 0; k int clustering 0 desc; c int clustering 1 asc"]],
    ["a view over everything gains columns and new names", "CREATE TABLE t (k int PRIMARY KEY, v text); CREATE MATERIALIZED VIEW by_v AS SELECT * FROM t WHERE v IS NOT NULL AND k IS NOT NULL PRIMARY KEY (v, k); ALTER TABLE t ADD w int; ALTER TABLE t RENAME k TO id",
      ["table t: id int key 0; v text; w int", "view by_v: v text key 0; id int clustering 0 asc; w int"]],
    ["functions and aggregates", "CREATE FUNCTION plus(s int, x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return s'; CREATE AGGREGATE total(int) SFUNC plus STYPE int INITCOND 0; CREATE OR REPLACE FUNCTION plus(s int, x int) CALLED ON NULL INPUT RETURNS bigint LANGUAGE java AS 'return s'",
      ["aggregate total(int) int", "function plus(int, int) bigint"]],
    ["a function dropped by its parameters", "CREATE FUNCTION f(x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'r'; CREATE FUNCTION f(x text) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'r'; DROP FUNCTION f; DROP FUNCTION f(int)", ["function f(text) int"]],
  ])("%s", (_name, cql, expected) => {
    expect(lines(schemaOf(cql))).toEqual(expected);
  });

  test("the index kind without USING is what the server's setting says", () => {
    expect(lines(schemaOf("CREATE TABLE t (k int PRIMARY KEY, v int); CREATE INDEX ON t (v)", "sai"))[1]).toBe("index t_v_idx: sai column v");
  });

  test("mentioning a keyspace makes it, CREATE KEYSPACE creates it, DROP forgets all in it", () => {
    const mentioned = schemaOf("CREATE TABLE depot.crate (id int PRIMARY KEY)");
    expect(mentioned.keyspaces.get("depot")?.created).toBe(false);
    const created = schemaOf("CREATE TABLE depot.crate (id int PRIMARY KEY); CREATE KEYSPACE depot WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    expect(created.keyspaces.get("depot")).toMatchObject({ created: true, replication: new Map([["class", "SimpleStrategy"], ["replication_factor", "1"]]) });
    expect(lines(created, "depot")).toHaveLength(1);
    const dropped = schemaOf("CREATE KEYSPACE depot WITH replication = {}; DROP KEYSPACE depot; DROP TABLE IF EXISTS depot.crate");
    expect([dropped.keyspaces.has("depot"), dropped.droppedKeyspaces.has("depot")]).toEqual([false, true]);
  });

  test("roles come and go", () => {
    expect([...schemaOf("CREATE ROLE ann; CREATE USER bob; DROP ROLE ann").roles]).toEqual(["bob"]);
  });

  test("every object says where it is defined, and follows its statement", () => {
    const where = { uri: "file:///a.cql", start: 100 };
    const schema = fold(emptySchema("cassandra-5.0", { complete: false }), parseStatement("CREATE TABLE t (k int PRIMARY KEY, v text)").statement, where);
    const table = schema.keyspaces.get("")?.tables.get("t");
    expect(table?.origin).toEqual({ uri: "file:///a.cql", range: { start: 113, end: 114 } });
    expect(table?.byName.get("v")?.origin?.range).toEqual({ start: 135, end: 136 });
    expect(table?.statement?.range).toEqual({ start: 100, end: 142 });
    where.start = 0;
    expect(table?.origin?.range).toEqual({ start: 13, end: 14 });
  });

  test("what a statement does not touch is shared", () => {
    const before = schemaOf(`${ORDERS}; CREATE TABLE t (k int PRIMARY KEY)`);
    const after = fold(before, parseStatement("ALTER TABLE t ADD v int").statement, { keyspace: "shop", uri: "file:///a.cql", start: 0 });
    expect(after.keyspaces.get("shop")?.tables.get("orders")).toBe(before.keyspaces.get("shop")?.tables.get("orders"));
    expect(after.keyspaces.get("system")).toBe(before.keyspaces.get("system"));
    expect(fold(before, parseStatement("SELECT * FROM t").statement, { uri: "file:///a.cql", start: 0 })).toBe(before);
  });
});

describe("system keyspaces", () => {
  test.each([
    ["cassandra-4.0", "system_schema", "columns", "keyspace_name text key 0"],
    ["cassandra-4.1", "system", "local", "key text key 0"],
    ["cassandra-5.0", "system_views", "sai_column_indexes", "keyspace_name text key 0"],
  ] as const)("%s has %s.%s", (target, keyspace, table, first) => {
    const found = emptySchema(target, { complete: true }).keyspaces.get(keyspace)?.tables.get(table);
    expect(found === undefined ? "" : columnLine(found.columns[0] as Column)).toBe(first);
    expect(found?.virtual).toBe(keyspace === "system_views");
  });

  test("a clustering order of the server's own tables is kept", () => {
    const columns = emptySchema("cassandra-5.0", { complete: true }).keyspaces.get("system")?.tables.get("paxos")?.clustering.map(columnLine);
    expect(columns).toEqual(["cf_id uuid clustering 0 asc"]);
  });

  test("ScyllaDB's are known by name only", () => {
    expect(emptySchema("scylla", { complete: true }).keyspaces.get("system")).toMatchObject({ system: true, partial: true });
  });

  test("they are made once", () => {
    expect(emptySchema("cassandra-5.0", { complete: true }).keyspaces).toBe(emptySchema("cassandra-5.0", { complete: false }).keyspaces);
  });
});
