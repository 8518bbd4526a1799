import type { Column, Keyspace, Schema, Table } from "../schema/model";
import { isCollection } from "../schema/types";
import { printStatement, quoteName } from "../syntax/print";
import type { Expression, Relation, Select } from "../syntax/ast";
import type { CheckContext, Judgement } from "../check/judgement";
import type { Plan } from "./plan";
import { costNote } from "./price";
import { prove } from "./prove";
import type { Proof } from "./prove";
import { canBeEmpty, isEmptyConstant } from "./empty-value";
import { isKey } from "./query";
import { qualified } from "./table-name";

interface Wanted {
  readonly column: Column;
  /** What the index is on: the column, or a part of a collection. */
  readonly target: "" | "keys" | "values" | "entries" | "full";
}

/** Refusals that an index can lift: those of a relation that the key does not serve. All others stand, whatever is indexed. */
const LIFTED: ReadonlySet<string> = new Set(["filtering-required", "partition-key-incomplete", "partition-key-needs-equality", "clustering-column-skipped", "clustering-range-not-last"]);

/**
 * Indexes with which the query's own table would serve it (designer.md section 4.4): one, or with SAI one for each relation that needs it.
 * Only what our own check accepts with the index in place; undefined where none helps.
 */
export function indexPlan(select: Select, table: Table, context: CheckContext, judgement: Judgement): Plan | undefined {
  // No index gives an order, a group or a DISTINCT, and none takes a tuple, a list of values, a pattern or a counter.
  if (table.isCounter || select.orderBy.length > 0 || select.distinct !== undefined || !select.groupBy.every(({ expression }) => groupsByKey(expression, table))) return undefined;
  if (!select.where.every(canBeIndexed) || (judgement.verdict === "reject" && !LIFTED.has(judgement.violation?.code ?? ""))) return undefined;
  const { allowFiltering: _allowFiltering, ...rest } = select;
  const text = printStatement(rest);
  const wanted = wantedIndexes(select.where, table);
  if (wanted.length === 0) return undefined;
  const sai = context.target === "cassandra-5.0";
  const empty = sai ? emptyRisk(select.where, table) : "none";
  if (empty === "asked") return undefined;
  const emptyNotes = empty === "bound" ? [{ code: "empty-index-value", message: "Cassandra 5.0 finds no row by an empty value of a descending clustering column in a storage-attached index: do not bind one." }] : [];
  // One index is enough where one relation alone needs help; SAI reads several together.
  const outside = wanted.filter(({ column }) => !isKey(column));
  if (!sai && outside.length > 1) return undefined;
  const alone = sai ? (outside.length === 1 && wanted.length > 1 ? [outside] : []) : wanted.map((one) => [one]);
  const choices = sai ? [...alone, wanted] : alone;
  const keyspace = context.schema.keyspaces.get(table.keyspace);
  for (const choice of choices) {
    const ddl = choice.map((one) => createIndex(one, table, keyspace, sai));
    const defined = defineIndexes(ddl, context);
    const proof = defined.ok ? prove([], [text], defined.context) : defined;
    const access = proof.ok ? proof.paths[0] : undefined;
    if (access === undefined) continue;
    const cost = access.index?.replicas === "some"
      ? costNote({ partitions: 1, nodes: "replicas", writes: 1 }, "Each write maintains the index.")
      : costNote({ partitions: "the rows that the index names", nodes: "all", writes: 1 }, "The index lies beside the rows that it is about, so each query goes everywhere: fine for rare queries, slow for frequent ones.");
    return {
      kind: "index", table: qualified(table.keyspace, table.name), ddl, queries: [text], merge: null, bind: [], columns: [], backfill: null, writes: [],
      notes: [cost, ...emptyNotes],
    };
  }
  return undefined;
}

interface Defined {
  readonly context: CheckContext;
  readonly proof: Proof;
}

/** The indexes that were tried on a schema: the queries of a project ask for the same ones again and again. */
const tried = new WeakMap<Schema, Map<string, Defined>>();

