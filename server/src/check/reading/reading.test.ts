import { describe as group, expect, test } from "vitest";
import type { Target } from "../../dialect/target";
import { emptySchema } from "../../schema/empty";
import { fold } from "../../schema/fold";
import type { Schema } from "../../schema/model";
import { parseStatement } from "../../syntax/parse";
import { check, checkWithAccess } from "../check";
import type { Judgement, ServerSettings } from "../judgement";
import { describe, MESSAGES } from "../messages/index";
import { READING_MESSAGES } from "../messages/reading";

const DEFINITIONS = [
  "CREATE TABLE readings (sensor int, taken timestamp, channel int, unit text STATIC, value double, note text, PRIMARY KEY (sensor, taken, channel))",
  "CREATE TABLE parcels (depot text, day date, seq int, sub int, weight int, PRIMARY KEY ((depot, day), seq, sub))",
  "CREATE TYPE address (street text, zip int)",
  "CREATE TABLE bags (id int, pos int, tags set<text>, steps list<int>, props map<text, int>, labels frozen<set<text>>, home address, span duration, PRIMARY KEY (id, pos))",
  "CREATE TABLE newest (id int, at timestamp, seq int, body text, PRIMARY KEY (id, at, seq)) WITH CLUSTERING ORDER BY (at DESC, seq ASC)",
  "CREATE TABLE sets (id int, keys frozen<map<int, int>>, v int, PRIMARY KEY (id, keys)) WITH CLUSTERING ORDER BY (keys DESC)",
  "CREATE TABLE labels (name text, n double, PRIMARY KEY (name, n))",
  "CREATE TABLE notes (id int, n int, title text, kind text, score int, PRIMARY KEY (id, n))",
  "CREATE INDEX notes_title ON notes (title)",
  "CREATE INDEX notes_kind ON notes (kind)",
];
const ONLY_FIVE = [
  "CREATE TABLE shelves (id int, n int, kind text, price int, size int, spot vector<float, 3>, PRIMARY KEY (id, n))",
  "CREATE CUSTOM INDEX shelves_price ON shelves (price) USING 'StorageAttachedIndex'",
  "CREATE CUSTOM INDEX shelves_size ON shelves (size) USING 'StorageAttachedIndex'",
  "CREATE CUSTOM INDEX shelves_spot ON shelves (spot) USING 'StorageAttachedIndex'",
  "CREATE TABLE racks (id int, spot vector<float, 2>, n int, spans frozen<map<tuple<int, duration>, int>>, ends frozen<set<tuple<duration, int>>>, lengths frozen<list<tuple<duration, int>>>, PRIMARY KEY ((id, spot), n))",
  "CREATE INDEX racks_spot ON racks (spot) USING 'sai'",
  "CREATE TABLE crates (id int, n int, spot vector<float, 2>, size int, PRIMARY KEY (id, n, spot))",
  "CREATE INDEX crates_spot ON crates (spot) USING 'sai'",
  "CREATE TABLE piles (id int, keys frozen<map<int, int>>, items frozen<list<int>>, spot vector<float, 2>, PRIMARY KEY (id, keys, items, spot)) WITH CLUSTERING ORDER BY (keys DESC, items DESC, spot DESC)",
];

function schemaFor(target: Target, complete: boolean): Schema {
  let schema = emptySchema(target, { complete });
  for (const cql of ["CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}", ...DEFINITIONS, ...(target === "cassandra-5.0" ? ONLY_FIVE : []), "DROP TABLE IF EXISTS gone"]) {
    schema = fold(schema, parseStatement(cql).statement, { keyspace: "shop", uri: "file:///schema.cql", start: 0 });
  }
  return schema;
}

const schemas = new Map<string, Schema>();
function judge(cql: string, target: Target = "cassandra-5.0", options: { readonly complete?: boolean; readonly server?: ServerSettings } = {}): Judgement {
  const complete = options.complete ?? true;
  const key = `${target} ${complete}`;
  const schema = schemas.get(key) ?? schemaFor(target, complete);
  schemas.set(key, schema);
  return check(parseStatement(cql), { schema, keyspace: "shop", target, server: options.server ?? {} });
}

/** `accept`, `unknown`, or the code with the text that it is shown on; what execution refuses carries `(execute)`, a fault of the server `(server)`. */
function verdict(cql: string, target?: Target, options?: { readonly complete?: boolean; readonly server?: ServerSettings }): string {
  const { verdict: outcome, violation } = judge(cql, target, options);
  if (violation === undefined) return outcome;
  const phase = violation.phase === "execute" ? " (execute)" : "";
  const server = violation.errorClass === "server" ? " (server)" : "";
  return `${violation.code}${phase}${server}: ${cql.slice(violation.range.start, violation.range.end)}`;
}

