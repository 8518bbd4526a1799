import type { Target } from "./target";

/** Settings as `cqlwright.server` or a `cassandra.yaml` gives them. */
type Settings = Readonly<Record<string, unknown>>;

interface Switch {
  /** Its value on a stock server. */
  readonly stock: boolean;
  /** The targets that have it; on the others it has the stock value (or that of `elsewhere`), whatever is set. */
  readonly targets: readonly Target[];
  readonly elsewhere?: boolean;
}

const CASSANDRA: readonly Target[] = ["cassandra-4.0", "cassandra-4.1", "cassandra-5.0"];
const SINCE_41: readonly Target[] = ["cassandra-4.1", "cassandra-5.0"];
const SINCE_50: readonly Target[] = ["cassandra-5.0"];

/** Switches of the server by their 5.0 name (guardrails.md sections 2 and 4). */
const SWITCHES: Readonly<Record<string, Switch>> = {
  materialized_views_enabled: { stock: false, targets: CASSANDRA, elsewhere: true },
  sasi_indexes_enabled: { stock: false, targets: CASSANDRA },
  user_defined_functions_enabled: { stock: false, targets: CASSANDRA },
  scripted_user_defined_functions_enabled: { stock: false, targets: ["cassandra-4.0", "cassandra-4.1"] },
  transient_replication_enabled: { stock: false, targets: CASSANDRA },
  drop_compact_storage_enabled: { stock: false, targets: CASSANDRA },
  use_statements_enabled: { stock: true, targets: SINCE_41 },
  dynamic_data_masking_enabled: { stock: false, targets: SINCE_50 },
  default_secondary_index_enabled: { stock: true, targets: SINCE_50 },
  simplestrategy_enabled: { stock: true, targets: SINCE_50 },
  drop_keyspace_enabled: { stock: true, targets: SINCE_50 },
  uncompressed_tables_enabled: { stock: true, targets: SINCE_41 },
  compact_tables_enabled: { stock: true, targets: SINCE_41 },
  alter_table_enabled: { stock: true, targets: SINCE_50 },
  drop_truncate_table_enabled: { stock: true, targets: SINCE_41 },
  secondary_indexes_enabled: { stock: true, targets: SINCE_41 },
  vector_type_enabled: { stock: true, targets: SINCE_50 },
  zero_ttl_on_twcs_enabled: { stock: true, targets: SINCE_50 },
  enable_create_table_with_compact_storage: { stock: false, targets: ["scylla"] },
};

/** What the switches of 4.0 are called in its own `cassandra.yaml`. */
const NAMES_OF_40: Readonly<Record<string, string>> = {
  materialized_views_enabled: "enable_materialized_views",
  sasi_indexes_enabled: "enable_sasi_indexes",
  user_defined_functions_enabled: "enable_user_defined_functions",
  scripted_user_defined_functions_enabled: "enable_scripted_user_defined_functions",
  transient_replication_enabled: "enable_transient_replication",
  drop_compact_storage_enabled: "enable_drop_compact_storage",
};

/** Thresholds (`<name>_warn_threshold`, `<name>_fail_threshold`) that definitions are measured by, with the targets that have them (guardrails.md section 2). */
const THRESHOLDS: Readonly<Record<string, readonly Target[]>> = {
  keyspaces: SINCE_41,
  minimum_replication_factor: [...SINCE_41, "scylla"],
  maximum_replication_factor: [...SINCE_50, "scylla"],
  tables: SINCE_41,
  columns_per_table: SINCE_41,
  fields_per_udt: SINCE_41,
  vector_dimensions: SINCE_50,
  secondary_indexes_per_table: SINCE_41,
  materialized_views_per_table: SINCE_41,
};

/** Whether a switch is on: as set, else as on a stock server of the target. Unknown names are off. */
export function isEnabled(settings: Settings, target: Target, name: string): boolean {
  const known = SWITCHES[name];
  if (known === undefined) return false;
  if (!known.targets.includes(target)) return known.elsewhere ?? known.stock;
  const set = settings[name];
  return typeof set === "boolean" ? set : known.stock;
}

/** Whether the target has that switch at all. */
export function hasSwitch(target: Target, name: string): boolean {
  return SWITCHES[name]?.targets.includes(target) === true;
}

/** The name of a switch in the `cassandra.yaml` of the target, for messages. */
export function switchName(target: Target, name: string): string {
  return (target === "cassandra-4.0" ? NAMES_OF_40[name] : undefined) ?? name;
}

/** The two limits of a threshold guardrail; undefined where off, which is also what zero and below mean (G-GEN-4). */
export function thresholds(settings: Settings, target: Target, name: string): { readonly warn?: number; readonly fail?: number } {
  if (THRESHOLDS[name]?.includes(target) !== true) return {};
  const warn = limitOf(settings[`${name}_warn_threshold`]);
  const fail = limitOf(settings[`${name}_fail_threshold`]);
  return { ...(warn !== undefined && { warn }), ...(fail !== undefined && { fail }) };
}

function limitOf(value: unknown): number | undefined {
  return typeof value === "number" && value > 0 ? value : undefined;
}

/** The lists of a value guardrail, in lower case (G-GEN-6); empty where not set, and on targets without guardrails. */
export function valueLists(settings: Settings, target: Target, name: string): { readonly disallowed: readonly string[]; readonly ignored: readonly string[]; readonly warned: readonly string[] } {
  const list = (suffix: string): readonly string[] => {
    const value = settings[`${name}_${suffix}`];
    return SINCE_41.includes(target) && Array.isArray(value) ? value.map((item) => String(item).toLowerCase()) : [];
  };
  return { disallowed: list("disallowed"), ignored: list("ignored"), warned: list("warned") };
}

/** The index that CREATE INDEX makes when no class is named (G-CFG-9): undefined for the server's own kind. */
export function defaultIndexClass(settings: Settings, target: Target): string | undefined {
  const set = settings["default_secondary_index"];
  if (!SINCE_50.includes(target) || typeof set !== "string") return undefined;
  return set.toLowerCase() === "legacy_local_table" ? undefined : set;
}

/** The data centres of the cluster, where the settings tell them (D-KS-10). */
export function datacenters(settings: Settings): readonly string[] | undefined {
  const set = settings["datacenters"];
  return Array.isArray(set) ? set.map(String) : undefined;
}
