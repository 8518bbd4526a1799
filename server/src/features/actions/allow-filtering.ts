import type { FixProvider } from "./problem";
import { acceptedWith, inFile } from "./problem";
import { tableNamed } from "../schema-view";

/**
 * Adds ALLOW FILTERING, as the last choice and only where every partition key column is fixed, so that the rows read
 * are those of the partitions named and not those of the cluster.
 */
export const allowFiltering: FixProvider = (problem) => {
  const ast = problem.statement.parsed.statement;
  if (problem.found.violation === undefined || ast.kind !== "select" || ast.allowFiltering !== undefined) return [];
  const table = tableNamed(problem.statement);
  const fixed = (name: string) => ast.where.some(({ left, operator }) => left.kind === "column" && left.column.value === name && (operator === "=" || operator === "in"));
  if (table === undefined || !table.partitionKey.every((column) => fixed(column.name))) return [];
  const end = ast.bypassCache?.start ?? ast.range.end;
  const edits = [{ range: { start: end, end }, text: ast.bypassCache === undefined ? " ALLOW FILTERING" : "ALLOW FILTERING " }];
  if (!acceptedWith(problem.statement, edits)) return [];
  return [{ title: "Add ALLOW FILTERING: read the whole partition and drop the rows that do not match", safety: "unsafe", edits: inFile(problem, edits) }];
};
