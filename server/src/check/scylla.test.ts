/** What ScyllaDB judges otherwise than Cassandra, by the rulebook's rows: the same text for both. Where only a real ScyllaDB could tell, it is "unknown". */
import { describe, expect, test } from "vitest";
import type { Target } from "../dialect/target";
import { emptySchema } from "../schema/empty";
import { fold } from "../schema/fold";
import type { Schema } from "../schema/model";
import { parseStatement } from "../syntax/parse";
import { check } from "./check";

const DEFINITIONS = [
  "CREATE KEYSPACE depot WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
  "CREATE TYPE depot.dims (w int, h int)",
  `CREATE TABLE depot.probe (sid int, at timestamp, ch int, unit text STATIC, note text, value double, tags set<text>, props map<text, int>, hist list<int>, fprops frozen<map<text, int>>, home dims, PRIMARY KEY (sid, at, ch))`,
  `CREATE TABLE depot.kinds (k int PRIMARY KEY, i int, bi bigint, si smallint, ty tinyint, vi varint, f float, d double, de decimal, t text, a ascii, b boolean, bl blob, ts timestamp, da date, tm time, u uuid, tu timeuuid, du duration, ma map<text, int>, se set<int>, li list<int>, tp frozen<tuple<int, text>>)`,
  "CREATE TABLE depot.tally (id int PRIMARY KEY, hits counter)",
  "CREATE TABLE depot.log (id int PRIMARY KEY, note text, level int)",
  "CREATE INDEX log_note ON depot.log (note)",
  "CREATE MATERIALIZED VIEW depot.by_note AS SELECT id, note FROM depot.log WHERE note IS NOT NULL AND id IS NOT NULL PRIMARY KEY (note, id)",
];

const schemas = new Map<Target, Schema>();
function schemaOf(target: Target): Schema {
  const known = schemas.get(target);
  if (known !== undefined) return known;
  const schema = DEFINITIONS.reduce((before, definition) => fold(before, parseStatement(definition).statement, { keyspace: "depot", uri: "file:///schema.cql", start: 0 }), emptySchema(target, { complete: true }));
  schemas.set(target, schema);
  return schema;
}

/** `accept`, `accept with <code>` (a warning), `unknown`, or the code of the refusal. */
function verdictOf(cql: string, target: Target): string {
  const { verdict, violation, warnings } = check(parseStatement(cql), { schema: schemaOf(target), keyspace: "depot", target, server: { materialized_views_enabled: true, user_defined_functions_enabled: true } });
  if (verdict === "accept" && warnings[0] !== undefined) return `accept with ${warnings[0].code}`;
  return violation?.code ?? verdict;
}

type Row = readonly [rule: string, cql: string, scylla: string, cassandra: string];

