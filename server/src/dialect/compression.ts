import type { Target } from "./target";

/** A sub-option of a compressor and the values that it takes. */
export type CompressorOption =
  | { readonly kind: "integer"; readonly min: number; readonly max: number }
  | { readonly kind: "word"; readonly words: readonly string[] };

/** The compressors of the server with their own sub-options (D-OPT-31, D-OPT-34). */
export const COMPRESSORS: ReadonlyMap<string, ReadonlyMap<string, CompressorOption>> = new Map([
  ["LZ4Compressor", new Map<string, CompressorOption>([
    ["lz4_compressor_type", { kind: "word", words: ["fast", "high"] }],
    ["lz4_high_compressor_level", { kind: "integer", min: 1, max: 17 }],
  ])],
  ["SnappyCompressor", new Map()],
  ["DeflateCompressor", new Map()],
  ["ZstdCompressor", new Map<string, CompressorOption>([["compression_level", { kind: "integer", min: -131072, max: 22 }]])],
  ["NoopCompressor", new Map()],
]);

/** The package of the server's own compressors. */
export const COMPRESSOR_PACKAGE = "org.apache.cassandra.io.compress.";

/** The largest chunk, in KiB (D-OPT-32). */
export const MAX_CHUNK_LENGTH = 1_048_576;

/** Whether the spelling of before 3.0 (`sstable_compression`, `chunk_length_kb`, `crc_check_chance`) is understood (D-OPT-35). */
export const LEGACY_COMPRESSION: Readonly<Record<Target, boolean>> = {
  "cassandra-4.0": true,
  "cassandra-4.1": true,
  "cassandra-5.0": false,
  scylla: true,
};
