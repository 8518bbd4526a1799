import { expect, test } from "vitest";
import type { DefinitionOptions } from "../../../../test/support/definitions";
import { verdictOf } from "../../../../test/support/definitions";

/** Each statement with what the server says to it; verdicts are those of real servers. */
const ROWS: readonly (readonly [cql: string, verdict: string, options?: DefinitionOptions])[] = [
  ["CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'eu': 3}", "accept"],
  ["CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'eu': 3}", "unknown-datacenter |'eu'| config execute", { server: { datacenters: ["us"] } }],
  ["CREATE KEYSPACE \"de-pot\" WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}", "bad-keyspace-name |\"de-pot\"| invalid execute"],
  ["CREATE KEYSPACE depot WITH replication = {'class': 'Nope'}", "keyspace-exists |depot| exists execute"],
  ["CREATE KEYSPACE IF NOT EXISTS depot WITH replication = {'class': 'Nope'}", "accept"],
  ["CREATE KEYSPACE shop WITH durable_writes = true", "replication-missing |shop| invalid execute"],
  ["CREATE KEYSPACE shop WITH replication = {'replication_factor': 1}", "replication-class-missing |{'replication_factor': 1}| config execute"],
  ["CREATE KEYSPACE shop WITH replication = {}", "replication-class-missing |{}| server execute"],
  ["CREATE KEYSPACE shop WITH replication = 'SimpleStrategy'", "option-shape |'SimpleStrategy'| syntax execute"],
  ["CREATE KEYSPACE shop WITH replication = {'class': 'simplestrategy', 'replication_factor': 1}", "unknown-strategy |'simplestrategy'| config execute"],
  ["CREATE KEYSPACE shop WITH replication = {'class': 'LocalStrategy'}", "reserved-strategy |'LocalStrategy'| invalid execute"],
  ["CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 'two'}", "replication-factor |'two'| config execute"],
  ["CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': '3/1'}", "transient-replication-disabled |'3/1'| config execute"],
  ["CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1, 'eu': 2}", "replication-option |'eu'| config execute"],
  ["CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'eu': 0}", "no-datacenter |'NetworkTopologyStrategy'| config execute"],
  ["CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy'}", "accept"],
  ["CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy'}", "replication-factor-missing |'SimpleStrategy'| config execute", { target: "cassandra-4.0" }],
  ["CREATE KEYSPACE system WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}", "system-keyspace |system| invalid execute"],
  ["ALTER KEYSPACE depot WITH durable_writes = 'maybe'", "option-shape |'maybe'| syntax execute"],
  ["ALTER KEYSPACE depot WITH strategy = 'x'", "unknown-option |strategy| syntax execute"],
  ["ALTER KEYSPACE depo WITH durable_writes = true", "unknown-keyspace |depo| invalid execute"],
  ["ALTER KEYSPACE IF EXISTS depo WITH durable_writes = true", "accept"],
  ["ALTER KEYSPACE system_auth WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3}", "accept"],
  ["DROP KEYSPACE system_auth", "system-keyspace |system_auth| unauthorized execute"],
  ["DROP KEYSPACE IF EXISTS depo", "accept"],
  ["USE nowhere", "unknown-keyspace |nowhere| invalid execute"],
  ["USE nowhere", "unknown", { complete: false }],
  ["DROP KEYSPACE nowhere", "unknown", { complete: false }],
  ["CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}", "guardrail-simplestrategy |'SimpleStrategy'| invalid execute", { server: { simplestrategy_enabled: false } }],
  ["CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 4}", "guardrail-replication-factor |4| invalid execute", { server: { maximum_replication_factor_fail_threshold: 3 } }],
  ["CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}", "guardrail-keyspaces |shop| invalid prepare", { server: { keyspaces_fail_threshold: 1 } }],
];

for (const [cql, verdict, options] of ROWS) {
  test(`CREATE, ALTER and DROP KEYSPACE, USE (rulebook A2, guardrails.md section 2): ${cql} → ${verdict}`, () => {
    expect(verdictOf(cql, options)).toBe(verdict);
  });
}
