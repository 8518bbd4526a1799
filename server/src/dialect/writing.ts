import type { Target } from "./target";

/** What differs between the servers when they judge INSERT, UPDATE, DELETE and BATCH. Row ids of the rulebook stand beside each entry. */
export interface WritingDialect {
  /** Types that `c = c + x` may add to where IF lets the server read the row first (W-UPD-7, W-UPD-9, S-WR-4); none on 4.0. */
  readonly addableWithCondition: ReadonlySet<string>;
  /** The same for `c = c - x` (W-UPD-8, S-WR-4). */
  readonly subtractableWithCondition: ReadonlySet<string>;
  /** The last second at which a cell may expire (W-TTL-4); undefined where none is refused. */
  readonly latestExpiry?: number;
  /** Some mistakes break the server instead of being refused (W-CND-8, W-BAT-11, S-WR-6). */
  readonly failsInside: boolean;
  /** Comparing with null in IF is refused when the condition is evaluated (W-CND-11, S-WR-5). */
  readonly refusesNullConditions: boolean;
  /** All clustering values of a row together have the limit of one (W-INS-11). */
  readonly limitsClusteringAsWhole: boolean;
  /** Guardrails on what a write holds (G-WR-1, G-WR-6, G-WR-8), and on its timestamp against the clock (G-WR-2, G-WR-3). */
  readonly guardrails: boolean;
  readonly timestampGuardrails: boolean;
  /** A guardrail on the bytes of one value (G-WR-7). */
  readonly valueSizeGuardrail: boolean;
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
  latestExpiry: EXPIRY_OF_OLD_FORMAT,
  failsInside: true,
  refusesNullConditions: true,
  limitsClusteringAsWhole: false,
  guardrails: false,
  timestampGuardrails: false,
  valueSizeGuardrail: false,
  refusesVirtualDeletes: true,
  deletableVirtualTables: NOTHING,
  refusesVirtualTimestamps: false,
};

const CASSANDRA_41: WritingDialect = {
  ...CASSANDRA_40,
  addableWithCondition: NUMBERS_AND_TEXTS,
  guardrails: true,
  refusesVirtualDeletes: false,
  deletableVirtualTables: CACHES,
  refusesVirtualTimestamps: true,
};

const CASSANDRA_50: WritingDialect = { ...CASSANDRA_41, limitsClusteringAsWhole: true, timestampGuardrails: true, valueSizeGuardrail: true };

const { latestExpiry: _none, ...WITHOUT_EXPIRY } = CASSANDRA_40;
const SCYLLA: WritingDialect = { ...WITHOUT_EXPIRY, addableWithCondition: new Set(NUMBERS), subtractableWithCondition: new Set(NUMBERS), failsInside: false, refusesNullConditions: false };

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
