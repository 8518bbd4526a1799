import type { TokenType } from "chevrotain";
import { RESERVED_WORDS } from "../dialect/keywords";
import type { SyntaxProblem } from "./ast";
import * as t from "./tokens";
import { K, type Token } from "./tokens";

/** Where the grammar stopped: at `tokens[index]`, or at the end of the text. */
export interface Stop {
  readonly tokens: readonly Token[];
  readonly index: number;
  /** What could have stood there, in words; may be empty. */
  readonly expected: readonly string[];
  readonly code: string;
  readonly data: Readonly<Record<string, string>>;
}

/** A habit found: its code, the token to show it on (the one where the grammar stopped, if missing), and its words. */
interface Habit {
  readonly code: string;
  readonly at?: Token;
  readonly data?: Readonly<Record<string, string>>;
}

/**
 * The problem to show for a stop: where a habit from SQL or another language is recognised (modelling-guide M11), its own
 * code on its keyword; a plain syntax error otherwise. Only texts that the grammar has refused come here.
 */
export function nameProblem(stop: Stop, text: string): SyntaxProblem {
  const habit = findHabit(new Context(stop, text));
  const token = habit?.at ?? stop.tokens[stop.index];
  const end = stop.tokens[stop.tokens.length - 1]?.end ?? text.length;
  const range = token === undefined ? { start: end, end } : { start: token.startOffset, end: token.end };
  // Kinds of things (a name, a value) say more than the signs that could begin them.
  const kinds = stop.expected.filter((word) => word.startsWith("a "));
  const expected = [...kinds, ...stop.expected.filter((word) => !word.startsWith("a "))].slice(0, 6).join(", ");
  return { code: habit?.code ?? stop.code, data: { found: shorten(token?.image ?? ""), expected, ...stop.data, ...habit?.data }, errorClass: "syntax", range };
}

function shorten(image: string): string {
  return image.length > 40 ? `${image.slice(0, 40)}…` : image;
}

/** The tokens around a stop, read as lower-case words. */
class Context {
  readonly tokens: readonly Token[];
  readonly index: number;
  readonly statement: string;

  constructor(
    readonly stop: Stop,
    readonly text: string,
  ) {
    this.tokens = stop.tokens;
    this.index = stop.index;
    this.statement = this.wordAt(0);
  }

  token(distance: number): Token | undefined {
    return this.tokens[this.index + distance];
  }

  type(distance: number): TokenType | undefined {
    return this.token(distance)?.tokenType;
  }

  /** The token at a distance from the stop as a word or sign, lower case; empty beyond the text. */
  word(distance: number): string {
    return this.wordAt(this.index + distance);
  }

  wordAt(index: number): string {
    return this.tokens[index]?.image.toLowerCase() ?? "";
  }

  /** The nearest token before the stop that is one of `words`, as its index; -1: none is. */
  before(...words: readonly string[]): number {
    for (let i = this.index - 1; i >= 0; i--) if (words.includes(this.wordAt(i))) return i;
    return -1;
  }

  isNameLike(distance: number): boolean {
    const type = this.type(distance);
    return type === t.Identifier || type === t.QuotedName || type?.CATEGORIES?.includes(t.Name) === true;
  }

  /** The clause in which the stop lies: the last of its first words before it. */
  clause(): string {
    let depth = 0;
    for (let i = this.index - 1; i >= 0; i--) {
      const type = this.tokens[i]?.tokenType;
      if (type === t.RightParen) depth++;
      else if (type === t.LeftParen) depth--;
      const word = this.wordAt(i);
      if (depth <= 0 && CLAUSES.has(word)) return word;
    }
    return "";
  }
}

const CLAUSES = new Set(["select", "from", "where", "set", "values", "group", "order", "limit", "if", "using", "with", "into", "delete", "update", "table", "type", "add"]);
const JOINS = new Set(["join", "inner", "left", "right", "outer", "cross", "full", "natural"]);
const UNIONS = new Set(["union", "intersect", "except", "minus"]);
/** A time, as SQL spells it without brackets. */
const CURRENT = new Set(["current_timestamp", "current_date", "current_time", "localtimestamp", "localtime", "sysdate", "getdate", "now"]);
const CONSTRAINTS: Readonly<Record<string, string>> = {
  default: "default-value", auto_increment: "auto-increment", autoincrement: "auto-increment", identity: "auto-increment", generated: "auto-increment",
  references: "foreign-key", foreign: "foreign-key", unique: "unique-constraint", check: "check-constraint", constraint: "check-constraint",
};