/** The schema with the indexes, or why they are refused. */
function defineIndexes(ddl: readonly string[], context: CheckContext): Proof {
  const known = tried.get(context.schema) ?? new Map<string, Defined>();
  tried.set(context.schema, known);
  const text = ddl.join(";");
  const earlier = known.get(text);
  if (earlier !== undefined && earlier.context.keyspace === context.keyspace && earlier.context.target === context.target && earlier.context.server === context.server) return earlier.proof;
  const proof = prove(ddl, [], context);
  known.set(text, { context, proof });
  return proof;
}

/** Whether GROUP BY names a column of the table's own key, itself or rounded. */
function groupsByKey(expression: Expression, table: Table): boolean {
  const [first] = expression.kind === "call" ? expression.args : [expression];
  const column = first?.kind === "column" ? table.byName.get(first.name.value) : undefined;
  return column !== undefined && isKey(column);
}

/**
 * Whether the query asks an index for the empty value of a clustering column in descending order. The server answers that wrongly: its
 * storage-attached index misses those rows (seen on 5.0.6). "bound": a marker could hold one.
 */
function emptyRisk(where: readonly Relation[], table: Table): "none" | "bound" | "asked" {
  let risk: "none" | "bound" | "asked" = "none";
  for (const { left, value } of where) {
    const column = left.kind === "column" ? table.byName.get(left.column.value) : undefined;
    if (column?.role !== "clustering" || column.order !== "desc" || !canBeEmpty({ type: column.type })) continue;
    for (const term of value.kind === "list" ? value.items : value.kind === "term" ? [value.term] : []) {
      if (isEmptyConstant(term)) return "asked";
      if (term.kind !== "constant") risk = "bound";
    }
  }
  return risk;
}

function canBeIndexed({ left, operator, value }: Relation): boolean {
  if (operator === "in") return value.kind === "list" && value.items.length === 1;
  return (left.kind === "column" && operator !== "like" && operator !== "!=" && operator !== "is not null") || (left.kind === "entry" && operator === "=");
}

/** What an index could help with, in the order of the WHERE clause: relations on columns other than a lone partition key. */
function wantedIndexes(where: readonly Relation[], table: Table): readonly Wanted[] {
  const found: Wanted[] = [];
  for (const { left, operator } of where) {
    if (left.kind !== "column" && left.kind !== "entry") continue;
    const column = table.byName.get(left.column.value);
    if (column === undefined || (column.role === "partition" && table.partitionKey.length === 1)) continue;
    const target = targetOf(column, left.kind === "entry" ? "entry" : operator);
    if (!found.some((other) => other.column === column && other.target === target)) found.push({ column, target });
  }
  return found;
}

function targetOf(column: Column, operator: string): Wanted["target"] {
  if (operator === "entry") return "entries";
  if (operator === "contains key") return "keys";
  if (operator === "contains") return "values";
  return isCollection(column.type) ? "full" : "";
}

function createIndex({ column, target }: Wanted, table: Table, keyspace: Keyspace | undefined, sai: boolean): string {
  const on = target === "" ? quoteName(column.name) : `${target}(${quoteName(column.name)})`;
  return `CREATE INDEX ${indexName(table, column, target, keyspace)} ON ${qualified(table.keyspace, table.name)} (${on})${sai ? " USING 'sai'" : ""}`;
}

/** `<table>_<column>_idx`, with a number where the keyspace has it: index names are the keyspace's. */
function indexName(table: Table, column: Column, target: string, keyspace: Keyspace | undefined): string {
  const word = `${table.name}_${column.name}${target === "" || target === "values" ? "" : `_${target}`}_idx`.replace(/[^A-Za-z0-9_]/g, "_");
  const taken = new Set([...(keyspace?.tables.values() ?? [])].flatMap((other) => other.indexes.map((index) => index.name)));
  if (!taken.has(word)) return quoteName(word);
  for (let number = 2; ; number += 1) if (!taken.has(`${word}_${number}`)) return quoteName(`${word}_${number}`);
}
