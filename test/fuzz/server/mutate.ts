/** One small step away from a statement: the neighbours of what is valid are where a wrong verdict hides. Works on words, so that broken text comes out too. */
import type { Random } from "../../support/random";

const WORDS = /\$\$[^]*?\$\$|'(?:[^']|'')*'|"(?:[^"]|"")*"|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|0x[\da-f]*|-?\d+(?:\.\d+)?(?:e-?\d+)?\w*|\w+|!=|<=|>=|\+=|-=|[^\s\w]/gi;
const OPERATORS = ["=", "<", "<=", ">", ">=", "!="];
const VALUES = ["1", "-1", "0", "'a'", "''", "null", "?", "true", "1.5", "0xca", "1h", "now()", "uuid()", "[1]", "{1}", "{'a': 1}", "(1, 'a')", "62c36092-82a1-4a00-93d1-46196ee77204", "'2024-01-01'", "3000000000", "(int) 1", "1 + 1", "fromJson('1')"];
const TYPES = ["int", "text", "counter", "duration", "frozen<set<int>>", "set<int>", "map<text, int>", "list<frozen<list<int>>>", "tuple<int, text>", "blob", "u0", "frozen<u0>", "string", "varchar"];
const TAILS = [" ALLOW FILTERING", " LIMIT 1", " LIMIT 0", " PER PARTITION LIMIT 1", " ORDER BY c0", " ORDER BY c0 DESC", " ORDER BY c0 ASC, c1 DESC", " GROUP BY p0", " GROUP BY p0, c0", " IF EXISTS", " IF NOT EXISTS", " USING TTL 5", " WITH comment = 'x'", " AND r0 = 1", " AND c0 > 1", " AND p0 = 1"];
const WRAPPERS = ["token", "toDate", "blobAsInt", "toJson", "fromJson", "count", "max", "abs", "writetime", "min_timeuuid", "cast_as_int"];

/** The statement's words: literals and names whole. */
export function wordsOf(cql: string): string[] {
  return cql.match(WORDS) ?? [];
}

/** Words as text again, with spaces where they keep words apart. */
export function joinWords(words: readonly string[]): string {
  return words.join(" ").replace(/ ?([(),.;[\]]) ?/g, "$1").replace(/,/g, ", ").replace(/\b(VALUES|IN|WHERE|AND|KEY|SET|AS|BY|SELECT|INTO|ON|FROM)\(/gi, "$1 (").replace(/\)(?=\w)/g, ") ").replace(/\](?=\w)/g, "] ");
}

/** A neighbour of a statement over the given names; now and then it is the statement itself. */
export function mutate(random: Random, cql: string, names: readonly string[]): string {
  const words = wordsOf(cql);
  const at = random.below(words.length);
  const replaceOne = (test: (word: string) => boolean, by: readonly string[]): string => {
    const places = words.flatMap((word, i) => (test(word) ? [i] : []));
    if (places.length === 0) return cql;
    const place = random.pick(places);
    return joinWords(words.map((word, i) => (i === place ? random.pick(by) : word)));
  };
  switch (random.below(14)) {
    case 0: return replaceOne((word) => OPERATORS.includes(word), [...OPERATORS, "IN", "CONTAINS", "LIKE", "+=", "CONTAINS KEY"]);
    case 1: case 2: return replaceOne((word) => /^['\d?$-]|^0x|^(?:true|false|null)$/i.test(word), VALUES);
    case 3: case 4: return replaceOne((word) => names.includes(word), names);
    case 5: return replaceOne((word) => /^(?:int|text|uuid|timeuuid|bigint|timestamp|date|boolean|double|counter|blob)$/.test(word), TYPES);
    case 6: return dropPart(random, cql, " AND ");
    case 7: return dropPart(random, cql, ", ");
    case 8: { const parts = cql.split(" AND "); return parts.length < 2 ? cql + random.pick(TAILS) : [...parts, random.pick(parts.slice(1))].join(" AND "); }
    case 9: case 10: return cql + random.pick(TAILS);
    case 11: return replaceOne((word) => names.includes(word), names.map((name) => `${random.pick(WRAPPERS)}(${name})`));
    case 12: return joinWords([...words.slice(0, at), ...words.slice(at + 1)]);
    default: return joinWords(words.map((word, i) => (i === at ? words[at + 1] ?? word : i === at + 1 ? words[at] ?? word : word)));
  }
}

function dropPart(random: Random, cql: string, separator: string): string {
  const parts = cql.split(separator);
  const place = 1 + random.below(Math.max(1, parts.length - 1));
  return parts.filter((_, i) => i !== place).join(separator);
}
