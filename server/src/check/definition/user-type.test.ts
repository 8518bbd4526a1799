import { expect, test } from "vitest";
import type { DefinitionOptions } from "../../../../test/support/definitions";
import { verdictOf } from "../../../../test/support/definitions";

/** Each statement with what the server says to it; verdicts are those of real servers. */
const ROWS: readonly (readonly [cql: string, verdict: string, options?: DefinitionOptions])[] = [
  ["CREATE TYPE shape (name text, box frozen<dims>)", "accept"],
  ["CREATE TYPE dims (w int)", "type-exists |dims| invalid execute"],
  ["CREATE TYPE IF NOT EXISTS dims (w nosuch)", "accept"],
  ["CREATE TYPE shape (a int, a text)", "duplicate-field |a| invalid execute"],
  ["CREATE TYPE shape (a counter)", "counter-nested |counter| invalid execute"],
  ["CREATE TYPE shape (a dims)", "field-non-frozen-user-type |dims| invalid execute"],
  ["CREATE TYPE shape (next frozen<shape>)", "unknown-type |shape| invalid execute"],
  ["CREATE TYPE shape (a list<list<int>>)", "nested-non-frozen |list<int>| invalid execute"],
  ["ALTER TYPE dims ADD w int", "field-exists |w| invalid execute"],
  ["ALTER TYPE dims ADD IF NOT EXISTS w int", "accept"],
  ["ALTER TYPE dims ADD self frozen<list<frozen<dims>>>", "type-cycle |frozen<list<frozen<dims>>>| invalid execute"],
  ["ALTER TYPE dims ADD depth int", "type-in-partition-key |depth int| invalid execute", { more: ["CREATE TABLE by_dims (d frozen<list<dims>> PRIMARY KEY)"] }],
  ["ALTER TYPE dims RENAME w TO width", "type-in-initcond |RENAME w TO width| invalid execute", { more: ["CREATE FUNCTION sd (s dims, x int) CALLED ON NULL INPUT RETURNS dims LANGUAGE java AS 'return s;'","CREATE AGGREGATE ad (int) SFUNC sd STYPE dims INITCOND {w: 1, h: 2}"] }],
  ["ALTER TYPE dims RENAME w TO h AND h TO w", "accept"],
  ["ALTER TYPE dims RENAME w TO h", "duplicate-field |h| invalid execute"],
  ["ALTER TYPE dims RENAME z TO y", "unknown-field |z| invalid execute"],
  ["ALTER TYPE dims RENAME IF EXISTS z TO y", "accept"],
  ["ALTER TYPE dims ALTER w TYPE bigint", "alter-type-removed |ALTER w TYPE bigint| invalid execute"],
  ["ALTER TYPE nosuch ADD w int", "unknown-type |nosuch| invalid execute"],
  ["DROP TYPE dims", "type-in-use |dims| invalid execute"],
  ["DROP TYPE nosuch", "unknown-type |nosuch| invalid execute"],
  ["DROP TYPE IF EXISTS nosuch", "accept"],
  ["DROP TYPE dmis", "unknown", { complete: false }],
  ["CREATE TYPE shape (a int, b int)", "guardrail-fields-per-udt |shape| invalid prepare", { server: { fields_per_udt_fail_threshold: 1 } }],
];

for (const [cql, verdict, options] of ROWS) {
  test(`user types (rulebook A3): ${cql} → ${verdict}`, () => {
    expect(verdictOf(cql, options)).toBe(verdict);
  });
}
