/**
 * Runs a bundle with the code that the engine compiled for it in an earlier run, which spares up to a fifth of the time from start to the
 * first diagnostics (docs/performance.md). The code is kept in the user's own cache folder, nobody else's is read, and without one all works the same.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { Script } from "node:vm";
import { version } from "../../../package.json";

/** Keeps what is compiled by now for later runs; does nothing where that was kept before. `short`: little has run, so a longer run may keep more. */
export type Keep = (run: "short" | "long") => void;

const ENDING = ".code";
/** Files of this module, and drafts of them; the folder may be the user's choice and hold anything else. */
const OWN_NAME = /^cqlwright-.+-(?:short|long)\.code(?:\.\d+)?$/;
/** So many files, of about 2 MB, are kept: those of two installations on two engines. */
const MOST_FILES = 8;

/** Loads a bundle (CommonJS) and gives its exports. A cache that is missing, foreign or of another engine is as good as none. */
export function runBundle(file: string): { readonly exports: unknown; readonly keep: Keep } {
  const places = placesFor(file);
  let kept: keyof Places | undefined;
  const compile = (run?: keyof Places): Script | undefined => {
    const cachedData = run === undefined ? undefined : readOwn(places?.[run]);
    if (run !== undefined && cachedData === undefined) return undefined;
    const script = new Script(Module.wrap(readFileSync(file, "utf8")), { filename: file, cachedData });
    if (cachedData !== undefined && script.cachedDataRejected === false) kept = run;
    return script;
  };
  const script = compile("long") ?? compile("short") ?? (compile() as Script);
  const module = { exports: {} };
  const run = script.runInThisContext() as (this: unknown, ...args: readonly unknown[]) => void;
  run.call(module.exports, module.exports, createRequire(file), module, file, path.dirname(file));
  return {
    exports: module.exports,
    keep: (length) => {
      if (places === undefined || kept === "long" || kept === length) return;
      kept = length;
      writeOwn(places[length], script.createCachedData());
    },
  };
}

interface Places {
  readonly short: string;
  readonly long: string;
}

/** Where the code of a bundle is kept, by all that it depends on; undefined: nowhere. */
function placesFor(file: string): Places | undefined {
  const folder = cacheFolder(process.env, process.platform, os.homedir());
  if (folder === undefined) return undefined;
  const { size, mtimeMs } = statSync(file);
  const name = [path.basename(file, ".js"), version, process.version, process.versions.v8, process.arch, size, Math.round(mtimeMs)].join("-");
  return { short: path.join(folder, `${name}-short${ENDING}`), long: path.join(folder, `${name}-long${ENDING}`) };
}

/**
 * The folder for compiled code: `CQLWRIGHT_CODE_CACHE` (`off`: none), else the one that the system has for caches. Like Node's own cache it is
 * switched off by `NODE_DISABLE_COMPILE_CACHE`. Undefined where there is none.
 */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform, home: string): string | undefined {
  const wanted = env["CQLWRIGHT_CODE_CACHE"];
  if (wanted === "off" || env["NODE_DISABLE_COMPILE_CACHE"] !== undefined) return undefined;
  if (wanted !== undefined && wanted !== "") return wanted;
  const base = platform === "win32" ? env["LOCALAPPDATA"] : env["XDG_CACHE_HOME"] ?? (home === "" ? undefined : path.join(home, platform === "darwin" ? "Library/Caches" : ".cache"));
  return base === undefined || base === "" ? undefined : path.join(base, "cqlwright");
}

/** The code in a file that is as it was written, where the file and its folder are the user's own and no other user can write to them. The engine itself looks at nothing but the code's head, and runs into anything with the rest. */
function readOwn(file: string | undefined): Buffer | undefined {
  if (file === undefined) return undefined;
  try {
    if (!isOwn(path.dirname(file)) || !isOwn(file)) return undefined;
    const content = readFileSync(file);
    const code = content.subarray(DIGEST_BYTES);
    return digestOf(code).equals(content.subarray(0, DIGEST_BYTES)) ? code : undefined;
  } catch {
    return undefined; // not there yet
  }
}

const DIGEST_BYTES = 32;

function digestOf(code: Buffer): Buffer {
  return createHash("sha256").update(code).digest();
}

function isOwn(file: string): boolean {
  const { uid, mode } = statSync(file);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

/** Writes the file whole or not at all, since another process may be reading or writing it; what cannot be written is done without. */
function writeOwn(file: string, code: Buffer): void {
  const folder = path.dirname(file);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, Buffer.concat([digestOf(code), code]), { mode: 0o600, flag: "wx" });
    renameSync(draft, file);
    const all = readdirSync(folder).filter((name) => OWN_NAME.test(name)).map((name) => path.join(folder, name));
    const byAge = all.map((name) => ({ name, written: statSync(name).mtimeMs })).sort((a, b) => b.written - a.written);
    for (const { name } of byAge.slice(MOST_FILES)) rmSync(name, { force: true });
  } catch {
    // A full disk, a folder that may not be written: the next run compiles as this one did.
  }
}
