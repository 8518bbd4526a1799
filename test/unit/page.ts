import type { Range } from "../../server/src/text/range";

/** One fenced block of a page. */
export interface Block {
  /** `schema`: DDL that the blocks after it see; `query`: text whose diagnostics are those marked; `after`: the block before it once its fix is applied. */
  readonly kind: "schema" | "query" | "after";
  /** `dialect=cassandra-4.1`, `complete`, `server.sasi_indexes_enabled=true`, … of the info string. */
  readonly options: ReadonlyMap<string, string>;
  readonly text: string;
  readonly markers: readonly Marker[];
  readonly line: number;
}

/** `-- ^^^^ error[code] "fragment"`: a diagnostic that is wanted, at the range (offsets in the block's text) over its carets. */
export interface Marker {
  readonly severity: string;
  readonly code: string;
  readonly fragment: string;
  readonly range: Range;
}

const MARKER = /^(--\s*)(\^+)\s*(error|warning|information|hint)\[([a-z0-9-]+)\](?:\s+"(.*)")?\s*$/;

/** The blocks of a page, in order. */
export function blocksOf(page: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = page.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const fence = /^```cql\b(.*)$/.exec(lines[i] as string);
    if (fence === null) continue;
    const words = (fence[1] as string).trim().split(/\s+/).filter((word) => word !== "");
    const end = lines.indexOf("```", i + 1);
    if (end < 0) throw new Error(`line ${i + 1}: the block has no end`);
    const kind = words.find((word) => word === "schema" || word === "after");
    const options = new Map(words.filter((word) => word !== kind).map((word) => [word.split("=")[0] as string, word.includes("=") ? word.slice(word.indexOf("=") + 1) : "true"]));
    const text = `${lines.slice(i + 1, end).join("\n")}\n`;
    blocks.push({ kind: (kind ?? "query") as Block["kind"], options, text, markers: markersOf(text), line: i + 1 });
    i = end;
  }
  return blocks;
}

/** Carets that touch their dashes (`--^^`) mark from the dashes on, so that the first two columns can be marked too. */
function markersOf(text: string): readonly Marker[] {
  const markers: Marker[] = [];
  let lineStart = 0;
  let markedStart = 0;
  for (const line of text.split("\n")) {
    const match = MARKER.exec(line);
    if (match === null) markedStart = lineStart;
    else {
      const [, lead, carets, severity, code, fragment] = match as unknown as [string, string, string, string, string, string | undefined];
      const from = lead === "--" ? 0 : lead.length;
      markers.push({ severity, code, fragment: fragment ?? "", range: { start: markedStart + from, end: markedStart + lead.length + carets.length } });
    }
    lineStart += line.length + 1;
  }
  return markers;
}

/** The text without its marker lines: what a fix leaves is compared with this. */
export function withoutMarkers(text: string): string {
  return text.split("\n").filter((line) => !MARKER.test(line)).join("\n");
}
