/** Finding and reading files on disk, for the command line and the language server. */
import { readdirSync, readFileSync, statSync, type Dirent } from "node:fs";
import path from "node:path";
import ignore, { type Ignore } from "ignore";
import picomatch from "picomatch";

/** Larger files are named and not parsed (contract.md section 7). */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

export type ReadFile =
  | { readonly text: string; readonly bom: boolean } // `bom`: a byte order mark stood before the text and is not in it
  | { readonly problem: string };

/** The text of a UTF-8 file; a file that is unreadable, too large, binary or not UTF-8 gives one plain sentence instead. */
export function readTextFile(file: string): ReadFile {
  try {
    const { size } = statSync(file);
    if (size > MAX_FILE_BYTES) return { problem: `is ${Math.round(size / 1024 / 1024)} MB large: files over 20 MB are not read` };
    return decodeText(readFileSync(file));
  } catch (error) {
    return { problem: `cannot be read: ${error instanceof Error ? error.message.replace(/, \w+ '.*'$/, "") : String(error)}` };
  }
}

/** The text of a file's bytes, as `readTextFile` gives it. */
export function decodeText(bytes: Uint8Array): ReadFile {
  if (bytes.length > MAX_FILE_BYTES) return { problem: `is ${Math.round(bytes.length / 1024 / 1024)} MB large: files over 20 MB are not read` };
  if (bytes.includes(0)) return { problem: "is a binary file: it holds NUL bytes" };
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith("\uFEFF") ? { text: text.slice(1), bom: true } : { text, bom: false };
  } catch {
    return { problem: "is not UTF-8" };
  }
}

/** All `.cql` files below a folder in natural order; what a .gitignore excludes, .git and node_modules are passed over, and so are folders that cannot be read. Links are not followed. */
export function findCqlFiles(folder: string): string[] {
  const files: string[] = [];
  walk(folder, ignoreFilesAbove(folder), (file) => files.push(file), (name) => /\.cql$/i.test(name));
  return files;
}

/** The files below `cwd` that a glob names, in natural order; .gitignore is respected, hidden files are matched only where the glob says so. */
export function matchGlob(glob: string, cwd: string): string[] {
  const { base, glob: pattern } = picomatch.scan(path.resolve(cwd, glob).replaceAll("\\", "/"));
  const matches = picomatch(pattern);
  const root = base === "" ? cwd : base;
  const files: string[] = [];
  walk(root, ignoreFilesAbove(root), (file) => { if (matches(path.relative(root, file).replaceAll("\\", "/"))) files.push(file); }, () => true);
  return files;
}

/** Whether the text is a glob and no plain path. */
export function isGlob(text: string): boolean {
  return picomatch.scan(text).isGlob;
}

/** The path of the nearest `name` in `folder` or above it; undefined where there is none. */
export function findAbove(name: string, folder: string): string | undefined {
  const candidate = path.join(folder, name);
  if (statSync(candidate, { throwIfNoEntry: false })?.isFile() === true) return candidate;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : findAbove(name, parent);
}

interface Rules {
  readonly folder: string;
  readonly rules: Ignore;
}

function walk(folder: string, above: readonly Rules[], visit: (file: string) => void, wanted: (name: string) => boolean): void {
  const rules = [...above, ...ignoreFileIn(folder)];
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return;
  }
  const byName = new Intl.Collator("en", { numeric: true });
  for (const entry of entries.sort((a, b) => byName.compare(a.name, b.name))) {
    if (entry.name === ".git" || entry.name === "node_modules") continue;
    const file = path.join(folder, entry.name);
    if (isIgnored(file, entry.isDirectory(), rules)) continue;
    if (entry.isDirectory()) walk(file, rules, visit, wanted);
    else if (entry.isFile() && wanted(entry.name)) visit(file);
  }
}

function isIgnored(file: string, isFolder: boolean, rules: readonly Rules[]): boolean {
  let ignored = false;
  for (const { folder, rules: own } of rules) { // a deeper .gitignore may take back what a higher one excludes
    const result = own.test(path.relative(folder, file).replaceAll("\\", "/") + (isFolder ? "/" : ""));
    if (result.ignored) ignored = true;
    else if (result.unignored) ignored = false;
  }
  return ignored;
}

/** The .gitignore files of the repository above a folder, the highest first. */
function ignoreFilesAbove(folder: string): Rules[] {
  const top = path.dirname(folder);
  if (top === folder || statSync(path.join(folder, ".git"), { throwIfNoEntry: false }) !== undefined) return [];
  return [...ignoreFilesAbove(top), ...ignoreFileIn(top)];
}

function ignoreFileIn(folder: string): Rules[] {
  try {
    return [{ folder, rules: ignore().add(readFileSync(path.join(folder, ".gitignore"), "utf8")) }];
  } catch {
    return [];
  }
}
