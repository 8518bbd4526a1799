import { expect, test } from "vitest";
import type { Target } from "../../dialect/target";
import { emptySchema } from "../../schema/empty";
import { fold } from "../../schema/fold";
import type { Schema } from "../../schema/model";
import { parseStatement } from "../../syntax/parse";
import { check, checkWithAccess } from "../check";
import type { ServerSettings } from "../judgement";
import { describe } from "../messages/index";
import { WRITING_MESSAGES } from "../messages/writing";

const DEFINITIONS = [
  "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
  "CREATE TABLE orders (customer int, id int, status text, total int, due date, region text STATIC, lines list<int> STATIC, PRIMARY KEY (customer, id))",
  "CREATE TABLE plain (k text PRIMARY KEY, v int)",
  "CREATE TABLE pairs (a text, b text, c text, d text, v text, PRIMARY KEY ((a, b), c, d))",
  "CREATE INDEX pairs_v ON pairs (v)",
  "CREATE TABLE events (a int, b timeuuid, c int, v int, PRIMARY KEY (a, b, c))",
  "CREATE TYPE size (width int, height int)",
  "CREATE TABLE parcels (id int PRIMARY KEY, weight int, tags set<text>, steps list<int>, props map<text, int>, labels frozen<list<text>>, box size, packed frozen<size>, pair tuple<int, text>, span duration)",
  "CREATE TABLE visits (page text PRIMARY KEY, hits counter)",
  "CREATE TABLE brief (k int PRIMARY KEY, v int) WITH default_time_to_live = 630720000",
  "CREATE TABLE old (id int, name text, value int, PRIMARY KEY (id, name)) WITH COMPACT STORAGE",
  "CREATE TABLE older (id int PRIMARY KEY, value int) WITH COMPACT STORAGE",
  "CREATE TABLE shapes (id int PRIMARY KEY, v vector<float, 2>, w vector<float, 2>)",
  "CREATE INDEX shapes_v ON shapes (v) USING 'sai'",
  "CREATE INDEX shapes_w ON shapes (w) USING 'sai' WITH OPTIONS = {'similarity_function': 'euclidean'}",
  "CREATE TABLE places (id int, v vector<float, 2>, name text, tags list<text>, region text STATIC, PRIMARY KEY (id, v)) WITH CLUSTERING ORDER BY (v DESC)",
  "CREATE INDEX places_v ON places (v) USING 'sai'",
  "CREATE TABLE latest (id int, at bigint, n int, v int, PRIMARY KEY (id, at, n)) WITH CLUSTERING ORDER BY (at DESC, n ASC)",
  "CREATE MATERIALIZED VIEW by_status AS SELECT * FROM orders WHERE status IS NOT NULL AND customer IS NOT NULL AND id IS NOT NULL PRIMARY KEY (status, customer, id)",
];

const schemas = new Map<Target, Schema>();
function schemaFor(target: Target): Schema {
  let schema = schemas.get(target);
  if (schema === undefined) {
    schema = emptySchema(target, { complete: true });
    for (const cql of DEFINITIONS) schema = fold(schema, parseStatement(cql).statement, { keyspace: "shop", uri: "file:///schema.cql", start: 0 });
    schemas.set(target, schema);
  }
  return schema;
}

/** `accept`, `unknown`, or the code with the text that it is shown on; what execution refuses carries `(execute)`, a fault of the server `(server)`. */
function verdict(cql: string, target: Target = "cassandra-5.0", server: ServerSettings = {}): string {
  const { verdict: outcome, violation } = check(parseStatement(cql), { schema: schemaFor(target), keyspace: "shop", target, server });
  if (violation === undefined) return outcome;
  expect(describe(violation).message).not.toMatch(/undefined|NaN/);
  const phase = violation.phase === "execute" ? " (execute)" : "";
  const fault = violation.errorClass === "server" ? " (server)" : "";
  return `${violation.code}${phase}${fault}: ${cql.slice(violation.range.start, violation.range.end)}`;
}

type Rows = readonly (readonly [cql: string, expected: string, target?: Target, server?: ServerSettings])[];

