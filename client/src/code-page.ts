/** Every code has a page that is shipped with the extension: the link of a diagnostic opens it without a network. */
import * as vscode from "vscode";

/**
 * The diagnostics with links to the shipped pages; what has no code stays as it is. A link in a hover may name a file, but no command;
 * package.json's `workbench.editorAssociations` shows the file as a page.
 */
export function withLocalPages(extension: vscode.Uri, diagnostics: readonly vscode.Diagnostic[]): vscode.Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const { code } = diagnostic;
    if (typeof code === "object") diagnostic.code = { value: code.value, target: pageOf(extension, String(code.value)) };
    return diagnostic;
  });
}

/** Shows a code's page in the Markdown preview; without a code it asks which, those of the file in front first. */
export async function showCodePage(extension: vscode.Uri, code: unknown): Promise<void> {
  const chosen = typeof code === "string" ? code : (await vscode.window.showQuickPick(codes(extension), { title: "Which Diagnostic Code?", placeHolder: "A code, or words of its lesson", matchOnDetail: true }))?.label;
  if (chosen === undefined) return;
  if (!/^[a-z0-9-]+$/.test(chosen)) throw new Error(`"${chosen}" is no code.`);
  const page = pageOf(extension, chosen);
  try {
    await vscode.workspace.fs.stat(page);
  } catch {
    void vscode.window.showInformationMessage(`There is no page for the code "${chosen}".`);
    return;
  }
  await vscode.commands.executeCommand("markdown.showPreview", page);
}

function pageOf(extension: vscode.Uri, code: string): vscode.Uri {
  return vscode.Uri.joinPath(extension, "docs", "codes", `${code}.md`);
}

/** All codes with the lesson of each, as their index lists them. */
async function codes(extension: vscode.Uri): Promise<readonly vscode.QuickPickItem[]> {
  const index = new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, "docs", "codes", "README.md")));
  const all = [...index.matchAll(/^\| \[([a-z0-9-]+)\]\(\S+\) \| (.*) \|$/gm)].map(([, label = "", detail = ""]) => ({ label, detail }));
  const front = vscode.window.activeTextEditor?.document.uri;
  const found = new Set(front && vscode.languages.getDiagnostics(front).filter(({ source }) => source === "cqlwright").map(({ code }) => String(typeof code === "object" ? code.value : code)));
  const here = all.filter(({ label }) => found.has(label));
  if (here.length === 0) return all;
  const heading = (label: string): vscode.QuickPickItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [heading("in this file"), ...here, heading("all codes"), ...all.filter(({ label }) => !found.has(label))];
}
