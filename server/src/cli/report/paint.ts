/** Colours of text reports; without a terminal each leaves its text as it is. */
export interface Paint {
  readonly error: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly note: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly code: (text: string) => string;
}

/** Whether to colour what goes to a stream: "auto" asks whether it is a terminal and honours NO_COLOR. */
export function isColored(when: "auto" | "always" | "never", stream: { readonly isTTY?: boolean }): boolean {
  return when === "always" || (when === "auto" && stream.isTTY === true && (process.env.NO_COLOR ?? "") === "");
}

/** Colours, or for `false` none. */
export function paintFor(colored: boolean): Paint {
  const style = (open: number, close: number) => (text: string) => (colored ? `\u001b[${open}m${text}\u001b[${close}m` : text);
  return { error: style(31, 39), warning: style(33, 39), note: style(36, 39), strong: style(1, 22), code: style(35, 39) };
}
