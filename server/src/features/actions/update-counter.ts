import { quoteName } from "../../syntax/print";
import { tableNamed } from "../schema-view";
import type { FixProvider } from "./problem";
import { acceptedWith, inFile } from "./problem";

/** Turns an INSERT into a counter table into the UPDATE that counts up by the same numbers. */
export const updateCounter: FixProvider = (problem) => {
  const { statement, found } = problem;
  const ast = statement.parsed.statement;
  if (found.violation?.code !== "insert-into-counter-table" || ast.kind !== "insert" || ast.table === undefined || ast.columns.length !== ast.values.length) return [];
  const table = tableNamed(statement);
  if (table === undefined) return [];
  const valueOf = new Map(ast.columns.map((column, i) => [column.value, statement.text.slice(ast.values[i]?.range.start, ast.values[i]?.range.end)]));
  const key = [...table.partitionKey, ...table.clustering].filter((column) => valueOf.has(column.name));
  const counters = table.columns.filter((column) => (column.role === "regular" || column.role === "static") && valueOf.has(column.name));
  if (key.length === 0 || counters.length === 0) return [];
  const set = counters.map(({ name }) => `${quoteName(name)} = ${quoteName(name)} + ${valueOf.get(name)}`).join(", ");
  const where = key.map(({ name }) => `${quoteName(name)} = ${valueOf.get(name)}`).join(" AND ");
  const edits = [{ range: ast.range, text: `UPDATE ${statement.text.slice(ast.table.range.start, ast.table.range.end)} SET ${set} WHERE ${where}` }];
  if (!acceptedWith(statement, edits)) return [];
  // Positional markers change their order, so the caller has to follow.
  return [{ title: "Count up with UPDATE instead", safety: "unsafe", edits: inFile(problem, edits), preferred: true }];
};
