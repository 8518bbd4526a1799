/** The list of plans, the lenses, and what an editor applies of them, against the real service. */
import { afterEach, describe, expect, test } from "vitest";
import type { CodeLens, TextDocumentEdit } from "vscode-languageserver";
import type { PlansResult } from "../../server/src/lsp/plans";
import { startInMemory, type Client, type ClientOptions } from "./client";

const URI = "file:///nowhere/shop.cql";
const SCHEMA = "CREATE TABLE shop.orders (customer uuid, id timeuuid, status text, placed timestamp, PRIMARY KEY (customer, id));\n";
const REFUSED = "SELECT id FROM shop.orders WHERE status = ? ORDER BY placed;\n";

const DESIGNER: ClientOptions = { initializationOptions: { design: true } };

let client: Client;
const begin = async (options: ClientOptions = DESIGNER): Promise<Client> => (client = await startInMemory(options));
afterEach(() => client.stop());

const plansAt = (uri: string, at: string): Promise<PlansResult | null> => client.connection.sendRequest("cqlwright/plans", { textDocument: { uri }, position: positionOf(uri, at) });
/** The lenses as an editor shows them: those that say nothing yet are asked for it. */
const lensesOf = async (uri: string): Promise<CodeLens[]> => {
  const found: CodeLens[] = await client.connection.sendRequest("textDocument/codeLens", { textDocument: { uri } });
  return Promise.all(found.map((lens) => (lens.command === undefined ? client.connection.sendRequest<CodeLens>("codeLens/resolve", lens) : lens)));
};

