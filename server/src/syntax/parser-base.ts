import { EmbeddedActionsParser, type ConsumeMethodOpts, type IParserConfig, type IToken, type IParserErrorMessageProvider, type TokenType } from "chevrotain";
import type { Range } from "../text/range";
import { NEVER_FUNCTION_NAMES } from "../dialect/keywords";
import type { Expression, FeatureUse, Marker, Name, Statement, SyntaxProblem } from "./ast";
import { LazyLookahead } from "./lookahead";
import * as t from "./tokens";
import { K, type Token } from "./tokens";

/** A node while it is being filled in: its fields and lists can be written. */
export type Draft<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] };

/** Thrown by the grammar's own checks at the token where the server's parser stops, too. */
export class Refusal extends Error {
  constructor(
    readonly token: Token,
    readonly code: string,
    readonly data: Readonly<Record<string, string>>,
  ) {
    super(code);
  }
}

/** Messages of the parser library are only a list of what could have stood there; the words are made in `check/messages`. */
const EXPECTED_ONLY: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected }) => labels([expected]),
  buildNotAllInputParsedMessage: () => "",
  buildNoViableAltMessage: ({ expectedPathsPerAlt }) => labels(expectedPathsPerAlt.flat().map(([first]) => first)),
  buildEarlyExitMessage: ({ expectedIterationPaths }) => labels(expectedIterationPaths.map(([first]) => first)),
};

function labels(types: readonly (TokenType | undefined)[]): string {
  return [...new Set(types.map((type) => type?.LABEL ?? "the end"))].join("\n");
}

export const PARSER_CONFIG: IParserConfig = {
  maxLookahead: 1,
  lookaheadStrategy: new LazyLookahead({ maxLookahead: 1 }),
  recoveryEnabled: false,
  skipValidations: true,
  errorMessageProvider: EXPECTED_ONLY,
};

/** The range of one token. */
export function rangeOf(token: Token): Range {
  return { start: token.startOffset, end: token.end };
}

/** A new empty list. Literals inside others are made by a slow path of the engine; the nodes of statements hold several. */
export function none<T>(): T[] {
  return [];
}

/** Where nothing stands yet. */
export const MISSING: Expression = { kind: "missing", range: { start: 0, end: 0 } };

/** Something that takes every property, assignment and call, and does nothing. */
const STAND_IN: unknown = new Proxy(() => STAND_IN, { get: (_target, key) => (key === Symbol.toPrimitive ? () => "" : STAND_IN), set: () => true, apply: () => STAND_IN });

/** The default of every rule's argument: rules are run once without arguments while the grammar is recorded. */
export function standIn<T>(): T {
  return STAND_IN as T;
}

/** What all parts of the grammar share: the state of one parse, names, and refusals. */
export abstract class ParserBase extends EmbeddedActionsParser {
  /** The statement being read: what recovery hands out when the text breaks off. */
  statement: Statement | undefined;
  problems: SyntaxProblem[] = [];
  features: FeatureUse[] = [];
  markers: Marker[] = [];
  /** Whether expressions may name columns (a select list) or not (a term). */
  protected selecting = false;

  // The library's own state. Nearly every token is looked at several times and read once, and each look through the library
  // costs three calls, each token read through it six; here it is one or none. Anything unusual goes to the library (docs/performance.md).
  private declare readonly tokVector: readonly (Token | undefined)[];
  private declare currIdx: number;

  constructor(config: IParserConfig) {
    super([...t.ALL_TOKENS], { ...PARSER_CONFIG, ...config });
  }

  /** Makes ready for the tokens of one statement. */
  start(tokens: Token[]): void {
    this.input = tokens;
    this.statement = undefined;
    this.problems = [];
    this.features = [];
    this.markers = [];
    this.selecting = false;
  }

  /** Makes `node` the statement of this parse, unless it is one of a batch. */
  protected open<T extends Statement>(node: Draft<T>): Draft<T> {
    this.statement ??= node as unknown as T;
    return node;
  }

  /** The token `distance` ahead (1: the next one; 0: the last one read). */
  protected peek(distance: number): Token {
    return this.tokVector[this.currIdx + distance] ?? (this.LA(distance) as Token);
  }

  protected is(distance: number, type: TokenType): boolean {
    return (this.tokVector[this.currIdx + distance] ?? this.LA(distance)).tokenTypeIdx === type.tokenTypeIdx;
  }

  /** Whether the token `distance` ahead is of one of the types of a set. */
  protected isAmong(set: t.TokenSet, distance: number): boolean {
    return set[(this.tokVector[this.currIdx + distance] ?? this.LA(distance)).tokenTypeIdx] === 1;
  }

  /** Whether the token `distance` ahead can be a name. */
  protected isName(distance: number): boolean {
    return this.isAmong(NAME_TYPES, distance);
  }

