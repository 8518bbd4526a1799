import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { isTarget } from "../../server/src/dialect/target";
import { allCodes, FILE_CODES } from "../../server/src/features/diagnostics/codes";
import type { FileEdit } from "../../server/src/features/diagnostics/diagnostic";
import type { Settings } from "../../server/src/features/settings";
import { createCqlService } from "../../server/src/workspace/service-impl";
import type { CqlService } from "../../server/src/workspace/service";
import type { Block } from "./page";
import { blocksOf, withoutMarkers } from "./page";

const folder = path.join(import.meta.dirname, "../../server/src/check/codes");
const adviceFolder = path.join(import.meta.dirname, "../../server/src/advice");
/** The page of each code: of a refusal, or of a rule of ours. */
const pages = new Map([
  ...readdirSync(folder).map((name) => [name.replace(/\.md$/, ""), path.join(folder, name)] as const),
  ...readdirSync(adviceFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => [name, path.join(adviceFolder, name, "rule.md")] as const),
]);
const codes = [...pages.keys()].sort();
/** Codes that no short text can show: files that cannot be read, values of 64 KiB. */
const WITHOUT_EXAMPLE: readonly string[] = [...FILE_CODES, "key-too-long", "clustering-value-too-long", "indexed-value-too-long"];
const QUERY = "file:///page/query.cql";

describe("every code has a page, and every page a code", () => {
  test("no code without a page", () => expect(allCodes().filter((code) => !codes.includes(code))).toEqual([]));
  test("no page without a code", () => expect(codes.filter((code) => !allCodes().includes(code))).toEqual([]));
});

describe.each(codes)("%s", (code) => {
  const page = readFileSync(pages.get(code) ?? "", "utf8");
  const blocks = blocksOf(page);

  test("begins with one sentence, shows the mistake and the cure", () => {
    expect(page.split("\n")[0]).toMatch(/^(?:[A-Z0-9"`(]|\w+\(\)).*\.$/);
    if (WITHOUT_EXAMPLE.includes(code)) return;
    expect(blocks.some((block) => block.markers.some((marker) => marker.code === code)), "a block with a marker of this code").toBe(true);
    expect(blocks.some((block) => block.kind === "query" && block.markers.length === 0), "a block that is accepted").toBe(true);
  });

  let schema: Block | undefined;
  for (const [i, block] of blocks.entries()) {
    if (block.kind === "schema") schema = block;
    const definitions = block.kind === "schema" ? undefined : schema;
    const before = blocks[i - 1];
    if (block.kind === "after") test(`the fix of line ${before?.line}`, () => expect(withoutMarkers(afterFix(before as Block, definitions))).toBe(block.text));
    else test(`the block of line ${block.line}`, () => expect(diagnosticsOf(block, definitions)).toEqual(wanted(block)));
  }
});

function settingsOf(block: Block): Settings {
  const dialect = block.options.get("dialect") ?? "cassandra-5.0";
  if (!isTarget(dialect)) throw new Error(`line ${block.line}: ${dialect} is no target`);
  const server = Object.fromEntries([...block.options].filter(([key]) => key.startsWith("server.")).map(([key, value]) => [key.slice("server.".length), valueOf(value)]));
  const keyspace = block.options.get("keyspace");
  return {
    target: dialect, ...(keyspace === undefined ? {} : { keyspace }),
    schema: { exclude: [], complete: block.options.has("complete") }, advice: "recommended", severity: {}, server,
  };
}

/** `true`, `12`, `name`; a list has a comma, be it behind its only item. */
function valueOf(text: string): boolean | number | string | readonly string[] {
  return text === "true" ? true : text === "false" ? false : /^\d+$/.test(text) ? Number(text) : text.includes(",") ? text.split(",").filter((part) => part !== "") : text;
}

function serviceFor(block: Block, schema: Block | undefined): CqlService {
  const service = createCqlService();
  service.setProject({ id: "page", root: "file:///page", settings: settingsOf(block) });
  if (schema !== undefined) service.setFile("file:///page/schema.cql", schema.text);
  service.setFile(QUERY, block.text);
  return service;
}

function diagnosticsOf(block: Block, schema: Block | undefined): unknown {
  const { diagnostics } = serviceFor(block, schema).check(QUERY);
  return diagnostics.map(({ code, severity, message, range }) => ({ code, severity, marked: firstLine(block.text.slice(range.start, range.end)), start: range.start, message }));
}

/** What carets can show: an unclosed string goes on over lines. */
function firstLine(text: string): string {
  return text.split("\n")[0] as string;
}

/** What the markers ask for, in the shape of `diagnosticsOf`; a message is right when it holds the fragment. */
function wanted(block: Block): unknown {
  return [...block.markers].sort((a, b) => a.range.start - b.range.start).map(({ code, severity, range, fragment }) => ({
    code, severity, marked: block.text.slice(range.start, range.end), start: range.start, message: expect.stringContaining(fragment) as unknown,
  }));
}

/** The block's text once the preferred (else the first) fix of its first diagnostic is applied. */
function afterFix(block: Block, schema: Block | undefined): string {
  const service = serviceFor(block, schema);
  service.check(QUERY);
  const fixes = service.fixes(QUERY, 0);
  const fix = fixes.find((one) => one.preferred) ?? fixes[0];
  if (fix === undefined) throw new Error(`line ${block.line}: no fix is offered`);
  return withEdits(block.text, fix.edits.filter((edit) => edit.uri === QUERY));
}

function withEdits(text: string, edits: readonly FileEdit[]): string {
  return [...edits].sort((a, b) => b.range.start - a.range.start).reduce((result, edit) => result.slice(0, edit.range.start) + edit.text + result.slice(edit.range.end), text);
}
