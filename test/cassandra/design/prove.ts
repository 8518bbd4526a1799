/** Proves designs on a real server: random base tables, rows and queries; copies filled as the plan says; answers compared with those worked out in memory. */
import cassandra from "cassandra-driver";
import { check } from "../../../server/src/check/check";
import type { CheckContext } from "../../../server/src/check/judgement";
import { designStatement } from "../../../server/src/design/design";
import type { Design, Plan } from "../../../server/src/design/plan";
import type { Target } from "../../../server/src/dialect/target";
import { emptySchema } from "../../../server/src/schema/empty";
import { fold } from "../../../server/src/schema/fold";
import type { CqlType, NativeName } from "../../../server/src/schema/type";
import { parseStatement } from "../../../server/src/syntax/parse";
import { randomOf, type Random } from "../../support/random";
import { ORACLE_SETTINGS } from "../../conformance/judge";
import { difference, evaluate, jsonName } from "./evaluate";
import { quote, randomQuery, randomRows, randomTable, type BaseTable, type GeneratedQuery, type Row } from "./generate";
import { oneTableServes } from "./servable";
import { bindable, compare, plain, type Plain } from "./values";

const QUERIES_PER_TABLE = 15;
const ROWS_PER_TABLE = 50;
const TYPE = "CREATE TYPE addr (street text, zip int)";

export interface Outcome {
  readonly shape: string;
  readonly query: string;
  readonly base: string;
  /** Code of the refusal; undefined where plans were offered. */
  readonly refused?: string;
  readonly message?: string;
  /** Whether one table can serve the pair at all. */
  readonly servable: boolean;
  readonly plans: readonly { readonly kind: string; readonly equal: boolean; readonly problem?: string }[];
}

export interface Proof {
  readonly outcomes: readonly Outcome[];
  /** CPU milliseconds that designing took. */
  readonly designing: number;
}

/** Runs `pairs` random (schema, query) pairs against the server: a keyspace for each base table, dropped when its queries are done. */
export async function proveDesigns(options: { readonly address: string; readonly target: Target; readonly pairs: number; readonly seed: number; readonly progress?: (done: number) => void }): Promise<Proof> {
  const admin = await session(options.address);
  const outcomes: Outcome[] = [];
  const drops: Promise<unknown>[] = [];
  let designing = 0;
  try {
    for (let number = 0; outcomes.length < options.pairs; number += 1) {
      const keyspace = `design_${process.pid}_${options.seed}_${number}`;
      await admin.execute(`CREATE KEYSPACE ${keyspace} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}`);
      const client = await session(options.address, keyspace);
      try {
        const proof = await proveTable(client, keyspace, options.target, randomOf(options.seed * 10_007 + number), Math.min(QUERIES_PER_TABLE, options.pairs - outcomes.length));
        outcomes.push(...proof.outcomes);
        designing += proof.designing;
        options.progress?.(outcomes.length);
      } finally {
        await client.shutdown();
        // Dropping takes longer than making, so it goes on beside the next table.
        drops.push(admin.execute(`DROP KEYSPACE ${keyspace}`));
      }
    }
  } finally {
    await Promise.all(drops);
    await admin.shutdown();
  }
  return { outcomes, designing };
}

async function proveTable(client: cassandra.Client, keyspace: string, target: Target, random: Random, count: number): Promise<Proof> {
  const table = randomTable("base", random);
  const context = contextOf(keyspace, table, target);
  await client.execute(TYPE);
  await client.execute(table.ddl);
  await Promise.all(randomRows(table, ROWS_PER_TABLE, random).map((statement) => client.execute(statement)));
  const base = await readRows(client, table);
  const wanted = new Map<string, string>();
  const outcomes: Outcome[] = [];
  let designing = 0;
  for (let i = 0; i < count; i += 1) {
    const query = randomQuery(table, base.rows, random, target === "cassandra-5.0");
    const parsed = parseStatement(query.text);
    const judgement = check(parsed, context);
    const started = process.cpuUsage();
    const design = designStatement({ start: 0, text: query.text, parsed, context, judgement }, { taken: wanted });
    const used = process.cpuUsage(started);
    designing += (used.user + used.system) / 1000;
    outcomes.push(await tryDesign(client, design, query, table, base, wanted));
  }
  return { outcomes, designing };
}

