import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Fix } from "../features/diagnostics/diagnostic";
import { readTextFile } from "../lsp/node-files";
import type { Session } from "./session";

const MOST_ROUNDS = 10; // a fix may uncover a mistake that has a fix of its own

/** Applies the safe fixes of the named files, until none is left, and writes what has changed. Standard input has no file to write. */
export async function applySafeFixes({ service, files }: Session): Promise<void> {
  for (const { uri, problem } of files) {
    if (problem !== undefined || !uri.startsWith("file:")) continue;
    const before = service.text(uri);
    for (let round = 0; round < MOST_ROUNDS && applyOnce(service, uri); round++);
    const after = service.text(uri);
    if (after === undefined || after === before) continue;
    const file = fileURLToPath(uri);
    const onDisk = await readTextFile(file);
    if (onDisk.kind === "text" && onDisk.text === before) await writeFile(file, (onDisk.bom === true ? "\uFEFF" : "") + after);
  }
}

/** Applies the safe fixes that touch only this file and do not overlap, last first; false where there are none. */
function applyOnce(service: Session["service"], uri: string): boolean {
  const { diagnostics } = service.check(uri);
  const fixes = diagnostics.flatMap((_, i) => service.fixes(uri, i).filter((fix) => fix.safety === "safe" && fix.edits.every((edit) => edit.uri === uri)).slice(0, 1));
  const chosen: Fix[] = [];
  let free = Infinity;
  for (const fix of fixes.sort((a, b) => startOf(b) - startOf(a))) {
    if (Math.max(...fix.edits.map(({ range }) => range.end)) > free) continue;
    chosen.push(fix);
    free = startOf(fix);
  }
  const edits = chosen.flatMap((fix) => fix.edits).sort((a, b) => b.range.start - a.range.start);
  for (const { range, text } of edits) service.editFile(uri, range, text);
  return edits.length > 0;
}

function startOf({ edits }: Fix): number {
  return Math.min(...edits.map(({ range }) => range.start));
}
