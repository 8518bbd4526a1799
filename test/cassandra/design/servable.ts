/** Which pairs one table can serve at all, decided from what the query asks for and not from what the designer says (designer.md sections 2, 3 and 9). */
import type { BaseColumn, BaseTable, GeneratedQuery } from "./generate";
import type { Plain } from "./values";

/** Whether one table (one query or several on it, merged by the caller) can answer the query. */
export function oneTableServes(query: GeneratedQuery, table: BaseTable): boolean {
  const { cut } = query;
  const rest = query.tests.filter((test) => cut === undefined || !("columns" in test) || !test.columns.includes(cut));
  if (cut === undefined || rangeOf({ ...query, tests: rest }).length === 0) return servesOneRange(query, table);
  // The second range becomes a list of buckets in the partition key; groups and limits per partition would be spread over them.
  if (query.group.length > 0 || query.perPartition !== undefined || table.counters) return false;
  return servesOneRange({ ...query, tests: [...rest, { kind: "in", columns: [cut], lists: [[0], [1]] }] }, table);
}

function servesOneRange(query: GeneratedQuery, table: BaseTable): boolean {
  const fixed = columnsOf(query, (test) => (test.kind === "compare" && test.operator === "=") || (test.kind === "in" && test.lists.length === 1));
  const listed = columnsOf(query, (test) => test.kind === "in" && test.lists.length > 1);
  const range = rangeOf(query);
  const exploded = query.tests.some((test) => test.kind === "contains" || test.kind === "contains key" || test.kind === "entry");
  const order = query.order.filter(({ column }) => !fixed.includes(column)).map(({ column }) => column);
  const group = query.group.filter((column) => !fixed.includes(column));
  const named = fixed.length > 0 || exploded;
  if (asksForEmptyPartition(query, fixed, exploded, listed)) return false;
  if (query.perPartition !== undefined && !keepsPartitions(query, table, fixed, listed, range, order)) return false;
  if (query.group.length > 0) return servesGroups({ named, listed, range, order, group, rounded: query.rounded, tuple: hasTupleList(query), hasOther: hasNotNull(query) });
  const aggregated = query.outputs.some((output) => output.kind === "aggregate");
  const sorted = aggregated ? [] : order;
  // An order across the values of an IN is merged by the caller, who must see its columns, and rows that are no JSON texts.
  const rest = sorted.filter((column) => !listed.includes(column));
  if (range.some((column, i) => rest.length > 0 && rest[i] !== undefined && rest[i] !== column)) return false;
  const several = (listed.length > 0 && sorted.length > 0 && !sorted.every((column, i) => listed[i] === column)) || (!named && listed.length === 0 && sorted.length > 0) || (!named && hasTupleList(query));
  if (several && (query.json || query.perPartition !== undefined || aggregated || !sorted.every((column) => query.outputs.some((output) => output.kind === "column" && output.column === column && isAlone(query, output.as))))) return false;
  if (!named && listed.length === 0 && (range.length > 0 || sorted.length > 0 || hasNotNull(query))) return query.perPartition === undefined && !table.counters;
  return true;
}

interface Groups {
  readonly named: boolean;
  readonly listed: readonly BaseColumn[];
  readonly range: readonly BaseColumn[];
  readonly order: readonly BaseColumn[];
  readonly group: readonly BaseColumn[];
  readonly rounded: BaseColumn | undefined;
  readonly tuple: boolean;
  readonly hasOther: boolean;
}

function servesGroups({ named, listed, range, order, group, rounded, tuple, hasOther }: Groups): boolean {
  if (tuple || listed.some((column) => !group.includes(column))) return false;
  if (rounded !== undefined && (!group.includes(rounded) || !named || listed.includes(rounded))) return false;
  if (!named && (order.length > 0 || (listed.length === 0 && (range.length > 0 || hasOther)))) return false;
  const inside = [...(named ? listed : []), ...group.filter((column) => !listed.includes(column))];
  const behind = group.filter((column) => !listed.includes(column));
  // With all groups fixed, what is left of the key goes on as it likes.
  return order.every((column, i) => group.length === 0 || inside[i] === column) && range.every((column, i) => behind.length === 0 || behind[i] === undefined || behind[i] === column);
}

/** PER PARTITION LIMIT counts in partitions of the base table. */
function keepsPartitions(query: GeneratedQuery, table: BaseTable, fixed: readonly BaseColumn[], listed: readonly BaseColumn[], range: readonly BaseColumn[], order: readonly BaseColumn[]): boolean {
  if (table.columns.filter((column) => column.role === "partition").every((column) => fixed.includes(column))) {
    const clustering = table.columns.filter((column) => column.role === "clustering" && !fixed.includes(column));
    const leading = [...listed, ...order, ...range].filter((column, i, all) => all.indexOf(column) === i && !fixed.includes(column));
    const turned = new Set(query.order.filter(({ column }) => clustering.includes(column)).map(({ column, direction }) => column.direction !== direction));
    return leading.every((column, i) => clustering[i] === column) && turned.size <= 1 && (turned.size === 0 || !turned.has(true) || query.order.length >= clustering.length);
  }
  return query.perPartition === 1 && listed.length === 0 && range.length === 0 && order.length === 0 && !query.tests.some((test) => test.kind === "prefix") && query.tests.some((test) => test.kind !== "not null");
}

function columnsOf(query: GeneratedQuery, wanted: (test: GeneratedQuery["tests"][number]) => boolean): readonly BaseColumn[] {
  return query.tests.filter(wanted).flatMap((test) => ("columns" in test ? test.columns : []));
}

function rangeOf(query: GeneratedQuery): readonly BaseColumn[] {
  for (const test of query.tests) {
    if (test.kind === "compare" && test.operator !== "=") return test.columns;
    if (test.kind === "prefix") return [test.column];
  }
  return [];
}

function hasTupleList(query: GeneratedQuery): boolean {
  return query.tests.some((test) => (test.kind === "in" && test.columns.length > 1 && test.lists.length > 1) || (test.kind === "compare" && test.operator === "=" && test.columns.length > 1));
}

function hasNotNull(query: GeneratedQuery): boolean {
  return query.tests.some((test) => test.kind === "not null");
}

/** The empty value asked for in the only column that could be the partition key. */
function asksForEmptyPartition(query: GeneratedQuery, fixed: readonly BaseColumn[], exploded: boolean, listed: readonly BaseColumn[]): boolean {
  const [only, second] = fixed.length > 0 || exploded ? fixed : listed;
  if (only === undefined || second !== undefined || (exploded && fixed.length > 0)) return false;
  const isEmpty = (value: Plain | undefined): boolean => value === "";
  return query.tests.some((test) => ("columns" in test && test.columns.includes(only)) && (test.kind === "compare" ? isEmpty(test.values[0]) : test.kind === "in" && test.lists.some((values) => isEmpty(values[0]))));
}

function isAlone(query: GeneratedQuery, name: string): boolean {
  return query.outputs.filter(({ as }) => as === name).length === 1;
}
