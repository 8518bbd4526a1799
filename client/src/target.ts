/** Changing the target where it was chosen: in the settings, in `cqlwright.json`, or in the file's own comment. */
import * as vscode from "vscode";
import { targetName, type DocumentStatus } from "./status";

const TARGETS = ["cassandra-5.0", "cassandra-4.1", "cassandra-4.0", "scylla"];
const COMMENT = /(cqlwright:\s*target=)([\w.-]+)/;
const KEY = /("target"\s*:\s*")([^"]*)(")/;

/** Asks for a target and writes it where the present one stands. */
export async function selectTarget(status: DocumentStatus | undefined): Promise<void> {
  const items = TARGETS.map((target) => ({ label: targetName(target), description: target === status?.target ? "in use" : undefined, target }));
  const choice = await vscode.window.showQuickPick(items, { title: "Check CQL for which server?", placeHolder: status && `Now ${targetName(status.target)}` });
  if (choice === undefined || choice.target === status?.target) return;
  if (status?.targetFrom === "comment") await replaceIn(vscode.Uri.parse(status.uri), COMMENT, choice.target);
  else if (status?.targetFrom === "cqlwright.json" && status.config !== undefined) await replaceIn(vscode.Uri.parse(status.config), KEY, choice.target);
  else await saveSetting(choice.target, status);
}

/** Writes the value into the text and saves it, or opens the text where it cannot be found. */
async function replaceIn(uri: vscode.Uri, pattern: RegExp, target: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const match = pattern.exec(document.getText());
  if (match === null) {
    await vscode.window.showTextDocument(document);
    return;
  }
  const start = match.index + (match[1] ?? "").length;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(document.positionAt(start), document.positionAt(start + (match[2] ?? "").length)), target);
  if (await vscode.workspace.applyEdit(edit)) await document.save();
}

async function saveSetting(target: string, status: DocumentStatus | undefined): Promise<void> {
  const scope = status === undefined ? undefined : vscode.Uri.parse(status.uri);
  const place = vscode.workspace.workspaceFolders === undefined ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
  await vscode.workspace.getConfiguration("cqlwright", scope).update("target", target, place);
}
