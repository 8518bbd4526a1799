/** How a statement runs, for `explain`, hovers and lenses: contract.md section 6, JSON of `explain`. */
import type { Range } from "../text/range";
import type { StatementKind } from "../syntax/ast";

export type QuestionId = "partition-key" | "finite-partitions" | "contiguous" | "skipped" | "filtering" | "across-partitions" | "partition-size" | "idempotent";

export interface Question {
  readonly id: QuestionId;
  readonly answer: "yes" | "no" | "unknown";
  readonly why: string;
}

export interface Explanation {
  readonly kind: StatementKind;
  readonly range: Range; // file offsets
  readonly verdict: "accept" | "reject" | "unknown" | "skip";
  readonly routing: "single-partition" | "multi-partition" | "token-range" | "full-scan" | "index" | null;
  readonly partitions: { readonly min: number; readonly max: number | null } | null;
  readonly slice: { readonly columns: readonly string[]; readonly bounds: string; readonly reversed: boolean } | null;
  readonly index: { readonly name: string; readonly kind: string; readonly replicas: "all" | "some" } | null;
  readonly filtering: readonly string[];
  readonly order: "clustering" | "reversed" | "memory" | "ann" | null;
  readonly questions: readonly Question[];
  readonly notes: readonly string[];
}
