import type { Expression } from "../syntax/ast";
import { parseStatement } from "../syntax/parse";
import type { Field } from "./field";
import type { KeyPlan } from "./key";
import { backfill, movingColumns, newTable, planColumns, printTable } from "./new-table";
import type { NewTable, TableOptions } from "./new-table";
import { canBeEmpty, emptyKeyNote } from "./empty-value";
import type { DesignRefusal, Plan } from "./plan";
import { costNote } from "./price";
import { prove } from "./prove";
import type { InList, PlanNote, Query } from "./query";
import { some } from "./read-where";
import { refuse } from "./refusal";
import { MOST_QUERIES, printQueries, rewrite } from "./rewrite";
import type { Rewritten } from "./rewrite";
import { qualified } from "./table-name";

/** The query table for a key, proved; or why it cannot be offered. */
export function queryTablePlan(query: Query, key: KeyPlan, options: TableOptions): Plan | DesignRefusal {
  const written = refuseWritetime(query, key);
  if (written !== undefined) return written;
  const table = newTable(query, key, options);
  const rewritten = rewrite(query, key, table.name);
  if (rewritten === undefined) return refuse("not-supported", { detail: `the IN lists would take more than ${MOST_QUERIES} queries to merge` });
  const base = qualified(table.base.keyspace, table.base.name);
  const ddl = [printTable(table, `copy of ${table.base.keyspace === "" ? "" : `${table.base.keyspace}.`}${table.base.name} for queries ${purpose(table, query)}`)];
  const queries = printQueries(rewritten);
  const proof = prove(ddl, options.alike === true ? queries.slice(0, 1) : queries, query.context);
  if (!proof.ok) return unproved(proof, key);
  return {
    kind: "query-table", table: qualified(table.keyspace, table.name), ddl, queries, merge: rewritten.merge, bind: bindOf(query, key, rewritten, queries), columns: planColumns(table),
    backfill: backfill(table), writes: [], notes: [costOf(query, key, base), ...notesOf(query, key, table, rewritten)],
  };
}

/** Why a plan that was made is not offered. */
function unproved(proof: { readonly why: string; readonly code?: string }, key: KeyPlan): DesignRefusal {
  if (proof.code === undefined) return refuse("unknown-schema", { detail: proof.why });
  return proof.code === "empty-partition-key" ? refuse(proof.code, { column: key.partition[0]?.name }) : refuse("refused-anyway", { detail: proof.why });
}

/** `by status, ordered by created_at`: what the table's comment says it is for. */
function purpose(table: NewTable, query: Query): string {
  const by = `by ${table.partition.map((field) => field.name).join(", ")}`;
  const order = query.order.filter(({ field }) => !table.partition.some((other) => other.name === field.name));
  return order.length === 0 ? by : `${by}, ordered by ${order.map(({ field, direction }) => (direction === "asc" ? field.name : `${field.name} descending`)).join(", ")}`;
}

/** The partitions of the new table that the rewritten query reads, as a price says it. */
export function readsOf(query: Query, key: KeyPlan): number | string {
  if (key.distinct) return "the head of each partition of the new table";
  if (readsAll(query)) return "the whole new table";
  const inPartition = query.lists.filter((list) => list.fields.some((field) => key.partition.some((other) => other.name === field.name)));
  return inPartition.reduce<number | string>((count, list) => {
    const { value } = query.where[list.index]!;
    return typeof count === "number" && value.kind === "list" ? count * value.items.length : "1 partition for each value of the IN";
  }, 1);
}

/** Who is asked for the rewritten query. */
export function nodesOf(query: Query, key: KeyPlan): "replicas" | "all" {
  return key.distinct || readsAll(query) ? "all" : "replicas";
}

function readsAll(query: Query): boolean {
  return query.equal.length === 0 && query.lists.length === 0;
}

/** What a query table costs; `more` goes on after the figures. */
function costOf(query: Query, key: KeyPlan, base: string): PlanNote {
  const exploded = key.partition.some(({ from }) => "element" in from || "key" in from || "value" in from);
  const more = key.split.length > 0 ? ` One query per value of the IN, each reading one partition.` : "";
  return costNote({ partitions: readsOf(query, key), nodes: nodesOf(query, key), writes: exploded ? "1 + one per element" : 2 }, `Every write of ${base} is written to the copy too.${more}`);
}

/** The write time of a key column cannot be asked for, and a column that the query fixes becomes one. */
function refuseWritetime(query: Query, key: KeyPlan): DesignRefusal | undefined {
  const inKey = new Set([...key.partition, ...key.clustering.map((entry) => entry.field)].map((field) => field.name));
  let found: string | undefined;
  for (const { expression } of query.selectors) {
    some(expression, (part) => {
      if (part.kind === "writetime" && part.operand.kind === "column" && inKey.has(part.operand.name.value)) found ??= part.operand.name.value;
      return false;
    });
  }
  return found === undefined ? undefined : refuse("not-supported", { detail: `writetime and ttl of "${found}", which would be a key column and has neither`, instead: [`Leave writetime and ttl of "${found}" out, or keep the moment of the write in a column of its own.`] });
}

