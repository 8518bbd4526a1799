/** Markdown that the server made, shown as a page: no file, and nothing to save. */
import * as vscode from "vscode";

const SCHEME = "cqlwright-page";

export interface Pages extends vscode.Disposable {
  /** Shows the page under its title; one of the same title is replaced. `beside`: next to what is in front. */
  readonly show: (title: string, markdown: string, where: "here" | "beside") => Promise<void>;
}

/** Makes the pages of this window. Their texts stay, since an editor asks for them again when a tab comes back. */
export function createPages(): Pages {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => texts.get(uri.path),
  });
  return {
    show: async (title, markdown, where) => {
      const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${title.replaceAll("/", "∕")}.md` });
      texts.set(uri.path, markdown);
      changed.fire(uri);
      await vscode.commands.executeCommand(where === "beside" ? "markdown.showPreviewToSide" : "markdown.showPreview", uri);
    },
    dispose: () => {
      registration.dispose();
      changed.dispose();
    },
  };
}
