import { createToken, EOF, Lexer, type IToken, type TokenType } from "chevrotain";
import { NATIVE_TYPES, RESERVED_WORDS, SCYLLA_FREED, SCYLLA_RESERVED, UNRESERVED_ANYWHERE } from "../dialect/keywords";

/** One token. `end` is exclusive, unlike the `endOffset` that Chevrotain knows. */
export class Token implements IToken {
  readonly tokenTypeIdx: number;
  constructor(
    readonly tokenType: TokenType,
    readonly image: string,
    readonly startOffset: number,
    readonly end: number,
  ) {
    this.tokenTypeIdx = tokenType.tokenTypeIdx as number;
  }
}

function token(name: string, label: string, ...categories: TokenType[]): TokenType {
  return createToken({ name, label, pattern: Lexer.NA, categories });
}

/** A token type of categories with many members: told to the library by itself, each would have it go through all members again; the parser's constructor tells it of all at once. */
function oneOfMany(name: string, label: string, ...categories: TokenType[]): TokenType {
  const type = token(name, label);
  type.CATEGORIES = categories;
  return type;
}

// Categories first: a token type names the categories it belongs to.
/** Whatever may stand as a function's name: any name, and TOKEN. */
export const FunctionName = token("FunctionName", "a name");
/** Whatever may stand as a name: an identifier, a quoted name, a keyword that is not reserved, a template. */
export const Name = token("Name", "a name", FunctionName);
/** Literals of one token. */
export const Literal = token("Literal", "a value");
export const Comparison = token("Comparison", "a comparison");
export const Arithmetic = token("Arithmetic", "an operator");

export const Identifier = token("Identifier", "a name", Name);
export const QuotedName = token("QuotedName", "a name", Name);
export const Template = token("Template", "a template", Name);

export const StringLiteral = token("String", "a string", Literal);
export const IntegerLiteral = token("Integer", "an integer", Literal);
export const FloatLiteral = token("Float", "a number", Literal);
export const BooleanLiteral = token("Boolean", "true or false", Literal);
export const UuidLiteral = token("Uuid", "a uuid", Literal);
export const HexLiteral = token("Hex", "a blob", Literal);
export const DurationLiteral = token("Duration", "a duration", Literal);

export const Equal = token("Equal", "=", Comparison);
export const NotEqual = token("NotEqual", "!=", Comparison);
export const Less = token("Less", "<", Comparison);
export const LessEqual = token("LessEqual", "<=", Comparison);
export const Greater = token("Greater", ">", Comparison);
export const GreaterEqual = token("GreaterEqual", ">=", Comparison);
export const Plus = token("Plus", "+", Arithmetic);
export const Minus = token("Minus", "-", Arithmetic);
export const Star = token("Star", "*", Arithmetic);
export const Slash = token("Slash", "/", Arithmetic);
export const Percent = token("Percent", "%", Arithmetic);
export const PlusEqual = token("PlusEqual", "+=");
export const MinusEqual = token("MinusEqual", "-=");

export const LeftParen = token("LeftParen", "(");
export const RightParen = token("RightParen", ")");
export const LeftBracket = token("LeftBracket", "[");
export const RightBracket = token("RightBracket", "]");
export const LeftBrace = token("LeftBrace", "{");
export const RightBrace = token("RightBrace", "}");
export const Comma = token("Comma", ",");
export const Dot = token("Dot", ".");
export const DotDot = token("DotDot", "..");
export const Colon = token("Colon", ":");
export const Semicolon = token("Semicolon", ";");
export const Question = token("Question", "?");
/** `expr(` in lower case without a space is one token of the server's lexer (L-ID-3). */
export const ExprOpen = token("ExprOpen", "expr(");
/** A character or a piece of text that begins no token: refused wherever it stands. */
export const END = EOF;
export const Invalid = token("Invalid", "text that is no CQL");

/** The keyword of `word` (lower case); `key("select").label` is "SELECT". */
const KEYWORDS = new Map<string, TokenType>();
for (const word of new Set([...RESERVED_WORDS, ...UNRESERVED_ANYWHERE, ...SCYLLA_RESERVED, "between"])) {
  if (word === "true" || word === "false" || word === "nan" || word === "infinity" || word === "columnfamily" || word === "columnfamilies") continue;
  const upper = word.toUpperCase();
  if (word === "token") KEYWORDS.set(word, oneOfMany(upper, upper, FunctionName));
  else if (RESERVED_WORDS.has(word) && !SCYLLA_FREED.has(word)) KEYWORDS.set(word, token(upper, upper));
  else KEYWORDS.set(word, oneOfMany(upper, upper, Name));
}

