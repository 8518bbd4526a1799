/** The packaged extension in a real VS Code, on a copy of examples/. No assertion looks at the clock; mocha's time limit ends every wait. */
import * as assert from "node:assert/strict";
import * as vscode from "vscode";

const EXTENSION = "cqlwright.cqlwright";

function folder(): vscode.Uri {
  const first = vscode.workspace.workspaceFolders?.[0];
  assert.ok(first, "a folder is open");
  return first.uri;
}
const file = (...parts: readonly string[]): vscode.Uri => vscode.Uri.joinPath(folder(), ...parts);

async function open(...parts: readonly string[]): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(file(...parts));
  await vscode.window.showTextDocument(document);
  return document;
}

/** Waits until `value` is as wanted and returns it. */
async function until<T>(value: () => T | Thenable<T>, wanted: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await value();
    if (wanted(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
const ours = (uri: vscode.Uri): vscode.Diagnostic[] => vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "cqlwright");
const codeOf = ({ code }: vscode.Diagnostic): string => String(typeof code === "object" ? code.value : code);
/** The diagnostics that start in the statement with this text. */
const within = (document: vscode.TextDocument, text: string): vscode.Diagnostic[] => {
  const start = document.getText().indexOf(text);
  return start < 0 ? [] : ours(document.uri).filter(({ range }) => document.offsetAt(range.start) >= start && document.offsetAt(range.start) < start + text.length);
};
async function actionsAt(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]> {
  return (await vscode.commands.executeCommand<vscode.CodeAction[] | undefined>("vscode.executeCodeActionProvider", document.uri, range)) ?? [];
}
async function replace(document: vscode.TextDocument, range: vscode.Range, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

describe("the extension", () => {
  before(async () => {
    // A development extension of the test harness does not carry ours: it is installed, and may still be starting.
    await until(() => vscode.extensions.getExtension(EXTENSION)?.isActive ?? false, Boolean);
  });

  it("marks a query that its table cannot serve, with a reason and the table's definition", async () => {
    const document = await open("event-timeline", "queries.cql");
    const [diagnostic] = await until(() => within(document, "SELECT user_id, happened_at, kind FROM events WHERE device_id = ?;"), (found) => found.length > 0);
    assert.ok(diagnostic);
    assert.equal(diagnostic.severity, vscode.DiagnosticSeverity.Error);
    assert.match(diagnostic.message, /device_id|user_id/);
    assert.ok(diagnostic.message.includes("\n"), "the reason stands below the message");
    assert.ok(diagnostic.relatedInformation?.some(({ location }) => location.uri.path.endsWith("/event-timeline/schema.cql")), "the table's definition is linked");
  });

  it("leaves a query alone that its table serves", async () => {
    const document = await open("event-timeline", "queries.cql");
    await until(() => ours(document.uri), (found) => found.length > 0);
    assert.deepEqual(within(document, "SELECT event_id, happened_at, kind FROM events WHERE user_id = ?;"), []);
  });

  it("gives diagnostics of files that nobody opened", async () => {
    const found = await until(() => ours(file("shop", "queries.cql")), (diagnostics) => diagnostics.length > 0);
    assert.ok(found.every(({ source }) => source === "cqlwright"));
  });

  it("tells by hover what a key column decides", async () => {
    const document = await open("event-timeline", "schema.cql");
    const position = document.positionAt(document.getText().indexOf("PRIMARY KEY") + 2);
    const hovers = await until(
      () => vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", document.uri, position),
      (found) => found.length > 0,
    );
    const text = hovers.flatMap(({ contents }) => contents.map((content) => (typeof content === "string" ? content : content.value))).join("\n");
    assert.match(text, /user_id/);
    assert.match(text, /WHERE/);
  });

  it("finds the definition of a table in another file", async () => {
    const document = await open("event-timeline", "queries.cql");
    const position = document.positionAt(document.getText().indexOf("FROM events") + "FROM ".length + 1);
    const [found] = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>("vscode.executeDefinitionProvider", document.uri, position);
    assert.ok(found);
    const uri = "targetUri" in found ? found.targetUri : found.uri;
    assert.ok(uri.path.endsWith("/event-timeline/schema.cql"));
  });

  it("writes the table that serves a query, and the diagnostic is gone", async () => {
    const document = await open("event-timeline", "queries.cql");
    const refused = "SELECT user_id, happened_at, kind FROM events WHERE device_id = ?;";
    const [diagnostic] = await until(() => within(document, refused), (found) => found.length > 0);
    assert.ok(diagnostic);
    const generate = (await actionsAt(document, diagnostic.range)).find(({ title }) => title.startsWith("Create table timeline.events_by_device_id"));
    assert.ok(generate?.edit, "the fix is offered, with its edit");
    const before = ours(document.uri).length;
    assert.ok(await vscode.workspace.applyEdit(generate.edit));
    const schema = await vscode.workspace.openTextDocument(file("event-timeline", "schema.cql"));
    assert.match(schema.getText(), /CREATE TABLE (?:IF NOT EXISTS )?timeline\.events_by_device_id/);
    assert.match(document.getText(), /FROM (?:timeline\.)?events_by_device_id\s+WHERE device_id = \?;/);
    await until(() => ours(document.uri).length, (count) => count === before - 1);
    await until(() => ours(schema.uri).filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error).length, (count) => count === 0);
  });

  it("says above each statement how it runs, and offers a design where one is needed", async () => {
    const document = await open("shop", "queries.cql");
    const lenses = await until(
      () => vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 100),
      (found) => found.length > 0,
    );
    const titles = lenses.map(({ command }) => command?.title);
    assert.ok(titles.includes("1 partition"), titles.join(", "));
    const design = lenses.find(({ command }) => command?.command === "cqlwright.design");
    assert.ok(design, "a refused query offers its design");
  });

  it("lists the plans for a query with their prices, shows the chosen one before it is written, and undoes it in one step", async () => {
    const query = "SELECT order_id, customer_id, total FROM orders\nWHERE month = '2024-05' AND placed_at >= '2024-05-17' AND placed_at < '2024-05-18'\nORDER BY placed_at;";
    const document = await open("shop", "queries.cql");
    const schema = await vscode.workspace.openTextDocument(file("shop", "schema.cql"));
    const [text, definitions] = [document.getText(), schema.getText()];
    const position = document.positionAt(text.indexOf(query));
    const written = vscode.commands.executeCommand("cqlwright.design", document.uri.toString(), { line: position.line, character: position.character });
    const isPreview = ({ label }: vscode.Tab): boolean => label.includes("Design preview");
    const accept = (): Thenable<unknown> => vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    // The first entry of the list is the query table; before the list is there, accepting does nothing.
    await until(async () => {
      await accept();
      return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).some(isPreview);
    }, Boolean);
    assert.deepEqual([document.getText(), schema.getText()], [text, definitions], "nothing is written before it is confirmed");
    await until(async () => {
      await accept();
      return document.getText() !== text;
    }, Boolean);
    await written;
    await until(() => schema.getText(), (now) => now !== definitions);
    assert.match(schema.getText(), /CREATE TABLE shop\.orders_by_month/);
    assert.match(document.getText(), /FROM (?:shop\.)?orders_by_month/);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("undo");
    await until(() => document.getText(), (now) => now === text);
    await until(() => schema.getText(), (now) => now === definitions);
  });

  it("shows the final state after quick edits", async () => {
    const document = await vscode.workspace.openTextDocument({ language: "cql", content: "CREATE TABLE quick.t (k int PRIMARY KEY, v int);\nSELECT v FROM quick.t WHERE k = 1;\n" });
    await vscode.window.showTextDocument(document);
    const end = (): vscode.Range => new vscode.Range(document.positionAt(document.getText().length), document.positionAt(document.getText().length));
    for (const piece of ["SELECT ", "wrong", " FROM ", "quick.t", " WHERE ", "k", " = ", "1", ";"]) await replace(document, end(), piece);
    const [diagnostic] = await until(() => ours(document.uri), (found) => found.length === 1 && codeOf(found[0] as vscode.Diagnostic) === "unknown-column");
    assert.equal(document.getText(diagnostic?.range), "wrong");
    for (const letter of ["", "w", "", "v"]) {
      const range = (ours(document.uri)[0] ?? diagnostic)?.range ?? end();
      const start = document.getText().lastIndexOf("SELECT ") + "SELECT ".length;
      const stop = document.getText().lastIndexOf(" FROM");
      assert.ok(range);
      await replace(document, new vscode.Range(document.positionAt(start), document.positionAt(stop)), letter);
    }
    await until(() => ours(document.uri).length, (count) => count === 0);
  });

  it("leaves files of other languages alone, and marks a file that it cannot read", async () => {
    for (const name of ["graph.cql", "measure.cql"]) {
      const document = await open("other", name);
      await actionsAt(document, new vscode.Range(0, 0, 0, 1)); // a round trip: the server has seen the document
      assert.deepEqual(ours(document.uri), []);
    }
    const [unreadable] = await until(() => ours(file("other", "broken.cql")), (found) => found.length > 0);
    assert.ok(unreadable);
    assert.equal(codeOf(unreadable), "unreadable-file");
    assert.notEqual(unreadable.severity, vscode.DiagnosticSeverity.Error);
  });

  it("follows files on disk: a new one, a changed one, a deleted one", async () => {
    const uri = file("shop", "late.cql");
    const write = (text: string): Thenable<void> => vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    await write("SELECT nothing FROM shop.orders WHERE customer_id = ? AND month = ?;\n");
    await until(() => ours(uri).length, (count) => count === 1);
    await write("SELECT status FROM shop.orders WHERE customer_id = ? AND month = ?;\n");
    await until(() => ours(uri).length, (count) => count === 0);
    await write("SELECT nothing FROM shop.orders WHERE customer_id = ? AND month = ?;\n");
    await until(() => ours(uri).length, (count) => count === 1);
    await vscode.workspace.fs.delete(uri);
    await until(() => ours(uri).length, (count) => count === 0);
  });

  it("opens the shipped page of a code", async () => {
    await vscode.commands.executeCommand("cqlwright.showCode", "unknown-column");
    await until(() => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ label }) => label), (labels) => labels.some((label) => label.includes("unknown-column.md")));
  });

  it("goes on after its server was restarted", async () => {
    await vscode.commands.executeCommand("cqlwright.restartServer");
    const document = await open("chat", "queries.cql");
    await until(() => ours(document.uri), (found) => found.length > 0);
  });
});
