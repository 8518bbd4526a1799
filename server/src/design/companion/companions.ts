import { check } from "../../check/check";
import type { CheckContext } from "../../check/judgement";
import { describe } from "../../check/messages/index";
import type { Column } from "../../schema/model";
import type { Batch, Expression, ParsedStatement, Statement, Using } from "../../syntax/ast";
import { parseStatement } from "../../syntax/parse";
import { printStatement } from "../../syntax/print";
import { columnExpression } from "../field";
import type { CompanionWrite } from "../plan";
import { mergeBatch } from "./batch";
import type { Copy } from "./copy";
import type { Effect } from "./effect";
import { followDelete, followStatics } from "./follow-partition";
import { followRow } from "./follow-row";
import { problem } from "./followed";
import type { Followed, Problem } from "./followed";
import { readWrite } from "./read-write";
import type { Write } from "./read-write";
import { selectText, whereOf } from "./statements";

/** Statements that keep a copy true beside one write: `CompanionWrite` without its place in a file. */
export type Companion = Pick<CompanionWrite, "kind" | "readFirst" | "add">;

/** What `companionsOf` gives. */
export interface Companions {
  /** In the order in which they are carried out; none: the write changes nothing in the copy, or a note says why none could be written. */
  readonly writes: readonly Companion[];
  readonly notes: readonly { readonly code: string; readonly message: string }[];
  /** Whether a note says that the copy cannot be kept true by statements alone, or that the write is not understood. */
  readonly complete: boolean;
  /** The write itself, where values such as `now()` must be bound so that both get the same. */
  readonly write?: string;
}

/**
 * The companions of a write for a copy of its table (designer.md section 5). `context` is that of the write, with the copy's definition in its
 * schema. A write that the server would refuse has none. Every statement given is accepted by our own check. Never throws for any statement.
 */
export function companionsOf(copy: Copy, write: Statement, context: CheckContext): Companions {
  if (write.kind !== "insert" && write.kind !== "update" && write.kind !== "delete" && write.kind !== "batch") return nothing(false);
  const members = write.kind === "batch" ? write.statements.filter((member) => member.table?.name.value === copy.base.name && (member.table.keyspace?.value ?? context.keyspace ?? "") === copy.base.keyspace) : [write];
  const outer: readonly Using[] = write.kind === "batch" ? write.using : [];
  const effects: Effect[] = [];
  const rewritten: Write[] = [];
  for (const member of members) {
    const read = readWrite(member, copy.base, outer);
    if (read.kind === "problem") return failed(read);
    effects.push(...read.effects);
    rewritten.push(read.write);
  }
  const merged = write.kind === "batch" ? mergeBatch(effects) : { kind: "merged" as const, effects };
  if (merged.kind === "problem") return failed(merged);
  const notes: { code: string; message: string }[] = [];
  const writes: Companion[] = [];
  for (const effect of merged.effects) {
    const followed = follow(copy, effect, context);
    if (followed.kind === "problem") return failed(followed);
    notes.push(...followed.notes.filter((note) => !notes.some(({ code }) => code === note.code)));
    if (followed.statements.length === 0) continue;
    const statements = followed.statements.map(readText);
    const readFirst = readsFor(copy, effect, followed, statements);
    const refused = firstRefused([...readFirst.map(readText), ...statements], context);
    if (refused !== undefined) return failed(refused);
    writes.push({ kind: write.kind, readFirst, add: followed.statements });
    const [dying] = dyingKey(copy, effect);
    if (dying !== undefined && !notes.some(({ code }) => code === "ttl-ghost")) notes.push({ code: "ttl-ghost", message: `When the TTL of "${dying.name}" is over, the row leaves ${copy.name}; what a later write sets in it without a TTL stays there as a row of its own: give every write of a row the same TTL.` });
  }
  if (writes.length > 0 && isConditional(write)) notes.push({ code: "after-applied", message: "The companions run only after the write answered [applied] true, and in no batch with it: a condition cannot span tables." });
  const bound = boundText(write, members, rewritten);
  return { writes, notes, complete: true, ...(bound === undefined || writes.length === 0 ? {} : { write: bound }) };
}

function follow(copy: Copy, effect: Effect, context: CheckContext): Followed | Problem {
  const explodedColumns = new Set(copy.key.flatMap(({ from, sources }) => ("element" in from || "key" in from || "value" in from ? sources : [])));
  if (explodedColumns.size > 1) return problem("two-collections", `${copy.name} has a row for each pair of elements of two collections: read both, delete its rows, and insert those of the row as it is afterwards.`);
  switch (effect.kind) {
    case "row": {
      if (copy.base.isCounter && copy.movers.length > 0) return problem("counter-key", `${copy.name} counts under a key that ${copy.base.name} does not have.`);
      return followRow(copy, effect);
    }
    case "statics": return followStatics(copy, effect);
    case "delete": return followDelete(copy, effect, context);
  }
}