/** Collections come as Map and Set, so that keys keep their types. Dropping a keyspace of many tables takes minutes on a busy machine. */
async function session(address: string, keyspace?: string): Promise<cassandra.Client> {
  const client = new cassandra.Client({
    contactPoints: [`${address}:9042`], localDataCenter: "datacenter1", isMetadataSyncEnabled: false, encoding: { map: Map, set: Set },
    protocolOptions: { maxSchemaAgreementWaitSeconds: 0 }, socketOptions: { readTimeout: 600_000 }, ...(keyspace === undefined ? {} : { keyspace }),
  });
  await client.connect();
  return client;
}

function contextOf(keyspace: string, table: BaseTable, target: Target): CheckContext {
  let schema = emptySchema(target, { complete: true });
  for (const text of [`CREATE KEYSPACE ${keyspace} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}`, TYPE, table.ddl]) {
    schema = fold(schema, parseStatement(text).statement, { keyspace, uri: "design.cql", start: 0 });
  }
  return { schema, keyspace, target, server: ORACLE_SETTINGS };
}

interface Base {
  readonly rows: readonly Row[];
  /** Whether a partition holds static values only; what the base table itself then answers is no row of a copy. */
  readonly staticOnly: boolean;
}

async function readRows(client: cassandra.Client, table: BaseTable): Promise<Base> {
  const list = table.columns.flatMap((column, i) => [`${quote(column.name)} AS v${i}`, `toJson(${quote(column.name)}) AS j${i}`]);
  const result = await client.execute(`SELECT ${list.join(", ")} FROM ${table.name}`, [], { prepare: true, fetchSize: 1000 });
  const clustering = table.columns.some((column) => column.role === "clustering");
  const rows = result.rows.map((row): Row => new Map(table.columns.flatMap((column, i): [string, Plain][] => [
    [column.name, plain(row[`v${i}`], column.type)], [jsonName(column.name), normalJson(JSON.parse(row[`j${i}`] as string))],
  ])));
  const whole = rows.filter((row) => !clustering || table.columns.every((column) => column.role !== "clustering" || row.get(column.name) !== null));
  return { rows: whole, staticOnly: whole.length < rows.length };
}

function normalJson(value: unknown): string {
  return JSON.stringify(value ?? null);
}

async function tryDesign(client: cassandra.Client, design: Design, query: GeneratedQuery, table: BaseTable, base: Base, wanted: Map<string, string>): Promise<Outcome> {
  const outcome = { shape: query.shape, query: query.text, base: table.ddl, servable: oneTableServes(query, table) };
  if (design.refusal !== null) return { ...outcome, refused: design.refusal.code, message: design.refusal.message, plans: [] };
  const plans: { kind: string; equal: boolean; problem?: string }[] = [];
  const indexes = new Set<string>();
  for (const plan of design.plans) {
    const problem = await tryPlan(client, plan, query, table, base, indexes).catch((error: unknown) => `${error instanceof Error ? error.message : String(error)}`);
    plans.push({ kind: plan.kind, equal: problem === undefined, ...(problem === undefined ? {} : { problem: `${problem}\n      ${[...plan.ddl, ...plan.queries].join(";\n      ")}` }) });
    // The table of the next query is as its design sees it.
    for (const name of indexes) await client.execute(`DROP INDEX ${name}`);
    indexes.clear();
    if (plan.kind !== "index") wanted.set(plan.table.slice(plan.table.indexOf(".") + 1).replaceAll('"', ""), "");
  }
  return { ...outcome, plans };
}

