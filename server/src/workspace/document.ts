/** One file in memory: its text cut into statements, each parsed once, and edits that touch only what they change. */
import type { Target } from "../dialect/target";
import { isTarget } from "../dialect/target";
import { definesSchema } from "../schema/fold";
import type { PartitionRows } from "../schema/model";
import type { ParsedStatement, Statement, StatementKind } from "../syntax/ast";
import { directives, figuresOf, mentionsUs } from "../syntax/directive";
import { parseStatement } from "../syntax/parse";
import type { Slice } from "../syntax/slice";
import { resplit, split } from "../syntax/split";
import type { Splice } from "../syntax/split";
import { BINARY_SAMPLE, isBinary } from "../text/binary";
import { commentEnd, spaceEnd, wordEnd } from "../text/characters";
import type { Range } from "../text/range";
import type { Seen } from "./judge-statements";
import { LANGUAGE_SAMPLE, otherLanguage } from "./language";
import { fileOrder } from "./migrations";
import type { FileOrder } from "./migrations";
import { tablesRead, type TableRead } from "./reads";

/** One statement at its place. `start` moves as text above changes; everything else stays with the text. */
export interface Entry {
  start: number;
  open: Slice["open"];
  readonly text: string;
  /** Whether a comment in it may speak to us. */
  readonly speaksToUs: boolean;
  /** The tree. That of a query or a write is let go once it is judged (`forget`), and read again when somebody asks: it is four fifths of what a file would keep in memory. */
  readonly parsed: ParsedStatement;
  readonly kind: StatementKind;
  /** The statement's own range, from the slice's start. */
  readonly range: Range;
  /** The tables that its verdict depends on; undefined: on more than tables. */
  readonly tables: readonly TableRead[] | undefined;
  /** Whether it can change the schema. */
  readonly defines: boolean;
  readonly isUse: boolean;
  /** White space alone, behind the last statement: no statement at all. */
  readonly blank: boolean;
  /** What comments above CREATE TABLE say about the table. */
  readonly notes: TableNotes;
  /** Its last judgement, and what that was based on. */
  seen: Seen | undefined;
  /** Lets the tree of a query or a write go. */
  readonly forget: () => void;
}

/** `-- cqlwright: copy of shop.orders` and `-- cqlwright: rows=50000 per=day`. */
export interface TableNotes {
  readonly copyOf?: string;
  readonly partitionRows?: PartitionRows;
}

/** A file as the service holds it. */
export interface Document {
  readonly uri: string;
  readonly order: FileOrder;
  text: string;
  entries: readonly Entry[];
  writable: boolean;
  /** The project that the host named for it. */
  project: string | undefined;
  /** Goes up with every change of the text. */
  revision: number;
  header: Header | undefined;
}

/** What is said about a file as a whole. */
export interface Header {
  /** Content that is not ours to judge: another language, binary, too large. */
  readonly notOurs: string | undefined;
  /** `-- cqlwright: target=…` at the top. */
  readonly target: Target | undefined;
  /** `-- cqlwright: ignore-file all` at the top. */
  readonly ignored: boolean;
}

/** Longer texts are not parsed (contract.md section 7). */
export const LARGEST_FILE = 20 * 1024 * 1024;

/** An empty document; give it its text with `setText`. */
export function createDocument(uri: string): Document {
  return { uri, order: fileOrder(uri), text: "", entries: [], writable: true, project: undefined, revision: 0, header: undefined };
}

/** Why a text is not parsed at all; undefined: it is. */
function unreadable(text: string): string | undefined {
  if (text.length > LARGEST_FILE) return "a file of more than 20 MB";
  return isBinary(text.slice(0, BINARY_SAMPLE)) ? "binary data" : undefined;
}

/** Whether a change of statements can matter to other files, or to what stands below in its own. */
export interface TextChange {
  readonly definitions: boolean;
}

/** Replaces the whole text; statements whose text is still there keep their tree and their verdict. */
export function setText(document: Document, text: string): TextChange {
  if (document.revision > 0 && text === document.text) return { definitions: false };
  document.text = text;
  return replaceEntries(document, { from: 0, to: document.entries.length, slices: unreadable(text) === undefined ? split(text) : [], shift: 0 });
}

