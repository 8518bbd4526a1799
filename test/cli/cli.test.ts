/** The built command, as a user calls it: exit status, reports, unreadable files. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const cli = path.join(import.meta.dirname, "../../dist/cli.js");
const SCHEMA = `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TABLE shop.orders (customer uuid, id timeuuid, status text, total decimal, PRIMARY KEY (customer, id));
`;
const REFUSED = "SELECT total FROM shop.orders WHERE status = 'open';\n";
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "cqlwright-cli-"));
  const files: Record<string, string | Uint8Array> = {
    "schema.cql": SCHEMA, "good.cql": "SELECT total FROM shop.orders WHERE customer = ? AND id = ?;\n", "bad.cql": REFUSED,
    "binary.cql": Uint8Array.from([0, 1, 2, 3]), "latin1.cql": Uint8Array.from([0x2d, 0x2d, 0x20, 0xe9, 0x0a]), "cypher.cql": "MATCH (p:Person)-[:KNOWS]->(q)\nMERGE (p)-[:LIKES]->(q)\nRETURN p;\n",
    "ignored/.gitignore": "skipped.cql\n", "ignored/skipped.cql": REFUSED, "project/cqlwright.json": JSON.stringify({ target: "cassandra-4.0" }), "project/schema.cql": SCHEMA, "project/query.cql": "SELECT total FROM shop.orders WHERE customer = CAST(1 AS uuid);\n",
    "guarded/cqlwright.json": JSON.stringify({ server: { config: "conf/cassandra.yaml", group_by_enabled: true } }), "guarded/conf/cassandra.yaml": "cluster_name: shop\nallow_filtering_enabled: false\ngroup_by_enabled: false\ntables_warn_threshold: 1\n",
    "guarded/schema.cql": SCHEMA, "guarded/query.cql": "SELECT total FROM shop.orders WHERE status = 'open' ALLOW FILTERING;\nSELECT customer FROM shop.orders GROUP BY customer;\n", "guarded/more.cql": "CREATE TABLE shop.notes (id int PRIMARY KEY);\n",
    "broken/cqlwright.json": JSON.stringify({ server: { config: "cassandra.yaml" } }), "broken/cassandra.yaml": "a: [1,\n", "broken/good.cql": SCHEMA, "missing/cqlwright.json": JSON.stringify({ server: { config: "cassandra.yaml" } }), "missing/good.cql": SCHEMA,
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Result { readonly status: number | null; readonly out: string; readonly err: string }
function run(args: readonly string[], input?: string): Result {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd: folder, input, encoding: "utf8" });
  return { status, out: stdout, err: stderr };
}

describe("exit status", () => {
  const rows: [string, readonly string[], number][] = [
    ["nothing wrong", ["check", "schema.cql", "good.cql"], 0],
    ["a refused statement", ["check", "schema.cql", "bad.cql"], 1],
    ["a file that is no text", ["check", "binary.cql", "good.cql"], 2],
    ["a file that is not UTF-8", ["check", "latin1.cql"], 2],
    ["a path that is not there", ["check", "nowhere.cql"], 2],
    ["an unknown option", ["check", "--nothing"], 2],
    ["an unknown command", ["chekc"], 2],
    ["an unknown target", ["check", "--target", "cassandra-2.0", "good.cql"], 2],
    ["help", ["--help"], 0],
    ["the version", ["--version"], 0],
  ];
  test.each(rows)("%s", (_, args, status) => expect(run(args).status).toBe(status));
});

describe("check", () => {
  test("text looks like a compiler's", () => {
    const { out } = run(["check", "schema.cql", "bad.cql"]);
    const lines = out.split("\n");
    expect(lines[0]).toMatch(/^bad\.cql:1:\d+ error [a-z-]+ .*status/);
    expect(lines[1]).toBe("  1 | SELECT total FROM shop.orders WHERE status = 'open';");
    expect(lines[2]).toMatch(/^ {4}\| +\^+$/);
    expect(out).toMatch(/why: /);
    expect(out).toMatch(/2 files, 3 statements: 1 error, 0 warnings\n$/);
    expect(out).not.toContain("\u001b");
  });

  test("colours only when asked for or on a terminal", () => {
    expect(run(["check", "--color", "always", "schema.cql", "bad.cql"]).out).toContain("\u001b[31m");
  });

  test("JSON has the shape of the contract", () => {
    const report = JSON.parse(run(["check", "--format", "json", "schema.cql", "bad.cql"]).out) as { version: number; files: { path: string; statements: Record<string, unknown>[]; diagnostics: Record<string, unknown>[] }[]; summary: Record<string, number> };
    expect(report.version).toBe(1);
    expect(report.files.map((file) => file.path)).toEqual(["schema.cql", "bad.cql"]);
    expect(report.files[1]?.statements).toEqual([{ kind: "select", start: 0, end: 51, line: 1, column: 1, verdict: "reject", phase: "prepare", class: "invalid", code: report.files[1]?.diagnostics[0]?.code }]);
    expect(report.files[1]?.diagnostics[0]).toMatchObject({ severity: "error", statement: 0, line: 1, endLine: 1 });
    expect(report.summary).toEqual({ files: 2, statements: 3, accept: 2, reject: 1, unknown: 0, skip: 0, errors: 1, warnings: 0 });
  });

  test.each(["sarif", "github", "junit"])("%s names the code and the place", (format) => {
    const { out } = run(["check", "--format", format, "schema.cql", "bad.cql"]);
    expect(out).toContain("bad.cql");
    if (format === "sarif") expect((JSON.parse(out) as { runs: { results: unknown[] }[] }).runs[0]?.results).toHaveLength(1);
    if (format === "github") expect(out).toMatch(/^::error file=bad\.cql,line=1,/);
    if (format === "junit") expect(out).toContain('failures="1"');
  });

  test("standard input is a project of its own", () => {
    const { status, out } = run(["check", "-"], SCHEMA + REFUSED);
    expect(status).toBe(1);
    expect(out).toMatch(/^-:3:/);
  });

  test("isolated files do not see each other", () => {
    const report = JSON.parse(run(["check", "--isolated", "--format", "json", "schema.cql", "bad.cql"]).out) as { summary: { reject: number; unknown: number } };
    expect(report.summary).toMatchObject({ reject: 0, unknown: 1 });
  });

  test("--schema gives the definitions", () => {
    expect(run(["check", "--isolated", "--schema", "schema.cql", "bad.cql"]).status).toBe(1);
  });

  test("a folder is searched, .gitignore respected, other languages left alone, unreadable files named while the rest goes on", () => {
    const { out, status } = run(["check", "."]);
    expect(status).toBe(2);
    expect(out).toContain("binary.cql is not checked");
    expect(out).toContain("latin1.cql is not checked");
    expect(out).toContain("bad.cql:1:");
    expect(out).not.toContain("skipped.cql");
    expect(out).not.toContain("cypher.cql:");
  });

  test("globs name files", () => {
    expect(run(["check", "*d.cql", "schema.cql"]).out).toContain("3 files");
  });

  test("the nearest cqlwright.json sets the target", () => {
    const report = JSON.parse(run(["check", "--format", "json", "project/query.cql"]).out) as { files: { target: string; statements: { verdict: string; class: string }[] }[] };
    expect(report.files[0]).toMatchObject({ target: "cassandra-4.0", statements: [{ verdict: "reject", class: "syntax" }] });
  });

  test("the cassandra.yaml that cqlwright.json names makes guardrails diagnostics; what cqlwright.json sets itself wins", () => {
    const { out, err } = run(["check", "guarded/query.cql", "guarded/more.cql"]);
    expect(err).toBe("");
    expect(out).toMatch(/query\.cql:1:\d+ error guardrail-allow-filtering .*allow_filtering_enabled/);
    expect(out).toMatch(/more\.cql:1:\d+ warning guardrail-tables .*tables_warn_threshold/);
    expect(out).toMatch(/1 error, 1 warning\n$/);
  });

  test.each([["broken", /cqlwright\.json: "server\.config": cassandra\.yaml is not valid YAML at line \d/], ["missing", /cqlwright\.json: "server\.config": cassandra\.yaml cannot be read: There is no such file/]])("a %s cassandra.yaml is named, and the check goes on without", (name, problem) => {
    const { status, out, err } = run(["check", `${name}/good.cql`]);
    expect(status).toBe(2);
    expect(err).toMatch(problem);
    expect(out).toMatch(/2 statements.*: 0 errors/);
  });

  test("--fix mends what is safe and leaves the rest", () => {
    const file = path.join(folder, "fix.cql");
    writeFileSync(file, `${SCHEMA}CREATE TABLE shop.notes (id string PRIMARY KEY);\r\nSELECT totl FROM shop.orders WHERE customer = ?;\r\n`);
    run(["check", "--fix", "fix.cql"]);
    expect(readFileSync(file, "utf8")).toBe(`${SCHEMA}CREATE TABLE shop.notes (id text PRIMARY KEY);\r\nSELECT totl FROM shop.orders WHERE customer = ?;\r\n`); // a column's name is a guess
  });
});

test("explain tells the routing", () => {
  expect(run(["explain", "schema.cql", "good.cql"]).out).toMatch(/routing: +single-partition/);
  const report = JSON.parse(run(["explain", "--format", "json", "schema.cql", "good.cql"]).out) as { files: { path: string; statements: Record<string, unknown>[] }[] };
  expect(report.files[1]?.statements[0]).toMatchObject({ kind: "select", verdict: "accept", routing: "single-partition", partitions: { min: 1, max: 1 } });
});

test("design gives the table and its query", () => {
  const report = JSON.parse(run(["design", "--format", "json", "schema.cql", "bad.cql"]).out) as { designs: { path: string; refusal: null; plans: { kind: string; ddl: string[]; queries: string[] }[] }[] };
  expect(report.designs).toHaveLength(1);
  const plan = report.designs[0]?.plans.find(({ kind }) => kind === "query-table");
  expect(plan?.ddl[0]).toContain("CREATE TABLE shop.orders_by_status");
  expect(plan?.queries[0]).toContain("FROM shop.orders_by_status WHERE status = 'open'");
  expect(run(["design", "schema.cql", "bad.cql"]).out).toContain("shop.orders_by_status");
});

test("design --project gives the fewest tables and the matrix", () => {
  const { projects } = JSON.parse(run(["design", "--project", "--format", "json", "schema.cql", "bad.cql"]).out) as { projects: { tables: { table: string; kind: string }[]; searches: { method: string }[] }[] };
  expect(projects).toHaveLength(1);
  expect(projects[0]?.tables).toMatchObject([{ table: "shop.orders_by_status", kind: "new" }]);
  expect(projects[0]?.searches).toMatchObject([{ method: "exact" }]);
  expect(run(["design", "--project", "schema.cql", "bad.cql"]).out).toContain("| **1** | `shop.orders_by_status` | new | 1 row |");
});

test("schema prints definitions that can be read again", () => {
  const { out } = run(["schema", "schema.cql"]);
  expect(out).toContain("CREATE TABLE shop.orders (");
  expect(run(["check", "-"], out).status).toBe(0);
  expect(JSON.parse(run(["schema", "--format", "json", "schema.cql"]).out)).toMatchObject({ version: 1 });
});

test("a reader that goes away is no error", () => {
  expect(() => execFileSync("sh", ["-c", `"${process.execPath}" "${cli}" --help | head -n 1`], { encoding: "utf8" })).not.toThrow();
});