const SELECTS: readonly (readonly [cql: string, expected: string])[] = [
  // Names.
  ["SELECT * FROM nowhere", "unknown-table: nowhere"],
  ["SELECT * FROM elsewhere.t", "unknown-keyspace: elsewhere"],
  ["SELECT sensr FROM readings", "unknown-column: sensr"],
  ["SELECT * FROM readings WHERE sensr = 1", "unknown-column: sensr"],
  ["SELECT value AS v FROM readings WHERE v = 1", "unknown-column: v"],
  ["SELECT * FROM readings WHERE sensor = 1 ORDER BY tken", "unknown-column: tken"],
  // Operators.
  ["SELECT * FROM readings WHERE nope != 1", "not-equal-unsupported: !="],
  ["SELECT * FROM readings WHERE note IS NOT NULL", "is-not-null-outside-view: IS NOT NULL"],
  ["SELECT * FROM bags WHERE tags = {'x'} ALLOW FILTERING", "relation-on-multicell-collection: ="],
  ["SELECT * FROM bags WHERE home = {street: 'a'} ALLOW FILTERING", "relation-on-multicell-type: ="],
  ["SELECT * FROM bags WHERE span > 1h ALLOW FILTERING", "slice-on-duration: >"],
  ["SELECT * FROM bags WHERE span = 1h ALLOW FILTERING", "accept"],
  ["SELECT * FROM readings WHERE note CONTAINS 'a' ALLOW FILTERING", "contains-needs-collection: CONTAINS"],
  ["SELECT * FROM bags WHERE tags CONTAINS KEY 'a' ALLOW FILTERING", "contains-key-needs-map: CONTAINS KEY"],
  ["SELECT * FROM bags WHERE props['a'] > 1 ALLOW FILTERING", "map-entry-operator: >"],
  ["SELECT * FROM bags WHERE steps[0] = 1 ALLOW FILTERING", "list-entry-relation: steps[0]"],
  ["SELECT * FROM bags WHERE tags['a'] = 1 ALLOW FILTERING", "not-a-map: tags['a']"],
  ["SELECT * FROM readings WHERE note LIKE 'a%'", "like-needs-index: LIKE"],
  ["SELECT * FROM sets WHERE id = 1 AND keys CONTAINS 1 ALLOW FILTERING", "contains-needs-collection: CONTAINS"],
  ["SELECT * FROM sets WHERE id = 1 AND keys = {}", "empty-map-in-descending-order (server): {}"],
  ["SELECT * FROM sets WHERE id = 1 AND keys = {1: 2}", "accept"],
  // Several relations on a column.
  ["SELECT * FROM readings WHERE sensor = 1 AND sensor = 2", "equality-not-alone: sensor = 2"],
  ["SELECT * FROM readings WHERE sensor IN (1, 2) AND sensor = 2", "in-not-alone: sensor = 2"],
  ["SELECT * FROM readings WHERE sensor IN (1) AND sensor = 2", "equality-not-alone: sensor = 2"],
  ["SELECT * FROM readings WHERE sensor = 1 AND taken > 1 AND taken >= 2", "duplicate-start-bound: taken >= 2"],
  ["SELECT * FROM readings WHERE sensor = 1 AND taken > 1 AND taken <= 2", "accept"],
  ["SELECT * FROM readings WHERE sensor = 1 AND taken > 1 AND taken = 2", "slice-with-equality: taken = 2"],
  ["SELECT * FROM bags WHERE props CONTAINS 1 AND props CONTAINS KEY 'a' AND props['b'] = 2 ALLOW FILTERING", "accept"],
  ["SELECT * FROM bags WHERE labels CONTAINS 'a' AND labels = {'a'} ALLOW FILTERING", "contains-with-other: labels = {'a'}"],
  // Partition key and token.
  ["SELECT * FROM parcels WHERE depot = 'a'", "partition-key-incomplete: depot = 'a'"],
  ["SELECT * FROM parcels WHERE seq = 1", "partition-key-incomplete: seq = 1"],
  ["SELECT * FROM readings WHERE sensor > 1", "partition-key-needs-equality: sensor > 1"],
  ["SELECT * FROM parcels WHERE depot IN ('a', 'b') AND day = '2020-01-01'", "accept"],
  ["SELECT * FROM parcels WHERE token(depot, day) > 5", "accept"],
  ["SELECT * FROM parcels WHERE token(depot) > 5", "token-needs-all: token(depot)"],
  ["SELECT * FROM parcels WHERE token(day, depot) > 5", "token-order: token(day, depot)"],
  ["SELECT * FROM parcels WHERE token(depot, depot, day) > 5", "token-duplicate: token(depot, depot, day)"],
  ["SELECT * FROM parcels WHERE token(depot, day, seq) > 5", "token-non-key: token(depot, day, seq)"],
  ["SELECT * FROM readings WHERE token(sensor) > 1 AND token(sensor) > 2", "duplicate-start-bound: token(sensor) > 2"],
  ["SELECT * FROM readings WHERE sensor IN (1, 2) AND token(sensor) > 0", "accept"],
  ["SELECT * FROM readings WHERE token(sensor) > 1 AND taken > 1", "filtering-required: taken > 1"],
  // Clustering columns.
  ["SELECT * FROM readings WHERE sensor = 1 AND channel = 2", "clustering-column-skipped: channel = 2"],
  ["SELECT * FROM readings WHERE sensor = 1 AND taken > 1 AND channel = 2", "clustering-column-after-range: channel = 2"],
  ["SELECT * FROM readings WHERE sensor = 1 AND channel = 2 AND taken > 1", "clustering-range-not-last: taken > 1"],
  ["SELECT * FROM readings WHERE sensor = 1 AND channel = 2 ALLOW FILTERING", "accept"],
  ["SELECT * FROM readings WHERE sensor = 1 AND taken IN (1, 2) AND channel > 3", "accept"],
  ["SELECT unit FROM readings WHERE sensor = 1 AND taken = 1", "clustering-with-static-only: taken = 1"],
  // Tuples.
  ["SELECT * FROM readings WHERE sensor = 1 AND (taken, channel) > (1, 2) AND taken < 9", "accept"],
  ["SELECT * FROM readings WHERE sensor = 1 AND (taken, channel) > (1, 2) AND channel < 9", "slices-start-differently: channel < 9"],
  ["SELECT * FROM readings WHERE (sensor, taken) > (1, 2)", "tuple-non-clustering: sensor"],
  ["SELECT * FROM readings WHERE sensor = 1 AND (channel, taken) = (1, 2)", "tuple-order: (channel, taken)"],
  ["SELECT * FROM readings WHERE sensor = 1 AND (taken, taken) = (1, 2)", "tuple-duplicate: taken"],
  ["SELECT * FROM readings WHERE sensor = 1 AND (taken, channel) = (1)", "tuple-arity: (1)"],
  ["SELECT * FROM parcels WHERE depot = 'a' AND day = '2020-01-01' AND (sub) > (1)", "clustering-column-skipped: (sub) > (1)"],
  ["SELECT * FROM parcels WHERE depot = 'a' AND day = '2020-01-01' AND (sub) > (1) ALLOW FILTERING", "tuple-slice-in-filter (execute): (sub) > (1)"],
  // Columns outside the key, and indexes.
  ["SELECT * FROM readings WHERE note = 'a'", "filtering-required: note = 'a'"],
  ["SELECT * FROM readings WHERE sensor = 1 AND taken = 1 AND channel = 1 AND value = 2", "filtering-required: value = 2"],
  ["SELECT * FROM notes WHERE title = 'a'", "accept"],
  ["SELECT * FROM notes WHERE id = 1 AND n = 2 AND title = 'a'", "accept"],
  ["SELECT * FROM notes WHERE title > 'a'", "filtering-required: title > 'a'"],
  ["SELECT * FROM notes WHERE title = 'a' AND score = 1", "filtering-required: score = 1"],
  ["SELECT * FROM notes WHERE title = 'a' AND kind = 'b'", "filtering-required: kind = 'b'"],
  ["SELECT * FROM notes WHERE id IN (1, 2) AND title = 'a' ALLOW FILTERING", "index-with-key-in: id IN (1, 2)"],
  ["SELECT * FROM notes WHERE id IN (1) AND title = 'a'", "accept"],
  ["SELECT * FROM notes WHERE expr(notes_title, 'a')", "expr-index-not-custom: notes_title"],
  ["SELECT * FROM notes WHERE expr(nothing, 'a')", "expr-index-unknown: nothing"],
  ["SELECT * FROM shelves WHERE price > 1 AND size = 2", "accept"],
  ["SELECT * FROM shelves WHERE price > 1 AND kind = 'x'", "filtering-required: kind = 'x'"],
  ["SELECT * FROM shelves WHERE spot = [1, 2, 3]", "vector-index-ann-only: spot = [1, 2, 3]"],
  // A vector's index on a key column.
  ["SELECT * FROM racks WHERE spot = [1, 2] ALLOW FILTERING", "vector-index-ann-only (execute): spot = [1, 2]"],
  ["SELECT * FROM racks WHERE spot = [1, 2] AND id = 1", "accept"],
  ["SELECT * FROM racks WHERE spot > [1, 2] ALLOW FILTERING", "accept"],
  // Durations in sets and in the keys of maps are not seen.
  ["SELECT * FROM racks WHERE spans < {} ALLOW FILTERING", "accept"],
  ["SELECT * FROM racks WHERE ends < {} ALLOW FILTERING", "accept"],
  ["SELECT * FROM racks WHERE lengths < [] ALLOW FILTERING", "slice-on-duration: <"],
  ["SELECT * FROM crates WHERE id = 1 AND n = 1 AND spot = [1, 2]", "accept"],
  ["SELECT * FROM crates WHERE id = 1 AND spot = [1, 2]", "vector-index-ann-only (execute): spot = [1, 2]"],
  ["SELECT * FROM crates WHERE id = 1 AND spot = [1, 2] LIMIT 1000", "vector-index-ann-only (execute) (server): spot = [1, 2]"],
  ["SELECT count(*) FROM crates WHERE spot = [1, 2] LIMIT 3", "vector-index-ann-only (execute): spot = [1, 2]"],
  ["SELECT * FROM crates WHERE spot IN ([1, 2], [2, 1]) ALLOW FILTERING", "accept"],
  ["SELECT * FROM crates WHERE spot > [1, 2] ALLOW FILTERING", "accept"],
  ["SELECT * FROM crates WHERE spot = [1, 2] ORDER BY spot ANN OF [1, 2] LIMIT 3", "accept"],
  // What is taken apart is not seen in descending order.
  ["SELECT map_keys(keys) FROM piles", "argument-type-mismatch: keys"],
  ["SELECT collection_count(items) FROM piles", "argument-type-mismatch: items"],
  ["SELECT similarity_cosine([1, 2], spot) FROM piles", "argument-type-mismatch: spot"],
  ["SELECT mask_replace(items, [1]) FROM piles", "argument-type-mismatch: [1]"],
  ["SELECT map_keys(max(keys)), collection_count((frozen<list<int>>) items), mask_replace(items, null), min(spot) FROM piles", "accept"],
  // Slices that name no row.
  ["SELECT * FROM readings WHERE sensor IN (1, 2) AND taken > 1 AND taken < 2 ORDER BY taken", "order-by-in-paging (execute): ORDER BY taken"],
  // Null lies before every value in the order of the rows, whichever that is: a range that ends there holds none.
  ["SELECT * FROM readings WHERE sensor IN (1, 2) AND taken > null AND taken < 2 ORDER BY taken", "order-by-in-paging (execute): ORDER BY taken"],
  ["SELECT * FROM readings WHERE sensor IN (1, 2) AND taken > 1 AND taken < null ORDER BY taken", "accept"],
  ["SELECT * FROM newest WHERE id IN (1, 2) AND at > null AND at < 2 ORDER BY at DESC", "accept"],
  ["SELECT * FROM newest WHERE id IN (1, 2) AND at > 1 AND at < null ORDER BY at DESC", "order-by-in-paging (execute): ORDER BY at DESC"],
  ["SELECT * FROM readings WHERE sensor IN (1, 2) AND taken > 1 AND taken <= 1 ORDER BY taken", "accept"],
  ["SELECT * FROM readings WHERE sensor IN (1, 2) AND taken = 1 AND channel > 1 AND channel < null ORDER BY taken", "accept"],
  ["SELECT * FROM readings WHERE sensor IN (1, 2) AND (taken, channel) > (1, 2) AND (taken, channel) < (1, 2) ORDER BY taken", "accept"],
  ["SELECT * FROM readings WHERE sensor IN (1, 2) AND taken > toTimestamp(now()) AND taken < '2024-01-01' ORDER BY taken", "unknown"],
  ["SELECT * FROM labels WHERE name = '' AND n IN ()", "accept"],
  ["SELECT * FROM labels WHERE name = '' AND n > 2 AND n < 1", "accept"],
  ["SELECT * FROM labels WHERE name = '' AND n > -1 AND n < 1", "empty-partition-key (execute): ''"],
  ["SELECT * FROM labels WHERE name = '' AND n = null", "null-in-key (execute): null"],
  ["SELECT * FROM labels WHERE name = null AND n IN ()", "null-in-key (execute): null"],
  // A token beside the whole key may leave none of the keys.
  ["SELECT * FROM labels WHERE name = 'a' AND token(name) > 5 AND n = null", "unknown"],
  ["SELECT * FROM labels WHERE name = 'a' AND token(name) > 5 AND n = 1", "accept"],
  ["SELECT * FROM labels WHERE name = null AND token(name) > 5", "null-in-key (execute): null"],
  ["SELECT * FROM labels WHERE name = 'a' AND token(name) > null AND n = null", "null-token (execute) (server): null"],
  // ANN.
  ["SELECT * FROM shelves ORDER BY spot ANN OF [1, 2, 3] LIMIT 5", "accept"],
  ["SELECT * FROM shelves ORDER BY spot ANN OF [1, 2, 3]", "ann-needs-limit (execute): spot ANN OF [1, 2, 3]"],
  ["SELECT * FROM shelves ORDER BY spot ANN OF [1, 2, 3] DESC LIMIT 5", "ann-desc: spot ANN OF [1, 2, 3] DESC"],
  ["SELECT * FROM shelves ORDER BY spot ANN OF [1, 2, 3], n LIMIT 5", "ann-with-other: n"],
  ["SELECT * FROM shelves ORDER BY spot ANN OF [1, 2, 3] LIMIT 1001", "ann-limit-too-big (execute): LIMIT 1001"],
  ["SELECT * FROM shelves WHERE kind = 'x' ORDER BY spot ANN OF [1, 2, 3] LIMIT 5 ALLOW FILTERING", "ann-filter-not-indexed: kind = 'x'"],
  ["SELECT count(*) FROM shelves ORDER BY spot ANN OF [1, 2, 3] LIMIT 5", "ann-with-aggregate (execute): spot ANN OF [1, 2, 3]"],
  // ORDER BY.
  ["SELECT * FROM readings ORDER BY taken", "order-by-without-partition: ORDER BY taken"],
  ["SELECT * FROM readings WHERE sensor = 1 ORDER BY value", "order-by-not-clustering: value"],
  ["SELECT * FROM readings WHERE sensor = 1 ORDER BY channel", "order-by-skips-column: channel"],
  ["SELECT * FROM readings WHERE sensor = 1 AND taken = 1 ORDER BY channel", "accept"],
  ["SELECT * FROM readings WHERE sensor = 1 ORDER BY taken ASC, channel DESC", "order-by-direction: channel DESC"],
  ["SELECT * FROM newest WHERE id = 1 ORDER BY at DESC, seq ASC", "accept"],
  ["SELECT * FROM newest WHERE id = 1 ORDER BY at, seq", "order-by-direction: seq"],
  ["SELECT * FROM readings WHERE sensor = 1 AND taken = 1 ORDER BY channel, taken", "order-by-out-of-order (server): taken"],
  ["SELECT * FROM readings WHERE sensor IN (1, 2) ORDER BY taken LIMIT 5", "order-by-in-paging (execute): ORDER BY taken"],
  ["SELECT * FROM readings WHERE sensor IN (1, 2) AND taken = currentTimestamp() ORDER BY taken", "unknown"],
  ["SELECT * FROM readings WHERE sensor IN () ORDER BY taken", "accept"],
  ["SELECT count(*) FROM readings WHERE sensor IN () ORDER BY taken", "order-by-in-paging (execute): ORDER BY taken"],
  ["SELECT * FROM notes WHERE id = 1 AND title = 'a' ORDER BY n", "order-by-with-index: ORDER BY n"],
  // GROUP BY, DISTINCT, limits.
  ["SELECT value FROM readings GROUP BY value", "group-by-not-key: value"],
  ["SELECT sensor FROM readings GROUP BY sensor, channel", "group-by-not-prefix: channel"],
  ["SELECT depot FROM parcels GROUP BY depot", "group-by-partial-partition-key: GROUP BY depot"],
  ["SELECT sensor, count(*) FROM readings GROUP BY sensor, taken", "accept"],
  ["SELECT DISTINCT sensor FROM readings GROUP BY sensor, taken", "group-by-distinct-clustering: GROUP BY sensor, taken"],
  ["SELECT DISTINCT sensor, taken FROM readings", "distinct-non-key: taken"],
  ["SELECT DISTINCT sensor FROM readings WHERE sensor = 1 AND taken = 1", "distinct-restriction: taken = 1"],
  ["SELECT DISTINCT depot FROM parcels", "distinct-missing-partition-key: DISTINCT"],
  ["SELECT DISTINCT sensor, unit FROM readings WHERE unit = 'C' ALLOW FILTERING", "accept"],
  ["SELECT DISTINCT sensor FROM readings PER PARTITION LIMIT 1", "per-partition-limit-with-distinct: PER PARTITION LIMIT 1"],
  ["SELECT count(*) FROM readings PER PARTITION LIMIT 1", "per-partition-limit-with-aggregate: PER PARTITION LIMIT 1"],
  ["SELECT * FROM readings LIMIT 3000000000", "limit-not-int: 3000000000"],
  ["SELECT * FROM readings LIMIT 0", "limit-not-positive (execute): 0"],
  // Values that only execution looks at; with markers a statement is judged as far as PREPARE goes.
  ["SELECT * FROM readings WHERE sensor = null", "null-in-key (execute): null"],
  ["SELECT * FROM readings WHERE sensor = null AND taken = ?", "accept"],
  ["SELECT * FROM readings WHERE sensor = 1 AND taken IN () AND channel = null", "accept"],
  ["SELECT * FROM readings WHERE sensor = 1 AND taken = null AND channel IN ()", "null-in-key (execute): null"],
  ["SELECT * FROM readings WHERE sensor = 1 AND taken > null", "accept"],
  ["SELECT * FROM readings WHERE sensor = 1 AND (taken, channel) > (1, null)", "null-in-tuple (execute): null"],
  ["SELECT * FROM readings WHERE note = null ALLOW FILTERING", "null-in-filter (execute): null"],
  ["SELECT * FROM bags WHERE props['a'] = null ALLOW FILTERING", "null-map-value (execute): null"],
];

