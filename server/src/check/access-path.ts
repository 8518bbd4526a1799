import type { Index } from "../schema/model";

/** How the server runs a statement: what the decision procedure of `reading.md` section 11 found on its way. */
export interface AccessPath {
  readonly routing: "single-partition" | "multi-partition" | "token-range" | "full-scan" | "index";
  /** Number of partitions named by = and IN; max is undefined with `IN ?`. Undefined: not bounded by the key. */
  readonly partitions?: { readonly min: number; readonly max?: number };
  /** The contiguous stretch of the clustering prefix that is read in each partition. */
  readonly slice?: { readonly columns: readonly string[]; readonly bounds: "point" | "range" | "all" | "points"; readonly reversed: boolean };
  /** The index in use; `replicas`: "some" with the partition key given, else "all". */
  readonly index?: { readonly index: Index; readonly replicas: "all" | "some" };
  /** Columns whose relation is applied row by row after reading. */
  readonly filtering: readonly string[];
  readonly order?: "clustering" | "reversed" | "memory" | "ann";
}