function findHabit(at: Context): Habit | undefined {
  if (at.stop.code !== "syntax-error" && at.stop.code !== "column-in-term") return undefined;
  return characterHabit(at) ?? missingComma(at) ?? definitionHabit(at) ?? queryHabit(at) ?? termHabit(at) ?? missingWhere(at) ?? reservedWord(at) ?? fallback(at);
}

/** Characters that are no CQL. */
function characterHabit(at: Context): Habit | undefined {
  const token = at.token(0);
  if (token === undefined) return undefined;
  const { image } = token;
  if (at.type(0) === t.Invalid) {
    switch (image[0]) {
      case "`": return { code: "backtick-name", data: { name: image.replaceAll("`", "") } };
      case "#": return { code: "hash-comment" };
      case "|": return { code: "concatenation-operator" };
      case "'": return { code: "unclosed-string" };
      case '"': return { code: "unclosed-quoted-name" };
      case "\u2018": case "\u2019": case "\u201c": case "\u201d": return { code: "typographic-quotes" };
      case "\u00a0": case "\ufeff": case "\u200b": case "\u2007": case "\u202f": return { code: "invisible-character", data: { character: `U+${image.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}` } };
    }
    if (image.startsWith("$$")) return { code: "unclosed-string" };
    if (image.startsWith("/*")) return { code: "unclosed-comment" };
    if (image === "-") return { code: "glued-minus", data: { word: at.token(1)?.image ?? "" } };
    return undefined;
  }
  if (at.type(0) === t.Greater && at.type(-1) === t.Less && at.token(-1)?.end === token.startOffset) return { code: "not-equal-operator", at: at.token(-1) };
  if (at.type(0) === t.Equal && at.type(-1) === t.Equal && at.token(-1)?.end === token.startOffset) return { code: "double-equals", at: at.token(-1) };
  // `'it's'`: the text ends at its own apostrophe.
  const text = at.token(-1);
  if (at.isNameLike(0) && at.type(-1) === t.StringLiteral && text?.end === token.startOffset) return { code: "undoubled-quote", data: { text: `${text.image}'${shorten(token.image)}` } };
  return unquotedDate(at);
}

/** `2024-05-01` without quotes: a number, and others with a sign. */
function unquotedDate(at: Context): Habit | undefined {
  const year = at.token(-1);
  const month = at.token(0);
  if (year === undefined || month === undefined || !/^\d{4}$/.test(year.image) || !/^-\d\d?$/.test(month.image) || year.end !== month.startOffset) return undefined;
  const day = /^-\d\d?$/.test(at.word(1)) ? at.word(1) : "";
  return { code: "unquoted-date", at: year, data: { date: `${year.image}${month.image}${day}` } };
}

/** Two items of a list in brackets with nothing between them. */
function missingComma(at: Context): Habit | undefined {
  const token = at.token(0);
  const before = at.token(-1);
  if (token === undefined || before === undefined || before.end === token.startOffset) return undefined;
  if (at.word(0) === "(" && at.word(-1) === "key" && at.word(-2) === "primary" && at.before("(") >= 0) return { code: "missing-comma", at: at.token(-2), data: { name: "PRIMARY KEY" } };
  if (!at.stop.expected.includes(")")) return undefined;
  const isLiteral = token.tokenType.CATEGORIES?.includes(t.Literal) === true;
  if (CONSTRAINTS[at.word(0)] !== undefined) return undefined; // a habit of its own
  // A column of a definition has its type behind its name.
  const fits = at.statement === "insert" ? isLiteral || at.isNameLike(0) : at.statement === "create" && at.isNameLike(0) && at.isNameLike(1);
  return fits ? { code: "missing-comma", data: { name: token.image } } : undefined;
}

