import type { TokenType } from "chevrotain";
import { BLANK, CLASS, CLOSE, DIGIT, LETTER, NEWLINE, OPEN, UNDERSCORE, commentEnd, dollarsEnd, lineEnd, quotedEnd, wordEnd } from "../text/characters";
import type { Range } from "../text/range";
import * as t from "./tokens";
import { Token } from "./tokens";

/** What lexing gives. */
export interface Lexed {
  readonly tokens: Token[];
  /** Placeholders of a template language, in text order. */
  readonly templates: readonly Range[];
  /** The deepest nesting of brackets, those of types (`frozen<list<…>>`) counted. */
  readonly depth: number;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/iy;
// U+00B5 alone is the micro sign of L-DUR-1; the `i` flag would let the Greek letter in, so cases are spelt out.
const DURATION = /\d+(?:[mM][oOsS]|[uU\u00b5][sS]|[nN][sS]|[yYwWdDhHmMsS])(?:\d+(?:[mM][oOsS]|[uU\u00b5][sS]|[nN][sS]|[yYwWdDhHmMsS]))*/y;
const NUMBER = /\d+(?:\.(?!\.)\d*(?:[eE][+-]?\d+)?|\.(?=\.\.)|[eE][+-]?\d+)?/y;
const HEX = /0[xX][0-9a-fA-F]*/y;
const ISO_DURATION = /P(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d|\d+W(?![A-Za-z0-9_])|(?=\d|T\d)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?(?![A-Za-z0-9_]))/y;
const SIGNED_WORD = /-(?:infinity|nan)/iy;
/** `{{ name }}`, `${name}`, `$name`, `$name$`, `@NAME@`, `%s`, `#{name}`, `<%= name %>`, `__NAME__`, glued to letters that belong to the same name (`${env}_orders`). */
const TEMPLATE = new RegExp(String.raw`(?:${[
  String.raw`\{\{-?\s*(?!(?:true|false|null|nan|infinity)\s*\}\})[.$]?[A-Za-z_](?:[\w.$-]|[ \t]*\|[ \t]*|[ \t](?=[\w.$-]))*\s*-?\}\}`,
  String.raw`\$\{[^{}'"\n]+\}|\$[A-Za-z_]\w*(?!\w)(?:\$(?!\w)|(?!\$))`, String.raw`@[A-Za-z_][\w.]*@`, String.raw`%(?:\([A-Za-z_]\w*\))?[sd](?![A-Za-z0-9])`,
  String.raw`#\{[^{}\n]+\}`, "<%[^%]{0,200}%>", String.raw`__[A-Za-z]\w*?__(?!\w)`,
].join("|")})(?:\w|\$\{[^{}'"\n]+\}|\{\{\s*[.$]?[A-Za-z_][\w.]*\s*\}\})*`, "y");
/** `{{ if … }}`, `{% for … %}`: what a template language does, which leaves nothing behind itself. */
const TEMPLATE_BLOCK = /\{\{[-~#/]?\s*(?:if|else|end|range|with|define|block|template|unless|each)\b[^{}]*\}\}|\{%[^%]*%\}/y;
/** `<name>` and `{name}`, which are templates only where neither a type nor a value can stand. */
const BRACKETED = /<[A-Za-z_][\w .-]*>|\{[A-Za-z_]\w*\}/y;
const JUNK = /[\u0080-\uffff_][\w\u0080-\uffff]*/y;

function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Where the template that begins at `at` ends; -1: none begins there. */
function templateEnd(text: string, at: number): number {
  return matchAt(TEMPLATE, text, at);
}

/** The `$` of `a$b` is a mistake; `${name}` may stand behind a letter, `$name` behind `_` at most (`orders_$env`). */
function isMisplacedDollar(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 36 || text.charCodeAt(at + 1) === 123) return false;
  const before = CLASS[text.charCodeAt(at - 1)];
  return before === LETTER || before === DIGIT;
}

/** Words behind which `<` opens a type and compares nothing. */
const TYPE_OPENERS: ReadonlySet<TokenType | undefined> = new Set(["frozen", "list", "map", "set", "tuple", "vector"].map((word) => t.WORDS.get(word)));

/** Whether a token ends an operand: a `%` behind it is the operator, not a template. */
function endsOperand(token: Token | undefined): boolean {
  if (token === undefined) return false;
  const type = token.tokenType;
  return type === t.Identifier || type === t.QuotedName || type === t.RightParen || type === t.RightBracket || type === t.RightBrace
    || type === t.Question || type.CATEGORIES?.includes(t.Literal) === true;
}

/** Tokens behind which a name comes: what stands in braces there is no set. */
const BEFORE_NAME: ReadonlySet<TokenType | undefined> = new Set([t.Dot, ...["from", "into", "table", "keyspace", "exists", "use", "update", "view", "type"].map((word) => t.WORDS.get(word))]);

/** Whether `<name>` or `{name}` can only be a template behind a token. */
function isBracketed(text: string, at: number, before: Token | undefined): boolean {
  const type = before?.tokenType;
  const fits = text.charCodeAt(at) === 60 ? before !== undefined && !TYPE_OPENERS.has(type) && !endsOperand(before) : BEFORE_NAME.has(type);
  return fits && matchAt(BRACKETED, text, at) > 0;
}

/** Whether all that a text in quotes holds is one template: what will stand in it is not known. */
function isQuotedTemplate(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start + 1);
  return (first === 36 || first === 123 || first === 64 || first === 37 || first === 60 || first === 35 || first === 95) && (templateEnd(text, start + 1) === end - 1 || (first === 60 && matchAt(BRACKETED, text, start + 1) === end - 1));
}

/** Characters that are a token by themselves whatever stands around them. */
const SINGLE: (TokenType | undefined)[] = new Array<undefined>(128).fill(undefined);
for (const [character, type] of [["(", t.LeftParen], [")", t.RightParen], ["[", t.LeftBracket], ["]", t.RightBracket], ["}", t.RightBrace],
  [",", t.Comma], [";", t.Semicolon], ["?", t.Question], [":", t.Colon], ["=", t.Equal], ["*", t.Star]] as const) SINGLE[character.charCodeAt(0)] = type;

/**
 * The tokens of a slice. Never fails: what is no token of CQL becomes an `Invalid` token, which the grammar takes nowhere.
 * Follows the server's lexer in its oddities: L-ID-3, L-NUM-1, L-NAN-2, L-DUR-*, L-STR-*. A line comment may end with the text (L-SH-21).
 */
export function lex(text: string): Lexed {
  const scanner = new Scanner(text);
  scanner.scan();
  return { tokens: scanner.tokens, templates: scanner.templates, depth: scanner.deepest };
}

/** One pass over a text. Each of the methods for a kind of token reads the one that begins at `at` and gives its end. */
class Scanner {
  readonly tokens: Token[] = [];
  readonly templates: Range[] = [];
  deepest = 0;
  private depth = 0;
  private openTypes = 0;

  constructor(private readonly text: string) {}

  scan(): void {
    const { text } = this;
    let at = 0;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      const kind = CLASS[code] as number;
      if (kind === BLANK || kind === NEWLINE) at++; // L-WS-1
      else if (kind === LETTER) at = this.word(at);
      else {
        const single = code < 128 ? SINGLE[code] : undefined;
        if (single === undefined) at = this.other(at, code);
        else {
          if (kind === OPEN) this.deeper();
          else if (kind === CLOSE) this.depth--;
          this.tokens.push(new Token(single, text.charAt(at), at, at + 1));
          at++;
        }
      }
    }
  }

  private add(type: TokenType, at: number, end: number): number {
    this.tokens.push(new Token(type, this.text.slice(at, end), at, end));
    return end;
  }

  private template(at: number, end: number): number {
    this.templates.push({ start: at, end });
    return this.add(t.Template, at, end);
  }

  private deeper(): void {
    if (++this.depth > this.deepest) this.deepest = this.depth;
  }

  /** The token before the one that is read. */
  private get last(): Token | undefined {
    return this.tokens[this.tokens.length - 1];
  }

  private word(at: number): number {
    const { text } = this;
    const end = wordEnd(text, at);
    const following = text.charCodeAt(end);
    if (following === 45 || following === 40 || following === 36 || following === 123 || following === 64 || text.charCodeAt(at) === 80) {
      const special = this.specialWord(at, end, following);
      if (special > 0) return special;
    }
    const word = text.slice(at, end);
    this.tokens.push(new Token(t.WORDS.get(word) ?? keywordInMixedCase(word) ?? t.Identifier, word, at, end));
    return end;
  }

  /** A word to `end` that what follows makes something else: a uuid, a duration, `expr(`, a template; -1: it is a word. */
  private specialWord(at: number, end: number, following: number): number {
    const { text } = this;
    if (following === 45 && end - at === 8 && /^[0-9a-f]{8}$/i.test(text.slice(at, end))) {
      const uuidEnd = matchAt(UUID, text, at);
      return uuidEnd < 0 ? this.add(t.Invalid, at, end + 1) : this.add(t.UuidLiteral, at, uuidEnd);
    }
    if (text.charCodeAt(at) === 80 && matchAt(ISO_DURATION, text, at) >= end) return this.add(t.DurationLiteral, at, ISO_DURATION.lastIndex);
    if (following === 40 && end - at === 4 && text.startsWith("expr(", at)) {
      this.deeper();
      return this.add(t.ExprOpen, at, end + 1);
    }
    // `orders_${env}`
    if ((following === 36 || following === 123 || following === 64) && templateEnd(text, end) > 0 && !isMisplacedDollar(text, end)) return this.template(at, TEMPLATE.lastIndex);
    return -1;
  }

  /** A text or a name in quotes. */
  private quoted(at: number, quote: string, type: TokenType): number {
    const end = quotedEnd(this.text, at, quote);
    if (end < 0) return this.add(t.Invalid, at, this.text.length);
    if (isQuotedTemplate(this.text, at, end)) this.templates.push({ start: at, end });
    return this.add(type, at, end);
  }

  private number(at: number): number {
    const end = integerEnd(this.text, at);
    if (end > 0) return this.add(t.IntegerLiteral, at, end);
    const [type, numberEnd] = numberAt(this.text, at);
    return this.add(type, at, numberEnd);
  }

  /** What begins with `-`: a comment, an operator, a number. */
  private dash(at: number): number {
    const { text } = this;
    const comment = commentEnd(text, at);
    if (comment > at) return comment;
    const next = text.charCodeAt(at + 1);
    if (next === 61) return this.add(t.MinusEqual, at, at + 2);
    if (CLASS[next] === DIGIT) {
      const [type, end] = numberAt(text, at + 1);
      return this.add(type === t.HexLiteral || type === t.UuidLiteral ? t.Invalid : type, at, end);
    }
    if (next === 80 && matchAt(ISO_DURATION, text, at + 1) > 0) return this.add(t.DurationLiteral, at, ISO_DURATION.lastIndex);
    if (next !== 73 && next !== 105 && next !== 78 && next !== 110) return this.add(t.Minus, at, at + 1);
    // The server's lexer is bound to -Infinity or -NaN here (L-NAN-2).
    const end = matchAt(SIGNED_WORD, text, at);
    return end > 0 ? this.add(t.FloatLiteral, at, end) : this.add(t.Invalid, at, at + 1);
  }

  private less(at: number): number {
    const { text } = this;
    if (text.charCodeAt(at + 1) === 37) {
      const end = templateEnd(text, at);
      if (end > 0) return this.template(at, end);
    } else if (isBracketed(text, at, this.last)) return this.template(at, BRACKETED.lastIndex);
    if (text.charCodeAt(at + 1) === 61) return this.add(t.LessEqual, at, at + 2);
    if (TYPE_OPENERS.has(this.last?.tokenType)) {
      this.openTypes++;
      this.deeper();
    }
    return this.add(t.Less, at, at + 1);
  }

  private greater(at: number): number {
    if (this.text.charCodeAt(at + 1) === 61) return this.add(t.GreaterEqual, at, at + 2);
    if (this.openTypes > 0) {
      this.openTypes--;
      this.depth--;
    }
    return this.add(t.Greater, at, at + 1);
  }

  /** `{`, `%` or `@`: what they mean, unless a template begins with them. */
  private templateOr(at: number, type: TokenType): number {
    const { text } = this;
    const code = text.charCodeAt(at);
    if (code === 123 && matchAt(TEMPLATE_BLOCK, text, at) > 0) {
      this.templates.push({ start: at, end: TEMPLATE_BLOCK.lastIndex });
      return TEMPLATE_BLOCK.lastIndex;
    }
    let end = code === 37 && endsOperand(this.last) ? -1 : templateEnd(text, at);
    if (end < 0 && code === 123 && isBracketed(text, at, this.last)) end = BRACKETED.lastIndex;
    if (end > 0) return this.template(at, end);
    if (code === 123) this.deeper();
    return this.add(type, at, at + 1);
  }

  /** Every token that begins with neither a letter nor one of `SINGLE`. */
  private other(at: number, code: number): number {
    const { text } = this;
    if (CLASS[code] === DIGIT) return this.number(at);
    const next = text.charCodeAt(at + 1);
    switch (code) {
      case 39: return this.quoted(at, "'", t.StringLiteral);
      case 34: return this.quoted(at, '"', t.QuotedName);
      case 45: return this.dash(at);
      case 60: return this.less(at);
      case 62: return this.greater(at);
      case 43: return next === 61 ? this.add(t.PlusEqual, at, at + 2) : this.add(t.Plus, at, at + 1);
      case 46: return next === 46 ? this.add(t.DotDot, at, at + 2) : this.add(t.Dot, at, at + 1);
      case 33: return next === 61 ? this.add(t.NotEqual, at, at + 2) : this.add(t.Invalid, at, at + 1);
      case 123: return this.templateOr(at, t.LeftBrace);
      case 37: return this.templateOr(at, t.Percent);
      case 64: return this.templateOr(at, t.Invalid);
      case 36: return this.dollar(at);
      case 47: {
        const end = commentEnd(text, at);
        if (end < 0) return this.add(t.Invalid, at, text.length);
        return end > at ? end : this.add(t.Slash, at, at + 1);
      }
      case 35: { // a comment of other languages
        const end = templateEnd(text, at);
        return end > 0 ? this.template(at, end) : this.add(t.Invalid, at, lineEnd(text, at));
      }
      case 96: { // a name in back quotes, as MySQL has it
        const close = text.indexOf("`", at + 1);
        return this.add(t.Invalid, at, close > 0 ? close + 1 : at + 1);
      }
      default: return this.junk(at, code);
    }
  }

  private dollar(at: number): number {
    const { text } = this;
    const end = dollarsEnd(text, at);
    if (end !== at) return end < 0 ? this.add(t.Invalid, at, text.length) : this.add(t.StringLiteral, at, end);
    return templateEnd(text, at) > 0 && !isMisplacedDollar(text, at) ? this.template(at, TEMPLATE.lastIndex) : this.add(t.Invalid, at, at + 1);
  }

  private junk(at: number, code: number): number {
    const { text } = this;
    const end = matchAt(JUNK, text, at);
    if (code === 95 && templateEnd(text, at) > 0) return this.template(at, TEMPLATE.lastIndex);
    if (end > 0) return this.add(t.Invalid, at, end);
    return this.add(t.Invalid, at, code === 124 && text.charCodeAt(at + 1) === 124 ? at + 2 : at + 1);
  }
}

function keywordInMixedCase(word: string): TokenType | undefined {
  const folded = word.toLowerCase();
  return folded === word ? undefined : t.WORDS.get(folded);
}

function digitsEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && CLASS[text.charCodeAt(end)] === DIGIT) end++;
  return end;
}

/** The end of the digits at `at` where they surely are an integer, the common case; -1: more must be looked at. */
function integerEnd(text: string, at: number): number {
  const end = digitsEnd(text, at);
  if (end === text.length) return end;
  const code = text.charCodeAt(end);
  const kind = CLASS[code] as number;
  return code < 128 && kind !== LETTER && kind !== UNDERSCORE && code !== 46 && !(code === 45 && end - at === 8) ? end : -1;
}

/** The token that begins with the digit at `at`. */
function numberAt(text: string, at: number): [TokenType, number] {
  const end = digitsEnd(text, at);
  if (integerEnd(text, at) > 0) return [t.IntegerLiteral, end];
  if (matchAt(HEX, text, at) > 0) return [t.HexLiteral, HEX.lastIndex];
  if (matchAt(UUID, text, at) > 0) return [t.UuidLiteral, UUID.lastIndex];
  if (matchAt(DURATION, text, at) > 0) return [t.DurationLiteral, DURATION.lastIndex];
  const numberEnd = matchAt(NUMBER, text, at);
  return numberEnd > end ? [t.FloatLiteral, numberEnd] : [t.IntegerLiteral, end];
}
