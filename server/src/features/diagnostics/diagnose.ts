import type { CheckedFile, ProjectView } from "../checked-file";
import type { Diagnostic } from "./diagnostic";

/** What a user sees of a file's mistakes, in text order. Ranges count from the file's start, half-open. */
export function diagnose(_file: CheckedFile, _project: ProjectView): Diagnostic[] {
  return [];
}
