import { show } from "../../check/messages/entry";
import type { Violation } from "../../check/violation";
import type { Range } from "../../text/range";
import type { FixProvider, Problem, SliceEdit } from "./problem";
import { acceptedWith, inFile, mendedBy } from "./problem";

/** A plain rewriting that may be what was meant; it is offered only when the check agrees. */
interface Candidate {
  readonly title: string;
  readonly edits: readonly SliceEdit[];
  /** Whether the whole statement must be accepted afterwards; else this mistake must be gone. */
  readonly whole?: boolean;
}

/** What a rewriting is made from: the refusal, the text of the slice and of the refused range. */
interface Place {
  readonly violation: Violation;
  readonly text: string;
  readonly written: string;
  readonly range: Range;
  readonly problem: Problem;
}

type Rewriting = (place: Place) => Candidate | undefined;

/** Rewrites what is spelled otherwise in other databases or versions: strings, operators, lengths of types, literals of the wrong kind. The meaning is the one that the statement had in its author's mind. */
export const rewriteText: FixProvider = (problem) => {
  const { violation } = problem.found;
  if (violation === undefined) return [];
  const { text } = problem.statement;
  const place: Place = { violation, text, range: violation.range, written: text.slice(violation.range.start, violation.range.end), problem };
  const candidates = [...(REWRITINGS[violation.code] ?? []), instead, ...momentNow].map((rewriting) => rewriting(place));
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    const { title, edits, whole } = candidate;
    if (whole ? acceptedWith(problem.statement, edits) : mendedBy(problem, edits)) return [{ title, safety: "safe", edits: inFile(problem, edits), preferred: true }];
  }
  return [];
};

/** What the message itself says to write. */
const instead: Rewriting = ({ violation, range }) => {
  const text = violation.data["instead"];
  return typeof text === "string" && text !== "" ? { title: `Write ${text}`, edits: [{ range, text }] } : undefined;
};

/** `now()` and `uuid()` where the column wants the same moment or identifier in another type. */
const momentNow: readonly Rewriting[] = ["toTimestamp(now())", "toDate(now())", "now()", "uuid()"].map((text) => ({ written, range }) =>
  /^(?:now|currentTimeUUID|current_timeuuid|uuid)\s*\(\s*\)$/i.test(written) && written !== text ? { title: `Write ${text}`, edits: [{ range, text }] } : undefined);

/** Puts `text` in place of what is refused. */
function replaced(text: (place: Place) => string, title = "Write"): Rewriting {
  return (place) => {
    const written = text(place);
    return { title: `${title} ${written}`, edits: [{ range: place.range, text: written }] };
  };
}

/** How far around a mistake a rewriting looks, so that no text, however long, makes it slow. */
const NEAR = 200;

/** Removes what `pattern` finds near the refused range; its match must touch the range. */
function removed(pattern: RegExp, title: string): Rewriting {
  return ({ text, range }) => {
    const from = Math.max(0, range.start - NEAR);
    for (const match of text.slice(from, range.end + NEAR).matchAll(pattern)) {
      const start = from + match.index;
      const end = start + match[0].length;
      if (start <= range.end && range.start <= end) return { title, edits: [{ range: { start, end }, text: "" }] };
    }
    return undefined;
  };
}

