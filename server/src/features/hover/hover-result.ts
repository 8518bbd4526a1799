import type { Range } from "../../text/range";

/** A hover's text and what it is about; file offsets, half-open. */
export interface HoverResult {
  readonly markdown: string;
  readonly range: Range;
}
