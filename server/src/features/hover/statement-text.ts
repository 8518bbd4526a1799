import type { CheckedFile, CheckedStatement } from "../checked-file";

/** How the statement would run: its access path and the eight questions of the modelling guide; undefined where there is nothing to tell. */
export function statementText(_statement: CheckedStatement, _file: CheckedFile): string | undefined {
  return undefined;
}