const INSERTS: Rows = [
  ["INSERT INTO orders (customer, id, total) VALUES (7, 1, 5)", "accept"],
  ["INSERT INTO orders (customer, id, total) VALUES (?, ?, ?) USING TTL ? AND TIMESTAMP ?", "accept"],
  ["INSERT INTO visits (page, hits) VALUES ('home', 1)", "insert-into-counter-table: visits"],
  ["INSERT INTO visits JSON '{}'", "insert-into-counter-table: visits"],
  ["INSERT INTO orders (customer, id) VALUES (7)", "insert-value-count: id"],
  ["INSERT INTO orders (customer) VALUES (7, 1)", "insert-value-count: 1"],
  ["INSERT INTO orders (customer, id, id) VALUES (7, 1, 2)", "insert-column-twice: id"],
  ["INSERT INTO orders (customer, id, colour) VALUES (7, 1, 2)", "unknown-column: colour"],
  ["INSERT INTO orders (id, total) VALUES (1, 5)", "partition-key-missing: orders"],
  ["INSERT INTO orders (customer, total) VALUES (7, 5)", "clustering-column-missing: orders"],
  ["INSERT INTO orders (customer) VALUES (7)", "clustering-column-missing: orders"],
  ["INSERT INTO orders (customer, region) VALUES (7, 'north')", "accept"],
  ["INSERT INTO orders (customer, region, total) VALUES (7, 'north', 5)", "clustering-column-missing: orders"],
  // Values outside the key are looked at before those of the key.
  ["INSERT INTO orders (customer, id, total) VALUES ('x', 1, 'y')", "type-mismatch: 'y'"],
  ["INSERT INTO orders (customer, id) VALUES (null, 1)", "null-in-key (execute): null"],
  ["INSERT INTO orders (customer, id) VALUES (7, null)", "null-in-key (execute): null"],
  ["INSERT INTO plain (k) VALUES ('')", "empty-partition-key (execute): ''"],
  ["INSERT INTO plain (k, v) VALUES ('', 1) IF NOT EXISTS", "empty-partition-key (execute): ''"],
  ["INSERT INTO pairs (a, b, c, d) VALUES ('', '', '', '')", "accept"],
  ["INSERT INTO parcels (id, box) VALUES (1, (1, 2))", "tuple-for-user-type (execute) (server): (1, 2)"],
  ["INSERT INTO old (id, name) VALUES (1, 'a')", "compact-value-missing (execute): old"],
  ["INSERT INTO old (id, name, value) VALUES (1, '', 5)", "empty-compact-clustering (execute): ''"],
  ["UPDATE old SET value = 5 WHERE id = 1 AND name = ''", "empty-compact-clustering (execute): ''"],
  ["INSERT INTO older (id) VALUES (1)", "compact-value-missing: older"],
  ["INSERT INTO older (id, value) VALUES (1, 5)", "accept"],
  [`INSERT INTO older JSON '{"id": 1}'`, `json-into-compact-table: '{"id": 1}'`],
  ["DELETE FROM older WHERE id = 1 IF EXISTS", "conditional-delete-key-incomplete: WHERE id = 1"],
  ["INSERT INTO orders (customer, id) VALUES (7, 1) IF NOT EXISTS USING TTL 5", "accept"],
  ["INSERT INTO orders (customer, id) VALUES (7, 1) IF NOT EXISTS USING TIMESTAMP 5", "timestamp-with-condition: TIMESTAMP 5"],
  ["INSERT INTO by_status (status, customer, id) VALUES ('new', 7, 1)", "write-to-view: by_status"],
  // JSON.
  [`INSERT INTO orders JSON '{"CUSTOMER": "7", "id": 1}'`, "accept"],
  ["INSERT INTO orders JSON ?", "accept"],
  ["INSERT INTO orders JSON '[1]'", "json-not-object: '[1]'"],
  ["INSERT INTO orders JSON 'x'", "json-not-object: 'x'"],
  [`INSERT INTO plain JSON '{"k": "a", "zz": 1}'`, `json-unknown-column: '{"k": "a", "zz": 1}'`],
  [`INSERT INTO plain JSON '{"k": "a", "v": "x"}'`, `json-value-mismatch: '{"k": "a", "v": "x"}'`],
  [`INSERT INTO plain JSON '{"v": 1}'`, `json-key-missing (execute): '{"v": 1}'`],
  [`INSERT INTO plain JSON '{"k": ""}'`, `empty-partition-key (execute): '{"k": ""}'`],
];

