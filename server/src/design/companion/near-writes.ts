import type { CheckContext } from "../../check/judgement";
import { findTable } from "../../schema/find";
import type { Keyspace, Schema, Table } from "../../schema/model";
import { parseStatement } from "../../syntax/parse";
import { printExpression } from "../../syntax/print";
import type { Expression, Statement, StatementKind } from "../../syntax/ast";
import type { DesignRequest } from "../design";
import { primaryKey } from "../query";
import { companionsOf } from "./companions";
import type { Companions } from "./companions";
import { copiesOf } from "./copy";
import type { Copy } from "./copy";
import type { Write } from "./read-write";

/** A write on a table with marked copies that lacks its companions near it. */
export interface MissingCompanion {
  /** Index of the write in its file. */
  readonly statement: number;
  readonly copy: Copy;
  readonly companions: Companions;
}

/** A statement whose kind is told without its tree. */
export interface NearRequest extends DesignRequest {
  readonly kind: StatementKind;
}

const WRITES: ReadonlySet<StatementKind> = new Set(["insert", "update", "delete", "batch"]);

/** How many statements away a companion may stand. */
const NEAR = 20;

/** A statement on the copy, inside a batch or not. */
interface Candidate {
  readonly statement: number;
  readonly kind: "put" | "delete";
  readonly key: ReadonlyMap<string, Expression>;
  used: boolean;
}

/**
 * The writes among a file's statements that have companions for a table marked as a copy, but not near them: none in the same batch, between
 * this write and the next one of the table, or elsewhere within a few statements that no other write needs. Keys that cannot be the same do
 * not count as near. A write whose companions cannot be written down is passed over.
 */
export function missingCompanions(requests: readonly NearRequest[]): readonly MissingCompanion[] {
  const missing: MissingCompanion[] = [];
  const seen = new Map<string, { readonly copy: Copy; readonly writes: Needing[] }>();
  requests.forEach((request, statement) => {
    // Most schemas have no marked copy, and this runs after every keystroke: the tree, which may have to be read again, is asked for last.
    if (!WRITES.has(request.kind) || !hasMarked(request.context.schema)) return;
    if (request.judgement.verdict === "reject" || request.judgement.verdict === "skip") return;
    const write = request.parsed.statement;
    for (const base of tablesWritten(write, request.context)) {
      for (const copy of markedCopies(base, request.context)) {
        const companions = companionsOf(copy, write, request.context);
        const entry = seen.get(`${copy.keyspace}.${copy.name}`) ?? { copy, writes: [] };
        seen.set(`${copy.keyspace}.${copy.name}`, entry);
        entry.writes.push({ statement, copy, companions, ...needsOf(copy, write, companions) });
      }
    }
  });
  for (const { copy, writes } of seen.values()) missing.push(...withoutCompanions(writes, candidatesOf(copy, requests)));
  return missing.sort((a, b) => a.statement - b.statement);
}

type Need = Omit<Candidate, "statement" | "used">;

interface Needing extends MissingCompanion {
  readonly needs: readonly Need[];
  readonly optional: readonly Need[];
}

function withoutCompanions(writes: readonly Needing[], candidates: readonly Candidate[]): readonly MissingCompanion[] {
  const open = new Map(writes.map((write) => [write, [...write.needs]]));
  /** Takes what the write needs from the candidates in `from` ≤ statement < `to`; tells the last one taken. */
  const take = (write: Needing, left: Need[], from: number, to: number): number => {
    let last = -1;
    for (const candidate of candidates) {
      if (candidate.used || candidate.statement < from || candidate.statement >= to) continue;
      const place = left.findIndex((need) => need.kind === candidate.kind && sameKey(need.key, candidate.key));
      if (place < 0) continue;
      candidate.used = true;
      left.splice(place, 1);
      last = candidate.statement;
    }
    return last;
  };
  writes.forEach((write, i) => {
    const last = take(write, open.get(write)!, write.statement, writes[i + 1]?.statement ?? Number.POSITIVE_INFINITY);
    // The DELETE of an old row stands before the INSERT of the new one, and is no other write's.
    take(write, [...write.optional], write.statement, last);
  });
  writes.forEach((write, i) => take(write, open.get(write)!, (writes[i - 1]?.statement ?? -1) + 1, write.statement));
  for (const write of writes) take(write, open.get(write)!, write.statement - NEAR, write.statement + NEAR);
  return writes.filter((write) => isMissing(write, open.get(write)!));
}

/** Several statements for several keys are near enough when one of each kind is there. */
function isMissing({ needs }: Needing, left: readonly Need[]): boolean {
  return (["put", "delete"] as const).some((kind) => {
    const count = needs.filter((need) => need.kind === kind).length;
    return count > 0 && left.filter((need) => need.kind === kind).length === count;
  });
}

