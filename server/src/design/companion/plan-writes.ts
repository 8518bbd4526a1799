import type { CheckContext } from "../../check/judgement";
import { findTable } from "../../schema/find";
import { fold } from "../../schema/fold";
import type { Schema, Table } from "../../schema/model";
import { isMultiCell } from "../../schema/types";
import type { ParsedStatement, Statement } from "../../syntax/ast";
import { parseStatement } from "../../syntax/parse";
import { shift } from "../../text/range";
import type { DesignRequest } from "../design";
import type { CompanionWrite, Design, Plan } from "../plan";
import { prove } from "../prove";
import { readTable } from "../read-query";
import { isRefusal } from "../refusal";
import { companionsOf } from "./companions";
import { copyOfPlan } from "./copy";
import type { Copy } from "./copy";
import { templatesFor } from "./templates";
import { timedBackfill } from "./timed-backfill";

/** A statement of the project that writes, and its file. */
export interface PlacedWrite {
  readonly uri: string;
  readonly request: DesignRequest;
}

/** The writes among a file's statements that the server would take, batches included. */
export function writesOf(uri: string, requests: readonly DesignRequest[]): readonly PlacedWrite[] {
  return requests.flatMap((request) => (isWrite(request.parsed.statement) && request.judgement.verdict !== "reject" ? [{ uri, request }] : []));
}

/**
 * The design with the companions of every write on the query's table in each plan that makes a table; with templates for an INSERT, an UPDATE
 * and a DELETE where the project writes the table nowhere. `path` of an entry is the URI of the write's file, empty for a template.
 */
export function designWithWrites(design: Design, request: DesignRequest, writes: readonly PlacedWrite[]): Design {
  const found = readTable(request.parsed, request.context);
  if (design.plans.length === 0 || isRefusal(found)) return design;
  const own = writes.filter((write) => writesTo(write.request, found.table));
  return { ...design, plans: design.plans.map((plan) => planWithWrites(plan, found.table, request.context, own)) };
}

function planWithWrites(plan: Plan, base: Table, context: CheckContext, writes: readonly PlacedWrite[]): Plan {
  const copy = plan.columns.length === 0 ? undefined : copyOfPlan(plan, base, context);
  if (copy === undefined) return plan;
  const withCopy = folding(plan);
  const entries: CompanionWrite[] = [];
  const notes = new Map<string, string>();
  let moving = 0;
  const add = (statement: Statement, its: CheckContext, place: Pick<CompanionWrite, "path" | "start" | "end" | "template">): void => {
    const companions = companionsOf(copy, statement, withCopy(its));
    for (const { code, message } of companions.notes) if (!notes.has(code)) notes.set(code, message);
    for (const companion of companions.writes) entries.push({ ...place, ...companion, ...(companions.write === undefined ? {} : { write: companions.write }) });
    if (companions.writes.some(({ add: added }) => added.length > 1 && added[0]?.startsWith("DELETE") === true)) moving += 1;
  };
  for (const { uri, request } of writes) add(request.parsed.statement, request.context, { path: uri, ...shift(request.parsed.statement.range, request.start) });
  if (writes.length === 0) for (const { text, statement } of templatesFor(base)) add(statement, context, { path: "", start: 0, end: 0, template: text });
  if (writes.length > 0 && moving > 0) notes.set("moved-by-writes", movedNote(copy, moving));
  const timed = timedBackfill(copy);
  const isProved = timed !== undefined && plan.backfill !== null && prove([], [timed.source, ...timed.statements], withCopy(context)).ok;
  if (isProved && copy.rest.some(({ sources }) => sources[0] !== undefined && isMultiCell(sources[0].type))) notes.set("collections-untimed", "Each cell of a collection has a time of its own, so the backfill that keeps times writes collections under the oldest time there is: any write of yours wins.");
  const general = notes.has("moved-by-writes") ? plan.notes.filter(({ code }) => code !== "key-changes") : plan.notes;
  return { ...plan, ...(isProved ? { backfill: { ...plan.backfill!, timed } } : {}), writes: entries, notes: [...general, ...[...notes].filter(([code]) => !general.some((note) => note.code === code)).map(([code, message]) => ({ code, message }))] };
}

/** What the writes of the project mean for a copy whose key they change: said in place of the general note. */
function movedNote(copy: Copy, count: number): string {
  const moving = [...copy.movers, ...(copy.exploded === undefined ? [] : [copy.exploded])].map(({ name }) => `"${name}"`);
  const one = moving.length === 1;
  return `${prose(moving)} of ${copy.base.name} ${one ? "is" : "are"} changed by ${count === 1 ? "one statement, which" : `${count} statements, each of which`} must read and delete the old row of ${copy.name} first: let one writer do it, or make the change conditional (IF … = old value). A row without ${one ? "it" : "one of them"} is not copied.`;
}

/** `a`, `a and b`, `a, b and c`. */
function prose(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]!}`;
}

/** The context with the plan's table in its schema; each schema is folded once. */
function folding(plan: Plan): (context: CheckContext) => CheckContext {
  const folded = new Map<Schema, Schema>();
  const { statement } = parseStatement(plan.ddl[0]!);
  return (context) => {
    const schema = folded.get(context.schema) ?? fold(context.schema, statement, { ...(context.keyspace === undefined ? {} : { keyspace: context.keyspace }), uri: "", start: 0 });
    folded.set(context.schema, schema);
    return { ...context, schema };
  };
}

/** Whether a statement writes to the table. */
export function writesTo({ parsed, context }: Pick<DesignRequest, "parsed" | "context">, table: Table): boolean {
  return namesOf(parsed).some((name) => {
    const found = name === undefined || name.name.value !== table.name ? undefined : findTable(context.schema, context.keyspace, name);
    return typeof found === "object" && found.keyspace === table.keyspace;
  });
}

function namesOf({ statement }: ParsedStatement) {
  if (statement.kind === "batch") return statement.statements.map((member) => member.table);
  return statement.kind === "insert" || statement.kind === "update" || statement.kind === "delete" ? [statement.table] : [];
}

function isWrite({ kind }: Statement): boolean {
  return kind === "insert" || kind === "update" || kind === "delete" || kind === "batch";
}
