import { expect, test } from "vitest";
import type { DefinitionOptions } from "../../../../test/support/definitions";
import { verdictOf } from "../../../../test/support/definitions";

/** Each statement with what the server says to it; verdicts are those of real servers. */
const ROWS: readonly (readonly [cql: string, verdict: string, options?: DefinitionOptions])[] = [
  ["CREATE ROLE clerk WITH LOGIN = true", "anonymous |CREATE ROLE| unauthorized prepare"],
  ["CREATE ROLE clerk WITH PASSWORD = 'x' AND LOGIN = true", "accept", { server: { authenticator: "PasswordAuthenticator" } }],
  ["CREATE ROLE clerk WITH HASHED PASSWORD = 'abc'", "hashed-password |'abc'| invalid prepare", { server: { authenticator: "PasswordAuthenticator" } }],
  ["CREATE ROLE clerk WITH OPTIONS = {'a': 'b'}", "role-option |OPTIONS = {'a': 'b'}| invalid prepare", { server: { authenticator: "PasswordAuthenticator" } }],
  ["CREATE ROLE cassandra", "role-exists |cassandra| invalid prepare", { server: { authenticator: "PasswordAuthenticator" } }],
  ["ALTER ROLE nobody WITH LOGIN = true", "unknown-role |nobody| invalid prepare", { server: { authenticator: "PasswordAuthenticator" } }],
  ["DROP ROLE nobody", "unknown-role |nobody| invalid prepare", { server: { authenticator: "PasswordAuthenticator" } }],
  ["DROP ROLE IF EXISTS nobody", "accept", { server: { authenticator: "PasswordAuthenticator" } }],
  ["DROP ROLE cassandra", "drop-own-role |cassandra| invalid prepare", { server: { authenticator: "PasswordAuthenticator" } }],
  ["GRANT SELECT ON zz TO cassandra", "unknown-table |zz| invalid prepare", { server: { authenticator: "PasswordAuthenticator" } }],
  ["GRANT SELECT ON plain TO cassandra", "accept", { server: { authenticator: "PasswordAuthenticator" } }],
  ["LIST ROLES OF nobody", "unknown-role |nobody| invalid prepare", { server: { authenticator: "PasswordAuthenticator" } }],
  ["CREATE ROLE clerk WITH PASSWORD = 'x' AND LOGIN = true", "unknown", { complete: false }],
  ["CREATE ROLE ''", "empty-role |''| invalid prepare", { complete: false }],
  ["ALTER ROLE clerk", "alter-role-empty |ALTER ROLE| invalid prepare", { complete: false }],
  ["GRANT CREATE ON plain TO clerk", "no-applicable-permission |CREATE| syntax prepare", { complete: false }],
  ["GRANT SELECT ON plain TO clerk", "unknown", { complete: false }],
  ["GRANT EXECUTE ON MBEANS 'org.acme:type=Thing' TO clerk", "mbean-pattern |'org.acme:type=Thing'| syntax prepare", { complete: false }],
];

for (const [cql, verdict, options] of ROWS) {
  test(`roles and permissions (rulebook A9): ${cql} → ${verdict}`, () => {
    expect(verdictOf(cql, options)).toBe(verdict);
  });
}
