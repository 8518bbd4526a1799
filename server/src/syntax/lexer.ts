import type { TokenType } from "chevrotain";
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

// Character classes, one look-up a character: most of a text is words and spaces.
const LETTER = 1;
const DIGIT = 2;
const WORD_PART = 3; // letters, digits and `_` have a class of at most 3
const SPACE = 4;
const CLASS = new Uint8Array(128);
for (let code = 0; code < 26; code++) CLASS[65 + code] = CLASS[97 + code] = LETTER;
for (let code = 48; code < 58; code++) CLASS[code] = DIGIT;
CLASS[95] = WORD_PART;
for (const code of [9, 10, 13, 32]) CLASS[code] = SPACE; // L-WS-1

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
  const before = text.charCodeAt(at - 1);
  return before < 128 && (CLASS[before] === LETTER || CLASS[before] === DIGIT);
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

const SINGLE: (TokenType | undefined)[] = [];
for (const [character, type] of [["(", t.LeftParen], [")", t.RightParen], ["[", t.LeftBracket], ["]", t.RightBracket], ["{", t.LeftBrace], ["}", t.RightBrace],
  [",", t.Comma], [";", t.Semicolon], ["?", t.Question], [":", t.Colon], ["=", t.Equal], ["*", t.Star], ["%", t.Percent]] as const) SINGLE[character.charCodeAt(0)] = type;

/**
 * The tokens of a slice. Never fails: what is no token of CQL becomes an `Invalid` token, which the grammar takes nowhere.
 * Follows the server's lexer in its oddities: L-ID-3, L-NUM-1, L-NAN-2, L-DUR-*, L-STR-*. A line comment may end with the text (L-SH-21).
 */