const UPDATES: Rows = [
  ["UPDATE orders SET total = 5 WHERE customer = 7 AND id = 1", "accept"],
  ["UPDATE orders SET id = 2 WHERE customer = 7", "key-column-assigned: id"],
  ["UPDATE visits SET hits = 5 WHERE page = 'a'", "counter-assigned: 5"],
  ["UPDATE visits SET hits += 5 WHERE page = 'a'", "accept"],
  ["UPDATE visits SET hits = hits + null WHERE page = 'a'", "null-for-counter: null"],
  ["UPDATE visits SET hits = hits - -9223372036854775808 WHERE page = 'a'", "counter-decrement-overflow (execute): -9223372036854775808"],
  ["UPDATE orders SET total = total + 1 WHERE customer = 7 AND id = 1", "addition-to-non-counter: total = total + 1"],
  ["UPDATE orders SET total = total + 1 WHERE customer = 7 AND id = 1 IF EXISTS", "accept"],
  ["UPDATE orders SET total = total + 1 WHERE customer = 7 AND id = 1 IF EXISTS", "addition-to-non-counter: total = total + 1", "cassandra-4.0"],
  ["UPDATE orders SET total = total - 1 WHERE customer = 7 AND id = 1 IF EXISTS", "subtraction-from-non-counter: total = total - 1"],
  ["UPDATE orders SET total = total - 1 WHERE customer = 7 AND id = 1 IF EXISTS", "accept", "scylla"],
  ["UPDATE orders SET due = due + '2024-05-06' WHERE customer = 7 AND id = 1 IF EXISTS", "addition-to-unaddable-type: due = due + '2024-05-06'"],
  ["UPDATE parcels SET pair = pair + (1, 'a') WHERE id = 1", "addition-to-tuple: pair = pair + (1, 'a')"],
  ["UPDATE parcels SET labels = labels + ['a'] WHERE id = 1", "frozen-collection-changed: labels = labels + ['a']"],
  ["UPDATE parcels SET labels[0] = 'a' WHERE id = 1", "frozen-collection-changed: labels[0"],
  ["UPDATE parcels SET labels = ['a'] + labels WHERE id = 1", "frozen-collection-changed: labels = ['a'] + labels"],
  ["UPDATE parcels SET tags = {'a'} + tags WHERE id = 1", "prepend-to-non-list: tags = {'a'} + tags"],
  ["UPDATE parcels SET steps = [1] + steps, tags = tags - {'a'}, props = props + {'a': 1} WHERE id = 1", "accept"],
  ["UPDATE parcels SET props = props - {'a'} WHERE id = 1", "accept"],
  ["UPDATE parcels SET props = props - {'a': 1} WHERE id = 1", "map-subtraction-needs-set: {'a': 1}"],
  ["UPDATE parcels SET tags['a'] = 'b' WHERE id = 1", "element-of-set: tags['a'"],
  ["UPDATE parcels SET weight[0] = 1 WHERE id = 1", "element-of-non-collection: weight[0"],
  ["UPDATE parcels SET props['a'] = 1, box.width = 2 WHERE id = 1", "accept"],
  ["UPDATE parcels SET props[null] = 1 WHERE id = 1", "null-map-key (execute): null"],
  ["UPDATE parcels SET steps['x'] = 1 WHERE id = 1", "type-mismatch: 'x'"],
  ["UPDATE parcels SET steps[null] = 1 WHERE id = 1", "null-list-index (execute): null"],
  ["UPDATE parcels SET steps[-1] = 1 WHERE id = 1", "list-index-negative (execute): -1"],
  // The list is not known.
  ["UPDATE parcels SET steps[0] = 1 WHERE id = 1", "unknown"],
  ["UPDATE parcels SET steps[?] = 1 WHERE id = 1", "accept"],
  ["UPDATE parcels SET weight.width = 1 WHERE id = 1", "field-of-non-user-type: weight.width"],
  ["UPDATE parcels SET packed.width = 1 WHERE id = 1", "field-of-frozen-type: packed.width"],
  ["UPDATE parcels SET box.depth = 1 WHERE id = 1", "unknown-field: depth"],
  ["UPDATE orders SET region = 'x' WHERE customer = 7 AND id = 1", "clustering-with-static-write: id = 1"],
  ["UPDATE orders SET region = 'x' WHERE customer = 7 IF total = 1", "clustering-column-missing: WHERE customer = 7"],
];

