import { expect, test } from "vitest";
import type { DefinitionOptions } from "../../../../test/support/definitions";
import { verdictOf } from "../../../../test/support/definitions";

const VIEW = "CREATE MATERIALIZED VIEW pv AS SELECT k, v FROM plain WHERE k IS NOT NULL AND v IS NOT NULL PRIMARY KEY (v, k)";
const DENSE = "CREATE TABLE dense (id int, c int, v int, PRIMARY KEY (id, c)) WITH COMPACT STORAGE";

/** Each statement with what the server says to it; verdicts are those of real servers. */
const ROWS: readonly (readonly [cql: string, verdict: string, options?: DefinitionOptions])[] = [
  ["ALTER TABLE zz ADD x int", "unknown-table |zz| invalid execute"],
  ["ALTER TABLE IF EXISTS zz ADD x int", "accept"],
  ["ALTER TABLE plian ADD x int", "unknown", { complete: false }],
  ["ALTER TABLE plain ADD v int", "column-exists |v| invalid execute"],
  ["ALTER TABLE plain ADD IF NOT EXISTS (v int, z int)", "accept"],
  ["ALTER TABLE plain ADD zone text STATIC", "static-without-clustering |zone text STATIC| invalid execute"],
  ["ALTER TABLE plain ADD c counter", "counter-mix |c counter| config execute"],
  ["ALTER TABLE tally ADD note text", "counter-mix |note text| config execute"],
  ["ALTER TABLE plain ALTER v TYPE bigint", "alter-type-removed |ALTER v TYPE bigint| invalid execute"],
  ["ALTER TABLE plain ADD v int", "accept", { more: ["ALTER TABLE plain DROP v"] }],
  ["ALTER TABLE plain ADD v text", "readd-type |text| invalid execute", { more: ["ALTER TABLE plain DROP v"] }],
  ["ALTER TABLE plain ADD t blob", "accept", { more: ["ALTER TABLE plain DROP t"] }],
  ["ALTER TABLE crate ADD owner text", "readd-kind |owner text| invalid execute", { more: ["ALTER TABLE crate DROP owner"] }],
  ["ALTER TABLE tally ADD hits counter", "readd-counter |hits counter| invalid execute", { more: ["ALTER TABLE tally DROP hits"] }],
  ["ALTER TABLE crate ADD fsize frozen<dims>", "readd-type |frozen<dims>| invalid execute", { more: ["ALTER TABLE crate DROP fsize"] }],
  ["ALTER TABLE plain DROP zz", "unknown-column |zz| invalid execute"],
  ["ALTER TABLE plain DROP IF EXISTS zz", "accept"],
  ["ALTER TABLE plain DROP k", "drop-key-column |k| invalid execute"],
  ["ALTER TABLE crate DROP size", "drop-non-frozen-user-type |size| invalid execute"],
  ["ALTER TABLE plain DROP v", "column-indexed |v| invalid execute", { more: ["CREATE INDEX by_v ON plain (v)"] }],
  ["ALTER TABLE plain DROP t", "base-of-view |t| invalid execute", { more: [VIEW] }],
  ["ALTER TABLE plain WITH gc_grace_seconds = 0", "view-gc-grace |gc_grace_seconds = 0| invalid execute", { more: [VIEW] }],
  ["ALTER TABLE pv ADD x int", "alter-table-on-view |pv| invalid execute", { more: [VIEW] }],
  ["ALTER TABLE crate RENAME slot TO place", "accept"],
  ["ALTER TABLE crate RENAME note TO remark", "rename-non-key |note| invalid execute"],
  ["ALTER TABLE crate RENAME slot TO note", "column-exists |note| invalid execute"],
  ["ALTER TABLE crate RENAME zz TO yy", "unknown-column |zz| invalid execute"],
  ["ALTER TABLE crate RENAME id TO a1 AND slot TO a1", "rename-twice |a1| server execute"],
  ["ALTER TABLE crate RENAME id TO a1 AND id TO b1", "accept"],
  ["ALTER TABLE tally WITH default_time_to_live = 5", "counter-ttl |default_time_to_live = 5| invalid execute"],
  ["ALTER TABLE plain DROP COMPACT STORAGE", "not-compact |DROP COMPACT STORAGE| invalid execute"],
  ["ALTER TABLE plain DROP COMPACT STORAGE", "drop-compact-disabled |DROP COMPACT STORAGE| invalid execute", { server: { drop_compact_storage_enabled: false } }],
  ["ALTER TABLE dense ADD x int", "compact-add |x int| invalid execute", { more: [DENSE] }],
  ["ALTER TABLE dense DROP v", "compact-drop-value |v| server execute", { more: [DENSE] }],
  ["ALTER TABLE plain ALTER zz DROP MASKED", "unknown-column |zz| invalid execute"],
  ["ALTER TABLE plain ADD x int", "guardrail-alter-table |ADD x int| invalid execute", { server: { alter_table_enabled: false } }],
];

for (const [cql, verdict, options] of ROWS) {
  test(`ALTER TABLE (rulebook A5): ${cql} → ${verdict}`, () => {
    expect(verdictOf(cql, options)).toBe(verdict);
  });
}
