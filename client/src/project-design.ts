/** The design of a whole project as a document: the matrix of queries and tables, and the fewest tables. */
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

/** Opens the design of the project that the file in view belongs to, or the first CQL file of the workspace; `format` is "json" for JSON. */
export async function designProject(client: LanguageClient, format?: unknown): Promise<void> {
  const open = vscode.window.activeTextEditor?.document;
  const uri = open?.languageId === "cql" ? open.uri : (await vscode.workspace.findFiles("**/*.cql", undefined, 1))[0];
  if (uri === undefined) return void vscode.window.showInformationMessage("There is no .cql file to design for.");
  // A file that the server has not seen yet is one as soon as it is opened.
  await vscode.workspace.openTextDocument(uri);
  const wanted = format === "json" ? "json" : "markdown";
  const content = await client.sendRequest<string | null>("cqlwright/designProject", { textDocument: { uri: client.code2ProtocolConverter.asUri(uri) }, format: wanted });
  if (content === null) return void vscode.window.showInformationMessage("The project's queries could not be read; see the language server's output.");
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: wanted, content }));
}