const DELETES: Rows = [
  ["DELETE FROM orders WHERE customer = 7 AND id > 1", "accept"],
  ["DELETE id FROM orders WHERE customer = 7", "key-column-deleted: id"],
  ["DELETE total FROM orders WHERE customer = 7", "range-delete-of-columns (execute): total"],
  // A range without rows is not written, so its null bound is not looked at; null lies first among the rows, whatever their order.
  ["DELETE FROM orders WHERE customer = 7 AND id < null", "null-in-key (execute) (server): null"],
  ["DELETE FROM orders WHERE customer = 7 AND id < null", "null-in-key (execute) (server): null", "cassandra-4.0"],
  ["DELETE FROM orders WHERE customer = 7 AND id > (int)null AND id < 5", "null-in-key (execute) (server): (int)null"],
  ["DELETE FROM orders WHERE customer = 7 AND id > 1 AND id < null", "accept"],
  ["DELETE FROM orders WHERE customer = 7 AND id >= null AND id <= null", "null-in-key (execute) (server): null"],
  ["DELETE FROM orders WHERE customer = 7 AND id > null AND id < null", "accept"],
  ["DELETE FROM orders WHERE customer IN () AND id < null", "accept"],
  ["DELETE FROM latest WHERE id = 7 AND at IN () AND n < null", "accept"],
  ["DELETE FROM latest WHERE id = 7 AND at > null AND at < 5", "accept"],
  ["DELETE FROM latest WHERE id = 7 AND at > 1 AND at < null", "null-in-key (execute) (server): null"],
  ["DELETE v FROM latest WHERE id = 7 AND at < null", "range-delete-of-columns (execute): v"],
  ["BEGIN BATCH DELETE FROM orders WHERE customer = 7 AND id < null; APPLY BATCH", "null-in-key (execute) (server): null"],
  ["BEGIN BATCH DELETE FROM orders WHERE customer = 7 AND id < null; INSERT INTO orders (customer, id) VALUES (7, null); APPLY BATCH", "null-in-key (execute): null"],
  ["DELETE total FROM orders WHERE customer = 7 AND id > 1", "range-delete-of-columns (execute): total"],
  ["DELETE v FROM pairs WHERE a = 'a' AND b = 'b' AND c = 'c'", "range-delete-of-columns (execute): v"],
  ["DELETE v FROM events WHERE a = 1 AND b = now()", "unknown"],
  ["DELETE v FROM events WHERE a = 1 AND b > now()", "range-delete-of-columns (execute): v"],
  // Nothing lies between the bounds, so nothing is deleted.
  ["DELETE total FROM orders WHERE customer = 7 AND id > 5 AND id < -3", "accept"],
  ["DELETE weight[0] FROM parcels WHERE id = 1", "element-of-non-collection: weight[0]"],
  ["DELETE tags[null] FROM parcels WHERE id = 1", "null-set-element (execute): null"],
  ["DELETE props['a'], tags['b'], box.width FROM parcels WHERE id = 1", "accept"],
  ["DELETE packed.width FROM parcels WHERE id = 1", "field-of-frozen-type: packed.width"],
  ["DELETE FROM orders WHERE customer = 7 IF EXISTS", "conditional-delete-key-incomplete: WHERE customer = 7"],
  ["DELETE FROM orders WHERE customer = 7 AND id IN ? IF EXISTS", "accept"],
  ["DELETE region FROM orders WHERE customer = 7 IF region = 'x'", "accept"],
  ["DELETE FROM system_views.settings WHERE name = 'x'", "virtual-table-read-only (execute): system_views.settings"],
  ["DELETE FROM system_views.settings WHERE name = 'x'", "virtual-table-read-only: system_views.settings", "cassandra-4.0"],
];

