import { foreignTypeName } from "../../dialect/type-names";
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
  // Functions are called by names in any case, so theirs are never quoted.
  const text = problem.found.diagnostic.code === "unknown-function" ? near : quoteName(near);
  const edits = [{ range, text }];
  if (!mendedBy(problem, edits)) return [];
  // A name that differs in case alone, or the name of a type in another language, can only have been meant; any other likeness is a guess.
  const plain = written.replaceAll('"', "").toLowerCase();
  const safety = near.toLowerCase() === plain || foreignTypeName(plain) === near ? "safe" : "unsafe";
  return [{ title: `Change ${written} to ${text}`, safety, edits: inFile(problem, edits), preferred: true }];
};
