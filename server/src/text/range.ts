/** A half-open stretch of text in UTF-16 code units. What it counts from (slice or file) is said by its owner. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** From the start of one range to the end of another. */
export function span(first: Range, last: Range): Range {
  return { start: first.start, end: last.end };
}

/** The range moved right by `offset` (slice offsets to file offsets: the slice's start). */
export function shift(range: Range, offset: number): Range {
  return { start: range.start + offset, end: range.end + offset };
}

/** The smallest range that covers both. */
export function cover(first: Range, last: Range): Range {
  return { start: Math.min(first.start, last.start), end: Math.max(first.end, last.end) };
}

/** Whether `offset` lies in the range; its end counts too, so that a cursor behind a word still touches it. */
export function touches(range: Range, offset: number): boolean {
  return range.start <= offset && offset <= range.end;
}