/** Replaces `range` (file offsets, clamped to the text) by `inserted`. `whole` is the text after that, where the caller holds it: a megabyte need not be joined twice. */
export function editText(document: Document, range: Range, inserted: string, whole?: string): TextChange {
  const before = document.text;
  const start = Math.min(Math.max(range.start, 0), before.length);
  const end = Math.min(Math.max(range.end, start), before.length);
  const text = whole?.length === before.length - (end - start) + inserted.length ? whole : before.slice(0, start) + inserted + before.slice(end);
  if (document.entries.length === 0 || unreadable(text) !== undefined) return setText(document, text);
  document.text = text;
  return replaceEntries(document, resplit(document.entries, text, { start, end, inserted: inserted.length }));
}

/** Puts new slices in place, keeping the entries at both ends of them that are the same, and those in between whose text is. */
function replaceEntries(document: Document, { from, to, slices, shift }: Splice): TextChange {
  const old = document.entries;
  let head = 0;
  while (from + head < to && head < slices.length && old[from + head]?.text === slices[head]?.text) head++;
  let tail = 0;
  while (tail < to - from - head && tail < slices.length - head && old[to - 1 - tail]?.text === slices[slices.length - 1 - tail]?.text) tail++;
  const gone = old.slice(from + head, to - tail);
  const byText = new Map<string, Entry[]>();
  for (const entry of gone) byText.set(entry.text, [entry, ...(byText.get(entry.text) ?? [])]);
  const fresh = slices.slice(head, slices.length - tail).map((slice) => byText.get(slice.text)?.pop() ?? createEntry(slice));
  document.entries = gone.length === 0 && fresh.length === 0 ? old : old.slice(0, from + head).concat(fresh, old.slice(to - tail));
  slices.forEach((slice, i) => {
    const entry = document.entries[from + i] as Entry;
    entry.start = slice.start;
    entry.open = slice.open;
  });
  if (shift !== 0) for (let i = from + slices.length; i < document.entries.length; i++) (document.entries[i] as Entry).start += shift;
  document.revision++;
  return { definitions: headerChanged(document, from + head === 0) || mattersBelow(gone) || mattersBelow(fresh) };
}

/** Reads again what the file says about itself, where that can have changed, and tells whether it has. */
function headerChanged(document: Document, atTop: boolean): boolean {
  const before = document.header;
  if (!atTop && before !== undefined && before.notOurs === undefined && speaksCql(document.entries, 1)) return false;
  const after = readHeader(document);
  document.header = after;
  return before === undefined || before.notOurs !== after.notOurs || before.target !== after.target || before.ignored !== after.ignored;
}

function mattersBelow(entries: readonly Entry[]): boolean {
  return entries.some((entry) => entry.defines || entry.isUse);
}

/** Whether at least `enough` of a text's first statements parse as CQL. */
function speaksCql(entries: readonly Entry[], enough: number): boolean {
  let ours = 0;
  for (const { parsed: { statement, problems } } of entries.slice(0, 50)) {
    if (problems.length === 0 && statement.kind !== "unknown" && statement.kind !== "empty" && statement.kind !== "shell" && ++ours >= enough) return true;
  }
  return false;
}

/** So many statements that parse tell the language, whatever words stand in strings and comments. */
const PLAINLY_CQL = 10;

/** The entries that are statements: all but white space at the end. */
export function statementsOf({ entries }: Document): readonly Entry[] {
  return entries[entries.length - 1]?.blank === true ? entries.slice(0, -1) : entries;
}

const NO_NOTES: TableNotes = {};

/** What is kept of a tree when it goes. */
type Summary = Pick<Entry, "kind" | "range" | "tables">;

class StatementEntry implements Entry {
  start: number;
  open: Slice["open"];
  readonly text: string;
  readonly speaksToUs: boolean;
  readonly defines: boolean;
  readonly isUse: boolean;
  readonly blank: boolean;
  readonly notes: TableNotes;
  seen: Seen | undefined = undefined;
  private readonly isQuery: boolean;
  private tree: ParsedStatement | undefined = undefined;
  private summary: Summary | undefined = undefined;

