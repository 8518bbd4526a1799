/** Proves companions on a real server: random writes, each followed by its companions; at the end each copy is compared with the rows that a backfill would give. */
import cassandra from "cassandra-driver";
import { check } from "../../../server/src/check/check";
import type { CheckContext } from "../../../server/src/check/judgement";
import { companionsOf } from "../../../server/src/design/companion/companions";
import { copyOfPlan, copyOfTable } from "../../../server/src/design/companion/copy";
import type { Copy, CopyColumn } from "../../../server/src/design/companion/copy";
import { designStatement } from "../../../server/src/design/design";
import type { Plan } from "../../../server/src/design/plan";
import type { Target } from "../../../server/src/dialect/target";
import { emptySchema } from "../../../server/src/schema/empty";
import { fold } from "../../../server/src/schema/fold";
import type { Table } from "../../../server/src/schema/model";
import type { CqlType } from "../../../server/src/schema/type";
import { parseStatement } from "../../../server/src/syntax/parse";
import { ORACLE_SETTINGS } from "../../conformance/judge";
import { randomOf } from "../../support/random";
import { keyOf, literal, plain, type Plain } from "../design/values";
import { withBuckets, bucketOf } from "./buckets";
import { LONGEST_LIFE, randomScenario, randomWrite } from "./generate";

/** What became of one copy over one sequence of writes. */
export interface Outcome {
  readonly seed: number;
  readonly scenario: string;
  /** The kind of plan that the copy was made of. */
  readonly plan: string;
  readonly ddl: string;
  readonly query: string;
  readonly copy: string;
  readonly writes: number;
  /** Writes that have no companion that could be written down, by code; they were not made. */
  readonly left: readonly string[];
  /** Rows of the copy that a note excepts: born by an UPDATE, without values, and gone from the base table. */
  readonly excepted: number;
  readonly problem?: string;
}

const WORKERS = 6;
const COPIES: ReadonlySet<string> = new Set(["query-table", "time-bucket", "hash-bucket", "value-bucket"]);
const TYPE = "CREATE TYPE addr (street text, zip int)";