const LEXICAL: readonly Row[] = [
  ["S-LEX-1", "CREATE TABLE a (id int PRIMARY KEY, describe int, execute int)", "accept", "reserved-word"],
  ["S-LEX-2", "CREATE TABLE a (id int PRIMARY KEY, default int)", "reserved-word", "accept"],
  ["S-LEX-2", "CREATE TABLE a (id int PRIMARY KEY, unset int)", "reserved-word", "accept"],
  ["S-LEX-3c", "CREATE TABLE a (id int PRIMARY KEY, v vector<float, 16001>)", "vector-dimension", "accept"],
  ["S-LEX-4", "CREATE TABLE a (id int PRIMARY KEY, P int)", "reserved-word", "accept"],
  ["S-LEX-4", "CREATE TABLE a (id int PRIMARY KEY, PT int)", "reserved-word", "accept"],
  ["S-LEX-7", `SELECT sid FROM probe WHERE ${Array(101).fill("sid = 1").join(" AND ")}`, "too-many-relations", "equality-not-alone"],
  ["S-LEX-7", `SELECT sid FROM probe WHERE ${Array(100).fill("sid = 1").join(" AND ")}`, "accept", "equality-not-alone"],
  ["S-SYN-1", "CREATE KEYSPACE other", "accept", "not-in-version"],
  ["S-SYN-2", "ALTER TABLE IF EXISTS log ADD x int", "not-in-version", "accept"],
  ["S-SYN-3", "UPDATE tally SET hits += 1 WHERE id = 1", "not-in-version", "accept"],
  ["S-SYN-3", "CREATE TRIGGER tr ON log USING 'x'", "not-in-version", "trigger-class"],
  ["S-SYN-4", "INSERT INTO log (id) VALUES (1) USING TTL 5 AND TIMEOUT 50ms", "accept", "not-in-version"],
  ["S-SYN-4", "TRUNCATE log USING TIMEOUT 5s", "accept", "not-in-version"],
  ["S-SYN-5", "SELECT id FROM log WHERE id = 1 BYPASS CACHE", "accept", "not-in-version"],
  ["S-SYN-5", "DELETE FROM log WHERE id = 1 BYPASS LARGE_DATA_GUARDRAILS", "accept", "not-in-version"],
  ["S-SYN-6", "PRUNE MATERIALIZED VIEW by_note WHERE note = 'x'", "accept", "not-in-version"],
  ["S-SYN-6", "PRUNE MATERIALIZED VIEW by_note USING CONCURRENCY 10", "accept", "not-in-version"],
  ["S-MV-7", "PRUNE MATERIALIZED VIEW log", "not-a-view", "not-in-version"],
  ["S-MV-7", "PRUNE MATERIALIZED VIEW by_note USING CONCURRENCY 0", "concurrency-not-positive", "not-in-version"],
  ["S-SYN-7", "CREATE SERVICE LEVEL IF NOT EXISTS gold WITH timeout = 500ms AND shares = 200", "accept", "not-in-version"],
  ["S-SYN-7", "CREATE SERVICE_LEVEL gold", "accept", "not-in-version"],
  ["S-SYN-7", "ALTER SERVICE LEVEL gold WITH workload_type = 'batch'", "unknown", "not-in-version"],
  ["S-SYN-7", "LIST ALL ATTACHED SERVICE LEVELS", "accept", "not-in-version"],
  ["S-SYN-7", "LIST EFFECTIVE SERVICE LEVEL OF clerk", "unknown", "not-in-version"],
  ["S-SL-1", "CREATE SERVICE LEVEL gold WITH shares = 2000", "service-level-value", "not-in-version"],
  ["S-SL-1", "CREATE SERVICE LEVEL gold WITH workload_type = 'fast'", "service-level-value", "not-in-version"],
  ["S-SL-1", "CREATE SERVICE LEVEL gold WITH colour = 'red'", "unknown-option", "not-in-version"],
  ["S-SL-1", "CREATE SERVICE LEVEL gold WITH timeout = null", "accept", "not-in-version"],
  ["S-SL-2", "ATTACH SERVICE LEVEL gold TO clerk", "unknown", "not-in-version"],
  ["S-SYN-14", "DESCRIBE SCHEMA WITH INTERNALS AND PASSWORDS", "accept", "not-in-version"],
  ["S-SYN-18", "CREATE SERVICE LEVEL gold WITH timeout = null AND shares = 1", "accept", "not-in-version"],
];

