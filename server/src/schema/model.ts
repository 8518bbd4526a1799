/**
 * The keyspace model: immutable values made by folding DDL in order (`fold.ts`). A change makes a new `Schema` that shares
 * every untouched keyspace and table with the old one, so identity of values tells what a cached verdict depends on.
 */
import type { Range } from "../text/range";
import type { CqlType } from "./type";

/**
 * Where an object or column is defined: a file (`uri`) and offsets from the file's start, half-open. Absent for system tables and snapshots.
 * `range` may be a getter that follows its statement as text above it changes, so that editing a comment changes no schema value.
 */
export interface Origin {
  readonly uri: string;
  readonly range: Range;
}

export type ColumnRole = "partition" | "clustering" | "static" | "regular";

export interface Column {
  readonly name: string;
  readonly type: CqlType;
  readonly role: ColumnRole;
  /** From 0 within the partition key or the clustering columns; -1 for static and regular columns. */
  readonly position: number;
  readonly order: "asc" | "desc"; // of clustering columns; "asc" otherwise
  readonly masked: boolean;
  /** The function of the mask, as named: one of the table's keyspace, or the server's own. */
  readonly maskFunction?: string;
  /** ScyllaDB's TTL column: it holds when its row expires. */
  readonly timeToLive?: boolean;
  readonly origin?: Origin;
}

export type IndexKind = "2i" | "sasi" | "sai" | "custom" | "scylla-vector" | "scylla-fulltext";
export type IndexTargetKind = "column" | "keys" | "values" | "entries" | "full";

export interface Index {
  readonly name: string;
  readonly kind: IndexKind;
  readonly className?: string; // of CREATE CUSTOM INDEX … USING
  /** `column` on a collection is resolved to what the server makes of it (values); on a frozen collection it is `full`. */
  readonly target: IndexTargetKind;
  readonly column: string;
  /** Scylla's local index ((pk…), c). */
  readonly local: boolean;
  readonly options: ReadonlyMap<string, string>;
  readonly origin?: Origin;
}

/** Why statements on an object are not judged: its own definition was refused, or files disagree about it. */
export type Doubt = "refused-definition" | "defined-twice" | "dropped-elsewhere" | "unknown-type" | "template" | "depends-on-doubtful" | "unnamed-keyspace";

export interface Table {
  readonly kind: "table" | "view";
  readonly keyspace: string;
  readonly name: string;
  /** In the order of `SELECT *`: partition key, clustering, statics by name, the rest by name. */
  readonly columns: readonly Column[];
  readonly byName: ReadonlyMap<string, Column>;
  readonly partitionKey: readonly Column[];
  readonly clustering: readonly Column[];
  readonly indexes: readonly Index[];
  /** Options as written, maps included. */
  readonly options: ReadonlyMap<string, OptionValue>;
  readonly isCounter: boolean;
  readonly hasStatic: boolean;
  readonly compact: boolean;
  readonly virtual: boolean;
  /** Columns dropped, with the type they had (re-adding is restricted). */
  readonly dropped: ReadonlyMap<string, { readonly type: CqlType; readonly role: ColumnRole }>;
  readonly base?: string; // of a view: its table, same keyspace
  readonly viewWhere?: readonly string[]; // of a view: columns with a relation other than IS NOT NULL
  readonly selectsAll?: boolean; // of a view: written with `SELECT *`, so that it gains the columns added to its base
  readonly triggers: readonly string[];
  readonly comment: string | undefined; // the marker `copy of ks.table` of a generated table, where its comment carries one
  /** What its author says of the size of a partition: `-- cqlwright: rows=50000 per=day`. */
  readonly partitionRows?: PartitionRows;
  readonly origin?: Origin; // the name in CREATE
  readonly statement?: Origin; // the whole CREATE statement
  readonly doubt?: Doubt;
}
export interface PartitionRows {
  readonly rows: number;
  readonly per?: string;
}
export type OptionValue = string | ReadonlyMap<string, string>;

export interface UserType {
  readonly keyspace: string;
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly type: CqlType }[];
  readonly origin?: Origin;
  readonly doubt?: Doubt;
}

export interface UserFunction {
  readonly kind: "function" | "aggregate";
  readonly keyspace: string;
  readonly name: string;
  readonly parameters: readonly CqlType[];
  readonly parameterNames: readonly string[]; // empty for aggregates
  readonly returns: CqlType;
  readonly calledOnNull: boolean; // functions
  readonly body?: string;
  readonly language?: string; // functions
  readonly stateFunction?: string; // aggregates
  readonly stateType?: CqlType;
  readonly finalFunction?: string;
  readonly initialCondition?: string; // as written
  readonly origin?: Origin;
  readonly doubt?: Doubt;
}

export interface Keyspace {
  readonly name: string;
  readonly system: boolean; // local system keyspaces and replicated system keyspaces
  readonly virtual: boolean;
  readonly replication?: ReadonlyMap<string, string>;
  readonly consistency?: string; // ScyllaDB's option, as written
  readonly tables: ReadonlyMap<string, Table>; // views too: they share the name space
  readonly types: ReadonlyMap<string, UserType>;
  readonly functions: readonly UserFunction[];
  readonly dropped: ReadonlySet<string>; // tables, views and types that the project dropped above (contract.md section 4)
  readonly origin?: Origin;
  /** False for a keyspace that is only mentioned (`CREATE TABLE ks.t` without CREATE KEYSPACE in the project). */
  readonly created: boolean;
  /** Not all of its tables are known here (system keyspaces of ScyllaDB): a name that is missing is not judged. */
  readonly partial?: boolean;
  readonly doubt?: Doubt;
}

export interface Schema {
  readonly keyspaces: ReadonlyMap<string, Keyspace>;
  readonly droppedKeyspaces: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
  /** `schema.complete`: what is not here does not exist (contract.md section 4). */
  readonly complete: boolean;
}

/** The name of the keyspace that holds unqualified names where the project chooses none (contract.md section 4). */
export const UNNAMED_KEYSPACE = "";
