/** What stands above statements: how each runs, and the offer to design a table where the server refuses a query or filters. */
import { designStatement } from "../../design/design";
import type { AccessPath } from "../../check/access-path";
import type { CheckContext } from "../../check/judgement";
import type { ParsedStatement, StatementKind } from "../../syntax/ast";
import { shift, type Range } from "../../text/range";
import { dropsRows, type CheckedFile, type CheckedStatement } from "../checked-file";

export interface Lens {
  /** The statement, in file offsets. */
  readonly range: Range;
  /** The index of the statement. */
  readonly statement: number;
  /** Whether a click leads to the plans for the query; every other lens says how the statement runs (`lensTitle`). */
  readonly design: boolean;
}

/** A file with more refused queries than this is a list of mistakes, and no editor shows so many at once. */
const MOST_DESIGNS = 200;

const RUNS: ReadonlySet<StatementKind> = new Set(["select", "insert", "update", "delete"]);

/** The lenses of a file, in text order. What they say is asked for later, of those that are seen: a long file has thousands. */
export function lenses(file: CheckedFile): readonly Lens[] {
  const found: Lens[] = [];
  let designs = 0;
  file.statements.forEach((statement, index) => {
    const { verdict } = statement.judgement;
    const range = shift(statement.range, statement.start);
    if (verdict === "accept" && RUNS.has(statement.kind)) found.push({ range, statement: index, design: false });
    if (statement.kind !== "select" || designs >= MOST_DESIGNS) return;
    const needsTable = verdict === "reject" ? statement.parsed.problems.length === 0 : dropsRows(statement);
    if (!needsTable) return;
    designs += 1;
    if (hasPlan(statement)) found.push({ range, statement: index, design: true });
  });
  return found;
}

/** How an accepted statement runs, in a few words (modelling-guide M3, M8, M14); empty for every other. */
export function lensTitle({ access, judgement, kind }: CheckedStatement): string {
  if (access === undefined) return judgement.verdict === "accept" && kind === "select" ? "reads no table" : "";
  const parts = [routingText(access)];
  if (access.filtering.length > 0) parts.push(`filters ${access.filtering.join(", ")}`);
  if (access.order === "reversed") parts.push("reversed");
  return parts.join(", ");
}

function routingText({ routing, partitions, index }: AccessPath): string {
  if (index !== undefined) return `index ${index.index.name}: ${index.replicas === "some" ? "in one partition" : "every node"}`;
  switch (routing) {
    case "single-partition": return "1 partition";
    case "multi-partition": return partitions?.max === undefined ? "several partitions" : partitions.max === 1 ? "1 partition" : `${partitions.min === partitions.max ? "" : "up to "}${partitions.max} partitions`;
    case "token-range": return "token range";
    case "full-scan": return "full scan";
    case "index": return "index";
  }
}

const known = new WeakMap<ParsedStatement, { readonly context: CheckContext; readonly found: boolean }>();

/** Whether there is a plan to choose; kept by the statement itself, which stays the same when lines above it change. */
function hasPlan(statement: CheckedStatement): boolean {
  const before = known.get(statement.parsed);
  if (before?.context === statement.context) return before.found;
  const found = designStatement(statement).plans.length > 0;
  known.set(statement.parsed, { context: statement.context, found });
  return found;
}
