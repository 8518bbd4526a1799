/** The list of plans for a query: each with its price; the chosen one is shown as a change of files before anything is written. */
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Preview } from "./preview";

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

/** What the command needs. */
export interface Designer {
  readonly client: LanguageClient;
  readonly preview: Preview;
}

/** Asks for the plans of the query at the place given (a lens or the lightbulb names it), or at the cursor; shows the chosen one, and writes it when it is confirmed. */
export async function chooseDesign(designer: Designer, uri?: unknown, position?: unknown): Promise<void> {
  const place = placeOf(uri, position);
  if (place === undefined) return void done("Put the cursor into a SELECT of a .cql file, then ask for its design.");
  for (;;) {
    const found = await plansAt(designer.client, place);
    if (found === null) return void done("There is no statement at the cursor.");
    if (found.refusal !== null) return void done([found.refusal.message, ...found.refusal.instead.map((instead) => `Or: ${instead}`)].join(" "));
    const items = found.plans.map((plan) => ({ label: plan.title, description: plan.price, detail: plan.notes.slice(1).join(" "), plan }));
    const chosen = await vscode.window.showQuickPick(items, { title: "Ways to serve this query, best first", placeHolder: "Choose one to see what it changes", matchOnDescription: true });
    if (chosen === undefined || await confirm(designer, place, chosen.plan) === "done") return;
  }
}

/** Shows the plan as a diff and asks; whether another plan is wanted. Refuses calmly where the files are no longer those that the plan was made for. */
async function confirm({ client, preview }: Designer, place: Place, plan: Plan): Promise<"done" | "other"> {
  if (plan.edit === null) return done("Nothing has to be written: the query is served as it stands.");
  const edit = await client.protocol2CodeConverter.asWorkspaceEdit(plan.edit);
  if (edit === undefined) return "done";
  const close = await preview.show("Design preview", edit);
  const count = edit.entries().length;
  const write = { label: "$(check) Write this", description: count === 1 ? "1 file" : `${count} files, one undo` };
  const other = { label: "$(arrow-left) Choose another plan" };
  // The list stays while the diff is read.
  const answer = await vscode.window.showQuickPick([write, other], { title: plan.title, placeHolder: plan.price, ignoreFocusOut: true });
  await close();
  if (answer === other) return "other";
  if (answer !== write) return "done";
  const now = await plansAt(client, place);
  const same = now?.plans.some((one) => one.title === plan.title && JSON.stringify(one.edit) === JSON.stringify(plan.edit));
  if (same !== true) return done("The files have changed since this plan was made, so nothing was written. Ask for the design again.");
  if (!await vscode.workspace.applyEdit(edit, { isRefactoring: true })) return done("The plan could not be written: a file cannot be changed.");
  return "done";
}

function done(message: string): "done" {
  void vscode.window.showInformationMessage(message);
  return "done";
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