/** Columns of the copy's key that the write sets for a time only. */
function dyingKey(copy: Copy, effect: Effect): readonly Column[] {
  if (effect.kind !== "row" || !effect.using.some(({ kind }) => kind === "ttl")) return [];
  return copy.movers.filter((mover) => effect.changes.some(({ column }) => column.name === mover.name));
}

/** The SELECTs that give what the `:old_…` markers of the statements name: the rows, then the partition's static columns, which a missing row would not show. */
function readsFor(copy: Copy, effect: Effect, followed: Followed, statements: readonly Text[]): readonly string[] {
  const asOld = givenAsOld(effect);
  const names = new Set(statements.flatMap(({ parsed }) => parsed.statement.markers.flatMap(({ name }) => (name?.value.startsWith("old_") === true && !asOld.has(name.value) ? [name.value.slice("old_".length)] : []))));
  const elements = new Map(copy.key.flatMap(({ name, from, sources }) => ("element" in from || "key" in from || "value" in from ? [[name, sources[0]!] as const] : [])));
  const computed = copy.key.flatMap(({ name, from, sources }) => ("application" in from && names.has(name) ? sources : []));
  const columns = copy.base.columns.filter((column) => names.has(column.name) || computed.includes(column) || [...names].some((one) => elements.get(one) === column));
  const apart = effect.kind === "row" ? columns.filter(({ role }) => role === "static") : [];
  const selected: { expression: Expression; alias?: string }[] = columns.filter((column) => !apart.includes(column)).map(({ name }) => ({ expression: columnExpression(name) }));
  for (const [alias, expression] of followed.reads) if (names.has(alias)) selected.push({ expression, alias });
  // Static columns alone would be read whatever the clustering columns say, so the server refuses that.
  if (effect.kind === "delete" && selected.length > 0 && columns.every(({ role }) => role === "static")) selected.unshift(...copy.base.clustering.map(({ name }) => ({ expression: columnExpression(name) })));
  const where = effect.kind === "delete" ? effect.where : whereOf([...effect.key]);
  const reads = selected.length === 0 ? [] : [selectText(copy.base, selected, where)];
  if (apart.length === 0) return reads;
  const partition = copy.base.partitionKey;
  const given = partition.map(({ name }) => [name, (effect as { readonly key: ReadonlyMap<string, Expression> }).key.get(name)!] as const);
  return [...reads, selectText(copy.base, [...partition, ...apart].map(({ name }) => ({ expression: columnExpression(name) })), whereOf(given), true)];
}

/** Markers of the write itself that are named as if they were read, for key columns that the write gives: `WHERE at = :old_at`. */
function givenAsOld(effect: Effect): ReadonlySet<string> {
  const values = effect.kind === "delete" ? effect.where.flatMap(({ left, value }): (readonly [string, Expression])[] => (left.kind === "column" && value.kind === "term" ? [[left.column.value, value.term]] : [])) : [...effect.key];
  return new Set(values.flatMap(([column, value]) => (value.kind === "marker" && value.name?.value === `old_${column}` ? [value.name.value] : [])));
}

/** A companion's text, read once for all that is asked of it. */
interface Text {
  readonly text: string;
  readonly parsed: ParsedStatement;
}

function readText(text: string): Text {
  return { text, parsed: parseStatement(text) };
}

/** Why one of the texts may not be offered. */
function firstRefused(texts: readonly Text[], context: CheckContext): Problem | undefined {
  for (const { text, parsed } of texts) {
    const judgement = check(parsed, context);
    if (judgement.verdict === "accept" || (judgement.verdict === "unknown" && judgement.violation === undefined)) continue;
    return problem("companion-refused", `The server would refuse a companion (${text}): ${judgement.violation === undefined ? "it is not judged" : describe(judgement.violation).message}`);
  }
  return undefined;
}

function isConditional(write: Write | Batch): boolean {
  if (write.kind === "batch") return write.statements.some(isConditional);
  return write.kind === "insert" ? write.ifNotExists !== undefined : write.ifExists !== undefined || write.conditions.length > 0;
}

/** The write with its bound values, where it differs. */
function boundText(write: Write | Batch, members: readonly Write[], rewritten: readonly Write[]): string | undefined {
  const replaced = new Map(members.map((member, i) => [member, rewritten[i]!]));
  const wanted = write.kind === "batch" ? printStatement({ ...write, statements: write.statements.map((member) => replaced.get(member) ?? member) }) : printStatement(rewritten[0]!);
  return wanted === printStatement(write) ? undefined : wanted;
}

function failed({ code, message }: { readonly code: string; readonly message: string }): Companions {
  return { ...nothing(false), notes: [{ code, message }] };
}

function nothing(complete: boolean): Companions {
  return { writes: [], notes: [], complete };
}
