/** `check` on several threads says what it says on one. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const cli = path.join(import.meta.dirname, "../../dist/cli.js");
const KEYSPACE = "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n";
const CREATE = "CREATE TABLE shop.orders (customer uuid, id timeuuid, status text, total decimal, PRIMARY KEY (customer, id));\n";
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "cqlwright-threads-"));
  chmodSync(folder, 0o755); // for the user that may not read all of it
  const files: Record<string, string | Uint8Array> = {
    "schema.cql": KEYSPACE + CREATE, "binary.cql": Uint8Array.from([0, 1, 2, 3]),
    "broken.cql": "CREATE TABLE shop.odd (id string PRIMARY KEY);\nINSERT INTO shop.odd (id) VALUES (1);\n",
    "migrations/V1__table.cql": "CREATE TABLE shop.notes (id int PRIMARY KEY, body text);\n", "migrations/V2__column.cql": "ALTER TABLE shop.notes ADD author text;\n", "migrations/V10__use.cql": "SELECT author, nothing FROM shop.notes WHERE id = ?;\n",
    "apart/cqlwright.json": JSON.stringify({ target: "cassandra-4.0" }), "apart/schema.cql": KEYSPACE + CREATE, "apart/query.cql": "SELECT total FROM shop.orders WHERE customer = CAST(1 AS uuid);\n",
    "preload/exit.cjs": planted("process.exit(7);"), "preload/throw.cjs": planted('throw new Error("planted");'),
    "preload/fault.cjs": 'const { test } = RegExp.prototype; RegExp.prototype.test = function (text) { if (this.source.includes("now|uuid")) throw new Error("planted"); return test.call(this, text); };\n',
  };
  for (let i = 0; i < 40; i++) files[`queries/q${i}.cql`] = i % 3 === 0 ? `SELECT total FROM shop.orders WHERE status = 'open${i}';\nSELECT totl FROM shop.orders WHERE customer = ?;\n` : `SELECT total FROM shop.orders WHERE customer = ?;\nINSERT INTO shop.orders (customer, id) VALUES (?, now());\nSELECT a FROM shop.ordesr WHERE b = ${i};\n`;
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A module that does this in every thread but the main one, before the bundle is read. */
function planted(what: string): string {
  return `if (!require("node:worker_threads").isMainThread) { ${what} }\n`;
}

interface Run { readonly input?: string; readonly nodeOptions?: readonly string[] }
function check(threads: number, args: readonly string[], { input, nodeOptions = [] }: Run = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeOptions, cli, "check", "--threads", String(threads), ...args], { cwd: folder, input, encoding: "utf8" });
  return { status, out: stdout, err: stderr };
}

describe("several threads say what one says", () => {
  const rows: [string, readonly string[], string?][] = [
    ["text", ["."]], ["coloured text", ["--color", "always", "."]], ["JSON", ["--format", "json", "."]], ["SARIF", ["--format", "sarif", "."]], ["GitHub", ["--format", "github", "."]], ["JUnit", ["--format", "junit", "."]],
    ["errors only", ["--quiet", "."]], ["files apart", ["--isolated", "queries"]], ["nothing refused, too many warnings", ["--max-warnings", "0", "schema.cql", "queries/q1.cql"]], ["nothing refused", ["schema.cql", "queries/q1.cql"]],
    ["standard input among files", ["schema.cql", "-", "queries"], "SELECT total FROM shop.orders WHERE status = 'x';\n"],
  ];
  test.each(rows)("%s", (_, args, input) => {
    const one = check(1, args, input === undefined ? {} : { input });
    expect(one.out).not.toBe("");
    expect(check(3, args, input === undefined ? {} : { input })).toEqual(one);
  });
});

describe("what stops a thread is told", () => {
  const preload = (name: string) => ["--require", path.join(folder, "preload", name)];
  test("a thread that ends", () => expect(check(2, ["queries"], { nodeOptions: preload("exit.cjs") })).toMatchObject({ status: 2, out: "", err: expect.stringContaining("A thread ended with status 7.") as string }));
  test("a thread that throws", () => expect(check(2, ["queries"], { nodeOptions: preload("throw.cjs") })).toMatchObject({ status: 2, out: "", err: expect.stringContaining("Error: planted") as string }));

  test.each([1, 3])("a fault of ours on %i threads, once", (threads) => {
    const { err } = check(threads, ["schema.cql", "queries"], { nodeOptions: preload("fault.cjs") });
    expect(err.split("\n").filter((line) => line.startsWith("cqlwright: "))).toEqual(["cqlwright: advice different-now failed: Error: planted"]);
  });
});
