import type { AccessPath } from "../check/access-path";
import { check, checkWithAccess } from "../check/check";
import type { CheckContext, Judgement } from "../check/judgement";
import { describe } from "../check/messages/index";
import { findTable } from "../schema/find";
import { fold } from "../schema/fold";
import type { Select } from "../syntax/ast";
import { parseStatement } from "../syntax/parse";

/** What the proof says: accepted, with how each query runs, or the first text that our own check does not accept, and why. */
export type Proof = { readonly ok: true; readonly paths: readonly (AccessPath | undefined)[]; readonly context: CheckContext } | { readonly ok: false; readonly text: string; readonly why: string; readonly code?: string };

/**
 * Proves definitions and queries before they are offered (contract.md section 1.5): each definition is parsed, checked and folded into the
 * schema, and each query must then be accepted without ALLOW FILTERING, which it must not hold either unless `filtering` allows it.
 */
export function prove(ddl: readonly string[], queries: readonly string[], context: CheckContext, options: { readonly filtering: "never" | "allowed" } = { filtering: "never" }): Proof {
  let now = context;
  for (const text of ddl) {
    const parsed = parseStatement(text);
    const judgement = check(parsed, now);
    if (judgement.verdict === "reject") return failure(text, judgement);
    now = { ...now, schema: fold(now.schema, parsed.statement, { ...(now.keyspace === undefined ? {} : { keyspace: now.keyspace }), uri: "", start: 0 }) };
  }
  const paths: (AccessPath | undefined)[] = [];
  for (const text of queries) {
    const parsed = parseStatement(text);
    const filters = parsed.statement.kind === "select" && parsed.statement.allowFiltering !== undefined;
    if (filters && options.filtering === "never") return { ok: false, text, why: "it filters" };
    const { judgement, access } = checkWithAccess(parsed, now);
    if (judgement.verdict !== "accept") return failure(text, judgement);
    if (parsed.statement.kind === "select" && sortsAcrossPartitions(parsed.statement, now)) return { ok: false, text, why: "it sorts across partitions, which a paging client is refused", code: "order-in-paging" };
    paths.push(access);
  }
  return { ok: true, paths, context: now };
}

/**
 * Whether a query orders the rows of several partitions, which is refused when it runs with paging (R-ORD-8). The check says so only of
 * statements without markers, which it judges beyond PREPARE.
 */
export function sortsAcrossPartitions(select: Select, context: CheckContext): boolean {
  if (select.orderBy.length === 0 || select.table === undefined) return false;
  const table = findTable(context.schema, context.keyspace, select.table);
  return typeof table === "object" && select.where.some(({ left, operator, value }) =>
    operator === "in" && left.kind === "column" && table.byName.get(left.column.value)?.role === "partition" && !(value.kind === "list" && value.items.length < 2));
}

function failure(text: string, judgement: Judgement): Proof {
  const why = judgement.violation === undefined ? (judgement.unjudged?.unjudged ?? "it is not judged") : describe(judgement.violation).message;
  return { ok: false, text, why, ...(judgement.violation === undefined ? {} : { code: judgement.violation.code }) };
}
