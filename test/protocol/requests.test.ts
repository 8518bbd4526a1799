/** Each request of the protocol, against the real service. */
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import manifest from "../../package.json";
import { messageOf, startInMemory, summary, type Client, type ClientOptions } from "./client";

const URI = "file:///nowhere/shop.cql";
const SCHEMA = "CREATE TABLE shop.orders (customer uuid, id timeuuid, total decimal, PRIMARY KEY (customer, id));\n";
const REFUSED = "SELECT total FROM shop.orders WHERE total = 1;\n";

let client: Client;
const begin = async (options?: ClientOptions): Promise<Client> => (client = await startInMemory(options));
afterEach(() => client.stop());

describe("diagnostics", () => {
  test("are pushed for a document outside any folder, with version, code, page and source", async () => {
    await begin({ capabilities: {} });
    await client.open(URI, SCHEMA + REFUSED);
    const [diagnostic] = await client.diagnostics(URI);
    expect(client.published(URI)?.version).toBe(1);
    expect(diagnostic).toMatchObject({ severity: 1, code: "filtering-required", source: "cqlwright", codeDescription: { href: `${manifest.homepage}/docs/codes/filtering-required.md` } });
    expect(diagnostic && messageOf(diagnostic)).toContain("\n");
    expect(diagnostic?.relatedInformation?.[0]?.location.uri).toBe(URI);
  });

  test("follow edits of parts, of the whole text, and several in one message", async () => {
    await begin();
    await client.open(URI, SCHEMA);
    expect(await client.diagnostics(URI)).toEqual([]);
    await client.change(URI, { range: { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } }, text: "SELECT nope FROM shop.orders WHERE customer = ?;\n" });
    expect(summary(await client.diagnostics(URI), client.text(URI))).toEqual(["error unknown-column nope"]);
    await client.replace(URI, "nope", "total");
    expect(await client.diagnostics(URI)).toEqual([]);
    await client.change(URI, { text: SCHEMA + REFUSED });
    expect(await client.diagnostics(URI)).toHaveLength(1);
    const end = { line: 9, character: 0 };
    await client.change(URI, { range: { start: { line: 1, character: 0 }, end }, text: "" }, { range: { start: { line: 1, character: 0 }, end }, text: "SELECT wrong FROM shop.orders WHERE customer = ?;" });
    expect(summary(await client.diagnostics(URI), client.text(URI))).toEqual(["error unknown-column wrong"]);
  });

  test("are taken back when a document outside any folder is closed", async () => {
    await begin();
    await client.open(URI, SCHEMA + REFUSED);
    expect(await client.diagnostics(URI)).toHaveLength(1);
    await client.close(URI);
    await client.until(() => client.published(URI) !== undefined);
    expect(client.published(URI)?.diagnostics).toEqual([]);
  });

  test("count UTF-16 units and lines of every kind", async () => {
    await begin();
    const text = `-- 😀 café\r\n/* 🎉 */ SELECT "naïve😀", nope FROM shop.orders WHERE customer = ?;\r${SCHEMA}`;
    await client.open(URI, SCHEMA + text);
    const found = summary(await client.diagnostics(URI), SCHEMA + text);
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]).toContain('"naïve😀"');
  });

  test("after random edits are those of a fresh document", async () => {
    await begin();
    const pieces = fc.constantFrom("SELECT total FROM shop.orders", " WHERE customer = ?", ";", "\n", "'", '"', "$$", "/*", "*/", "--", "DROP TABLE shop.orders;", "(", ")", "é", "😀", "\r\n", "BEGIN BATCH", "nope", "");
    const edit = fc.record({ from: fc.nat(400), length: fc.nat(40), text: pieces });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 12 }), async (edits) => {
        const edited = `file:///nowhere/edited-${run}.cql`;
        const fresh = `file:///nowhere/fresh-${run++}.cql`;
        await client.open(edited, SCHEMA + REFUSED);
        for (const { from, length, text } of edits) {
          const position = (offset: number) => {
            const before = client.text(edited).slice(0, offset).split(/\r\n|\r|\n/);
            return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
          };
          await client.change(edited, { range: { start: position(from), end: position(from + length) }, text });
        }
        await client.open(fresh, client.text(edited));
        const strip = (found: object[]) => JSON.parse(JSON.stringify(found).replaceAll(fresh, edited)) as unknown;
        expect(strip(await client.diagnostics(edited))).toEqual(strip(await client.diagnostics(fresh)));
        await client.close(edited);
        await client.close(fresh);
      }),
      { numRuns: 40 },
    );
  });
});

describe("hover and definition", () => {
  test("answer with Markdown and a range, and with nothing beside CQL", async () => {
    await begin();
    await client.open(URI, `${SCHEMA}SELECT total FROM shop.orders WHERE customer = ?;\n\n\n`);
    const hover = await client.hover(URI, "customer uuid");
    expect(hover?.contents).toMatchObject({ kind: "markdown" });
    expect(hover?.range?.start).toEqual({ line: 0, character: SCHEMA.indexOf("customer") });
    expect(await client.hover(URI, { line: 3, character: 0 })).toBeNull();
  });

  test("lead from a use to the table's name in CREATE", async () => {
    await begin();
    await client.open(URI, `${SCHEMA}SELECT total FROM shop.orders WHERE customer = ?;`);
    const found = await client.definition(URI, { line: 1, character: "SELECT total FROM shop.or".length });
    expect(found).toMatchObject({ uri: URI, range: { start: { line: 0 } } });
  });
});

