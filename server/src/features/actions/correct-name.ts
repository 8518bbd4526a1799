import { quoteName } from "../../syntax/print";
import type { FixProvider } from "./problem";
import { inFile, mendedBy } from "./problem";

/** Replaces a name that nothing defines by the nearest one that is defined; `userid` by `"userId"` too, where only the quotes are missing. */
export const correctName: FixProvider = (problem) => {
  const { violation, unknownName } = problem.found;
  const near = unknownName?.nearest ?? violation?.data["nearest"];
  const range = unknownName?.range ?? violation?.range;
  if (typeof near !== "string" || range === undefined) return [];
  const written = problem.statement.text.slice(range.start, range.end);
  const edits = [{ range, text: quoteName(near) }];
  if (!mendedBy(problem, edits)) return [];
  // A name that differs in case alone can only have been meant; any other likeness is a guess.
  const safety = near.toLowerCase() === written.replaceAll('"', "").toLowerCase() ? "safe" : "unsafe";
  return [{ title: `Change ${written} to ${quoteName(near)}`, safety, edits: inFile(problem, edits), preferred: true }];
};
