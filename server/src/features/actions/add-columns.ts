import { quoteName } from "../../syntax/print";
import { tableNamed } from "../schema-view";
import type { FixProvider } from "./problem";
import { acceptedWith, inFile } from "./problem";

/** Adds the key columns that an INSERT lacks, with markers for their values, at the end of both lists. */
export const addColumns: FixProvider = (problem) => {
  const ast = problem.statement.parsed.statement;
  if (problem.found.violation === undefined || ast.kind !== "insert") return [];
  const table = tableNamed(problem.statement);
  const lastColumn = ast.columns[ast.columns.length - 1];
  const lastValue = ast.values[ast.values.length - 1];
  if (table === undefined || lastColumn === undefined || lastValue === undefined || ast.columns.length !== ast.values.length) return [];
  const given = new Set(ast.columns.map((column) => column.value));
  const missing = [...table.partitionKey, ...table.clustering].filter((column) => !given.has(column.name)).map((column) => quoteName(column.name));
  if (missing.length === 0) return [];
  const named = ast.markers.some((marker) => marker.name !== undefined);
  const edits = [
    { range: { start: lastColumn.range.end, end: lastColumn.range.end }, text: `, ${missing.join(", ")}` },
    { range: { start: lastValue.range.end, end: lastValue.range.end }, text: `, ${missing.map((name) => (named ? `:${name}` : "?")).join(", ")}` },
  ];
  if (!acceptedWith(problem.statement, edits)) return [];
  return [{ title: `Add ${missing.join(", ")}`, safety: "unsafe", edits: inFile(problem, edits) }];
};
