/** The language server on Node: its view of the disk, and its start over standard input and output or IPC. */
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createConnection, ProposedFeatures, type Connection } from "vscode-languageserver/node";
import type { Host } from "./host";
import type { Keep } from "../launcher/code-cache";
import { keepRoom, makeRoom } from "../launcher/engine";
import { configAbove, isIgnored, isWritable, readTextFile, scanFolder } from "./node-files";
import { start } from "./server";
import { warmUp } from "./warm-up";

/** The disk as the server sees it. Only `file:` URIs can be read. */
export function nodeHost(): Host {
  return {
    canonical: (uri) => {
      const file = toPath(uri);
      return file === undefined ? uri : toUri(file);
    },
    read: async (uri) => {
      const file = toPath(uri);
      return file === undefined ? { kind: "unreadable", reason: "Only files on disk can be read." } : readTextFile(file);
    },
    resolve: (folder, named) => {
      const at = toPath(folder);
      return at === undefined ? undefined : toUri(path.resolve(at, named));
    },
    scan: async (folder) => {
      const at = toPath(folder);
      if (at === undefined) return { files: [], configs: [] };
      const { files, configs } = await scanFolder(at);
      return { files: files.map(toUri), configs: configs.map(toUri) };
    },
    isIgnored: async (folder, file) => {
      const [at, below] = [toPath(folder), toPath(file)];
      return at !== undefined && below !== undefined && isIgnored(at, below);
    },
    configAbove: async (folder) => {
      const at = toPath(folder);
      const found = at === undefined ? undefined : await configAbove(at);
      return found === undefined ? undefined : toUri(found);
    },
    isWritable: (uri) => {
      const file = toPath(uri);
      return file === undefined || isWritable(file); // what lies in no file is known because an editor holds it
    },
  };
}

/** Serves one client over standard input and output until it says `exit` or goes away. */
export function startStdio(keep: Keep): void {
  serve(createConnection(ProposedFeatures.all, process.stdin, process.stdout), keep);
}

/** Serves the client that started this process, by the transport that its arguments name (`--node-ipc`, `--stdio`, `--socket=…`). */
export function startFromArguments(keep: Keep): void {
  serve(createConnection(ProposedFeatures.all), keep);
}

/** A client that starts a server has a file to open, so what that needs is made while the client still starts, too. */
function serve(connection: Connection, keep: Keep): void {
  makeRoom();
  start(connection, nodeHost(), undefined, keep);
  warmUp();
  keepRoom();
}

/** A drive's letter is lower case, since clients write it both ways. */
function toUri(file: string): string {
  return pathToFileURL(file.replace(/^[A-Z]:/, (drive) => drive.toLowerCase())).href;
}

function toPath(uri: string): string | undefined {
  if (!uri.startsWith("file:")) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined; // a URI of another machine, or one that no path can spell
  }
}
