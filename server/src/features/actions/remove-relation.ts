import type { FixProvider } from "./problem";
import { acceptedWith, inFile } from "./problem";

/** Codes of relations that say nothing, or nothing that the others do not say. Elsewhere a relation less would only read more. */
const SUPERFLUOUS: ReadonlySet<string> = new Set([
  "clustering-with-static-only", "clustering-with-static-write", "distinct-restriction", "is-not-null-outside-view",
  "equality-not-alone", "in-not-alone", "slice-with-equality", "duplicate-start-bound", "duplicate-end-bound", "contains-with-other",
]);

/** Removes the refused relation where the statement would be accepted without it: `AND line = 2` of a query for static columns. */
export const removeRelation: FixProvider = (problem) => {
  const { violation } = problem.found;
  const ast = problem.statement.parsed.statement;
  if (violation === undefined || !SUPERFLUOUS.has(violation.code) || (ast.kind !== "select" && ast.kind !== "update" && ast.kind !== "delete")) return [];
  const at = ast.where.findIndex((relation) => relation.range.start <= violation.range.start && violation.range.start < relation.range.end);
  const relation = ast.where[at];
  const before = ast.where[at - 1];
  const after = ast.where[at + 1];
  if (relation === undefined || (before === undefined && after === undefined)) return [];
  const range = before === undefined ? { start: relation.range.start, end: after?.range.start ?? relation.range.end } : { start: before.range.end, end: relation.range.end };
  const edits = [{ range, text: "" }];
  if (!acceptedWith(problem.statement, edits)) return [];
  return [{ title: `Remove ${problem.statement.text.slice(relation.range.start, relation.range.end)}`, safety: "unsafe", edits: inFile(problem, edits) }];
};
