import type { CqlType } from "../../schema/type";
import type { Expression } from "../../syntax/ast";
import type { Unjudged, Violation } from "../violation";
import type { CallExpression } from "./call";
import type { Candidate } from "./function";
import type { TermScope } from "./scope";

/** What is found out about the expressions of one select list. */
export interface SelectorContext {
  readonly scope: TermScope;
  /** Which function each call means; toJson before 5.0 has no entry, it is made when types are found. */
  readonly functions: Map<CallExpression, Candidate>;
  /** A refusal that the server meets while it only tests whether something fits: it ends the search for a function at once. */
  trap: Violation | undefined;
  /** Whether a column was read so far, over all selectors in text order (R-CAST-2). */
  readsColumn: boolean;
}

/** A selector's type, and whether it aggregates; or why it has none. */
export type Typing = { readonly type: CqlType; readonly aggregate: boolean } | Violation | Unjudged;

/** Whether typing a selector gave a type. */
export function isTyped(typing: Typing): typing is { readonly type: CqlType; readonly aggregate: boolean } {
  return "type" in typing;
}

const contexts = new WeakMap<TermScope, SelectorContext>();

/** The context of a scope's select list: both passes over the selectors share it. */
export function selectorContext(scope: TermScope): SelectorContext {
  let context = contexts.get(scope);
  if (context === undefined) contexts.set(scope, (context = { scope, functions: new Map(), trap: undefined, readsColumn: false }));
  return context;
}

/** Whether a call is the toJson of before 5.0, which takes anything that has a type and is found in no list of functions. */
export function isLegacyToJson(expression: Expression, scope: TermScope): boolean {
  if (expression.kind !== "call" || (scope.target !== "cassandra-4.0" && scope.target !== "cassandra-4.1")) return false;
  const { name } = expression;
  return name.name.value === "tojson" && (name.keyspace === undefined || name.keyspace.value === "system");
}
