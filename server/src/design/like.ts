const FIRST_SURROGATE = 0xd800;
const AFTER_SURROGATES = 0xe000;
const LAST_CODE_POINT = 0x10ffff;
const LAST_ASCII = 0x7f;

/**
 * The first text after all texts that begin with `prefix`, in the server's order (UTF-8 bytes, which is the order of code points);
 * undefined when there is none. `ascii` ends at U+007F.
 */
export function afterPrefix(prefix: string, ascii: boolean): string | undefined {
  const last = ascii ? LAST_ASCII : LAST_CODE_POINT;
  const points = Array.from(prefix, (character) => character.codePointAt(0)!);
  while (points.length > 0 && points[points.length - 1]! >= last) points.pop();
  const point = points.pop();
  if (point === undefined) return undefined;
  // No UTF-8 text holds a surrogate, so the next code point after U+D7FF is U+E000.
  const next = point + 1 >= FIRST_SURROGATE && point < AFTER_SURROGATES ? AFTER_SURROGATES : point + 1;
  return String.fromCodePoint(...points, next);
}

export type Pattern =
  | { readonly kind: "all" } // '%'
  | { readonly kind: "exact"; readonly text: string }
  | { readonly kind: "prefix"; readonly text: string }
  | { readonly kind: "infix" }; // begins with %

/** What a LIKE pattern asks for; as in the server, only a % at either end is a wildcard. */
export function readPattern(pattern: string): Pattern {
  if (pattern === "%" || pattern === "%%") return { kind: "all" };
  if (pattern.startsWith("%")) return { kind: "infix" };
  return pattern.endsWith("%") ? { kind: "prefix", text: pattern.slice(0, -1) } : { kind: "exact", text: pattern };
}

/** Order of two texts by code points, as the server orders text. */
export function compareTexts(first: string, second: string): number {
  const a = Array.from(first);
  const b = Array.from(second);
  for (let i = 0; i < a.length && i < b.length; i += 1) {
    const difference = a[i]!.codePointAt(0)! - b[i]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
