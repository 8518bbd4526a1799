/** The list of plans for a query: each with its price; the chosen one is shown as a change of files before anything is written. */
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

/** What the server answers to `cqlwright/plans`. */
interface Plans {
  readonly refusal: { readonly message: string; readonly instead: readonly string[] } | null;
  readonly plans: readonly Plan[];
}

interface Plan {
  readonly title: string;
  readonly price: string;
  readonly notes: readonly string[];
  readonly edit: Parameters<LanguageClient["protocol2CodeConverter"]["asWorkspaceEdit"]>[0] | null;
}

interface Place {
  readonly uri: vscode.Uri;
  readonly position: vscode.Position;
}

/** Asks for the plans of the query at the place given (a lens or the lightbulb names it), or at the cursor; shows the chosen one. */
export async function chooseDesign(client: LanguageClient, uri?: unknown, position?: unknown): Promise<void> {
  const place = placeOf(uri, position);
  if (place === undefined) return void vscode.window.showInformationMessage("Put the cursor into a SELECT of a .cql file, then ask for its design.");
  const found = await plansAt(client, place);
  if (found === null) return void vscode.window.showInformationMessage("There is no statement at the cursor.");
  if (found.refusal !== null) return void vscode.window.showInformationMessage([found.refusal.message, ...found.refusal.instead.map((instead) => `Or: ${instead}`)].join(" "));
  const items = found.plans.map((plan) => ({ label: plan.title, description: plan.price, detail: plan.notes.slice(1).join(" "), plan }));
  const chosen = await vscode.window.showQuickPick(items, { title: "Ways to serve this query, best first", placeHolder: "Choose one to see what it changes", matchOnDescription: true });
  if (chosen === undefined) return;
  if (chosen.plan.edit === null) return void vscode.window.showInformationMessage("Nothing has to be written: the query is served as it stands.");
  await show(client, place, chosen.plan);
}

/** Shows the plan as a change to confirm; refuses calmly where the files are no longer those that it was made for. */
async function show(client: LanguageClient, place: Place, plan: Plan): Promise<void> {
  const now = await plansAt(client, place);
  const same = now?.plans.find(({ title }) => title === plan.title);
  if (same === undefined || same.edit === null || JSON.stringify(same.edit) !== JSON.stringify(plan.edit)) {
    const again = "Ask Again";
    const answer = await vscode.window.showInformationMessage("The files have changed since these plans were made, so nothing was written.", again);
    if (answer === again) await chooseDesign(client, place.uri.toString(), place.position);
    return;
  }
  const edit = await client.protocol2CodeConverter.asWorkspaceEdit(same.edit);
  if (edit !== undefined) await vscode.workspace.applyEdit(edit, { isRefactoring: true });
}

function plansAt(client: LanguageClient, { uri, position }: Place): Promise<Plans | null> {
  return client.sendRequest<Plans | null>("cqlwright/plans", { textDocument: { uri: client.code2ProtocolConverter.asUri(uri) }, position: { line: position.line, character: position.character } });
}

function placeOf(uri: unknown, position: unknown): Place | undefined {
  if (typeof uri === "string" && isPosition(position)) return { uri: vscode.Uri.parse(uri), position: new vscode.Position(position.line, position.character) };
  const editor = vscode.window.activeTextEditor;
  return editor?.document.languageId === "cql" ? { uri: editor.document.uri, position: editor.selection.active } : undefined;
}

function isPosition(value: unknown): value is { readonly line: number; readonly character: number } {
  return typeof value === "object" && value !== null && "line" in value && "character" in value && typeof value.line === "number" && typeof value.character === "number";
}
