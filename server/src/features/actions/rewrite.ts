import type { Relation } from "../../syntax/ast";
import type { Range } from "../../text/range";
import type { FixProvider, Problem, SliceEdit } from "./problem";
import { acceptedWith, inFile, mendedBy } from "./problem";

/** A plain rewriting that may be what was meant; it is offered only when the check agrees. */
interface Candidate {
  readonly title: string;
  readonly edits: readonly SliceEdit[];
  readonly safety: "safe" | "unsafe";
  /** Whether the whole statement must be accepted afterwards; else this mistake must be gone. */
  readonly whole?: boolean;
}

/** Rewrites what is spelled otherwise in other databases or versions: `==`, `<>`, `BETWEEN`, double-quoted strings, lengths of types, literals of the wrong kind (what the message says to write instead). */
export const rewriteText: FixProvider = (problem) => {
  const { violation } = problem.found;
  if (violation === undefined) return [];
  const written = problem.statement.text.slice(violation.range.start, violation.range.end);
  for (const { title, edits, safety, whole } of candidates(problem, written, violation.range)) {
    if (whole ? acceptedWith(problem.statement, edits) : mendedBy(problem, edits)) return [{ title, safety, edits: inFile(problem, edits), preferred: true }];
  }
  return [];
};

function* candidates(problem: Problem, written: string, range: Range): Generator<Candidate> {
  const instead = problem.found.violation?.data["instead"];
  if (typeof instead === "string" && instead !== "") yield { title: `Write ${instead}`, edits: [{ range, text: instead }], safety: "safe" };
  yield* operators(problem, written, range);
  yield* strings(written, range);
  yield* functionResults(written, range);
  yield* between(problem);
  yield* commas(problem, written, range);
}

function* operators({ statement }: Problem, written: string, range: Range): Generator<Candidate> {
  const around = statement.text.slice(Math.max(0, range.start - 1), range.end + 1);
  const at = Math.max(0, range.start - 1);
  for (const [wrong, right] of [["==", "="], ["<>", "!="]] as const) {
    const offset = around.indexOf(wrong);
    if (offset >= 0) yield { title: `Write ${right}`, edits: [{ range: { start: at + offset, end: at + offset + wrong.length }, text: right }], safety: "safe", whole: true };
  }
  const length = /^\s*\(\s*\d+\s*\)/.exec(statement.text.slice(range.end));
  const type = /\b(?:var)?char\s*$/i.exec(statement.text.slice(0, range.start));
  const inner = /^\(/.test(written) ? /^\(\s*\d+\s*\)/.exec(statement.text.slice(range.start)) : null;
  if (type !== null && inner !== null) yield { title: "Write text, which has no length", edits: [{ range: { start: type.index, end: range.start + inner[0].length }, text: "text" }], safety: "safe" };
  else if (length !== null && /^(?:var)?char$/i.test(written)) yield { title: "Write text, which has no length", edits: [{ range: { start: range.start, end: range.end + length[0].length }, text: "text" }], safety: "safe" };
}

/** A string in double quotes, which make a name. */
function* strings(written: string, range: Range): Generator<Candidate> {
  const double = /^"((?:[^"]|"")*)"$/.exec(written);
  if (double !== null) yield { title: "Write a string in single quotes", edits: [{ range, text: `'${(double[1] as string).replaceAll('""', '"').replaceAll("'", "''")}'` }], safety: "safe", whole: true };
}

/** `now()` and `uuid()` where the column wants the same moment or identifier in another type. */
function* functionResults(written: string, range: Range): Generator<Candidate> {
  if (/^(?:now|currentTimeUUID|current_timeuuid)\s*\(\s*\)$/i.test(written)) {
    for (const text of ["toTimestamp(now())", "toDate(now())", "uuid()"]) yield { title: `Write ${text}`, edits: [{ range, text }], safety: "safe" };
  }
  if (/^uuid\s*\(\s*\)$/i.test(written)) yield { title: "Write now(), which makes a timeuuid", edits: [{ range, text: "now()" }], safety: "safe" };
}

/** `c BETWEEN a AND b` as two comparisons, which every version has. */
function* between({ statement, found }: Problem): Generator<Candidate> {
  const ast = statement.parsed.statement;
  if (ast.kind !== "select" && ast.kind !== "update" && ast.kind !== "delete") return;
  const at = found.violation?.range.start ?? -1;
  const relation = ast.where.find((one: Relation) => one.value.kind === "between" && one.range.start <= at && at <= one.range.end);
  if (relation?.value.kind !== "between") return;
  const text = (range: Range) => statement.text.slice(range.start, range.end);
  const subject = text(relation.left.range);
  const { from, to } = relation.value;
  yield { title: "Write >= and <= instead of BETWEEN", edits: [{ range: relation.range, text: `${subject} >= ${text(from.range)} AND ${subject} <= ${text(to.range)}` }], safety: "safe" };
}

/** A comma before a closing bracket or before FROM. */
function* commas({ statement }: Problem, written: string, range: Range): Generator<Candidate> {
  if (!/^(?:\)|from$)/i.test(written)) return;
  const comma = /,(\s*)$/.exec(statement.text.slice(0, range.start));
  if (comma !== null) yield { title: "Remove the comma", edits: [{ range: { start: comma.index, end: comma.index + 1 }, text: "" }], safety: "safe" };
}
