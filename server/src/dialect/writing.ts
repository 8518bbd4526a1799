import type { Target } from "./target";

/** What differs between the servers when they judge INSERT, UPDATE, DELETE and BATCH. Row ids of the rulebook stand beside each entry. */
export interface WritingDialect {
  /** Types that `c = c + x` may add to where IF lets the server read the row first (W-UPD-7, W-UPD-9, S-WR-4); none on 4.0. */
  readonly addableWithCondition: ReadonlySet<string>;
  /** The same for `c = c - x` (W-UPD-8, S-WR-4). */
  readonly subtractableWithCondition: ReadonlySet<string>;
  /** Words that look like functions in SET and are operations of the server's own tools (S-SYN-13). */
  readonly toolOperations: ReadonlySet<string>;
  /** Keyspaces may be strongly consistent (S-WR-10). */
  readonly strongConsistency: boolean;
  /** The last second at which a cell may expire (W-TTL-4); undefined where none is refused. */
  readonly latestExpiry?: number;
  /** Some mistakes break the server instead of being refused (W-CND-8, W-BAT-11, S-WR-6). */
  readonly failsInside: boolean;
  /** Comparing with null in IF is refused when the condition is evaluated (W-CND-11, S-WR-5). */
  readonly refusesNullConditions: boolean;
  /** A null key, an index that no list has and a null in a list are nothing to refuse in IF: they name or equal no element (S-WR-5). */
  readonly nullsInConditions: boolean;
  /** A statement without IF may name its rows by IN in a batch where another one has IF (S-WR-6). */
  readonly inBesideConditions: boolean;
  /** All clustering values of a row together have the limit of one (W-INS-11). */
  readonly limitsClusteringAsWhole: boolean;
  /** Guardrails on what a write holds (G-WR-1, G-WR-6, G-WR-8), and on its timestamp against the clock (G-WR-2, G-WR-3). */
  readonly guardrails: boolean;
  readonly timestampGuardrails: boolean;
  /** Guardrails on the sizes of what is written, by the names of their thresholds (G-WR-5 to G-WR-7, G-WR-13 to G-WR-15). */
  readonly sizeGuardrails: ReadonlySet<string>;
  /** The bytes of a cell besides its value and path, and what a time to live adds to a row's own: what guardrails and the limits of batches count. */
  readonly cellOverhead: number;
  readonly expiryOverhead: number;
  /** The stock limits on the bytes of a batch (G-CFG-12, G-CFG-13); undefined where they are not measured as Cassandra does. */
  readonly batchSize?: { readonly warn: number; readonly fail: number };
  /** DELETE is refused on virtual tables when it is prepared; elsewhere the table decides, and these ones take deletions (W-DEL-15). */
  readonly refusesVirtualDeletes: boolean;
  readonly deletableVirtualTables: ReadonlySet<string>;
  /** USING TIMESTAMP on a virtual table is refused as such (W-TTL-9). */
  readonly refusesVirtualTimestamps: boolean;
}

const NOTHING: ReadonlySet<string> = new Set();
const NUMBERS = ["tinyint", "smallint", "int", "bigint", "varint", "float", "double", "decimal"];
const NUMBERS_AND_TEXTS: ReadonlySet<string> = new Set([...NUMBERS, "counter", "text", "ascii"]);
const CACHES: ReadonlySet<string> = new Set(["credentials_cache_keys", "jmx_permissions_cache_keys", "network_permissions_cache_keys", "permissions_cache_keys", "roles_cache_keys"]);
const EXPIRY_OF_OLD_FORMAT = 2_147_483_646;

const CASSANDRA_40: WritingDialect = {
  addableWithCondition: NOTHING,
  subtractableWithCondition: NOTHING,
  toolOperations: NOTHING,
  strongConsistency: false,
  latestExpiry: EXPIRY_OF_OLD_FORMAT,
  failsInside: true,
  refusesNullConditions: true,
  nullsInConditions: false,
  inBesideConditions: false,
  limitsClusteringAsWhole: false,
  guardrails: false,
  timestampGuardrails: false,
  sizeGuardrails: NOTHING,
  cellOverhead: 16,
  expiryOverhead: 8,
  batchSize: { warn: 5 * 1024, fail: 50 * 1024 },
  refusesVirtualDeletes: true,
  deletableVirtualTables: NOTHING,
  refusesVirtualTimestamps: false,
};

const CASSANDRA_41: WritingDialect = {
  ...CASSANDRA_40,
  addableWithCondition: NUMBERS_AND_TEXTS,
  guardrails: true,
  sizeGuardrails: new Set(["items_per_collection", "collection_size"]),
  refusesVirtualDeletes: false,
  deletableVirtualTables: CACHES,
  refusesVirtualTimestamps: true,
};

const CASSANDRA_50: WritingDialect = {
  ...CASSANDRA_41, limitsClusteringAsWhole: true, timestampGuardrails: true,
  sizeGuardrails: new Set([...CASSANDRA_41.sizeGuardrails, "column_value_size", "sai_string_term_size", "sai_frozen_term_size", "sai_vector_term_size"]),
  cellOverhead: 20,
  expiryOverhead: 12,
};

const { latestExpiry: _none, batchSize: _unmeasured, ...WITHOUT_EXPIRY } = CASSANDRA_40;
const SCYLLA: WritingDialect = { ...WITHOUT_EXPIRY, addableWithCondition: new Set(NUMBERS), subtractableWithCondition: new Set(NUMBERS), toolOperations: new Set(["scylla_counter_shard_list", "scylla_timeuuid_list_index"]), strongConsistency: true, failsInside: false, refusesNullConditions: false, nullsInConditions: true, inBesideConditions: true };

/** By target. */
export const WRITING: Readonly<Record<Target, WritingDialect>> = {
  "cassandra-4.0": CASSANDRA_40,
  "cassandra-4.1": CASSANDRA_41,
  "cassandra-5.0": CASSANDRA_50,
  scylla: SCYLLA,
};

/** The longest time to live that any server takes: twenty years (W-TTL-1). */
export const LONGEST_TTL = 630_720_000;

/**
 * In seconds since 1970: when this table was written, so that no server is asked before; and a time until which it will be in use.
 * What expires too late only if written in between is not judged.
 */
export const EARLIEST_NOW = Date.UTC(2026, 10, 1) / 1000;
export const LATEST_NOW = Date.UTC(2030, 0, 1) / 1000;
