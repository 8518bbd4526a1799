import { expect, test } from "vitest";
import type { DefinitionOptions } from "../../../../test/support/definitions";
import { judgeDefinition } from "../../../../test/support/definitions";
import { DEFINITION_MESSAGES } from "./definition";
import { describe } from "./index";

const ROWS: readonly (readonly [cql: string, message: string, options?: DefinitionOptions])[] = [
  ["CREATE TABLE t (id int PRIMARY KEY, s string)", "There is no type string: write text"],
  ["CREATE TABLE t (id int PRIMARY KEY, m list<list<int>>)", "list<int> inside a collection must be frozen: write frozen<list<int>>"],
  ["CREATE TABLE t (id int, a int, b int, PRIMARY KEY (id, a, b)) WITH CLUSTERING ORDER BY (b DESC)", "CLUSTERING ORDER BY must say the direction of a before b: the clustering columns are a and b"],
  ["ALTER TABLE plain WITH gc_grace_second = 5", "There is no option gc_grace_second here: write gc_grace_seconds"],
  ["CREATE MATERIALIZED VIEW v AS SELECT id, slot FROM crate WHERE slot IS NOT NULL PRIMARY KEY (slot, id)", "Add id IS NOT NULL to WHERE of view v"],
  ["CREATE MATERIALIZED VIEW v AS SELECT k FROM plain PRIMARY KEY (k)", "Materialized views are switched off on this server: set enable_materialized_views: true in cassandra.yaml (and in the server settings here), or keep a second table yourself", { target: "cassandra-4.0", server: { materialized_views_enabled: false } }],
  ["DROP TYPE dims", "Type dims cannot be dropped: table crate still uses it"],
];

for (const [cql, message, options] of ROWS) {
  test(`${cql}: ${message}`, () => {
    const { violation } = judgeDefinition(cql, options);
    expect(violation && describe(violation).message).toBe(message);
  });
}

test("every message reads well without data that is not always there", () => {
  for (const [code, entry] of Object.entries(DEFINITION_MESSAGES)) {
    expect(entry.message({}), code).not.toMatch(/undefined/);
    expect(typeof entry.why === "string" ? entry.why : entry.why({}), code).toMatch(/\.$/);
  }
});
