/** What a design is: the shapes of contract.md section 6, JSON of `design`, before offsets and paths are added by the outer layers. */
import type { Range } from "../text/range";
import type { ColumnRole } from "../schema/model";

export type PlanKind = "existing-table" | "query-table" | "time-bucket" | "hash-bucket" | "value-bucket" | "index" | "view" | "add-relation" | "filter-in-partition";

export type ColumnSource =
  | { readonly column: string } | { readonly expression: string } | { readonly element: string }
  | { readonly key: string } | { readonly value: string } | { readonly application: string };

export interface PlanColumn {
  readonly name: string;
  readonly type: string; // CQL text
  readonly role: ColumnRole;
  readonly position: number; // from 0 within a key role; 0 for static and regular
  readonly from: ColumnSource;
}

export interface CompanionWrite {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly kind: "insert" | "update" | "delete" | "batch";
  readonly readFirst: readonly string[];
  readonly add: readonly string[];
  /** The write itself, where it must bind what it calls (`now()`, `uuid()`) so that the copy gets the same value. */
  readonly write?: string;
  /** Of a project without writes on the table: the write that the companions belong to; `path` is empty then. */
  readonly template?: string;
}

export interface Plan {
  readonly kind: PlanKind;
  readonly table: string; // qualified, quoted where needed
  readonly ddl: readonly string[];
  readonly queries: readonly string[];
  readonly merge: { readonly by: readonly { readonly column: string; readonly direction: "asc" | "desc" }[]; readonly limit: number | null } | null;
  readonly bind: readonly { readonly position: number; readonly name: string; readonly meaning: string }[];
  readonly columns: readonly PlanColumn[];
  /** `timed`: the same with the time and TTL of each value kept, for a table that is written meanwhile. */
  readonly backfill: { readonly source: string; readonly insert: string; readonly timed?: { readonly source: string; readonly statements: readonly string[] } } | null;
  readonly writes: readonly CompanionWrite[];
  readonly notes: readonly { readonly code: string; readonly message: string }[];
}

export interface DesignRefusal {
  readonly code: string;
  readonly message: string;
  readonly instead: readonly string[];
}

/** Exactly one of `refusal` and a non-empty `plans` holds. */
export interface Design {
  readonly statement: number;
  readonly range: Range; // file offsets
  readonly original: string;
  readonly refusal: DesignRefusal | null;
  readonly plans: readonly Plan[];
}