test.each(SELECTS)("5.0: %s", (cql, expected) => {
  expect(verdict(cql)).toBe(expected);
});

const BY_VERSION: readonly (readonly [cql: string, four: string, fourOne: string, five: string])[] = [
  ["SELECT * FROM readings WHERE note IN ('a', 'b') ALLOW FILTERING", "in-on-non-key: IN", "accept", "accept"],
  ["SELECT * FROM readings WHERE note IN ('a') ALLOW FILTERING", "accept", "accept", "accept"],
  ["SELECT * FROM parcels WHERE depot IN ('a', 'b') ALLOW FILTERING", "in-with-filtering: depot IN ('a', 'b')", "accept", "accept"],
  ["SELECT * FROM readings WHERE sensor = 1 AND channel IN (1, 2) ALLOW FILTERING", "in-in-filter (execute): channel IN (1, 2)", "accept", "accept"],
  ["SELECT * FROM system_views.settings WHERE value = 'x'", "filtering-required: value = 'x'", "filtering-required: value = 'x'", "accept"],
];

test.each(BY_VERSION)("4.0, 4.1 and 5.0: %s", (cql, four, fourOne, five) => {
  expect([verdict(cql, "cassandra-4.0"), verdict(cql, "cassandra-4.1"), verdict(cql)]).toEqual([four, fourOne, five]);
});

