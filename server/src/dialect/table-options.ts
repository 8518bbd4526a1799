import { CACHING, CDC, COMPRESSION, RATE_LIMIT, TABLE_TABLETS, TOMBSTONE_GC, type MapRule } from "./scylla-options";
import type { Target } from "./target";

/** How the value of a table option is read. */
export type OptionKind =
  | "text" | "integer" | "number" | "boolean" | "retry-policy" | "read-repair" | "caching" | "compression" | "compaction" | "memtable"
  | "map" // a map whose keys `map` tells; without it they are not judged
  | "anything";

export interface OptionRule {
  readonly kind: OptionKind;
  /** Bounds of integers and numbers, both allowed themselves. */
  readonly min?: number;
  readonly max?: number;
  /** The lower bound is not allowed itself. */
  readonly minExclusive?: boolean;
  /** A value outside the bounds that means "not set". */
  readonly unset?: number;
  readonly map?: MapRule;
  /** Only views have it. */
  readonly viewsOnly?: true;
}

export interface TableOptions {
  /** By name, in the order in which the server reads their values (rulebook A4c). */
  readonly options: ReadonlyMap<string, OptionRule>;
  /** CREATE TABLE and ALTER TABLE read the values at PREPARE, before the names are looked at. */
  readonly readAtPrepare: boolean;
}

/** The longest time to live: twenty years (D-OPT-5). */
const MAX_TTL = 630_720_000;
/** The lowest false positive chance for which a bloom filter can be made (D-OPT-6). */
const MIN_BLOOM_FILTER = 6.71e-5;

const TTL: OptionRule = { kind: "integer", min: 0, max: MAX_TTL };
const NOT_NEGATIVE: OptionRule = { kind: "integer", min: 0 };
const ANY_INTEGER: OptionRule = { kind: "integer" };
const CHANCE: OptionRule = { kind: "number", min: 0, max: 1 };
const BLOOM: OptionRule = { kind: "number", min: MIN_BLOOM_FILTER, max: 1, minExclusive: true };
const BOOLEAN: OptionRule = { kind: "boolean" };

const CASSANDRA_40: readonly (readonly [string, OptionRule])[] = [
  ["bloom_filter_fp_chance", BLOOM],
  ["caching", { kind: "caching" }],
  ["comment", { kind: "text" }],
  ["compaction", { kind: "compaction" }],
  ["compression", { kind: "compression" }],
  ["default_time_to_live", TTL],
  ["gc_grace_seconds", NOT_NEGATIVE],
  ["max_index_interval", ANY_INTEGER],
  ["memtable_flush_period_in_ms", NOT_NEGATIVE],
  ["min_index_interval", { kind: "integer", min: 1 }],
  ["speculative_retry", { kind: "retry-policy" }],
  ["additional_write_policy", { kind: "retry-policy" }],
  ["crc_check_chance", CHANCE],
  ["cdc", BOOLEAN],
  ["read_repair", { kind: "read-repair" }],
  ["extensions", { kind: "anything" }],
  ["id", { kind: "anything" }],
];

const CASSANDRA_41 = new Map<string, OptionRule>([...CASSANDRA_40, ["memtable", { kind: "memtable" }]]);

const SCYLLA = new Map<string, OptionRule>([
  ["comment", { kind: "text" }],
  ["gc_grace_seconds", NOT_NEGATIVE],
  ["paxos_grace_seconds", NOT_NEGATIVE],
  ["caching", { kind: "map", map: CACHING }],
  ["default_time_to_live", TTL],
  ["min_index_interval", { kind: "integer", min: 1 }],
  ["max_index_interval", ANY_INTEGER],
  ["speculative_retry", { kind: "retry-policy" }],
  ["bloom_filter_fp_chance", BLOOM],
  ["memtable_flush_period_in_ms", NOT_NEGATIVE],
  ["compaction", { kind: "compaction" }],
  ["compression", { kind: "map", map: COMPRESSION }],
  ["crc_check_chance", CHANCE],
  ["id", { kind: "anything" }],
  ["synchronous_updates", { ...BOOLEAN, viewsOnly: true }],
  ["tablets", { kind: "map", map: TABLE_TABLETS }],
  ["storage_engine", { kind: "anything" }],
  ["large_data_guardrails_enabled", BOOLEAN],
  ["cdc", { kind: "map", map: CDC }],
  ["per_partition_rate_limit", { kind: "map", map: RATE_LIMIT }],
  ["tombstone_gc", { kind: "map", map: TOMBSTONE_GC }],
  ["scylla_encryption_options", { kind: "map" }],
  ...["index_interval", "replicate_on_write", "populate_io_cache_on_flush", "read_repair_chance", "dclocal_read_repair_chance"].map((name) => [name, { kind: "anything" }] as const),
]);

/** By target. */
export const TABLE_OPTIONS: Readonly<Record<Target, TableOptions>> = {
  "cassandra-4.0": { options: new Map(CASSANDRA_40), readAtPrepare: false },
  "cassandra-4.1": { options: CASSANDRA_41, readAtPrepare: false },
  "cassandra-5.0": {
    options: new Map<string, OptionRule>([
      ["allow_auto_snapshot", BOOLEAN],
      ...CASSANDRA_41,
      ["bloom_filter_fp_chance", { ...BLOOM, unset: -1 }],
      ["incremental_backups", BOOLEAN],
    ]),
    readAtPrepare: true,
  },
  scylla: { options: SCYLLA, readAtPrepare: false },
};

/** Names that older servers had, with what replaces them; empty: nothing does (D-OPT-21). */
export const REMOVED_OPTIONS: ReadonlyMap<string, string> = new Map([
  ["read_repair_chance", ""],
  ["dclocal_read_repair_chance", ""],
  ["replicate_on_write", ""],
  ["populate_io_cache_on_flush", ""],
  ["index_interval", "min_index_interval"],
  ["speculative_write_threshold", "additional_write_policy"],
  ["sstable_compression", "compression"],
  ["compression_parameters", "compression"],
  ["min_compaction_threshold", "compaction"],
  ["max_compaction_threshold", "compaction"],
  ["compaction_strategy_class", "compaction"],
  ["ttl", "default_time_to_live"],
]);

/** What an index interval is where nothing is said (D-OPT-8, D-OPT-9). */
export const INDEX_INTERVALS = { min: 128, max: 2048 } as const;