const USING: Rows = [
  ["INSERT INTO plain (k) VALUES ('a') USING TTL -1", "ttl-negative (execute): -1"],
  ["INSERT INTO plain (k) VALUES ('a') USING TTL 630720001", "ttl-too-large (execute): 630720001"],
  ["INSERT INTO plain (k) VALUES ('a') USING TTL 630720000", "ttl-past-last-expiry (execute): 630720000"],
  ["INSERT INTO plain (k) VALUES ('a') USING TTL 630720000", "accept", "scylla"],
  ["INSERT INTO plain (k) VALUES ('a') USING TTL 300000000", "unknown"],
  ["INSERT INTO plain (k) VALUES ('a') USING TTL 99999999999", "bad-literal-value: 99999999999"],
  ["INSERT INTO brief (k) VALUES (1)", "ttl-past-last-expiry (execute): brief"],
  ["DELETE FROM brief WHERE k = 1", "ttl-past-last-expiry (execute): brief"],
  ["INSERT INTO brief (k) VALUES (1) USING TTL 0", "accept"],
  ["INSERT INTO plain (k) VALUES ('a') USING TIMESTAMP -9223372036854775808", "timestamp-out-of-range (execute): -9223372036854775808"],
  ["UPDATE visits USING TTL 5 SET hits = hits + 1 WHERE page = 'a'", "counter-write-ttl: TTL 5"],
  ["UPDATE visits USING TIMESTAMP 5 SET hits = hits + 1 WHERE page = 'a'", "counter-write-timestamp: TIMESTAMP 5"],
  ["UPDATE system_views.settings USING TTL 5 SET value = 'x' WHERE name = 'y'", "virtual-table-ttl: TTL 5"],
  ["UPDATE system_views.settings USING TIMESTAMP 5 SET value = 'x' WHERE name = 'y'", "virtual-table-timestamp: TIMESTAMP 5"],
  ["UPDATE system_views.settings SET value = 'x' WHERE name = 'y' IF value = 'z'", "virtual-table-condition: value = 'z'"],
  ["INSERT INTO plain (k) VALUES ('a') USING TIMEOUT 1d", "timeout-not-milliseconds: 1d", "scylla"],
  ["INSERT INTO plain (k) VALUES ('a') USING TIMEOUT 50ms", "accept", "scylla"],
  ["INSERT INTO plain (k) VALUES ('a') USING TIMESTAMP 5", "guardrail-user-timestamps: TIMESTAMP 5", "cassandra-5.0", { user_timestamps_enabled: false }],
  ["UPDATE parcels SET tags = {'a', 'b', 'b'} WHERE id = 1", "accept", "cassandra-5.0", { items_per_collection_fail_threshold: 2 }],
  ["UPDATE parcels SET weight = 12345 WHERE id = 1", "guardrail-column-value-size (execute): 12345", "cassandra-5.0", { column_value_size_fail_threshold: 3 }],
  ["UPDATE parcels SET weight = 12345 WHERE id = 1", "accept", "cassandra-4.1", { column_value_size_fail_threshold: 3 }],
  ["UPDATE parcels SET tags = {'a', 'b', 'c'} WHERE id = 1", "guardrail-items-per-collection (execute): {'a', 'b', 'c'}", "cassandra-5.0", { items_per_collection_fail_threshold: 2 }],
  ["UPDATE parcels SET labels = ['a', 'b', 'c'] WHERE id = 1", "guardrail-items-per-collection (execute): ['a', 'b', 'c']", "cassandra-5.0", { items_per_collection_fail_threshold: 2 }],
  ["UPDATE parcels SET steps = [1, 2, 3] + steps, tags = tags - {'a', 'b', 'c'} WHERE id = 1", "accept", "cassandra-5.0", { items_per_collection_fail_threshold: 2 }],
  ["UPDATE parcels SET tags = tags + {'a', 'b', 'c'} WHERE id = 1 IF EXISTS", "accept", "cassandra-5.0", { items_per_collection_fail_threshold: 2 }],
  ["UPDATE parcels SET tags = tags + {'first tag', 'second'} WHERE id = 1", "guardrail-collection-size (execute): {'first tag', 'second'}", "cassandra-5.0", { collection_size_fail_threshold: 54 }],
  ["UPDATE parcels SET tags = tags + {'first tag', 'second'} WHERE id = 1", "accept", "cassandra-4.1", { collection_size_fail_threshold: 54 }],
  ["UPDATE parcels SET steps = [1, 2] WHERE id = 1", "guardrail-collection-size (execute): [1, 2]", "cassandra-5.0", { collection_size_fail_threshold: 79 }],
  ["UPDATE parcels SET labels = ['a', 'b'] WHERE id = 1", "guardrail-collection-size (execute): ['a', 'b']", "cassandra-5.0", { collection_size_fail_threshold: 33 }],
  ["UPDATE parcels SET tags = {'first tag'} WHERE id = 1", "guardrail-column-value-size (execute): {'first tag'}", "cassandra-5.0", { column_value_size_fail_threshold: 8 }],
  ["DELETE props['first prop'] FROM parcels WHERE id = 1", "guardrail-column-value-size (execute): props['first prop']", "cassandra-5.0", { column_value_size_fail_threshold: 8 }],
  ["UPDATE parcels SET tags = tags - {'first tag'} WHERE id = 1", "guardrail-column-value-size (execute): {'first tag'}", "cassandra-5.0", { column_value_size_fail_threshold: 8 }],
  ["UPDATE parcels SET pair = (1, 'abc') WHERE id = 1", "guardrail-column-value-size (execute): (1, 'abc')", "cassandra-5.0", { column_value_size_fail_threshold: 14 }],
  ["UPDATE parcels SET pair = (1, 'abc') WHERE id = 1", "accept", "cassandra-5.0", { column_value_size_fail_threshold: 15 }],
  ["INSERT INTO shapes (id, v) VALUES (1, [1, 0])", "guardrail-sai-term-size (execute): [1, 0]", "cassandra-5.0", { sai_vector_term_size_fail_threshold: 7 }],
  ["BEGIN BATCH INSERT INTO plain (k, v) VALUES ('a', 1); INSERT INTO plain (k, v) VALUES ('b', 1); APPLY BATCH", "guardrail-batch-size (execute): BEGIN BATCH", "cassandra-5.0", { batch_size_fail_threshold: 147 }],
  ["BEGIN BATCH INSERT INTO plain (k, v) VALUES ('a', 1); INSERT INTO plain (k, v) VALUES ('b', 1); APPLY BATCH", "accept", "cassandra-5.0", { batch_size_fail_threshold: 148 }],
  ["BEGIN BATCH INSERT INTO plain (k, v) VALUES ('a', 1); INSERT INTO plain (k, v) VALUES ('b', 1); APPLY BATCH", "accept", "cassandra-4.0", { batch_size_fail_threshold: 140 }],
  ["BEGIN BATCH INSERT INTO plain (k, v) VALUES ('a', 1); UPDATE plain SET v = 2 WHERE k = 'a'; APPLY BATCH", "accept", "cassandra-5.0", { batch_size_fail_threshold: 10 }],
  ["UPDATE parcels SET steps -= [1] WHERE id = 1", "guardrail-list-read-before-write (execute): steps -= [1]", "cassandra-5.0", { read_before_write_list_operations_enabled: false }],
  ["UPDATE plain SET v = 1 WHERE k IN ('a', 'b')", "guardrail-cartesian-product (execute): WHERE k IN ('a', 'b')", "cassandra-5.0", { in_select_cartesian_product_fail_threshold: 1 }],
];