describe("code actions", () => {
  test("mend the diagnostic that they name", async () => {
    await begin();
    await client.open(URI, `${SCHEMA}SELECT totl FROM shop.orders WHERE customer = ?;`);
    const [diagnostic] = await client.diagnostics(URI);
    expect(diagnostic?.code).toBe("unknown-column");
    const actions = await client.actions(URI, diagnostic?.range as never);
    const fix = actions.find(({ title }) => title.includes("total"));
    expect(fix).toMatchObject({ kind: "quickfix" });
    expect(fix?.diagnostics?.[0]).toEqual(diagnostic);
    await client.apply(fix?.edit as never);
    expect(client.text(URI)).toContain("SELECT total FROM");
    expect(await client.diagnostics(URI)).toEqual([]);
  });

  test("write the table that serves a refused query", async () => {
    await begin();
    await client.open(URI, `${SCHEMA}SELECT customer, id FROM shop.orders WHERE total = ?;`);
    const [diagnostic] = await client.diagnostics(URI);
    const actions = await client.actions(URI, diagnostic?.range as never);
    const generate = actions.find(({ title }) => /table/i.test(title));
    expect(generate).toBeDefined();
    await client.apply(generate?.edit as never);
    expect(client.text(URI).match(/CREATE TABLE/g)).toHaveLength(2);
    expect((await client.diagnostics(URI)).filter(({ severity }) => severity === 1)).toEqual([]);
  });

  test("respect the kinds asked for", async () => {
    await begin();
    await client.open(URI, `${SCHEMA}SELECT totl FROM shop.orders WHERE customer = ?;`);
    const [diagnostic] = await client.diagnostics(URI);
    expect(await client.actions(URI, diagnostic?.range as never, ["source"])).toEqual([]);
    expect((await client.actions(URI, diagnostic?.range as never, ["quickfix"])).length).toBeGreaterThan(0);
  });
});

describe("odd input", () => {
  test("documents that are not open, positions outside the text, edits that do not fit", async () => {
    await begin();
    expect(await client.hover("file:///nowhere/other.cql", { line: 1, character: 1 })).toBeNull();
    expect(await client.definition("untitled:x", { line: 1, character: 1 })).toBeNull();
    expect(await client.actions("http://[", { start: { line: 1, character: 1 }, end: { line: 1, character: 2 } })).toEqual([]);
    await client.connection.sendNotification("textDocument/didChange", { textDocument: { uri: URI, version: 3 }, contentChanges: [{ text: "x" }] });
    await client.connection.sendNotification("textDocument/didClose", { textDocument: { uri: URI } });
    await client.open(URI, SCHEMA);
    expect(await client.hover(URI, { line: 4000, character: 4000 })).toBeNull();
    await client.change(URI, { range: { start: { line: 900, character: 0 }, end: { line: 901, character: 5 } }, text: REFUSED });
    expect(await client.diagnostics(URI)).toHaveLength(1);
    expect(client.logged).toEqual([]);
  });

  test.each([
    ["nothing", ""],
    ["a byte order mark", `\uFEFF${SCHEMA}`],
    ["NUL bytes", "SELECT \u0000 FROM \u0000;\u0000"],
    ["10,000 brackets", `SELECT ${"(".repeat(10_000)}`],
    ["one long line", `SELECT ${"a, ".repeat(50_000)}b FROM t;`],
    ["right-to-left text", "SELECT شيء FROM t; -- \u202Eabc"],
    ["half a surrogate pair", "SELECT '\uD83D' FROM t WHERE \uDE00 = 1;"],
  ])("%s is answered", async (_, text) => {
    await begin();
    await client.open(URI, text);
    for (const { range } of await client.diagnostics(URI)) expect(range.start.line).toBeLessThanOrEqual(range.end.line);
    await client.hover(URI, { line: 0, character: 3 });
    await client.actions(URI, { start: { line: 0, character: 0 }, end: { line: 0, character: 9 } });
    expect(client.logged).toEqual([]);
  });

  test("more diagnostics than an editor can show are cut off, and it says so", async () => {
    await begin();
    await client.open(URI, SCHEMA + "SELECT nope FROM shop.orders WHERE customer = ?;\n".repeat(1200));
    const found = await client.diagnostics(URI);
    expect(found).toHaveLength(1001);
    expect(found.at(-1)?.message).toContain("200 more");
  });

  test("a request that is cancelled before its turn is answered as cancelled", async () => {
    await begin();
    await client.open(URI, SCHEMA);
    const { CancellationTokenSource } = await import("vscode-languageserver/node");
    const source = new CancellationTokenSource();
    const answer = client.connection.sendRequest("textDocument/hover", { textDocument: { uri: URI }, position: { line: 0, character: 2 } }, source.token).then(() => "answered", (error: { code: number }) => error.code);
    source.cancel();
    expect(["answered", -32800]).toContain(await answer);
  });
});