const READING: readonly Row[] = [
  ["19.1", "SELECT value + 1 FROM probe", "not-in-version", "accept"],
  ["19.1", "SELECT hist[0] FROM probe", "accept", "element-needs-map-or-set"],
  ["19.1", "SELECT (int)sid FROM probe", "not-in-version", "accept"],
  ["19.1", "SELECT 1, 'x', true FROM probe", "accept", "cannot-infer-type"],
  ["19.1", "SELECT ? FROM probe", "cannot-infer-type", "cannot-infer-type"],
  ["19.1", "SELECT [1, 2] FROM probe", "accept", "cannot-infer-type"],
  ["19.1", "SELECT (1, 'a') FROM probe", "accept", "cannot-infer-type"],
  ["19.1", "SELECT [sid] FROM probe", "not-in-version", "accept"],
  ["19.1", "SELECT sid FROM probe WHERE sid = 1 AND at NOT IN ('2020-01-01') ALLOW FILTERING", "accept", "not-in"],
  ["19.1", "SELECT now()", "accept", "not-in-version"],
  ["19.1", "SELECT *", "select-without-from", "not-in-version"],
  ["19.1", "SELECT sid FROM MUTATION_FRAGMENTS(probe) WHERE sid = 1", "unknown", "not-in-version"],
  ["19.1", "SELECT sid FROM probe USING TIMEOUT 5s", "accept", "not-in-version"],
  ["19.1", "SELECT sid FROM probe WHERE sid = 1 AND (at, ch) > SCYLLA_CLUSTERING_BOUND ('2020-01-01', 1)", "accept", "not-in-version"],
  ["R-SCY-1", "SELECT sid FROM probe WHERE sid = 1 AND sid = 2", "accept", "equality-not-alone"],
  ["R-SCY-2", "SELECT sid FROM probe WHERE sid = 1 AND (at, ch) > ('2020-01-01', 1) AND at < '2021-01-01'", "mixed-tuple-single", "accept"],
  ["R-SCY-3", "SELECT sid FROM probe WHERE sid = 1 AND (ch) > (1)", "tuple-order", "clustering-column-skipped"],
  ["R-SCY-4", "SELECT sid FROM probe WHERE sid = 1 AND token(sid) > 0", "token-with-key", "accept"],
  ["R-SCY-5", "SELECT sid FROM probe WHERE sid > 1 ALLOW FILTERING", "accept", "accept"],
  ["R-SCY-5", "SELECT sid FROM probe WHERE sid > 1", "partition-key-needs-equality", "partition-key-needs-equality"],
  ["R-SCY-6", "SELECT sid FROM probe WHERE note != 'a' ALLOW FILTERING", "not-equal-unsupported", "not-equal-unsupported"],
  ["R-SCY-7", "SELECT sid FROM probe WHERE note IS NOT NULL ALLOW FILTERING", "is-not-null-outside-view", "is-not-null-outside-view"],
  ["R-SCY-8", "SELECT sid FROM probe WHERE hist[0] = 1 ALLOW FILTERING", "accept", "list-entry-relation"],
  ["R-SCY-8", "SELECT sid FROM probe WHERE fprops['a'] = 1 ALLOW FILTERING", "map-entry-on-frozen-map", "map-entry-on-frozen-map"],
  ["R-SCY-9", "SELECT sid FROM probe WHERE home = {w: 1, h: 2} ALLOW FILTERING", "unknown", "relation-on-multicell-type"],
  ["R-SCY-10", "SELECT sid FROM probe WHERE note LIKE '%a_b%' ALLOW FILTERING", "accept", "like-needs-index"],
  ["R-SCY-10", "SELECT sid FROM probe WHERE ch LIKE 'a' ALLOW FILTERING", "like-needs-string", "type-mismatch"],
  ["R-SCY-11", "SELECT sid FROM probe WHERE note IN ('a', 'b') ALLOW FILTERING", "accept", "accept"],
  ["R-SCY-12", "SELECT k FROM kinds WHERE du > 1h ALLOW FILTERING", "slice-on-duration", "slice-on-duration"],
  ["R-SCY-13", "SELECT k FROM kinds WHERE i = null ALLOW FILTERING", "unknown", "null-in-filter"],
  ["R-SCY-14", "SELECT DISTINCT sid FROM probe WHERE unit = 'C' ALLOW FILTERING", "distinct-restriction", "accept"],
  ["R-SCY-20", "SELECT sid FROM probe WHERE at = '2020-01-01'", "accept with filtering-required", "partition-key-incomplete"],
  ["R-SCY-21", "SELECT sid FROM probe WHERE token(sid) > 1 AND at > '2020-01-01'", "accept with filtering-required", "filtering-required"],
  ["R-SCY-25", "SELECT id FROM log WHERE id IN (1, 2) AND note = 'a'", "filtering-required", "index-with-key-in"],
  ["R-SCY-30", "SELECT sid FROM probe WHERE sid = 1 ORDER BY at, at", "order-by-repeats-column", "accept"],
  ["R-SCY-33", "SELECT count(*) FROM probe PER PARTITION LIMIT 1", "per-partition-limit-with-aggregate", "per-partition-limit-with-aggregate"],
];

