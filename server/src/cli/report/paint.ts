/** Colours of text reports; without a terminal each leaves its text as it is. */
export interface Paint {
  readonly error: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly note: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly code: (text: string) => string;
}

/** Colours for a stream: "auto" asks whether it is a terminal and honours NO_COLOR. */
export function paintFor(when: "auto" | "always" | "never", stream: { readonly isTTY?: boolean }): Paint {
  const colored = when === "always" || (when === "auto" && stream.isTTY === true && (process.env.NO_COLOR ?? "") === "");
  const style = (open: number, close: number) => (text: string) => (colored ? `\u001b[${open}m${text}\u001b[${close}m` : text);
  return { error: style(31, 39), warning: style(33, 39), note: style(36, 39), strong: style(1, 22), code: style(35, 39) };
}