const IF = (condition: string) => `UPDATE parcels SET weight = 1 WHERE id = 1 IF ${condition}`;
const CONDITIONS: Rows = [
  [IF("weight = 1 AND steps[0] > 1 AND box.width IN (1, 2) AND tags CONTAINS 'a'"), "accept"],
  [IF("colour = 1"), "unknown-column: colour"],
  [IF("id = 1"), "condition-on-key-column: id"],
  [IF("weight = 'x'"), "type-mismatch: 'x'"],
  [IF("weight[0] = 1"), "condition-on-element-of-non-collection: weight[0"],
  [IF("tags['a'] = 'b'"), "condition-on-element-of-set: tags['a'"],
  [IF("weight.w = 1"), "condition-on-field-of-non-user-type (server): weight.w"],
  [IF("weight.w = 1"), "condition-on-field-of-non-user-type: weight.w", "scylla"],
  [IF("box.depth = 1"), "unknown-field: depth"],
  [IF("span > 1h"), "slice-on-duration: span > 1h"],
  [IF("weight CONTAINS 1"), "contains-needs-collection: weight CONTAINS 1"],
  [IF("tags CONTAINS KEY 'a'"), "contains-key-needs-map: tags CONTAINS KEY 'a'"],
  [IF("weight > null"), "null-in-condition (execute): null"],
  [IF("weight > null"), "accept", "scylla"],
  [IF("tags > {}"), "null-in-condition (execute): {}"],
  [IF("weight = null AND weight != 1 AND weight IN (1, null)"), "accept"],
  [IF("steps[-1] = 1"), "list-index-negative (execute): -1"],
  [IF("props[null] = 1"), "null-map-key (execute): null"],
  // The row is not there, so the condition fails before the time to live is looked at.
  ["UPDATE parcels USING TTL -1 SET weight = 1 WHERE id = 1 IF weight = 1", "accept"],
  ["UPDATE parcels USING TTL -1 SET weight = 1 WHERE id = 1 IF weight = null", "ttl-negative (execute): -1"],
  ["UPDATE visits SET hits = hits + 1 WHERE page = 'a' IF hits = 2", "condition-on-counter: hits"],
  ["DELETE FROM visits WHERE page = 'a' IF EXISTS", "condition-on-counter-table: IF EXISTS"],
  ["UPDATE orders USING TIMESTAMP 5 SET total = 1 WHERE customer = 7 AND id = 1 IF total = 2", "timestamp-with-condition: TIMESTAMP 5"],
  ["UPDATE orders SET total = 1 WHERE customer IN (7, 8) AND id = 1 IF total = 2", "conditional-in-on-partition-key (execute): customer IN (7, 8)"],
  ["UPDATE orders SET total = 1 WHERE customer = 7 AND id IN (1, 2) IF total = 2", "conditional-in-on-clustering (execute): id IN (1, 2)"],
  ["UPDATE orders SET total = 1 WHERE customer IN (7) AND id IN (1) IF total = 2", "accept"],
];

