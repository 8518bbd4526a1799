/** Provocations on servers with switches off, logins and guardrails. */
import { BEFORE_50, SINCE_41, type Group } from "./provocation";

const V50 = ["5.0"] as const;
const LONG = "x".repeat(40);
const writes = (count: number, table: string) => Array.from({ length: count }, (_, i) => `INSERT INTO provocation.${table} (id, note) VALUES (${i}, 'paid in full')`).join("; ");

export const GUARDED: readonly Group[] = [
  {
    name: "switches", server: "guarded", login: "cassandra",
    setup: ["CREATE TABLE provocation.products (id int PRIMARY KEY, name text)", "CREATE TABLE provocation.old (id int PRIMARY KEY, name text) WITH COMPACT STORAGE"],
    refused: [
      ["use-disabled", "USE provocation", SINCE_41],
      ["views-disabled", "CREATE MATERIALIZED VIEW provocation.by_name AS SELECT id, name FROM provocation.products WHERE id IS NOT NULL AND name IS NOT NULL PRIMARY KEY (name, id)"],
      ["sasi-disabled", "CREATE CUSTOM INDEX ON provocation.products (name) USING 'org.apache.cassandra.index.sasi.SASIIndex'"],
      ["functions-disabled", "CREATE FUNCTION provocation.one () CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return 1;'"],
      ["drop-compact-disabled", "ALTER TABLE provocation.old DROP COMPACT STORAGE"],
      ["index-class-required", "CREATE INDEX ON provocation.products (name)", V50],
    ],
  },
  {
    name: "masks", server: "guarded", login: "cassandra", versions: V50,
    setup: ["CREATE TABLE provocation.users (id int PRIMARY KEY, age int, email text)"],
    refused: [
      ["mask-function", "ALTER TABLE provocation.users ALTER email MASKED WITH toJson()"],
      ["mask-arguments", "ALTER TABLE provocation.users ALTER age MASKED WITH mask_replace('x')"],
      ["mask-marker", "ALTER TABLE provocation.users ALTER age MASKED WITH mask_replace(?)"],
      ["mask-type", "ALTER TABLE provocation.users ALTER age MASKED WITH mask_hash()"],
    ],
  },
  {
    name: "roles", server: "guarded", login: "cassandra",
    setup: ["CREATE ROLE IF NOT EXISTS porter"],
    refused: [
      ["hashed-password", "CREATE ROLE provocation_role WITH HASHED PASSWORD = 'abc'", SINCE_41],
      ["role-exists", "CREATE ROLE porter"],
      ["unknown-role", "DROP ROLE provocation_role"],
      ["drop-own-role", "DROP ROLE cassandra"],
      ["unknown-cidr-group", "ALTER ROLE porter WITH ACCESS FROM CIDRS {'nogroup'}", V50],
    ],
  },
  {
    name: "definitions", server: "guarded", login: "clerk", versions: SINCE_41,
    setup: ["CREATE TABLE provocation.products (id int PRIMARY KEY, name text, price int)", "CREATE CUSTOM INDEX ON provocation.products (name) USING 'org.apache.cassandra.index.internal.composites.RegularColumnIndex'"],
    refused: [
      ["guardrail-keyspaces", "CREATE KEYSPACE provocation_2 WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"],
      ["guardrail-columns-per-table", "CREATE TABLE provocation.wide (a int PRIMARY KEY, b int, c int, d int, e int, f int, g int)"],
      ["guardrail-fields-per-udt", "CREATE TYPE provocation.address (a int, b int, c int, d int)"],
      ["guardrail-table-properties", "CREATE TABLE provocation.short (id int PRIMARY KEY) WITH gc_grace_seconds = 5"],
      ["compact-storage-disabled", "CREATE TABLE provocation.flat (id int PRIMARY KEY) WITH COMPACT STORAGE"],
      ["guardrail-secondary-indexes-per-table", "CREATE INDEX by_price ON provocation.products (price)", ["4.1"]],
      ["guardrail-vector-dimensions", "CREATE TABLE provocation.long (id int PRIMARY KEY, v vector<float, 5>)", V50],
      ["guardrail-replication-factor", "ALTER KEYSPACE provocation WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 4}", V50],
    ],
    warned: [["guardrail-table-properties", "ALTER TABLE provocation.products WITH comment = 'x'"]],
  },
  {
    name: "indexes", server: "guarded", login: "clerk", versions: V50,
    setup: ["CREATE TABLE provocation.products (id int PRIMARY KEY, name text, price int)", "CREATE INDEX by_name ON provocation.products (name) USING 'sai'"],
    refused: [
      ["guardrail-secondary-indexes-per-table", "CREATE INDEX by_price ON provocation.products (price) USING 'sai'"],
      ["guardrail-index-without-partition-key", "SELECT id FROM provocation.products WHERE name = 'x'"],
    ],
  },
  {
    name: "reads", server: "guarded", login: "clerk", versions: SINCE_41,
    setup: ["CREATE TABLE provocation.orders (customer int, id int, total int, PRIMARY KEY (customer, id))"],
    refused: [
      ["guardrail-group-by", "SELECT customer FROM provocation.orders GROUP BY customer"],
      ["guardrail-allow-filtering", "SELECT id FROM provocation.orders WHERE total = 5 ALLOW FILTERING"],
      ["guardrail-cartesian-product", "SELECT id FROM provocation.orders WHERE customer = 1 AND id IN (1, 2, 3, 4, 5, 6, 7)"],
      ["guardrail-partition-keys-in-select", "SELECT id FROM provocation.orders WHERE customer IN (1, 2, 3, 4)"],
    ],
    warned: [
      ["guardrail-cartesian-product", "SELECT id FROM provocation.orders WHERE customer = 1 AND id IN (1, 2, 3, 4)"],
      ["guardrail-partition-keys-in-select", "SELECT id FROM provocation.orders WHERE customer IN (1, 2, 3)"],
    ],
  },
  {
    name: "writes", server: "guarded", login: "clerk", versions: SINCE_41,
    setup: ["CREATE TABLE provocation.bills (id int PRIMARY KEY, note text, tags set<text>, lines list<text>, prices map<text, text>, whole frozen<set<text>>)"],
    refused: [
      ["guardrail-user-timestamps", "INSERT INTO provocation.bills (id, note) VALUES (1, 'x') USING TIMESTAMP 5"],
      ["guardrail-items-per-collection", "INSERT INTO provocation.bills (id, tags) VALUES (1, {'a', 'b', 'c', 'd'})"],
      ["guardrail-items-per-collection", "INSERT INTO provocation.bills (id, whole) VALUES (1, {'a', 'b', 'c', 'd'})"],
      ["guardrail-items-per-collection", "UPDATE provocation.bills SET tags = tags + {'a', 'b', 'c', 'd'} WHERE id = 1"],
      ["guardrail-collection-size", "INSERT INTO provocation.bills (id, tags) VALUES (1, {'123456789012345', '223456789012345', '323456789012345'})"],
      ["guardrail-list-read-before-write", "UPDATE provocation.bills SET lines[0] = 'x' WHERE id = 1"],
      ["guardrail-list-read-before-write", "UPDATE provocation.bills SET lines = lines - ['x'] WHERE id = 1"],
      ["guardrail-column-value-size", `INSERT INTO provocation.bills (id, note) VALUES (1, '${LONG}')`, V50],
      ["guardrail-column-value-size", `INSERT INTO provocation.bills (id, tags) VALUES (1, {'${LONG}'})`, V50],
      ["guardrail-cartesian-product", "DELETE FROM provocation.bills WHERE id IN (1, 2, 3, 4, 5, 6, 7)"],
      ["guardrail-batch-size", `BEGIN UNLOGGED BATCH ${writes(60, "bills")}; APPLY BATCH`],
    ],
    warned: [
      ["guardrail-items-per-collection", "INSERT INTO provocation.bills (id, tags) VALUES (1, {'a', 'b', 'c'})"],
      ["guardrail-column-value-size", `INSERT INTO provocation.bills (id, note) VALUES (1, '${LONG.slice(20)}')`, V50],
    ],
  },
  {
    name: "what is forbidden", server: "forbidding", login: "clerk", versions: SINCE_41,
    setup: [
      "CREATE TABLE products (id int PRIMARY KEY, name text, price int)", "CREATE MATERIALIZED VIEW by_name AS SELECT id, name FROM products WHERE id IS NOT NULL AND name IS NOT NULL PRIMARY KEY (name, id)",
    ],
    refused: [
      ["guardrail-tables", "CREATE TABLE fresh (id int PRIMARY KEY)"],
      ["guardrail-secondary-indexes", "CREATE INDEX ON products (name)"],
      ["guardrail-uncompressed-tables", "ALTER TABLE products WITH compression = {'enabled': false}"],
      ["guardrail-drop-truncate-table", "TRUNCATE products"],
      ["guardrail-drop-truncate-table", "DROP TABLE products"],
      ["guardrail-materialized-views-per-table", "CREATE MATERIALIZED VIEW by_price AS SELECT id, price FROM products WHERE id IS NOT NULL AND price IS NOT NULL PRIMARY KEY (price, id)"],
      ["guardrail-simplestrategy", "CREATE KEYSPACE provocation_2 WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}", V50],
      ["guardrail-drop-keyspace", "DROP KEYSPACE provocation", V50],
      ["guardrail-alter-table", "ALTER TABLE products ADD weight int", V50],
      ["guardrail-vector-type", "CREATE TYPE place (v vector<float, 2>)", V50],
      ["guardrail-twcs-without-ttl", "ALTER TABLE products WITH compaction = {'class': 'TimeWindowCompactionStrategy'}", V50],
    ],
  },
  {
    name: "terms of an index", server: "forbidding", login: "clerk", versions: V50,
    setup: [
      "CREATE TABLE books (id int PRIMARY KEY, title text, tags set<text>, authors frozen<list<text>>, place vector<float, 9>)",
      "CREATE INDEX by_title ON books (title) USING 'sai'", "CREATE INDEX by_tag ON books (values(tags)) USING 'sai'", "CREATE INDEX by_authors ON books (full(authors)) USING 'sai'", "CREATE INDEX by_place ON books (place) USING 'sai'",
    ],
    refused: [
      ["guardrail-sai-term-size", `INSERT INTO books (id, title) VALUES (1, '${LONG}')`],
      ["guardrail-sai-term-size", `INSERT INTO books (id, tags) VALUES (1, {'${LONG}'})`],
      ["guardrail-sai-term-size", `INSERT INTO books (id, authors) VALUES (1, ['${LONG}'])`],
      ["guardrail-sai-term-size", "INSERT INTO books (id, place) VALUES (1, [1, 2, 3, 4, 5, 6, 7, 8, 9])"],
    ],
    warned: [["guardrail-sai-term-size", `INSERT INTO books (id, title) VALUES (1, '${LONG.slice(20)}')`]],
  },
  {
    name: "transient copies", server: "guarded", login: "cassandra",
    setup: ["CREATE KEYSPACE provocation_transient WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': '3/1'}", "CREATE TABLE provocation_transient.notes (id int PRIMARY KEY, body text) WITH read_repair = 'NONE'"],
    refused: [["index-transient", "CREATE INDEX ON provocation_transient.notes (body)", BEFORE_50], ["index-transient", "CREATE INDEX ON provocation_transient.notes (body) USING 'legacy_local_table'", V50]],
  },
];