/** Runs `sequences` random sequences of `length` writes in a keyspace of their own. */
export async function proveCompanions(options: { readonly address: string; readonly target: Target; readonly sequences: number; readonly length: number; readonly seed: number; readonly progress?: (done: number) => void }): Promise<readonly Outcome[]> {
  const keyspace = `companion_${process.pid}_${options.seed}`;
  const client = await session(options.address);
  const outcomes: Outcome[] = [];
  await client.execute(`CREATE KEYSPACE ${keyspace} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}`);
  try {
    await client.execute(`USE ${keyspace}`);
    await client.execute(TYPE);
    let next = 0;
    // Most of the time goes into making tables, which the server does beside other work.
    const work = async (): Promise<void> => {
      for (let i = next++; i < options.sequences; i = next++) {
        outcomes.push(...await proveSequence(client, keyspace, options.target, options.seed * 10_007 + i, options.length));
        options.progress?.(outcomes.length);
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
  } finally {
    await client.execute(`DROP KEYSPACE ${keyspace}`).catch(() => undefined);
    await client.shutdown();
  }
  return outcomes;
}

async function session(address: string): Promise<cassandra.Client> {
  const client = new cassandra.Client({
    contactPoints: [`${address}:9042`], localDataCenter: "datacenter1", isMetadataSyncEnabled: false, encoding: { map: Map, set: Set },
    pooling: { coreConnectionsPerHost: { [cassandra.types.distance.local]: 1 } }, protocolOptions: { maxSchemaAgreementWaitSeconds: 0 }, socketOptions: { readTimeout: 120_000 },
  });
  await client.connect();
  return client;
}

interface Kept {
  readonly plan: string;
  readonly copy: Copy;
  readonly query: string;
  readonly left: string[];
  problem?: string;
}

async function proveSequence(client: cassandra.Client, keyspace: string, version: Target, seed: number, length: number): Promise<readonly Outcome[]> {
  const random = randomOf(seed);
  const scenario = randomScenario(`base_${seed}`, random);
  await client.execute(scenario.ddl);
  let schema = emptySchema(version, { complete: true });
  const add = (text: string): void => { schema = fold(schema, parseStatement(text).statement, { keyspace, uri: "companion.cql", start: 0 }); };
  for (const text of [`CREATE KEYSPACE ${keyspace} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}`, TYPE, scenario.ddl]) add(text);
  const contextNow = (): CheckContext => ({ schema, keyspace, target: version, server: ORACLE_SETTINGS });
  const base = (): Table => schema.keyspaces.get(keyspace)!.tables.get(`base_${seed}`)!;
  const targets: Kept[] = [];
  for (const query of scenario.queries) {
    const parsed = parseStatement(query);
    const context = contextNow();
    const design = designStatement({ start: 0, text: query, parsed, context, judgement: check(parsed, context) });
    const plans = design.plans.filter(({ kind }) => COPIES.has(kind));
    const cut = plans.filter(({ kind }) => kind !== "query-table");
    const plan = plans.length === 0 ? undefined : random.pick(cut.length > 0 && random.chance(0.6) ? cut : plans);
    if (plan === undefined) continue;
    await client.execute(plan.ddl[0]!);
    add(plan.ddl[0]!);
    targets.push({ plan: plan.kind, copy: copyFor(plan, base(), contextNow(), random.chance(0.5)), query, left: [] });
  }
  if (targets.length === 0) return [];
  const context = contextNow();
  for (let i = 0; i < length; i += 1) {
    const text = randomWrite(`base_${seed}`, scenario, random, i >= length * 0.9);
    await writeWith(client, text, targets, context);
    if (targets.every(({ problem }) => problem !== undefined)) break;
  }
  // Rows that live for seconds are gone from the base table and from the copies alike.
  if (scenario.kind === "dying") await pause((LONGEST_LIFE + 2) * 1000);
  const outcomes: Outcome[] = [];
  for (const target of targets) {
    const { excepted, problem } = target.problem === undefined ? await compareCopy(client, target.copy) : { excepted: 0, problem: target.problem };
    outcomes.push({ seed, scenario: scenario.kind, plan: target.plan, ddl: scenario.ddl, query: target.query, copy: target.copy.name, writes: length, left: target.left, excepted, ...(problem === undefined ? {} : { problem }) });
  }
  return outcomes;
}

/** The copy from its plan, or as it is understood from its definition alone. */
function copyFor(plan: Plan, base: Table, context: CheckContext, fromTable: boolean): Copy {
  const copy = copyOfPlan(plan, base, context);
  if (copy === undefined) throw new Error(`no copy of ${plan.table}`);
  const table = context.schema.keyspaces.get(base.keyspace)?.tables.get(copy.name);
  const read = table === undefined ? undefined : copyOfTable(table, base);
  return fromTable ? (read ?? copy) : copy;
}

async function writeWith(client: cassandra.Client, text: string, targets: readonly Kept[], context: CheckContext): Promise<void> {
  const parsed = parseStatement(text);
  if (check(parsed, context).verdict !== "accept") return;
  const all = targets.map((target) => ({ target, companions: companionsOf(target.copy, parsed.statement, context) }));
  // A write that one of the copies cannot follow is not made, so that the sequence still says something about the rest.
  const stuck = all.filter(({ companions }) => !companions.complete);
  for (const { target, companions } of stuck) {
    const [note] = companions.notes;
    target.left.push(note?.code ?? "unknown");
    // A refused companion is a fault of ours, not a limit that a note tells of.
    if (note === undefined || note.code === "companion-refused") target.problem ??= `${text}\n  ${note?.message ?? ""}`;
  }
  if (stuck.length > 0) return;
  const prepared: { readonly target: Kept; readonly add: readonly string[]; readonly rows: readonly ReadonlyMap<string, Plain>[] }[] = [];
  for (const { target, companions } of all) {
    for (const { readFirst, add } of companions.writes) {
      const rows = await readRows(client, readFirst, target.copy).catch((error: unknown) => { target.problem ??= `${text}\n  ${readFirst.join("\n  ")}\n  ${String(error)}`; return []; });
      prepared.push({ target, add, rows });
    }
  }
  const conditional = / IF (?:NOT )?EXISTS/.test(text);
  // A condition has the server's time; within a millisecond of a plain write either may win, as the note says.
  if (conditional) await pause(3);
  const result = await client.execute(text).catch((error: unknown) => error as Error);
  if (conditional) await pause(3);
  if (result instanceof Error) return;
  if (result.rows?.[0]?.["[applied]"] === false) return;
  for (const { target, add, rows } of prepared) {
    for (const row of rows) for (const statement of add) {
      for (const bound of bindOld(statement, row, target.copy)) {
        await client.execute(bound).catch((error: unknown) => { target.problem ??= `${text}\n  ${statement}\n  ${bound}\n  ${String(error)}`; });
      }
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The rows that the first SELECT gives, with what later ones add; one row of nulls where none is read. */
async function readRows(client: cassandra.Client, readFirst: readonly string[], copy: Copy): Promise<readonly ReadonlyMap<string, Plain>[]> {
  let rows: Map<string, Plain>[] | undefined;
  for (const text of readFirst) {
    const result = await client.execute(text, [], { prepare: true });
    const read = result.rows.map((row) => new Map(row.keys().map((name): [string, Plain] => [name, plain(row.get(name), typeOf(name, copy))])));
    if (rows === undefined || rows.length === 0) rows = read;
    else for (const row of rows) for (const [name, value] of read[0] ?? []) if (!row.has(name)) row.set(name, value);
  }
  return rows === undefined || rows.length === 0 ? [new Map()] : rows;
}

function typeOf(name: string, copy: Copy): CqlType {
  const column = copy.base.byName.get(name);
  if (column !== undefined) return column.type;
  return copy.key.find((entry) => "value" in entry.from && name.startsWith(entry.name))!.type;
}

const OLD = /:old_(\w+)/g;

/** A column of the copy that the application computes, and so binds last of all. */
function isComputed(name: string, copy: Copy): boolean {
  return copy.key.some((column) => column.name === name && "application" in column.from);
}

/** The statement with values in place of its `:old_…` markers: once, or once for each element; left out where a key column of the copy would be null. */
function bindOld(statement: string, row: ReadonlyMap<string, Plain>, copy: Copy): readonly string[] {
  const elementColumns = copy.key.filter(({ from }) => "element" in from || "key" in from || "value" in from);
  const perElement = elementColumns.some(({ name }) => new RegExp(`:old_${name}\\b`).test(statement));
  const [first] = elementColumns;
  const held = first === undefined ? null : (row.get(first.sources[0]!.name) ?? null);
  const elements = perElement ? elementsOf(held, first!) : [new Map<string, Plain>()];
  return elements.flatMap((element) => {
    let isLeftOut = false;
    const { statement: tree } = parseStatement(statement);
    const keyed = new Set(copy.key.map(({ name }) => name));
    const inKey = (place: number): boolean => {
      if (tree.kind === "insert") return tree.values.some((value, i) => value.range.start <= place && place < value.range.end && keyed.has(tree.columns[i]!.value));
      return (tree.kind === "update" || tree.kind === "delete") && tree.whereRange !== undefined && place >= tree.whereRange.start;
    };
    const text = statement.replace(OLD, (match, name: string, place: number) => {
      if (isComputed(name, copy)) return match;
      const value = (element.get(name) ?? row.get(name) ?? null) as Plain;
      if (value === null && inKey(place)) isLeftOut = true;
      const type = elementColumns.find((column) => column.name === name)?.type ?? typeOf(name, copy);
      return literal(value, type);
    });
    return isLeftOut ? [] : [withBuckets(text, copy)];
  });
}

function elementsOf(held: Plain, column: CopyColumn): Map<string, Plain>[] {
  if (held === null) return [];
  const source = column.sources[0]!;
  const parts = held as readonly Plain[];
  // Element columns of one collection are named in the plan; pairs give two.
  return source.type.kind === "map"
    ? parts.map((pair) => new Map<string, Plain>(pairNames(column).map(([name, which]) => [name, (pair as readonly Plain[])[which]!])))
    : parts.map((item) => new Map<string, Plain>([[column.name, item]]));
}

function pairNames(column: CopyColumn): readonly (readonly [string, 0 | 1])[] {
  const stem = column.name.replace(/_(?:key|value)$/, "");
  return [[`${stem}_key`, 0], [`${stem}_value`, 1]];
}

async function compareCopy(client: cassandra.Client, copy: Copy): Promise<{ readonly excepted: number; readonly problem?: string }> {
  const base = await allRows(client, copy.base.name, copy.base.columns, copy);
  const columns = [...copy.key, ...copy.rest];
  const held = await allRows(client, copy.name, columns, undefined);
  const wanted = new Map<string, string>();
  for (const row of base) for (const made of copiesOf(row, copy)) wanted.set(keyOf(copy.key.map(({ name }) => made.get(name) ?? null)), keyOf(columns.map(({ name }) => made.get(name) ?? null)));
  const statics = new Set(copy.rest.filter(({ role }) => role === "static").map(({ name }) => name));
  let excepted = 0;
  const faults: string[] = [];
  for (const row of held) {
    if (copy.key.some(({ name }) => row.get(name) === null)) continue; // a partition with static values only
    const key = keyOf(copy.key.map(({ name }) => row.get(name) ?? null));
    const has = keyOf(columns.map(({ name }) => row.get(name) ?? null));
    const want = wanted.get(key);
    wanted.delete(key);
    if (want === has) continue;
    const isBare = copy.rest.every((column) => statics.has(column.name) || column.sources[0]?.role === "static" || row.get(column.name) === null);
    if (want === undefined && isBare && copy.movers.every(({ role }) => role === "static") && copy.exploded === undefined) excepted += 1;
    else faults.push(`has ${has}, should be ${want ?? "gone"}`);
  }
  for (const want of wanted.values()) faults.push(`lacks ${want}`);
  return { excepted, ...(faults.length === 0 ? {} : { problem: `${faults.length} rows differ: ${faults.slice(0, 3).join("; ")}` }) };
}

async function allRows(client: cassandra.Client, table: string, columns: readonly { readonly name: string; readonly type: CqlType }[], copy: Copy | undefined): Promise<readonly Map<string, Plain>[]> {
  const expressions = copy === undefined ? [] : copy.key.flatMap(({ from, name, type }) => ("expression" in from ? [{ text: from.expression, name, type }] : []));
  const list = [...columns.map(({ name }, i) => `"${name}" AS v${i}`), ...expressions.map(({ text }, i) => `${text} AS e${i}`)];
  const { rows } = await client.execute(`SELECT ${list.join(", ")} FROM ${table}`, [], { prepare: true, fetchSize: 5000 });
  return rows.map((row) => new Map<string, Plain>([...columns.map(({ name, type }, i): [string, Plain] => [name, plain(row.get(`v${i}`), type)]), ...expressions.map(({ name, type }, i): [string, Plain] => [name, plain(row.get(`e${i}`), type)])]));
}

/** The rows of the copy that one row of the base table becomes. */
function copiesOf(row: ReadonlyMap<string, Plain>, copy: Copy): readonly ReadonlyMap<string, Plain>[] {
  if (copy.base.clustering.some(({ name }) => row.get(name) === null)) return [];
  const first = copy.key.find(({ from }) => "element" in from || "key" in from || "value" in from);
  const elements = first === undefined ? [new Map<string, Plain>()] : elementsOf(row.get(first.sources[0]!.name) ?? null, first);
  return elements.map((element) => {
    const made = new Map<string, Plain>();
    for (const { name, from } of [...copy.key, ...copy.rest]) made.set(name, "column" in from ? (row.get(from.column) ?? null) : (element.get(name) ?? row.get(name) ?? null));
    for (const column of copy.key) if ("application" in column.from) made.set(column.name, bucketOf(column.from.application, (name) => row.get(name) ?? null, copy));
    return made;
  }).filter((made) => copy.key.every(({ name }) => (made.get(name) ?? null) !== null));
}
