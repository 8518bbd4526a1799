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

/** Shows a code's page in the Markdown preview; without a code it asks which. */
export async function showCodePage(extension: vscode.Uri, code: unknown): Promise<void> {
  const folder = vscode.Uri.joinPath(extension, "docs", "codes");
  const chosen = typeof code === "string" ? code : await vscode.window.showQuickPick(codes(folder), { title: "Which diagnostic code?" });
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

async function codes(folder: vscode.Uri): Promise<string[]> {
  const entries = await vscode.workspace.fs.readDirectory(folder);
  return entries.map(([name]) => name).filter((name) => name.endsWith(".md") && name !== "README.md").map((name) => name.slice(0, -".md".length)).sort();
}
