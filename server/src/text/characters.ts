/** Classes of characters, and where words, lines and quoted texts end: what the splitter and the lexer both step over. Offsets count from the text's start. */

export const LETTER = 1;
export const DIGIT = 2;
/** `_`; letters, digits and this make up words, and have the least classes. */
export const UNDERSCORE = 3;
/** Space and tab. */
export const BLANK = 4;
export const NEWLINE = 5;
/** `'` and `"`. */
export const QUOTE = 6;
export const DOLLAR = 7;
export const DASH = 8;
export const SLASH = 9;
export const SEMICOLON = 10;
/** `(`, `[`, `{`. */
export const OPEN = 11;
/** `)`, `]`, `}`. */
export const CLOSE = 12;

/** The class of each UTF-16 unit; 0: none of the above. One look-up a character, without asking first whether it is ASCII. */
export const CLASS = new Uint8Array(0x10000);
for (let code = 0; code < 26; code++) CLASS[65 + code] = CLASS[97 + code] = LETTER;
for (const [characters, kind] of [
  ["0123456789", DIGIT], ["_", UNDERSCORE], [" \t", BLANK], ["\n\r", NEWLINE], ["'\"", QUOTE], ["$", DOLLAR], ["-", DASH], ["/", SLASH], [";", SEMICOLON], ["([{", OPEN], [")]}", CLOSE],
] as const) {
  for (const character of characters) CLASS[character.charCodeAt(0)] = kind;
}

// Small functions, each with one loop: the engine optimises them soon, long before it would a function that holds them all.

/** The first offset from `at` on that no letter, digit or `_` stands at. */
export function wordEnd(text: string, at: number): number {
  let end = at;
  for (; end < text.length; end++) {
    const kind = CLASS[text.charCodeAt(end)] as number;
    if (kind === 0 || kind > UNDERSCORE) break;
  }
  return end;
}

/** The first offset from `at` on at which a line, a quoted text, a comment, a bracket or a statement may begin or end: no word, blank or other sign. */
export function plainEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && (CLASS[text.charCodeAt(end)] as number) <= BLANK) end++;
  return end;
}

/** The first offset from `at` on that neither a space nor a tab stands at. */
export function blankEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && CLASS[text.charCodeAt(end)] === BLANK) end++;
  return end;
}

/** The first offset from `at` on that no white space stands at (L-WS-1). */
export function spaceEnd(text: string, at: number): number {
  let end = at;
  for (; end < text.length; end++) {
    const kind = CLASS[text.charCodeAt(end)];
    if (kind !== BLANK && kind !== NEWLINE) break;
  }
  return end;
}

/** The end of the line that `at` lies on, its newline left out. */
export function lineEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && CLASS[text.charCodeAt(end)] !== NEWLINE) end++;
  return end;
}

/** The end of the quoted text that opens at `at` with `quote` (a doubled quote stands for itself); -1: nothing closes it. */
export function quotedEnd(text: string, at: number, quote: string): number {
  let close = text.indexOf(quote, at + 1);
  while (close >= 0 && text[close + 1] === quote) close = text.indexOf(quote, close + 2);
  return close < 0 ? -1 : close + 1;
}

/** The end of the `$$ … $$` that opens at `at`; `at` itself: a single `$` opens nothing; -1: nothing closes it. */
export function dollarsEnd(text: string, at: number): number {
  if (text.charCodeAt(at + 1) !== 36) return at;
  const close = text.indexOf("$$", at + 2);
  return close < 0 ? -1 : close + 2;
}

/**
 * The end of the comment that begins at `at`: behind its block, or where its line ends. `at` itself: none begins there;
 * -1: nothing closes the block.
 */
export function commentEnd(text: string, at: number): number {
  const first = text.charCodeAt(at);
  const second = text.charCodeAt(at + 1);
  if (second === first && (first === 45 || first === 47)) return lineEnd(text, at);
  if (first !== 47 || second !== 42) return at;
  const close = text.indexOf("*/", at + 2);
  return close < 0 ? -1 : close + 2;
}
