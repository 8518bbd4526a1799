/** Walks a file's statements from the top: what each one sees, whether it is accepted, and the schema after it. */
import { check } from "../check/check";
import type { CheckContext, Judgement, ServerSettings } from "../check/judgement";
import type { Target } from "../dialect/target";
import { withTable, withType } from "../schema/change";
import { markDoubtful } from "../schema/doubt";
import { fold } from "../schema/fold";
import { hideForeign, hideRole, reconcile } from "../schema/foreign";
import type { Owns } from "../schema/foreign";
import { UNNAMED_KEYSPACE } from "../schema/model";
import type { Schema, Table, UserType } from "../schema/model";
import { sameDefinition, sameUserType } from "../schema/same-definition";
import { homeOf } from "../schema/where";
import type { Where } from "../schema/where";
import type { QualifiedName, Statement } from "../syntax/ast";
import type { Entry } from "./document";
import { readsTheSame } from "./reads";

/** What a file's statements start from. */
export interface Ground {
  readonly schema: Schema;
  readonly keyspace: string | undefined;
  readonly target: Target;
  readonly server: ServerSettings;
  /** The files whose definitions come before this one's, so that a second CREATE is refused; others are only compared. */
  readonly owns: Owns;
  /** All that the file makes by itself, whether or not it is accepted; undefined for a file whose definitions do not count. */
  readonly own: () => Schema | undefined;
}

/** A statement's last judgement: the same again while the context is the same, or gives the same answers. */
export interface Seen {
  readonly context: CheckContext;
  readonly judgement: Judgement;
  /** The schema after the statement. */
  readonly after: Schema;
  readonly owns: Owns;
}

/** What is known after the last statement. */
export interface Outcome {
  readonly schema: Schema;
  readonly keyspace: string | undefined;
}

/** Judges the entries in order, storing each judgement in its entry. `definitions`: only those that make the schema, and USE. */
export function judgeStatements(uri: string, entries: readonly Entry[], ground: Ground, which: "all" | "definitions"): Outcome {
  let { schema, keyspace } = ground;
  let context: CheckContext | undefined;
  let last: Seen | undefined;
  for (const entry of entries) {
    if (which === "definitions" && !entry.defines && !entry.isUse) continue;
    const seen = entry.seen;
    if (seen?.context.schema === schema && seen.context.keyspace === keyspace && seen.context.server === ground.server && seen.context.target === ground.target && seen.owns === ground.owns) {
      context = seen.context;
    } else {
      if (context === undefined || context.schema !== schema || context.keyspace !== keyspace) context = { schema, target: ground.target, server: ground.server, ...(keyspace !== undefined && { keyspace }) };
      const now = judge(uri, entry, context, ground);
      // One value for a row of statements of which nothing is to be said.
      entry.seen = last !== undefined && last.context === now.context && last.judgement === now.judgement && last.after === now.after && last.owns === now.owns ? last : now;
      entry.forget();
    }
    last = entry.seen;
    schema = (entry.seen as Seen).after;
    if (entry.isUse) keyspace = keyspaceAfter(entry) ?? keyspace;
  }
  return { schema, keyspace };
}

/** The keyspace in force below USE: below one that was refused, or that holds a template, nobody knows which; undefined where it names none. */
function keyspaceAfter({ parsed: { statement, templates }, seen }: Entry): string | undefined {
  if (statement.kind !== "use" || statement.keyspace === undefined) return undefined;
  return templates.length === 0 && seen?.judgement.verdict !== "reject" ? statement.keyspace.value : UNNAMED_KEYSPACE;
}

function judge(uri: string, entry: Entry, context: CheckContext, ground: Ground): Seen {
  const seen = entry.seen;
  const reusable = seen !== undefined && seen.owns === ground.owns && readsTheSame(entry.tables, seen.context, context);
  if (!entry.defines) return { context, judgement: reusable ? seen.judgement : check(entry.parsed, context), after: context.schema, owns: ground.owns };
  const { statement } = entry.parsed;
  const where = placeOf(uri, entry, context.keyspace, ground.server);
  const hidden = hideRole(hideForeign(context.schema, statement, where, ground.owns, ground.own), statement, ground.schema);
  const judgement = reusable ? seen.judgement : check(entry.parsed, hidden === context.schema ? context : { ...context, schema: hidden });
  const folded = foldJudged(hidden, entry, where, judgement);
  const after = hidden === context.schema ? keepValues(folded, seen, context.schema, statement, where) : reconcile(context.schema, folded, statement, where, ground.own());
  return { context, judgement, after, owns: ground.owns };
}

/** The schema after a judged definition: a refused one changes nothing but the certainty about what it would have made. */
function foldJudged(schema: Schema, entry: Entry, where: Where, judgement: Judgement): Schema {
  const { statement, templates } = entry.parsed;
  if (templates.length > 0) return markDoubtful(schema, statement, where, "template");
  switch (judgement.verdict) {
    case "reject": return markDoubtful(schema, statement, where, "refused-definition");
    case "skip": return schema;
    default: return fold(schema, statement, where);
  }
}

/** Where an entry stands, as a value that follows it when text above changes. */
export function placeOf(uri: string, entry: Entry, keyspace: string | undefined, server: ServerSettings): Where {
  const defaultIndex = server["default_secondary_index"];
  return {
    uri, keyspace, ...entry.notes, defaultIndex: typeof defaultIndex === "string" ? defaultIndex : undefined,
    get start() {
      return entry.start;
    },
  };
}

/**
 * The schema after a definition, with the very value that the same statement made of the same table or type before, so that statements
 * below need not be judged again because a keyspace or another object changed.
 */
function keepValues(after: Schema, seen: Seen | undefined, before: Schema, statement: Statement, where: Where): Schema {
  if (seen === undefined || seen.context.keyspace !== where.keyspace) return after;
  switch (statement.kind) {
    case "create-table":
    case "alter-table": return statement.name === undefined ? after : keepTable(after, seen, before, statement.name, where);
    case "create-index": return statement.table === undefined ? after : keepTable(after, seen, before, statement.table, where);
    case "create-type":
    case "alter-type": return statement.name === undefined ? after : keepType(after, seen, before, statement.name, where);
    default: return after;
  }
}

function keepTable(after: Schema, seen: Seen, before: Schema, name: QualifiedName, where: Where): Schema {
  const find = (schema: Schema): Table | undefined => schema.keyspaces.get(homeOf(name, where))?.tables.get(name.name.value);
  const now = find(after);
  const then = find(seen.after);
  if (now === undefined || then === undefined || now === then || find(before) !== find(seen.context.schema) || now.doubt !== then.doubt || !sameDefinition(now, then)) return after;
  return now.indexes.length === then.indexes.length && now.indexes.every((index, i) => index.name === then.indexes[i]?.name) ? withTable(after, then) : after;
}

function keepType(after: Schema, seen: Seen, before: Schema, name: QualifiedName, where: Where): Schema {
  const find = (schema: Schema): UserType | undefined => schema.keyspaces.get(homeOf(name, where))?.types.get(name.name.value);
  const now = find(after);
  const then = find(seen.after);
  if (now === undefined || then === undefined || now === then || find(before) !== find(seen.context.schema)) return after;
  return now.doubt === then.doubt && sameUserType(now, then) ? withType(after, then) : after;
}
