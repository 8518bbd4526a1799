/** An edit shown as a diff of every file that it changes, before it is made. */
import * as vscode from "vscode";

const SCHEME = "cqlwright-plan";

/** A diff on the screen. */
export interface Shown {
  /** Whether each file still has the text that the diff began from. */
  readonly isCurrent: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

export interface Preview extends vscode.Disposable {
  /** Opens the diff. */
  readonly show: (title: string, edit: vscode.WorkspaceEdit) => Promise<Shown>;
}

/** Makes the previews of this window; their texts live while they are shown. */
export function createPreview(): Preview {
  const texts = new Map<string, string>();
  let count = 0;
  const registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, { provideTextDocumentContent: (uri) => texts.get(uri.toString()) });
  const keep = (path: string, text: string): vscode.Uri => {
    const uri = vscode.Uri.from({ scheme: SCHEME, path, query: String(count++) });
    texts.set(uri.toString(), text);
    return uri;
  };
  return {
    show: async (title, edit) => {
      const kept: vscode.Uri[] = [];
      const files: [vscode.Uri, vscode.Uri, vscode.Uri][] = [];
      const began: { readonly uri: vscode.Uri; readonly text: string | undefined }[] = [];
      for (const [uri, edits] of edit.entries()) {
        const document = await openOrNone(uri);
        const after = keep(uri.path, document === undefined ? edits.map(({ newText }) => newText).join("") : edited(document, edits));
        const before = document === undefined ? keep(uri.path, "") : uri;
        began.push({ uri, text: document?.getText() });
        kept.push(after, before);
        files.push([uri, before, after]);
      }
      await vscode.commands.executeCommand("vscode.changes", title, files);
      return {
        isCurrent: async () => {
          for (const { uri, text } of began) if ((await openOrNone(uri))?.getText() !== text) return false;
          return true;
        },
        close: async () => {
          await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ label }) => label.includes(title)));
          for (const uri of kept) texts.delete(uri.toString());
        },
      };
    },
    dispose: () => void registration.dispose(),
  };
}

/** The document, or undefined where the file is yet to be made. */
async function openOrNone(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

function edited(document: vscode.TextDocument, edits: readonly vscode.TextEdit[]): string {
  const last = [...edits].sort((a, b) => document.offsetAt(b.range.start) - document.offsetAt(a.range.start));
  return last.reduce((text, { range, newText }) => text.slice(0, document.offsetAt(range.start)) + newText + text.slice(document.offsetAt(range.end)), document.getText());
}
