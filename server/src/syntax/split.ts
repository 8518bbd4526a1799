import type { Slice } from "./slice";

/** An edit: `text` of the old file from `start` to `end` (half-open, file offsets) was replaced by `inserted` characters. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly inserted: number;
}

/** Cuts a file into statements. The slices cover the text without gaps, in order. */
export function split(text: string): Slice[] {
  return text === "" ? [] : [{ start: 0, text }];
}

/** `split(text)`, re-using the slices of the text before `change` that the edit did not touch. */
export function resplit(_slices: readonly Slice[], text: string, _change: Change): Slice[] {
  return split(text);
}
