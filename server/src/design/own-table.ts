import type { AccessPath } from "../check/access-path";
import type { CheckContext, Judgement } from "../check/judgement";
import type { Table } from "../schema/model";
import { printStatement } from "../syntax/print";
import type { Expression, Marker, Relation, Select } from "../syntax/ast";
import { relationOf } from "./field";
import type { Plan } from "./plan";
import { costNote } from "./price";
import { prove, sortsAcrossPartitions } from "./prove";
import type { PlanNote } from "./query";
import { qualified } from "./table-name";

const NOWHERE = { start: 0, end: 0 } as const;

/** A plan that needs no new table: the query, and what it costs. */
function plainPlan(kind: Plan["kind"], table: string, query: string, cost: PlanNote): Plan {
  return { kind, table, ddl: [], queries: [query], merge: null, bind: [], columns: [], backfill: null, writes: [], notes: [cost] };
}

function tableText(table: Table): string {
  return qualified(table.keyspace, table.name);
}

/** The query's own table, where it serves the query as it stands, a needless ALLOW FILTERING left out; `byIndex`: whether an index is used. */
export function ownTablePlan(select: Select, table: Table, context: CheckContext, judged: Judgement): { readonly plan: Plan; readonly byIndex: boolean } | undefined {
  const { allowFiltering: _needless, ...rest } = select;
  // What is refused as it stands is not served.
  if (judged.verdict !== "accept" || sortsAcrossPartitions(select, context)) return undefined;
  const text = printStatement(rest);
  const proof = prove([], [text], context);
  if (!proof.ok) return undefined;
  const [access] = proof.paths;
  const byIndex = access?.routing === "index";
  return { plan: plainPlan("existing-table", tableText(table), text, table.virtual ? VIRTUAL_COST : costOfAccess(access)), byIndex };
}

const VIRTUAL_COST = costNote({ partitions: "rows that the node makes up from its memory", nodes: "one", writes: "no" }, "Served as it stands, by the node that is asked.");

/** What it costs to run a query that is served as it stands. */
function costOfAccess(access: AccessPath | undefined): PlanNote {
  if (access?.routing === "index") {
    const some = access.index?.replicas === "some";
    return costNote({ partitions: some ? 1 : "the rows that the index names", nodes: some ? "replicas" : "all", writes: 1 }, `Served by index ${access.index?.index.name ?? ""}.`);
  }
  if (access?.routing === "full-scan" || access?.routing === "token-range") return costNote({ partitions: access.routing === "full-scan" ? "the whole table" : "a part of the ring", nodes: "all", writes: 1 }, "Served as it stands, page by page.");
  return costNote({ partitions: partitionsOf(access), nodes: "replicas", writes: 1 }, "Served as it stands.");
}

/** The number of partitions that a query names, as a price says it. */
export function partitionsOf(access: AccessPath | undefined): number | string {
  const { min, max } = access?.partitions ?? {};
  if (max === undefined) return access?.routing === "multi-partition" ? "the partitions that the query names" : 1;
  return max === min || max === 1 ? max : `up to ${max} partitions`;
}

/** The query inside its partition with ALLOW FILTERING, where the partition key is fixed: cheap while partitions are small. */
export function filterInPartitionPlan(select: Select, table: Table, context: CheckContext): Plan | undefined {
  if (!fixesPartition(select, table) || !followsKey(select, table) || asksFrozenBesideIndex(select, table)) return undefined;
  const text = printStatement({ ...select, allowFiltering: NOWHERE });
  const proof = prove([], [text], context, { filtering: "allowed" });
  if (!proof.ok || proof.paths[0]?.routing !== "single-partition") return undefined;
  return plainPlan("filter-in-partition", tableText(table), text, costNote({ partitions: 1, nodes: "replicas", writes: 1 }, "The server reads all of the partition, or the slice that the clustering columns cut, and drops the other rows: cheap while partitions are small."));
}

/** CONTAINS on a frozen collection, of a table with storage-attached indexes: 5.0.6 fails on it, or gives wrong rows, once it reads by one of them. */
function asksFrozenBesideIndex(select: Select, table: Table): boolean {
  if (!table.indexes.some(({ kind }) => kind === "sai")) return false;
  return select.where.some(({ left, operator }) => {
    const type = left.kind === "column" ? table.byName.get(left.column.value)?.type : undefined;
    return (operator === "contains" || operator === "contains key") && type !== undefined && "frozen" in type && type.frozen;
  });
}

