// Writes the TextMate grammar from the words that the dialect tables know; with --check it only tells whether it is current.
//   node scripts/run.mjs scripts/generate/grammar.mts [--check]
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { displayName, nativeFunctions } from "../../server/src/dialect/functions";
import { NATIVE_TYPES, RESERVED_WORDS, UNRESERVED_ANYWHERE } from "../../server/src/dialect/keywords";
import { TARGETS } from "../../server/src/dialect/target";

const target = path.join(import.meta.dirname, "../../syntaxes/cql.tmLanguage.json");

/** Keywords that people use as column names: coloured only in the phrases below. */
const NAME_LIKE = new Set(
  `access attached cache cidrs cluster concurrency count date datacenters default effective empty entries for full group hashed identity input
  internals key keys language level levels list login map mbean mbeans modify only options partition password passwords
  per permission reducefunc role roles service service_level service_levels shares storage tables timeout trigger tuple type types
  user users values vector set time text uuid inet`.split(/\s+/),
);
const PHRASES = [
  "(?:CREATE|ALTER|DROP|DESCRIBE|DESC)\\s+(?:TYPE|USER|ROLE|TRIGGER|SERVICE_LEVEL|IDENTITY)",
  "(?:DESCRIBE|DESC)\\s+(?:TABLES|TYPES|FUNCTIONS|AGGREGATES|CLUSTER|FULL\\s+SCHEMA)",
  "LIST\\s+(?:ALL|USERS|ROLES|SUPERUSERS|(?:ALL\\s+)?PERMISSIONS|EFFECTIVE\\s+SERVICE_LEVEL|SERVICE_LEVELS?)",
  "PRIMARY\\s+KEY", "PER\\s+PARTITION\\s+LIMIT", "GROUP\\s+BY", "ORDER\\s+BY", "CLUSTERING\\s+ORDER\\s+BY", "COMPACT\\s+STORAGE", "CONTAINS\\s+KEY",
  "VALUES(?=\\s*\\()", "(?:USING|AND)\\s+(?:TTL|TIMESTAMP|TIMEOUT)(?=\\s+[\\d?:])", "WITH\\s+(?:HASHED\\s+)?PASSWORD", "ACCESS\\s+(?:TO|FROM)", "ALL\\s+(?:DATACENTERS|CIDRS)",
  "RETURNS\\s+NULL\\s+ON\\s+NULL\\s+INPUT", "CALLED\\s+ON\\s+NULL\\s+INPUT", "LANGUAGE(?=\\s+\\w+)", "DEFAULT\\s+(?:UNSET|NULL)", "SET(?=\\s+\\w)", "MASKED\\s+WITH\\s+DEFAULT",
  "(?:KEYS|VALUES|ENTRIES|FULL)(?=\\s*\\(\\s*[\\w\"]+\\s*\\))", "BYPASS\\s+CACHE", "JSON(?=\\s+')",
];
const COMMANDS = "SERIAL\\s+CONSISTENCY|CONSISTENCY|TRACING|PAGING|EXPAND|SOURCE|COPY|CAPTURE|SHOW|LOGIN|EXIT|QUIT|HELP|CLEAR|CLS|UNICODE|ELAPSED";
const CONSTANTS = ["true", "false", "null", "nan", "infinity"];

/** Any of the words, longest first; letters of both cases. */
const anyOf = (words: Iterable<string>): string => `(?i:${[...new Set(words)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).join("|")})`;
const word = (words: Iterable<string>): string => `(?<![\\w.$"])${anyOf(words)}(?![\\w$"])`;

const keywords = [...RESERVED_WORDS, ...UNRESERVED_ANYWHERE].filter((name) => !NAME_LIKE.has(name) && !NATIVE_TYPES.includes(name) && !CONSTANTS.includes(name));
const functions = [...new Set(TARGETS.flatMap((server) => [...nativeFunctions(server).values()]).flatMap(({ name, operation }) => (operation === undefined && !name.startsWith("_") && !/^castas/i.test(name) ? [name.toLowerCase(), displayName(name).toLowerCase()] : [])))];
const types = anyOf(NATIVE_TYPES);
const collections = "(?i:frozen|list|set|map|tuple|vector)(?=\\s*<)";
const name = '(?:"(?:[^"]|"")*"|[A-Za-z]\\w*)';
/** What follows a word that is no type but a name: an operator, a call, a type of its own. */
const notAName = `(?!\\s*(?:[.=(!<]|>=|(?i:IN|CONTAINS|LIKE|IS|ASC|DESC)\\b|${types}\\b|${collections}))`;

