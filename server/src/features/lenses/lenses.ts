/** What stands above statements: how each runs, and the offer to design a table where the server refuses a query or filters. */
import { designStatement } from "../../design/design";
import type { AccessPath } from "../../check/access-path";
import type { CheckContext } from "../../check/judgement";
import type { ParsedStatement } from "../../syntax/ast";
import { shift, type Range } from "../../text/range";
import type { CheckedFile, CheckedStatement } from "../checked-file";

export interface Lens {
  /** The statement, in file offsets. */
  readonly range: Range;
  readonly title: string;
  /** Whether a click leads to the plans for the query. */
  readonly design: boolean;
}

/** A file with more refused queries than this is a list of mistakes, and no editor shows so many at once. */
const MOST_DESIGNS = 200;

/** The lenses of a file, in text order. */
export function lenses(file: CheckedFile): readonly Lens[] {
  const found: Lens[] = [];
  let designs = 0;
  for (const statement of file.statements) {
    const { judgement } = statement;
    const range = shift(statement.range, statement.start);
    const { access } = judgement;
    if (access !== undefined) found.push({ range, title: titleOf(access), design: false });
    const needsTable = statement.kind === "select" && (judgement.verdict === "reject" || (access?.filtering.length ?? 0) > 0) && statement.parsed.problems.length === 0;
    if (needsTable && designs < MOST_DESIGNS) {
      designs += 1;
      if (hasPlan(statement)) found.push({ range, title: "Design a table for this query…", design: true });
    }
  }
  return found;
}

/** How a statement runs, in a few words (modelling-guide M3, M8, M14). */
function titleOf(access: AccessPath): string {
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