async function tryPlan(client: cassandra.Client, plan: Plan, query: GeneratedQuery, table: BaseTable, base: Base, indexes: Set<string>): Promise<string | undefined> {
  for (const statement of plan.ddl) {
    await client.execute(statement);
    const name = /^CREATE INDEX (\S+) ON /.exec(statement)?.[1];
    if (name !== undefined) indexes.add(name);
  }
  if (plan.kind === "index") await indexesBuilt(client, indexes.size);
  if (plan.kind === "view") await viewBuilt(client, plan);
  if (plan.backfill !== null) await fill(client, plan, plan.backfill);
  if (plan.kind === "add-relation") return await prepares(client, plan.queries);
  if (plan.notes.some((note) => note.code === "empty-partition-key" || note.code === "empty-index-value") && query.params.some(({ value }) => value === "")) return undefined;
  const nullable = nullableOf(plan, query);
  if (typeof nullable === "string") return nullable;
  const answer: Plain[][] = [];
  const names: string[][] = [];
  const days = await daysOf(client, plan, query);
  for (const [text, day] of plan.queries.flatMap((written) => days.map((each) => [written, each] as const))) {
    if (/ALLOW FILTERING/.test(text) && plan.kind !== "filter-in-partition") return "ALLOW FILTERING";
    const result = await client.execute(text, paramsOf(text, query, plan, day), { prepare: true, fetchSize: 7 });
    const rows = [...result.rows];
    names.push(result.columns.map((column) => column.name));
    let page = result;
    while (page.pageState !== null && page.pageState !== undefined) {
      page = await client.execute(text, paramsOf(text, query, plan, day), { prepare: true, fetchSize: 7, pageState: page.pageState });
      rows.push(...page.rows);
    }
    answer.push(...rows.map((row) => outputOf(row, result.columns.map((column) => column.name), query)));
  }
  const misnamed = query.json ? undefined : namesProblem(names, query);
  if (misnamed !== undefined) return misnamed;
  if (plan.kind === "existing-table" && base.staticOnly) return undefined;
  return difference(evaluate(query, table, base.rows.filter((row) => !lacksRow(plan, query, row)), nullable), merged(plan, answer, query));
}

async function prepares(client: cassandra.Client, queries: readonly string[]): Promise<undefined> {
  for (const text of queries) await client.execute(`${text}`, Array.from(text.matchAll(/\?/g), () => cassandra.types.unset), { prepare: true }).catch((error: unknown) => {
    // Markers without values are refused when the query runs, after it was prepared.
    if (!/unset/i.test(String(error))) throw error;
  });
  return undefined;
}

/** Whether the plan's note says that a row is not in the table: its value of a column grouped by is empty, and the column alone is the partition key. */
function lacksRow(plan: Plan, query: GeneratedQuery, row: Row): boolean {
  const [only, second] = plan.columns.filter((column) => column.role === "partition");
  return plan.kind !== "view" && only !== undefined && second === undefined && plan.notes.some((note) => note.code === "empty-partition-key") && query.group.some((column) => column.name === only.name) && row.get(only.name) === "";
}

/** Columns whose rows without a value the plan's notes except; a text where the plan excepts too little. */
function nullableOf(plan: Plan, query: GeneratedQuery): ReadonlySet<string> | string {
  const note = plan.notes.find((entry) => entry.code === "rows-without-order-value");
  const keyed = [...query.order.map((entry) => entry.column), ...query.group].filter((column) => column.role === "regular" || column.role === "static");
  if (note === undefined) return new Set();
  return new Set(keyed.filter((column) => note.message.includes(`"${column.name}"`)).map((column) => column.name));
}

/** The values for a rewritten query: the original's, and the day for the one marker that a time bucket adds. */
function paramsOf(text: string, query: GeneratedQuery, plan: Plan, day: unknown): unknown[] {
  const markers = parseStatement(text).statement.markers.length;
  if (markers !== query.params.length + plan.bind.length) throw new Error(`${markers} markers instead of ${query.params.length} and ${plan.bind.length}`);
  const params = query.params.map(({ value, type }) => bindable(value, type));
  for (const { position } of plan.bind) params.splice(position, 0, day);
  return params;
}

/** The buckets to ask for: all that the table holds, in the direction of the order; one turn without a day for any other plan. */
async function daysOf(client: cassandra.Client, plan: Plan, query: GeneratedQuery): Promise<readonly unknown[]> {
  const [added] = plan.bind;
  if (added === undefined) return [undefined];
  const { rows } = await client.execute(`SELECT ${quote(added.name)} AS day FROM ${plan.table}`, [], { prepare: true, fetchSize: 5000 });
  const type = plan.columns.find((column) => column.name === added.name)?.type ?? "date";
  const orderOf = (day: unknown): Plain => (day instanceof Date ? day.getTime() : type === "int" || type === "bigint" ? BigInt(String(day)) : String(day));
  const days = [...new Map(rows.map((row) => [String(orderOf(row.get("day"))), row.get("day") as unknown])).values()].sort((a, b) => compare(orderOf(a), orderOf(b), { kind: "native", name: type as NativeName }));
  const fixed = new Set(query.tests.flatMap((test) => (test.kind === "compare" && test.operator === "=" ? test.columns : [])));
  return query.order.find(({ column }) => !fixed.has(column))?.direction === "desc" ? days.reverse() : days;
}