function readsWritetime(query: Query): boolean {
  return query.selectors.some(({ expression }) => some(expression, (part) => part.kind === "writetime"));
}

/** Markers that the caller has to give besides those of the original, or by turns. */
function bindOf(query: Query, key: KeyPlan, rewritten: Rewritten, queries: readonly string[]): Plan["bind"] {
  const turns = key.split.flatMap((list) => ownMarkers(query, list).map(({ marker, name }) => ({
    marker, name, meaning: `one value of the IN on "${name}" in each query, every value once`,
  })));
  const [first] = queries;
  if (first === undefined || query.bind.length + turns.length === 0) return [];
  const markers = parseStatement(first).statement.markers;
  // Printing keeps the order of markers, so the n-th marker of the tree is the n-th of the text.
  const inTree: object[] = [];
  for (const relation of rewritten.selects[0]!.where) {
    const visit = (term: Expression): void => void some(term, (part) => {
      if (part.kind === "marker") inTree.push(part);
      return false;
    });
    if (relation.left.kind === "entry") visit(relation.left.key);
    if (relation.value.kind === "term") visit(relation.value.term);
    if (relation.value.kind === "list") relation.value.items.forEach(visit);
  }
  const before = markers.length - inTree.length - [rewritten.selects[0]!.limit, rewritten.selects[0]!.perPartitionLimit].filter((limit) => limit?.value.kind === "marker").length;
  return [...query.bind, ...turns].flatMap(({ marker, name, meaning }) => {
    const position = inTree.indexOf(marker);
    return position < 0 ? [] : [{ position: before + position, name, meaning }];
  });
}

function notesOf(query: Query, key: KeyPlan, table: NewTable, rewritten: Rewritten): readonly PlanNote[] {
  const notes: PlanNote[] = [...query.notes];
  const add = (code: string, message: string): void => void notes.push({ code, message });
  const names = (fields: readonly { readonly name: string }[]): string => fields.map((field) => `"${field.name}"`).join(", ");
  if (key.nullable.length > 0) add("rows-without-order-value", `Rows without a value of ${names(key.nullable)} are not in the table, because a key column always has a value.`);
  const [only] = table.partition;
  if (table.partition.length === 1 && only !== undefined && canBeEmpty(only)) notes.push(emptyKeyNote(only, "table", !isLiteral(query, only)));
  if (table.base.columns.some((column) => column.role === "static") && table.base.clustering.length > 0) {
    add("static-only-partitions", "Partitions that hold only static values have no row to copy: leave them out of the backfill.");
  }
  const moving = movingColumns(table);
  if (moving.length > 0) add("key-changes", `A write that changes ${moving.map((field) => `"${field.name}"`).join(" or ")} must delete the old row of the copy first; a row without ${moving.length > 1 ? "one of them" : "it"} is not copied.`);
  if (readsWritetime(query)) add("writetime-differs", "writetime and ttl are those of the copy: they equal the original's only where the copy is written with the same TIMESTAMP and TTL.");
  if (key.split.length > 0) {
    const markers = key.split.some((list) => ownMarkers(query, list).length > 0);
    add("one-query-per-value", `The server sorts nothing between partitions: run one query per value of ${names(key.split.flatMap((list) => list.fields))} and merge the rows${keepingFirst(rewritten)}.${markers ? " Where the values are bound, bind each query its own, every value once." : ""}`);
  }
  if (query.groupCall !== undefined) add("floor-before-1970", `floor(…) fails on a value of "${query.groupCall.field.name}" before 1970.`);
  if (table.base.isCounter) add("counter-copy", "Counters are copied once by increments, with writes stopped; then each increment goes to both tables.");
  return notes;
}

/** Whether the query asks for written-out values of the column only. */
function isLiteral({ where }: Query, { name }: Field): boolean {
  return where.some(({ left, value }) => left.kind === "column" && left.column.value === name && (value.kind === "term" ? value.term.kind === "constant" : value.kind === "list" && value.items.every((item) => item.kind === "constant")));
}

function keepingFirst({ merge }: Rewritten): string {
  return merge === null || merge.limit === null ? "" : `, keeping the first ${merge.limit}`;
}

/** The markers of an IN list, each with what it gives a value of: a column, or all columns of a tuple. */
function ownMarkers(query: Query, { fields, index }: InList): readonly { readonly marker: object; readonly name: string }[] {
  const { value } = query.where[index]!;
  const items = value.kind === "list" ? value.items : value.kind === "term" ? [value.term] : [];
  const all = fields.map((field) => field.name).join(", ");
  return items.flatMap((item) => (item.kind === "tuple" ? item.items : [item]).flatMap((term, i) => (term.kind === "marker" ? [{ marker: term, name: item.kind === "tuple" ? (fields[i]?.name ?? all) : all }] : [])));
}
