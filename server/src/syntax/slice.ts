import type { Range } from "../text/range";

/** One statement's text. Slices cover the file without gaps: comments before a statement belong to it, and so does its `;`. */
export interface Slice {
  /** Offset of `text` in the file, in UTF-16 code units. */
  readonly start: number;
  readonly text: string;
  /**
   * Set where the cut depends on text far below: a BEGIN BATCH that no APPLY BATCH closes, or (on the last slice) a
   * string that nothing closes. Only `resplit` asks for it.
   */
  readonly open?: "batch" | "string";
}

/** A comment that speaks to us: `-- cqlwright: …` (also `//`, `/* *\/`); `body` is what follows the colon, trimmed. */
export interface Directive {
  readonly body: string;
  readonly range: Range; // of the whole comment, from the slice's start
}
