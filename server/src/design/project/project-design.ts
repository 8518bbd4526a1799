import type { CheckContext } from "../../check/judgement";
import { fold } from "../../schema/fold";
import type { Table } from "../../schema/model";
import { formatType } from "../../schema/types";
import { parseStatement } from "../../syntax/parse";
import { printStatement, quoteName } from "../../syntax/print";
import { shift } from "../../text/range";
import type { Range } from "../../text/range";
import type { DesignRequest } from "../design";
import { designStatement } from "../design";
import { existingTablePlans } from "../existing-table";
import { nameOf } from "../field";
import { definitionOf } from "../new-table";
import type { DesignRefusal, Plan } from "../plan";
import { prove } from "../prove";
import type { Query } from "../query";
import { isKey } from "../query";
import { readQuery, readTable } from "../read-query";
import { isRefusal } from "../refusal";
import { qualified } from "../table-name";
import { fewestTables } from "./fewest";

/** A SELECT of the project, and its file. */
export interface PlacedQuery {
  readonly uri: string;
  readonly statement: number;
  readonly request: DesignRequest;
}

/** One query of the project: the table that serves it and what it reads there, or why none does. */
export interface ProjectQuery {
  readonly path: string;
  readonly statement: number;
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly base: string | null;
  readonly table: string | null;
  readonly queries: readonly string[];
  readonly merge: Plan["merge"];
  /** Partitions that the query reads at least and at most; null for all of them, or where that cannot be told. */
  readonly partitions: { readonly min: number; readonly max: number | null } | null;
  readonly refusal: DesignRefusal | null;
}

/** A table that queries of the project read. */
export interface ProjectTable {
  readonly table: string;
  readonly base: string;
  readonly kind: "existing" | "new";
  readonly ddl: readonly string[];
  /** What one fact writes to it. */
  readonly writes: string;
  readonly queries: number;
}

/** The design of a whole project (designer.md section 7). */
export interface ProjectDesign {
  readonly tables: readonly ProjectTable[];
  readonly queries: readonly ProjectQuery[];
  /** How the new tables of each base table were found: among how many candidates, and whether surely the fewest. */
  readonly searches: readonly { readonly base: string; readonly candidates: number; readonly method: "exact" | "greedy"; readonly tables: number; readonly writesPerFact: number }[];
  /** Tables marked as copies, and views, that no query of the project reads. */
  readonly unused: readonly string[];
}

/** A table that some query asks for: its plan, and the definition with every column of the base table, which serves all that its key can serve. */
interface Candidate {
  readonly plan: Plan;
  readonly wide: string;
  readonly partition: readonly string[];
}

interface Wanting {
  readonly placed: PlacedQuery;
  readonly query: Query | undefined;
  readonly plan: Plan;
  readonly own: number;
  serving: readonly number[];
}

/** The fewest tables that serve all queries: tables that are there cost nothing; above a dozen candidates for one base table the search is greedy. Never throws. */
export function designProject(placed: readonly PlacedQuery[]): ProjectDesign {
  const queries = new Map<PlacedQuery, ProjectQuery>();
  const byBase = new Map<Table, Wanting[]>();
  const candidates = new Map<Table, Candidate[]>();
  const taken = new Map<string, string>();
  const sames = representatives(placed);
  for (const one of new Set(sames.values())) {
    const design = designStatement(one.request, { statement: one.statement, taken });
    const found = readTable(one.request.parsed, one.request.context);
    const base = isRefusal(found) ? undefined : found.table;
    const served = design.plans.find(({ kind }) => kind === "existing-table");
    const made = served === undefined ? design.plans.find((plan) => plan.columns.length > 0) : undefined;
    if (served !== undefined || made === undefined || base === undefined) {
      queries.set(one, shown(one, base, served ?? design.plans[0], design.refusal));
      continue;
    }
    const name = unqualified(made.table);
    taken.set(name, definitionOf(made.ddl[0]!));
    const all = candidates.get(base) ?? [];
    candidates.set(base, all);
    const wide = widened(made, base);
    const key = keyText(wide);
    let own = all.findIndex((candidate) => keyText(candidate.wide) === key);
    if (own < 0) own = all.push({ plan: made, wide, partition: made.columns.filter(({ role }) => role === "partition").map((column) => column.name) }) - 1;
    const query = readQuery(one.request.parsed, one.request.context);
    const wanting: Wanting = { placed: one, query: isRefusal(query) ? undefined : query, plan: made, own, serving: [own] };
    byBase.set(base, [...(byBase.get(base) ?? []), wanting]);
  }
  const tables: ProjectTable[] = [];
  const searches: ProjectDesign["searches"][number][] = [];
  for (const [base, wanting] of byBase) {
    const all = candidates.get(base)!;
    findServing(wanting, all);
    const { method, chosen } = fewestTables(wanting.map(({ serving }) => serving), all.length);
    searches.push({ base: qualified(base.keyspace, base.name), candidates: all.length, method, tables: chosen.length, writesPerFact: chosen.length + 1 });
    for (const index of chosen) tables.push(...settle(index, chosen, wanting, all, base, queries));
  }
  const answers = placed.map((one) => ({ ...(queries.get(sames.get(one)!) ?? shown(one, undefined, undefined, null)), ...placeOf(one) }));
  const counted = tables.map((table) => ({ ...table, queries: answers.filter((answer) => answer.table === table.table).length }));
  return { tables: [...existing(answers, tables), ...counted], queries: answers, searches, unused: unusedOf(placed, answers) };
}

