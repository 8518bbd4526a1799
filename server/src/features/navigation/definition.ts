import type { Origin } from "../../schema/model";
import type { CheckedFile } from "../checked-file";

/** Where the table, column, type, function or index named at `offset` (from the file's start) is defined; undefined where nothing is named or nothing defines it. */
export function definitionAt(_file: CheckedFile, _offset: number): Origin | undefined {
  return undefined;
}
