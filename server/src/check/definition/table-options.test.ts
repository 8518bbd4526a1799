import { expect, test } from "vitest";
import type { DefinitionOptions } from "../../../../test/support/definitions";
import { verdictOf } from "../../../../test/support/definitions";

/** Each statement with what the server says to it; verdicts are those of real servers. */
const ROWS: readonly (readonly [cql: string, verdict: string, options?: DefinitionOptions])[] = [
  ["ALTER TABLE plain WITH colour = 'x'", "unknown-option |colour| syntax execute"],
  ["ALTER TABLE plain WITH read_repair_chance = 0.1", "unknown-option |read_repair_chance| syntax execute"],
  ["ALTER TABLE plain WITH comment = {'a': 'b'}", "option-shape |{'a': 'b'}| syntax prepare"],
  ["ALTER TABLE plain WITH gc_grace_seconds = 'soon'", "option-shape |'soon'| syntax prepare"],
  ["ALTER TABLE plain WITH gc_grace_seconds = 'soon'", "option-shape |'soon'| syntax execute", { target: "cassandra-4.1" }],
  ["ALTER TABLE plain WITH gc_grace_seconds = -1", "option-out-of-bounds |-1| config execute"],
  ["ALTER TABLE plain WITH default_time_to_live = 630720001", "option-out-of-bounds |630720001| config execute"],
  ["ALTER TABLE plain WITH bloom_filter_fp_chance = -1", "accept"],
  ["ALTER TABLE plain WITH bloom_filter_fp_chance = -1", "option-out-of-bounds |-1| config execute", { target: "cassandra-4.0" }],
  ["ALTER TABLE plain WITH memtable = 'default'", "unknown-option |memtable| syntax execute", { target: "cassandra-4.0" }],
  ["ALTER TABLE plain WITH memtable = 'speedy'", "unknown-memtable |'speedy'| config prepare"],
  ["ALTER TABLE plain WITH max_index_interval = 127", "index-interval-order |127| config execute"],
  ["ALTER TABLE plain WITH cdc = 'YES'", "accept"],
  ["ALTER TABLE plain WITH cdc = 'x'", "option-shape |'x'| syntax prepare"],
  ["ALTER TABLE plain WITH speculative_retry = 'MIN(99p,50ms)'", "accept"],
  ["ALTER TABLE plain WITH speculative_retry = '100p'", "retry-policy |'100p'| config prepare"],
  ["ALTER TABLE plain WITH speculative_retry = 'MIN(10ms,20ms)'", "retry-policy |'MIN(10ms,20ms)'| config prepare"],
  ["ALTER TABLE plain WITH read_repair = 'ASYNC'", "read-repair-value |'ASYNC'| server prepare"],
  ["ALTER TABLE plain WITH caching = {'keys': 'SOME'}", "caching-value |'SOME'| config prepare"],
  ["ALTER TABLE plain WITH caching = {'cells': 'ALL'}", "caching-option |'cells'| config prepare"],
  ["ALTER TABLE plain WITH caching = {'rows_per_partition': 99999999999}", "caching-value |99999999999| server prepare"],
  ["ALTER TABLE plain WITH id = 5f0c1de0-7a1b-11ee-b962-0242ac120002", "alter-table-id |id = 5f0c1de0-7a1b-11ee-b962-0242ac120002| config execute"],
  ["ALTER TABLE plain WITH compression = {'chunk_length_in_kb': 64}", "compression-class-missing |{'chunk_length_in_kb': 64}| config prepare"],
  ["ALTER TABLE plain WITH compression = {'enabled': 'false', 'chunk_length_in_kb': 64}", "compression-disabled-with-options |64| config prepare"],
  ["ALTER TABLE plain WITH compression = {'class': 'lz4compressor'}", "unknown-compressor |'lz4compressor'| config prepare"],
  ["ALTER TABLE plain WITH compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': 63}", "compression-value |63| config prepare"],
  ["ALTER TABLE plain WITH compression = {'class': 'LZ4Compressor', 'min_compress_ratio': 0.5}", "compression-value |0.5| config prepare"],
  ["ALTER TABLE plain WITH compression = {'class': 'LZ4Compressor', 'min_compress_ratio': 'x'}", "compression-value |'x'| server prepare"],
  ["ALTER TABLE plain WITH compression = {'class': 'LZ4Compressor', 'lz4_compressor_type': 'slow'}", "compression-value |'slow'| config prepare"],
  ["ALTER TABLE plain WITH compression = {'class': 'LZ4Compressor', 'colour': 'x'}", "compression-option |'colour'| config prepare"],
  ["ALTER TABLE plain WITH compression = {'sstable_compression': 'LZ4Compressor'}", "compression-class-missing |{'sstable_compression': 'LZ4Compressor'}| config prepare"],
  ["ALTER TABLE plain WITH compression = {'sstable_compression': 'LZ4Compressor'}", "accept", { target: "cassandra-4.1" }],
  ["ALTER TABLE plain WITH compression = {'class': 'LZ4Compressor', 'sstable_compression': 'LZ4Compressor'}", "compression-option-twice |'LZ4Compressor'| config execute", { target: "cassandra-4.1" }],
  ["ALTER TABLE plain WITH compaction = {'class': 'DateTieredCompactionStrategy'}", "accept", { target: "cassandra-4.1" }],
  ["ALTER TABLE plain WITH compaction = {'class': 'DateTieredCompactionStrategy'}", "unknown-compaction-class |'DateTieredCompactionStrategy'| config prepare"],
  ["ALTER TABLE plain WITH compaction = {'sstable_size_in_mb': 64}", "compaction-class-missing |{'sstable_size_in_mb': 64}| config prepare"],
  ["ALTER TABLE plain WITH compaction = {'class': 'SizeTieredCompactionStrategy', 'min_threshold': 5, 'max_threshold': 4}", "compaction-value |4| config execute"],
  ["ALTER TABLE plain WITH compaction = {'class': 'SizeTieredCompactionStrategy', 'bucket_low': 1.6}", "compaction-value |1.6| config execute"],
  ["ALTER TABLE plain WITH compaction = {'class': 'SizeTieredCompactionStrategy', 'sstable_size_in_mb': 64}", "compaction-option |'sstable_size_in_mb'| config execute"],
  ["ALTER TABLE plain WITH compaction = {'class': 'SizeTieredCompactionStrategy', 'provide_overlapping_tombstones': 'ALL'}", "compaction-value |'ALL'| config prepare"],
  ["ALTER TABLE plain WITH compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'hours'}", "compaction-value |'hours'| config execute"],
  ["ALTER TABLE plain WITH compaction = {'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'T4, L8, N'}", "accept"],
  ["ALTER TABLE plain WITH compaction = {'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'T1'}", "compaction-value |'T1'| config execute"],
  ["ALTER TABLE plain WITH compaction = {'class': 'UnifiedCompactionStrategy', 'target_sstable_size': 2000000}", "compaction-value |2000000| config execute"],
  ["ALTER TABLE plain WITH compaction = {'class': 'UnifiedCompactionStrategy', 'min_sstable_size': '900MiB'}", "compaction-value |'900MiB'| config execute"],
  ["ALTER TABLE plain WITH compaction = {'class': 'UnifiedCompactionStrategy', 'sstable_growth': '50%'}", "accept"],
  ["ALTER TABLE plain WITH compaction = {'class': 'AbstractCompactionStrategy'}", "unknown-compaction-class |'AbstractCompactionStrategy'| server execute"],
  ["ALTER TABLE plain WITH compaction = {'class': 'com.acme.OurStrategy'}", "unknown", { complete: false }],
  ["ALTER TABLE plain WITH memtable = 'speedy'", "unknown", { complete: false }],
];

for (const [cql, verdict, options] of ROWS) {
  test(`table options (rulebook A4c): ${cql} → ${verdict}`, () => {
    expect(verdictOf(cql, options)).toBe(verdict);
  });
}
