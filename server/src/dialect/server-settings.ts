/** What a setting of `cassandra.yaml` holds. `size`: bytes, with a unit such as KiB; `duration`: microseconds, with a unit such as 1h. */
export type SettingKind = "switch" | "count" | "size" | "duration" | "list" | "word" | "switch-or-word";

/** A setting's value as the check reads it: sizes in bytes, durations in microseconds. */
export type SettingValue = boolean | number | string | readonly string[];

/** Switches of the server, and flags of its guardrails (guardrails.md sections 2 to 4). */
const SWITCHES = `
  materialized_views_enabled sasi_indexes_enabled user_defined_functions_enabled scripted_user_defined_functions_enabled transient_replication_enabled
  drop_compact_storage_enabled use_statements_enabled dynamic_data_masking_enabled default_secondary_index_enabled simplestrategy_enabled
  drop_keyspace_enabled uncompressed_tables_enabled compact_tables_enabled alter_table_enabled drop_truncate_table_enabled secondary_indexes_enabled
  vector_type_enabled zero_ttl_on_twcs_enabled zero_ttl_on_twcs_warned user_timestamps_enabled read_before_write_list_operations_enabled group_by_enabled
  allow_filtering_enabled non_partition_restricted_index_query_enabled intersect_filtering_query_enabled intersect_filtering_query_warned
  partition_denylist_enabled enable_create_table_with_compact_storage`;

/** Guardrails that count something; each has a warn and a fail threshold. */
const COUNTED = `
  keyspaces minimum_replication_factor maximum_replication_factor tables columns_per_table fields_per_udt vector_dimensions secondary_indexes_per_table
  materialized_views_per_table items_per_collection page_size partition_keys_in_select in_select_cartesian_product partition_tombstones
  sai_sstable_indexes_per_query data_disk_usage_percentage`;

/** Guardrails on bytes, and those on how far a timestamp lies from now. */
const MEASURED = "collection_size column_value_size partition_size sai_string_term_size sai_frozen_term_size sai_vector_term_size";
const TIMED = "maximum_timestamp minimum_timestamp";

const COUNTS = "default_keyspace_rf unlogged_batch_across_partitions_warn_threshold max_partition_key_restrictions_per_query max_clustering_key_restrictions_per_query twcs_max_window_count";
const SIZES = "batch_size_warn_threshold batch_size_fail_threshold max_mutation_size";
const LISTS = `
  table_properties_warned table_properties_ignored table_properties_disallowed write_consistency_levels_warned write_consistency_levels_disallowed
  read_consistency_levels_warned read_consistency_levels_disallowed replication_strategy_fail_list replication_strategy_warn_list`;
const WORDS = "default_secondary_index authenticator authorizer storage_compatibility_mode";
const SWITCHES_OR_WORDS = "strict_allow_filtering strict_is_not_null_in_views restrict_twcs_without_default_ttl";

/** Settings that decide what is refused, by their 5.0 name (ScyllaDB's by its own). */
export const SERVER_SETTINGS: ReadonlyMap<string, SettingKind> = new Map<string, SettingKind>([
  ...names(SWITCHES, "switch"),
  ...thresholds(COUNTED, "count"), ...thresholds(MEASURED, "size"), ...thresholds(TIMED, "duration"),
  ...names(COUNTS, "count"), ...names(SIZES, "size"), ...names(LISTS, "list"), ...names(WORDS, "word"), ...names(SWITCHES_OR_WORDS, "switch-or-word"),
]);

/** Names that older servers, and ScyllaDB, have for a setting. `unit`: bytes that one of its plain numbers stands for. */
export const OLDER_NAMES: ReadonlyMap<string, { readonly name: string; readonly unit?: number }> = new Map<string, { readonly name: string; readonly unit?: number }>([
  ["enable_materialized_views", { name: "materialized_views_enabled" }],
  ["enable_sasi_indexes", { name: "sasi_indexes_enabled" }],
  ["enable_user_defined_functions", { name: "user_defined_functions_enabled" }],
  ["enable_scripted_user_defined_functions", { name: "scripted_user_defined_functions_enabled" }],
  ["enable_transient_replication", { name: "transient_replication_enabled" }],
  ["enable_drop_compact_storage", { name: "drop_compact_storage_enabled" }],
  ["keyspace_count_warn_threshold", { name: "keyspaces_warn_threshold" }],
  ["table_count_warn_threshold", { name: "tables_warn_threshold" }],
  ["batch_size_warn_threshold_in_kb", { name: "batch_size_warn_threshold", unit: 1024 }],
  ["batch_size_fail_threshold_in_kb", { name: "batch_size_fail_threshold", unit: 1024 }],
  ["max_mutation_size_in_kb", { name: "max_mutation_size", unit: 1024 }],
]);

