import type { CqlType } from "../../schema/type";
import type { Expression } from "../../syntax/ast";
import type { Finding } from "../violation";
import type { TermScope } from "./scope";

/** What only execution refuses about `term`: to be asked when checkTerm found nothing and the statement has no markers. */
export function executeTerm(_term: Expression, _receiver: CqlType, _scope: TermScope): Finding {
  return undefined;
}

/** Whether the term is null when executed: NULL itself, also behind hints and parentheses, or a call that gives null. */
export function isNullTerm(_term: Expression, _receiver: CqlType, _scope: TermScope): boolean {
  return false;
}

/** Whether the term is an empty value (zero bytes) for the type: '' or 0x, also as the result of a call. */
export function isEmptyTerm(_term: Expression, _receiver: CqlType, _scope: TermScope): boolean {
  return false;
}

/** A text that is equal for two terms if and only if they are the same value of the type; undefined where the value is not known. */
export function constantKey(_term: Expression, _receiver: CqlType, _scope: TermScope): string | undefined {
  return undefined;
}
