/** Drives a language server over stdio and measures it from outside: a client without folder and without pull diagnostics. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";

export interface Figures {
  /** Wall-clock milliseconds from the process's start to `initialized`. */
  readonly start: number;
  /** Milliseconds of the process's CPU time, all threads. */
  readonly openCpu: number;
  readonly editCpu: number;
  readonly hoverCpu: number;
  readonly actionCpu: number;
  readonly diagnostics: number;
  readonly diagnosticsAfterEdits: number;
  /** Peak resident memory in MB. */
  readonly memory: number;
}

const URI = "file:///bench.cql";
const EDITS = 20;
const REQUESTS = 10;

/** One fresh process: start, open, edits of one character in the middle, hovers and code actions. */
export async function measure(command: string, args: readonly string[], text: string): Promise<Figures> {
  const began = performance.now();
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
  const connection = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  let arrived: (count: number) => void = () => undefined;
  connection.onNotification("textDocument/publishDiagnostics", ({ diagnostics }: { diagnostics: unknown[] }) => arrived(diagnostics.length));
  connection.onRequest("workspace/configuration", ({ items }: { items: unknown[] }) => items.map(() => null));
  connection.onRequest("client/registerCapability", () => null);
  connection.listen();
  const nextDiagnostics = () => new Promise<number>((resolve) => (arrived = resolve));
  const cpu = () => processCpu(child.pid ?? 0);
  try {
    await connection.sendRequest("initialize", { processId: process.pid, rootUri: null, workspaceFolders: null, capabilities: { textDocument: { publishDiagnostics: { versionSupport: true } } } });
    await connection.sendNotification("initialized", {});
    const start = performance.now() - began;

    let before = cpu();
    let next = nextDiagnostics();
    await connection.sendNotification("textDocument/didOpen", { textDocument: { uri: URI, languageId: "cql", version: 1, text } });
    const diagnostics = await next;
    const openCpu = cpu() - before;

    const lines = text.split("\n");
    const line = lines.findIndex((candidate, i) => i > lines.length / 2 && /^SELECT \w.* FROM \w+\.\w+ WHERE/.test(candidate));
    const column = "SELECT ".length + 1;
    before = cpu();
    let diagnosticsAfterEdits = 0;
    for (let i = 0; i < EDITS; i++) {
      next = nextDiagnostics();
      const added = i % 2 === 0;
      const range = { start: { line, character: column }, end: { line, character: column + (added ? 0 : 1) } };
      await connection.sendNotification("textDocument/didChange", { textDocument: { uri: URI, version: 2 + i }, contentChanges: [{ range, text: added ? "q" : "" }] });
      diagnosticsAfterEdits = await next;
    }
    const editCpu = (cpu() - before) / EDITS;

    const position = { line, character: (lines[line] ?? "").indexOf(" FROM ") + 8 };
    const each = async (method: string, params: object): Promise<number> => {
      const used = cpu();
      for (let i = 0; i < REQUESTS; i++) await connection.sendRequest(method, { textDocument: { uri: URI }, ...params });
      return (cpu() - used) / REQUESTS;
    };
    const hoverCpu = await each("textDocument/hover", { position });
    const actionCpu = await each("textDocument/codeAction", { range: { start: position, end: position }, context: { diagnostics: [] } });
    const memory = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024;
    return { start, openCpu, editCpu, hoverCpu, actionCpu, diagnostics, diagnosticsAfterEdits, memory };
  } finally {
    connection.dispose();
    child.kill();
  }
}

/** User and system time of a process so far, in milliseconds; the kernel counts in steps of 10. */
function processCpu(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
