import type { Range } from "../../text/range";
import type { CheckedFile, ProjectView } from "../checked-file";
import type { Fix } from "../diagnostics/diagnostic";
import type { ActionResult } from "./action";

/** The edits on offer where `range` (file offsets, half-open) lies: fixes of the diagnostics that it touches. */
export function actions(_file: CheckedFile, _range: Range, _project: ProjectView): ActionResult[] {
  return [];
}

/** The fixes of one diagnostic of `diagnose(file, project)`, by index; the likeliest first, none for an index out of range. */
export function fixesOf(_file: CheckedFile, _diagnostic: number, _project: ProjectView): Fix[] {
  return [];
}
