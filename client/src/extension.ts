/** The VS Code side on the desktop (and in remote windows): starts the language server and shows what it says. */
import * as vscode from "vscode";
import { LanguageClient, TransportKind, type LanguageClientOptions } from "vscode-languageclient/node";
import { offerAssociation } from "./association";
import { showCodePage, withLocalPages } from "./code-page";
import { chooseDesign } from "./design";
import { designProject } from "./project-design";
import { createPages } from "./pages";
import { createPreview } from "./preview";
import { createStatus } from "./status";
import { selectTarget } from "./target";

/** The schemes whose documents are checked: those of the workspace's folders, files and new documents; no old versions of a diff. */
function schemes(): readonly string[] {
  return [...new Set(["file", "untitled", ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme)])];
}

let client: LanguageClient | undefined;

/** Starts the server. What it answers is all there is to the extension's interface. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const documentSelector = schemes().map((scheme) => ({ scheme, language: "cql" }));
  const status = createStatus(documentSelector);
  const preview = createPreview();
  const pages = createPages();
  const options: LanguageClientOptions = {
    documentSelector,
    initializationOptions: { status: true, design: true },
    middleware: { handleDiagnostics: (uri, diagnostics, next) => next(uri, withLocalPages(context.extensionUri, diagnostics)) },
  };
  const started = new LanguageClient("cqlwright", "Cqlwright", { module: context.asAbsolutePath("dist/server.js"), transport: TransportKind.ipc }, options);
  client = started;
  started.onNotification("cqlwright/status", status.update);

  context.subscriptions.push(
    status,
    preview,
    pages,
    vscode.commands.registerCommand("cqlwright.selectTarget", () => selectTarget(status.current())),
    vscode.commands.registerCommand("cqlwright.showCode", (code?: unknown) => showCodePage(context.extensionUri, code)),
    vscode.commands.registerCommand("cqlwright.design", (uri?: unknown, position?: unknown) => chooseDesign({ client: started, preview, pages }, uri, position)),
    vscode.commands.registerCommand("cqlwright.designProject", (format?: unknown) => designProject(started, pages, format)),
    vscode.commands.registerCommand("cqlwright.restartServer", () => started.restart()),
    vscode.commands.registerCommand("cqlwright.showOutput", () => started.outputChannel.show()),
  );
  offerAssociation(context);
  await started.start();
}

/** Ends the server. */
export function deactivate(): Promise<void> | undefined {
  return client?.stop();
}