const WRITES: readonly (readonly [cql: string, expected: string])[] = [
  ["DELETE FROM bags WHERE id = 1 AND tags CONTAINS 'x'", "operator-in-write: CONTAINS"],
  ["DELETE FROM bags WHERE id = 'x' AND tags CONTAINS 'x'", "type-mismatch: 'x'"],
  ["DELETE FROM bags WHERE tags CONTAINS 'x' AND nope = 1", "operator-in-write: CONTAINS"],
  ["DELETE FROM notes WHERE id = 1 AND expr(notes_title, 'x')", "expr-in-write: expr(notes_title, 'x')"],
  ["DELETE FROM notes WHERE nope = 1 AND expr(notes_title, 'x')", "expr-in-write: expr(notes_title, 'x')"],
  ["DELETE FROM readings WHERE token(sensor) = 1", "token-in-write: token(sensor) = 1"],
  ["DELETE FROM parcels WHERE depot = 'a'", "partition-key-missing: WHERE depot = 'a'"],
  ["DELETE FROM readings WHERE sensor > 1", "partition-key-range-in-write: sensor > 1"],
  ["UPDATE readings SET value = 1 WHERE sensor = 1 AND taken = 1 AND channel > 1", "clustering-range-in-write: channel > 1"],
  ["UPDATE readings SET value = 1 WHERE sensor = 1", "clustering-column-missing: WHERE sensor = 1"],
  ["DELETE unit FROM readings WHERE sensor = 1 AND taken = 1", "clustering-with-static-write: taken = 1"],
  ["DELETE FROM readings WHERE sensor = 1 AND channel = 2", "clustering-column-skipped: channel = 2"],
  ["DELETE FROM readings WHERE sensor = 1 AND value = 2", "non-key-in-write-where: value = 2"],
  ["DELETE FROM readings WHERE sensor = null AND taken = 1 AND channel = 1", "null-in-key (execute): null"],
  ["UPDATE readings SET nope = 1 WHERE sensor = 1", "unknown-column: nope"],
];

