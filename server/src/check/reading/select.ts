import type { Select } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import type { CheckResult } from "../result";

/** Judges a SELECT (reading.md section 1 and 11): the first refusal in the server's order, else how it runs. */
export function checkSelect(_select: Select, _context: CheckContext): CheckResult {
  return { finding: { unjudged: "SELECT is not judged yet" } };
}
