/** Temporary folders for tests that need a disk. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";

export interface Folder {
  readonly path: string;
  readonly uri: string;
  readonly uriOf: (name: string) => string;
  readonly write: (name: string, content: string | Uint8Array) => void;
  readonly remove: (name: string) => void;
}

/** A folder with these files, gone when the test ends. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Folder {
  const root = mkdtempSync(path.join(tmpdir(), "cqlwright-protocol-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (name: string, content: string | Uint8Array): void => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  return {
    path: root,
    uri: pathToFileURL(root).href,
    uriOf: (name) => pathToFileURL(path.join(root, name)).href,
    write,
    remove: (name) => rmSync(path.join(root, name), { recursive: true }),
  };
}