const rule = (scope: string, match: string, captures?: Readonly<Record<number, string>>) => ({
  name: scope === "" ? undefined : `${scope}.cql`,
  match,
  captures: captures && Object.fromEntries(Object.entries(captures).map(([group, inner]) => [group, { name: `${inner}.cql` }])),
});
const include = (...names: readonly string[]) => names.map((key) => ({ include: `#${key}` }));
const block = (language: string, words: string, source: string) => ({
  begin: `(?i)(?<![\\w.])(LANGUAGE)\\s+(${words})(?![\\w])`,
  beginCaptures: { 1: { name: "keyword.other.cql" }, 2: { name: "entity.name.language.cql" } },
  end: "(?<=\\$\\$|')|(?=;)",
  patterns: [
    ...include("comment"),
    rule("keyword.other", "(?i)\\bAS\\b"),
    {
      begin: "\\$\\$", beginCaptures: { 0: { name: "punctuation.definition.string.begin.cql" } },
      end: "\\$\\$", endCaptures: { 0: { name: "punctuation.definition.string.end.cql" } },
      contentName: `meta.embedded.block.${language}.cql`, patterns: [{ include: source }],
    },
    ...include("string"),
  ],
});

const grammar = {
  $schema: "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
  name: "CQL (Cassandra, ScyllaDB)",
  scopeName: "source.cql",
  fileTypes: ["cql"],
  patterns: include("comment", "cqlsh", "body", "template", "string", "select", "statement"),
  repository: {
    comment: {
      patterns: [
        { name: "comment.line.double-dash.cql", begin: "--", end: "$", beginCaptures: { 0: { name: "punctuation.definition.comment.cql" } }, patterns: include("directive") },
        { name: "comment.line.double-slash.cql", begin: "//", end: "$", beginCaptures: { 0: { name: "punctuation.definition.comment.cql" } }, patterns: include("directive") },
        { name: "comment.block.cql", begin: "/\\*", end: "\\*/", captures: { 0: { name: "punctuation.definition.comment.cql" } }, patterns: include("directive") },
      ],
    },
    directive: { patterns: [rule("", "(?<=--|//|/\\*)\\s*(cqlwright:)\\s*((?:target|rows|per|copy of|ignore-file|ignore)\\b)?", { 1: "keyword.other.directive", 2: "storage.modifier.directive" })] },
    cqlsh: { patterns: [rule("", `(?i)^(${COMMANDS})(?![\\w.])(?!\\s*(?:[,=)]|${types}\\b|${collections}))`, { 1: "keyword.control.cqlsh" })] },
    body: { patterns: [block("java", "java", "source.java"), block("javascript", "javascript", "source.js")] },
    template: { patterns: [rule("variable.other.template", "\\{\\{\\s*\\.?[A-Za-z_][\\w.]*\\s*\\}\\}|\\$\\{[^}\\n']*\\}|\\$[A-Za-z_]\\w*\\$?|#\\{[^}\\n]+\\}|<%[^%\\n]*%>|\\{%[^%\\n]*%\\}|@[A-Za-z_]\\w*@|__[A-Za-z]\\w*__|%[sd]\\b|%\\(\\w+\\)[sd]")] },
    string: {
      patterns: [
        { name: "string.quoted.single.cql", begin: "'", end: "'(?!')", beginCaptures: { 0: { name: "punctuation.definition.string.begin.cql" } }, endCaptures: { 0: { name: "punctuation.definition.string.end.cql" } }, patterns: [rule("constant.character.escape", "''")] },
        { name: "string.quoted.dollar.cql", begin: "\\$\\$", end: "\\$\\$", beginCaptures: { 0: { name: "punctuation.definition.string.begin.cql" } }, endCaptures: { 0: { name: "punctuation.definition.string.end.cql" } } },
      ],
    },
    select: {
      name: "meta.select-list.cql",
      begin: "(?i)(?<![\\w.])(SELECT)(?![\\w])", beginCaptures: { 1: { name: "keyword.other.cql" } },
      end: "(?i)(?=(?<![\\w.])FROM(?![\\w]))|(?=;)",
      patterns: [rule("", `(?i)\\b(AS)\\s+(${types})(?=\\s*\\))`, { 1: "keyword.other", 2: "support.type.native" }), ...include("comment", "template", "string", "quoted-name", "constant", "marker", "function", "keyword", "operator")],
    },
    statement: { patterns: include("table-name", "quoted-name", "braces", "constant", "marker", "phrase", "function", "type", "keyword", "operator") },
    "table-name": {
      patterns: [
        rule("", `(?i)(?<![\\w.])(FROM|INTO|UPDATE|TABLE|COLUMNFAMILY|VIEW|TRUNCATE(?:\\s+TABLE)?|AS\\s+SELECT.*FROM)\\s+(?:(IF\\s+(?:NOT\\s+)?EXISTS)\\s+)?(?!(?:IF|TABLE|COLUMNFAMILY)\\b)(?:(${name})\\s*(\\.)\\s*)?(${name})`, { 1: "keyword.other", 2: "keyword.other", 3: "entity.name.namespace", 4: "punctuation.accessor", 5: "entity.name.type.table" }),
        rule("", `(?i)(?<![\\w.])(KEYSPACE|USE)\\s+(?:(IF\\s+(?:NOT\\s+)?EXISTS)\\s+)?(?!IF\\b)(${name})`, { 1: "keyword.other", 2: "keyword.other", 3: "entity.name.namespace" }),
        rule("", `(?i)(?<![\\w.])(CREATE|ALTER|DROP)\\s+(TYPE)\\s+(?:(IF\\s+(?:NOT\\s+)?EXISTS)\\s+)?(?!IF\\b)(?:(${name})\\s*(\\.)\\s*)?(${name})`, { 1: "keyword.other", 2: "keyword.other", 3: "keyword.other", 4: "entity.name.namespace", 5: "punctuation.accessor", 6: "entity.name.type" }),
      ],
    },
    "quoted-name": { patterns: [{ name: "variable.other.quoted.cql", begin: '"', end: '"(?!")', beginCaptures: { 0: { name: "punctuation.definition.variable.begin.cql" } }, endCaptures: { 0: { name: "punctuation.definition.variable.end.cql" } }, patterns: [rule("constant.character.escape", '""')] }] },
    braces: {
      begin: "\\{", beginCaptures: { 0: { name: "punctuation.section.braces.begin.cql" } },
      end: "\\}|(?=;)", endCaptures: { 0: { name: "punctuation.section.braces.end.cql" } },
      patterns: [rule("", "(?<=['\"\\w\\])}])\\s*(:)", { 1: "punctuation.separator.key-value" }), ...include("comment", "template", "string", "quoted-name", "braces", "constant", "marker", "function", "operator")],
    },
    constant: {
      patterns: [
        rule("constant.other.uuid", "(?i)(?<![\\w.])[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}(?!\\w)"),
        rule("constant.numeric.hex", "(?i)(?<![\\w.])0x[\\da-f]*(?!\\w)"),
        rule("constant.numeric.duration", "(?<![\\w.])-?(?:(?i:(?:\\d+(?:y|mo|w|d|h|ms|us|µs|ns|m|s))+)|P(?=[\\dT])(?:\\d+[YMWD])*(?:T(?:\\d+[HMS])+)?|P\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)(?!\\w)"),
        rule("constant.numeric.decimal", "(?i)(?<![\\w.])-?\\d+(?:\\.\\d*)?(?:e[+-]?\\d+)?(?!\\w)"),
        rule("constant.language", word(CONSTANTS)),
      ],
    },
    marker: {
      patterns: [
        rule("variable.parameter.positional", "\\?"),
        rule("variable.parameter.named", `(?<![\\w'"\\])}])(:)\\s*${name}`, { 1: "punctuation.definition.variable" }),
      ],
    },
    phrase: { patterns: [rule("keyword.other", `(?i)(?<![\\w.])(?:${PHRASES.join("|")})(?!\\w)`)] },
    function: { patterns: [rule("support.function", `${word(functions)}(?=\\s*\\()`)] },
    type: {
      patterns: [
        rule("support.type.collection", `(?<![\\w.])${collections}`),
        rule("support.type.native", `${word(NATIVE_TYPES)}${notAName}`),
      ],
    },
    keyword: { patterns: [rule("keyword.other", word(keywords))] },
    operator: {
      patterns: [
        rule("keyword.operator", "!=|<=|>=|[=<>+*/%-]"),
        rule("punctuation.terminator.statement", ";"),
        rule("punctuation.separator", ","),
        rule("punctuation.accessor", "\\."),
      ],
    },
  },
};

const text = `${JSON.stringify(grammar, null, 2)}\n`;
if (!process.argv.includes("--check")) writeFileSync(target, text);
else if (!existsSync(target) || readFileSync(target, "utf8") !== text) {
  console.error("syntaxes/cql.tmLanguage.json is stale: run npm run generate");
  process.exit(1);
}