const FUNCTIONS: readonly Row[] = [
  ["R-SCY-F1", "SELECT dateof(tu) FROM kinds", "accept", "unknown-function"],
  ["R-SCY-F1", "SELECT to_date(tu) FROM kinds", "unknown-function", "accept"],
  ["R-SCY-F2", "SELECT floor(ts, 1h) FROM kinds", "unknown-function", "accept"],
  ["R-SCY-F2", "SELECT map_keys(ma) FROM kinds", "unknown-function", "accept"],
  ["R-SCY-F2", "SELECT abs(i) FROM kinds", "unknown-function", "accept"],
  ["R-SCY-F3", "SELECT i + 1 FROM kinds", "not-in-version", "accept"],
  ["R-SCY-F5", "SELECT max(se) FROM kinds", "accept", "accept"],
  ["R-SCY-F5", "SELECT sum(hits) FROM tally", "no-matching-signature", "accept"],
  ["R-SCY-F6", "SELECT tojson(i) FROM kinds", "accept", "accept"],
  ["R-SCY-F7", "SELECT CAST(1 AS bigint) FROM kinds", "accept", "cannot-infer-type"],
  ["R-SCY-F7", "SELECT CAST(bi AS date) FROM kinds", "not-castable", "accept"],
  ["R-SCY-F7", "SELECT k FROM kinds WHERE k = CAST(1 AS int)", "not-in-version", "ambiguous-call"],
  ["R-SCY-F8", "SELECT k FROM kinds WHERE bi = (int)5 ALLOW FILTERING", "accept", "bad-type-hint"],
  ["R-SCY-F8", "SELECT k FROM kinds WHERE i = (bigint)5 ALLOW FILTERING", "bad-type-hint", "bad-type-hint"],
  ["R-SCY-F8", "SELECT (bigint)i FROM kinds", "not-in-version", "bad-type-hint"],
  ["R-SCY-F9", "SELECT k FROM kinds WHERE ts = 0 ALLOW FILTERING", "accept", "accept"],
  ["R-SCY-F9", "SELECT k FROM kinds WHERE tm = 5 ALLOW FILTERING", "type-mismatch", "accept"],
  ["R-SCY-F10", "SELECT CAST(1.5 AS text) FROM kinds", "accept", "cannot-infer-type"],
  ["R-SCY-F10", "SELECT ? FROM kinds", "cannot-infer-type", "cannot-infer-type"],
  ["R-SCY-F11", "SELECT k FROM kinds WHERE ts = '2024-5-6' ALLOW FILTERING", "accept", "bad-literal-value"],
  ["R-SCY-F11", "SELECT k FROM kinds WHERE ts = '2024-05-06 07:08 utc' ALLOW FILTERING", "accept", "bad-literal-value"],
  ["R-SCY-F11", "SELECT k FROM kinds WHERE ts = '2024-05-06T07:08:09.123456+0100' ALLOW FILTERING", "accept", "accept"],
  ["R-SCY-F11", "SELECT k FROM kinds WHERE ts = '2024-02-30' ALLOW FILTERING", "bad-literal-value", "accept"],
  ["R-SCY-F11", "SELECT k FROM kinds WHERE ts = '2024-05-06 07:08:09 PST' ALLOW FILTERING", "bad-literal-value", "accept"],
  ["R-SCY-F12", "SELECT k FROM kinds WHERE da = '2024-5-6' ALLOW FILTERING", "accept", "bad-literal-value"],
  ["R-SCY-F12", "SELECT k FROM kinds WHERE da = '2024-13-01' ALLOW FILTERING", "bad-literal-value", "bad-literal-value"],
  ["R-SCY-F13", "SELECT k FROM kinds WHERE tm = '1:2:3' ALLOW FILTERING", "accept", "accept"],
  ["R-SCY-F13", "SELECT k FROM kinds WHERE tm = '123456789' ALLOW FILTERING", "bad-literal-value", "accept"],
  ["R-SCY-F14", "SELECT k FROM kinds WHERE tp = (1) ALLOW FILTERING", "accept", "accept"],
  ["R-SCY-F14", "SELECT k FROM kinds WHERE tp = (1, 'a', 2) ALLOW FILTERING", "tuple-size", "tuple-size"],
];

