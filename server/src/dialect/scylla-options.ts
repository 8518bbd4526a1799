/** What stands in the maps of ScyllaDB's table and keyspace options (definition-and-writing.md C1). */

/** How the value of a key is read. `unsure`: words that depend on more than the statement. */
export type MapEntryRule =
  | { readonly kind: "boolean" }
  | { readonly kind: "integer"; readonly min?: number }
  | { readonly kind: "number" }
  | { readonly kind: "word"; readonly words: readonly string[]; readonly unsure?: readonly string[] }
  | { readonly kind: "anything" };

export interface MapRule {
  readonly entries: ReadonlyMap<string, MapEntryRule>;
  /** Other keys, and other values, may be right too: they are not judged. */
  readonly open?: true;
  /** Whether such an option is allowed at all depends on the keyspace, so what is right in itself is not judged. */
  readonly needsTablets?: true;
}

const BOOLEAN: MapEntryRule = { kind: "boolean" };
const COUNT: MapEntryRule = { kind: "integer", min: 0 };
const rule = (entries: Readonly<Record<string, MapEntryRule>>): MapRule => ({ entries: new Map(Object.entries(entries)) });

/** S-OPT-4. */
export const CDC = rule({
  enabled: BOOLEAN, preimage: { kind: "word", words: ["true", "false", "full"] }, postimage: BOOLEAN, delta: { kind: "word", words: ["keys", "full"] }, ttl: COUNT,
});
/** S-OPT-5. */
export const RATE_LIMIT = rule({ max_reads_per_second: COUNT, max_writes_per_second: COUNT });
/** S-OPT-6; whether tombstones may wait for repair depends on the copies that the keyspace has. */
export const TOMBSTONE_GC = rule({ mode: { kind: "word", words: ["timeout", "disabled", "immediate"], unsure: ["repair"] }, propagation_delay_in_seconds: COUNT });
/** S-OPT-7. */
export const TABLE_TABLETS: MapRule = {
  ...rule({ min_tablet_count: COUNT, max_tablet_count: COUNT, min_per_shard_tablet_count: { kind: "number" }, expected_data_size_in_gb: COUNT, pow2_count: BOOLEAN }), needsTablets: true,
};
/** S-KS-3. */
export const KEYSPACE_TABLETS = rule({ enabled: BOOLEAN, initial: COUNT });
/** The usual entries of maps that C1 does not list in full. */
export const CACHING: MapRule = { ...rule({ keys: { kind: "word", words: ["all", "none"] }, rows_per_partition: { kind: "word", words: ["all", "none"] }, enabled: BOOLEAN }), open: true };
export const COMPRESSION: MapRule = {
  ...rule({
    sstable_compression: { kind: "word", words: ["LZ4Compressor", "SnappyCompressor", "DeflateCompressor", "ZstdCompressor"].flatMap((name) => [name, `org.apache.cassandra.io.compress.${name}`]).concat("") },
    chunk_length_in_kb: { kind: "word", words: ["1", "2", "4", "8", "16", "32", "64", "128"] }, crc_check_chance: { kind: "number" },
  }),
  open: true,
};
/** The usual sub-options of compaction, besides its class (S-OPT-10). */
export const COMPACTION: MapRule = {
  ...rule({
    min_threshold: { kind: "integer", min: 1 }, max_threshold: { kind: "integer", min: 1 }, compaction_window_unit: { kind: "word", words: ["minutes", "hours", "days"] },
    compaction_window_size: { kind: "integer", min: 1 }, sstable_size_in_mb: { kind: "integer", min: 1 },
  }),
  open: true,
};
/** Its sub-options that are refused when they are zero. */
export const COMPACTION_THRESHOLDS: ReadonlySet<string> = new Set(["min_threshold", "max_threshold"]);

/** The replication strategies (S-KS-4). */
export const SCYLLA_STRATEGIES: readonly string[] = ["SimpleStrategy", "NetworkTopologyStrategy", "EverywhereStrategy", "LocalStrategy"];
