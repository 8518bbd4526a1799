/** The language server: protocol in, protocol out. Only an adapter; what it answers comes from the service. */
import {
  CodeActionKind, CodeLensRefreshRequest, DidChangeConfigurationNotification, DidChangeWatchedFilesNotification, FileChangeType, ResponseError, TextDocumentSyncKind,
  type CancellationToken, type CodeAction, type Connection, type Position, type InitializeResult, type Diagnostic as LspDiagnostic,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { version } from "../../../package.json";
import type { CqlService, FileResult } from "../workspace/service";
import { createCqlService } from "../workspace/service-impl";
import type { Keep } from "../launcher/code-cache";
import { clientOf, editorSettingsOf, foldersOf, member, type Client } from "./client";
import type { ConfigFile } from "./config-file";
import { DESIGN_COMMAND, documentOf, pageOf, SOURCE, type LensData, toCodeAction, toCodeLens, toDiagnostic, toHover, toLocation, toOffsets, toRange } from "./convert";
import { createDocuments } from "./documents";
import type { Host } from "./host";
import { createProjects, type EditorSettings, type Projects } from "./projects";
import { PROJECT_METHOD, projectPage, type ProjectParams } from "./project-design";
import { PLAN_PAGE_METHOD, PLANS_METHOD, toPlansResult, type PlanPageParams, type PlansParams, type PlansResult } from "./plans";
import { createPublisher, type Publisher } from "./publisher";
import { STATUS_METHOD, statusOf } from "./status";

/** More diagnostics than this in one file help nobody and slow editors down; the last one says how many were left out. */
const MOST_DIAGNOSTICS = 1000;
/** Longer documents are not parsed, like files of that size. */
const MOST_CHARACTERS = 20 * 1024 * 1024;
const STATUS_PAUSE_MS = 300;
/** When a file of more lines has been checked, most of the code has run; it is kept a little later, not to delay the answer. */
const LONG_FILE = 500;
const KEEP_PAUSE_MS = 20;
/** LSP's RequestCancelled. */
const CANCELLED = -32800;

/** Serves one client over `connection`, until it goes. `service` is of our own making unless a test brings one. `keep` is told when much of the code has run. */
export function start(connection: Connection, host: Host, given?: CqlService, keep: Keep = () => undefined): void {
  const published = new Map<string, string>();
  const statuses = new Map<string, string>();
  const statusTimers = new Map<string, NodeJS.Timeout>();
  let lensTimer: NodeJS.Timeout | undefined;
  let keepTimer: NodeJS.Timeout | undefined;
  let client: Client = clientOf({}, undefined);
  let folders: string[] = [];
  let editor = new Map<string | undefined, EditorSettings>([[undefined, { settings: {} }]]);
  /** Work on disk is done one after the other, so that a file's older text never overwrites its newer one. */
  let disk: Promise<void> = Promise.resolve();

  const log = (what: string, error: unknown): void => connection.console.error(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const warn = (problem: string): void => connection.console.warn(`Settings: ${problem}.`);
  const service = given ?? createCqlService({ report: log });
  const documents = createDocuments(service);
  const { linesOf, placeOf } = documents;

  const send = (uri: string, diagnostics: LspDiagnostic[]): void => {
    const open = documents.get(uri);
    if (open === undefined) {
      const content = JSON.stringify(diagnostics);
      if ((published.get(uri) ?? "[]") === content) return;
      if (diagnostics.length === 0) published.delete(uri);
      else published.set(uri, content);
      void connection.sendDiagnostics({ uri, diagnostics });
    } else {
      published.set(uri, ""); // an open file is always sent again, so its last state need not be known
      void connection.sendDiagnostics({ uri: open.uri, version: open.lines.version, diagnostics });
    }
  };

  const converted = (uri: string, result: FileResult): LspDiagnostic[] => {
    const unreadable = projects.unreadable(uri);
    if (unreadable !== undefined) return [{ ...ofWholeFile("unreadable-file", `This file is not checked. ${unreadable}`), severity: 2 }];
    const lines = linesOf(uri);
    if (lines === undefined) return [];
    if (result.diagnostics.length <= MOST_DIAGNOSTICS) return result.diagnostics.map((diagnostic) => toDiagnostic(diagnostic, lines, placeOf));
    const first = result.diagnostics.slice(0, MOST_DIAGNOSTICS).map((diagnostic) => toDiagnostic(diagnostic, lines, placeOf));
    return [...first, { range: toRange(lines, { start: 0, end: 0 }), severity: 3, source: SOURCE, message: `${result.diagnostics.length - MOST_DIAGNOSTICS} more diagnostics of this file are not shown.` }];
  };

  /** Counting the schema's tables is no work for every letter typed: the first status goes at once, later ones when typing pauses. */
  const scheduleStatus = (uri: string, result: FileResult): void => {
    if (!client.status || !documents.has(uri)) return;
    clearTimeout(statusTimers.get(uri));
    if (statuses.has(uri)) statusTimers.set(uri, setTimeout(() => guarded("the status", () => sendStatus(uri, service.check(uri))), STATUS_PAUSE_MS));
    else sendStatus(uri, result);
  };

  /** A changed definition changes what stands above queries in other documents. */
  const refreshLenses = (): void => {
    if (!client.lensRefresh) return;
    clearTimeout(lensTimer);
    lensTimer = setTimeout(() => void connection.sendRequest(CodeLensRefreshRequest.type).catch((error: unknown) => log("refreshing lenses", error)), STATUS_PAUSE_MS);
  };

  const sendStatus = (uri: string, result: FileResult): void => {
    if (!documents.has(uri)) return;
    const files = new Set<string>();
    let tables = 0;
    for (const keyspace of service.schema(uri).keyspaces.values()) {
      if (keyspace.system) continue;
      for (const table of keyspace.tables.values()) {
        if (table.kind === "table") tables++;
        if (table.origin !== undefined) files.add(table.origin.uri);
      }
    }
    const status = statusOf(placeOf(uri).uri, result, projects.info(uri), { files: files.size, tables });
    const content = JSON.stringify(status);
    if (statuses.get(uri) === content) return;
    statuses.set(uri, content);
    void connection.sendNotification(STATUS_METHOD, status);
  };

  const publisher: Publisher = createPublisher({
    service,
    isOpen: (uri) => documents.has(uri),
    isWanted: (uri) => documents.has(uri) || projects.info(uri).scope === "project",
    publish: (uri, result) => {
      send(uri, converted(uri, result));
      scheduleStatus(uri, result);
      if ((documents.get(uri)?.lines.lineCount ?? 0) > LONG_FILE) keepTimer ??= setTimeout(() => keep("long"), KEEP_PAUSE_MS).unref();
      if (documents.has(uri)) refreshLenses();
    },
    withdraw: (uri) => send(uri, []),
    failed: (uri, error) => log(`checking ${uri}`, error),
  });

  const projects: Projects = createProjects({
    service,
    host,
    isOpen: (uri) => documents.has(uri),
    editorSettings: (folder) => editor.get(folder) ?? editor.get(undefined) ?? { settings: {} },
    reportConfig: (uri, text, problems) => reportConfig(uri, text, problems),
  });

  const reportConfig = (uri: string, text: string, problems: ConfigFile["problems"]): void => {
    const lines = documentOf(uri, text);
    send(uri, problems.map(({ message, range }) => ({ range: toRange(lines, range), severity: 2, source: SOURCE, message })));
  };

  /** Queues work on the disk; what is published waits for it. */
  const onDisk = (work: () => Promise<void>): void => {
    disk = disk.then(work).catch((error: unknown) => log("reading files", error));
    void publisher.during(disk);
  };

  const pullSettings = async (): Promise<void> => {
    if (!client.configuration) return;
    const scopes = [undefined, ...folders];
    const values = await connection.workspace.getConfiguration(scopes.map((scopeUri) => ({ section: "cqlwright", ...(scopeUri === undefined ? {} : { scopeUri }) })));
    editor = new Map(scopes.map((scope, i) => [scope, editorSettingsOf((values as unknown[])[i], warn)]));
  };

  connection.onInitialize((params): InitializeResult => {
    client = clientOf(params.capabilities, params.initializationOptions);
    folders = foldersOf(params).map((uri) => folderUri(host.canonical(uri)));
    const settings = member(params.initializationOptions, "settings");
    if (settings !== undefined) editor.set(undefined, editorSettingsOf(settings, warn));
    return {
      serverInfo: { name: "cqlwright", version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: false },
        hoverProvider: true,
        definitionProvider: true,
        codeLensProvider: { resolveProvider: true },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite] },
        workspace: {
          workspaceFolders: { supported: true, changeNotifications: true },
          fileOperations: { didRename: { filters: [{ pattern: { glob: "**" } }] }, didDelete: { filters: [{ pattern: { glob: "**" } }] } },
        },
      },
    };
  });

  connection.onInitialized(() => {
    if (client.watching) {
      const watchers = ["**/*.cql", "**/cqlwright.json", "**/{cassandra,scylla}*.{yaml,yml}"].map((globPattern) => ({ globPattern }));
      void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch((error: unknown) => log("asking to watch files", error));
    }
    if (client.configurationChanges) void connection.client.register(DidChangeConfigurationNotification.type, { section: "cqlwright" }).catch((error: unknown) => log("asking for settings", error));
    if (client.folders) connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => onDisk(async () => {
      const gone = removed.map(({ uri }) => folderUri(host.canonical(uri)));
      const fresh = added.map(({ uri }) => folderUri(host.canonical(uri)));
      folders = [...folders.filter((folder) => !gone.includes(folder)), ...fresh];
      for (const folder of gone) projects.removeFolder(folder);
      await pullSettings();
      for (const folder of fresh) await projects.addFolder(folder);
      withdrawGone();
    }));
    if (folders.length > 0 || client.configuration) {
      onDisk(async () => {
        await pullSettings();
        projects.applySettings();
        for (const folder of folders) await projects.addFolder(folder);
      });
    }
  });

  /** Takes back the diagnostics of files that the service no longer knows. */
  const withdrawGone = (): void => {
    const known = new Set(service.files());
    for (const uri of [...published.keys()]) if (!known.has(uri) && !documents.has(uri) && !uri.endsWith("/cqlwright.json")) send(uri, []);
    documents.forget((uri) => known.has(uri));
  };

  connection.onDidChangeConfiguration(({ settings }) => onDisk(async () => {
    if (client.configuration) await pullSettings();
    else editor.set(undefined, editorSettingsOf(member(settings, "cqlwright"), warn));
    projects.applySettings();
    for (const uri of service.files()) publisher.changed(uri);
  }));

  connection.onDidOpenTextDocument(({ textDocument }) => {
    const uri = host.canonical(textDocument.uri);
    const isLarge = textDocument.text.length > MOST_CHARACTERS;
    documents.open(uri, textDocument.uri, textDocument.text, textDocument.version);
    if (isLarge) connection.console.warn(`${textDocument.uri} is not checked: it has over ${MOST_CHARACTERS} characters.`);
    const opening = guarded("opening a document", () => projects.open(uri, isLarge ? "" : textDocument.text));
    if (opening !== undefined) void publisher.during(opening.catch((error: unknown) => log("opening a document", error)));
    publisher.changed(uri);
  });

  connection.onDidChangeTextDocument(({ textDocument, contentChanges }) => {
    const uri = host.canonical(textDocument.uri);
    const open = documents.get(uri);
    if (open === undefined) return;
    for (const change of contentChanges) {
      const range = "range" in change ? toOffsets(open.lines, change.range) : { start: 0, end: open.lines.getText().length };
      TextDocument.update(open.lines, [change], textDocument.version);
      guarded("an edit", () => service.editFile(uri, range, change.text, open.lines.getText()));
    }
    publisher.changed(uri);
  });

  connection.onDidCloseTextDocument(({ textDocument }) => {
    const uri = host.canonical(textDocument.uri);
    const open = documents.get(uri);
    if (open === undefined) return;
    documents.close(uri);
    statuses.delete(uri);
    clearTimeout(statusTimers.get(uri));
    statusTimers.delete(uri);
    published.delete(uri);
    void connection.sendDiagnostics({ uri: open.uri, diagnostics: [] });
    onDisk(async () => {
      await projects.close(uri);
      if (service.text(uri) !== undefined) publisher.changed(uri);
    });
  });

  connection.onDidChangeWatchedFiles(({ changes }) => onDisk(async () => {
    for (const { uri, type } of changes) {
      const file = host.canonical(uri);
      await projects.diskChanged(file);
      if (type === FileChangeType.Deleted) withdrawGone();
      else if (service.text(file) !== undefined) publisher.changed(file);
    }
  }));

  const rescan = (): void => onDisk(async () => {
    await projects.rescan();
    withdrawGone();
  });
  connection.onNotification("workspace/didRenameFiles", rescan);
  connection.onNotification("workspace/didDeleteFiles", rescan);

  connection.onHover((params, token) => request("hover", token, undefined, () => {
    const uri = host.canonical(params.textDocument.uri);
    const lines = linesOf(uri);
    const hover = lines && service.hover(uri, lines.offsetAt(params.position));
    return lines && hover && toHover(hover, lines);
  }));

  connection.onDefinition((params, token) => request("definition", token, undefined, () => {
    const uri = host.canonical(params.textDocument.uri);
    const origin = service.definition(uri, linesOf(uri)?.offsetAt(params.position) ?? 0);
    return origin && toLocation(origin, placeOf);
  }));

  connection.onCodeAction((params, token) => request("code action", token, [], () => {
    const uri = host.canonical(params.textDocument.uri);
    const lines = linesOf(uri);
    if (lines === undefined) return [];
    const wanted = params.context.only;
    const actions = service.actions(uri, toOffsets(lines, params.range));
    const diagnostics = actions.length === 0 ? [] : service.check(uri).diagnostics.map((diagnostic) => toDiagnostic(diagnostic, lines, placeOf));
    const choose = client.design && actions.some(({ fix }) => / (?:table|index|view) /i.test(fix.title)) ? [chooseAction(params.textDocument.uri, params.range.start)] : [];
    return [...actions.flatMap((action) => toCodeAction(action, diagnostics, placeOf, client) ?? []), ...choose]
      .filter(({ kind }) => wanted === undefined || wanted.some((only) => kind === only || kind?.startsWith(`${only}.`)));
  }));

  connection.onCodeLens((params, token) => request("code lens", token, [], () => {
    const uri = host.canonical(params.textDocument.uri);
    const lines = linesOf(uri);
    return lines === undefined ? [] : service.lenses(uri).filter(({ design }) => !design || client.design).map((lens) => toCodeLens(lens, lines, params.textDocument.uri));
  }));

  connection.onCodeLensResolve((lens, token) => request("what a code lens says", token, lens, () => {
    if (lens.command !== undefined || lens.data === undefined) return lens;
    const { uri, statement } = lens.data as LensData;
    return { ...lens, command: { title: service.lensTitle(host.canonical(uri), statement), command: "" } };
  }));

  connection.onRequest(PLANS_METHOD, (params: PlansParams, token) => request<PlansResult | null>("plans", token, null, () => {
    const uri = host.canonical(params.textDocument.uri);
    const lines = linesOf(uri);
    const offers = lines && service.plans(uri, lines.offsetAt(params.position));
    return lines === undefined || offers === undefined ? null : toPlansResult(offers, lines, placeOf, client, host.isWritable);
  }));

  connection.onRequest(PLAN_PAGE_METHOD, (params: PlanPageParams, token) => request<string | null>("the page of a plan", token, null, () => {
    const uri = host.canonical(params.textDocument.uri);
    const lines = linesOf(uri);
    const offers = lines && service.plans(uri, lines.offsetAt(params.position));
    return offers?.plans.find(({ title }) => title === params.title)?.page() ?? null;
  }));

  connection.onRequest(PROJECT_METHOD, (params: ProjectParams, token) => request<string | null>("project design", token, null, () => {
    const uri = host.canonical(params.textDocument.uri);
    return linesOf(uri) === undefined ? null : projectPage(service, uri, params.format);
  }));

  connection.onShutdown(() => {
    keep("short");
    clearTimeout(lensTimer);
    publisher.stop();
    for (const timer of statusTimers.values()) clearTimeout(timer);
  });

  /** Answers a request; our own mistakes are logged and answered with nothing. */
  function request<T>(name: string, token: CancellationToken, empty: T, answer: () => T): T | ResponseError<void> {
    if (token.isCancellationRequested) return new ResponseError(CANCELLED, "cancelled");
    return guarded(name, answer) ?? empty;
  }

  function guarded<T>(what: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      log(what, error);
      return undefined;
    }
  }

  connection.listen();
}

/** Leads from the lightbulb to the list of all plans. */
function chooseAction(uri: string, position: Position): CodeAction {
  return { title: "Compare all designs for this query…", kind: CodeActionKind.RefactorRewrite, command: { title: "Compare designs", command: DESIGN_COMMAND, arguments: [uri, position] } };
}

function ofWholeFile(code: string, message: string): LspDiagnostic {
  const start = { line: 0, character: 0 };
  return { range: { start, end: start }, code, codeDescription: { href: pageOf(code) }, source: SOURCE, message };
}

function folderUri(uri: string): string {
  return uri.replace(/\/+$/, "");
}