/** IF EXISTS and IF NOT EXISTS behind the name, as other databases have them. */
function misplacedIf(at: Context): Habit | undefined {
  if (at.word(0) !== "if" || at.index < 3) return undefined;
  const clause = at.word(1) === "exists" ? "IF EXISTS" : at.word(1) === "not" && at.word(2) === "exists" ? "IF NOT EXISTS" : undefined;
  const name = at.token(-1);
  if (clause === undefined || name === undefined || !at.isNameLike(-1)) return undefined;
  const start = at.type(-2) === t.Dot ? at.token(-3) ?? name : name;
  return { code: "misplaced-if-exists", data: { clause, name: at.text.slice(start.startOffset, name.end) } };
}

/** The objects of DataStax Enterprise's search. */
function dseStatement(at: Context): Habit | undefined {
  const distance = at.index === 0 ? 1 : 0;
  if (at.index > 1 || at.word(distance) !== "search" || at.word(distance + 1) !== "index") return undefined;
  return { code: "dse-statement", data: { construct: "SEARCH INDEX" } };
}

/** Definitions of columns and tables as SQL has them. */
function definitionHabit(at: Context): Habit | undefined {
  const ofDse = dseStatement(at);
  if (ofDse !== undefined) return ofDse;
  if (at.statement !== "create" && at.statement !== "alter" && at.statement !== "drop") return undefined;
  const misplaced = misplacedIf(at);
  if (misplaced !== undefined || at.statement === "drop") return misplaced;
  const word = at.word(0);
  const second = at.wordAt(1);
  if (at.index === 1) {
    if (word === "unique") return { code: "unique-constraint" };
    if (word === "database" || word === "schema") return { code: "keyspace-word", data: { word: word.toUpperCase() } };
    return undefined;
  }
  if (at.stop.expected.includes("NULL") && at.word(-1) === "returns" && at.before("function") >= 0) return { code: "null-input-missing", at: at.token(-1), data: { type: at.token(0)?.image ?? "" } };
  if (at.index === 0 || (second !== "table" && second !== "type" && second !== "columnfamily")) return undefined;
  if (word === "not" && at.word(1) === "null") return { code: "not-null-constraint" };
  if (word === "null" && at.type(-1) !== t.Equal) return { code: "not-null-constraint" };
  if (word === "as" || word === "like") return at.before("(") < 0 ? { code: word === "as" ? "create-table-as-select" : "create-table-like" } : undefined;
  const constraint = CONSTRAINTS[word] ?? CONSTRAINTS[at.word(-1)];
  if (constraint !== undefined && at.before("(", "add") >= 0) return { code: constraint, at: CONSTRAINTS[word] === undefined ? at.token(-1) : undefined };
  // `CONSTRAINT name CHECK (…)`, `UNIQUE (a, b)`: read as a column and its type first.
  const earlier = CONSTRAINTS[at.word(-2)];
  if (earlier !== undefined && at.word(-2) !== "default") return { code: earlier, at: at.token(-2) };
  if (word === "(" && at.before("(") >= 0 && at.isNameLike(-1)) return { code: "type-parameters", data: { type: at.token(-1)?.image ?? "" } };
  if (at.word(-1) === "column" || at.word(-2) === "column") {
    const column = at.word(-1) === "column" ? at.token(-1) : at.token(-2);
    return { code: "column-keyword", at: column, data: { clause: at.wordAt(at.tokens.indexOf(column as Token) - 1).toUpperCase() } };
  }
  if (word === "modify" || word === "change") return { code: "alter-column-type" };
  return undefined;
}

