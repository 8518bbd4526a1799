import type { Select } from "../../syntax/ast";
import type { CheckResult } from "../result";
import type { Reading } from "./reading";

/** Judges a SELECT for ScyllaDB (reading.md section 19). */
export function checkScyllaSelect(_select: Select, _reading: Reading): CheckResult {
  return { finding: { unjudged: "SELECT is not judged for ScyllaDB yet" } };
}