test.each(WRITES)("writes: %s", (cql, expected) => {
  expect(verdict(cql)).toBe(expected);
});

const SCYLLA: readonly (readonly [cql: string, expected: string])[] = [
  ["SELECT * FROM readings WHERE sensor = 1 AND sensor = 2", "accept"],
  ["SELECT * FROM readings WHERE sensor = 1 AND (taken, channel) > (1, 2) AND taken < 9", "mixed-tuple-single: (taken, channel) > (1, 2)"],
  ["SELECT * FROM readings WHERE sensor = 1 AND token(sensor) > 0", "token-with-key: token(sensor) > 0"],
  ["SELECT * FROM readings WHERE sensor > 1", "partition-key-needs-equality: sensor > 1"],
  ["SELECT * FROM readings WHERE note LIKE '%a%' ALLOW FILTERING", "accept"],
  ["SELECT * FROM readings WHERE channel LIKE 'a' ALLOW FILTERING", "like-needs-string: LIKE"],
  ["SELECT * FROM bags WHERE steps[0] = 1 ALLOW FILTERING", "accept"],
  ["SELECT * FROM readings WHERE note = 'a'", "filtering-required: note = 'a'"],
  ["SELECT * FROM notes WHERE id = 1 AND n = 2 AND title = 'a'", "accept"],
  ["SELECT * FROM notes WHERE id IN (1, 2) AND title = 'a'", "filtering-required: title = 'a'"],
  ["SELECT * FROM readings WHERE sensor = 1 AND channel = 2", "clustering-column-skipped: channel = 2"],
  ["SELECT DISTINCT sensor FROM readings WHERE unit = 'C' ALLOW FILTERING", "distinct-restriction: unit = 'C'"],
];

