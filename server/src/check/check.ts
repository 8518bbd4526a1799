import { refusalOf, supports } from "../dialect/features";
import { TOO_DEEP, type ParsedStatement, type Statement } from "../syntax/ast";
import type { AccessPath } from "./access-path";
import type { CheckContext, Judgement } from "./judgement";
import { isResult } from "./result";
import type { CheckResult, StatementCheck } from "./result";
import { STATEMENT_CHECKS } from "./statement-checks";
import type { Violation } from "./violation";
import { isViolation } from "./violation";

const NOTHING: readonly Violation[] = [];
const SKIP: Judgement = { verdict: "skip", further: NOTHING, warnings: NOTHING };
// One value for all that is accepted without a word: a file keeps the judgement of each of its statements.
const ACCEPT: Judgement = { verdict: "accept", further: NOTHING, warnings: NOTHING };
const ACCEPT_FILTER: Judgement = { ...ACCEPT, mayFilter: true };

/**
 * Whether the target would accept a statement, in its schema and with its switches; ranges count from the slice's start.
 * Never throws: text that does not parse is refused as the parser says, and what is not known is `unknown`.
 */
export function check(parsed: ParsedStatement, context: CheckContext): Judgement {
  const procedure = procedureOf(parsed, context);
  if (typeof procedure !== "function") return procedure;
  try {
    return judgementOf(resultOf(procedure(parsed.statement, context)));
  } catch (fault) {
    return failed(fault);
  }
}

/** `check`, and how the server runs a SELECT or a write that it accepts; undefined for every other statement. */
export function checkWithAccess(parsed: ParsedStatement, context: CheckContext): { readonly judgement: Judgement; readonly access: AccessPath | undefined } {
  const procedure = procedureOf(parsed, context);
  if (typeof procedure !== "function") return { judgement: procedure, access: undefined };
  try {
    const result = resultOf(procedure(parsed.statement, { ...context, asksAccess: true }));
    const judgement = judgementOf(result);
    return { judgement, access: judgement.verdict === "accept" ? result.access : undefined };
  } catch (fault) {
    return { judgement: failed(fault), access: undefined };
  }
}

/** The procedure that judges a statement, or the judgement where its text alone decides. */
function procedureOf(parsed: ParsedStatement, context: CheckContext): StatementCheck | Judgement {
  const { statement } = parsed;
  if (statement.kind === "shell" || statement.kind === "empty") return SKIP;
  if (parsed.templates.length > 0) return unknown("the statement holds a template, and what replaces it is not known");
  if (parsed.problems[0]?.code === TOO_DEEP) return unknown("the statement nests more deeply than is read here");
  const refused = textRefusal(parsed, context);
  if (refused.length > 0) return { verdict: "reject", violation: refused[0]!, further: refused.slice(1), warnings: NOTHING };
  return (STATEMENT_CHECKS[statement.kind] as StatementCheck | undefined) ?? unknown(`${describeKind(statement)} is not judged yet`);
}

function resultOf(found: ReturnType<StatementCheck>): CheckResult {
  return isResult(found) ? found : { finding: found };
}

/** A fault of ours costs its statement the verdict, and nothing else. */
function failed(fault: unknown): Judgement {
  return { ...unknown("the check itself failed here"), fault };
}

/** What the server's lexer and parser refuse, in text order: mistakes of the text, and constructs that the target's grammar lacks. */
function textRefusal(parsed: ParsedStatement, context: CheckContext): readonly Violation[] {
  if (parsed.problems.length === 0 && parsed.features.length === 0) return NOTHING;
  const found: Violation[] = parsed.problems.map((problem) => ({
    code: problem.code, range: problem.range, phase: "prepare", errorClass: problem.errorClass, data: problem.data,
  }));
  for (const use of parsed.features) {
    if (supports(context.target, use.feature)) continue;
    found.push({ ...refusalOf(context.target, use.feature), range: use.range, phase: "prepare", errorClass: "syntax" });
  }
  if (found.length > 1) found.sort((first, second) => first.range.start - second.range.start);
  // One mistake, one diagnostic: what a parser says after its first complaint is mostly an echo of it.
  return found.slice(0, 1);
}

function judgementOf(result: CheckResult): Judgement {
  const { finding, further = NOTHING, warnings = NOTHING, mayFilter = false } = result;
  if (finding === undefined && further.length === 0 && warnings.length === 0) return mayFilter ? ACCEPT_FILTER : ACCEPT;
  if (isViolation(finding)) return { verdict: "reject", violation: finding, further, warnings };
  if (finding !== undefined) return { verdict: "unknown", unjudged: finding, further, warnings };
  return { verdict: "accept", further, warnings, mayFilter };
}

function unknown(reason: string): Judgement {
  return { verdict: "unknown", further: NOTHING, warnings: NOTHING, unjudged: { unjudged: reason } };
}

function describeKind(statement: Statement): string {
  return statement.kind === "unknown" ? "this kind of statement" : statement.kind.replaceAll("-", " ").toUpperCase();
}
