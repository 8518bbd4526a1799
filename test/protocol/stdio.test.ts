/** The bundled server as a process of its own, spoken to over standard input and output. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { connect, type Client } from "./client";

const root = path.join(import.meta.dirname, "../..");
const bundle = path.join(root, ".cache/protocol/server.cjs");
const URI = "file:///nowhere/shop.cql";

beforeAll(async () => {
  mkdirSync(path.dirname(bundle), { recursive: true });
  await build({ entryPoints: [path.join(root, "server/src/lsp/main.ts")], outfile: bundle, bundle: true, platform: "node", format: "cjs", target: "node20", logLevel: "warning" });
});

async function begin(): Promise<{ readonly child: ChildProcess; readonly client: Client; readonly exit: Promise<unknown[]> }> {
  const child = spawn(process.execPath, [bundle, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const exit = once(child, "exit");
  if (child.stdout === null || child.stdin === null) throw new Error("no pipes");
  return { child, client: await connect(child.stdout, child.stdin), exit };
}

test("serves a document, shuts down and exits with 0", async () => {
  const { client, exit } = await begin();
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
