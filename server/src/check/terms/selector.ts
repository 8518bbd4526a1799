import type { CqlType } from "../../schema/type";
import type { Expression } from "../../syntax/ast";
import type { Finding, Unjudged, Violation } from "../violation";
import type { TermScope } from "./scope";

/** Names and functions of the selectors, in text order (reading.md section 1, step 3): the first that does not resolve. */
export function resolveSelectors(_expressions: readonly Expression[], _scope: TermScope): Finding {
  return { unjudged: "selectors are not checked yet" };
}

/** Types of the selectors, in text order (step 7); to be asked after resolveSelectors found nothing. */
export function typeSelectors(_expressions: readonly Expression[], _scope: TermScope): Finding {
  return { unjudged: "selectors are not checked yet" };
}

/** Both steps for one selector: its type, or the first thing found. `wanted` is the type that its context expects. */
export function typeSelector(_expression: Expression, _scope: TermScope, _wanted?: CqlType): { readonly type: CqlType } | Violation | Unjudged {
  return { unjudged: "selectors are not checked yet" };
}

/** What executing the selectors on a table without rows refuses; `aggregating`: without GROUP BY an aggregate still makes one row. */
export function executeSelectors(_expressions: readonly Expression[], _scope: TermScope, _options: { readonly grouped: boolean }): Finding {
  return undefined;
}

/** The names of all columns that the expression reads. */
export function columnsRead(_expression: Expression): readonly string[] {
  return [];
}

/** Whether the expression is or contains a call of an aggregate. */
export function isAggregate(_expression: Expression, _scope: TermScope): boolean {
  return false;
}
