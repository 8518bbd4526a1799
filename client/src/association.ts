/** `.cql` is claimed by extensions for other languages too; where one of them took a file, this offers once to take it back. */
import * as vscode from "vscode";

const ASKED = "association-offered";

/** Watches for `.cql` files that opened as another language; says nothing where no other extension claims them. */
export function offerAssociation(context: vscode.ExtensionContext): void {
  if (context.globalState.get(ASKED) === true) return;
  const seen = (document: vscode.TextDocument): void => {
    if (!document.uri.path.toLowerCase().endsWith(".cql") || document.languageId === "cql" || document.languageId === "plaintext") return;
    if (!claimedByAnother(context.extension.id, document.languageId) || context.globalState.get(ASKED) === true) return;
    void ask(context, document.languageId);
  };
  context.subscriptions.push(vscode.workspace.onDidOpenTextDocument(seen));
  vscode.workspace.textDocuments.forEach(seen);
}

async function ask(context: vscode.ExtensionContext, language: string): Promise<void> {
  await context.globalState.update(ASKED, true);
  const yes = "Use CQL";
  const answer = await vscode.window.showInformationMessage(`This .cql file opened as "${language}". Open .cql files of this workspace as CQL of Cassandra and ScyllaDB?`, yes, "Leave as Is");
  if (answer !== yes) return;
  const place = vscode.workspace.workspaceFolders === undefined ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
  const files = vscode.workspace.getConfiguration("files");
  await files.update("associations", { ...files.inspect<Record<string, string>>("associations")?.workspaceValue, "*.cql": "cql" }, place);
}

function claimedByAnother(own: string, language: string): boolean {
  return vscode.extensions.all.some(({ id, packageJSON }) => id !== own && languagesOf(packageJSON).some((claimed) => claimed.id === language && claimed.extensions?.includes(".cql")));
}

interface ClaimedLanguage {
  readonly id?: string;
  readonly extensions?: readonly string[];
}

function languagesOf(manifest: unknown): readonly ClaimedLanguage[] {
  const languages = (manifest as { contributes?: { languages?: unknown } } | undefined)?.contributes?.languages;
  return Array.isArray(languages) ? (languages as ClaimedLanguage[]) : [];
}
