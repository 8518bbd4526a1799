import type { CheckedFile, ProjectView } from "../checked-file";
import type { HoverResult } from "./hover-result";

/** What is to say about the word at `offset` (from the file's start); undefined where there is nothing. */
export function hover(_file: CheckedFile, _offset: number, _project: ProjectView): HoverResult | undefined {
  return undefined;
}
