/** Every code has a page that is shipped with the extension: the link of a diagnostic opens it without a network. */
import * as vscode from "vscode";

/** The diagnostics with links that open the shipped pages; what has no code stays as it is. */
export function withLocalPages(diagnostics: readonly vscode.Diagnostic[]): vscode.Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const { code } = diagnostic;
    if (typeof code === "object") diagnostic.code = { value: code.value, target: pageCommand(String(code.value)) };
    return diagnostic;
  });
}

/** Shows a code's page in the Markdown preview; without a code it asks which. */
export async function showCodePage(extension: vscode.Uri, code: unknown): Promise<void> {
  const folder = vscode.Uri.joinPath(extension, "docs", "codes");
  const chosen = typeof code === "string" ? code : await vscode.window.showQuickPick(codes(folder), { title: "Which diagnostic code?" });
  if (chosen === undefined) return;
  if (!/^[a-z0-9-]+$/.test(chosen)) throw new Error(`"${chosen}" is no code.`);
  const page = vscode.Uri.joinPath(folder, `${chosen}.md`);
  try {
    await vscode.workspace.fs.stat(page);
  } catch {
    void vscode.window.showInformationMessage(`There is no page for the code "${chosen}".`);
    return;
  }
  await vscode.commands.executeCommand("markdown.showPreview", page);
}

function pageCommand(code: string): vscode.Uri {
  return vscode.Uri.parse(`command:cqlwright.showCode?${encodeURIComponent(JSON.stringify([code]))}`);
}

async function codes(folder: vscode.Uri): Promise<string[]> {
  const entries = await vscode.workspace.fs.readDirectory(folder);
  return entries.map(([name]) => name).filter((name) => name.endsWith(".md") && name !== "README.md").map((name) => name.slice(0, -".md".length)).sort();
}
