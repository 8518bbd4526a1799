/** Reading files and folders on Node: for the language server and the command line. Nothing here throws; what cannot be read says why. */
import { accessSync, constants, statSync, type Dirent } from "node:fs";
import { open, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import ignore, { type Ignore } from "ignore";
import { BINARY_SAMPLE, isBinary } from "../text/binary";
import type { FileContent } from "./host";

/** Larger files are not parsed (contract.md section 7). */
export const MAX_BYTES = 20 * 1024 * 1024;
export const CONFIG_NAME = "cqlwright.json";

/** Folders that hold no sources of the project, whatever `.gitignore` says. */
const NEVER_ENTERED: ReadonlySet<string> = new Set([".git", ".hg", ".svn", "node_modules"]);

/** The text of a file without its byte order mark, or one line that says why it is not parsed. */
export async function readTextFile(file: string): Promise<FileContent> {
  try {
    const handle = await open(file);
    try {
      const stat = await handle.stat();
      if (stat.isDirectory()) return unreadable("It is a folder.");
      if (stat.size > MAX_BYTES) return unreadable(`It has ${megabytes(stat.size)} MB; files over ${megabytes(MAX_BYTES)} MB are not read.`);
      return decode(await handle.readFile());
    } finally {
      await handle.close();
    }
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === "ENOENT";
    return { kind: "unreadable", reason: systemReason(error), ...(isAbsent ? { absent: true } : {}) };
  }
}

/** Bytes as text: UTF-8 only, the byte order mark taken off; anything else is named. */
export function decode(bytes: Uint8Array): FileContent {
  if (bytes.length > MAX_BYTES) return unreadable(`It has ${megabytes(bytes.length)} MB; files over ${megabytes(MAX_BYTES)} MB are not read.`);
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return unreadable("It is UTF-16; save it as UTF-8.");
  const head = bytes.subarray(0, BINARY_SAMPLE);
  if (head.includes(0) && isBinary(new TextDecoder("latin1").decode(head))) return unreadable("It is a binary file.");
  try {
    const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), bom };
  } catch {
    return unreadable("It is not valid UTF-8; save it as UTF-8.");
  }
}

/** A folder's `.cql` and `cqlwright.json` files, sorted, absolute. `problems`: folders that could not be read, one line each. */
export interface FolderScan {
  readonly files: readonly string[];
  readonly configs: readonly string[];
  readonly problems: readonly { readonly path: string; readonly reason: string }[];
}

/** Walks a folder; `.gitignore` files in it and above it (up to the repository's root) are respected, symbolic links to folders not followed. */
export async function scanFolder(folder: string): Promise<FolderScan> {
  const files: string[] = [];
  const configs: string[] = [];
  const problems: { path: string; reason: string }[] = [];
  const walk = async (at: string, rules: readonly Rules[]): Promise<void> => {
    let entries: Dirent[];
    try {
      entries = await readdir(at, { withFileTypes: true });
    } catch (error) {
      problems.push({ path: at, reason: systemReason(error) });
      return;
    }
    const inForce = entries.some((entry) => entry.name === ".gitignore") ? [...rules, ...(await rulesOf(at))] : rules;
    for (const entry of entries) {
      const full = path.join(at, entry.name);
      if (entry.isDirectory()) {
        if (!NEVER_ENTERED.has(entry.name) && !ignores(inForce, full, true)) await walk(full, inForce);
      } else if (entry.name === CONFIG_NAME) {
        configs.push(full);
      } else if (isCqlName(entry.name) && !ignores(inForce, full, false)) {
        files.push(full);
      }
    }
  };
  await walk(folder, await rulesAbove(folder));
  return { files: files.sort(), configs: configs.sort(), problems };
}

/** Whether a scan of `folder` would leave `file` (below it) out. */
export async function isIgnored(folder: string, file: string): Promise<boolean> {
  const parts = path.relative(folder, file).split(path.sep);
  let rules = await rulesAbove(folder);
  let at = folder;
  for (const [i, part] of parts.entries()) {
    rules = [...rules, ...(await rulesOf(at))];
    at = path.join(at, part);
    const isFolder = i < parts.length - 1;
    if ((isFolder && NEVER_ENTERED.has(part)) || ignores(rules, at, isFolder)) return true;
  }
  return false;
}

/** The `cqlwright.json` of the nearest folder at or above `folder`. */
export async function configAbove(folder: string): Promise<string | undefined> {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const file = path.join(at, CONFIG_NAME);
    if (await isFile(file)) return file;
    if (path.dirname(at) === at) return undefined;
  }
}

/** Whether a file can be saved; what does not exist yet can. A file that is marked as read-only cannot, though root might do it. */
export function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return (statSync(file).mode & 0o222) !== 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

/** Whether a file's name says CQL; capitals count, as they do for editors. */
export function isCqlName(name: string): boolean {
  return name.toLowerCase().endsWith(".cql");
}

interface Rules {
  readonly folder: string;
  readonly matcher: Ignore;
}

async function rulesOf(folder: string): Promise<Rules[]> {
  try {
    return [{ folder, matcher: ignore().add(await readFile(path.join(folder, ".gitignore"), "utf8")) }];
  } catch {
    return []; // no .gitignore here
  }
}

/** The rules of the folders above `folder`, outermost first, as far up as the repository reaches. */
async function rulesAbove(folder: string): Promise<readonly Rules[]> {
  const above: string[] = [];
  for (let at = path.resolve(folder); !(await exists(path.join(at, ".git"))); ) {
    const parent = path.dirname(at);
    if (parent === at) return []; // no repository: nothing above the folder speaks for it
    above.unshift(parent);
    at = parent;
  }
  return (await Promise.all(above.map(rulesOf))).flat();
}

/** The innermost file that says anything about the path decides, as in Git. */
function ignores(rules: readonly Rules[], full: string, isFolder: boolean): boolean {
  for (let i = rules.length - 1; i >= 0; i--) {
    const { folder, matcher } = rules[i] as Rules;
    const relative = path.relative(folder, full).split(path.sep).join("/");
    const verdict = matcher.test(isFolder ? `${relative}/` : relative);
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}

async function exists(file: string): Promise<boolean> {
  try {
    await (await open(file)).close();
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ENOENT" && (error as NodeJS.ErrnoException).code !== "ENOTDIR";
  }
}

async function isFile(file: string): Promise<boolean> {
  try {
    const handle = await open(file);
    const found = (await handle.stat()).isFile();
    await handle.close();
    return found;
  } catch {
    return false;
  }
}

function unreadable(reason: string): FileContent {
  return { kind: "unreadable", reason };
}

function megabytes(bytes: number): string {
  return (bytes / (1024 * 1024)).toFixed(bytes % (1024 * 1024) === 0 ? 0 : 1);
}

const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  ENOENT: "There is no such file.",
  EACCES: "Reading it is not permitted.",
  EPERM: "Reading it is not permitted.",
  EISDIR: "It is a folder.",
  ENOTDIR: "There is no such folder.",
  ELOOP: "Its links lead in a circle.",
  EMFILE: "Too many files are open.",
};

/** A system error in plain words. */
export function systemReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return SYSTEM_REASONS[code ?? ""] ?? message ?? String(error);
}