function outputOf(row: cassandra.types.Row, columns: readonly string[], query: GeneratedQuery): Plain[] {
  if (query.json) {
    const values = JSON.parse(row.get("[json]") as string) as Record<string, unknown>;
    const keys = Object.keys(values).map((key) => key.replace(/^"(.*)"$/, "$1"));
    const wanted = query.outputs.map((output) => output.as);
    if (keys.join() !== wanted.join()) throw new Error(`JSON keys ${keys.join()} instead of ${wanted.join()}`);
    return Object.values(values).map(normalJson);
  }
  return query.outputs.map((output, i) => plain(row.get(columns[i]!), typeOf(output)));
}

function typeOf(output: GeneratedQuery["outputs"][number]): CqlType {
  if (output.kind === "column") return output.column.type;
  return output.name === "count" || output.column === undefined ? { kind: "native", name: "bigint" } : output.column.type;
}

function namesProblem(names: readonly (readonly string[])[], query: GeneratedQuery): string | undefined {
  for (const list of names) {
    if (list.length !== query.outputs.length) return `columns ${list.join()}`;
    for (const [i, output] of query.outputs.entries()) if (output.kind === "column" && output.as !== list[i]) return `column ${list[i]!} instead of ${output.as}`;
  }
  return undefined;
}

/** The caller's part where a plan has several queries: concatenate, sort, cut. */
function merged(plan: Plan, answer: readonly Plain[][], query: GeneratedQuery): readonly Plain[][] {
  // Days were asked for in the direction of the order, so the caller only cuts.
  if (plan.merge === null) return plan.bind.length === 0 || query.limit === undefined ? answer : answer.slice(0, query.limit);
  const { merge } = plan;
  const by = merge.by.map(({ column, direction }) => {
    const place = query.outputs.findIndex((output) => output.as === column);
    const output = query.outputs[place];
    if (output?.kind !== "column") throw new Error(`merge by ${column}, which is not in the answer`);
    return { place, type: output.column.type, direction };
  });
  const sorted = [...answer].sort((a, b) => {
    for (const { place, type, direction } of by) {
      const order = compare(a[place]!, b[place]!, type);
      if (order !== 0) return direction === "asc" ? order : -order;
    }
    return 0;
  });
  return merge.limit === null ? sorted : sorted.slice(0, merge.limit);
}

/** Copies the rows of the base table as the plan's backfill says; a row with nothing for a key column is left out. */
async function fill(client: cassandra.Client, plan: Plan, { source, insert }: NonNullable<Plan["backfill"]>): Promise<void> {
  const result = await client.execute(source, [], { prepare: true, fetchSize: 5000 });
  const writes: unknown[][] = [];
  for (const row of result.rows) {
    for (const values of copiesOf(row, plan)) {
      const missing = plan.columns.some((column, i) => (column.role === "partition" || column.role === "clustering") && (values[i] === null || values[i] === undefined));
      const lone = plan.columns.filter((column) => column.role === "partition");
      const empty = lone.length === 1 && isEmpty(values[plan.columns.indexOf(lone[0]!)]);
      if (empty && !plan.notes.some((note) => note.code === "empty-partition-key")) throw new Error("an empty partition key without a note");
      if (!missing && !empty) writes.push(values);
    }
  }
  // A counter that was never set stays so: nothing is added to it.
  const bound = insert.startsWith("UPDATE") ? writes.map((values) => values.map((value) => value ?? cassandra.types.unset)) : writes;
  for (let start = 0; start < bound.length; start += 100) await Promise.all(bound.slice(start, start + 100).map((values) => write(client, insert, values)));
}

/** Runs the statement of a backfill; the driver binds an empty collection as null, so those are written out. */
async function write(client: cassandra.Client, insert: string, values: readonly unknown[]): Promise<void> {
  const isBare = (value: unknown): boolean => (Array.isArray(value) && value.length === 0) || ((value instanceof Map || value instanceof Set) && value.size === 0);
  let place = 0;
  const text = values.some(isBare) ? insert.replace(/\?/g, () => {
    const value = values[place++];
    return isBare(value) ? (Array.isArray(value) ? "[]" : "{}") : "?";
  }) : insert;
  await client.execute(text, values.filter((value) => !isBare(value)), { prepare: true });
}

