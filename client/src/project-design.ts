/** The design of a whole project as a page: the matrix of queries and tables, and the fewest tables. */
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Pages } from "./pages";

/** Shows the design of the project that the file in view belongs to, or the first CQL file of the workspace; `format` "json" opens it as a JSON document. */
export async function designProject(client: LanguageClient, pages: Pages, format?: unknown): Promise<void> {
  const open = vscode.window.activeTextEditor?.document;
  const uri = open?.languageId === "cql" ? open.uri : (await vscode.workspace.findFiles("**/*.cql", undefined, 1))[0];
  if (uri === undefined) return void vscode.window.showInformationMessage("There is no .cql file to design for.");
  // A file that the server has not seen yet is one as soon as it is opened.
  await vscode.workspace.openTextDocument(uri);
  const wanted = format === "json" ? "json" : "markdown";
  const content = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: "Designing the project's tables" }, () => (
    client.sendRequest<string | null>("cqlwright/designProject", { textDocument: { uri: client.code2ProtocolConverter.asUri(uri) }, format: wanted })
  ));
  if (content === null) return void vscode.window.showWarningMessage("The project's queries could not be read; see the language server's output.");
  if (wanted === "markdown") await pages.show("Tables of the project", content, "here");
  else await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: wanted, content }));
}
