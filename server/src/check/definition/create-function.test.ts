import { expect, test } from "vitest";
import type { DefinitionOptions } from "../../../../test/support/definitions";
import { verdictOf } from "../../../../test/support/definitions";

/** Overloads of one name, one of them a mask. */
const MASKED = { more: ["CREATE FUNCTION halved (x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return x / 2;'", "CREATE FUNCTION halved (x text) CALLED ON NULL INPUT RETURNS text LANGUAGE java AS 'return x;'", "CREATE TABLE masked (k int PRIMARY KEY, v int MASKED WITH halved(), w int MASKED WITH DEFAULT)"] } as const;

/** Each statement with what the server says to it; verdicts are those of real servers. */
const ROWS: readonly (readonly [cql: string, verdict: string, options?: DefinitionOptions])[] = [
  ["CREATE OR REPLACE FUNCTION IF NOT EXISTS f (x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return x;'", "replace-and-if-not-exists |f| invalid execute"],
  ["CREATE FUNCTION f (x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return x;'", "functions-disabled |CREATE FUNCTION| invalid execute", { server: { user_defined_functions_enabled: false } }],
  ["CREATE FUNCTION f (x int) CALLED ON NULL INPUT RETURNS int LANGUAGE lua AS 'x'", "function-language |lua| invalid execute"],
  ["CREATE FUNCTION \"a/b\" (x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return x;'", "bad-function-name |\"a/b\"| invalid execute"],
  ["CREATE FUNCTION f (x int, x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return x;'", "duplicate-parameter |x| invalid execute"],
  ["CREATE FUNCTION f (x frozen<list<int>>) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return 1;'", "function-frozen |frozen<list<int>>| invalid execute"],
  ["CREATE FUNCTION f (x frozen<tuple<int, text>>) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return 1;'", "accept"],
  ["CREATE FUNCTION addup (s int, x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return s;'", "function-exists |addup| invalid execute"],
  ["CREATE OR REPLACE FUNCTION addup (s int, x int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS 'return s;'", "replace-null-input |addup| invalid execute"],
  ["CREATE OR REPLACE FUNCTION addup (s int, x int) CALLED ON NULL INPUT RETURNS text LANGUAGE java AS 'return \"a\";'", "replace-return-type |text| invalid execute"],
  ["CREATE FUNCTION f (x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return'", "function-body |'return'| invalid execute"],
  ["CREATE FUNCTION f (x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return \"a\";'", "function-body |'return \"a\";'| invalid execute"],
  ["CREATE FUNCTION f (x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return 1; return 2;'", "function-body |'return 1; return 2;'| invalid execute"],
  ["CREATE FUNCTION f (x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'if (x > 0) return 1;'", "unknown"],
  ["CREATE FUNCTION f (x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'if (x > 0) { return 1; } return 0; // done'", "accept"],
  ["CREATE AGGREGATE total (int) SFUNC addup STYPE int INITCOND 0", "accept"],
  ["CREATE AGGREGATE total (int) SFUNC nope STYPE int", "state-function |nope| invalid execute"],
  ["CREATE AGGREGATE total (int) SFUNC addup STYPE text", "state-function |addup| invalid execute"],
  ["CREATE AGGREGATE total (int) SFUNC addup STYPE int FINALFUNC nope INITCOND 0", "final-function |nope| invalid execute"],
  ["CREATE AGGREGATE total (int) SFUNC addup STYPE int INITCOND 'x'", "initcond |'x'| invalid execute"],
  ["CREATE AGGREGATE total (int) SFUNC addup STYPE int INITCOND ?", "initcond-marker |?| server execute"],
  ["CREATE AGGREGATE nowhere.total (int) SFUNC addup STYPE int", "unknown-keyspace |nowhere| config execute"],
  ["CREATE AGGREGATE total (int) SFUNC strict STYPE int", "initcond-required |total| invalid execute", { more: ["CREATE FUNCTION strict (s int, x int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS 'return s;'"] }],
  ["CREATE FUNCTION total (x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return x;'", "replace-aggregate |total| invalid execute", { more: ["CREATE AGGREGATE total (int) SFUNC addup STYPE int"] }],
  ["CREATE AGGREGATE total (int) SFUNC addup STYPE int", "aggregate-exists |total| invalid execute", { more: ["CREATE AGGREGATE total (int) SFUNC addup STYPE int"] }],
  ["DROP FUNCTION addup", "function-in-use |addup| invalid execute", { more: ["CREATE AGGREGATE total (int) SFUNC addup STYPE int"] }],
  ["DROP FUNCTION halved(int)", "function-in-use |halved| invalid execute", MASKED],
  ["DROP FUNCTION IF EXISTS halved(text)", "function-in-use |halved| invalid execute", MASKED],
  ["DROP FUNCTION halved(int)", "accept", { more: [...MASKED.more, "ALTER TABLE masked ALTER v DROP MASKED"] }],
  ["DROP FUNCTION halved(int)", "accept", { more: [...MASKED.more, "ALTER TABLE masked DROP v"] }],
  ["DROP FUNCTION halved(int)", "function-in-use |halved| invalid execute", { more: [...MASKED.more, "ALTER TABLE masked ALTER v MASKED WITH DEFAULT", "ALTER TABLE masked ALTER w MASKED WITH halved()"] }],
  ["DROP FUNCTION addup", "ambiguous-function |addup| invalid execute", { more: ["CREATE FUNCTION addup (x text) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return 1;'"] }],
  ["DROP FUNCTION addup", "accept"],
  ["DROP FUNCTION addup(text)", "unknown-function |addup| invalid execute"],
  ["DROP FUNCTION IF EXISTS addup(text)", "accept"],
  ["DROP FUNCTION nope", "unknown-function |nope| invalid execute"],
  ["DROP AGGREGATE addup", "unknown-aggregate |addup| invalid execute"],
  ["DROP FUNCTION adup", "unknown", { complete: false }],
  ["CREATE AGGREGATE total (int) SFUNC elsewhere STYPE int", "unknown", { complete: false }],
  ["CREATE TRIGGER tr ON plain USING 'java.lang.String'", "trigger-class |'java.lang.String'| invalid execute"],
  ["CREATE TRIGGER tr ON zz USING 'com.acme.Audit'", "unknown-table |zz| invalid execute"],
  ["CREATE TRIGGER tr ON plain USING 'com.acme.Audit'", "unknown", { complete: false }],
];

for (const [cql, verdict, options] of ROWS) {
  test(`functions, aggregates and triggers (rulebook A8): ${cql} → ${verdict}`, () => {
    expect(verdictOf(cql, options)).toBe(verdict);
  });
}
