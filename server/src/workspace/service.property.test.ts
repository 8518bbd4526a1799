import fc from "fast-check";
import { expect, test } from "vitest";
import type { Settings } from "../features/settings";
import type { CqlService, FileResult } from "./service";
import { createCqlService } from "./service-impl";

const SETTINGS: Settings = { target: "cassandra-5.0", schema: { exclude: [], complete: false }, advice: "recommended", severity: {}, server: { materialized_views_enabled: true } };
const FILES = ["file:///p/a.cql", "file:///p/b.cql", "file:///p/db/V1__a.cql", "file:///p/db/V2__b.cql"];
const PIECES = [
  "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};", "CREATE TABLE shop.orders (id int PRIMARY KEY, total int);", "CREATE TABLE shop.orders (id int, day int, total int, PRIMARY KEY (id, day));",
  "CREATE TYPE shop.dims (w int);", "CREATE TABLE shop.boxes (id int PRIMARY KEY, size frozen<shop.dims>);", "ALTER TABLE shop.orders ADD memo text;", "ALTER TABLE shop.orders DROP total;", "CREATE INDEX ON shop.orders (total);", "CREATE INDEX by_total ON shop.orders (total);",
  "DROP TABLE shop.orders;", "DROP TABLE IF EXISTS shop.boxes;", "DROP INDEX shop.by_total;", "DROP TYPE shop.dims;", "DROP KEYSPACE shop;", "ALTER TYPE shop.dims ADD h int;", "USE shop;", "USE {{ks}};", "CREATE ROLE clerk;",
  "CREATE MATERIALIZED VIEW shop.by_total AS SELECT * FROM shop.orders WHERE total IS NOT NULL AND id IS NOT NULL PRIMARY KEY (total, id);",
  "SELECT total FROM shop.orders WHERE id = 1;", "SELECT * FROM orders WHERE total = 1;", "SELECT nope FROM shop.orders;", "INSERT INTO shop.orders (id, total) VALUES (1, 2);", "SELECT size.w FROM shop.boxes;", "UPDATE shop.boxes SET size = {w: 1} WHERE id = 1;",
  "BEGIN BATCH INSERT INTO shop.orders (id) VALUES (1); APPLY BATCH;", "-- cqlwright: target=cassandra-4.1\n", "-- cqlwright: ignore-file all\n", "/* ", " */", "'", "\"", "$$", "\n", ";", "(", "\0", "😀", "MATCH (n) RETURN n\n", "x",
];

const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((parts) => parts.join("\n"));
const edit = fc.record({ file: fc.nat(FILES.length - 1), from: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.nat(60), text, kind: fc.constantFrom("edit", "edit", "edit", "edit", "set", "remove") });

function freshService(): CqlService {
  const service = createCqlService();
  service.setProject({ id: "p", root: "file:///p", settings: SETTINGS });
  return service;
}

/** A result as plain data, without the schema values inside. */
function plain(result: FileResult): unknown {
  return JSON.parse(JSON.stringify({ ...result, statements: result.statements.map(({ kind, range, judgement }) => ({ kind, range, verdict: judgement.verdict, code: judgement.violation?.code, at: judgement.violation?.range })) }));
}

test("a cached check equals a fresh one after any edits, and every range lies inside the text", () => {
  fc.assert(fc.property(fc.array(text, { minLength: FILES.length, maxLength: FILES.length }), fc.array(edit, { maxLength: 6 }), (texts, edits) => {
    const cached = freshService();
    FILES.forEach((uri, i) => cached.setFile(uri, texts[i] as string));
    for (const uri of FILES) cached.check(uri);
    for (const { file, from, length, text: inserted, kind } of edits) {
      const uri = FILES[file] as string;
      const size = cached.text(uri)?.length ?? 0;
      const start = Math.floor(from * size);
      if (kind === "remove") cached.removeFile(uri);
      else if (kind === "set" || cached.text(uri) === undefined) cached.setFile(uri, inserted);
      else cached.editFile(uri, { start, end: start + length }, inserted);
      cached.check(FILES[(file + 1) % FILES.length] as string);
    }
    const fresh = freshService();
    for (const uri of cached.files()) fresh.setFile(uri, cached.text(uri) as string);
    for (const uri of cached.files()) {
      const result = cached.check(uri);
      expect(plain(result)).toEqual(plain(fresh.check(uri)));
      const size = (cached.text(uri) as string).length;
      for (const { range } of [...result.statements, ...result.diagnostics]) expect(0 <= range.start && range.start <= range.end && range.end <= size).toBe(true);
      for (const { related } of result.diagnostics) for (const { origin } of related) expect(origin.range.end <= (cached.text(origin.uri)?.length ?? 0)).toBe(true);
    }
  }), { numRuns: 150 });
});

test("files whose results change are named", () => {
  fc.assert(fc.property(fc.array(text, { minLength: FILES.length, maxLength: FILES.length }), fc.array(edit, { maxLength: 4 }), (texts, edits) => {
    const service = freshService();
    FILES.forEach((uri, i) => service.setFile(uri, texts[i] as string));
    const shown = new Map(FILES.map((uri) => [uri, plain(service.check(uri))]));
    service.takeStale();
    for (const { file, from, text: inserted } of edits) {
      const uri = FILES[file] as string;
      const start = Math.floor(from * (service.text(uri)?.length ?? 0));
      service.editFile(uri, { start, end: start }, inserted);
      for (const name of service.takeStale()) shown.set(name, plain(service.check(name)));
    }
    for (const uri of FILES) expect(shown.get(uri)).toEqual(plain(service.check(uri)));
  }), { numRuns: 80 });
});