test.each(SCYLLA)("scylla: %s", (cql, expected) => {
  expect(verdict(cql, "scylla")).toBe(expected);
});

test("scylla accepts clustering columns without a partition key with a warning, unless it is strict", () => {
  const cql = "SELECT * FROM readings WHERE taken = 1";
  expect(judge(cql, "scylla").warnings.map(({ code }) => code)).toEqual(["filtering-required"]);
  expect(verdict(cql, "scylla", { server: { strict_allow_filtering: "true" } })).toBe("filtering-required: taken = 1");
  expect(judge(cql, "scylla", { server: { strict_allow_filtering: "false" } }).warnings).toEqual([]);
});

group("names in a project that is not complete", () => {
  test.each([
    ["SELECT * FROM elsewhere.t", undefined],
    ["SELECT * FROM notes WHERE expr(notes_titel, 'a')", { code: "unknown-index", name: "notes_titel", nearest: "notes_title" }],
    ["SELECT * FROM redings", { code: "unknown-table", name: "redings", nearest: "readings" }],
  ])("%s", (cql, unknownName) => {
    const { verdict: outcome, unjudged } = judge(cql, "cassandra-5.0", { complete: false });
    expect(outcome).toBe("unknown");
    if (unknownName === undefined) expect(unjudged?.unknownName).toBeUndefined();
    else expect(unjudged?.unknownName).toMatchObject(unknownName);
  });

  test("a column that the known table lacks is an error all the same", () => {
    expect(verdict("SELECT nope FROM readings", "cassandra-5.0", { complete: false })).toBe("unknown-column: nope");
  });
});

