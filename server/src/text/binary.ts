/** How much of a file tells whether it is text. */
export const BINARY_SAMPLE = 8192;

/** Whether the beginning of a file is no text: NUL among other control characters. A lone NUL is a slip in a text, and a syntax error there. */
export function isBinary(sample: string): boolean {
  if (!sample.includes("\0")) return false;
  let controls = 0;
  for (let i = 0; i < sample.length; i++) {
    const code = sample.charCodeAt(i);
    if (code < 9 || (code > 13 && code < 32)) controls++;
  }
  return controls > 1;
}
