import type { CqlType } from "../../schema/type";
import type { Expression } from "../../syntax/ast";
import type { Finding } from "../violation";
import { isTerminal, tooDeep } from "./call";
import { evaluate } from "./evaluate";
import type { TermScope } from "./scope";

/**
 * What only execution refuses about `term` (functions in it fail, a member turns out to be null): to be asked when checkTerm found
 * nothing and the statement has no markers.
 */
export function executeTerm(term: Expression, receiver: CqlType, scope: TermScope): Finding {
  if (term.kind === "constant" || isTerminal(term) || tooDeep(term)) return undefined;
  const value = evaluate(term, receiver, scope);
  return value.kind === "fault" ? value.violation : value.kind === "unjudged" ? value.unjudged : undefined;
}

/** Whether the term is null when executed: NULL itself, also behind hints and parentheses, or a call that gives null. */
export function isNullTerm(term: Expression, receiver: CqlType, scope: TermScope): boolean {
  if (term.kind === "null") return true;
  if (term.kind === "constant" || term.kind === "marker" || term.kind === "list" || term.kind === "set" || term.kind === "map" || tooDeep(term)) return false;
  return evaluate(term, receiver, scope).kind === "null";
}

/** Whether the term is an empty value (zero bytes) for the type: '' or 0x, also as the result of a call. */
export function isEmptyTerm(term: Expression, receiver: CqlType, scope: TermScope): boolean {
  if (term.kind === "constant" && !(term.value === "" || term.value.length === 2)) return false;
  if (tooDeep(term)) return false;
  const value = evaluate(term, receiver, scope);
  return value.kind === "bytes" && value.bytes.length === 0;
}

/** A text that is equal for two terms if and only if they are the same value of the type; undefined where the value is not known. */
export function constantKey(term: Expression, receiver: CqlType, scope: TermScope): string | undefined {
  if (tooDeep(term)) return undefined;
  const value = evaluate(term, receiver, scope);
  if (value.kind === "null") return "null";
  if (value.kind !== "bytes") return undefined;
  let key = "";
  for (const byte of value.bytes) key += String.fromCharCode(byte);
  return key;
}
