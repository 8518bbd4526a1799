import type { SyntaxProblem } from "./ast";
import type { Token } from "./tokens";

/** Where the grammar stopped: at `tokens[index]`, or at the end of the text. */
export interface Stop {
  readonly tokens: readonly Token[];
  readonly index: number;
  /** What could have stood there, in words; may be empty. */
  readonly expected: readonly string[];
  readonly code: string;
  readonly data: Readonly<Record<string, string>>;
}

/** The problem to show for a stop: a habit from SQL where one is recognised, a plain syntax error otherwise. */
export function nameProblem(stop: Stop, text: string): SyntaxProblem {
  const token = stop.tokens[stop.index];
  const last = stop.tokens[stop.tokens.length - 1];
  const end = last?.end ?? text.length;
  const range = token === undefined ? { start: end, end } : { start: token.startOffset, end: token.end };
  return { code: stop.code, data: { found: token?.image ?? "", expected: stop.expected.slice(0, 6).join(", "), ...stop.data }, errorClass: "syntax", range };
}