  /**
   * Whether what a clause begins with may stand next. The parser library asks the same of OPTION by itself, but each of its calls costs a
   * closure and a look-up; while the grammar is recorded, everything may stand everywhere.
   */
  protected may(type: TokenType): boolean {
    return this.RECORDING_PHASE || isOf(this.peek(1), type);
  }

  /**
   * OPTION for what begins with one token or category, without the library's look-up and calls once the grammar is recorded. `index`
   * tells the options of one rule apart: up to 9 it is that of `OPTION2` and its like, and must not be used twice.
   */
  protected maybe(index: number, first: TokenType, action: () => void): void {
    if (this.RECORDING_PHASE) return this.option(index, action);
    const token = this.tokVector[this.currIdx + 1];
    if (token !== undefined && isOf(token, first)) action();
  }

  /** Reads the next token, whatever it is: for short cuts that have looked at it. */
  protected take(): Token {
    return this.tokVector[++this.currIdx] as Token;
  }

  /** Reads the next token if it is of a type or of a category. */
  private takeIf(type: TokenType): Token | undefined {
    const token = this.tokVector[this.currIdx + 1];
    if (token === undefined || (token.tokenTypeIdx !== type.tokenTypeIdx && !isOf(token, type))) return undefined;
    this.currIdx++;
    return token;
  }

  protected override CONSUME(type: TokenType, options?: ConsumeMethodOpts): IToken {
    return this.takeIf(type) ?? super.CONSUME(type, options);
  }

  protected override CONSUME2(type: TokenType, options?: ConsumeMethodOpts): IToken {
    return this.takeIf(type) ?? super.CONSUME2(type, options);
  }

  /** `item { separator item }` by hand: for lists of which it is sure that an item stands next. */
  protected list(separator: TokenType, item: () => void): void {
    do item(); while (this.takeIf(separator) !== undefined);
  }

  /** From `first` to the last token read. */
  protected from(first: Token): Range {
    return { start: first.startOffset, end: (this.tokVector[this.currIdx] ?? first).end };
  }

  protected since(start: number): Range {
    return { start, end: this.peek(0).end };
  }

  /** Stops the parse at `token`, as the server's parser does. */
  protected refuse(token: Token, code = "syntax-error", data: Readonly<Record<string, string>> = {}): never {
    throw new Refusal(token, code, data);
  }

  /** Notes a mistake that the server's parser finds on the way (L-PIPE-3); reading goes on. */
  protected report(code: string, range: Range, data: Readonly<Record<string, string>>, errorClass: "syntax" | "invalid" = "syntax"): void {
    this.problems.push({ code, data, errorClass, range });
  }

  protected feature(feature: string, range: Range): void {
    if (!this.RECORDING_PHASE) this.features.push({ feature, range });
  }

  /** Forgets that a word, reserved by some target, was read as a name at `start`: it is free there. */
  protected dropUse(word: string, start: number): void {
    const use = this.features.findIndex(({ feature, range }) => feature === `name-word:${word}` && range.start === start);
    if (use >= 0) this.features.splice(use, 1);
  }

  /** The name that a token spells. */
  protected name(token: Token): Name {
    const name = this.columnName(token);
    if (name.quoted && name.value === "" && !this.RECORDING_PHASE) this.refuse(token, "empty-name");
    return name;
  }

  /** Like `name`, but takes `""` too: the server does where a column is named plainly (L-ID-2). */
  protected columnName(token: Token): Name {
    const type = token.tokenType;
    const range = { start: token.startOffset, end: token.end };
    if (type === t.Identifier) {
      // S-LEX-4: a duration without a number, as ScyllaDB's lexer has it.
      if (token.image === "P" || token.image === "PT") this.feature(`name-word:${token.image}`, range);
      return { value: token.image.toLowerCase(), quoted: false, range };
    }
    if (type === t.QuotedName) return { value: token.image.slice(1, -1).replaceAll('""', '"'), quoted: true, range };
    if (type === t.Template) return { value: token.image, quoted: false, range };
    const value = token.image.toLowerCase();
    if (t.isScyllaMatter(token)) this.feature(`name-word:${value}`, range);
    return { value, quoted: false, range };
  }

  /** The name of a function (L-KW-3). */
  protected functionName(token: Token): Name {
    const name = token.tokenType === K.ann ? { value: "ann", quoted: false, range: rangeOf(token) } : this.name(token); // free in this place (R-SCY-40)
    if (!name.quoted && NEVER_FUNCTION_NAMES.has(name.value)) this.refuse(token, "reserved-word", { name: name.value, quoted: `"${name.value}"` });
    if (!name.quoted && name.value === "maxwritetime") this.feature("maxwritetime-as-function", name.range);
    return name;
  }
}

/** Whether a token is of a type or a category. */
function isOf(token: Token, type: TokenType): boolean {
  return token.tokenTypeIdx === type.tokenTypeIdx || (type.isParent === true && type.categoryMatchesMap?.[token.tokenTypeIdx] === true);
}

const NAME_TYPES = t.tokenSet(t.NAMES);
