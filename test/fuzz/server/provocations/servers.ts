/** The settings of the servers that provocations need, as lines of a cassandra.yaml. */
import type { ServerSettings } from "../../../../server/src/check/judgement";
import { readCassandraYaml } from "../../../../server/src/workspace/cassandra-yaml";
import type { Version } from "../../../cassandra/cluster";
import { ORACLE_SETTINGS } from "../../../conformance/judge";
import type { ServerName } from "./provocation";

/** The data centre of a SimpleSnitch. */
const DATACENTERS = { datacenters: ["datacenter1"] };
const LOGINS = ["authenticator: PasswordAuthenticator", "authorizer: CassandraAuthorizer"];

/** Lines by the version that first knows them: a server does not start with lines that it does not know. */
const LINES: Readonly<Record<Exclude<ServerName, "open">, Readonly<Record<Version, readonly string[]>>>> = {
  guarded: {
    "4.0": [...LOGINS, "enable_transient_replication: true"],
    "4.1": [
      "use_statements_enabled: false",
      "keyspaces_fail_threshold: 1", "columns_per_table_fail_threshold: 6", "fields_per_udt_fail_threshold: 3", "secondary_indexes_per_table_fail_threshold: 1",
      "table_properties_disallowed: [ gc_grace_seconds ]", "table_properties_warned: [ comment ]", "compact_tables_enabled: false",
      "user_timestamps_enabled: false", "read_before_write_list_operations_enabled: false", "group_by_enabled: false", "allow_filtering_enabled: false",
      "items_per_collection_warn_threshold: 2", "items_per_collection_fail_threshold: 3", "collection_size_warn_threshold: 64B", "collection_size_fail_threshold: 80B",
      "in_select_cartesian_product_warn_threshold: 3", "in_select_cartesian_product_fail_threshold: 6",
      "partition_keys_in_select_warn_threshold: 2", "partition_keys_in_select_fail_threshold: 3",
      "batch_size_warn_threshold: 1KiB", "batch_size_fail_threshold: 2KiB",
    ],
    "5.0": [
      "dynamic_data_masking_enabled: true", "default_secondary_index_enabled: false", "vector_dimensions_fail_threshold: 4", "maximum_replication_factor_fail_threshold: 3",
      "non_partition_restricted_index_query_enabled: false", "column_value_size_warn_threshold: 16B", "column_value_size_fail_threshold: 32B",
    ],
  },
  forbidding: {
    "4.0": LOGINS,
    "4.1": [
      "uncompressed_tables_enabled: false", "drop_truncate_table_enabled: false", "secondary_indexes_enabled: false", "tables_fail_threshold: 1",
      "materialized_views_per_table_fail_threshold: 1",
    ],
    "5.0": [
      "simplestrategy_enabled: false", "drop_keyspace_enabled: false", "alter_table_enabled: false", "vector_type_enabled: false", "zero_ttl_on_twcs_enabled: false",
      "sai_string_term_size_warn_threshold: 16B", "sai_string_term_size_fail_threshold: 32B", "sai_frozen_term_size_warn_threshold: 16B",
      "sai_frozen_term_size_fail_threshold: 32B", "sai_vector_term_size_warn_threshold: 16B", "sai_vector_term_size_fail_threshold: 32B",
    ],
  },
};

/** What a server's cassandra.yaml says beyond addresses: `switches`: whether views, SASI, functions and DROP COMPACT STORAGE are on. */
export function yamlOf(server: ServerName, version: Version): { readonly lines: readonly string[]; readonly switches: boolean } {
  if (server === "open") return { lines: [], switches: true };
  const known = (["4.0", "4.1", "5.0"] as const).filter((since) => since <= version);
  return { lines: known.flatMap((since) => LINES[server][since]), switches: server === "forbidding" };
}

/** The same server as our check is told of it: its cassandra.yaml, as the product itself reads one. */
export function settingsOf(server: ServerName, version: Version): ServerSettings {
  const { lines, switches } = yamlOf(server, version);
  return { ...(switches ? ORACLE_SETTINGS : {}), ...readCassandraYaml(lines.join("\n")).settings, ...DATACENTERS };
}
