/** Any text, any edits, any half statement: the service answers, in time, inside the text, and the same from its caches as afresh. `npm run fuzz` tries further seeds. */
import fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { CqlService, FileResult } from "../../server/src/workspace/service";
import { createCqlService } from "../../server/src/workspace/service-impl";

const URI = "file:///fuzz.cql";
const BUDGET = 5000; // milliseconds for all requests on one text, on a busy machine; a hang is far beyond
const SCHEMA = `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
USE shop;
CREATE TYPE place (street text, zip int);
CREATE TABLE orders (customer uuid, month text, id timeuuid, status text, total decimal, tags set<text>, home frozen<place>, PRIMARY KEY ((customer, month), id)) WITH CLUSTERING ORDER BY (id DESC);
CREATE INDEX by_status ON orders (status);
CREATE TABLE visits (page text PRIMARY KEY, hits counter);
`;
const PIECES = [
  "SELECT", "*", "FROM", "WHERE", "AND", "INSERT INTO", "VALUES", "UPDATE", "SET", "DELETE", "BEGIN BATCH", "APPLY BATCH", "CREATE TABLE", "PRIMARY KEY", "ALTER TABLE", "DROP", "INDEX ON", "MATERIALIZED VIEW", "GROUP BY", "ORDER BY", "LIMIT", "ALLOW FILTERING", "IN", "CONTAINS", "TOKEN", "JSON", "USING TTL", "IF NOT EXISTS", "AS", "TYPE", "frozen<", "map<", "text", "int",
  "orders", "visits", "customer", "month", "id", "status", "total", "tags", "home", "street", "shop.", "place", "now()", "uuid()", "?", ":x", "1", "-1", "1.5", "'a'", "'", "''", '"', '"Q"', "$$", "{{ x }}", "${y}", "%s", "0x", "0xab", "1h", "null", "true", "(", ")", "[", "]", "{", "}", "<", ">", "=", "<=", "!=", "+", ",", ";", ".", ":", "--", "//", "/*", "*/", "-- cqlwright: ignore all", "-- cqlwright: target=cassandra-4.0",
  "\n", "\r\n", "\r", "\t", " ", "\0", "\uFEFF", "é", "😀", "\ud83d", "مرحبا", "\u202e", "\u2028", "SOURCE 'x'", "DESCRIBE", "COPY",
];
const soup = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).chain((parts) => fc.constantFrom(" ", "").map((separator) => parts.join(separator)));
const corpus = readdirSync(path.join(import.meta.dirname, "../corpus"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".cql")).map((name) => readFileSync(path.join(import.meta.dirname, "../corpus", name), "utf8"));
/** Real-looking text, cut off somewhere: what stands in an editor while somebody types. */
const halfTyped = fc.constantFrom(...corpus).chain((text) => fc.tuple(fc.nat(text.length), fc.nat(text.length)).map(([a, b]) => text.slice(Math.min(a, b), Math.max(a, b))));

function serviceWithFaults(): { readonly service: CqlService; readonly faults: string[] } {
  const faults: string[] = [];
  return { service: createCqlService({ report: (what, fault) => faults.push(`${what}: ${fault instanceof Error ? fault.stack : String(fault)}`) }), faults };
}

function expectInside({ diagnostics, statements }: FileResult, length: number): void {
  for (const { range } of [...diagnostics, ...statements]) expect(0 <= range.start && range.start <= range.end && range.end <= length, JSON.stringify(range)).toBe(true);
}

/** Every request at some places of the text. */
function askEverything(service: CqlService, text: string, faults: readonly string[]): void {
  const began = performance.now();
  const result = service.check(URI);
  expectInside(result, text.length);
  for (const offset of [0, text.length >> 1, text.length]) {
    const hovered = service.hover(URI, offset);
    if (hovered !== undefined) expect(hovered.range.start <= hovered.range.end && hovered.range.end <= text.length).toBe(true);
    service.definition(URI, offset);
    service.actions(URI, { start: offset, end: offset });
  }
  for (const [i, { message }] of result.diagnostics.slice(0, 20).entries()) {
    expect(message).not.toBe("");
    for (const fix of service.fixes(URI, i)) for (const edit of fix.edits) if (edit.uri === URI) expect(0 <= edit.range.start && edit.range.start <= edit.range.end && edit.range.end <= text.length).toBe(true);
  }
  service.explain(URI);
  service.design(URI, { all: true });
  service.schema(URI);
  expect(faults).toEqual([]);
  expect(performance.now() - began).toBeLessThan(BUDGET);
}

describe("any text", () => {
  test.each([["soup", soup, 600], ["half-typed files", halfTyped, 250], ["any string", fc.string({ unit: "binary", maxLength: 200 }), 300]] as const)("%s", (_, texts, numRuns) => {
    fc.assert(fc.property(texts, (text) => {
      const { service, faults } = serviceWithFaults();
      const whole = SCHEMA + text;
      service.setFile(URI, whole);
      askEverything(service, whole, faults);
    }), { numRuns });
  });
});