export function lex(text: string): Lexed {
  const tokens: Token[] = [];
  const templates: Range[] = [];
  const length = text.length;
  let depth = 0;
  let deepest = 0;
  let openTypes = 0;
  let at = 0;

  while (at < length) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? CLASS[code] : 0;
    if (kind === SPACE) { at++; continue; }
    let end = at + 1;
    let type: TokenType | undefined;

    if (kind === LETTER) {
      let hasUpper = code < 97;
      for (; end < length; end++) {
        const next = text.charCodeAt(end);
        if (next >= 128) break;
        const nextKind = CLASS[next] as number;
        if (nextKind === 0 || nextKind > WORD_PART) break;
        if (next < 91 && nextKind === LETTER) hasUpper = true;
      }
      const following = text.charCodeAt(end);
      if (following === 45 && end - at === 8 && /^[0-9a-f]{8}$/i.test(text.slice(at, end))) {
        const uuidEnd = matchAt(UUID, text, at);
        type = uuidEnd < 0 ? t.Invalid : t.UuidLiteral;
        end = uuidEnd < 0 ? end + 1 : uuidEnd;
      } else if (code === 80 && matchAt(ISO_DURATION, text, at) >= end) {
        type = t.DurationLiteral;
        end = ISO_DURATION.lastIndex;
      } else if (following === 40 && end - at === 4 && text.startsWith("expr(", at)) {
        type = t.ExprOpen;
        end++;
        depth++;
        if (depth > deepest) deepest = depth;
      } else if ((following === 36 || following === 123 || following === 64) && templateEnd(text, end) > 0 && !isMisplacedDollar(text, end)) {
        type = t.Template; // `orders_${env}`
        end = TEMPLATE.lastIndex;
      } else {
        const word = text.slice(at, end);
        type = t.WORDS.get(word) ?? (hasUpper ? t.WORDS.get(word.toLowerCase()) : undefined) ?? t.Identifier;
      }
    } else if (kind === DIGIT) {
      [type, end] = numberAt(text, at);
    } else switch (code) {
      case 39: { // '
        end = stringEnd(text, at, "'");
        type = end > 0 ? t.StringLiteral : t.Invalid;
        if (end < 0) end = length;
        else if (isQuotedTemplate(text, at, end)) templates.push({ start: at, end });
        break;
      }
      case 34: { // "
        end = stringEnd(text, at, '"');
        type = end > 0 ? t.QuotedName : t.Invalid;
        if (end < 0) end = length;
        else if (isQuotedTemplate(text, at, end)) templates.push({ start: at, end });
        break;
      }
      case 36: { // $
        if (text.charCodeAt(at + 1) === 36) {
          const close = text.indexOf("$$", at + 2);
          type = close < 0 ? t.Invalid : t.StringLiteral;
          end = close < 0 ? length : close + 2;
        } else if (templateEnd(text, at) > 0 && !isMisplacedDollar(text, at)) {
          type = t.Template;
          end = TEMPLATE.lastIndex;
        } else type = t.Invalid;
        break;
      }
      case 45: { // -
        const next = text.charCodeAt(at + 1);
        if (next === 45) { at = lineEnd(text, at); continue; }
        if (next === 61) { type = t.MinusEqual; end = at + 2; break; }
        if (CLASS[next] === DIGIT) { [type, end] = numberAt(text, at + 1); if (type === t.HexLiteral || type === t.UuidLiteral) type = t.Invalid; break; }
        if (next === 80 && matchAt(ISO_DURATION, text, at + 1) > 0) { type = t.DurationLiteral; end = ISO_DURATION.lastIndex; break; }
        if (next === 73 || next === 105 || next === 78 || next === 110) { // the lexer is bound to -Infinity or -NaN here (L-NAN-2)
          end = matchAt(SIGNED_WORD, text, at);
          type = end > 0 ? t.FloatLiteral : t.Invalid;
          if (end < 0) end = at + 1;
          break;
        }
        type = t.Minus;
        break;
      }
      case 47: { // /
        const next = text.charCodeAt(at + 1);
        if (next === 47) { at = lineEnd(text, at); continue; }
        if (next === 42) {
          const close = text.indexOf("*/", at + 2);
          if (close >= 0) { at = close + 2; continue; }
          type = t.Invalid;
          end = length;
          break;
        }
        type = t.Slash;
        break;
      }
      case 60: // <
        type = t.Less;
        if (text.charCodeAt(at + 1) === 37 ? templateEnd(text, at) > 0 : isBracketed(text, at, tokens[tokens.length - 1])) {
          type = t.Template;
          end = text.charCodeAt(at + 1) === 37 ? TEMPLATE.lastIndex : BRACKETED.lastIndex;
        } else if (text.charCodeAt(at + 1) === 61) { type = t.LessEqual; end++; }
        else if (TYPE_OPENERS.has(tokens[tokens.length - 1]?.tokenType)) {
          openTypes++;
          depth++;
          if (depth > deepest) deepest = depth;
        }
        break;
      case 62: // >
        type = t.Greater;
        if (text.charCodeAt(at + 1) === 61) { type = t.GreaterEqual; end++; }
        else if (openTypes > 0) { openTypes--; depth--; }
        break;
      case 33: // !
        type = t.Invalid;
        if (text.charCodeAt(at + 1) === 61) { type = t.NotEqual; end++; }
        break;
      case 43: // +
        type = t.Plus;
        if (text.charCodeAt(at + 1) === 61) { type = t.PlusEqual; end++; }
        break;
      case 46: // .
        type = t.Dot;
        if (text.charCodeAt(at + 1) === 46) { type = t.DotDot; end++; }
        break;
      case 123: // {
      case 64: // @
      case 37: // %
        if (code === 123 && matchAt(TEMPLATE_BLOCK, text, at) > 0) {
          templates.push({ start: at, end: TEMPLATE_BLOCK.lastIndex });
          at = TEMPLATE_BLOCK.lastIndex;
          continue;
        }
        if (!(code === 37 && endsOperand(tokens[tokens.length - 1])) && templateEnd(text, at) > 0) {
          type = t.Template;
          end = TEMPLATE.lastIndex;
        } else if (code === 123 && isBracketed(text, at, tokens[tokens.length - 1])) {
          type = t.Template;
          end = BRACKETED.lastIndex;
        } else type = SINGLE[code] ?? t.Invalid;
        break;
      case 96: { // a name in back quotes, as MySQL has it
        const close = text.indexOf("`", at + 1);
        type = t.Invalid;
        if (close > 0) end = close + 1;
        break;
      }
      case 35: // a comment of other languages
        type = templateEnd(text, at) > 0 ? t.Template : t.Invalid;
        end = type === t.Template ? TEMPLATE.lastIndex : lineEnd(text, at);
        break;
      default:
        type = SINGLE[code];
        if (type === undefined) {
          type = t.Invalid;
          const junk = matchAt(JUNK, text, at);
          if (code === 95 && templateEnd(text, at) > 0) {
            type = t.Template;
            end = TEMPLATE.lastIndex;
          } else if (junk > 0) end = junk;
          else if (code === 124 && text.charCodeAt(at + 1) === 124) end = at + 2;
        }
    }

    if (type === t.LeftParen || type === t.LeftBracket || type === t.LeftBrace) {
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (type === t.RightParen || type === t.RightBracket || type === t.RightBrace) depth--;
    else if (type === t.Template) templates.push({ start: at, end });
    tokens.push(new Token(type, text.slice(at, end), at, end));
    at = end;
  }
  return { tokens, templates, depth: deepest };
}

/** The end of the quoted text that opens at `at` (a doubled quote stands for itself); -1: it is never closed. */
function stringEnd(text: string, at: number, quote: string): number {
  let close = text.indexOf(quote, at + 1);
  while (close >= 0 && text[close + 1] === quote) close = text.indexOf(quote, close + 2);
  return close < 0 ? -1 : close + 1;
}

function lineEnd(text: string, at: number): number {
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || code === 13) return i;
  }
  return text.length;
}

/** The token that begins with the digit at `at`. */
function numberAt(text: string, at: number): [TokenType, number] {
  let end = at + 1;
  while (end < text.length && CLASS[text.charCodeAt(end)] === DIGIT) end++;
  const code = text.charCodeAt(end);
  // The common case: an integer.
  if (code < 128 && (CLASS[code] === 0 || CLASS[code] === SPACE) && code !== 46 && !(code === 45 && end - at === 8)) return [t.IntegerLiteral, end];
  if (Number.isNaN(code)) return [t.IntegerLiteral, end];
  if (matchAt(HEX, text, at) > 0) return [t.HexLiteral, HEX.lastIndex];
  if (matchAt(UUID, text, at) > 0) return [t.UuidLiteral, UUID.lastIndex];
  if (matchAt(DURATION, text, at) > 0) return [t.DurationLiteral, DURATION.lastIndex];
  const numberEnd = matchAt(NUMBER, text, at);
  return numberEnd > end ? [t.FloatLiteral, numberEnd] : [t.IntegerLiteral, end];
}
