import type { CheckedFile, CheckedStatement } from "../checked-file";

/** The index of the statement whose slice holds `offset` (from the file's start); a slice's end belongs to the next one. -1 in an empty file. */
export function statementIndexAt(file: CheckedFile, offset: number): number {
  let low = 0;
  let high = file.statements.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((file.statements[middle] as CheckedStatement).start <= offset) low = middle;
    else high = middle - 1;
  }
  return high;
}

/** The statement whose slice holds `offset` (from the file's start). */
export function statementAt(file: CheckedFile, offset: number): CheckedStatement | undefined {
  return file.statements[statementIndexAt(file, offset)];
}