const batch = (statements: string, head = "BEGIN BATCH") => `${head} ${statements}; APPLY BATCH`;
const ORDER = "INSERT INTO orders (customer, id) VALUES (7, 1)";
const VISIT = "UPDATE visits SET hits = hits + 1 WHERE page = 'a'";
const SETTING = "UPDATE system_views.settings SET value = 'x' WHERE name = 'y'";
const BATCHES: Rows = [
  [batch(`${ORDER}; DELETE FROM plain WHERE k = 'a'`), "accept"],
  ["BEGIN BATCH APPLY BATCH", "accept"],
  [batch(`${ORDER}; INSERT INTO orders (id) VALUES (1)`), "partition-key-missing: orders"],
  [batch(ORDER, "BEGIN BATCH USING TTL 5"), "batch-ttl: TTL 5"],
  [batch(`${ORDER} USING TIMESTAMP 6`, "BEGIN BATCH USING TIMESTAMP 5"), "batch-timestamp-twice: TIMESTAMP 6"],
  [batch(`${ORDER} IF NOT EXISTS`, "BEGIN BATCH USING TIMESTAMP 5"), "batch-timestamp-with-condition: TIMESTAMP 5"],
  [batch(VISIT, "BEGIN COUNTER BATCH USING TIMESTAMP 5"), "batch-timestamp-with-counters: TIMESTAMP 5"],
  [batch(VISIT, "BEGIN UNLOGGED BATCH USING TIMESTAMP 5"), "batch-timestamp-with-counters: TIMESTAMP 5"],
  [batch(ORDER, "BEGIN COUNTER BATCH"), "counter-batch-with-other-write: orders"],
  [batch(`${VISIT}; ${ORDER}`, "BEGIN UNLOGGED BATCH"), "batch-mixes-counters: visits"],
  [batch(VISIT), "logged-batch-with-counters: BEGIN BATCH"],
  [batch(VISIT, "BEGIN UNLOGGED BATCH"), "accept"],
  [batch(SETTING), "logged-batch-with-virtual-table: system_views.settings"],
  [batch(`${SETTING}; ${ORDER}`, "BEGIN UNLOGGED BATCH"), "batch-mixes-virtual-tables: system_views.settings"],
  [batch(`${ORDER} IF NOT EXISTS; DELETE FROM plain WHERE k = 'a'`), "conditional-batch-several-tables: plain"],
  [batch(`${ORDER} IF NOT EXISTS; INSERT INTO orders (customer, id) VALUES (8, 1)`), "conditional-batch-several-partitions (execute): 8"],
  [batch(`${ORDER} IF NOT EXISTS; UPDATE orders SET total = 1 WHERE customer IN (7, 8) AND id = 1`), "conditional-batch-in-on-partition-key (execute) (server): customer IN (7, 8)"],
  [batch(`${ORDER} IF NOT EXISTS; UPDATE orders SET total = 1 WHERE customer IN (7, 8) AND id = 1`), "conditional-batch-in-on-partition-key (execute): customer IN (7, 8)", "scylla"],
  [batch(`${ORDER} IF NOT EXISTS; UPDATE orders SET total = 1 WHERE customer = 7 AND id IN (1, 2)`), "conditional-in-on-clustering (execute): id IN (1, 2)"],
  [batch(`${ORDER} IF NOT EXISTS; UPDATE orders SET total = 1 WHERE customer = 7 AND id = 1 IF total = 2`), "batch-conditions-conflict (execute): total = 2"],
  [batch(`${ORDER} IF NOT EXISTS; DELETE FROM orders WHERE customer = 7 AND id = 1 IF EXISTS`), "batch-conditions-conflict (execute): IF EXISTS"],
  [batch(`INSERT INTO orders JSON '{"customer": 7, "id": 1}' IF NOT EXISTS; ${ORDER}`), "accept"],
  [batch(`${ORDER} IF NOT EXISTS; ${ORDER} IF NOT EXISTS; DELETE FROM orders WHERE customer = 7 AND id > 5`), "accept"],
];

const BROKEN = "descending-vector-index (execute) (server): places";
const INDEXED: Rows = [
  ["INSERT INTO shapes (id, v) VALUES (1, [1, 0])", "accept"],
  ["INSERT INTO shapes (id, v) VALUES (1, null)", "accept"],
  ["INSERT INTO shapes (id, v) VALUES (1, [1e-40, 0])", "accept"],
  ["INSERT INTO shapes (id, v) VALUES (1, [1e-50, -0.0])", "vector-not-indexable (execute) (server): [1e-50, -0.0]"],
  ["UPDATE shapes SET v = (vector<float, 2>) [0, 0] WHERE id = 1", "vector-not-indexable (execute) (server): (vector<float, 2>) [0, 0]"],
  ["UPDATE shapes SET v = [0, 0] WHERE id = 1 IF EXISTS", "accept"],
  ["UPDATE shapes SET v = [0, 0] WHERE id IN ()", "accept"],
  ["INSERT INTO shapes (id, v) VALUES (1, [0, 0]) IF NOT EXISTS", "vector-not-indexable (execute) (server): [0, 0]"],
  ["INSERT INTO shapes JSON '{\"id\": 1, \"v\": [0, 0]}'", "vector-not-indexable (execute) (server): '{\"id\": 1, \"v\": [0, 0]}'"],
  ["INSERT INTO shapes (id, v) VALUES (1, fromJson('[0, 0]'))", "unknown"],
  ["INSERT INTO shapes (id, w) VALUES (1, [0, 0])", "accept"],
  ["INSERT INTO shapes (id, w) VALUES (1, [NaN, 0])", "vector-not-indexable (execute) (server): [NaN, 0]"],
  [batch("INSERT INTO shapes (id, v) VALUES (1, [0, 0]); INSERT INTO plain (k) VALUES ('')"), "empty-partition-key (execute): ''"],
  ["INSERT INTO places (id, v) VALUES (1, [1, 2])", BROKEN],
  ["INSERT INTO places (id, region) VALUES (1, 'x')", BROKEN],
  ["INSERT INTO places (id, region) VALUES (1, null)", "accept"],
  ["UPDATE places SET name = 'x' WHERE id = 1 AND v = [1, 2]", BROKEN],
  ["UPDATE places SET name = null, tags = [] WHERE id = 1 AND v = [1, 2]", "accept"],
  ["UPDATE places SET tags = tags + ['x'] WHERE id = 1 AND v = [1, 2]", BROKEN],
  ["UPDATE places SET tags = tags - ['x'] WHERE id = 1 AND v = [1, 2]", "accept"],
  ["DELETE FROM places WHERE id = 1 AND v = [1, 2]", "accept"],
  [batch("INSERT INTO places (id, v) VALUES (1, [1, 2]) IF NOT EXISTS"), BROKEN],
];

