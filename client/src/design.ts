/** The list of plans for a query: each with its price; the chosen one is shown as a change of files before anything is written. */
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Pages } from "./pages";
import type { Preview } from "./preview";

/** What the server answers to `cqlwright/plans`. */
interface Plans {
  readonly refusal: { readonly message: string; readonly instead: readonly string[] } | null;
  readonly plans: readonly Plan[];
}

interface Plan {
  readonly kind: string;
  readonly table: string;
  readonly title: string;
  readonly remark: string;
  readonly price: string;
  readonly edit: Parameters<LanguageClient["protocol2CodeConverter"]["asWorkspaceEdit"]>[0] | null;
  readonly readOnly: readonly string[];
}

interface Place {
  readonly uri: vscode.Uri;
  readonly position: vscode.Position;
}

/** What the command needs. */
export interface Designer {
  readonly client: LanguageClient;
  readonly preview: Preview;
  readonly pages: Pages;
}

/** The sign of each kind of plan; a table where none is named. */
const ICONS: Readonly<Record<string, string>> = {
  "existing-table": "$(check)",
  "add-relation": "$(edit)",
  "filter-in-partition": "$(filter)",
  index: "$(list-tree)",
  view: "$(eye)",
};

/** Asks for the plans of the query at the place given (a lens or the lightbulb names it), or at the cursor; shows the chosen one, and writes it when it is confirmed. */
export async function chooseDesign(designer: Designer, uri?: unknown, position?: unknown): Promise<void> {
  const place = placeOf(uri, position);
  if (place === undefined) return void say("Put the cursor into a SELECT of a .cql file, then ask for its design.");
  for (;;) {
    const found = await plansAt(designer.client, place);
    if (found === null) return void say("There is no statement at the cursor. Put it into a SELECT, then ask for its design.");
    if (found.refusal !== null) return void say([found.refusal.message, ...found.refusal.instead.map((instead) => `Instead: ${instead}`)].map(asSentence).join(" "));
    const [only, ...others] = found.plans;
    if (only?.edit === null && others.length === 0) return void say(`${only.title}. ${only.price}.`);
    const items = found.plans.map((plan) => ({ label: `${ICONS[plan.kind] ?? "$(table)"} ${plan.title}`, description: plan.remark, detail: plan.price, plan }));
    const chosen = await vscode.window.showQuickPick(items, { title: "Ways to Serve This Query", placeHolder: "Choose one: what it changes is shown before anything is written", matchOnDetail: true });
    if (chosen === undefined || await confirm(designer, place, chosen.plan) === "done") return;
  }
}

/** Shows the plan as a diff and asks; whether another plan is wanted. Refuses calmly where the files are no longer those that the plan was made for. */
async function confirm(designer: Designer, place: Place, plan: Plan): Promise<"done" | "other"> {
  const { client, preview } = designer;
  if (plan.edit === null) return say("Nothing has to be written: the query is served as it stands.");
  const edit = await client.protocol2CodeConverter.asWorkspaceEdit(plan.edit);
  if (edit === undefined) return "done";
  const shown = await preview.show("Design preview", edit);
  const answer = await ask(designer, place, plan, edit);
  const isCurrent = await shown.isCurrent();
  await shown.close();
  if (answer !== "write") return answer;
  const now = isCurrent ? await plansAt(client, place) : null;
  // The preview has opened the files, which gives them versions; all else must be as it was.
  const same = now?.plans.find((one) => one.title === plan.title && withoutVersions(one.edit) === withoutVersions(plan.edit));
  const current = same?.edit && await client.protocol2CodeConverter.asWorkspaceEdit(same.edit);
  if (same === undefined || !current) return refuse(designer, place, "The files have changed since this plan was made, so nothing was written.");
  if (same.readOnly.length > 0) return refuse(designer, place, `Nothing was written: ${same.readOnly.map(nameOf).join(" and ")} cannot be changed, since the file is read-only.`);
  if (!await vscode.workspace.applyEdit(current, { isRefactoring: true })) return refuse(designer, place, "Nothing was written: VS Code could not change the files.");
  return "done";
}

/** Asks what to do with the plan whose diff is shown; the list stays while the diff is read, and comes back behind the plan's page. */
async function ask({ client, pages }: Designer, place: Place, plan: Plan, edit: vscode.WorkspaceEdit): Promise<"write" | "other" | "done"> {
  const write = { label: "$(check) Write this", description: edit.entries().map(([uri]) => nameOf(uri.path)).join(", "), alwaysShow: true };
  const explain = { label: "$(book) Explain this plan", description: "notes, the writes that keep a copy true, the backfill" };
  const other = { label: "$(arrow-left) Choose another plan" };
  for (;;) {
    const answer = await vscode.window.showQuickPick([write, explain, other], { title: plan.title, placeHolder: plan.price, ignoreFocusOut: true });
    if (answer === write) return "write";
    if (answer !== explain) return answer === other ? "other" : "done";
    const page = await client.sendRequest<string | null>("cqlwright/planPage", { ...paramsOf(client, place), title: plan.title });
    if (page !== null) await pages.show(`Plan for ${plan.table}`, page, "beside");
  }
}

function say(message: string): "done" {
  void vscode.window.showInformationMessage(message);
  return "done";
}

/** Says why nothing was written, and offers to begin anew. */
function refuse(designer: Designer, place: Place, message: string): "done" {
  const again = "Design Again";
  void vscode.window.showWarningMessage(message, again).then((answer) => (answer === again ? chooseDesign(designer, place.uri.toString(), place.position) : undefined));
  return "done";
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function withoutVersions(edit: Plan["edit"]): string {
  return JSON.stringify(edit, (key, value: unknown) => (key === "version" ? undefined : value));
}

function nameOf(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf("/") + 1));
}

function paramsOf(client: LanguageClient, { uri, position }: Place): object {
  return { textDocument: { uri: client.code2ProtocolConverter.asUri(uri) }, position: { line: position.line, character: position.character } };
}

function plansAt(client: LanguageClient, place: Place): Promise<Plans | null> {
  return client.sendRequest<Plans | null>("cqlwright/plans", paramsOf(client, place));
}

function placeOf(uri: unknown, position: unknown): Place | undefined {
  if (typeof uri === "string" && isPosition(position)) return { uri: vscode.Uri.parse(uri), position: new vscode.Position(position.line, position.character) };
  const editor = vscode.window.activeTextEditor;
  return editor?.document.languageId === "cql" ? { uri: editor.document.uri, position: editor.selection.active } : undefined;
}

function isPosition(value: unknown): value is { readonly line: number; readonly character: number } {
  return typeof value === "object" && value !== null && "line" in value && "character" in value && typeof value.line === "number" && typeof value.character === "number";
}
