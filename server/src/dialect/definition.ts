import type { Target } from "./target";

/** What differs between the servers in ALTER. */
export interface AlterDialect {
  /** ALTER column TYPE and ALTER field TYPE work (S-ALT-1, S-TYP-1); elsewhere they parse and are always refused (D-ALT-3, D-UDT-12). */
  readonly typeChanges: boolean;
  /** A column of a user type can be dropped only when frozen (D-ALT-12, S-ALT-2). */
  readonly dropNeedsFrozenUserType: boolean;
  /** A dropped column may come back with another type (D-ALT-7, S-ALT-3). */
  readonly readdsOtherTypes: boolean;
  /** A column that no view needs can be dropped (D-ALT-14, S-ALT-2). */
  readonly dropsUnusedByViews: boolean;
}

const CASSANDRA: AlterDialect = { typeChanges: false, dropNeedsFrozenUserType: true, readdsOtherTypes: false, dropsUnusedByViews: false };

export const ALTER_DIALECT: Readonly<Record<Target, AlterDialect>> = {
  "cassandra-4.0": CASSANDRA,
  "cassandra-4.1": CASSANDRA,
  "cassandra-5.0": CASSANDRA,
  scylla: { typeChanges: true, dropNeedsFrozenUserType: false, readdsOtherTypes: true, dropsUnusedByViews: true },
};

/** What differs between the servers in CREATE INDEX. */
export interface IndexDialect {
  /** USING goes without CUSTOM, and CUSTOM without USING takes the default (D-IDX-20, D-IDX-21). */
  readonly classIsOptional: boolean;
  /** SAI exists. */
  readonly storageAttached: boolean;
  /** Columns of CUSTOM indexes need plain names (D-IDX-19). */
  readonly plainColumnNames: boolean;
}

const INDEX_41: IndexDialect = { classIsOptional: false, storageAttached: false, plainColumnNames: false };

export const INDEX_DIALECT: Readonly<Record<Target, IndexDialect>> = {
  "cassandra-4.0": INDEX_41,
  "cassandra-4.1": INDEX_41,
  "cassandra-5.0": { classIsOptional: true, storageAttached: true, plainColumnNames: true },
  scylla: INDEX_41,
};

/** How long names may be (D-NAM-1, D-NAM-2, S-NAM-1), and what a table's name above that ends in. */
export interface NameLimits {
  readonly keyspace: number;
  readonly table: number;
  readonly tooLong: "invalid" | "config" | "server";
}

export const NAME_LIMITS: Readonly<Record<Target, NameLimits>> = {
  "cassandra-4.0": { keyspace: 48, table: 222, tooLong: "config" },
  "cassandra-4.1": { keyspace: 48, table: 222, tooLong: "server" },
  "cassandra-5.0": { keyspace: 48, table: 222, tooLong: "config" },
  scylla: { keyspace: 192, table: 192, tooLong: "invalid" },
};

/** What differs between the servers in CREATE MATERIALIZED VIEW. */
export interface ViewDialect {
  /** IS NOT NULL is asked of a partition key of one column too, which is never null (S-MV-2). */
  readonly partitionKeyNotNull: boolean;
  /** CLUSTERING ORDER names all clustering columns, in order (D-MV-13, S-MV-5). */
  readonly wholeOrder: boolean;
  /** Relations other than IS NOT NULL are read as those of a SELECT (D-MV-14), and none may be on a column outside the base's key, be it in the view's key (D-MV-15, S-MV-4). */
  readonly filtersAreKnown: boolean;
}

const CASSANDRA_VIEWS: ViewDialect = { partitionKeyNotNull: true, wholeOrder: true, filtersAreKnown: true };

export const VIEW_DIALECT: Readonly<Record<Target, ViewDialect>> = {
  "cassandra-4.0": CASSANDRA_VIEWS,
  "cassandra-4.1": CASSANDRA_VIEWS,
  "cassandra-5.0": CASSANDRA_VIEWS,
  scylla: { partitionKeyNotNull: false, wholeOrder: false, filtersAreKnown: false },
};

/** Native types whose values are never values of a type of another line (S-ALT-1). */
const FAMILIES: readonly (readonly string[])[] = [
  ["ascii", "text"], ["tinyint", "smallint", "int", "bigint", "varint", "timestamp", "date", "time", "counter"], ["float", "double"], ["decimal"], ["uuid", "timeuuid"], ["boolean"], ["inet"], ["duration"],
];

/** Whether ScyllaDB lets a column or field of native type `before` become `after`: known for the usual pairs only. `keepsOrder`: old values must sort as before. */
export function typeChange(before: string, after: string, { keepsOrder }: { readonly keepsOrder: boolean }): "allowed" | "refused" | "unknown" {
  if (before === after || (before === "ascii" && after === "text")) return "allowed";
  if (!keepsOrder && (before === "int" || before === "bigint") && after === "varint") return "allowed";
  if (before === "blob" || after === "blob") return after === "blob" && !keepsOrder ? "allowed" : "unknown";
  return FAMILIES.find((family) => family.includes(before)) === FAMILIES.find((family) => family.includes(after)) ? "unknown" : "refused";
}
