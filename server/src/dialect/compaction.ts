import type { Target } from "./target";

/** How the value of a compaction sub-option is read; bounds are allowed themselves. */
export type CompactionOption =
  | { readonly kind: "integer" | "long"; readonly min?: number }
  | { readonly kind: "number"; readonly min?: number }
  | { readonly kind: "share"; readonly min: number; readonly max: number } // a number, or one with %
  | { readonly kind: "size"; readonly min: number } // bytes, with a unit
  | { readonly kind: "scaling" }
  | { readonly kind: "boolean" }
  | { readonly kind: "word"; readonly words: readonly string[]; readonly anyCase?: boolean }
  | { readonly kind: "anything" };

export interface CompactionClass {
  readonly options: ReadonlyMap<string, CompactionOption>;
  /** Whether it takes `min_threshold` and `max_threshold` (D-OPT-42). */
  readonly thresholds: boolean;
  /** A class that the server finds but cannot make: the statement ends in a server error. */
  readonly abstract?: true;
}

type Entry = readonly [string, CompactionOption];
const ANYTHING: CompactionOption = { kind: "anything" };
const BOOLEAN: CompactionOption = { kind: "boolean" };
const MIB = 1024 * 1024;

/** D-OPT-41. `provide_overlapping_tombstones` is looked at when the map is read, before all others. */
const COMMON: readonly Entry[] = [
  ["enabled", BOOLEAN],
  ["tombstone_threshold", { kind: "number", min: 0 }],
  ["tombstone_compaction_interval", { kind: "long", min: 0 }],
  ["unchecked_tombstone_compaction", BOOLEAN],
  ["only_purge_repaired_tombstones", ANYTHING],
  ["log_all", BOOLEAN],
  ["provide_overlapping_tombstones", ANYTHING],
];
const THRESHOLDS: readonly Entry[] = [["min_threshold", { kind: "integer" }], ["max_threshold", { kind: "integer" }]];
/** D-OPT-43. */
const SIZE_TIERED: readonly Entry[] = [
  ...COMMON, ...THRESHOLDS,
  ["min_sstable_size", { kind: "long", min: 0 }],
  ["bucket_low", { kind: "number" }],
  ["bucket_high", { kind: "number" }],
];
/** D-OPT-44. */
const LEVELED: readonly Entry[] = [
  ...SIZE_TIERED,
  ["sstable_size_in_mb", { kind: "integer", min: 1 }],
  ["fanout_size", { kind: "integer", min: 1 }],
  ["single_sstable_uplevel", ANYTHING],
];
const RESOLUTIONS: CompactionOption = { kind: "word", words: ["NANOSECONDS", "MICROSECONDS", "MILLISECONDS", "SECONDS"] };
/** D-OPT-45; the unsafe switch is refused unless a JVM flag allows it (G-CFG-19). */
const TIME_WINDOW: readonly Entry[] = [
  ...SIZE_TIERED,
  ["compaction_window_unit", { kind: "word", words: ["MINUTES", "HOURS", "DAYS"] }],
  ["compaction_window_size", { kind: "integer", min: 1 }],
  ["timestamp_resolution", RESOLUTIONS],
  ["expired_sstable_check_frequency_seconds", { kind: "long", min: 0 }],
  ["unsafe_aggressive_sstable_expiration", { kind: "word", words: ["false"], anyCase: true }],
];
/** The strategy that TimeWindow replaced; gone in 5.0 (D-OPT-40). */
const DATE_TIERED: readonly Entry[] = [
  ...COMMON, ...THRESHOLDS,
  ["max_sstable_age_days", { kind: "number", min: 0 }],
  ["base_time_seconds", { kind: "long", min: 1 }],
  ["timestamp_resolution", { kind: "word", words: ["NANOSECONDS", "MICROSECONDS", "MILLISECONDS", "SECONDS", "MINUTES", "HOURS", "DAYS"] }],
  ["expired_sstable_check_frequency_seconds", { kind: "long", min: 0 }],
  ["max_window_size_seconds", { kind: "long", min: 0 }],
];
/** D-OPT-46. */
const UNIFIED: readonly Entry[] = [
  ...COMMON,
  ["scaling_parameters", { kind: "scaling" }],
  ["target_sstable_size", { kind: "size", min: MIB }],
  ["min_sstable_size", { kind: "size", min: 0 }],
  ["flush_size_override", { kind: "size", min: MIB }],
  ["base_shard_count", { kind: "integer", min: 1 }],
  ["sstable_growth", { kind: "share", min: 0, max: 1 }],
  ["max_sstables_to_compact", { kind: "integer" }],
  ["expired_sstable_check_frequency_seconds", { kind: "long", min: 1 }],
  ["unsafe_aggressive_sstable_expiration", { kind: "word", words: ["true", "false"], anyCase: true }],
  ["overlap_inclusion_method", { kind: "word", words: ["NONE", "SINGLE", "TRANSITIVE"], anyCase: true }],
];

/** Bounds of Unified compaction that depend on each other (D-OPT-46). */
export const UNIFIED_TARGET_SIZE = 1024 * MIB;
export const UNIFIED_MIN_SIZE_SHARE = Math.SQRT1_2;

/** Settings of compaction that must be in order (D-OPT-42, D-OPT-43). */
export const COMPACTION_DEFAULTS = { minThreshold: 4, maxThreshold: 32, bucketLow: 0.5, bucketHigh: 1.5 } as const;

/** The words of `provide_overlapping_tombstones`, in any case. */
export const OVERLAPPING_TOMBSTONES = ["NONE", "ROW", "CELL"] as const;

/** The package of the server's own strategies. */
export const COMPACTION_PACKAGE = "org.apache.cassandra.db.compaction.";

const strategy = (entries: readonly Entry[], thresholds: boolean): CompactionClass => ({ options: new Map(entries), thresholds });
const ALWAYS: readonly (readonly [string, CompactionClass])[] = [
  ["SizeTieredCompactionStrategy", strategy(SIZE_TIERED, true)],
  ["LeveledCompactionStrategy", strategy(LEVELED, true)],
  ["TimeWindowCompactionStrategy", strategy(TIME_WINDOW, true)],
  ["AbstractCompactionStrategy", { ...strategy(COMMON, false), abstract: true }],
];
const UNTIL_41 = new Map([...ALWAYS, ["DateTieredCompactionStrategy", strategy(DATE_TIERED, true)] as const]);

/** Strategies by short name; names are matched with their case (D-OPT-40). ScyllaDB's sub-options are not judged. */
export const COMPACTION_CLASSES: Readonly<Record<Target, ReadonlyMap<string, CompactionClass>>> = {
  "cassandra-4.0": UNTIL_41,
  "cassandra-4.1": UNTIL_41,
  "cassandra-5.0": new Map([...ALWAYS, ["UnifiedCompactionStrategy", strategy(UNIFIED, false)] as const]),
  scylla: new Map(["SizeTieredCompactionStrategy", "LeveledCompactionStrategy", "TimeWindowCompactionStrategy", "IncrementalCompactionStrategy"].map((name) => [name, strategy([], false)] as const)),
};
