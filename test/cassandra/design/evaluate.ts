/** Answers a query in memory, over the rows of the base table, as a server would that filters, sorts and limits like SQL. */
import { passes, type BaseColumn, type BaseTable, type GeneratedQuery, type Output, type Row } from "./generate";
import { groupBy } from "./group";
import { compare, keyOf, type Plain } from "./values";

/** The answer: groups of rows that tie in the order asked for, in that order; without an order, one group. At `limit` any rows of a group will do. */
export interface Expected {
  readonly groups: readonly (readonly (readonly Plain[])[])[];
  readonly limit: number | undefined;
}

/** `nullable`: columns that the plan's notes say rows must have a value of. */
export function evaluate(query: GeneratedQuery, table: BaseTable, rows: readonly Row[], nullable: ReadonlySet<string>): Expected {
  let matching = rows.filter((row) => query.tests.every((test) => passes(row, test)) && [...nullable].every((name) => (row.get(name) ?? null) !== null));
  const aggregated = query.outputs.some((output) => output.kind === "aggregate");
  if (query.perPartition !== undefined) matching = firstOfPartitions(query, table, matching, query.perPartition);
  if (query.group.length === 0 && aggregated) return { groups: [[valuesOf(query, matching)]], limit: query.limit };
  if (query.group.length > 0) {
    const groups = [...groupBy(matching, (row) => keyOf(query.group.map((column) => roundedValue(query, row, column)))).values()];
    return sorted(query, groups.map((group) => ({ row: group[0]!, values: valuesOf(query, group) })));
  }
  return sorted(query, matching.map((row) => ({ row, values: valuesOf(query, [row]) })));
}

/** The value that rows are grouped by: of a time that is rounded, its hour. */
function roundedValue(query: GeneratedQuery, row: Row, column: BaseColumn): Plain {
  const value = row.get(column.name) ?? null;
  return column === query.rounded && typeof value === "number" ? Math.floor(value / 3_600_000) : value;
}

function sorted(query: GeneratedQuery, found: readonly { readonly row: Row; readonly values: readonly Plain[] }[]): Expected {
  const order = (a: { row: Row }, b: { row: Row }): number => {
    for (const { column, direction } of query.order) {
      const difference = compareIn(a.row, b.row, column);
      if (difference !== 0) return direction === "asc" ? difference : -difference;
    }
    return 0;
  };
  const groups: (readonly Plain[])[][] = [];
  let last: { row: Row } | undefined;
  for (const entry of [...found].sort(order)) {
    if (last === undefined || order(last, entry) !== 0) groups.push([]);
    groups[groups.length - 1]!.push(entry.values);
    last = entry;
  }
  return { groups, limit: query.limit };
}

function compareIn(a: Row, b: Row, column: BaseColumn): number {
  return compare(a.get(column.name) ?? null, b.get(column.name) ?? null, column.type);
}

/** The first rows of each partition of the base table, in its order or the query's. */
function firstOfPartitions(query: GeneratedQuery, table: BaseTable, rows: readonly Row[], count: number): Row[] {
  const partition = table.columns.filter((column) => column.role === "partition");
  const clustering = table.columns.filter((column) => column.role === "clustering").map((column) => ({ column, direction: column.direction }));
  const asked = query.order.find(({ column }) => column.role === "clustering" && !query.tests.some((test) => test.kind === "compare" && test.operator === "=" && test.columns.includes(column)));
  const turned = asked !== undefined && asked.direction !== asked.column.direction;
  const order = (a: Row, b: Row): number => {
    for (const { column, direction } of clustering) {
      const difference = compareIn(a, b, column);
      if (difference !== 0) return (direction === "asc") !== turned ? difference : -difference;
    }
    return 0;
  };
  return [...groupBy(rows, (row) => keyOf(partition.map((column) => row.get(column.name) ?? null))).values()].flatMap((group) => [...group].sort(order).slice(0, count));
}

/** The name under which a row keeps what the server's own toJson gives for a column. */
export function jsonName(column: string): string {
  return `json of ${column}`;
}

function valuesOf(query: GeneratedQuery, rows: readonly Row[]): Plain[] {
  return query.outputs.map((output) => (query.json && output.kind === "column" ? (rows[0]?.get(jsonName(output.column.name)) ?? null) : valueOf(output, rows)));
}

function valueOf(output: Output, rows: readonly Row[]): Plain {
  if (output.kind === "column") return rows[0]?.get(output.column.name) ?? null;
  const { column } = output;
  if (column === undefined) return BigInt(rows.length);
  const values = rows.map((row) => row.get(column.name) ?? null).filter((value) => value !== null);
  switch (output.name) {
    case "count": return BigInt(values.length);
    case "sum": return values.reduce<number>((sum, value) => sum + (value as number), 0);
    case "min": return values.reduce<Plain>((least, value) => (least === null || compare(value, least, column.type) < 0 ? value : least), null);
    case "max": return values.reduce<Plain>((most, value) => (most === null || compare(value, most, column.type) > 0 ? value : most), null);
  }
}

/** What is wrong with an answer; undefined when it is one of the right ones. */
export function difference(expected: Expected, answer: readonly (readonly Plain[])[]): string | undefined {
  const total = expected.groups.reduce((sum, group) => sum + group.length, 0);
  const wanted = Math.min(total, expected.limit ?? total);
  if (answer.length !== wanted) return `${answer.length} rows instead of ${wanted}`;
  let place = 0;
  for (const group of expected.groups) {
    const left = new Map<string, number>();
    for (const row of group) left.set(keyOf(row), (left.get(keyOf(row)) ?? 0) + 1);
    for (const row of answer.slice(place, place + group.length)) {
      const key = keyOf(row);
      const count = left.get(key) ?? 0;
      if (count === 0) return `row ${key} is wrong or in the wrong place; right would be ${[...left].filter(([, open]) => open > 0).slice(0, 3).map(([right]) => right).join(" or ")}`;
      left.set(key, count - 1);
    }
    place += group.length;
    if (place >= answer.length) break;
  }
  return undefined;
}
