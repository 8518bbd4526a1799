/** The compiled code that the built programs keep from run to run: it makes them quicker, and nothing else. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cacheFolder } from "../../server/src/launcher/code-cache";

const cli = path.join(import.meta.dirname, "../../dist/cli.js");
let folder: string;
beforeEach(() => { folder = mkdtempSync(path.join(tmpdir(), "cqlwright-code-")); });
afterEach(() => { rmSync(folder, { recursive: true, force: true }); });

const SHORT = "CREATE TABLE k.t (a int PRIMARY KEY); SELECT * FROM k.t WHERE b = 1;";
const LONG = SHORT + "SELECT a FROM k.t WHERE a = 1;\n".repeat(1000);

/** Checks a text with the cache in `folder`; what is printed must be the same whatever lies there. */
function check(text: string, env: Record<string, string> = {}): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "check", "-"], { encoding: "utf8", input: text, timeout: 60_000, env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: undefined, CQLWRIGHT_CODE_CACHE: folder, ...env } });
  expect(stderr).toBe("");
  expect(stdout).toContain("unknown-column");
  expect(status).toBe(1);
}

const kept = (): string[] => readdirSync(folder).sort();
const place = (): string => path.join(folder, kept()[0] as string);

test("a run keeps its code, the next one uses it, and a longer run keeps more", () => {
  check(SHORT);
  expect(kept()).toEqual([expect.stringMatching(/-short\.code$/)]);
  const written = statSync(place()).mtimeMs;
  check(SHORT);
  expect(statSync(place()).mtimeMs).toBe(written);
  check(LONG);
  expect(kept()).toEqual([expect.stringMatching(/-long\.code$/), expect.stringMatching(/-short\.code$/)]);
  const long = statSync(place()).mtimeMs;
  check(SHORT);
  check(LONG);
  expect(statSync(place()).mtimeMs).toBe(long);
  if (process.platform !== "win32") expect(statSync(place()).mode & 0o777).toBe(0o600);
});

test.each([
  ["nothing", () => Buffer.alloc(0)],
  ["something else", () => Buffer.from("no code")],
  ["half of it", (code: Buffer) => code.subarray(0, code.length >> 1)],
  ["one wrong bit", (code: Buffer) => { code[code.length >> 1]! ^= 4; return code; }],
])("a cache that holds %s is made anew", (_, spoil) => {
  check(SHORT);
  const good = readFileSync(place());
  writeFileSync(place(), spoil(Buffer.from(good)));
  check(SHORT);
  expect(readFileSync(place()).length).toBeGreaterThan(good.length / 2);
  const again = statSync(place()).mtimeMs;
  check(SHORT);
  expect(statSync(place()).mtimeMs).toBe(again);
});

test.skipIf(process.platform === "win32")("code that others could have written is not run", () => {
  check(SHORT);
  chmodSync(place(), 0o622);
  check(SHORT);
  expect(statSync(place()).mode & 0o777).toBe(0o600); // written anew, since it was not read
  chmodSync(folder, 0o777);
  const written = statSync(place()).mtimeMs;
  check(SHORT);
  expect(statSync(place()).mtimeMs).toBeGreaterThan(written);
});

test("the oldest code is removed when new code is kept, and nothing else", () => {
  for (const [i, name] of ["notes.txt", "cqlwright.code-workspace", ...Array.from({ length: 9 }, (_, k) => `cqlwright-0.0.${k}-short.code`)].entries()) {
    writeFileSync(path.join(folder, name), "old");
    utimesSync(path.join(folder, name), new Date(i * 1000), new Date(i * 1000));
  }
  check(SHORT);
  expect(kept().filter((name) => name.endsWith(".code"))).toHaveLength(8);
  expect(existsSync(path.join(folder, "cqlwright-0.0.1-short.code"))).toBe(false);
  expect(existsSync(path.join(folder, "cqlwright-0.0.2-short.code"))).toBe(true);
  expect(existsSync(path.join(folder, "notes.txt"))).toBe(true);
  expect(existsSync(path.join(folder, "cqlwright.code-workspace"))).toBe(true);
});

test("without a folder that can be written, or switched off, all works and nothing is kept", () => {
  const file = path.join(folder, "a-file");
  writeFileSync(file, "");
  check(SHORT, { CQLWRIGHT_CODE_CACHE: file });
  check(SHORT, { NODE_DISABLE_COMPILE_CACHE: "1" });
  expect(kept()).toEqual(["a-file"]);
});

test("the folder is the system's for caches", () => {
  expect(cacheFolder({}, "linux", "/home/ann")).toBe(path.join("/home/ann", ".cache", "cqlwright"));
  expect(cacheFolder({ XDG_CACHE_HOME: "/cache" }, "linux", "/home/ann")).toBe(path.join("/cache", "cqlwright"));
  expect(cacheFolder({}, "darwin", "/Users/ann")).toBe(path.join("/Users/ann", "Library/Caches", "cqlwright"));
  expect(cacheFolder({ LOCALAPPDATA: "C:/Local" }, "win32", "C:/Users/ann")).toBe(path.join("C:/Local", "cqlwright"));
  expect(cacheFolder({}, "win32", "C:/Users/ann")).toBeUndefined();
  expect(cacheFolder({}, "linux", "")).toBeUndefined();
  expect(cacheFolder({ CQLWRIGHT_CODE_CACHE: "off" }, "linux", "/home/ann")).toBeUndefined();
  expect(cacheFolder({ CQLWRIGHT_CODE_CACHE: "/mine" }, "linux", "/home/ann")).toBe("/mine");
  expect(cacheFolder({ NODE_DISABLE_COMPILE_CACHE: "1", CQLWRIGHT_CODE_CACHE: "/mine" }, "linux", "/home/ann")).toBeUndefined();
});