/** For each query the first one of the same text in the same schema: large projects ask the same question in many places. */
function representatives(placed: readonly PlacedQuery[]): ReadonlyMap<PlacedQuery, PlacedQuery> {
  const bySchema = new Map<object, Map<string, PlacedQuery>>();
  return new Map(placed.map((one) => {
    const { schema, keyspace } = one.request.context;
    const known = bySchema.get(schema) ?? new Map<string, PlacedQuery>();
    bySchema.set(schema, known);
    const key = `${keyspace ?? ""}\n${textOf(one).replace(/\s+/g, " ")}`;
    const first = known.get(key) ?? one;
    known.set(key, first);
    return [one, first];
  }));
}

function textOf({ request: { text, parsed } }: PlacedQuery): string {
  return text.slice(parsed.statement.range.start, parsed.statement.range.end);
}

/** Where a query stands. */
function placeOf(one: PlacedQuery): Pick<ProjectQuery, "path" | "statement" | "start" | "end" | "original"> {
  const range: Range = shift(one.request.parsed.statement.range, one.request.start);
  return { path: one.uri, statement: one.statement, ...range, original: textOf(one) };
}

/** Finds all candidates that serve each query: its own, and those over which the check accepts it and that lack none of its rows. */
function findServing(wanting: readonly Wanting[], all: readonly Candidate[]): void {
  const contexts = new Map<string, CheckContext>();
  for (const one of wanting) {
    const { query } = one;
    if (query === undefined || all.length === 1) continue;
    const fixed = new Set(one.plan.columns.filter(({ role }) => role === "partition").map((column) => column.name));
    const possible = all.map((_, i) => i).filter((i) => i !== one.own && all[i]!.partition.every((name) => fixed.has(name)));
    if (possible.length === 0) continue;
    const key = possible.join();
    const known = contexts.get(key);
    const context = known ?? withTables(query.context, possible.map((i) => all[i]!.wide));
    if (known === undefined) contexts.set(key, context);
    const names = new Set(existingTablePlans({ ...query, context }).map(({ table }) => unqualified(table)));
    one.serving = [one.own, ...possible.filter((i) => names.has(unqualified(all[i]!.plan.table)))].sort((a, b) => a - b);
  }
}

/** Gives a chosen table its final columns, and the queries that it serves their texts. Of several tables that serve a query the one made for it is read. */
function settle(index: number, chosen: readonly number[], wanting: readonly Wanting[], all: readonly Candidate[], base: Table, queries: Map<PlacedQuery, ProjectQuery>): readonly ProjectTable[] {
  const { plan, wide } = all[index]!;
  const own = wanting.filter((one) => (chosen.includes(one.own) ? one.own === index : one.serving.find((i) => chosen.includes(i)) === index));
  const needed = new Set(own.flatMap((one) => [...(one.query?.read ?? []), ...one.plan.columns.flatMap(({ from }) => ("column" in from ? [from.column] : []))]));
  const ddl = narrowed(wide, plan, needed);
  const contexts = new Map<object, CheckContext>();
  for (const one of own) {
    const given = one.placed.request.context;
    const known = contexts.get(given.schema) ?? withTables(given, [ddl]);
    contexts.set(given.schema, known);
    const context = { ...given, schema: known.schema };
    queries.set(one.placed, one.own === index ? overOwn(one, plan, context, base) : overOther(one, plan, context, base));
  }
  if (own.length === 0) return [];
  const exploded = plan.columns.map(({ from }) => ("element" in from ? from.element : "key" in from ? from.key : "value" in from ? from.value : undefined)).find((name) => name !== undefined);
  return [{ table: plan.table, base: qualified(base.keyspace, base.name), kind: "new", ddl: [ddl], writes: exploded === undefined ? "1 row" : `1 row for each element of ${exploded}`, queries: own.length }];
}

function overOwn(one: Wanting, plan: Plan, context: CheckContext, base: Table): ProjectQuery {
  const queries = one.plan.queries.map((text) => renamed(text, plan.table));
  return { ...shown(one.placed, base, { ...one.plan, table: plan.table, queries }, null), partitions: partitionsOf(queries, context) };
}

