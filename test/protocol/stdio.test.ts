/** What ships, as a process of its own, spoken to over standard input and output. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { connect, type Client } from "./client";

const root = path.join(import.meta.dirname, "../..");
const bundles = path.join(root, ".cache/protocol");
const URI = "file:///nowhere/shop.cql";
const SERVER = [path.join(bundles, "server.js"), "--stdio"];

beforeAll(() => void execFileSync(process.execPath, [path.join(root, "scripts/build.mjs"), "--outdir", bundles]));

async function begin(command: readonly string[] = SERVER): Promise<{ readonly child: ChildProcess; readonly client: Client; readonly exit: Promise<unknown[]> }> {
  const child = spawn(process.execPath, command, { stdio: ["pipe", "pipe", "inherit"] });
  const exit = once(child, "exit");
  if (child.stdout === null || child.stdin === null) throw new Error("no pipes");
  return { child, client: await connect(child.stdout, child.stdin), exit };
}

test.each([
  ["the extension's server", SERVER],
  ["the command line's server", [path.join(bundles, "cli.js"), "lsp", "--stdio"]],
  ["a Node without Object.groupBy, as 20 is", ["--import", "data:text/javascript,delete Object.groupBy", ...SERVER]],
])("%s serves a document, shuts down and exits with 0", async (_, command) => {
  const { client, exit } = await begin(command);
  expect(client.initialized.serverInfo?.name).toBe("cqlwright");
  await client.open(URI, "CREATE TABLE shop.t (k int PRIMARY KEY, v int);\nSELECT nope FROM shop.t WHERE k = 1;");
  expect((await client.diagnostics(URI)).map(({ code }) => code)).toEqual(["unknown-column"]);
  await client.connection.sendRequest("shutdown");
  await client.connection.sendNotification("exit");
  expect((await exit)[0]).toBe(0);
});

test("exits with 1 when told to without a shutdown", async () => {
  const { client, exit } = await begin();
  await client.connection.sendNotification("exit");
  expect((await exit)[0]).toBe(1);
});

test("does not outlive its client", async () => {
  const { child, exit } = await begin();
  child.stdin?.end();
  await exit;
});

test("survives a message that is no protocol", async () => {
  const { client, child, exit } = await begin();
  const send = (body: string) => child.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  send('{"jsonrpc":"2.0","method":"textDocument/hover","id":"x","params":{}}');
  send('{"jsonrpc":"2.0","method":"textDocument/didOpen","params":null}');
  send('{"jsonrpc":"2.0","method":"no/such/thing","id":77,"params":[1]}');
  await client.open(URI, "CREATE TABLE shop.t (k int PRIMARY KEY);");
  expect(await client.diagnostics(URI)).toEqual([]);
  await client.connection.sendRequest("shutdown");
  await client.connection.sendNotification("exit");
  expect((await exit)[0]).toBe(0);
});
