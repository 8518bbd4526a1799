import type { Target } from "./target";

function words(text: string): readonly string[] {
  return text.trim().toLowerCase().split(/\s+/);
}

/** Words that no Cassandra version takes unquoted as a name (L-KW, section 3.1); the same list in 4.0, 4.1 and 5.0. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(words(`
  ADD ALLOW ALTER AND APPLY ASC AUTHORIZE BATCH BEGIN BY COLUMNFAMILY CREATE DELETE DESC DESCRIBE DROP
  ENTRIES EXECUTE FALSE FROM FULL GRANT IF IN INDEX INFINITY INSERT INTO IS KEYSPACE LIMIT MATERIALIZED
  MODIFY NAN NORECURSIVE NOT NULL OF ON OR ORDER PRIMARY RENAME REVOKE SCHEMA SELECT SET TABLE TO TOKEN
  TRUE TRUNCATE UNLOGGED UPDATE USE USING VIEW WHERE WITH`));

/** The words of native types, lower case. `vector` is no native type: it is a keyword before `<` only. */
export const NATIVE_TYPES: readonly string[] = words(`
  ASCII BIGINT BLOB BOOLEAN COUNTER DATE DECIMAL DOUBLE DURATION FLOAT INET INT SMALLINT TEXT TIME TIMESTAMP
  TIMEUUID TINYINT UUID VARCHAR VARINT`);

/** Unreserved keywords by the first version that has them (section 3.2). */
const UNRESERVED_BY_VERSION: Readonly<Record<string, readonly string[]>> = {
  "cassandra-4.0": [...words(`
    AGGREGATE AGGREGATES ALL AS ACCESS CALLED CLUSTER CLUSTERING COMPACT CONTAINS CUSTOM DATACENTERS DEFAULT EXISTS
    FILTERING FINALFUNC FROZEN FUNCTION FUNCTIONS GROUP INITCOND INPUT INTERNALS KEYS KEYSPACES LANGUAGE LIKE LIST
    LOGIN MAP MBEAN MBEANS NOLOGIN NOSUPERUSER ONLY OPTIONS PARTITION PASSWORD PER PERMISSION PERMISSIONS REPLACE
    RETURNS ROLE ROLES SFUNC STATIC STORAGE STYPE SUPERUSER TABLES COLUMNFAMILIES TRIGGER TUPLE TYPE TYPES UNSET USER
    USERS VALUES CAST COUNT DISTINCT JSON KEY TTL WRITETIME`), ...NATIVE_TYPES],
  "cassandra-4.1": words("HASHED"),
  "cassandra-5.0": words("ANN CIDRS IDENTITY MASKED MAXWRITETIME SELECT_MASKED UNMASK VECTOR"),
};

/** Words that ScyllaDB adds to the unreserved ones (S-LEX-1); a few of them are reserved in Cassandra. */
const SCYLLA_UNRESERVED = words(`
  ATTACH ATTACHED BYPASS CACHE DESC DESCRIBE DETACH EFFECTIVE EMPTY EXECUTE FOR LARGE_DATA_GUARDRAILS LEVEL LEVELS
  MUTATION_FRAGMENTS PASSWORDS PRUNE REDUCEFUNC SERVICE SERVICE_LEVEL SERVICE_LEVELS SHARES TIMEOUT HASHED`);

/** Words that only ScyllaDB reserves (S-LEX-2). */
export const SCYLLA_RESERVED: ReadonlySet<string> = new Set(words(`
  ANN CAST CONCURRENCY DEFAULT REPLACE UNSET SCYLLA_CLUSTERING_BOUND SCYLLA_COUNTER_SHARD_LIST
  SCYLLA_TIMEUUID_LIST_INDEX TEXT_SEARCH_INDEXING VECTOR_SEARCH_INDEXING`));

/** Words, in this very spelling, that ScyllaDB takes for durations (S-LEX-4). */
const SCYLLA_DURATIONS: ReadonlySet<string> = new Set(["P", "PT"]);

/** Reserved in Cassandra, free in ScyllaDB. */
export const SCYLLA_FREED: ReadonlySet<string> = new Set(words("DESC DESCRIBE EXECUTE"));

/** Words that no type may be named unquoted (L-KW-1), besides the reserved ones and the native types. */
export const NEVER_TYPE_NAMES: ReadonlySet<string> = new Set(words("CAST COUNT DISTINCT JSON TTL WRITETIME"));

/** Type names kept back for the future (L-KW-2): refused as written in lower case, free in any other spelling. */
export const RESERVED_TYPE_NAMES: ReadonlySet<string> = new Set(words("byte complex enum interval macaddr bitstring"));

/** Words that no function may be named unquoted (L-KW-3), besides the reserved ones other than TOKEN. */
export const NEVER_FUNCTION_NAMES: ReadonlySet<string> = new Set(words("CAST DISTINCT JSON KEY TTL WRITETIME"));

function unreservedSets(): ReadonlyMap<Target, ReadonlySet<string>> {
  const sets = new Map<Target, ReadonlySet<string>>();
  let soFar: readonly string[] = [];
  for (const version of ["cassandra-4.0", "cassandra-4.1", "cassandra-5.0"] as const) {
    soFar = [...soFar, ...(UNRESERVED_BY_VERSION[version] ?? [])];
    sets.set(version, new Set(soFar));
  }
  const oldest = [...(UNRESERVED_BY_VERSION["cassandra-4.0"] ?? []), ...SCYLLA_UNRESERVED];
  sets.set("scylla", new Set(oldest.filter((word) => !SCYLLA_RESERVED.has(word))));
  return sets;
}
const UNRESERVED = unreservedSets();

/** Every unreserved keyword of any target, lower case. */
export const UNRESERVED_ANYWHERE: ReadonlySet<string> = new Set([...UNRESERVED.values()].flatMap((set) => [...set]));

/** Whether `word` (lower case, but for `P` and `PT`) must be quoted to be a name on `target`. */
export function isReserved(word: string, target: Target): boolean {
  if (target !== "scylla") return RESERVED_WORDS.has(word);
  return SCYLLA_RESERVED.has(word) || SCYLLA_DURATIONS.has(word) || (RESERVED_WORDS.has(word) && !SCYLLA_FREED.has(word));
}

/** Whether `word` (lower case) is a keyword of `target` that may still be a name. */
export function isUnreserved(word: string, target: Target): boolean {
  return UNRESERVED.get(target)?.has(word) ?? false;
}

/** Whether `word` (lower case) must be quoted on some target. */
export function isReservedAnywhere(word: string): boolean {
  return RESERVED_WORDS.has(word) || SCYLLA_RESERVED.has(word);
}
