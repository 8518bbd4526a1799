/** Folders, projects, settings and the disk. */
import { afterEach, describe, expect, test } from "vitest";
import { startInMemory, summary, type Client, type ClientOptions } from "./client";
import { folderWith } from "./folder";

const ORDERS = "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nCREATE TABLE shop.orders (customer uuid, id timeuuid, total decimal, PRIMARY KEY (customer, id));\n";
const WRONG = "SELECT nope FROM shop.orders WHERE customer = ?;\n";
const RIGHT = "SELECT total FROM shop.orders WHERE customer = ?;\n";

let client: Client | undefined;
const begin = async (options: ClientOptions): Promise<Client> => (client = await startInMemory(options));
afterEach(async () => {
  await client?.stop();
  client = undefined;
});
const codes = (of: Client, uri: string): unknown[] | undefined => of.published(uri)?.diagnostics.map(({ code }) => code);

describe("a folder", () => {
  test("gives diagnostics of every .cql file below it, but for ignored ones", async () => {
    const folder = folderWith({ ".git/HEAD": "", ".gitignore": "build/\n*.tmp.cql\n!keep.tmp.cql\n", "schema.cql": ORDERS, "deep/er/query.cql": WRONG, "build/out.cql": WRONG, "x.tmp.cql": WRONG, "keep.tmp.cql": WRONG, "node_modules/a/b.cql": WRONG, "note.txt": WRONG });
    const editor = await begin({ folders: [folder.uri] });
    await editor.until(() => codes(editor, folder.uriOf("deep/er/query.cql")) !== undefined && codes(editor, folder.uriOf("keep.tmp.cql")) !== undefined);
    expect(codes(editor, folder.uriOf("deep/er/query.cql"))).toEqual(["unknown-column"]);
    for (const name of ["build/out.cql", "x.tmp.cql", "node_modules/a/b.cql", "note.txt"]) expect(editor.published(folder.uriOf(name))).toBeUndefined();
  });

  test("shows only open files where the scope says so", async () => {
    const folder = folderWith({ "cqlwright.json": '{ "diagnostics": { "scope": "open" } }', "schema.cql": ORDERS, "a.cql": WRONG, "b.cql": WRONG });
    const editor = await begin({ folders: [folder.uri] });
    await editor.open(folder.uriOf("a.cql"), WRONG);
    expect(await editor.diagnostics(folder.uriOf("a.cql"))).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 400)); // longer than the pause before files that are not open are checked
    expect(editor.published(folder.uriOf("b.cql"))).toBeUndefined();
  });

  test("takes the editor's text of an open file, and the disk's again when it is closed", async () => {
    const folder = folderWith({ "schema.cql": ORDERS, "a.cql": RIGHT });
    const editor = await begin({ folders: [folder.uri] });
    const uri = folder.uriOf("a.cql");
    await editor.open(uri, WRONG);
    expect(await editor.diagnostics(uri)).toHaveLength(1);
    await editor.close(uri);
    await editor.until(() => codes(editor, uri)?.length === 0);
  });

  test("a change of the schema reaches the queries of other files", async () => {
    const folder = folderWith({ "schema.cql": ORDERS, "a.cql": RIGHT });
    const editor = await begin({ folders: [folder.uri] });
    await editor.open(folder.uriOf("schema.cql"), ORDERS);
    expect(await editor.diagnostics(folder.uriOf("schema.cql"))).toEqual([]);
    await editor.replace(folder.uriOf("schema.cql"), "total decimal", "sum decimal");
    await editor.until(() => codes(editor, folder.uriOf("a.cql"))?.length === 1);
    expect(codes(editor, folder.uriOf("a.cql"))).toEqual(["unknown-column"]);
  });

  test("files that come, change and go on disk are followed", async () => {
    const folder = folderWith({ "schema.cql": ORDERS });
    const editor = await begin({ folders: [folder.uri] });
    await editor.until(() => editor.registered.includes("workspace/didChangeWatchedFiles"));
    const uri = folder.uriOf("new.cql");
    folder.write("new.cql", WRONG);
    await editor.changedOnDisk({ uri, type: 1 });
    await editor.until(() => codes(editor, uri)?.length === 1);
    folder.write("new.cql", RIGHT);
    await editor.changedOnDisk({ uri, type: 2 });
    await editor.until(() => codes(editor, uri)?.length === 0);
    folder.write("new.cql", WRONG);
    await editor.changedOnDisk({ uri, type: 2 });
    await editor.until(() => codes(editor, uri)?.length === 1);
    folder.remove("new.cql");
    await editor.changedOnDisk({ uri, type: 3 });
    await editor.until(() => codes(editor, uri)?.length === 0);
  });

  test("a folder of files that is deleted takes its diagnostics along", async () => {
    const folder = folderWith({ "schema.cql": ORDERS, "queries/a.cql": WRONG });
    const editor = await begin({ folders: [folder.uri] });
    await editor.until(() => codes(editor, folder.uriOf("queries/a.cql"))?.length === 1);
    folder.remove("queries");
    await editor.connection.sendNotification("workspace/didDeleteFiles", { files: [{ uri: folder.uriOf("queries") }] });
    await editor.until(() => codes(editor, folder.uriOf("queries/a.cql"))?.length === 0);
  });

  test("that leaves the workspace takes its diagnostics along; one that joins brings its own", async () => {
    const first = folderWith({ "schema.cql": ORDERS, "a.cql": WRONG, "cqlwright.json": "{" });
    const second = folderWith({ "schema.cql": ORDERS, "b.cql": WRONG });
    const editor = await begin({ folders: [first.uri] });
    await editor.until(() => codes(editor, first.uriOf("a.cql"))?.length === 1 && codes(editor, first.uriOf("cqlwright.json"))?.length === 1);
    await editor.connection.sendNotification("workspace/didChangeWorkspaceFolders", { event: { added: [{ uri: second.uri, name: "b" }], removed: [{ uri: first.uri, name: "a" }] } });
    await editor.until(() => codes(editor, first.uriOf("a.cql"))?.length === 0 && codes(editor, first.uriOf("cqlwright.json"))?.length === 0 && codes(editor, second.uriOf("b.cql"))?.length === 1);
  });
});

