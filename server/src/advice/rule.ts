import type { DesignRequest } from "../design/design";
import type { StatementKind } from "../syntax/ast";
import type { Range } from "../text/range";

/** A judged statement of a file. Its tree (`parsed`) may have to be read again, so a rule looks at the rest first. */
export interface AdviceStatement extends DesignRequest {
  readonly kind: StatementKind;
}

/** What a rule found. `range` counts from the slice's start. */
export interface AdviceFinding {
  /** Index of the statement in its file. */
  readonly statement: number;
  readonly range: Range;
  readonly message: string;
  readonly why: string;
}

/** One opinion of ours about statements that the server takes. */
export interface AdviceRule {
  /** Its code: settings, suppressions and the page's address derive from it. */
  readonly name: string;
  /** Never an error. warning: likely to hurt; information: surprising; hint: could be simpler. */
  readonly severity: "warning" | "information" | "hint";
  /** Whether it is given with `diagnostics.advice` at `recommended`, or at `all` only. */
  readonly recommended: boolean;
  /** Reads the statements of one file in text order. Never throws, and says nothing where a definition is not known. */
  readonly find: (statements: readonly AdviceStatement[]) => readonly AdviceFinding[];
}

/** Gives the rule its type. */
export function defineRule(rule: AdviceRule): AdviceRule {
  return rule;
}