function overOther(one: Wanting, plan: Plan, context: CheckContext, base: Table): ProjectQuery {
  const found = one.query === undefined ? undefined : existingTablePlans({ ...one.query, context }).find(({ table }) => table === plan.table);
  return found === undefined ? overOwn(one, plan, context, base) : { ...shown(one.placed, base, found, null), partitions: partitionsOf(found.queries, context) };
}

function shown(one: PlacedQuery, base: Table | undefined, plan: Plan | undefined, refusal: DesignRefusal | null): ProjectQuery {
  const queries = plan?.queries ?? [];
  return {
    ...placeOf(one),
    base: base === undefined ? null : qualified(base.keyspace, base.name), table: plan?.table ?? null, queries, merge: plan?.merge ?? null,
    partitions: plan?.kind === "existing-table" ? partitionsOf(queries, one.request.context) : null, refusal,
  };
}

function partitionsOf(queries: readonly string[], context: CheckContext): ProjectQuery["partitions"] {
  const proof = prove([], queries, context);
  if (!proof.ok || queries.length === 0) return null;
  let min = 0;
  let max: number | null = 0;
  for (const access of proof.paths) {
    if (access?.partitions === undefined) return null;
    min += access.partitions.min;
    max = max === null || access.partitions.max === undefined ? null : max + access.partitions.max;
  }
  return { min, max };
}

function withTables(context: CheckContext, ddl: readonly string[]): CheckContext {
  const where = { ...(context.keyspace === undefined ? {} : { keyspace: context.keyspace }), uri: "", start: 0 };
  return { ...context, schema: ddl.reduce((schema, text) => fold(schema, parseStatement(text).statement, where), context.schema) };
}

const BEFORE_KEY = "\n  PRIMARY KEY (";

/** The plan's definition with all columns of the base table. */
function widened(plan: Plan, base: Table): string {
  const held = new Set(plan.columns.map(({ name }) => name));
  const lines = base.columns.filter((column) => !held.has(column.name) && !isKey(column)).map(({ name, type }) => `\n  ${quoteName(name)} ${formatType(type)},`);
  return plan.ddl[0]!.replace(BEFORE_KEY, () => `${lines.join("")}${BEFORE_KEY}`);
}

/** The wide definition without the columns that no query reads. */
function narrowed(wide: string, plan: Plan, needed: ReadonlySet<string>): string {
  const { statement } = parseStatement(wide);
  if (statement.kind !== "create-table") return plan.ddl[0]!;
  const keep = new Set([...plan.columns.map(({ name }) => name), ...needed]);
  return printStatement({ ...statement, columns: statement.columns.filter(({ name }) => keep.has(name.value)) });
}

/** What tells the keys of two wide definitions apart: all but the name and the comment. */
function keyText(ddl: string): string {
  const { statement } = parseStatement(ddl);
  if (statement.kind !== "create-table") return ddl;
  return definitionOf(printStatement({ ...statement, name: undefined, columns: [...statement.columns].sort((a, b) => (a.name.value < b.name.value ? -1 : 1)) } as typeof statement));
}

function renamed(text: string, table: string): string {
  const { statement } = parseStatement(text);
  if (statement.kind !== "select" || statement.table === undefined) return text;
  return printStatement({ ...statement, table: { ...statement.table, name: nameOf(unqualified(table)) } });
}

function unqualified(table: string): string {
  return /(\w+)"?$/.exec(table)?.[1] ?? table;
}

/** The tables that are there and read. */
function existing(answers: readonly ProjectQuery[], made: readonly ProjectTable[]): readonly ProjectTable[] {
  const fresh = new Set(made.map(({ table }) => table));
  const counts = new Map<string, { readonly base: string; queries: number }>();
  for (const { table, base } of answers) {
    if (table === null || base === null || fresh.has(table)) continue;
    const known = counts.get(table) ?? { base, queries: 0 };
    known.queries += 1;
    counts.set(table, known);
  }
  return [...counts].map(([table, { base, queries }]): ProjectTable => ({ table, base, kind: "existing", ddl: [], writes: table === base ? "the fact itself" : "written already", queries }));
}

/** Copies and views that no query reads; a base table is read by nobody where its copies serve all, and stays. */
function unusedOf(placed: readonly PlacedQuery[], answers: readonly ProjectQuery[]): readonly string[] {
  const used = new Set(answers.flatMap(({ table, base }) => [table, base]));
  const unused = new Set<string>();
  const seen = new Set<object>();
  for (const { request: { context } } of placed) {
    if (seen.has(context.schema)) continue;
    seen.add(context.schema);
    for (const keyspace of context.schema.keyspaces.values()) {
      if (keyspace.system || keyspace.virtual) continue;
      for (const table of keyspace.tables.values()) {
        const name = qualified(table.keyspace, table.name);
        if (!used.has(name)) unused.add(name);
      }
    }
  }
  return [...unused].sort();
}
