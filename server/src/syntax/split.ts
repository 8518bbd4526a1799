import { BLANK, CLASS, CLOSE, DASH, DOLLAR, LETTER, NEWLINE, OPEN, QUOTE, SEMICOLON, SLASH, blankEnd, commentEnd, dollarsEnd, lineEnd, plainEnd, quotedEnd, spaceEnd, wordEnd } from "../text/characters";
import { endsAtNewline } from "./shell";
import type { Slice } from "./slice";
import { beginsStatement, isBatch, wordAt } from "./statement-heads";

/** How the slices of a text become those of another: `slices` stand in for those from `from` to `to` (half-open), and all behind move by `shift`. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly slices: readonly Slice[];
  readonly shift: number;
}

/** An edit: the old text from `start` to `end` (half-open, file offsets) was replaced by `inserted` characters. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly inserted: number;
}

/** Words that, first behind a `;`, show that a batch above was never closed: they stand in no batch. */
const ENDS_BATCH: ReadonlySet<string> = new Set(["create", "alter", "drop", "truncate", "use", "grant", "revoke", "begin"]);

/** Where a scan of one slice ended. */
interface End {
  readonly end: number;
  readonly open?: Slice["open"];
}

/**
 * Cuts a file into statements, one character after the other. The slices cover the text without gaps, in order: comments
 * and white space before a statement belong to it, so do its `;` and a comment behind that on the same line. Strings,
 * quoted names, `$$ … $$` and comments hide their `;`; BEGIN … APPLY BATCH stays whole (L-SH-20); cqlsh commands end with
 * their line. Where a `;` was forgotten, a line that surely begins another statement ends the one before.
 */
export function split(text: string): Slice[] {
  const slices: Slice[] = [];
  splitFrom(text, 0, slices, false);
  if (slices[slices.length - 1]?.open !== "string") return slices;
  // A quote that nothing closes would swallow the file: now quoted text ends before a line that surely begins a statement.
  const lenient: Slice[] = [];
  splitFrom(text, 0, lenient, true);
  const last = lenient.pop();
  if (last !== undefined) lenient.push({ start: last.start, text: last.text, open: "string" });
  return lenient;
}

/** Adds to `slices` those of the text from `start` on, until `stopsAt` knows how it goes on. */
function splitFrom(text: string, start: number, slices: Slice[], isLenient: boolean, stopsAt?: (position: number) => boolean): void {
  let at = start;
  while (at < text.length && stopsAt?.(at) !== true) {
    const { end, open } = sliceEnd(text, at, isLenient);
    const piece = text.slice(at, end);
    slices.push(open === undefined ? { start: at, text: piece } : { start: at, text: piece, open });
    at = end;
  }
}

/**
 * How the slices of the text before an edit become `split(text)`: only the region that the edit touched is cut again.
 */
export function resplit(slices: readonly Slice[], text: string, change: Change): Splice {
  const last = slices[slices.length - 1];
  const shift = change.inserted - (change.end - change.start);
  if (last === undefined || last.open === "string" || last.start + last.text.length + shift !== text.length) return whole(slices, text);

  // The end of a slice depends on its own text and on the beginning of the next one, so the cut before the edit is made again.
  let first = Math.max(0, sliceAt(slices, change.start) - 1);
  for (let index = 0; index < first; index++) if ((slices[index] as Slice).open === "batch") first = index;

  const fresh: Slice[] = [];
  // Behind the edit, the old cuts hold again from the first one that the new scan meets.
  let next = first;
  splitFrom(text, (slices[first] as Slice).start, fresh, false, (position) => {
    if (position < change.start + change.inserted) return false;
    while (next < slices.length && (slices[next] as Slice).start + shift < position) next++;
    const old = slices[next];
    return old !== undefined && old.start >= change.end && old.start + shift === position;
  });
  const end = fresh[fresh.length - 1];
  if (end?.open === "string") return whole(slices, text);
  const reachesEnd = (end === undefined ? (slices[first] as Slice).start : end.start + end.text.length) >= text.length;
  return { from: first, to: reachesEnd ? slices.length : next, slices: fresh, shift };
}

function whole(slices: readonly Slice[], text: string): Splice {
  return { from: 0, to: slices.length, slices: split(text), shift: 0 };
}

