import fc from "fast-check";
import { expect, test } from "vitest";
import { directives } from "../syntax/directive";
import { parseStatement } from "../syntax/parse";
import { split } from "../syntax/split";
import { emptySchema } from "./empty";
import { fold } from "./fold";
import type { Schema, Table } from "./model";
import { schemaJson, writeSchema } from "./write-cql";

/** Folds a text, with the marker comments that the workspace reads for a table. */
function schemaOf(text: string): Schema {
  let schema = emptySchema("cassandra-5.0", { complete: false });
  for (const slice of split(text)) {
    const parsed = parseStatement(slice.text);
    expect(parsed.problems, slice.text).toEqual([]);
    const copyOf = directives(slice.text).map(({ body }) => /^copy of (\S+)/.exec(body)?.[1]).find((name) => name !== undefined);
    schema = fold(schema, parsed.statement, { uri: "file:///a.cql", start: slice.start, copyOf });
  }
  return schema;
}

/** A table without what a text cannot say: where it stands, what it once had, and the class that the server's default gave an index. */
function plainTable(table: Table): unknown {
  const { origin: _origin, statement: _statement, dropped: _dropped, viewWhere: _where, ...rest } = table;
  const columns = table.columns.map(({ origin: _at, ...column }) => column);
  return { ...rest, columns, byName: undefined, partitionKey: table.partitionKey.map(({ name }) => name), clustering: table.clustering.map(({ name }) => name), indexes: table.indexes.map(({ origin: _at, className: _class, ...index }) => index) };
}