/** What must stand near the write, and what may. An INSERT may be known to be new, so the DELETE of the old row is not asked for. */
function needsOf(copy: Copy, write: Statement, companions: Companions): Pick<Needing, "needs" | "optional"> {
  const inserts = write.kind === "insert" || (write.kind === "batch" && write.statements.every(({ kind }) => kind === "insert"));
  const all = companions.writes.flatMap(({ add }) => add).flatMap((text) => candidateOf(parseStatement(text).statement, copy));
  if (!inserts || all.every(({ kind }) => kind === "delete")) return { needs: all, optional: [] };
  return { needs: all.filter(({ kind }) => kind === "put"), optional: all.filter(({ kind }) => kind === "delete") };
}

function candidatesOf(copy: Copy, requests: readonly DesignRequest[]): readonly Candidate[] {
  return requests.flatMap(({ parsed, context }, statement) => {
    const members = parsed.statement.kind === "batch" ? parsed.statement.statements : [parsed.statement];
    return members.flatMap((member) => {
      const table = "table" in member && member.table?.name.value === copy.name ? findTable(context.schema, context.keyspace, member.table) : undefined;
      if (typeof table !== "object" || table.keyspace !== copy.keyspace) return [];
      return candidateOf(member, copy).map((candidate): Candidate => ({ ...candidate, statement, used: false }));
    });
  });
}

function candidateOf(statement: Statement, copy: Copy): readonly Need[] {
  if (statement.kind !== "insert" && statement.kind !== "update" && statement.kind !== "delete") return [];
  return [{ kind: statement.kind === "delete" && statement.deletions.length === 0 ? "delete" : "put", key: keyTerms(statement, copy) }];
}

/** The terms for the base table's key columns. */
function keyTerms(write: Write, copy: Copy): ReadonlyMap<string, Expression> {
  const wanted = new Set(primaryKey(copy.base).map(({ name }) => name));
  const pairs = write.kind === "insert"
    ? write.columns.map((name, i) => [name.value, write.values[i]] as const)
    : write.where.map(({ left, operator, value }) => (left.kind === "column" && operator === "=" && value.kind === "term" ? [left.column.value, value.term] as const : ["", undefined] as const));
  return new Map(pairs.flatMap(([name, term]) => (term !== undefined && wanted.has(name) ? [[name, term] as const] : [])));
}

/** Whether two keys may be the same: what is bound or computed equals anything bound or computed, literals equal themselves. */
function sameKey(first: ReadonlyMap<string, Expression>, second: ReadonlyMap<string, Expression>): boolean {
  return [...first].every(([name, term]) => {
    const other = second.get(name);
    if (other === undefined) return true;
    const [one, two] = [isFixed(term), isFixed(other)];
    return one && two ? printExpression(term) === printExpression(other) : one === two || isRead(term) || isRead(other);
  });
}

function isFixed({ kind }: Expression): boolean {
  return kind !== "marker" && kind !== "call";
}

function isRead(term: Expression): boolean {
  return term.kind === "marker" && term.name?.value.startsWith("old_") === true;
}

/** The tables that a statement writes. */
function tablesWritten(statement: Statement, context: CheckContext): readonly Table[] {
  const names = statement.kind === "batch" ? statement.statements.map(({ table }) => table) : statement.kind === "insert" || statement.kind === "update" || statement.kind === "delete" ? [statement.table] : [];
  const tables = names.flatMap((name) => {
    const table = name === undefined ? undefined : findTable(context.schema, context.keyspace, name);
    return typeof table === "object" ? [table] : [];
  });
  return tables.length < 2 ? tables : [...new Set(tables)];
}

const marked = new WeakMap<Schema, boolean>();

function hasMarked(schema: Schema): boolean {
  let has = marked.get(schema);
  if (has === undefined) marked.set(schema, has = [...schema.keyspaces.values()].some((keyspace) => !keyspace.system && basesOf(keyspace).size > 0));
  return has;
}

const markedBases = new WeakMap<Keyspace, ReadonlySet<string>>();

/** What the markers of a keyspace name as bases. */
function basesOf(keyspace: Keyspace): ReadonlySet<string> {
  let bases = markedBases.get(keyspace);
  if (bases === undefined) markedBases.set(keyspace, bases = new Set([...keyspace.tables.values()].flatMap(({ comment }) => (comment === undefined ? [] : [comment]))));
  return bases;
}

/** The marked copies of a table; most keyspaces have none, which is told at once. */
export function markedCopies(base: Table, context: CheckContext): readonly Copy[] {
  const keyspace = context.schema.keyspaces.get(base.keyspace);
  if (keyspace === undefined) return [];
  const bases = basesOf(keyspace);
  return bases.has(base.name) || bases.has(`${base.keyspace}.${base.name}`) ? copiesOf(base, context) : [];
}