/** The index of the first slice that ends at `offset` or behind it. */
function sliceAt(slices: readonly Slice[], offset: number): number {
  let low = 0;
  let high = slices.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const slice = slices[middle] as Slice;
    if (slice.start + slice.text.length < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where the slice ends that begins at `start`. */
function sliceEnd(text: string, start: number, isLenient: boolean): End {
  const length = text.length;
  let at = start;
  let lineStart = start;
  let isLineBlank = start === 0 || CLASS[text.charCodeAt(start - 1)] === NEWLINE; // only blanks since `lineStart`
  let depth = 0;
  let mode: Mode = "statement";
  let first = ""; // the first word; "#": something else
  let firstStart = -1;
  let firstColumn = 0;
  let lastEnd = -1; // the end of the last token
  let firstSemicolon = -1; // of a batch
  let isAfterSemicolon = false;

  while (at < length) {
    const kind = CLASS[text.charCodeAt(at)] as number;
    if (kind <= BLANK && !isLineBlank && mode !== "batch" && first !== "") {
      // Inside a line words and signs change nothing, and they are most of a text.
      const end = plainEnd(text, at);
      const last = tokenEnd(text, at, end);
      if (last > at) lastEnd = last;
      at = end;
      continue;
    }
    if (kind === BLANK) {
      at++;
      continue;
    }
    if (kind === LETTER) {
      const end = wordEnd(text, at);
      if (first === "") {
        first = text.slice(at, end).toLowerCase();
        firstStart = at;
        firstColumn = isLineBlank ? at - lineStart : 0;
        mode = modeOf(text, first, end);
      } else if (mode === "batch") {
        if (isAfterSemicolon || end - at === 5) {
          const word = text.slice(at, end).toLowerCase();
          if (word === "apply" && wordAt(text, end)?.word === "batch") {
            mode = "statement";
            depth = 0;
          } else if (isAfterSemicolon && ENDS_BATCH.has(word) && (word !== "begin" || isBatch(text, end))) return { end: withTail(text, firstSemicolon), open: "batch" };
        }
        isAfterSemicolon = false;
      } else if (isLineBlank && at - lineStart <= firstColumn && mode === "statement" && beginsStatement(text, at, end, { word: first, start: firstStart, lastEnd, depth })) {
        return { end: withTail(text, lastEnd) };
      }
      isLineBlank = false;
      lastEnd = at = end;
      continue;
    }
    if (kind === NEWLINE) {
      if (mode === "line") return { end: withTail(text, text.startsWith("\r\n", at) ? at + 2 : at + 1) };
      lineStart = ++at;
      isLineBlank = true;
      continue;
    }
    isLineBlank = false;
    if (kind === DASH || kind === SLASH) {
      const end = commentEnd(text, at);
      if (end < 0) return unclosed(text, at, isLenient);
      if (end > at) {
        at = end;
        continue;
      }
    }
    // A token that is no word.
    isAfterSemicolon = false;
    if (first === "") {
      first = "#";
      firstStart = at;
      if (text[at] === "?") mode = "line"; // asks cqlsh for help
    }
    if (kind === QUOTE || kind === DOLLAR) {
      const end = kind === QUOTE ? quotedEnd(text, at, text[at] as string) : dollarsEnd(text, at);
      if (end < 0) return unclosed(text, at, isLenient);
      const cut = isLenient ? lineThatBegins(text, at, end) : -1;
      if (cut >= 0) return { end: cut };
      lastEnd = at = Math.max(end, at + 1);
      continue;
    }
    at++;
    if (kind === SEMICOLON) {
      if (mode !== "batch") return { end: withTail(text, at) };
      if (firstSemicolon < 0) firstSemicolon = at;
      isAfterSemicolon = true;
    } else if (kind === OPEN) depth++;
    else if (kind === CLOSE) depth--;
    lastEnd = at;
  }
  return mode === "batch" && firstSemicolon >= 0 ? { end: withTail(text, firstSemicolon), open: "batch" } : { end: length };
}

/** The end of the last token between two offsets that only blanks can follow; `start`: none stands there. */
function tokenEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && CLASS[text.charCodeAt(at - 1)] === BLANK) at--;
  return at;
}

/** How a slice ends: a statement at its `;`, a command of cqlsh with its line, a batch at the `;` behind APPLY BATCH. */
type Mode = "statement" | "line" | "batch";

/** The mode of a slice whose first word (lower case) ends at `end`. */
function modeOf(text: string, first: string, end: number): Mode {
  if (first === "begin" && isBatch(text, end)) return "batch";
  return endsAtNewline(first) ? "line" : "statement";
}

/** Where a slice ends in which nothing closes the text or comment that opens at `at`. */
function unclosed(text: string, at: number, isLenient: boolean): End {
  const cut = isLenient ? lineThatBegins(text, at, text.length) : -1;
  return cut >= 0 ? { end: cut } : { end: text.length, open: "string" };
}

/** The end of a slice whose last token ends at `end`: a comment on the rest of the line goes with it, and white space that ends the text. */
function withTail(text: string, end: number): number {
  const at = blankEnd(text, end);
  let tail = end;
  const comment = commentEnd(text, at);
  if (comment > at && lineEnd(text, at) === blankEnd(text, comment)) tail = blankEnd(text, comment);
  const rest = spaceEnd(text, tail);
  return rest === text.length ? rest : tail;
}

/** The start of the first line between two offsets that surely begins a statement; -1: none does. */
function lineThatBegins(text: string, from: number, to: number): number {
  for (let newline = text.indexOf("\n", from); newline >= 0 && newline < to; newline = text.indexOf("\n", newline + 1)) {
    const word = newline + 1;
    const end = wordEnd(text, word);
    if (end > word && end <= to && beginsStatement(text, word, end, undefined)) return word;
  }
  return -1;
}