const DEFINITION: readonly Row[] = [
  ["S-KS-2", "CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3} AND tablets = {'enabled': false}", "accept", "unknown-option"],
  ["S-KS-2", "CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 3} AND tablets = {'enabled': false}", "accept", "unknown-option"],
  ["S-KS-2", "CREATE KEYSPACE k WITH colour = 'red'", "unknown-option", "unknown-option"],
  ["S-KS-3", "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1} AND tablets = {'on': true}", "map-option-key", "unknown-option"],
  ["S-KS-3", "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1} AND tablets = {'enabled': 'perhaps'}", "map-option-value", "unknown-option"],
  ["S-KS-4", "CREATE KEYSPACE k WITH replication = {'class': 'EverywhereStrategy'}", "accept", "unknown-strategy"],
  ["S-KS-4", "CREATE KEYSPACE k WITH replication = {'class': 'OldNetworkStrategy', 'replication_factor': 1}", "unknown-strategy", "unknown-strategy"],
  ["S-KS-4", "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 'many'}", "replication-factor", "replication-factor"],
  ["S-NAM-1", `CREATE TABLE ${"a".repeat(100)} (id int PRIMARY KEY)`, "accept", "accept"],
  ["S-NAM-1", `CREATE TABLE ${"a".repeat(193)} (id int PRIMARY KEY)`, "bad-table-name", "accept"],
  ["S-NAM-1", `CREATE KEYSPACE ${"a".repeat(100)} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}`, "accept", "bad-keyspace-name"],
  ["S-TBL-1", "CREATE TABLE a (id int PRIMARY KEY, v int) WITH COMPACT STORAGE", "compact-storage-disabled", "accept"],
  ["S-TBL-4", "CREATE TABLE a (id int PRIMARY KEY, exp timestamp TTL)", "accept", "not-in-version"],
  ["S-TBL-5", "CREATE TABLE a (id int PRIMARY KEY, v 'org.apache.cassandra.db.marshal.Int32Type')", "not-in-version", "accept"],
  ["S-OPT-1", "CREATE TABLE a (id int PRIMARY KEY) WITH paxos_grace_seconds = 100 AND comment = 'x'", "accept", "unknown-option"],
  ["S-OPT-1", "CREATE TABLE a (id int PRIMARY KEY) WITH synchronous_updates = true", "option-of-views", "unknown-option"],
  ["S-OPT-2", "CREATE TABLE a (id int PRIMARY KEY) WITH read_repair_chance = 0.1 AND dclocal_read_repair_chance = 0", "accept", "unknown-option"],
  ["S-OPT-3", "CREATE TABLE a (id int PRIMARY KEY) WITH read_repair = 'NONE'", "unknown-option", "accept"],
  ["S-OPT-3", "CREATE TABLE a (id int PRIMARY KEY) WITH additional_write_policy = '99p'", "unknown-option", "accept"],
  ["S-OPT-4", "CREATE TABLE a (id int PRIMARY KEY, v text) WITH cdc = {'enabled': true}", "accept", "option-shape"],
  ["S-OPT-4", "CREATE TABLE a (id int PRIMARY KEY, v text) WITH cdc = {'enabled': true, 'preimage': 'full', 'ttl': 86400}", "accept", "option-shape"],
  ["S-OPT-4", "CREATE TABLE a (id int PRIMARY KEY, v text) WITH cdc = true", "option-shape", "accept"],
  ["S-OPT-4", "CREATE TABLE a (id int PRIMARY KEY, v text) WITH cdc = {'enabled': 'perhaps'}", "map-option-value", "option-shape"],
  ["S-OPT-4", "CREATE TABLE a (id int PRIMARY KEY, v text) WITH cdc = {'enabled': true, 'ttl': -1}", "map-option-value", "option-shape"],
  ["S-OPT-4", "CREATE TABLE a (id int PRIMARY KEY, v text) WITH cdc = {'enabled': true, 'colour': 1}", "map-option-key", "option-shape"],
  ["S-OPT-4", "CREATE TABLE a (id int PRIMARY KEY, v counter) WITH cdc = {'enabled': true}", "cdc-on-counters", "option-shape"],
  ["S-OPT-5", "CREATE TABLE a (id int PRIMARY KEY) WITH per_partition_rate_limit = {'max_reads_per_second': 100}", "accept", "unknown-option"],
  ["S-OPT-5", "CREATE TABLE a (id int PRIMARY KEY) WITH per_partition_rate_limit = {'max_reads_per_second': 'x'}", "map-option-value", "unknown-option"],
  ["S-OPT-6", "CREATE TABLE a (id int PRIMARY KEY) WITH tombstone_gc = {'mode': 'repair'}", "unknown", "unknown-option"],
  ["S-OPT-6", "CREATE TABLE a (id int PRIMARY KEY) WITH tombstone_gc = {'mode': 'later'}", "map-option-value", "unknown-option"],
  ["S-OPT-7", "CREATE TABLE a (id int PRIMARY KEY) WITH tablets = {'min_tablet_count': 4}", "unknown", "unknown-option"],
  ["S-OPT-7", "CREATE TABLE a (id int PRIMARY KEY) WITH tablets = {'count': 4}", "map-option-key", "unknown-option"],
  ["S-OPT-10", "CREATE TABLE a (id int PRIMARY KEY) WITH compaction = {'class': 'IncrementalCompactionStrategy'}", "accept", "unknown-compaction-class"],
  ["S-OPT-10", "CREATE TABLE a (id int PRIMARY KEY) WITH compaction = {'class': 'UnifiedCompactionStrategy'}", "unknown-compaction-class", "accept"],
  ["S-OPT-10", "CREATE TABLE a (id int PRIMARY KEY) WITH compaction = {'class': 'SizeTieredCompactionStrategy', 'min_threshold': 0}", "compaction-value", "compaction-value"],
  ["S-ALT-1", "ALTER TABLE kinds ALTER a TYPE text", "accept", "alter-type-removed"],
  ["S-ALT-1", "ALTER TABLE kinds ALTER i TYPE varint", "accept", "alter-type-removed"],
  ["S-ALT-1", "ALTER TABLE kinds ALTER nope TYPE text", "unknown-column", "alter-type-removed"],
  ["S-ALT-1", "ALTER TABLE kinds ALTER t TYPE int", "alter-incompatible-type", "alter-type-removed"],
  ["S-ALT-4", "ALTER TABLE log ADD hits counter", "counter-mix", "counter-mix"],
  ["S-TYP-1", "ALTER TYPE dims ALTER w TYPE varint", "unknown", "alter-type-removed"],
  ["S-IDX-1", "CREATE INDEX ON log (level)", "accept", "accept"],
  ["S-IDX-1", "CREATE INDEX ON tally (hits)", "index-on-counter-table", "index-on-counter-table"],
  ["S-IDX-1", "CREATE INDEX ON log (id)", "index-sole-partition-key", "index-sole-partition-key"],
  ["S-IDX-1", "CREATE INDEX ON kinds (du)", "index-duration", "index-duration"],
  ["S-IDX-1", "CREATE INDEX ON by_note (note)", "index-on-view", "index-on-view"],
  ["S-IDX-1", "CREATE INDEX ON probe (fprops)", "index-frozen-needs-full", "index-frozen-needs-full"],
  ["S-IDX-2", "CREATE INDEX ON probe ((sid), note)", "accept", "not-in-version"],
  ["S-IDX-2", "CREATE INDEX ON probe ((at), note)", "local-index-key", "not-in-version"],
  ["S-IDX-4", "CREATE CUSTOM INDEX ON log (level)", "index-class-missing", "unknown-index-class"],
  ["S-IDX-8", "CREATE CUSTOM INDEX ON log (level) USING 'org.apache.cassandra.index.sasi.SASIIndex'", "unknown-index-class", "sasi-disabled"],
  ["S-MV-1", "CREATE MATERIALIZED VIEW v AS SELECT id, level FROM log WHERE level IS NOT NULL AND id IS NOT NULL PRIMARY KEY (level, id)", "accept", "accept"],
  ["S-MV-2", "CREATE MATERIALIZED VIEW v AS SELECT id, level FROM log WHERE level IS NOT NULL PRIMARY KEY (level, id)", "accept", "view-key-not-restricted"],
  ["A7", "CREATE MATERIALIZED VIEW v AS SELECT id, level FROM log WHERE level IS NOT NULL PRIMARY KEY (level)", "view-missing-base-key", "view-missing-base-key"],
  ["S-FUN-1", "CREATE FUNCTION f (x int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS 'return x;'", "function-language", "accept"],
  ["S-ROL-1", "CREATE ROLE clerk WITH ACCESS TO ALL DATACENTERS", "not-in-version", "anonymous"],
];