const asString = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** `c BETWEEN a AND b` as two comparisons, which every version has. */
const twoComparisons: Rewriting = ({ text, range }) => {
  const from = Math.max(0, range.start - NEAR);
  const before = /([\w".]+)\s*$/.exec(text.slice(from, range.start));
  const after = /^between\s+(\S+)\s+and\s+([^\s;]+)/i.exec(text.slice(range.start, range.start + NEAR));
  if (before === null || after === null) return undefined;
  const [all, low, high] = after;
  const column = before[1] as string;
  return { title: "Write >= and <= instead of BETWEEN", edits: [{ range: { start: from + before.index, end: range.start + all.length }, text: `${column} >= ${low} AND ${column} <= ${high}` }] };
};

/** `!=` where an IF condition takes it; a query takes neither. */
const notEqual: Rewriting = ({ range }) => ({ title: "Write !=", edits: [{ range: { start: range.start, end: range.start + 2 }, text: "!=" }], whole: true });

/** `2024-05-01`, with a time behind it or not, in quotes. */
const quotedDate: Rewriting = ({ text, range }) => {
  const date = /^\d{4}-\d\d?(?:-\d\d?)?(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?/.exec(text.slice(range.start, range.start + NEAR))?.[0];
  return date === undefined ? undefined : { title: `Write '${date}'`, edits: [{ range: { start: range.start, end: range.start + date.length }, text: `'${date}'` }] };
};

/** An option that older versions had, with the AND or WITH that belongs to it. */
const withoutOption: Rewriting = (place) => (place.violation.data["removed"] === undefined ? undefined : removed(OPTION, "Remove the option")(place));
const OPTION = /\s+and\s+\w+\s*=\s*(?:'[^']*'|[\w.+-]+)|\b\w+\s*=\s*(?:'[^']*'|[\w.+-]+)\s+and\s+|\s+with\s+\w+\s*=\s*(?:'[^']*'|[\w.+-]+)(?=\s*(?:;|$))/gi;

/** IF EXISTS moved before the name that it stands behind. */
const ifBeforeName: Rewriting = ({ violation, text, range }) => {
  const clause = show(violation.data, "clause");
  const written = new RegExp(`\\s+${clause.replaceAll(" ", "\\s+")}`, "iy");
  const name = text.lastIndexOf(show(violation.data, "name"), range.start);
  const behind = text.slice(0, range.start).trimEnd().length;
  written.lastIndex = behind;
  if (name < 0 || !written.test(text)) return undefined;
  return { title: `Move ${clause} before the name`, edits: [{ range: { start: name, end: name }, text: `${clause} ` }, { range: { start: behind, end: written.lastIndex }, text: "" }] };
};

/** A comma before a closing bracket or before the next clause. */
const commaTooMany: Rewriting = ({ text, range, written }) => {
  if (!/^(?:\)|from|where)$/i.test(written)) return undefined;
  const comma = text.slice(0, range.start).trimEnd().length - 1;
  return text[comma] === "," ? { title: "Remove the comma", edits: [{ range: { start: comma, end: comma + 1 }, text: "" }] } : undefined;
};

/** Plain rewritings by the code of the refusal. */
const REWRITINGS: Readonly<Record<string, readonly Rewriting[]>> = {
  "syntax-error": [commaTooMany],
  "misspelt-keyword": [replaced(({ violation }) => show(violation.data, "meant"), "Change it to")],
  "double-equals": [({ range }) => ({ title: "Write =", edits: [{ range: { start: range.start, end: range.start + 2 }, text: "=" }] })],
  "not-equal-operator": [notEqual],
  between: [twoComparisons],
  "not-in-version": [twoComparisons],
  "double-quoted-string": [replaced(({ violation }) => asString(show(violation.data, "text")))],
  "unquoted-string": [replaced(({ violation }) => asString(show(violation.data, "text")))],
  "column-comparison": [({ written, range }) => (/^"/.test(written) ? { title: `Write ${asString(written.slice(1, -1))}`, edits: [{ range, text: asString(written.slice(1, -1)) }], whole: true } : undefined)],
  "undoubled-quote": [({ range }) => ({ title: "Double the quote", edits: [{ range: { start: range.start, end: range.start }, text: "'" }] })],
  "missing-comma": [({ text, range }) => { const at = text.slice(0, range.start).trimEnd().length; return { title: "Put a comma", edits: [{ range: { start: at, end: at }, text: "," }] }; }],
  "unknown-option": [withoutOption],
  "unquoted-date": [quotedDate],
  "misplaced-if-exists": [ifBeforeName],
  "backtick-name": [replaced(({ violation }) => `"${show(violation.data, "name")}"`)],
  "current-timestamp": [({ range, text }) => ({ title: "Write toTimestamp(now())", edits: [{ range: { start: range.start, end: range.end + (/^\s*\(\s*\)/.exec(text.slice(range.end))?.[0].length ?? 0) }, text: "toTimestamp(now())" }] })],
  "type-parameters": [removed(/\s*\(\s*\d+(?:\s*,\s*\d+)?\s*\)/g, "Remove the length")],
  "not-null-constraint": [removed(/\s+(?:not\s+)?null\b/gi, "Remove the constraint")],
  "alias-without-as": [({ range }) => ({ title: "Write AS before the alias", edits: [{ range: { start: range.start, end: range.start }, text: "AS " }] })],
  "glued-minus": [({ range, text }) => { const at = text.indexOf("-", Math.max(0, range.start)); return at < 0 || at > range.end ? undefined : { title: "Put a space behind the minus", edits: [{ range: { start: at + 1, end: at + 1 }, text: " " }] }; }],
  "delete-star": [removed(/\s*\*/g, "Remove the *")],
  "column-keyword": [removed(/\bcolumn\s+/gi, "Remove COLUMN")],
  "keyspace-word": [replaced(() => "KEYSPACE")],
  "invisible-character": [replaced(() => " ", "Replace the character by a blank")],
  "hash-comment": [replaced(() => "--")],
};
