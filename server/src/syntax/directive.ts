import type { Directive } from "./slice";

/** A string, quoted name, `$$ … $$` or comment: the texts in which another one's beginning means nothing. */
const QUOTED_OR_COMMENT = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\$[^]*?\$\$|(?:--|\/\/)[^\r\n]*|\/\*[^]*?\*\//g;
const DIRECTIVE = /^(?:--|\/\/|\/\*)\s*cqlwright:\s*([^]*?)\s*(?:\*\/)?$/;

/** What a comment says of the size of a partition: `rows=50000 per=day`; undefined for any other. */
export function figuresOf(body: string): { readonly rows: number; readonly per?: string } | undefined {
  const [, rows, per] = /^rows\s*=\s*(\d+)(?:\s+per\s*=\s*(\w+))?/.exec(body) ?? [];
  return rows === undefined ? undefined : { rows: Number(rows), ...(per !== undefined && { per }) };
}

/** Whether a text can hold such a comment at all. */
export function mentionsUs(text: string): boolean {
  return text.includes("cqlwright:");
}

/** The comments of a slice that speak to us (`-- cqlwright: …` and its two other forms), in text order; ranges count from the slice's start. */
export function directives(sliceText: string): Directive[] {
  if (!mentionsUs(sliceText)) return [];
  const found: Directive[] = [];
  for (const match of sliceText.matchAll(QUOTED_OR_COMMENT)) {
    const body = DIRECTIVE.exec(match[0])?.[1];
    if (body !== undefined && body !== "") found.push({ body, range: { start: match.index, end: match.index + match[0].length } });
  }
  return found;
}