const WRITING: readonly Row[] = [
  ["S-WR-1", "INSERT INTO log (id) VALUES (1) USING TIMEOUT 1d", "timeout-not-milliseconds", "not-in-version"],
  ["S-WR-4", "UPDATE log SET level = level + 1 WHERE id = 1", "addition-to-non-counter", "addition-to-non-counter"],
  ["S-WR-4", "UPDATE log SET level = level + 1 WHERE id = 1 IF level = 1", "accept", "accept"],
  ["S-WR-1", "SELECT id FROM log WHERE id = 1 USING TIMEOUT 1mo", "timeout-not-milliseconds", "not-in-version"],
  ["S-WR-1", "UPDATE log USING TIMEOUT 100us SET level = 1 WHERE id = 1", "timeout-not-milliseconds", "not-in-version"],
  ["S-WR-1", "DELETE FROM log USING TIMEOUT 2s WHERE id = 1", "accept", "not-in-version"],
  ["S-WR-2", "INSERT INTO log (id) VALUES (1) USING TTL 0", "accept", "accept"],
  ["S-WR-3", "UPDATE log SET level = 1, level = 2 WHERE id = 1", "column-set-twice", "column-set-twice"],
  ["S-WR-4", "UPDATE log SET note = note + 'x' WHERE id = 1", "addition-to-non-counter", "addition-to-non-counter"],
  ["S-WR-5", "UPDATE log SET level = 1 WHERE id = 1 IF note LIKE 'a%'", "unknown", "not-in-version"],
  ["S-WR-5", "UPDATE log SET level = 1 WHERE id = 1 IF level NOT IN (1, 2)", "unknown", "not-in"],
  ["S-WR-5", "UPDATE log SET level = 1 WHERE id = 1 IF level > null", "accept", "null-in-condition"],
  ["S-WR-5", "UPDATE probe SET value = 1.0 WHERE sid = 1 AND at = 0 AND ch = 1 IF tags CONTAINS 'a'", "not-in-version", "accept"],
  ["S-WR-6", "BEGIN BATCH INSERT INTO log (id) VALUES (1) IF NOT EXISTS; UPDATE log SET level = 1 WHERE id IN (1, 2); APPLY BATCH", "conditional-batch-in-on-partition-key", "conditional-batch-in-on-partition-key"],
  ["S-WR-9", "TRUNCATE log USING TIMEOUT 1500us", "timeout-not-milliseconds", "not-in-version"],
  ["B", "UPDATE log SET level = 1 WHERE id = null", "null-in-key", "null-in-key"],
  ["B", "INSERT INTO log JSON '{\"id\": 1}'", "accept", "accept"],
  ["B", "UPDATE probe SET hist[0] = 1, props['a'] = 2, tags = tags + {'x'} WHERE sid = 1 AND at = 0 AND ch = 1", "unknown", "unknown"],
  ["S-WR-8", "DELETE FROM log WHERE note = 'a'", "partition-key-missing", "partition-key-missing"],
];

describe.each([["lexical", LEXICAL], ["reading", READING], ["functions", FUNCTIONS], ["definition", DEFINITION], ["writing", WRITING]] as const)("%s", (_, rows) => {
  test.each(rows)("%s: %s", (_rule, cql, scylla, cassandra) => expect({ scylla: verdictOf(cql, "scylla"), cassandra: verdictOf(cql, "cassandra-5.0") }).toEqual({ scylla, cassandra }));
});
