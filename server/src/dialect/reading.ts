import type { Target } from "./target";

/** What differs between the servers when they judge a SELECT or the WHERE of a write. Row ids of the rulebook stand beside each switch. */
export interface ReadingDialect {
  /** IN with other than one value on a column outside the primary key (R-REL-4). */
  readonly inOnNonKey: boolean;
  /** IN on a partition key column while the partition key must be filtered (R-PK-4). */
  readonly inOnFilteredPartitionKey: boolean;
  /** IN on a clustering column that ends up as a filter (R-CK-8, R-MC-10). */
  readonly inAsClusteringFilter: boolean;
  /** A relation that an index serves is exempt from the order rules of clustering columns (R-CK-1, R-CK-2). */
  readonly indexedRelationsMayFollowRange: boolean;
  /** Virtual tables filter without being asked (steps 10, 18 and G). */
  readonly virtualTablesFilter: boolean;
  /** The final check asks whether one group of indexes covers every filter, instead of counting columns (steps 20 and 21). */
  readonly indexesMustCoverFilters: boolean;
  /** ANN ordering and vector columns (section 12); ORDER BY columns are then resolved before WHERE. */
  readonly annOrdering: boolean;
  /** SASI fails inside the server when asked about IN (section 10). */
  readonly sasiFailsOnIn: boolean;
  /** SASI breaks a read in which another kind of index serves a relation too (section 10). */
  readonly sasiFailsBesideOthers: boolean;
  /** GROUP BY takes functions, and read guardrails exist (R-GRP-5…8, section 16). */
  readonly groupByFunctions: boolean;
  readonly readGuardrails: boolean;
  /** The filters' values are looked at before those of the keys (section 1, step 16). */
  readonly filterValuesFirst: boolean;
  /** A read by index that names its partition checks the key's size (R-NUL-9). */
  readonly indexReadsCheckKeys: boolean;
}

const CASSANDRA_40: ReadingDialect = {
  inOnNonKey: false,
  inOnFilteredPartitionKey: false,
  inAsClusteringFilter: false,
  indexedRelationsMayFollowRange: false,
  virtualTablesFilter: false,
  indexesMustCoverFilters: false,
  annOrdering: false,
  sasiFailsOnIn: true,
  sasiFailsBesideOthers: true,
  groupByFunctions: false,
  readGuardrails: false,
  filterValuesFirst: false,
  indexReadsCheckKeys: false,
};

const CASSANDRA_41: ReadingDialect = {
  ...CASSANDRA_40,
  inOnNonKey: true,
  inOnFilteredPartitionKey: true,
  inAsClusteringFilter: true,
  sasiFailsOnIn: false,
  groupByFunctions: true,
  readGuardrails: true,
};

const CASSANDRA_50: ReadingDialect = {
  ...CASSANDRA_41,
  indexedRelationsMayFollowRange: true,
  virtualTablesFilter: true,
  indexesMustCoverFilters: true,
  sasiFailsBesideOthers: false,
  annOrdering: true,
  filterValuesFirst: true,
  indexReadsCheckKeys: true,
};

/** By target. ScyllaDB has a procedure of its own; what it shares with Cassandra follows 4.0, but for IN (R-SCY-11). */
export const READING: Readonly<Record<Target, ReadingDialect>> = {
  "cassandra-4.0": CASSANDRA_40,
  "cassandra-4.1": CASSANDRA_41,
  "cassandra-5.0": CASSANDRA_50,
  scylla: { ...CASSANDRA_40, inOnNonKey: true, inOnFilteredPartitionKey: true, inAsClusteringFilter: true, sasiFailsOnIn: false },
};