group("guardrails", () => {
  test.each<readonly [string, ServerSettings, Target, string]>([
    ["SELECT * FROM readings WHERE value = 1 ALLOW FILTERING", { allow_filtering_enabled: false }, "cassandra-5.0", "guardrail-allow-filtering: ALLOW FILTERING"],
    ["SELECT * FROM readings WHERE value = 1 ALLOW FILTERING", { allow_filtering_enabled: false }, "cassandra-4.0", "accept"],
    ["SELECT sensor FROM readings GROUP BY sensor", { group_by_enabled: false }, "cassandra-4.1", "guardrail-group-by: GROUP BY sensor"],
    ["SELECT * FROM notes WHERE title = 'a'", { non_partition_restricted_index_query_enabled: false }, "cassandra-5.0", "guardrail-index-without-partition-key (execute): WHERE title = 'a'"],
    ["SELECT * FROM readings WHERE sensor IN (1, 2, 3)", { partition_keys_in_select_fail_threshold: 2 }, "cassandra-5.0", "guardrail-partition-keys-in-select (execute): WHERE sensor IN (1, 2, 3)"],
    ["SELECT * FROM readings WHERE sensor IN (1, 2, 3)", { partition_keys_in_select_fail_threshold: 3 }, "cassandra-5.0", "accept"],
    ["SELECT * FROM readings WHERE sensor = 1 AND taken IN (1, 2) AND channel IN (1, 1)", { in_select_cartesian_product_fail_threshold: 3 }, "cassandra-5.0", "guardrail-cartesian-product (execute): WHERE sensor = 1 AND taken IN (1, 2) AND channel IN (1, 1)"],
  ])("%s", (cql, server, target, expected) => {
    expect(verdict(cql, target, { server })).toBe(expected);
  });
});

