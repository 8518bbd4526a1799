import { copyOfTable } from "./companion/copy";
import type { Table } from "../schema/model";
import { identicalType, sameType } from "../schema/types";
import { printStatement } from "../syntax/print";
import { nameOf } from "./field";
import { partitionsOf } from "./own-table";
import type { Plan } from "./plan";
import { costNote } from "./price";
import { prove } from "./prove";
import { isKey, primaryKey } from "./query";
import type { PlanNote, Query } from "./query";
import { qualified } from "./table-name";

const NOWHERE = { start: 0, end: 0 } as const;

/** Tables and views of the project that hold the same rows and serve the query, with the rewritten query (designer.md section 4.1). */
export function existingTablePlans(query: Query): readonly Plan[] {
  const { select, table, context } = query;
  // Groups, DISTINCT and limits per partition mean something else over another partition key.
  if (query.grouping !== "none" || select.perPartitionLimit !== undefined || query.bind.length > 0) return [];
  const keyspace = context.schema.keyspaces.get(table.keyspace);
  const plans: Plan[] = [];
  for (const other of keyspace?.tables.values() ?? []) {
    const plan = other === table || other.doubt !== undefined ? undefined : existingPlan(query, other);
    if (plan !== undefined) plans.push(plan);
  }
  return plans;
}

/** Whether `made` would be a table with the primary key of the one that `existing` reads. */
export function hasSameKey({ context, table: base }: Query, existing: Plan, { columns }: Plan): boolean {
  const tables = context.schema.keyspaces.get(base.keyspace)?.tables.values() ?? [];
  const table = [...tables].find((other) => qualified(other.keyspace, other.name) === existing.table);
  const key = (role: "partition" | "clustering"): string => columns.filter((column) => column.role === role).map(({ name }) => name).join();
  return table !== undefined && key("partition") === table.partitionKey.map(({ name }) => name).join() && key("clustering") === table.clustering.map(({ name }) => name).join();
}

function existingPlan(query: Query, other: Table): Plan | undefined {
  const { table, context } = query;
  const kinship = kinshipOf(table, other);
  if (kinship === undefined || !(kinship === "base" ? holdsCopiedRows : holdsSameRows)(query, other)) return undefined;
  const where = query.where;
  const text = printStatement({
    ...query.select, ...{ star: undefined, allowFiltering: undefined }, selectors: query.selectors, where, markers: [],
    table: { ...(query.select.table?.keyspace === undefined ? {} : { keyspace: query.select.table.keyspace }), name: nameOf(other.name), range: NOWHERE },
  });
  const proof = prove([], [text], context);
  const routing = proof.ok ? proof.paths[0]?.routing : undefined;
  if (routing !== "single-partition" && routing !== "multi-partition") return undefined;
  const name = qualified(other.keyspace, other.name);
  const notes: PlanNote[] = [costNote({ partitions: partitionsOf(proof.ok ? proof.paths[0] : undefined), nodes: "replicas", writes: "no more" }, `${name} is there already.`)];
  if (kinship === "name") notes.push({ code: "unmarked-copy", message: `Nothing says that ${name} is a copy of ${qualified(table.keyspace, table.name)} but its name and columns: make sure that every write reaches both.` });
  const ordered = primaryKey(other).filter((column) => !isKeyOf(table, column.name) && !isRestricted(query, column.name));
  if (ordered.length > 0) notes.push({ code: "rows-without-order-value", message: `Rows without a value of ${ordered.map((column) => `"${column.name}"`).join(", ")} are not in ${name}.` });
  return { kind: "existing-table", table: name, ddl: [], queries: [text], merge: null, bind: [], columns: [], backfill: null, writes: [], notes };
}

/** Why the other table is taken to hold the rows of `table`: a view of it, marked as its copy, named like one, or the table that `table` is marked as a copy of. */
function kinshipOf(table: Table, other: Table): "view" | "marked" | "name" | "base" | undefined {
  if (other.kind === "view") return other.base === table.name && (other.viewWhere?.length ?? 0) === 0 ? "view" : undefined;
  if (table.kind === "view") return undefined;
  if (table.comment !== undefined && (table.comment === `${other.keyspace}.${other.name}` || table.comment === other.name)) return "base";
  const full = `${table.keyspace}.${table.name}`;
  if (other.comment !== undefined) return other.comment === full || other.comment === table.name ? "marked" : undefined;
  const stem = stemOf(table.name);
  return stemOf(other.name) === stem && other.name.includes("_by_") ? "name" : undefined;
}

function stemOf(name: string): string {
  const place = name.indexOf("_by_");
  return place < 0 ? name : name.slice(0, place);
}

/** Whether `query.table` is a copy that has a row for each row of its base table that the query can show, and the base table every column that it reads. */
function holdsCopiedRows(query: Query, base: Table): boolean {
  const copy = copyOfTable(query.table, base);
  if (copy === undefined || copy.exploded !== undefined) return false;
  // Rows without a value of a key column are missing in the copy; no query notices that asks for a value of it.
  if (copy.movers.some(({ name }) => !isRestricted(query, name))) return false;
  return [...query.read].every((name) => base.byName.has(name));
}

/** Whether the other table has a row for each row that the query can show, and every column that it reads, with the same types. */
function holdsSameRows(query: Query, other: Table): boolean {
  const { table } = query;
  for (const column of primaryKey(table)) {
    const copy = other.byName.get(column.name);
    if (copy === undefined || !isKey(copy)) return false;
  }
  for (const column of primaryKey(other)) {
    const original = table.byName.get(column.name);
    if (original === undefined || !sameType(original.type, column.type)) return false;
    // Rows without a value of a key column are missing; no query notices that asks for a value of it.
    if (!isKey(original) && !isRestricted(query, column.name) && !query.order.some(({ field }) => field.name === column.name)) return false;
  }
  for (const name of query.read) {
    const copy = other.byName.get(name);
    const original = table.byName.get(name);
    if (copy === undefined || original === undefined || !(isKey(copy) ? sameType : identicalType)(copy.type, original.type)) return false;
  }
  return true;
}

function isKeyOf(table: Table, name: string): boolean {
  const column = table.byName.get(name);
  return column !== undefined && isKey(column);
}

function isRestricted(query: Query, name: string): boolean {
  return [...query.equal, ...query.range, ...query.lists.flatMap((list) => list.fields)].some((field) => field.name === name);
}
