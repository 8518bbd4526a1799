import { expect, test } from "vitest";
import { readCassandraYaml } from "./cassandra-yaml";
import { readSettings, resolveSettings } from "./config";

const SETTINGS: readonly (readonly [what: string, yaml: string, settings: object])[] = [
  ["nothing", "", {}],
  ["comments alone", "# cluster_name: 'x'\n", {}],
  ["names that are of no concern", "cluster_name: 'Test Cluster'\nseed_provider:\n  - class_name: x\n    parameters: [{ seeds: '127.0.0.1' }]\n", {}],
  ["a switch", "materialized_views_enabled: true", { materialized_views_enabled: true }],
  ["a switch in the words of YAML 1.1", "allow_filtering_enabled: no", { allow_filtering_enabled: false }],
  ["a switch in quotes", "allow_filtering_enabled: 'false'", { allow_filtering_enabled: false }],
  ["the names of 4.0", "enable_materialized_views: true\nenable_sasi_indexes: true\nenable_user_defined_functions: true\nenable_drop_compact_storage: true\nenable_transient_replication: true",
    { materialized_views_enabled: true, sasi_indexes_enabled: true, user_defined_functions_enabled: true, drop_compact_storage_enabled: true, transient_replication_enabled: true }],
  ["the new name beside the old one", "materialized_views_enabled: false\nenable_materialized_views: true", { materialized_views_enabled: false }],
  ["thresholds", "tables_warn_threshold: 150\ntables_fail_threshold: -1\npartition_keys_in_select_fail_threshold: '20'", { tables_warn_threshold: 150, tables_fail_threshold: -1, partition_keys_in_select_fail_threshold: 20 }],
  ["thresholds of 4.0", "table_count_warn_threshold: 100\nkeyspace_count_warn_threshold: 30", { tables_warn_threshold: 100, keyspaces_warn_threshold: 30 }],
  ["sizes", "collection_size_fail_threshold: 10KiB\ncolumn_value_size_warn_threshold: 2 MiB\nbatch_size_fail_threshold_in_kb: 60\nmax_mutation_size: 512B",
    { collection_size_fail_threshold: 10240, column_value_size_warn_threshold: 2097152, batch_size_fail_threshold: 61440, max_mutation_size: 512 }],
  ["durations", "maximum_timestamp_fail_threshold: 1d\nminimum_timestamp_warn_threshold: 5m", { maximum_timestamp_fail_threshold: 86_400_000_000, minimum_timestamp_warn_threshold: 300_000_000 }],
  ["lists", "table_properties_disallowed: [cdc, comment]\nwrite_consistency_levels_warned:\n  - ANY\ntable_properties_warned: cdc,id", { table_properties_disallowed: ["cdc", "comment"], write_consistency_levels_warned: ["ANY"], table_properties_warned: ["cdc", "id"] }],
  ["words and classes", "default_secondary_index: sai\nauthenticator: org.apache.cassandra.auth.PasswordAuthenticator\nauthorizer:\n  class_name: CassandraAuthorizer\n", { default_secondary_index: "sai", authenticator: "PasswordAuthenticator", authorizer: "CassandraAuthorizer" }],
  ["what is left empty", "collection_size_fail_threshold:\ntables_fail_threshold: null", {}],
  ["a section of guardrails", "guardrails:\n  user_timestamps_enabled: false\n  tables:\n    warn_threshold: 5\n    abort_threshold: 10\n", { user_timestamps_enabled: false, tables_warn_threshold: 5, tables_fail_threshold: 10 }],
  ["a key twice: the last counts", "tables_fail_threshold: 1\ntables_fail_threshold: 2", { tables_fail_threshold: 2 }],
  ["an anchor", "a: &limit 5\ntables_fail_threshold: *limit", { tables_fail_threshold: 5 }],
  ["a scylla.yaml", "strict_allow_filtering: true\nenable_create_table_with_compact_storage: true\nrestrict_twcs_without_default_ttl: warn", { strict_allow_filtering: true, enable_create_table_with_compact_storage: true, restrict_twcs_without_default_ttl: "warn" }],
];

test.each(SETTINGS)("%s", (_, yaml, settings) => expect(readCassandraYaml(yaml)).toEqual({ settings, problems: [] }));

const PROBLEMS: readonly (readonly [what: string, yaml: string, problem: RegExp, settings: object])[] = [
  ["a wrong type leaves the rest", "tables_fail_threshold: many\nallow_filtering_enabled: false", /tables_fail_threshold .*whole number/, { allow_filtering_enabled: false }],
  ["a switch that is none", "group_by_enabled: 3", /group_by_enabled .*true or false/, {}],
  ["a size without sense", "collection_size_fail_threshold: 10 apples", /collection_size_fail_threshold .*size/, {}],
  ["a duration without a unit", "maximum_timestamp_fail_threshold: 100", /maximum_timestamp_fail_threshold .*duration/, {}],
  ["a list of numbers", "table_properties_disallowed: [1, 2]", /table_properties_disallowed .*list/, {}],
  ["broken YAML", "a: 1\nb: [1, 2\nc: 3\ntables_fail_threshold: 5", /^is not valid YAML at line \d/, {}],
  ["a tab", "a: 1\n\tb: 2", /at line 2/, {}],
  ["a list instead of settings", "- tables_fail_threshold: 5", /holds no settings/, {}],
  ["thousands of brackets", "[".repeat(100_000), /levels deep/, {}],
  ["deep indentation", Array.from({ length: 600 }, (_, i) => `${" ".repeat(i)}a:`).join("\n"), /levels deep/, {}],
  ["too long", "# x\n".repeat(200_000), /longer than/, {}],
  ["references that unfold without end", `a: &a [${"x,".repeat(9)}x]\n${["b", "c", "d", "e", "f", "g", "h"].map((name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcdefg"[i]}`).join(",")}]`).join("\n")}\ntable_properties_disallowed: *h`, /YAML/, {}],
  ["a NUL byte", "\0\0: {", /YAML/, {}],
];

test.each(PROBLEMS)("%s", (_, yaml, problem, settings) => {
  const read = readCassandraYaml(yaml);
  expect(read.problems).toEqual([expect.stringMatching(problem)]);
  expect(read.settings).toEqual(settings);
});

test("settings under server are read like those of the yaml, unknown names are kept, nulls are none", () => {
  const { settings, problems } = readSettings({ server: { config: "conf/cassandra.yaml", collection_size_fail_threshold: "1KiB", tables_fail_threshold: "none", datacenters: ["dc1"], group_by_enabled: null } });
  expect(settings).toEqual({ server: { collection_size_fail_threshold: 1024, datacenters: ["dc1"] }, serverConfig: "conf/cassandra.yaml" });
  expect(problems).toEqual(['"server.tables_fail_threshold" must be a whole number']);
  expect(resolveSettings(settings).server).toEqual({ collection_size_fail_threshold: 1024, datacenters: ["dc1"] });
});
