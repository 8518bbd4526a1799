/** Other languages that use the file ending .cql, told by the marks of their own (corpus.md). */

interface Mark {
  readonly language: string;
  readonly pattern: RegExp;
  readonly weight: number;
}

const CLINICAL = "Clinical Quality Language";
const CYPHER = "Cypher";
const CODEQL = "CodeQL";
const CORPUS = "Corpus Query Language";
const CONDITION = "a query condition language (OGC, SRU or Confluence CQL)";
const STREAMING = "streaming CQL";
const CATEGORICAL = "Categorical Query Language";

/** Marks of other languages: looked for in text whose comments and strings are blanked; a quote that stays stands for a string. */
const OTHERS: readonly Mark[] = [
  { language: CLINICAL, pattern: /^[ \t]*library[ \t]+[\w."]+[ \t]+version\b/gim, weight: 4 },
  { language: CLINICAL, pattern: /^[ \t]*using[ \t]+(?:FHIR|QDM|QICore|USCore|QUICK)\b/gim, weight: 4 },
  { language: CLINICAL, pattern: /^[ \t]*context[ \t]+(?:Patient|Unfiltered|Population|Practitioner)\b/gim, weight: 4 },
  { language: CLINICAL, pattern: /^[ \t]*include[ \t]+[\w."]+(?:[ \t]+version[ \t]+\S+)?[ \t]+called\b/gim, weight: 3 },
  { language: CLINICAL, pattern: /^[ \t]*(?:valueset|codesystem)[ \t]+["']/gim, weight: 3 },
  { language: CLINICAL, pattern: /^[ \t]*library[ \t]+[\w."]+[ \t]*$/gim, weight: 3 },
  { language: CLINICAL, pattern: /^[ \t]*define[ \t]+(?:function[ \t]+)?(?:"[^"\n]*"|\w+)[ \t]*[:(]/gim, weight: 3 },
  { language: CLINICAL, pattern: /^[ \t]*define[ \t]+(?:function[ \t]+)?["'\w]/gim, weight: 2 },
  { language: CYPHER, pattern: /^[ \t]*(?:OPTIONAL[ \t]+)?MATCH[ \t]+(?:\w+[ \t]*=[ \t]*)?\(/gim, weight: 3 },
  { language: CYPHER, pattern: /^[ \t]*MERGE[ \t]*\(/gim, weight: 3 },
  { language: CYPHER, pattern: /^[ \t]*CREATE[ \t]*\([ \t]*\w*[ \t]*[:){]/gim, weight: 4 },
  { language: CYPHER, pattern: /-\[[ \t]*\w*[ \t]*:[ \t]*\w+[^\]\n]*\]-/g, weight: 4 },
  { language: CYPHER, pattern: /^[ \t]*LOAD[ \t]+CSV\b/gim, weight: 4 },
  { language: CYPHER, pattern: /^[ \t]*(?::auto[ \t]+)?USING[ \t]+PERIODIC[ \t]+COMMIT\b/gim, weight: 4 },
  { language: CYPHER, pattern: /^[ \t]*DETACH[ \t]+DELETE\b/gim, weight: 4 },
  { language: CYPHER, pattern: /^[ \t]*UNWIND[ \t]+\S.*[ \t]AS[ \t]/gim, weight: 3 },
  { language: CYPHER, pattern: /^[ \t]*(?:CREATE|DROP)[ \t]+(?:INDEX|CONSTRAINT)[ \t]+ON[ \t]+(?::|\()/gim, weight: 4 },
  { language: CYPHER, pattern: /^[ \t]*CREATE[ \t]+(?:INDEX|CONSTRAINT)\b[^;\n]*[ \t]FOR[ \t]*\(/gim, weight: 4 },
  { language: CODEQL, pattern: /^[ \t]*import[ \t]+(?:java|cpp|csharp|python|javascript|go|ruby|swift|semmle)\b/gm, weight: 3 },
  { language: CODEQL, pattern: /^[ \t]*from[ \t]+[A-Z]\w*[ \t]+\w+[^;]{0,400}?\b(?:where|select)\b/gm, weight: 2 },
  { language: CODEQL, pattern: /^[ \t]*(?:abstract[ \t]+)?class[ \t]+\w+[ \t]+extends[ \t]+\w[\w:, ]*\{/gm, weight: 2 },
  { language: CORPUS, pattern: /\[[ \t]*!?[ \t]*(?:word|lemma|pos|tag|lc|lempos)[ \t]*!?=[ \t]*["']/g, weight: 4 },
  { language: CORPUS, pattern: /\bwithin[ \t]+<\w+[ \t]*\/?>/g, weight: 2 },
  { language: CONDITION, pattern: /^[ \t]*(?:BBOX|INTERSECTS|S_INTERSECTS|DWITHIN|CONTAINS|WITHIN|DISJOINT)[ \t]*\(/gim, weight: 4 },
  { language: CONDITION, pattern: /^[ \t]*(?:dc|cql|bath|rec)\.\w+[ \t]+(?:any|all|exact|=|adj)\b/gim, weight: 4 },
  { language: CONDITION, pattern: /^[ \t]*(?:type|space|label|creator)[ \t]*=[ \t]*\w+[ \t]+(?:and|or)[ \t]+(?:type|space|label|creator)\b/gim, weight: 3 },
  { language: CATEGORICAL, pattern: /^[ \t]*(?:typeside|schema|instance|mapping|transform|query|command|constraints|graph|(?:schema|theory)_colimit|(?:apg|colimit)_\w+)[ \t]+\w+[ \t]*=[ \t]*\w/gm, weight: 4 },
  { language: STREAMING, pattern: /\b[IDR]STREAM[ \t]*\(/gi, weight: 4 },
  { language: STREAMING, pattern: /\[[ \t]*(?:RANGE|ROWS)[ \t]+\d+(?:[ \t]+(?:SECOND|MINUTE|HOUR|DAY)S?)?[ \t]*(?:SLIDE\b.*)?\]/gi, weight: 4 },
];

const OURS: readonly Omit<Mark, "language">[] = [
  { pattern: /^[ \t]*(?:CREATE|ALTER|DROP)[ \t]+(?:KEYSPACE|COLUMNFAMILY|TABLE|TYPE|MATERIALIZED[ \t]+VIEW|ROLE|AGGREGATE|(?:OR[ \t]+REPLACE[ \t]+)?FUNCTION|CUSTOM[ \t]+INDEX)\b/gim, weight: 3 },
  { pattern: /^[ \t]*CREATE[ \t]+INDEX[ \t]+(?:IF[ \t]+NOT[ \t]+EXISTS[ \t]+)?(?:\w+[ \t]+)?ON[ \t]+[\w".]+[ \t]*\(/gim, weight: 2 },
  { pattern: /^[ \t]*INSERT[ \t]+INTO[ \t]/gim, weight: 2 },
  { pattern: /^[ \t]*UPDATE[ \t]+[\w".]+\s+(?:SET|USING)\b/gim, weight: 2 },
  { pattern: /^[ \t]*DELETE\b[^;()]{0,400}?\bFROM[ \t]/gim, weight: 2 },
  { pattern: /^[ \t]*SELECT\b[^;]{0,2000}?\bFROM\b/gim, weight: 2 },
  { pattern: /^[ \t]*USE[ \t]+["\w]+[ \t]*;?[ \t]*$/gim, weight: 1 },
  { pattern: /^[ \t]*BEGIN[ \t]+(?:UNLOGGED[ \t]+|COUNTER[ \t]+)?BATCH\b/gim, weight: 3 },
  { pattern: /^[ \t]*(?:GRANT|REVOKE|TRUNCATE)[ \t]+\w/gim, weight: 1 },
  { pattern: /^[ \t]*(?:DESCRIBE|DESC|CONSISTENCY|SOURCE|COPY|TRACING|PAGING|EXPAND)\b/gim, weight: 1 },
];

/** As much of a file as is looked at. */
export const LANGUAGE_SAMPLE = 65_536;
const ENOUGH = 3;

/**
 * The language of a .cql file that is surely not ours; undefined: ours, which a text of no known language is too, since a broken
 * statement must still get its errors. Another language wins with at least three points, and more than ours.
 */
export function otherLanguage(text: string): string | undefined {
  const sample = blank(text.slice(0, LANGUAGE_SAMPLE));
  const points = new Map<string, number>();
  for (const { language, pattern, weight } of OTHERS) {
    const found = count(sample, pattern);
    if (found > 0) points.set(language, (points.get(language) ?? 0) + found * weight);
  }
  if (points.size === 0) return undefined;
  let best: string | undefined;
  let most = Math.max(ENOUGH - 1, OURS.reduce((sum, { pattern, weight }) => sum + count(sample, pattern) * weight, 0));
  for (const [language, sum] of points) {
    if (sum > most) {
      best = language;
      most = sum;
    }
  }
  return best;
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(pattern)) found++;
  return found;
}

/** The text with what comments and strings hold turned into blanks; quotes and line ends stay, an unclosed one hides nothing. */
function blank(text: string): string {
  const parts: string[] = [];
  let kept = 0;
  const hide = (from: number, to: number): void => {
    parts.push(text.slice(kept, from), text.slice(from, to).replaceAll(/[^\n]/g, " "));
    kept = to;
  };
  for (let i = 0; i < text.length; i++) {
    const end = triviaEnd(text, i);
    if (end === undefined) continue;
    if (text[i] === "'" || text[i] === '"') hide(i + 1, end - 1);
    else hide(i, end);
    i = Math.max(i, end - 1);
  }
  return parts.join("") + text.slice(kept);
}

/** Where a comment or string that begins at `start` ends (half-open); undefined where none begins. */
function triviaEnd(text: string, start: number): number | undefined {
  switch (text.charCodeAt(start)) {
    case 39: return behind(text, "'", start + 1);
    case 34: return behind(text, '"', start + 1);
    case 36: return text[start + 1] === "$" ? behind(text, "$$", start + 2) : undefined;
    // `(a)--(b)` and `a]--(b)` are Cypher's, and no comment.
    case 45: return text[start + 1] === "-" && !")]".includes(text[start - 1] ?? " ") ? lineEnd(text, start) : undefined;
    case 47: return text[start + 1] === "*" ? behind(text, "*/", start + 2) ?? text.length : text[start + 1] === "/" && text[start - 1] !== ":" ? lineEnd(text, start) : undefined;
    default: return undefined;
  }
}

/** The offset behind the next `closing`; undefined where none comes. */
function behind(text: string, closing: string, from: number): number | undefined {
  const at = text.indexOf(closing, from);
  return at < 0 ? undefined : at + closing.length;
}

function lineEnd(text: string, start: number): number {
  return behind(text, "\n", start) ?? text.length;
}
