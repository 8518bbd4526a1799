import { expect, test } from "vitest";
import type { DefinitionOptions } from "../../../../test/support/definitions";
import { verdictOf } from "../../../../test/support/definitions";

const VIEW = "CREATE MATERIALIZED VIEW pv AS SELECT k, v FROM plain WHERE k IS NOT NULL AND v IS NOT NULL PRIMARY KEY (v, k)";

/** Each statement with what the server says to it; verdicts are those of real servers. */
const ROWS: readonly (readonly [cql: string, verdict: string, options?: DefinitionOptions])[] = [
  ["DROP TABLE zz", "unknown-table |zz| invalid execute"],
  ["DROP TABLE IF EXISTS zz", "accept"],
  ["DROP TABLE plain", "base-of-view |plain| invalid execute", { more: [VIEW] }],
  ["DROP TABLE pv", "drop-table-on-view |pv| invalid execute", { more: [VIEW] }],
  ["TRUNCATE pv", "truncate-view |pv| invalid execute", { more: [VIEW] }],
  ["DROP MATERIALIZED VIEW pv", "accept", { more: [VIEW] }],
  ["TRUNCATE plain", "accept"],
  ["TRUNCATE zz", "unknown-table |zz| invalid prepare"],
  ["TRUNCATE system_views.settings", "truncate-virtual |system_views.settings| invalid execute"],
  ["DROP MATERIALIZED VIEW plain", "not-a-view |plain| invalid execute"],
  ["DROP MATERIALIZED VIEW zz", "unknown-view |zz| invalid execute"],
  ["DROP INDEX zz", "unknown-index |zz| invalid execute"],
  ["DROP INDEX IF EXISTS zz", "accept"],
  ["DROP INDEX plain_v_idx", "accept", { more: ["CREATE INDEX ON plain (v)"] }],
  ["DROP TRIGGER tr ON plain", "unknown-trigger |tr| invalid execute"],
  ["DROP TRIGGER IF EXISTS tr ON zz", "accept"],
  ["DROP TABLE plian", "unknown", { complete: false }],
  ["TRUNCATE plain", "unknown-table |plain| invalid prepare", { complete: false, more: ["DROP TABLE plain"] }],
  ["DROP TABLE IF EXISTS zz", "guardrail-drop-truncate-table |DROP TABLE| invalid execute", { server: { drop_truncate_table_enabled: false } }],
  ["USE depot", "use-disabled |USE| invalid prepare", { server: { use_statements_enabled: false } }],
  ["DESCRIBE TABLE plain", "accept"],
  ["DESCRIBE TABLE zz", "not-found |zz| invalid execute"],
  ["DESCRIBE system", "accept"],
  ["DESCRIBE KEYSPACE nowhere", "unknown-keyspace |nowhere| invalid execute"],
];

for (const [cql, verdict, options] of ROWS) {
  test(`DROP, TRUNCATE and DESCRIBE (rulebook A5): ${cql} → ${verdict}`, () => {
    expect(verdictOf(cql, options)).toBe(verdict);
  });
}
