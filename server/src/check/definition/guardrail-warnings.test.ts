import { expect, test } from "vitest";
import { judgeDefinition } from "../../../../test/support/definitions";
import type { ServerSettings } from "../judgement";

const ROWS: readonly (readonly [cql: string, server: ServerSettings, warnings: readonly string[]])[] = [
  ["CREATE TABLE t (id int PRIMARY KEY)", {}, []],
  ["CREATE TABLE t (id int PRIMARY KEY)", { tables_warn_threshold: 3 }, ["guardrail-tables |t|"]],
  ["CREATE TABLE t (id int PRIMARY KEY)", { tables_warn_threshold: 4 }, []],
  ["CREATE TABLE t (id int PRIMARY KEY)", { tables_warn_threshold: -1 }, []],
  ["CREATE TABLE t (id int PRIMARY KEY, v vector<float, 5>)", { columns_per_table_warn_threshold: 1, vector_dimensions_warn_threshold: 4 }, ["guardrail-columns-per-table |t|", "guardrail-vector-dimensions |vector<float, 5>|"]],
  ["CREATE TABLE t (id int PRIMARY KEY) WITH comment = 'x' AND cdc = true", { table_properties_warned: ["comment"], table_properties_ignored: ["cdc"] }, ["guardrail-table-properties |comment|", "guardrail-table-properties |cdc|"]],
  ["CREATE TYPE t (a int, b int)", { fields_per_udt_warn_threshold: 1 }, ["guardrail-fields-per-udt |t|"]],
  ["ALTER TYPE dims ADD d int", { fields_per_udt_warn_threshold: 2 }, ["guardrail-fields-per-udt |d int|"]],
  ["ALTER TABLE plain ADD (w int, x int)", { columns_per_table_warn_threshold: 6 }, ["guardrail-columns-per-table |ADD (w int, x int)|"]],
  ["ALTER TABLE plain ADD w int", { columns_per_table_warn_threshold: 6 }, []],
  ["ALTER KEYSPACE depot WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 2}", { minimum_replication_factor_warn_threshold: 3 }, ["guardrail-replication-factor |2|"]],
  ["CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 9}", { maximum_replication_factor_warn_threshold: 5 }, ["guardrail-replication-factor |9|"]],
  ["CREATE TABLE t (id int PRIMARY KEY) WITH compaction = {'class': 'TimeWindowCompactionStrategy'}", { zero_ttl_on_twcs_warned: true }, ["guardrail-twcs-without-ttl |compaction = {'class': 'TimeWindowCompactionStrategy'}|"]],
  ["CREATE TABLE t (id int PRIMARY KEY) WITH compaction = {'class': 'TimeWindowCompactionStrategy'}", {}, []],
  ["CREATE MATERIALIZED VIEW w AS SELECT * FROM plain WHERE v IS NOT NULL AND k IS NOT NULL PRIMARY KEY (v, k)", { materialized_views_per_table_warn_threshold: 1 }, []],
  ["CREATE INDEX ON plain (v)", { secondary_indexes_per_table_warn_threshold: 0 }, []],
];

test.each(ROWS)("%s with %o warns %o", (cql, server, warnings) => {
  const judgement = judgeDefinition(cql, { server });
  expect(judgement.verdict).toBe("accept");
  expect(judgement.warnings.map(({ code, range }) => `${code} |${cql.slice(range.start, range.end)}|`)).toEqual(warnings);
});