describe("projects", () => {
  test("a cqlwright.json below the folder makes a project of its own", async () => {
    const folder = folderWith({
      "one/cqlwright.json": '{ "target": "cassandra-4.1", "keyspace": "shop" }', "one/schema.cql": ORDERS, "one/a.cql": "SELECT nope FROM orders WHERE customer = ?;",
      "two/cqlwright.json": "{}", "two/a.cql": WRONG,
    });
    const editor = await begin({ folders: [folder.uri], initializationOptions: { status: true } });
    await editor.open(folder.uriOf("one/a.cql"), "SELECT nope FROM orders WHERE customer = ?;");
    expect(summary(await editor.diagnostics(folder.uriOf("one/a.cql")), editor.text(folder.uriOf("one/a.cql")))).toEqual(["error unknown-column nope"]);
    await editor.open(folder.uriOf("two/a.cql"), WRONG);
    expect(await editor.diagnostics(folder.uriOf("two/a.cql"))).toEqual([]);
    expect(editor.statuses[0]).toMatchObject({ target: "cassandra-4.1", targetFrom: "cqlwright.json", config: folder.uriOf("one/cqlwright.json"), tables: 1 });
  });

  test("a cqlwright.json above the folder, or above a document without one, counts too", async () => {
    const folder = folderWith({ "cqlwright.json": '{ "keyspace": "shop" }', "schema.cql": ORDERS, "queries/a.cql": "" });
    const text = "SELECT nope FROM orders WHERE customer = ?;";
    const inFolder = await begin({ folders: [folder.uriOf("queries")] });
    await inFolder.open(folder.uriOf("queries/a.cql"), text);
    expect(await inFolder.diagnostics(folder.uriOf("queries/a.cql"))).toHaveLength(1);
    await inFolder.stop();
    const alone = await begin({});
    await alone.open(folder.uriOf("queries/a.cql"), text);
    expect(await alone.diagnostics(folder.uriOf("queries/a.cql"))).toHaveLength(1);
  });

  test("a broken cqlwright.json is marked and the rest goes on; mended, the mark is gone and its settings count", async () => {
    const folder = folderWith({ "cqlwright.json": '{ "keyspace": "shop",, }', "schema.cql": ORDERS, "a.cql": WRONG });
    const editor = await begin({ folders: [folder.uri] });
    const config = folder.uriOf("cqlwright.json");
    await editor.until(() => codes(editor, config)?.length === 1 && codes(editor, folder.uriOf("a.cql"))?.length === 1);
    expect(editor.published(config)?.diagnostics[0]).toMatchObject({ severity: 2, range: { start: { line: 0, character: 21 } } });
    folder.write("cqlwright.json", '{ "keyspace": "shop", "target": "oracle", "colour": 1 }');
    await editor.changedOnDisk({ uri: config, type: 2 });
    await editor.until(() => editor.published(config)?.diagnostics.length === 2);
    expect(editor.published(config)?.diagnostics.map(({ message }) => message).join("\n")).toMatch(/"target" must be[\s\S]*"?colour"?|colour[\s\S]*"target" must be/);
    folder.write("cqlwright.json", '{ "keyspace": "shop" }');
    await editor.changedOnDisk({ uri: config, type: 2 });
    await editor.until(() => editor.published(config)?.diagnostics.length === 0);
  });

  test("the cassandra.yaml that a cqlwright.json names counts, its mistakes are marked there, and a change of it is seen", async () => {
    const text = "SELECT total FROM shop.orders WHERE total = 1 ALLOW FILTERING;";
    const folder = folderWith({ "cqlwright.json": '{ "server": { "config": "conf/cassandra.yaml" } }', "conf/cassandra.yaml": "allow_filtering_enabled: false\ntables_fail_threshold: many\n", "schema.cql": ORDERS, "a.cql": text });
    const editor = await begin({ folders: [folder.uri] });
    const [config, uri] = [folder.uriOf("cqlwright.json"), folder.uriOf("a.cql")];
    await editor.until(() => codes(editor, config)?.length === 1 && codes(editor, uri)?.[0] === "guardrail-allow-filtering");
    expect(editor.published(config)?.diagnostics[0]).toMatchObject({ severity: 2, range: { start: { line: 0, character: 14 } }, message: expect.stringContaining("tables_fail_threshold") as unknown });
    folder.write("conf/cassandra.yaml", "allow_filtering_enabled: true\n");
    await editor.changedOnDisk({ uri: folder.uriOf("conf/cassandra.yaml"), type: 2 });
    await editor.until(() => codes(editor, config)?.length === 0 && codes(editor, uri)?.includes("guardrail-allow-filtering") === false);
  });

  test("the file wins over the editor's settings, and both can change", async () => {
    const folder = folderWith({ "schema.cql": ORDERS });
    let target = "cassandra-4.0";
    const editor = await begin({ folders: [folder.uri], configuration: () => ({ target }), initializationOptions: { status: true } });
    const uri = folder.uriOf("a.cql");
    await editor.open(uri, RIGHT);
    await editor.until(() => editor.statuses.length > 0);
    expect(editor.statuses.at(-1)).toMatchObject({ target: "cassandra-4.0", targetFrom: "settings" });
    target = "scylla";
    await editor.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
    await editor.until(() => editor.statuses.at(-1)?.["target"] === "scylla");
    folder.write("cqlwright.json", '{ "target": "cassandra-4.1" }');
    await editor.changedOnDisk({ uri: folder.uriOf("cqlwright.json"), type: 1 });
    await editor.until(() => editor.statuses.at(-1)?.["target"] === "cassandra-4.1");
    folder.remove("cqlwright.json");
    await editor.changedOnDisk({ uri: folder.uriOf("cqlwright.json"), type: 3 });
    await editor.until(() => editor.statuses.at(-1)?.["target"] === "scylla");
  });
});

describe("files that cannot be read", () => {
  test.each([
    ["binary", new Uint8Array([0x53, 0x00, 0x01, 0x02]), /binary/],
    ["not UTF-8", new Uint8Array([0x53, 0xff, 0x41]), /UTF-8/],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x53, 0x00]), /UTF-16/],
    ["too large", new Uint8Array(21 * 1024 * 1024).fill(0x20), /MB/],
  ])("%s: one warning, and the rest goes on", async (_, content, message) => {
    const folder = folderWith({ "odd.cql": content, "schema.cql": ORDERS, "a.cql": WRONG });
    const editor = await begin({ folders: [folder.uri] });
    await editor.until(() => codes(editor, folder.uriOf("odd.cql"))?.length === 1 && codes(editor, folder.uriOf("a.cql"))?.length === 1);
    const [diagnostic] = editor.published(folder.uriOf("odd.cql"))?.diagnostics ?? [];
    expect(diagnostic).toMatchObject({ code: "unreadable-file", severity: 2 });
    expect(diagnostic?.message).toMatch(message);
  });
});