/** What the kinds take, for messages. */
export const SETTING_WORDS: Readonly<Record<SettingKind, string>> = {
  switch: "true or false",
  count: "a whole number",
  size: "a size such as 64KiB",
  duration: "a duration such as 1d",
  list: "a list of words",
  word: "a word",
  "switch-or-word": "true, false or a word",
};

const BYTES: Readonly<Record<string, number>> = { B: 1, KIB: 1024, MIB: 1024 ** 2, GIB: 1024 ** 3 };
const MICROSECONDS: Readonly<Record<string, number>> = { d: 86_400_000_000, h: 3_600_000_000, m: 60_000_000, s: 1_000_000, ms: 1000, us: 1, "µs": 1, ns: 0.001 };

/**
 * The value of a setting as the check reads it, from what JSON or YAML gives; undefined where it is of a wrong type. Numbers and switches may be written
 * as text, as the server's own loader takes them; a plain number of a size counts bytes (or `unit`s).
 */
export function settingValue(kind: SettingKind, value: unknown, unit = 1): SettingValue | undefined {
  const text = typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value).trim() : undefined;
  switch (kind) {
    case "switch": return switchOf(text);
    case "switch-or-word": return switchOf(text) ?? text;
    case "count": return text !== undefined && /^[-+]?\d{1,15}$/.test(text) ? Number(text) : undefined;
    case "size": return measured(text, BYTES, unit, (word) => word.toUpperCase());
    case "duration": return measured(text, MICROSECONDS, undefined, (word) => word);
    case "word": return wordOf(value, text);
    case "list": {
      const items: readonly unknown[] = Array.isArray(value) ? value : typeof value === "string" ? value.split(",").map((item) => item.trim()).filter((item) => item !== "") : [value];
      return items.every((item) => typeof item === "string") ? items : undefined;
    }
  }
}

function switchOf(text: string | undefined): boolean | undefined {
  const lower = text?.toLowerCase() ?? "";
  if (lower === "true" || lower === "yes" || lower === "on") return true;
  return lower === "false" || lower === "no" || lower === "off" ? false : undefined;
}

/** A number with a unit; without one it counts `plain`, and is refused where there is none. -1 means off everywhere. */
function measured(text: string | undefined, units: Readonly<Record<string, number>>, plain: number | undefined, spelling: (word: string) => string): number | undefined {
  const match = /^(-?\d{1,15})\s*([a-zµ]*)$/i.exec(text ?? "");
  if (match === null) return undefined;
  const [, digits = "", word = ""] = match;
  const number = Number(digits);
  if (word === "") return number <= 0 ? number : plain === undefined ? undefined : number * plain;
  const factor = units[spelling(word)];
  return factor === undefined ? undefined : number * factor;
}

/** A word, or the class that a map such as `{ class_name: PasswordAuthenticator }` names; packages are left off. */
function wordOf(value: unknown, text: string | undefined): string | undefined {
  const named = typeof value === "object" && value !== null && "class_name" in value ? value.class_name : text;
  return typeof named === "string" && named !== "" ? named.slice(named.lastIndexOf(".") + 1) : undefined;
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

function names(text: string, kind: SettingKind): readonly (readonly [string, SettingKind])[] {
  return words(text).map((name) => [name, kind] as const);
}

function thresholds(text: string, kind: SettingKind): readonly (readonly [string, SettingKind])[] {
  return words(text).flatMap((name) => [[`${name}_warn_threshold`, kind] as const, [`${name}_fail_threshold`, kind] as const]);
}
