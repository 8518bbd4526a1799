import type { IRecognitionException } from "chevrotain";
import type { Range } from "../text/range";
import { TOO_DEEP, type ParsedStatement, type Statement, type SyntaxProblem } from "./ast";
import { readerOf } from "./dispatch";
import { CqlParser } from "./grammar";
import { nameProblem, type Stop } from "./habits";
import { lex } from "./lexer";
import { rangeOf, Refusal, type Draft } from "./parser-base";
import { shellCommand } from "./shell";
import * as t from "./tokens";
import type { Token } from "./tokens";

/** Deeper nesting than any statement has; what lies beyond is not read, before it can exhaust the stack. */
const DEEPEST = 60;

let parser: CqlParser | undefined;

/**
 * Reads one slice; ranges count from the slice's start. Never throws. A text that breaks off gives what was read of the
 * tree (`?` fields missing, `missing` for an absent term), and one problem where the server's parser stops; mistakes that
 * it finds on the way (L-PIPE-3) come before. With a template in it (`${x}`) a statement has no problems. The value
 * depends on the text alone, so it can be cached by it.
 */
export function parseStatement(sliceText: string): ParsedStatement {
  const { tokens, templates, depth } = lex(sliceText);
  while (tokens[tokens.length - 1]?.tokenType === t.Semicolon) tokens.pop();
  const first = tokens[0];
  if (first === undefined) return { statement: bare("empty", { start: sliceText.length, end: sliceText.length }), problems: [], features: [], templates };

  const range = { start: first.startOffset, end: (tokens[tokens.length - 1] as Token).end };
  const shell = shellCommand(tokens);
  if (shell !== undefined) return { statement: shell, problems: [], features: [], templates };
  const unknown = (): Statement => bare("unknown", range, rangeOf(first));
  if (depth > DEEPEST) return { statement: unknown(), problems: [tooDeep(tokens)], features: [], templates };

  const reader = readerOf(tokens);
  if (typeof reader !== "function") {
    const stop: Stop = { tokens, index: reader.stopped, expected: reader.expected, code: "syntax-error", data: {} };
    return { statement: unknown(), problems: templates.length > 0 ? [] : [nameProblem(stop, sliceText)], features: [], templates };
  }
  parser ??= new CqlParser();
  parser.start(tokens);
  let stop: Stop | undefined;
  try {
    reader(parser);
    const error = parser.errors[0];
    if (error !== undefined) stop = stopOf(tokens, error);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { expected, ...data } = error.data;
    stop = { tokens, index: indexOf(tokens, error.token), expected: expected === undefined ? [] : [expected], code: error.code, data };
  }
  const statement = (parser.statement ?? unknown()) as Draft<Statement>;
  statement.range = range;
  statement.markers = parser.markers;
  const problems: SyntaxProblem[] = templates.length > 0 ? [] : parser.problems;
  // What the server's parser refuses as it goes ends the reading there.
  if (stop !== undefined && templates.length === 0 && problems.length === 0) problems.push(nameProblem(stop, sliceText));
  return { statement: statement as Statement, problems, features: parser.features, templates };
}

function bare(kind: "empty" | "unknown", range: Range, head = range): Statement {
  return { kind, range, head, markers: [] };
}

/** Where the grammar stopped, from the parser library's error. */
function stopOf(tokens: readonly Token[], error: IRecognitionException): Stop {
  return { tokens, index: indexOf(tokens, error.token as Token), expected: error.message === "" ? [] : error.message.split("\n"), code: "syntax-error", data: {} };
}

/** The place of a token; the end of the text is one behind the last. */
function indexOf(tokens: readonly Token[], token: Token): number {
  const index = tokens.indexOf(token);
  return index < 0 ? tokens.length : index;
}

/** The bracket that goes deeper than is read here; the server reads on, up to the end of its own stack. */
function tooDeep(tokens: readonly Token[]): SyntaxProblem {
  let depth = 0;
  const token = tokens.find(({ tokenType: type }) => {
    if (type === t.LeftParen || type === t.LeftBracket || type === t.LeftBrace || type === t.ExprOpen) depth++;
    else if (type === t.RightParen || type === t.RightBracket || type === t.RightBrace) depth--;
    return depth > DEEPEST;
  }) ?? (tokens[0] as Token);
  return { code: TOO_DEEP, data: {}, errorClass: "syntax", range: { start: token.startOffset, end: token.end } };
}
