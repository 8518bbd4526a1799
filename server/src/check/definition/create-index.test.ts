import { expect, test } from "vitest";
import type { DefinitionOptions } from "../../../../test/support/definitions";
import { verdictOf } from "../../../../test/support/definitions";

const VECTORS = "CREATE TABLE emb (k int PRIMARY KEY, e vector<float, 3>, one vector<float, 1>, n vector<int, 2>)";
const DENSE = "CREATE TABLE dense (id int, c int, v int, PRIMARY KEY (id, c)) WITH COMPACT STORAGE";

/** Each statement with what the server says to it; verdicts are those of real servers. */
const ROWS: readonly (readonly [cql: string, verdict: string, options?: DefinitionOptions])[] = [
  ["CREATE INDEX ON zz (v)", "unknown-table |zz| invalid execute"],
  ["CREATE CUSTOM INDEX ON plain (v) USING 'sai' WITH comment = 'x'", "unknown-option |comment| syntax execute"],
  ["CREATE INDEX by_v ON crate (note)", "index-exists |by_v| invalid execute", { more: ["CREATE INDEX by_v ON plain (v)"] }],
  ["CREATE INDEX IF NOT EXISTS by_v ON crate (note)", "accept", { more: ["CREATE INDEX by_v ON plain (v)"] }],
  ["CREATE INDEX other ON plain (v)", "index-duplicate |v| invalid execute", { more: ["CREATE INDEX by_v ON plain (v)"] }],
  ["CREATE INDEX tags2 ON crate (VALUES(tags))", "index-duplicate |VALUES(tags)| invalid execute", { more: ["CREATE INDEX tags1 ON crate (tags)"] }],
  ["CREATE INDEX ON tally (hits)", "index-on-counter-table |tally| invalid execute"],
  ["CREATE INDEX ON plain ()", "index-no-column |plain| invalid execute"],
  ["CREATE INDEX ON plain (v, t)", "index-multi-column |t| invalid execute"],
  ["CREATE INDEX ON plain (zz)", "unknown-column |zz| invalid execute"],
  ["CREATE INDEX ON crate (dur)", "index-duration |dur| invalid execute"],
  ["CREATE INDEX ON plain (k)", "index-sole-partition-key |k| invalid execute"],
  ["CREATE INDEX ON plain (fl)", "index-frozen-needs-full |fl| invalid execute"],
  ["CREATE INDEX ON plain (FULL(fl))", "accept"],
  ["CREATE INDEX ON plain (FULL(v))", "index-full-non-frozen |FULL(v)| invalid execute"],
  ["CREATE INDEX ON plain (KEYS(v))", "index-not-collection |KEYS(v)| invalid execute"],
  ["CREATE INDEX ON crate (KEYS(tags))", "index-not-map |KEYS(tags)| invalid execute"],
  ["CREATE INDEX ON crate (size)", "index-non-frozen-user-type |size| invalid execute"],
  ["CREATE INDEX \"by-note\" ON plain (t)", "bad-index-name |\"by-note\"| config execute"],
  ["CREATE CUSTOM INDEX ON odd (\"a b\") USING 'sai'", "index-column-name |\"a b\"| invalid execute", { more: ["CREATE TABLE odd (k int PRIMARY KEY, \"a b\" text)"] }],
  ["CREATE INDEX ON dense (c)", "index-compact |c| invalid execute", { more: [DENSE] }],
  ["CREATE INDEX ON dense (v)", "index-compact-value |v| invalid execute", { more: [DENSE] }],
  ["CREATE CUSTOM INDEX ON plain (v)", "unknown-index-class |CREATE CUSTOM INDEX| config execute"],
  ["CREATE INDEX ON plain (v) USING 'nope'", "unknown-index-class |'nope'| config execute"],
  ["CREATE INDEX ON plain (v) WITH OPTIONS = {'a': 'b'}", "index-options-without-custom |OPTIONS = {'a': 'b'}| invalid execute"],
  ["CREATE INDEX ON plain (v) USING 'sai' WITH OPTIONS = {'target': 'v'}", "index-reserved-option |'target'| invalid execute"],
  ["CREATE CUSTOM INDEX ON plain (v)", "index-class-missing |CREATE CUSTOM INDEX| invalid execute", { target: "cassandra-4.1" }],
  ["CREATE INDEX ON plain (v) USING 'sai'", "index-class-without-custom |'sai'| invalid execute", { target: "cassandra-4.1" }],
  ["CREATE INDEX ON plain (b)", "sai-type |b| invalid execute", { server: { default_secondary_index: "sai" } }],
  ["CREATE INDEX ON plain (t) WITH OPTIONS = {'case_sensitive': 'false'}", "accept", { server: { default_secondary_index: "sai" } }],
  ["CREATE INDEX ON plain (v)", "index-class-required |CREATE INDEX| invalid prepare", { server: { default_secondary_index_enabled: false } }],
  ["CREATE INDEX ON plain (v)", "guardrail-secondary-indexes |CREATE INDEX| invalid execute", { server: { secondary_indexes_enabled: false } }],
  ["CREATE INDEX ON plain (b) USING 'sai'", "sai-type |b| invalid execute"],
  ["CREATE INDEX ON crate (attrs) USING 'SAI'", "accept"],
  ["CREATE CUSTOM INDEX ON plain (v, t) USING 'sai'", "sai-multi-column |t| invalid execute"],
  ["CREATE INDEX s2 ON plain (t) USING 'sai' WITH OPTIONS = {'ascii': 'true'}", "sai-duplicate |t| invalid execute", { more: ["CREATE INDEX s1 ON plain (t) USING 'sai'"] }],
  ["CREATE INDEX ON plain (t) USING 'sai' WITH OPTIONS = {'mode': 'CONTAINS'}", "sai-unknown-option |'mode'| config execute"],
  ["CREATE INDEX ON plain (v) USING 'sai' WITH OPTIONS = {'normalize': 'true'}", "sai-not-analysable |'normalize'| invalid execute"],
  ["CREATE INDEX ON plain (t) USING 'sai' WITH OPTIONS = {'ascii': 'maybe'}", "sai-boolean |'maybe'| invalid execute"],
  ["CREATE INDEX ON words (c) USING 'sai' WITH OPTIONS = {'normalize': 'true'}", "sai-analysed-key |'normalize'| invalid execute", { more: ["CREATE TABLE words (k text, c text, PRIMARY KEY (k, c))"] }],
  ["CREATE INDEX ON plain (v) USING 'sai' WITH OPTIONS = {'similarity_function': 'COSINE'}", "sai-vector-option |'similarity_function'| invalid execute"],
  ["CREATE INDEX ON emb (e) USING 'sai' WITH OPTIONS = {'similarity_function': 'manhattan'}", "sai-similarity |'manhattan'| invalid execute", { more: [VECTORS] }],
  ["CREATE INDEX ON emb (e) USING 'sai' WITH OPTIONS = {'optimize_for': 'speed'}", "sai-optimize-for |'speed'| invalid execute", { more: [VECTORS] }],
  ["CREATE INDEX ON emb (e) USING 'sai' WITH OPTIONS = {'maximum_node_connections': '16'}", "sai-hnsw-parameter |'maximum_node_connections'| invalid execute", { more: [VECTORS] }],
  ["CREATE INDEX ON emb (one) USING 'sai'", "sai-vector-1-cosine |one| invalid execute", { more: [VECTORS] }],
  ["CREATE INDEX ON emb (n) USING 'sai'", "sai-vector-element |n| invalid execute", { more: [VECTORS] }],
  ["CREATE CUSTOM INDEX ON plain (t) USING 'org.apache.cassandra.index.sasi.SASIIndex'", "sasi-disabled |'org.apache.cassandra.index.sasi.SASIIndex'| invalid execute", { server: { sasi_indexes_enabled: false } }],
  ["CREATE CUSTOM INDEX ON plain (t) USING 'org.apache.cassandra.index.sasi.SASIIndex' WITH OPTIONS = {'colour': 'x'}", "accept"],
  ["CREATE CUSTOM INDEX ON plain (t) USING 'sasi'", "unknown-index-class |'sasi'| config execute"],
  ["CREATE CUSTOM INDEX ON crate (tags) USING 'org.apache.cassandra.index.sasi.SASIIndex'", "sasi-complex |tags| config execute"],
  ["CREATE CUSTOM INDEX ON plain (t) USING 'org.apache.cassandra.index.sasi.SASIIndex' WITH OPTIONS = {'mode': 'SUFFIX'}", "sasi-mode |'SUFFIX'| config execute"],
  ["CREATE CUSTOM INDEX ON plain (t) USING 'org.apache.cassandra.index.sasi.SASIIndex' WITH OPTIONS = {'mode': 'SPARSE'}", "sasi-sparse |'SPARSE'| config execute"],
  ["CREATE CUSTOM INDEX ON plain (v) USING 'org.apache.cassandra.index.sasi.SASIIndex' WITH OPTIONS = {'analyzer_class': 'org.apache.cassandra.index.sasi.analyzer.StandardAnalyzer'}", "sasi-analyzer |'org.apache.cassandra.index.sasi.analyzer.StandardAnalyzer'| config execute"],
  ["CREATE CUSTOM INDEX ON plain (t) USING 'org.apache.cassandra.index.sasi.SASIIndex' WITH OPTIONS = {'analyzer_class': 'org.apache.cassandra.index.sasi.analyzer.NonTokenizingAnalyzer', 'case_sensitive': 'false', 'normalize_lowercase': 'true'}", "sasi-case-options |'normalize_lowercase'| config execute"],
  ["CREATE INDEX ON crate (note)", "accept", { target: "scylla" }],
  ["CREATE INDEX ON crate (dur)", "index-duration |dur| invalid execute", { target: "scylla" }],
  ["CREATE CUSTOM INDEX ON crate (note) USING 'vector_index'", "unknown", { target: "scylla" }],
];

for (const [cql, verdict, options] of ROWS) {
  test(`CREATE INDEX (rulebook A6): ${cql} → ${verdict}`, () => {
    expect(verdictOf(cql, options)).toBe(verdict);
  });
}