const GROUPS: Readonly<Record<string, Rows>> = { INSERT: INSERTS, UPDATE: UPDATES, DELETE: DELETES, USING, IF: CONDITIONS, BATCH: BATCHES, "vector indexes": INDEXED };
for (const [group, rows] of Object.entries(GROUPS)) {
  test.each(rows.map((row) => ({ row, cql: row[0] })))(`${group}: $cql`, ({ row: [cql, expected, target, server] }) => {
    expect(verdict(cql, target, server)).toBe(expected);
  });
}

test("long keys and values", () => {
  const long = "x".repeat(65_536);
  expect(verdict(`INSERT INTO plain (k) VALUES ('${long}')`)).toMatch(/^key-too-long \(execute\)/);
  expect(verdict(`INSERT INTO pairs (a, b, c, d) VALUES ('${long.slice(4)}', 'b', 'c', 'd')`)).toMatch(/^key-too-long \(execute\)/);
  expect(verdict(`INSERT INTO pairs (a, b, c, d) VALUES ('a', 'b', '${long}', 'd')`)).toMatch(/^clustering-value-too-long \(execute\)/);
  expect(verdict(`INSERT INTO pairs (a, b, c, d, v) VALUES ('a', 'b', 'c', 'd', '${long.slice(1)}')`)).toMatch(/^indexed-value-too-long \(execute\)/);
  expect(verdict(`INSERT INTO pairs (a, b, c, d, v) VALUES ('a', 'b', 'c', 'd', '${long.slice(2)}')`)).toBe("accept");
});

test("a write says how its rows are found", () => {
  const context = { schema: schemaFor("cassandra-5.0"), keyspace: "shop", target: "cassandra-5.0", server: {} } as const;
  expect(checkWithAccess(parseStatement(ORDER), context).access).toMatchObject({ routing: "single-partition", partitions: { min: 1, max: 1 } });
  expect(checkWithAccess(parseStatement(`${ORDER} AND`), context).access, "what does not run").toBeUndefined();
});

test("every code of writing has been provoked here", () => {
  const provoked = new Set(Object.values(GROUPS).flatMap((rows) => rows.map(([, expected]) => expected.split(/[ :]/)[0])));
  const others = ["clustering-value-too-long", "indexed-value-too-long"];
  expect(Object.keys(WRITING_MESSAGES).filter((code) => !provoked.has(code) && !others.includes(code))).toEqual([]);
});

test.each<readonly [cql: string, server: ServerSettings, warnings: readonly string[]]>([
  ["UPDATE parcels SET tags = {'a', 'b', 'c'} WHERE id = 1", { items_per_collection_warn_threshold: 2 }, ["guardrail-items-per-collection {'a', 'b', 'c'}"]],
  ["UPDATE parcels SET tags = {'a', 'b', 'c'} WHERE id = 1 IF EXISTS", { items_per_collection_warn_threshold: 2 }, []],
  ["UPDATE parcels SET weight = ? WHERE id = 1", { column_value_size_warn_threshold: 1 }, []],
  ["UPDATE plain SET v = 1 WHERE k IN ('a', 'b')", { in_select_cartesian_product_warn_threshold: 1 }, ["guardrail-cartesian-product WHERE k IN ('a', 'b')"]],
  ["BEGIN BATCH UPDATE plain SET v = 1 WHERE k = 'a'; UPDATE plain SET v = 1 WHERE k = 'b'; APPLY BATCH", { batch_size_warn_threshold: 100, column_value_size_warn_threshold: 3 }, ["guardrail-column-value-size 1", "guardrail-column-value-size 1", "guardrail-batch-size BEGIN BATCH"]],
])("%s with %j warns %j", (cql, server, warnings) => {
  const judgement = check(parseStatement(cql), { schema: schemaFor("cassandra-5.0"), keyspace: "shop", target: "cassandra-5.0", server });
  expect(judgement.verdict).toBe("accept");
  expect(judgement.warnings.map(({ code, range }) => `${code} ${cql.slice(range.start, range.end)}`)).toEqual(warnings);
});
