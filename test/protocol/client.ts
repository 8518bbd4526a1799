/** A language client for tests: it speaks the protocol over streams, as an editor does, and remembers what the server said. */
import { PassThrough, type Readable, type Writable } from "node:stream";
import {
  createConnection, createProtocolConnection, DiagnosticSeverity, ProposedFeatures, StreamMessageReader, StreamMessageWriter,
  type ClientCapabilities, type CodeAction, type Diagnostic, type Hover, type InitializeResult, type Location, type Position,
  type ProtocolConnection, type PublishDiagnosticsParams, type Range, type TextDocumentContentChangeEvent, type WorkspaceEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { nodeHost } from "../../server/src/lsp/node";
import { start } from "../../server/src/lsp/server";
import type { CqlService } from "../../server/src/workspace/service";

export interface ClientOptions {
  readonly folders?: readonly string[];
  readonly capabilities?: ClientCapabilities;
  /** What `workspace/configuration` answers for the section `cqlwright`; by it the client says that it can. */
  readonly configuration?: () => unknown;
  readonly initializationOptions?: unknown;
}

/** An editor's abilities, as VS Code announces them. */
export const EDITOR: ClientCapabilities = {
  workspace: {
    workspaceFolders: true,
    didChangeWatchedFiles: { dynamicRegistration: true },
    workspaceEdit: { documentChanges: true, resourceOperations: ["create", "rename", "delete"] },
  },
  textDocument: { publishDiagnostics: { versionSupport: true, relatedInformation: true } },
};

export interface Client {
  readonly connection: ProtocolConnection;
  readonly initialized: InitializeResult;
  readonly logged: string[];
  readonly registered: string[];
  readonly statuses: Record<string, unknown>[];
  readonly open: (uri: string, text: string) => Promise<void>;
  /** Replaces the one place where `old` stands; the promise is for the sending only. */
  readonly replace: (uri: string, old: string, text: string) => Promise<void>;
  readonly change: (uri: string, ...changes: TextDocumentContentChangeEvent[]) => Promise<void>;
  readonly close: (uri: string) => Promise<void>;
  readonly text: (uri: string) => string;
  /** The diagnostics of a file once those of its latest version have come. */
  readonly diagnostics: (uri: string) => Promise<Diagnostic[]>;
  /** What was last published for a file; undefined before the first time. */
  readonly published: (uri: string) => PublishDiagnosticsParams | undefined;
  readonly until: (wanted: () => boolean) => Promise<void>;
  readonly hover: (uri: string, at: string | Position) => Promise<Hover | null>;
  readonly definition: (uri: string, at: string | Position) => Promise<Location | null>;
  readonly actions: (uri: string, range: Range, only?: string[]) => Promise<CodeAction[]>;
  /** Applies an edit to the open documents and tells the server, as an editor would; other files are returned as text. */
  readonly apply: (edit: WorkspaceEdit) => Promise<void>;
  readonly changedOnDisk: (...files: readonly { readonly uri: string; readonly type: 1 | 2 | 3 }[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A server in this process and a client of it. */
export function startInMemory(options: ClientOptions = {}, service?: CqlService): Promise<Client> {
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  start(createConnection(ProposedFeatures.all, new StreamMessageReader(toServer), new StreamMessageWriter(toClient)), nodeHost(), service);
  return connect(toClient, toServer, options);
}

/** A client of the server at the other end of two streams. */
export async function connect(from: Readable, to: Writable, options: ClientOptions = {}): Promise<Client> {
  const connection = createProtocolConnection(new StreamMessageReader(from), new StreamMessageWriter(to));
  const published = new Map<string, PublishDiagnosticsParams>();
  const documents = new Map<string, TextDocument>();
  const logged: string[] = [];
  const registered: string[] = [];
  const statuses: Record<string, unknown>[] = [];
  let waiting: (() => void)[] = [];
  const heard = (): void => {
    const now = waiting;
    waiting = [];
    for (const resume of now) resume();
  };
  connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
    published.set(params.uri, params);
    heard();
  });
  connection.onNotification("window/logMessage", ({ message }: { message: string }) => {
    logged.push(message);
    heard();
  });
  connection.onNotification("cqlwright/status", (status: Record<string, unknown>) => {
    statuses.push(status);
    heard();
  });
  connection.onRequest("client/registerCapability", ({ registrations }: { registrations: { method: string }[] }) => {
    registered.push(...registrations.map(({ method }) => method));
    heard();
    return null;
  });
  connection.onRequest("workspace/configuration", ({ items }: { items: unknown[] }) => items.map(() => options.configuration?.() ?? null));
  connection.listen();

  const capabilities: ClientCapabilities = options.capabilities ?? EDITOR;
  const initialized = await connection.sendRequest<InitializeResult>("initialize", {
    processId: process.pid,
    rootUri: null,
    workspaceFolders: options.folders?.map((uri) => ({ uri, name: uri })) ?? null,
    capabilities: { ...capabilities, workspace: { ...capabilities.workspace, configuration: options.configuration !== undefined } },
    initializationOptions: options.initializationOptions,
  });
  await connection.sendNotification("initialized", {});

  const until = async (wanted: () => boolean): Promise<void> => {
    while (!wanted()) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const documentOf = (uri: string): TextDocument => {
    const document = documents.get(uri);
    if (document === undefined) throw new Error(`${uri} is not open`);
    return document;
  };
  const positionOf = (uri: string, at: string | Position): Position => (typeof at === "string" ? documentOf(uri).positionAt(documentOf(uri).getText().indexOf(at)) : at);
  const change = (uri: string, ...changes: TextDocumentContentChangeEvent[]): Promise<void> => {
    const document = documentOf(uri);
    TextDocument.update(document, changes, document.version + 1);
    return connection.sendNotification("textDocument/didChange", { textDocument: { uri, version: document.version }, contentChanges: changes });
  };

  return {
    connection, initialized, logged, registered, statuses, until, change,
    open: (uri, text) => {
      documents.set(uri, TextDocument.create(uri, "cql", 1, text));
      return connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "cql", version: 1, text } });
    },
    replace: (uri, old, text) => {
      const document = documentOf(uri);
      const at = document.getText().indexOf(old);
      if (at < 0) throw new Error(`"${old}" is not in ${uri}`);
      return change(uri, { range: { start: document.positionAt(at), end: document.positionAt(at + old.length) }, text });
    },
    close: (uri) => {
      documents.delete(uri);
      published.delete(uri);
      return connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
    },
    text: (uri) => documentOf(uri).getText(),
    diagnostics: async (uri) => {
      await until(() => published.get(uri)?.version === documents.get(uri)?.version && published.has(uri));
      return published.get(uri)?.diagnostics ?? [];
    },
    published: (uri) => published.get(uri),
    hover: (uri, at) => connection.sendRequest("textDocument/hover", { textDocument: { uri }, position: positionOf(uri, at) }),
    definition: (uri, at) => connection.sendRequest("textDocument/definition", { textDocument: { uri }, position: positionOf(uri, at) }),
    actions: (uri, range, only) => connection.sendRequest("textDocument/codeAction", { textDocument: { uri }, range, context: { diagnostics: [], ...(only ? { only } : {}) } }),
    apply: async (edit) => {
      for (const part of edit.documentChanges ?? []) {
        if (!("textDocument" in part) || !documents.has(part.textDocument.uri)) continue;
        const text = TextDocument.applyEdits(documentOf(part.textDocument.uri), part.edits.map((textEdit) => textEdit as { range: Range; newText: string }));
        await change(part.textDocument.uri, { text });
      }
    },
    changedOnDisk: (...files) => connection.sendNotification("workspace/didChangeWatchedFiles", { changes: files }),
    stop: async () => {
      await connection.sendRequest("shutdown");
      connection.end();
      connection.dispose();
    },
  };
}

/** Codes and marked texts of diagnostics, for comparison. */
export function summary(diagnostics: readonly Diagnostic[], text: string): string[] {
  const document = TextDocument.create("", "", 0, text);
  return diagnostics.map(({ code, severity, range }) => `${severity === DiagnosticSeverity.Error ? "error" : "other"} ${String(code)} ${document.getText(range)}`);
}

/** A diagnostic's text; ours are plain. */
export function messageOf({ message }: Diagnostic): string {
  return typeof message === "string" ? message : message.value;
}
