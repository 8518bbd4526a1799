/** The status item of CQL documents: which server they are checked for, and against which schema. */
import * as vscode from "vscode";

/** What the server tells of each open document (`cqlwright/status`). */
export interface DocumentStatus {
  readonly uri: string;
  readonly target: string;
  readonly targetFrom: "comment" | "cqlwright.json" | "settings" | "default";
  readonly config?: string;
  readonly root?: string;
  readonly schemaFiles: number;
  readonly tables: number;
  readonly otherLanguage?: string;
}

export interface Status extends vscode.Disposable {
  readonly update: (status: DocumentStatus) => void;
  /** The status of the document in front, if the server has told it. */
  readonly current: () => DocumentStatus | undefined;
}

const NAMES: Readonly<Record<string, string>> = {
  "cassandra-4.0": "Cassandra 4.0",
  "cassandra-4.1": "Cassandra 4.1",
  "cassandra-5.0": "Cassandra 5.0",
  scylla: "ScyllaDB",
};

const SOURCES: Readonly<Record<DocumentStatus["targetFrom"], string>> = {
  comment: "set by a comment in the file",
  "cqlwright.json": "set in cqlwright.json",
  settings: "set in the settings",
  default: "the default",
};

/** A target as people say it. */
export function targetName(target: string): string {
  return NAMES[target] ?? target;
}

/** Makes the item; it shows the document in front, if that is one of those that the server checks. */
export function createStatus(checked: vscode.DocumentSelector): Status {
  const item = vscode.languages.createLanguageStatusItem("cqlwright.status", checked);
  item.name = "Cqlwright";
  const known = new Map<string, DocumentStatus>();

  const current = (): DocumentStatus | undefined => {
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    return uri === undefined ? undefined : known.get(uri);
  };
  const show = (): void => {
    if (vscode.window.activeTextEditor === undefined && known.size > 0) return; // a page or a picture is in front: what was shown stays
    const status = current();
    item.busy = status === undefined;
    if (status === undefined) {
      item.text = "Cqlwright";
      item.detail = undefined;
      item.command = undefined;
    } else if (status.otherLanguage !== undefined) {
      item.text = `Not checked: ${status.otherLanguage}`;
      item.detail = "this file is not CQL of Cassandra or ScyllaDB";
      item.command = undefined;
    } else {
      item.text = targetName(status.target);
      item.detail = `${SOURCES[status.targetFrom]}; ${schemaText(status)}`;
      item.command = { command: "cqlwright.selectTarget", title: "Change", tooltip: "Select the server to check for" };
    }
  };
  show();

  const listeners = [
    vscode.window.onDidChangeActiveTextEditor(show),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => known.delete(uri.toString())),
  ];
  return {
    update: (status) => {
      known.set(vscode.Uri.parse(status.uri).toString(), status);
      show();
    },
    current,
    dispose: () => {
      item.dispose();
      for (const listener of listeners) listener.dispose();
    },
  };
}

function schemaText({ tables, schemaFiles, root }: DocumentStatus): string {
  if (tables === 0) return "no table is defined yet";
  const count = `${tables} ${tables === 1 ? "table" : "tables"}`;
  return root === undefined ? `${count} in this file` : `${count} from ${schemaFiles} ${schemaFiles === 1 ? "file" : "files"}`;
}
