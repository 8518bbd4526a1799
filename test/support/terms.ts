import type { Target } from "../../server/src/dialect/target";
import { emptySchema } from "../../server/src/schema/empty";
import { fold } from "../../server/src/schema/fold";
import type { Schema } from "../../server/src/schema/model";
import { resolveType } from "../../server/src/schema/types";
import type { CqlType } from "../../server/src/schema/type";
import type { Expression } from "../../server/src/syntax/ast";
import { parseStatement } from "../../server/src/syntax/parse";
import type { Finding } from "../../server/src/check/violation";
import type { TermScope } from "../../server/src/check/terms/scope";

/** A parcel service's keyspace, with a column of every kind of type. */
const DEFINITIONS = [
  "CREATE KEYSPACE post WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
  "CREATE TYPE post.address (street text, zip int)",
  `CREATE TABLE post.parcels (depot int, arrived timestamp, label ascii, note text, photo blob, fragile boolean, shelf tinyint, "row" smallint, pieces int, barcode bigint, customs varint,
     weight float, volume double, price decimal, day date, pickup time, event timeuuid, owner uuid, scanner inet, patience duration,
     stops list<int>, tags set<text>, counts map<text,int>, spot tuple<int,text>, sender address, recipient frozen<address>, route frozen<list<int>>, codes frozen<map<int,text>>,
     PRIMARY KEY (depot, arrived))`,
  "CREATE FUNCTION post.twice (x int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS 'return x * 2;'",
  "CREATE AGGREGATE post.total (int) SFUNC plus STYPE int INITCOND 0",
];

/** The schema of the tests on one target. */
export function testSchema(target: Target, options: { readonly complete: boolean }): Schema {
  const definitions = target === "cassandra-5.0" ? [...DEFINITIONS, "ALTER TABLE post.parcels ADD shape vector<float, 3>"] : DEFINITIONS;
  let schema = emptySchema(target, options);
  for (const definition of definitions) schema = fold(schema, parseStatement(definition).statement, { keyspace: "post", uri: "schema.cql", start: 0 });
  return schema;
}

/** A scope of the parcels table. */
export function testScope(target: Target, options: { readonly complete: boolean } = { complete: true }): TermScope {
  const schema = testSchema(target, options);
  const table = schema.keyspaces.get("post")?.tables.get("parcels");
  if (table === undefined) throw new Error("the tests' table does not fold");
  return { schema, keyspace: "post", target, server: {}, table };
}

/** The term of `INSERT … VALUES (…)` that `text` is. */
export function termOf(text: string): Expression {
  const { statement, problems } = parseStatement(`INSERT INTO t (a) VALUES (${text})`);
  if (problems.length > 0 || statement.kind !== "insert" || statement.values[0] === undefined) throw new Error(`not a term: ${text}`);
  return statement.values[0];
}

/** The selectors of `SELECT …` that `text` is. */
export function selectorsOf(text: string): readonly Expression[] {
  const { statement, problems } = parseStatement(`SELECT ${text} FROM t`);
  if (problems.length > 0 || statement.kind !== "select") throw new Error(`not a select list: ${text}`);
  return statement.selectors.map((selector) => selector.expression);
}

/** A type as CQL writes it, in the tests' keyspace. */
export function typeOf(text: string, scope: TermScope): CqlType {
  const { statement } = parseStatement(`CREATE TABLE t (a ${text} PRIMARY KEY)`);
  if (statement.kind !== "create-table" || statement.columns[0] === undefined) throw new Error(`not a type: ${text}`);
  return resolveType(statement.columns[0].type, scope.schema, scope.keyspace);
}

/** A finding in one word: a code, "unjudged" or "ok". */
export function word(finding: Finding): string {
  return finding === undefined ? "ok" : "code" in finding ? finding.code : "unjudged";
}
