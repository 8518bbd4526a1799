/** A word of the text, lower case, and where it ends. */
export interface Word {
  readonly word: string;
  readonly end: number;
}

const WORD = /\s*([A-Za-z_]\w*)/y;
const NAME = String.raw`(?:"[^"\n]+"|\w+|[$@{][^\s;]+)`;
const UPDATE_REST = new RegExp(String.raw`\s+${NAME}(?:\s*\.\s*${NAME})?\s+(?:SET|USING)\b`, "iy");
const DELETE_REST = /\s[^;]{0,300}?\bFROM\b/iy;
const SELECT_REST = /\s+[^\s;]/y;
const NAME_REST = new RegExp(String.raw`\s+${NAME}`, "y");
const USE_REST = new RegExp(String.raw`[ \t]+${NAME}[ \t]*(?:;|$)`, "my");

/** Second words that no name can be unquoted: behind them the head is sure. */
const RESERVED_OBJECTS = new Set(["table", "columnfamily", "keyspace", "index", "materialized"]);
const OBJECTS = new Set(["type", "custom", "function", "aggregate", "trigger", "role", "user"]);
/** Words behind which SELECT, UPDATE and their like go on with the same statement. */
const GOES_ON = new Set(["as", "union", "all", "except", "intersect", "minus", "grant", "revoke", "list", "key", "on", "explain", "for", "do", "begin"]);
const VALUES = /\b(?:VALUES|JSON)\b/i;

/** The word at an offset, behind white space; undefined: something else stands there. */
export function wordAt(text: string, at: number): Word | undefined {
  WORD.lastIndex = at;
  const word = WORD.exec(text)?.[1];
  return word === undefined ? undefined : { word: word.toLowerCase(), end: WORD.lastIndex };
}

/** Whether BATCH follows the word BEGIN, which ends at `at`. */
export function isBatch(text: string, at: number): boolean {
  let next = wordAt(text, at);
  if (next?.word === "unlogged" || next?.word === "counter" || next?.word === "logged") next = wordAt(text, next.end);
  return next?.word === "batch";
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** The statement in which a line might begin another one. */
export interface Before {
  /** Its first word, lower case, and where that stands. */
  readonly word: string;
  readonly start: number;
  /** The end of its last token before the line. */
  readonly lastEnd: number;
  /** How many brackets are open. */
  readonly depth: number;
}

/**
 * Whether the word from `start` to `end`, first of its line, surely begins a statement although no `;` ended the one
 * before. The first words are reserved, so none of them can be a name; what can follow them decides the rest.
 */
export function beginsStatement(text: string, start: number, end: number, before: Before | undefined): boolean {
  if (end - start > 8) return false;
  const word = text.slice(start, end).toLowerCase();
  if (!isHead(text, word, end, before)) return false;
  if (before === undefined) return true;
  const last = text[before.lastEnd - 1] ?? "";
  if (last === "," || GOES_ON.has(lastWord(text, before.lastEnd))) return false;
  if (word !== "select") return true;
  if (before.depth > 0) return last !== "(";
  return before.word !== "insert" || VALUES.test(text.slice(before.start, before.lastEnd));
}

function isHead(text: string, word: string, end: number, before: Before | undefined): boolean {
  switch (word) {
    case "create":
    case "alter":
    case "drop": {
      const next = wordAt(text, end)?.word ?? "";
      if (RESERVED_OBJECTS.has(next)) return true;
      // `ALTER TABLE t` ⏎ `DROP type`: the word may be a column.
      return OBJECTS.has(next) ? before?.word !== "alter" : word === "create" && next === "or";
    }
    case "insert": return wordAt(text, end)?.word === "into";
    case "update": return matches(UPDATE_REST, text, end);
    case "delete": return matches(DELETE_REST, text, end);
    case "select": return matches(SELECT_REST, text, end);
    case "use": return matches(USE_REST, text, end);
    case "truncate":
    case "grant":
    case "revoke": return matches(NAME_REST, text, end);
    case "begin": return isBatch(text, end);
    default: return false;
  }
}

/** The word that ends at `end`, lower case; empty: none does. */
function lastWord(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < 12 && /\w/.test(text[start - 1] as string)) start--;
  return text.slice(start, end).toLowerCase();
}