test("any edits: the answer from the caches is the answer afresh", () => {
  const edit = fc.record({ at: fc.nat(1000), remove: fc.nat(30), text: fc.oneof(fc.constantFrom(...PIECES), soup) });
  fc.assert(fc.property(halfTyped, fc.array(edit, { maxLength: 12 }), (start, edits) => {
    const { service, faults } = serviceWithFaults();
    let text = SCHEMA + start;
    service.setFile(URI, text);
    service.check(URI);
    for (const { at, remove, text: inserted } of edits) {
      const from = Math.min(at, text.length);
      const to = Math.min(from + remove, text.length);
      service.editFile(URI, { start: from, end: to }, inserted);
      text = text.slice(0, from) + inserted + text.slice(to);
      const cached = service.check(URI);
      expectInside(cached, text.length);
      const fresh = createCqlService();
      fresh.setFile(URI, text);
      const plain = ({ statements, diagnostics }: FileResult) => JSON.stringify({ statements: statements.map(({ kind, range, judgement }) => ({ kind, range, verdict: judgement.verdict, code: judgement.violation?.code })), diagnostics: diagnostics.map(({ code, range, severity, message }) => ({ code, range, severity, message })) });
      expect(service.text(URI)).toBe(text);
      expect(plain(cached)).toBe(plain(fresh.check(URI)));
    }
    expect(faults).toEqual([]);
  }), { numRuns: 80 });
});

describe("extremes", () => {
  const repeat = (text: string, times: number) => text.repeat(times);
  const rows: [string, string][] = [
    ["10,000 open brackets", `SELECT ${repeat("(", 10_000)}`],
    ["10,000 nested lists in a value", `INSERT INTO orders (customer) VALUES (${repeat("[", 10_000)}${repeat("]", 10_000)});`],
    ["a type nested 10,000 deep", `CREATE TABLE deep (k int PRIMARY KEY, v ${repeat("frozen<list<", 10_000)}int${repeat(">>", 10_000)});`],
    ["a long chain of operators", `SELECT ${repeat("total + ", 5_000)}total FROM orders;`],
    ["one line of 200,000 characters", `SELECT * FROM orders WHERE status IN (${repeat("'x', ", 40_000)}'x') ALLOW FILTERING;`],
    ["5,000 columns", `CREATE TABLE wide (${Array.from({ length: 5000 }, (_, i) => `c${i} int`).join(", ")}, PRIMARY KEY (c0));\nSELECT c4999 FROM wide WHERE c0 = 1;`],
    ["20,000 semicolons", repeat(";", 20_000)],
    ["20,000 quotes", repeat("'\"", 20_000)],
    ["an open comment over all", `/* ${repeat("SELECT * FROM orders;\n", 5_000)}`],
    ["a string of ten million characters", `INSERT INTO visits (page) VALUES ('${repeat("x", 10_000_000)}');`],
    ["types in a circle", "CREATE TYPE ring (next frozen<ring>);\nALTER TYPE place ADD loop frozen<place>;\nSELECT home.loop FROM orders;"],
    ["NUL bytes", "SELECT \0 FROM orders;\0\0"],
    ["a byte order mark, CRLF, emoji and right-to-left text", "\uFEFFSELECT '😀 مرحبا' FROM orders;\r\nSELECT \"😀\" FROM orders;\r\n"],
  ];
  test.each(rows)("%s", (_, text) => {
    const { service, faults } = serviceWithFaults();
    const whole = SCHEMA + text;
    service.setFile(URI, whole);
    askEverything(service, whole, faults);
    service.editFile(URI, { start: whole.length, end: whole.length }, "\nSELECT nothing FROM orders;");
    expectInside(service.check(URI), whole.length + "\nSELECT nothing FROM orders;".length);
  }, 60_000);
});

test("a fault of ours loses only its own result, and is told once", () => {
  const { service, faults } = serviceWithFaults();
  // A switch that throws when it is read: as good as a fault in the rule that asks for it.
  const server = { get allow_filtering_enabled(): boolean { throw new Error("broken switch"); } };
  service.setProject({ id: "broken", root: "file://", settings: { target: "cassandra-5.0", schema: { exclude: [], complete: false }, advice: "recommended", severity: {}, server } });
  service.setFile(URI, `${SCHEMA}SELECT total FROM orders WHERE customer = ? AND month = ? ALLOW FILTERING;\nSELECT total FROM orders ALLOW FILTERING;\nSELEC 1;`);
  const { statements, diagnostics } = service.check(URI);
  expect(statements.slice(-3).map(({ judgement }) => judgement.verdict)).toEqual(["unknown", "unknown", "reject"]);
  expect(diagnostics.map(({ severity }) => severity)).toEqual(["error"]);
  expect(faults.filter((fault) => fault.includes("broken switch"))).toHaveLength(1);
});
