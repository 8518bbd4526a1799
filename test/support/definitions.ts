import { check } from "../../server/src/check/check";
import type { Judgement, ServerSettings } from "../../server/src/check/judgement";
import type { Target } from "../../server/src/dialect/target";
import { emptySchema } from "../../server/src/schema/empty";
import { fold } from "../../server/src/schema/fold";
import { parseStatement } from "../../server/src/syntax/parse";

export interface DefinitionOptions {
  readonly target?: Target;
  /** Statements between the warehouse and the one that is judged. */
  readonly more?: readonly string[];
  readonly complete?: boolean;
  readonly server?: ServerSettings;
}

const KEYSPACE = "CREATE KEYSPACE depot WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";

/** A warehouse: crates with places, counted hits, a flat table, and a user type. */
const WAREHOUSE: readonly string[] = [
  "CREATE TYPE dims (w int, h int)",
  "CREATE TABLE crate (id int, slot int, note text, tags set<text>, attrs map<text, int>, size dims, fsize frozen<dims>, owner text STATIC, dur duration, PRIMARY KEY (id, slot))",
  "CREATE TABLE tally (id int, day date, hits counter, PRIMARY KEY (id, day))",
  "CREATE TABLE plain (k int PRIMARY KEY, v int, t text, fl frozen<list<int>>, b blob)",
  "CREATE FUNCTION addup (s int, x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return s + x;'",
];

/** The judgement of `cql` in keyspace depot of the warehouse. */
export function judgeDefinition(cql: string, options: DefinitionOptions = {}): Judgement {
  const { target = "cassandra-5.0", more = [], complete = true, server = {} } = options;
  let schema = emptySchema(target, { complete });
  for (const definition of [KEYSPACE, ...WAREHOUSE, ...more]) schema = fold(schema, parseStatement(definition).statement, { keyspace: "depot", uri: "file:///schema.cql", start: 0 });
  const switches: ServerSettings = { materialized_views_enabled: true, sasi_indexes_enabled: true, user_defined_functions_enabled: true, drop_compact_storage_enabled: true, ...server };
  return check(parseStatement(cql), { schema, keyspace: "depot", target, server: switches });
}

/** The judgement in one line: `accept`, `unknown`, or `code |what is marked| class phase`. */
export function verdictOf(cql: string, options: DefinitionOptions = {}): string {
  const { verdict, violation } = judgeDefinition(cql, options);
  if (violation === undefined) return verdict;
  const { code, range, errorClass, phase } = violation;
  return `${code} |${cql.slice(range.start, range.end)}| ${errorClass} ${phase}`;
}