/** Clauses of SELECT, INSERT, UPDATE and DELETE that CQL does not have. */
function queryHabit(at: Context): Habit | undefined {
  const word = at.word(0);
  if (word === "select" && at.index > 0) {
    if (at.before("union", "intersect", "except", "minus") === at.index - 1) return { code: "union", at: at.token(-1) };
    if (at.statement === "insert" && at.before("values", "json") < 0) return { code: "insert-select" };
    return { code: "sub-select" };
  }
  const clause = at.clause();
  // An alias hides what follows it: `FROM orders o JOIN …`.
  if (at.statement === "select" && clause === "from") {
    for (let distance = 0; distance < 3; distance++) {
      if (JOINS.has(at.word(distance)) || (distance > 0 && JOINS.has(at.word(-1)))) return { code: "join", at: at.token(JOINS.has(at.word(distance)) ? distance : -1) };
    }
    if (word === ",") return { code: "join" };
    if (word === "(" && at.word(1) === "select") return { code: "sub-select", at: at.token(1) };
    if (UNIONS.has(word)) return { code: "union" };
    if (at.isNameLike(0) && !TAIL_WORDS.has(word)) return { code: "table-alias", at: word === "as" ? at.token(1) ?? at.token(0) : undefined };
  }
  if (UNIONS.has(word)) return { code: "union" };
  if (word === "or") return { code: "or" };
  if (word === "having") return { code: "having" };
  if (word === "offset") return { code: "offset" };
  if (word === "," && clause === "limit") return { code: "limit-offset-pair" };
  if (word === "nulls" && clause === "order") return { code: "nulls-order" };
  if (word === "join" || (JOINS.has(word) && at.word(1) === "join")) return { code: "join" };
  if (word === "null" && at.word(-1) === "is") return { code: "is-null", at: at.token(-1) };
  if (word === "not" && (clause === "where" || clause === "if")) return { code: "not-operator" };
  if (word === "between" || (word === "and" && at.word(-2) === "between")) return { code: "between" };
  if ((word === "exists" || word === "any" || word === "some") && at.word(1) === "(") return { code: "sub-select", at: at.word(2) === "select" ? at.token(2) : undefined };
  if (at.statement === "insert") {
    if (word === "values" && at.before("values") < 0 && at.before("(") < 0) return { code: "insert-without-columns" };
    if (word === "," && at.before("values") >= 0 && at.word(-1) === ")") return { code: "multi-row-values" };
    if (word === "on") return { code: "upsert-clause" };
    if (at.index === 1 && (word === "ignore" || word === "or" || word === "overwrite")) return { code: "upsert-clause" };
  }
  if (word === "*" && at.statement === "delete" && at.before("from") < 0) return { code: "delete-star" };
  if (at.word(-1) === "distinct" && at.word(-2) === "(") return { code: "count-distinct", at: at.token(-1) };
  if (at.statement === "update" && clause === "set" && at.word(-2) === "=" && at.isNameLike(-1)) return { code: "assignment-from-column", at: at.token(-1), data: { name: at.token(-1)?.image ?? "" } };
  if (at.statement === "select" && clause === "select") {
    if (word === "case" || at.word(-1) === "case") return { code: "case-expression", at: word === "case" ? undefined : at.token(-1) };
    if (at.word(-1) === "top" || word === "top") return { code: "top", at: word === "top" ? undefined : at.token(-1) };
    if (word === "over") return { code: "window-function" };
    if (at.isNameLike(0) && meant(word, ["from"]) === undefined) return { code: "alias-without-as", data: { name: at.token(0)?.image ?? "" } };
    if (at.type(0) === t.IntegerLiteral && at.token(0)?.image.startsWith("-") === true) return { code: "glued-minus", data: { word: at.token(0)?.image.slice(1) ?? "" } };
  }
  return undefined;
}

const TAIL_WORDS = new Set(["group", "per", "bypass", "where", "order", "limit", "allow", "using", "having", "offset", "ttl"]);

/** A name where the server wants a value. */
function termHabit(at: Context): Habit | undefined {
  const token = at.token(0);
  if (token === undefined) return undefined;
  const wantsTerm = at.stop.code === "column-in-term" || at.stop.expected.includes("a value") || at.stop.expected.includes("a string");
  const isBesideSign = at.type(-1) === t.Equal || at.type(-1) === t.Colon || at.type(1) === t.Colon;
  if (!wantsTerm) return at.type(0) === t.QuotedName && isBesideSign ? { code: "double-quoted-string", data: { text: token.image.slice(1, -1) } } : undefined;
  const word = at.word(0);
  if (word === "case") return { code: "case-expression" };
  if (CURRENT.has(word)) return { code: "current-timestamp" };
  if (word === "default" && at.statement === "insert") return { code: "default-value" };
  if (at.type(0) === t.QuotedName) return { code: "double-quoted-string", data: { text: token.image.slice(1, -1).replaceAll('""', '"') } };
  if (at.stop.code !== "column-in-term") return undefined;
  const clause = at.clause();
  if (clause === "where") return { code: "column-comparison", data: { name: token.image } };
  if (clause === "set") return { code: "assignment-from-column", data: { name: token.image } };
  return { code: "unquoted-string", data: { text: token.image } };
}