function plain(schema: Schema): unknown {
  return [...schema.keyspaces.values()].filter(({ system }) => !system).map((keyspace) => ({
    name: keyspace.name, created: keyspace.created, tables: new Map([...keyspace.tables].map(([name, table]) => [name, plainTable(table)])),
    types: new Map([...keyspace.types].map(([name, { origin: _origin, ...type }]) => [name, type])),
    functions: keyspace.functions.map(({ origin: _origin, ...made }) => made).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

const columnName = fc.constantFrom("a", "b", "c", "d", "\"E\"", "\"select\"", "\"with \"\" quote\"", "text", "\"ü\"");
const simpleType = fc.constantFrom("int", "text", "uuid", "timestamp", "decimal", "frozen<list<int>>", "tuple<int, text>", "frozen<inner_type>", "vector<float, 2>", "frozen<map<text, frozen<set<int>>>>");
const anyType = fc.oneof(simpleType, fc.constantFrom("list<int>", "set<frozen<inner_type>>", "map<text, int>", "outer_type", "duration", "'com.acme.Type'"));
const option = fc.constantFrom("comment = 'it''s'", "comment = 'copy of shop.orders for a query'", "default_time_to_live = 60", "compaction = {'class': 'LeveledCompactionStrategy', 'sstable_size_in_mb': 64}", "gc_grace_seconds = 5", "bloom_filter_fp_chance = 0.1");

const table = fc.record({
  names: fc.uniqueArray(columnName, { minLength: 2, maxLength: 7 }), keyTypes: fc.array(simpleType, { minLength: 7, maxLength: 7 }), types: fc.array(anyType, { minLength: 7, maxLength: 7 }),
  partition: fc.integer({ min: 1, max: 2 }), clustering: fc.integer({ min: 0, max: 2 }), descending: fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }), statics: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
  options: fc.uniqueArray(option, { maxLength: 3, selector: (text) => text.split(" ")[0] }), index: fc.constantFrom("", "plain", "sai", "sasi"), view: fc.boolean(), marked: fc.boolean(),
}).map((parts) => (name: string): string => {
  const partition = parts.names.slice(0, parts.partition);
  const clustering = parts.names.slice(partition.length, partition.length + parts.clustering);
  const others = parts.names.slice(partition.length + clustering.length);
  const keys = [...partition, ...clustering].map((column, i) => `${column} ${parts.keyTypes[i]}`);
  const columns = others.map((column, i) => `${column} ${parts.types[i]}${parts.statics[i] === true && clustering.length > 0 ? " STATIC" : ""}`);
  const order = clustering.length > 0 && parts.descending.some(Boolean) ? [`CLUSTERING ORDER BY (${clustering.map((column, i) => `${column} ${parts.descending[i] === true ? "DESC" : "ASC"}`).join(", ")})`] : [];
  const options = [...order, ...parts.options];
  const target = others[0];
  const className = parts.index === "sai" ? " USING 'sai'" : parts.index === "sasi" ? " USING 'org.apache.cassandra.index.sasi.SASIIndex' WITH OPTIONS = {'mode': 'CONTAINS'}" : "";
  const key = [...clustering, ...partition];
  return [
    ...(parts.marked ? ["-- cqlwright: copy of shop.base"] : []),
    `CREATE TABLE shop.${name} (${[...keys, ...columns].join(", ")}, PRIMARY KEY ((${partition.join(", ")})${clustering.map((column) => `, ${column}`).join("")}))${options.length > 0 ? ` WITH ${options.join(" AND ")}` : ""};`,
    ...(parts.index !== "" && target !== undefined ? [`CREATE ${className === "" ? "" : "CUSTOM "}INDEX ON shop.${name} (${target})${className};`] : []),
    ...(parts.view && clustering.length > 0 ? [`CREATE MATERIALIZED VIEW shop.by_${name} AS SELECT * FROM shop.${name} WHERE ${key.map((column) => `${column} IS NOT NULL`).join(" AND ")} PRIMARY KEY (${key.join(", ")});`] : []),
  ].join("\n");
});
const HEAD = "CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3}; CREATE TYPE shop.inner_type (x int, \"Y\" list<text>); CREATE TYPE shop.outer_type (a_first frozen<inner_type>, z text); ";
const FUNCTIONS = "CREATE FUNCTION shop.plus(s int, x int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS $$ return s; $$; CREATE AGGREGATE shop.total(int) SFUNC plus STYPE int INITCOND 0;";

test("the written schema folds back to the same one", () => {
  fc.assert(fc.property(fc.array(table, { maxLength: 4 }), fc.boolean(), fc.boolean(), (tables, head, functions) => {
    const text = `${head ? HEAD : ""}${functions ? FUNCTIONS : ""}\n${tables.map((make, i) => make(`t${i}`)).join("\n")}`;
    const schema = schemaOf(text);
    expect(plain(schemaOf(writeSchema(schema)))).toEqual(plain(schema));
  }), { numRuns: 200 });
});

test.each<[string, string, string]>([
  ["types in the order of their needs", "CREATE TYPE shop.z (x int); CREATE TYPE shop.a (z frozen<shop.z>);", "CREATE TYPE shop.z (x int);\n\nCREATE TYPE shop.a (z frozen<z>);\n"],
  ["a table", "CREATE TABLE shop.\"Orders\" (id uuid, day date, note text STATIC, PRIMARY KEY (id, day)) WITH CLUSTERING ORDER BY (day DESC) AND comment = 'x'",
    "CREATE TABLE shop.\"Orders\" (\n  id uuid,\n  day date,\n  note text STATIC,\n  PRIMARY KEY (id, day)\n) WITH CLUSTERING ORDER BY (day DESC)\n  AND comment = 'x';\n"],
  ["a name without a keyspace", "CREATE TABLE t (k int PRIMARY KEY)", "CREATE TABLE t (\n  k int,\n  PRIMARY KEY (k)\n);\n"],
  ["a keyspace", "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}", "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': '1'};\n"],
  ["nothing", "", ""],
])("%s", (_name, cql, expected) => {
  expect(writeSchema(schemaOf(cql))).toBe(expected);
});

test("as plain data", () => {
  expect(JSON.parse(JSON.stringify(schemaJson(schemaOf("CREATE TABLE t (k int, c int, v counter, PRIMARY KEY (k, c)); CREATE ROLE r"))))).toEqual({
    keyspaces: [{
      name: "", created: false, types: [], functions: [],
      tables: [{
        name: "t", kind: "table", counter: true, indexes: [], options: {}, definedIn: { uri: "file:///a.cql", start: 13, end: 14 },
        columns: [{ name: "k", type: "int", role: "partition", position: 0 }, { name: "c", type: "int", role: "clustering", position: 0, order: "asc" }, { name: "v", type: "counter", role: "regular" }],
      }],
    }],
    roles: ["r"],
  });
});
