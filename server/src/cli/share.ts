/** The check of the files that one thread takes. */
import { checkFile, countsOf, type Summary } from "./report/checked";
import type { CheckFormat } from "./report/format";
import type { Session } from "./session";

/** What one file adds to the report. */
export interface FilePart {
  /** Which of the named files it is. */
  readonly index: number;
  readonly part: unknown;
  readonly counts: Summary;
  readonly unreadable: boolean;
}

/** Checks the files that `take` gives the numbers of, until there are no more. */
export function checkShare(session: Session, take: () => number, format: CheckFormat, options: { readonly quiet: boolean }): readonly FilePart[] {
  const parts: FilePart[] = [];
  for (let index = take(); index < session.files.length; index = take()) {
    const file = checkFile(session, session.files[index]!, options);
    parts.push({ index, part: format.part(file), counts: countsOf(file), unreadable: file.unreadable });
  }
  return parts;
}
