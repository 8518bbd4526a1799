import { expect, test } from "vitest";
import type { DefinitionOptions } from "../../../../test/support/definitions";
import { verdictOf } from "../../../../test/support/definitions";

const VIEW = "CREATE MATERIALIZED VIEW pv AS SELECT k, v FROM plain WHERE k IS NOT NULL AND v IS NOT NULL PRIMARY KEY (v, k)";

/** Each statement with what the server says to it; verdicts are those of real servers. */
const ROWS: readonly (readonly [cql: string, verdict: string, options?: DefinitionOptions])[] = [
  ["CREATE MATERIALIZED VIEW by_slot AS SELECT id, slot, note FROM crate WHERE id IS NOT NULL AND slot IS NOT NULL PRIMARY KEY (slot, id)", "accept"],
  ["CREATE MATERIALIZED VIEW v AS SELECT k FROM nosuch PRIMARY KEY (k)", "views-disabled |CREATE MATERIALIZED VIEW| invalid execute", { server: { materialized_views_enabled: false } }],
  ["CREATE MATERIALIZED VIEW other.v AS SELECT k FROM depot.plain PRIMARY KEY (k)", "view-other-keyspace |depot.plain| invalid prepare"],
  ["CREATE MATERIALIZED VIEW v AS SELECT k, v FROM plain WHERE k IS NOT NULL AND v > ? PRIMARY KEY (v, k)", "view-marker |?| invalid prepare"],
  ["CREATE MATERIALIZED VIEW v AS SELECT k, v FROM zz WHERE k IS NOT NULL PRIMARY KEY (k)", "unknown-table |zz| invalid execute"],
  ["CREATE MATERIALIZED VIEW v AS SELECT id, day FROM tally WHERE id IS NOT NULL AND day IS NOT NULL PRIMARY KEY (day, id)", "view-on-counter-table |tally| invalid execute"],
  ["CREATE MATERIALIZED VIEW crate AS SELECT k, v FROM plain WHERE k IS NOT NULL AND v IS NOT NULL PRIMARY KEY (v, k)", "table-of-that-name |crate| invalid execute"],
  ["CREATE MATERIALIZED VIEW v AS SELECT k AS key1, v FROM plain WHERE k IS NOT NULL AND v IS NOT NULL PRIMARY KEY (v, k)", "view-alias |key1| invalid execute"],
  ["CREATE MATERIALIZED VIEW v AS SELECT k, v, ttl(t) FROM plain WHERE k IS NOT NULL AND v IS NOT NULL PRIMARY KEY (v, k)", "view-selector |ttl(t)| invalid execute"],
  ["CREATE MATERIALIZED VIEW v AS SELECT * FROM crate WHERE id IS NOT NULL AND slot IS NOT NULL PRIMARY KEY (slot, id)", "view-static |*| invalid execute"],
  ["CREATE MATERIALIZED VIEW v AS SELECT k, t FROM plain WHERE k IS NOT NULL AND v IS NOT NULL PRIMARY KEY (v, k)", "view-key-not-selected |v| invalid execute"],
  ["CREATE MATERIALIZED VIEW v AS SELECT id, slot, tags FROM crate WHERE id IS NOT NULL AND slot IS NOT NULL AND tags IS NOT NULL PRIMARY KEY (tags, id, slot)", "key-non-frozen |tags| invalid execute"],
  ["CREATE MATERIALIZED VIEW v AS SELECT id, slot FROM crate WHERE slot IS NOT NULL PRIMARY KEY (slot)", "view-missing-base-key |PRIMARY KEY (slot)| invalid execute"],
  ["CREATE MATERIALIZED VIEW v AS SELECT k, v, t FROM plain WHERE k IS NOT NULL AND v IS NOT NULL AND t IS NOT NULL PRIMARY KEY (v, t, k)", "view-two-new-columns |t| invalid execute"],
  ["CREATE MATERIALIZED VIEW v AS SELECT id, slot FROM crate WHERE slot IS NOT NULL AND id IS NOT NULL PRIMARY KEY (slot, id) WITH CLUSTERING ORDER BY (slot DESC)", "view-order |CLUSTERING ORDER BY (slot DESC)| invalid execute"],
  ["CREATE MATERIALIZED VIEW v AS SELECT id, slot FROM crate WHERE slot IS NOT NULL PRIMARY KEY (slot, id)", "view-key-not-restricted |WHERE slot IS NOT NULL| invalid execute"],
  ["CREATE MATERIALIZED VIEW v AS SELECT id, slot FROM crate WHERE slot IS NOT NULL AND id = 5 PRIMARY KEY (slot, id)", "accept"],
  ["CREATE MATERIALIZED VIEW v AS SELECT id, slot FROM crate WHERE slot = 'x' AND id IS NOT NULL PRIMARY KEY (slot, id)", "type-mismatch |'x'| invalid execute"],
  ["CREATE MATERIALIZED VIEW v AS SELECT k, v, t FROM plain WHERE k IS NOT NULL AND v > 5 PRIMARY KEY (v, k)", "view-filter |v > 5| invalid execute"],
  ["CREATE MATERIALIZED VIEW v AS SELECT k, v FROM plain WHERE token(k) > 0 AND v IS NOT NULL PRIMARY KEY (v, k)", "view-token |token(k) > 0| invalid execute"],
  ["CREATE MATERIALIZED VIEW v AS SELECT k, v FROM plain WHERE k IS NOT NULL AND v IS NOT NULL PRIMARY KEY (v, k) WITH default_time_to_live = 5", "view-ttl |default_time_to_live = 5| invalid execute"],
  ["CREATE MATERIALIZED VIEW pv AS SELECT k, v FROM plain WHERE k IS NOT NULL AND v IS NOT NULL PRIMARY KEY (v, k)", "table-exists |pv| exists execute", { more: [VIEW] }],
  ["CREATE MATERIALIZED VIEW p2 AS SELECT k, v FROM pv WHERE k IS NOT NULL AND v IS NOT NULL PRIMARY KEY (v, k)", "view-on-view |pv| invalid execute", { more: [VIEW] }],
  ["ALTER MATERIALIZED VIEW pv WITH gc_grace_seconds = 0", "view-gc-grace |gc_grace_seconds = 0| invalid execute", { more: [VIEW] }],
  ["CREATE INDEX ON pv (v)", "index-on-view |pv| invalid execute", { more: [VIEW] }],
  ["ALTER MATERIALIZED VIEW zz WITH comment = 'x'", "unknown-view |zz| invalid execute"],
];

for (const [cql, verdict, options] of ROWS) {
  test(`materialized views (rulebook A7): ${cql} → ${verdict}`, () => {
    expect(verdictOf(cql, options)).toBe(verdict);
  });
}