/** UPDATE and DELETE need their WHERE. */
function missingWhere(at: Context): Habit | undefined {
  if ((at.statement !== "update" && at.statement !== "delete") || !at.stop.expected.includes("WHERE")) return undefined;
  return at.token(0) === undefined || at.word(0) === "if" ? { code: `${at.statement}-without-where`, at: at.tokens[0] } : undefined;
}

/** A reserved word where a name was wanted. */
function reservedWord(at: Context): Habit | undefined {
  const word = at.word(0);
  const wantsName = at.stop.expected.includes("a name") || at.word(-1) === "," || at.word(-1) === "(" || at.word(-1) === ".";
  if (!wantsName || !RESERVED_WORDS.has(word)) return undefined;
  // `SELECT a, FROM t`: the name was left out, and the clause goes on.
  const isClause = word === "order" ? at.word(1) === "by" : word === "limit" ? at.type(1) === t.IntegerLiteral || at.type(1) === t.Question : CONTINUES.has(word) && !NAME_FOLLOWS.has(at.word(1));
  if (isClause) return undefined;
  return { code: "reserved-word", data: { name: word, quoted: `"${word}"` } };
}

const CONTINUES = new Set(["from", "where", "and", "or", "allow", "set", "using", "with", "if", "in", "not", "into", "on", "to", "by", "select", "insert", "update", "delete", "create"]);
/** What follows a name: it shows that the reserved word before it was meant as one. */
const NAME_FOLLOWS = new Set(["from", ".", "=", ",", ")", "<", ">", "<=", ">=", "text", "int", "uuid", "timestamp", "bigint", "boolean", "timeuuid", "list", "set", "map", "frozen", "double", "decimal", "date", "blob", "varchar", "ascii", "inet", "float"]);

/** What the grammar alone cannot name. */
function fallback(at: Context): Habit | undefined {
  if (at.word(0) === "," && (at.statement === "drop" || at.statement === "truncate")) return { code: "several-names" };
  if (at.type(0) === K.as && at.stop.expected.length === 0 && at.statement === "select" && at.clause() === "from") return { code: "table-alias" };
  const keyword = meant(at.word(0), at.stop.expected.length > 0 ? at.stop.expected.map((word) => word.toLowerCase()) : [...TAIL_WORDS]);
  if (keyword !== undefined) return { code: "misspelt-keyword", data: { meant: keyword.toUpperCase() } };
  if (at.index === 0) return UNKNOWN_STATEMENTS[at.word(0)] ?? { code: "unknown-statement" };
  if (at.index === 1 && at.statement === "begin" && (at.word(0) === "transaction" || at.token(0) === undefined)) return { code: "transaction", at: at.tokens[0] };
  return at.stop.code === "column-in-term" ? { code: "unquoted-string", data: { text: at.token(0)?.image ?? "" } } : undefined;
}

const UNKNOWN_STATEMENTS: Readonly<Record<string, Habit>> = {
  commit: { code: "transaction" }, rollback: { code: "transaction" }, start: { code: "transaction" },
  restrict: { code: "dse-statement", data: { construct: "RESTRICT" } }, unrestrict: { code: "dse-statement", data: { construct: "UNRESTRICT" } },
  explain: { code: "explain-statement" }, with: { code: "sub-select" }, merge: { code: "upsert-clause" }, upsert: { code: "upsert-clause" }, replace: { code: "upsert-clause" },
};

/** The word among `words` that `word` misspells: one or two letters wrong, swapped, missing or too many. */
function meant(word: string, words: readonly string[]): string | undefined {
  if (word.length < 3 || word.length > 20) return undefined;
  return words.find((other) => other.length > 3 && /^[a-z]+$/.test(other) && other !== word && Math.abs(other.length - word.length) <= 1 && isNear(word, other));
}

/** Whether two words differ by one letter wrong, missing or too many, or by two neighbours swapped. */
function isNear(first: string, second: string): boolean {
  let start = 0;
  while (start < first.length && first[start] === second[start]) start++;
  let end = 0;
  while (end < Math.min(first.length, second.length) - start && first[first.length - 1 - end] === second[second.length - 1 - end]) end++;
  const left = first.slice(start, first.length - end);
  const right = second.slice(start, second.length - end);
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
