import { RESERVED_WORDS } from "../../dialect/keywords";
import { parseStatement } from "../../syntax/parse";
import type { FixProvider } from "./problem";
import { applied, inFile, mendedBy } from "./problem";

/** Quotes a reserved word that stands where a name is wanted: `order` becomes `"order"`, the name that the unquoted word would have had. */
export const quoteReserved: FixProvider = (problem) => {
  const { violation } = problem.found;
  if (violation?.errorClass !== "syntax") return [];
  const written = problem.statement.text.slice(violation.range.start, violation.range.end);
  if (!RESERVED_WORDS.has(written.toLowerCase())) return [];
  const edits = [{ range: violation.range, text: `"${written.toLowerCase()}"` }];
  const text = applied(problem.statement.text, edits);
  const { problems, statement } = parseStatement(text);
  // Quoting a word always moves a mistake along; a name was meant where the rest reads as it is, but for more reserved words.
  const reads = problems.every(({ range }) => RESERVED_WORDS.has(text.slice(range.start, range.end).toLowerCase()));
  if (statement.kind === "unknown" || !reads || !mendedBy(problem, edits)) return [];
  return [{ title: `Quote the name: "${written.toLowerCase()}"`, safety: "safe", edits: inFile(problem, edits), preferred: true }];
};
