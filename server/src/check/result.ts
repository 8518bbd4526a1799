import type { Statement, StatementKind } from "../syntax/ast";
import type { AccessPath } from "./access-path";
import type { CheckContext } from "./judgement";
import type { Finding, Unjudged, Violation } from "./violation";
import { isViolation } from "./violation";

/** What the procedure of one statement kind found: its first refusal or reason not to judge, and what goes with it. */
export interface CheckResult {
  readonly finding: Finding;
  /** Further refusals that are sure and sit elsewhere. */
  readonly further?: readonly Violation[];
  /** What the target accepts with a warning. */
  readonly warnings?: readonly Violation[];
  /** Whether it may read rows only to drop them. */
  readonly mayFilter?: boolean;
  /** How the server runs it, where the context asks; shown only where nothing was found. */
  readonly access?: AccessPath;
}

/** The decision procedure of one kind of statement. A bare Finding stands for a result with nothing else in it. */
export type StatementCheck<S extends Statement = Statement> = (statement: S, context: CheckContext) => Finding | CheckResult;

/** One procedure for each kind that is judged; a kind without an entry is `unknown`. */
export type StatementChecks = { readonly [K in StatementKind]?: StatementCheck<Extract<Statement, { readonly kind: K }>> };

/** Whether a check gave more than a bare finding. */
export function isResult(result: Finding | CheckResult): result is CheckResult {
  return result !== undefined && "finding" in result;
}

/** What the steps of a procedure find, told one after the other in the server's order: `first` is the first refusal, else the first reason not to judge, else nothing. */
export class Steps {
  first: Finding;

  /** Notes what a step found. True: it refuses, and no later step is to be asked; what could not be judged ends nothing. */
  refuse(finding: Finding): finding is Violation {
    if (finding === undefined) return false;
    const refuses = isViolation(finding);
    if (refuses || this.first === undefined) this.first = finding;
    return refuses;
  }
}

/** The first finding of any of the items, in their order; refusals win over reasons not to judge. */
export function firstOf<T>(items: readonly T[], check: (item: T, index: number) => Finding): Finding {
  let unjudged: Finding;
  for (let i = 0; i < items.length; i++) {
    const found = check(items[i] as T, i);
    if (found === undefined) continue;
    if (isViolation(found)) return found;
    unjudged ??= found;
  }
  return unjudged;
}

/**
 * Runs steps in the server's order up to the first refusal. A step that could not be judged does not end the run: whatever it would
 * have said, a refusal found later stands. Gives the first refusal, else the first reason not to judge, else nothing.
 */
export function firstFinding(steps: readonly (() => Finding)[]): Finding {
  let unjudged: Unjudged | undefined;
  for (const step of steps) {
    const finding = step();
    if (finding === undefined) continue;
    if (isViolation(finding)) return finding;
    unjudged ??= finding;
  }
  return unjudged;
}