function isEmpty(value: unknown): boolean {
  return value === "" || (Buffer.isBuffer(value) && value.length === 0);
}

/** The rows that one row of the base table becomes: one for each element where columns are made from elements. */
function copiesOf(row: cassandra.types.Row, plan: Plan): unknown[][] {
  let copies: Map<string, unknown>[] = [new Map()];
  const collections = new Set(plan.columns.flatMap(({ from }) => ("element" in from ? [from.element] : "key" in from ? [from.key] : "value" in from ? [from.value] : [])));
  for (const name of collections) {
    const held: unknown = row.get(name);
    const parts: { element?: unknown; key?: unknown; value?: unknown }[] = held instanceof Map ? [...held].map(([key, value]) => ({ key, value })) : [...((held ?? []) as Iterable<unknown>)].map((element) => ({ element }));
    copies = copies.flatMap((copy) => parts.map((part) => new Map(copy).set(name, part)));
  }
  return copies.map((copy) => plan.columns.map(({ from }): unknown => {
    if ("column" in from) return row.get(from.column);
    if ("expression" in from) return row.get(expressionName(row, from.expression));
    if ("element" in from) return (copy.get(from.element) as { element: unknown }).element;
    if ("key" in from) return (copy.get(from.key) as { key: unknown }).key;
    if ("value" in from) return (copy.get(from.value) as { value: unknown }).value;
    return bucketOf(row, plan, from.application);
  }));
}

/** The name that the server gives to an expression's column: `system.todate(at)` for `toDate(at)`. */
function expressionName(row: cassandra.types.Row, expression: string): string {
  const [, divided, width] = /^"?(.*?)"? \/ (\d+)$/.exec(expression) ?? [];
  if (divided !== undefined) return row.keys().find((name) => name.includes("/") && name.includes(divided) && name.includes(String(width))) ?? expression;
  const column = /^toDate\("?(.*?)"?\)$/.exec(expression)?.[1] ?? "";
  return row.keys().find((name) => /^system\.(todate|to_date)\(/.test(name) && name.endsWith(`(${column})`)) ?? expression;
}

/** What the application computes for a bucket; of a hash bucket the plan asks only that it depends on the key. */
function bucketOf(row: cassandra.types.Row, plan: Plan, formula: string): unknown {
  const [, unit, timeColumn] = /^(month|hour) of (.*?) in UTC/.exec(formula) ?? [];
  if (timeColumn !== undefined) {
    const held: unknown = row.get(timeColumn);
    if (held === null) return null;
    const at = held instanceof Date ? held : (held as cassandra.types.TimeUuid).getDate();
    return unit === "month" ? at.toISOString().slice(0, 7) : new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000);
  }
  const [, numberColumn, width] = /^trunc\((.*) \/ (\d+)\)$/.exec(formula) ?? [];
  if (numberColumn !== undefined) {
    const held: unknown = row.get(numberColumn);
    return held === null ? null : cassandra.types.Long.fromNumber(Math.trunc(Number(held) / Number(width)));
  }
  const parsed = /^hash\((.*)\) % (\d+)$/s.exec(formula);
  if (parsed === null) throw new Error(`what is ${formula}?`);
  const text = plan.columns.filter(({ from }) => "column" in from && parsed[1]!.split(", ").includes(from.column)).map(({ from }) => String(row.get((from as { column: string }).column))).join();
  return [...text].reduce((sum, character) => (sum * 31 + character.codePointAt(0)!) % 65_521, 7) % Number(parsed[2]);
}

async function indexesBuilt(client: cassandra.Client, count: number): Promise<void> {
  await eventually(async () => (await client.execute(`SELECT index_name FROM system."IndexInfo" WHERE table_name = '${client.keyspace}'`)).rowLength >= count);
}

async function viewBuilt(client: cassandra.Client, plan: Plan): Promise<void> {
  const name = plan.table.slice(plan.table.indexOf(".") + 1).replaceAll('"', "");
  await eventually(async () => (await client.execute(`SELECT view_name FROM system.built_views WHERE keyspace_name = '${client.keyspace}' AND view_name = '${name}'`)).rowLength > 0);
}

/** Waits, ten seconds at most, until the test holds. */
async function eventually(test: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    if (await test()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("waited in vain");
}
