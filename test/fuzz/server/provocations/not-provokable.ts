/** Codes of the check that no single Cassandra of a version can be made to give, with the reason. */
import type { Version } from "../../../cassandra/cluster";
import { BEFORE_50, SINCE_41 } from "./provocation";

interface Reason {
  readonly reason: string;
  /** All where it is missing. */
  readonly versions?: readonly Version[];
  readonly codes: string;
}

export const NOT_PROVOKABLE: readonly Reason[] = [
  {
    reason: "ScyllaDB's grammar, options or rules",
    codes: `like-needs-string operator-on-tuple mixed-tuple-single token-with-key order-by-repeats-column too-many-relations select-without-from concurrency-not-positive
      service-level-value map-option-key map-option-value option-of-views cdc-on-counters alter-incompatible-type local-index-key local-index-column
      guardrail-replication-strategy guardrail-twcs-windows timeout-not-milliseconds view-not-null-outside-key strongly-consistent-write
      ttl-column-type ttl-column-twice ttl-column-role ttl-column-not-set`,
  },
  { reason: "needs a trigger's class on the server", codes: "trigger-exists" },
  { reason: "the server loses the keyspace by it", versions: ["4.0"], codes: "view-of-that-name" },
  {
    reason: "gone since 5.0", versions: ["5.0"],
    codes: "compression-option-twice index-class-missing index-class-without-custom writetime-on-multicell",
  },
  { reason: "gone since 4.1", versions: SINCE_41, codes: "replication-factor-missing in-on-non-key in-with-filtering in-in-filter" },
  {
    reason: "constructs of 5.0", versions: BEFORE_50,
    codes: `masking-disabled mask-function mask-arguments mask-marker mask-type vector-dimension vector-size vector-dimension-mismatch zero-vector vector-not-indexable
      descending-vector-index index-column-name index-class-required unknown-cidr-group cannot-infer-argument-type bad-logarithm bad-mask-padding bad-hash-algorithm
      sai-unknown-option sai-multi-column sai-type sai-duplicate sai-not-analysable sai-analysed-key sai-boolean sai-vector-option sai-similarity sai-optimize-for
      sai-hnsw-parameter sai-vector-element sai-vector-1-cosine vector-index-ann-only ann-multiple ann-with-other ann-desc ann-needs-float-vector ann-needs-index
      ann-filter-not-indexed ann-needs-limit ann-limit-too-big ann-with-per-partition-limit ann-with-aggregate`,
  },
  {
    reason: "guardrails of 5.0", versions: BEFORE_50,
    codes: `guardrail-vector-dimensions guardrail-vector-type guardrail-simplestrategy guardrail-drop-keyspace guardrail-alter-table guardrail-twcs-without-ttl
      guardrail-index-without-partition-key guardrail-column-value-size guardrail-sai-term-size guardrail-replication-factor`,
  },
  {
    reason: "constructs of 4.1", versions: ["4.0"],
    codes: `unknown-memtable hashed-password tuple-in-in-filter group-by-function-not-last group-function-is-aggregate group-function-without-column
      group-function-many-columns group-function-not-clustering group-function-not-monotonic group-by-bad-item bad-floor-argument cast-failed
      addition-to-unaddable-type virtual-table-timestamp use-disabled`,
  },
  {
    reason: "guardrails of 4.1", versions: ["4.0"],
    codes: `compact-storage-disabled guardrail-keyspaces guardrail-tables guardrail-columns-per-table guardrail-fields-per-udt guardrail-secondary-indexes-per-table
      guardrail-materialized-views-per-table guardrail-table-properties guardrail-drop-truncate-table guardrail-secondary-indexes guardrail-uncompressed-tables
      guardrail-group-by guardrail-allow-filtering guardrail-cartesian-product guardrail-partition-keys-in-select guardrail-user-timestamps
      guardrail-items-per-collection guardrail-collection-size guardrail-list-read-before-write`,
  },
];

/** The codes of a version that are listed, with the reason of each. */
export function notProvokable(version: Version): ReadonlyMap<string, string> {
  return new Map(NOT_PROVOKABLE.filter(({ versions }) => versions?.includes(version) !== false).flatMap(({ reason, codes }) => codes.trim().split(/\s+/).map((code) => [code, reason] as const)));
}