function fixesPartition(select: Select, table: Table): boolean {
  return table.partitionKey.every((column) => select.where.some((relation) => relation.operator === "=" && relation.left.kind === "column" && relation.left.column.value === column.name));
}

/** Whether the query orders, groups and compares tuples by key columns only, and asks for no pattern: what no relation more and no filtering mends needs no proof. */
function followsKey({ orderBy, groupBy, where }: Select, table: Table): boolean {
  const clusters = (name: string): boolean => table.byName.get(name)?.role === "clustering";
  const isKeyColumn = (name: string): boolean => clusters(name) || table.byName.get(name)?.role === "partition";
  return orderBy.every(({ column, ann }) => ann !== undefined || clusters(column.value))
    && groupBy.every(({ expression }) => expression.kind !== "column" || isKeyColumn(expression.name.value))
    && where.every(({ left, operator }) => (left.kind !== "tuple" || left.columns.every((name) => clusters(name.value))) && (operator !== "like" || table.indexes.length > 0));
}

/** The query with the relations that its table asks for, as markers at the end of WHERE, where the caller can give them. */
export function addRelationPlan(select: Select, table: Table, context: CheckContext): Plan | undefined {
  if (!followsKey(select, table)) return undefined;
  const missing = missingColumns(select, table);
  // A column that is asked for is none that the caller can give.
  const asked = select.distinct !== undefined ? select.selectors : select.groupBy;
  if (asked.some(({ expression }) => expression.kind === "column" && missing.includes(expression.name.value))) return undefined;
  if (missing.length === 0 || (table.indexes.length === 0 && select.where.some((relation) => restrictsPlain(relation, table)))) return undefined;
  const named = select.markers.length > 0 && select.markers.every((marker) => marker.name !== undefined);
  const added = missing.map((column): Relation => {
    const marker: Marker = { kind: "marker", range: NOWHERE, ...(named ? { name: { value: column, quoted: false, range: NOWHERE } } : {}) };
    return relationOf(column, "=", marker);
  });
  const { allowFiltering: _allowFiltering, ...rest } = select;
  const text = printStatement({ ...rest, where: [...select.where, ...added] });
  const proof = prove([], [text], context);
  if (!proof.ok) return undefined;
  const before = countMarkers(select.where);
  const bind = missing.map((column, i) => ({ position: before + i, name: column, meaning: `the value of "${column}" that the caller knows` }));
  const list = missing.map((column) => `"${column}"`).join(" and ");
  return { ...plainPlan("add-relation", tableText(table), text, costNote({ partitions: 1, nodes: "replicas", writes: 1 }, `The query that the table is made for, if the caller can give ${list}.`)), bind };
}

/** Whether a relation is on a column outside the key, which only an index or filtering serves. */
function restrictsPlain({ left }: Relation, table: Table): boolean {
  const column = left.kind === "column" || left.kind === "entry" ? table.byName.get(left.column.value) : undefined;
  return column !== undefined && column.role !== "partition" && column.role !== "clustering";
}

/** Columns that the table needs restricted before it serves the query: the rest of the partition key, then gaps in the clustering columns. */
function missingColumns(select: Select, table: Table): readonly string[] {
  const restricted = new Set(select.where.flatMap(({ left }) => (left.kind === "column" ? [left.column.value] : left.kind === "tuple" ? left.columns.map((name) => name.value) : [])));
  const missing = table.partitionKey.filter((column) => !restricted.has(column.name)).map((column) => column.name);
  const last = table.clustering.reduce((found, column, i) => (restricted.has(column.name) ? i : found), -1);
  return [...missing, ...table.clustering.slice(0, Math.max(last, 0)).filter((column) => !restricted.has(column.name)).map((column) => column.name)];
}

/** Number of markers in the values of relations. */
export function countMarkers(where: readonly Relation[]): number {
  let count = 0;
  const visit = (term: Expression): void => {
    switch (term.kind) {
      case "marker": count += 1; return;
      case "call": term.args.forEach(visit); return;
      case "tuple": case "list": case "set": term.items.forEach(visit); return;
      case "map": for (const entry of term.entries) { visit(entry.key); visit(entry.value); } return;
      case "cast": case "hint": case "negate": visit(term.operand); return;
      case "binary": visit(term.left); visit(term.right); return;
      default: return;
    }
  };
  for (const { left, value } of where) {
    if (left.kind === "entry") visit(left.key);
    if (value.kind === "term") visit(value.term);
    if (value.kind === "list") value.items.forEach(visit);
  }
  return count;
}