function keyword(word: string): TokenType {
  const found = KEYWORDS.get(word);
  if (found === undefined) throw new Error(`"${word}" is no keyword`);
  return found;
}

const GRAMMAR_WORDS = [
  "access", "add", "aggregate", "aggregates", "all", "allow", "alter", "and", "ann", "apply", "as", "asc", "attach", "attached", "authorize", "batch",
  "begin", "between", "by", "bypass", "cache", "called", "cast", "cidrs", "cluster", "clustering", "compact", "concurrency", "contains", "count", "counter", "create",
  "custom", "datacenters", "default", "delete", "desc", "describe", "detach", "distinct", "drop", "effective", "entries", "execute", "exists", "filtering",
  "finalfunc", "from", "frozen", "full", "function", "functions", "grant", "group", "hashed", "identity", "if", "in", "index", "initcond", "input", "insert",
  "internals", "into", "is", "json", "key", "keys", "keyspace", "keyspaces", "language", "large_data_guardrails", "level", "levels", "like", "limit", "list",
  "login", "map", "masked", "materialized", "maxwritetime", "mbean", "mbeans", "modify", "mutation_fragments", "norecursive", "nosuperuser", "not", "null",
  "of", "on", "only", "options", "or", "order", "partition", "password", "passwords", "per", "permission", "permissions", "primary", "prune", "reducefunc",
  "rename", "replace", "returns", "revoke", "role", "roles", "schema", "select", "select_masked", "service", "service_level", "service_levels", "set",
  "sfunc", "static", "storage", "stype", "superuser", "table", "tables", "text_search_indexing", "timeout", "timestamp", "to", "token", "trigger",
  "truncate", "ttl", "tuple", "type", "types", "unlogged", "unmask", "unset", "update", "use", "user", "users", "using", "values", "vector",
  "vector_search_indexing", "view", "where", "with", "writetime", "scylla_clustering_bound",
] as const;
type GrammarWord = (typeof GRAMMAR_WORDS)[number];

/** The keywords that the grammar mentions: `K.select` is the token type of SELECT, its label "SELECT". */
export const K = Object.fromEntries(GRAMMAR_WORDS.map((word) => [word, keyword(word)])) as Readonly<Record<GrammarWord, TokenType>>;

/** Token types by spelling, in lower and upper case: most words are found without folding them. */
export const WORDS: ReadonlyMap<string, TokenType> = new Map(
  [...KEYWORDS, ["true", BooleanLiteral], ["false", BooleanLiteral], ["nan", FloatLiteral], ["infinity", FloatLiteral], ["columnfamily", keyword("table")], ["columnfamilies", keyword("tables")]]
    .flatMap(([word, type]) => [[word, type], [(word as string).toUpperCase(), type]] as [string, TokenType][]),
);

/** Every token type, for the parser. */
export const ALL_TOKENS: readonly TokenType[] = [
  FunctionName, Name, Literal, Comparison, Arithmetic, Identifier, QuotedName, Template, StringLiteral, IntegerLiteral, FloatLiteral,
  BooleanLiteral, UuidLiteral, HexLiteral, DurationLiteral, Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, Plus, Minus, Star, Slash,
  Percent, PlusEqual, MinusEqual, LeftParen, RightParen, LeftBracket, RightBracket, LeftBrace, RightBrace, Comma, Dot, DotDot, Colon, Semicolon,
  Question, ExprOpen, Invalid, ...KEYWORDS.values(), EOF,
];

/** Whatever may stand as a name. */
export const NAMES: readonly TokenType[] = ALL_TOKENS.filter((type) => type.CATEGORIES?.includes(Name));

/** Some token types, as a table by their numbers: the parser asks such questions of nearly every token. */
export type TokenSet = Uint8Array;

export function tokenSet(types: Iterable<TokenType>): TokenSet {
  const set = new Uint8Array(Math.max(...ALL_TOKENS.map((type) => type.tokenTypeIdx as number)) + 1);
  for (const type of types) set[type.tokenTypeIdx as number] = 1;
  return set;
}

const NATIVE = tokenSet(NATIVE_TYPES.map(keyword));

/** Whether the token is the word of a native type. */
export function isNativeType(token: IToken): boolean {
  return NATIVE[token.tokenTypeIdx] === 1;
}

const SCYLLA_MATTERS = tokenSet([...SCYLLA_RESERVED, ...SCYLLA_FREED].map(keyword));

/** Whether a keyword is reserved in one of Cassandra and ScyllaDB and free in the other. */
export function isScyllaMatter(token: IToken): boolean {
  return SCYLLA_MATTERS[token.tokenTypeIdx] === 1;
}