function positionOf(uri: string, at: string): { readonly line: number; readonly character: number } {
  const before = client.text(uri).slice(0, client.text(uri).indexOf(at)).split("\n");
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

describe("plans", () => {
  test("come best first, each with its price and a versioned edit", async () => {
    await begin();
    await client.open(URI, SCHEMA + REFUSED);
    const found = await plansAt(URI, "SELECT");
    expect(found?.plans.map(({ kind, price }) => `${kind}: ${price}`)).toEqual([
      "query-table: Reads 1 partition, asks the replicas only, 2 writes per fact",
      "time-bucket: Reads 1 partition per day asked for, asks the replicas only, 2 writes per fact",
    ]);
    const edit = found?.plans[0]?.edit;
    const [change] = edit?.documentChanges as TextDocumentEdit[];
    expect(change?.textDocument).toEqual({ uri: URI, version: 1 });
    if (edit) await client.apply(edit);
    expect(client.text(URI)).toContain("CREATE TABLE shop.orders_by_status (");
    expect(await client.diagnostics(URI)).toEqual([]);
  });

  test("follow the document: an edit of an older version names that version", async () => {
    await begin();
    await client.open(URI, SCHEMA + REFUSED);
    const before = await plansAt(URI, "SELECT");
    await client.replace(URI, "SELECT id", "SELECT  id");
    const after = await plansAt(URI, "SELECT");
    const versions = [before, after].map((found) => (found?.plans[0]?.edit?.documentChanges?.[0] as TextDocumentEdit).textDocument.version);
    expect(versions).toEqual([1, 2]);
    expect(after?.plans[0]?.edit).not.toEqual(before?.plans[0]?.edit);
  });

  test("put several queries under a comment that says how their answers are merged", async () => {
    await begin();
    await client.open(URI, `${SCHEMA}SELECT id, placed FROM shop.orders WHERE status IN ('a', 'b') ORDER BY placed DESC LIMIT 3;\n`);
    const edit = (await plansAt(URI, "SELECT"))?.plans.find(({ kind }) => kind === "query-table")?.edit;
    if (edit) await client.apply(edit);
    expect(client.text(URI)).toContain([
      "-- Run all 2 queries, merge their rows by placed descending, and keep the first 3.",
      "SELECT id, placed FROM shop.orders_by_status WHERE status = 'a' LIMIT 3;",
      "SELECT id, placed FROM shop.orders_by_status WHERE status = 'b' LIMIT 3;",
    ].join("\n"));
    expect(await client.diagnostics(URI)).toEqual([]);
  });

  test.each([
    ["an unknown table", "SELECT a FROM shop.nothing WHERE a = 1;", "unknown-schema"],
    ["half a WHERE", "SELECT id FROM shop.orders WHERE status =;", "broken-statement"],
    ["a system table", "SELECT peer FROM system.peers WHERE data_center = 'a';", "not-supported"],
    ["contradictory relations", "SELECT id FROM shop.orders WHERE status = 'a' AND status > 'b';", "contradictory-relations"],
    ["a write", "DELETE FROM shop.orders WHERE customer = ?;", "not-supported"],
  ])("are refused with a reason for %s", async (_what, text, code) => {
    await begin();
    await client.open(URI, `${SCHEMA}${text}\n`);
    const found = await plansAt(URI, text);
    expect([found?.refusal?.code, found?.plans]).toEqual([code, []]);
    expect(found?.refusal?.instead.length).toBeGreaterThan(0);
  });

  test("are none beside statements, in documents that are not open, and outside the text", async () => {
    await begin();
    await client.open(URI, "\n");
    expect(await plansAt(URI, "\n")).toBeNull();
    expect(await client.connection.sendRequest("cqlwright/plans", { textDocument: { uri: "file:///nowhere/else.cql" }, position: { line: 7, character: 7 } })).toBeNull();
    expect(await client.connection.sendRequest("cqlwright/plans", { textDocument: { uri: URI }, position: { line: 999, character: 999 } })).toBeNull();
  });

  test("have a page each, as long as they are on offer", async () => {
    await begin();
    await client.open(URI, SCHEMA + REFUSED);
    const pageOf = (title: string): Promise<string | null> => client.connection.sendRequest("cqlwright/planPage", { textDocument: { uri: URI }, position: positionOf(URI, "SELECT"), title });
    const [plan] = (await plansAt(URI, "SELECT"))?.plans ?? [];
    expect(plan?.readOnly).toEqual([]);
    expect(await pageOf(plan?.title ?? "")).toContain(`# ${plan?.title}`);
    expect(await pageOf("Create a castle in the air")).toBeNull();
  });

  test("are reached from the lightbulb, only by clients that have the command", async () => {
    const titles = async (): Promise<string[]> => (await client.actions(URI, { start: positionOf(URI, "status ="), end: positionOf(URI, "status =") })).map(({ title }) => title);
    await begin();
    await client.open(URI, SCHEMA + REFUSED);
    expect(await titles()).toContain("Compare all designs for this query…");
    await client.stop();
    await begin({});
    await client.open(URI, SCHEMA + REFUSED);
    expect(await titles()).not.toContain("Compare all designs for this query…");
  });
});

describe("lenses", () => {
  const ALL = [
    "SELECT id FROM shop.orders WHERE customer = ?;", "SELECT id FROM shop.orders WHERE customer IN (?, ?);", "SELECT id FROM shop.orders;",
    "SELECT id FROM shop.orders WHERE token(customer) > 3;", "SELECT id FROM shop.orders WHERE customer = ? ORDER BY id DESC;", "SELECT id FROM shop.orders WHERE status = ? ALLOW FILTERING;",
    "SELECT id FROM shop.orders WHERE placed = ?;", "SELECT id FROM shop.orders WHERE customer = ? AND placed = ?;", "SELECT id FROM shop.orders WHERE status = ?;",
  ].join("\n");
  const titlesOf = (lenses: CodeLens[]): string[] => lenses.map(({ range, command }) => `${range.start.line}: ${command?.title ?? ""}`);

  test("say how each query runs, and offer a design where one is needed", async () => {
    await begin();
    await client.open(URI, `${SCHEMA}CREATE INDEX placed_idx ON shop.orders (placed);\n${ALL}\n`);
    expect(titlesOf(await lensesOf(URI))).toEqual([
      "2: 1 partition", "3: up to 2 partitions", "4: full scan", "5: token range", "6: 1 partition, reversed", "7: full scan, filters status", "7: Design a table for this query…",
      "8: index placed_idx: every node", "9: index placed_idx: in one partition", "10: Design a table for this query…",
    ]);
    expect((await lensesOf(URI)).at(-1)?.command).toMatchObject({ command: "cqlwright.design", arguments: [URI, { line: 10, character: 0 }] });
  });

  test("tell what filters without being told to: virtual tables, which the server keeps in memory", async () => {
    await begin();
    await client.open(URI, "SELECT * FROM system_views.local_read_latency WHERE table_name = 'x';\nSELECT * FROM system_views.clients;\n");
    expect(titlesOf(await lensesOf(URI))).toEqual(["0: full scan, filters table_name", "0: Design a table for this query…", "1: full scan"]);
  });

  test("say what a statement without a table reads", async () => {
    await begin();
    await client.open(URI, "-- cqlwright: target=scylla\nSELECT 1h;\n");
    expect(titlesOf(await lensesOf(URI))).toEqual(["1: reads no table"]);
  });

  test("stay as they are where a client asks what they say again, or asks of what never was one", async () => {
    await begin();
    await client.open(URI, SCHEMA + REFUSED);
    const [design] = await lensesOf(URI);
    expect(design?.command?.command).toBe("cqlwright.design");
    expect(await client.connection.sendRequest("codeLens/resolve", design)).toEqual(design);
    const { range } = design as CodeLens;
    expect(await client.connection.sendRequest("codeLens/resolve", { range })).toEqual({ range });
    for (const statement of [0, 99]) expect(await client.connection.sendRequest("codeLens/resolve", { range, data: { uri: URI, statement } })).toMatchObject({ command: { title: "" } });
  });

  test("offer no design to a client without the command", async () => {
    await begin({});
    await client.open(URI, SCHEMA + REFUSED);
    expect(await lensesOf(URI)).toEqual([]);
  });

  test("are off where the settings say so", async () => {
    await begin({ ...DESIGNER, configuration: () => ({ codeLens: { explain: false } }) });
    await client.open(URI, SCHEMA + REFUSED);
    await client.diagnostics(URI);
    expect(await lensesOf(URI)).toEqual([]);
  });
});