  constructor({ start, text, open }: Slice) {
    this.start = start;
    this.open = open;
    // A slice of a long text keeps all of that text alive; joined from two pieces it holds only itself, and is quicker to read.
    this.text = text.length > 12 ? [text.slice(0, 1), text.slice(1)].join("") : text;
    this.speaksToUs = mentionsUs(text);
    this.isQuery = QUERY_HEADS.has(headWord(text));
    if (this.isQuery) {
      this.defines = this.isUse = this.blank = false;
      this.notes = NO_NOTES;
      return;
    }
    const { statement } = this.parsed;
    this.defines = definesSchema(statement);
    this.isUse = statement.kind === "use";
    this.blank = statement.kind === "empty" && text.trim() === "";
    this.notes = notesOf(this.text, statement);
  }

  get parsed(): ParsedStatement {
    return (this.tree ??= parseStatement(this.text));
  }

  get kind(): StatementKind {
    return this.summarized.kind;
  }

  get range(): Range {
    return this.summarized.range;
  }

  get tables(): readonly TableRead[] | undefined {
    return this.summarized.tables;
  }

  private get summarized(): Summary {
    if (this.summary === undefined) {
      const { statement } = this.parsed;
      this.summary = { kind: statement.kind, range: statement.range, tables: tablesRead(statement) };
    }
    return this.summary;
  }

  forget(): void {
    if (!this.isQuery || this.summarized === undefined) return;
    this.tree = undefined;
  }
}

function createEntry(slice: Slice): Entry {
  return new StatementEntry(slice);
}

/** First words of statements that change neither the schema nor the keyspace in force. */
const QUERY_HEADS: ReadonlySet<string> = new Set(["select", "insert", "update", "delete", "begin"]);

/** The first word behind comments, lower case; empty where none stands there. */
function headWord(text: string): string {
  let at = spaceEnd(text, 0);
  for (let end = commentEnd(text, at); end > at; end = commentEnd(text, at)) at = spaceEnd(text, end);
  return text.slice(at, wordEnd(text, at)).toLowerCase();
}

function notesOf(text: string, statement: Statement): TableNotes {
  if (statement.kind !== "create-table" || !mentionsUs(text)) return NO_NOTES;
  let notes = NO_NOTES;
  for (const { body, range } of directives(text)) {
    if (range.start >= statement.range.start) break;
    const copyOf = /^copy of\s+(\S+)/.exec(body)?.[1];
    const figures = figuresOf(body);
    if (copyOf !== undefined) notes = { ...notes, copyOf };
    if (figures !== undefined) notes = { ...notes, partitionRows: figures };
  }
  return notes;
}

/** What the file says about itself: worked out once, until its top or its language can have changed. */
export function headerOf(document: Document): Header {
  document.header ??= readHeader(document);
  return document.header;
}

function readHeader({ text, entries }: Document): Header {
  const broken = unreadable(text);
  if (broken !== undefined) return { notOurs: broken, target: undefined, ignored: false };
  let target: Target | undefined;
  let ignored = false;
  for (const entry of entries) {
    const { statement } = entry.parsed;
    if (entry.speaksToUs) {
      for (const directive of directives(entry.text)) {
        if (statement.kind !== "empty" && directive.range.start >= statement.range.start) break;
        const [, name = ""] = /^target\s*=\s*(\S+)/.exec(directive.body) ?? [];
        if (isTarget(name)) target ??= name;
        else if (/^ignore-file\s+all\b/.test(directive.body)) ignored = true;
      }
    }
    if (statement.kind !== "empty") break;
  }
  const isOurs = speaksCql(entries, PLAINLY_CQL) || (speaksCql(entries, 1) && !OTHER_MARKS.test(text.slice(0, LANGUAGE_SAMPLE)));
  const notOurs = isOurs ? undefined : otherLanguage(text);
  return { notOurs, target, ignored };
}

/** A word that hardly any CQL file holds; without one of them no other language needs to be counted out. */
const OTHER_MARKS = /\b(?:MATCH|MERGE|library|valueset|codesystem|define|import|lemma|word|ISTREAM|RSTREAM|DSTREAM|UNWIND|BBOX|INTERSECTS)\b|\]->?|LOAD\s+CSV/i;