test("further mistakes are those that are sure and sit elsewhere", () => {
  const { violation, further } = judge("SELECT * FROM readings WHERE sensr = 1 AND sensor = 1 AND notes = 'a' ORDER BY tken");
  expect([...(violation === undefined ? [] : [violation]), ...further].map(({ code, data }) => `${code} ${String(data.column)}`)).toEqual(["unknown-column tken", "unknown-column sensr", "unknown-column notes"]);
});

test("a refusal points to the definitions that explain it", () => {
  const { violation } = judge("SELECT * FROM parcels WHERE depot = 'a'");
  expect(violation?.related?.map(({ note }) => note)).toEqual(["parcels is defined here", "day is a partition key column"]);
  expect(violation?.data).toMatchObject({ table: "parcels", missing: ["day"], given: ["depot"] });
});

group("how accepted statements run", () => {
  const point = { bounds: "point", reversed: false };
  test.each<readonly [string, object]>([
    ["SELECT * FROM readings", { routing: "full-scan", filtering: [] }],
    ["SELECT * FROM readings WHERE token(sensor) > 1", { routing: "token-range", filtering: [] }],
    ["SELECT * FROM readings WHERE sensor = 1", { routing: "single-partition", partitions: { min: 1, max: 1 }, slice: { columns: [], bounds: "all", reversed: false }, filtering: [], order: "clustering" }],
    ["SELECT * FROM readings WHERE sensor = 1 AND taken = 1 AND channel = 2", { routing: "single-partition", partitions: { min: 1, max: 1 }, slice: { columns: ["taken", "channel"], ...point }, filtering: [] }],
    ["SELECT * FROM readings WHERE sensor = 1 AND taken > 1 ORDER BY taken DESC", { routing: "single-partition", partitions: { min: 1, max: 1 }, slice: { columns: ["taken"], bounds: "range", reversed: true }, filtering: [], order: "reversed" }],
    ["SELECT * FROM parcels WHERE depot IN ('a', 'b', 'a') AND day IN ('2020-01-01', '2020-01-02')", { routing: "multi-partition", partitions: { min: 4, max: 4 }, slice: { columns: [], bounds: "all", reversed: false }, filtering: [] }],
    ["SELECT * FROM readings WHERE sensor IN ?", { routing: "multi-partition", partitions: { min: 1 }, slice: { columns: [], bounds: "all", reversed: false }, filtering: [] }],
    ["SELECT * FROM readings WHERE sensor IN (?, ?, 3) AND taken IN (1, 2)", { routing: "multi-partition", partitions: { min: 1, max: 3 }, slice: { columns: ["taken"], bounds: "points", reversed: false }, filtering: [] }],
    ["SELECT * FROM readings WHERE sensor = 1 AND channel = 2 AND value > 3 ALLOW FILTERING", { routing: "single-partition", partitions: { min: 1, max: 1 }, slice: { columns: [], bounds: "all", reversed: false }, filtering: ["channel", "value"], order: "clustering" }],
    ["SELECT * FROM readings WHERE taken = 1 ALLOW FILTERING", { routing: "full-scan", filtering: ["taken"] }],
    ["SELECT * FROM notes WHERE title = 'a' AND score = 1 ALLOW FILTERING", { routing: "index", index: { index: { name: "notes_title" }, replicas: "all" }, filtering: ["score"] }],
    ["SELECT * FROM notes WHERE id = 1 AND title = 'a'", { routing: "single-partition", partitions: { min: 1, max: 1 }, index: { index: { name: "notes_title" }, replicas: "some" }, filtering: [] }],
    ["SELECT * FROM shelves ORDER BY spot ANN OF [1, 2, 3] LIMIT 5", { routing: "index", index: { index: { name: "shelves_spot" }, replicas: "all" }, filtering: [], order: "ann" }],
  ])("%s", (cql, expected) => {
    const { judgement, access } = checkWithAccess(parseStatement(cql), { schema: schemaFor("cassandra-5.0", true), keyspace: "shop", target: "cassandra-5.0", server: {} });
    expect(judgement.verdict).toBe("accept");
    expect(access).toMatchObject(expected);
    expect(Object.entries(access ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name])).sort()).toEqual(Object.keys(expected).sort());
  });
});

test("every code has words, and says them without gaps", () => {
  for (const [cql] of [...SELECTS, ...WRITES]) {
    const { violation } = judge(cql);
    if (violation === undefined) continue;
    expect(MESSAGES[violation.code], violation.code).toBeDefined();
    const { message, why } = describe(violation);
    expect(message).not.toMatch(/undefined| \(\)|: :|  /);
    expect(why).not.toBe("");
  }
  expect(Object.keys(READING_MESSAGES).every((code) => /^[a-z]+(-[a-z]+)*$/.test(code))).toBe(true);
});
