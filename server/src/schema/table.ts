/** Making tables: the one place that knows their column order and what is derived from the columns. */
import type { Column, OptionValue, Table } from "./model";
import type { CqlType } from "./type";

/** What follows from a table's columns. */
type Derived = Pick<Table, "columns" | "byName" | "partitionKey" | "clustering" | "isCounter" | "hasStatic" | "comment">;

/** What a table is made of; everything else of a `Table` follows from it. */
export type TableParts = Omit<Table, keyof Derived> & {
  /** In any order; key columns carry their position. */
  readonly columns: readonly Column[];
  /** The base that the marker comment above the statement names (`-- cqlwright: copy of shop.orders`). */
  readonly copyOf?: string | undefined;
};

const ROLE_ORDER = { partition: 0, clustering: 1, static: 2, regular: 3 } as const;

/** The order of `SELECT *`: partition key, clustering columns, statics by name, the rest by name. */
function compareColumns(a: Column, b: Column): number {
  if (a.role !== b.role) return ROLE_ORDER[a.role] - ROLE_ORDER[b.role];
  if (a.position !== b.position) return a.position - b.position;
  // The server compares the first bytes as a signed number, so a name that begins beyond ASCII stands before all others.
  const beyond = Number(isBeyondAscii(b.name)) - Number(isBeyondAscii(a.name));
  return beyond !== 0 ? beyond : a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

function isBeyondAscii(name: string): boolean {
  return name.charCodeAt(0) > 0x7f;
}

function isCounterType(type: CqlType): boolean {
  return type.kind === "native" && type.name === "counter";
}

/** The table of these parts, with the columns in the order of `SELECT *` and all that is derived from them. */
export function makeTable(parts: TableParts): Table {
  const columns = parts.columns.map(inOrder).sort(compareColumns);
  return assemble(parts, {
    columns,
    byName: new Map(columns.map((column) => [column.name, column])),
    partitionKey: columns.filter((column) => column.role === "partition"),
    clustering: columns.filter((column) => column.role === "clustering"),
    // A table stays one of counters when all of them are dropped.
    isCounter: columns.some((column) => isCounterType(column.type)) || [...parts.dropped.values()].some((column) => isCounterType(column.type)),
    hasStatic: columns.some((column) => column.role === "static"),
    comment: parts.copyOf ?? copyMarker(parts.options.get("comment")),
  });
}

/** The table again with some fields changed. */
export function changeTable(table: Table, change: Partial<Table>): Table {
  const changed = { ...table, ...change };
  return assemble(changed, changed);
}

/**
 * Every table is made here, field by field. Copies of an object of so many fields (`{ ...table }`) are of a kind of their own each to Node 20's
 * engine, and what looks at tables is slow when each is of another kind (docs/performance.md).
 */
function assemble(parts: Omit<Table, keyof Derived>, derived: Derived): Table {
  return {
    kind: parts.kind, keyspace: parts.keyspace, name: parts.name,
    columns: derived.columns, byName: derived.byName, partitionKey: derived.partitionKey, clustering: derived.clustering,
    indexes: parts.indexes, options: parts.options, isCounter: derived.isCounter, hasStatic: derived.hasStatic, compact: parts.compact, virtual: parts.virtual,
    dropped: parts.dropped, base: parts.base, viewWhere: parts.viewWhere, selectsAll: parts.selectsAll, triggers: parts.triggers, comment: derived.comment,
    partitionRows: parts.partitionRows, origin: parts.origin, statement: parts.statement, doubt: parts.doubt,
  };
}

/** The column with the type that its order gives it (`descending` in type.ts). */
function inOrder(column: Column): Column {
  const { type, order } = column;
  if (type.kind !== "native" || (order === "desc") === (type.descending === true)) return column;
  return { ...column, type: order === "desc" ? { kind: "native", name: type.name, descending: true } : { kind: "native", name: type.name } };
}

/** The table again with other columns. */
export function withColumns(table: Table, columns: readonly Column[]): Table {
  return makeTable({ ...table, columns, copyOf: table.comment });
}

/** The base that a table's comment option names, where a generated table carries one: `copy of shop.orders for …`. */
export function copyMarker(comment: OptionValue | undefined): string | undefined {
  return typeof comment === "string" ? /^copy of (\S+)/.exec(comment)?.[1] : undefined;
}
