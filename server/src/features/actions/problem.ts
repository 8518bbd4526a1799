import { check } from "../../check/check";
import type { Judgement } from "../../check/judgement";
import { parseStatement } from "../../syntax/parse";
import type { Range } from "../../text/range";
import { shift } from "../../text/range";
import type { CheckedFile, CheckedStatement, ProjectView } from "../checked-file";
import type { FileEdit, Fix } from "../diagnostics/diagnostic";
import type { Found } from "../diagnostics/found";

/** One diagnostic with the statement it stands in: what a quick fix starts from. */
export interface Problem {
  readonly found: Found;
  readonly file: CheckedFile;
  readonly statement: CheckedStatement;
  readonly project: ProjectView;
}

/** Makes the fixes of one kind for a problem; none where they do not apply or would not help. */
export type FixProvider = (problem: Problem) => readonly Fix[];

/** A replacement inside a statement; the range counts from the slice's start. */
export interface SliceEdit {
  readonly range: Range;
  readonly text: string;
}

/** The slice with the edits applied; they must not overlap, and of two at one place the first comes first. */
export function applied(text: string, edits: readonly SliceEdit[]): string {
  let result = "";
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.range.start - b.range.start)) {
    result += text.slice(at, edit.range.start) + edit.text;
    at = edit.range.end;
  }
  return result + text.slice(at);
}

/** What the check says of a slice's text where `statement` stands: how a fix is proved before it is offered. */
export function judgeAs(statement: CheckedStatement, text: string): Judgement {
  return check(parseStatement(text), statement.context);
}

/** Whether the statement with the edits would be accepted. */
export function acceptedWith(statement: CheckedStatement, edits: readonly SliceEdit[]): boolean {
  return judgeAs(statement, applied(statement.text, edits)).verdict === "accept";
}

/** Whether the edits take the statement's first refusal away; a later one may come to light, a mistake of syntax may not. */
export function mendedBy(problem: Problem, edits: readonly SliceEdit[]): boolean {
  const { statement, found } = problem;
  const after = judgeAs(statement, applied(statement.text, edits));
  if (found.unknownName !== undefined) return after.unjudged?.unknownName === undefined || after.unjudged.unknownName.range.start !== found.unknownName.range.start;
  const { violation } = after;
  if (violation === undefined) return true;
  if (violation.errorClass === "syntax") return found.violation?.errorClass === "syntax" && violation.range.start > found.violation.range.start + 1;
  return violation.code !== found.violation?.code || violation.range.start > (found.violation.range.end);
}

/** Edits of a statement as edits of its file. */
export function inFile(problem: Problem, edits: readonly SliceEdit[]): readonly FileEdit[] {
  return edits.map((edit) => ({ uri: problem.file.uri, range: shift(edit.range, problem.statement.start), text: edit.text }));
}
