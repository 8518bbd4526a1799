/** What of the client's abilities and settings decides how we answer. */
import type { ClientCapabilities, InitializeParams } from "vscode-languageserver";
import { readSettings } from "../workspace/config";
import { scopeOf } from "./config-file";
import type { EditorSettings } from "./projects";

export interface Client {
  /** It answers `workspace/configuration`. */
  readonly configuration: boolean;
  readonly configurationChanges: boolean;
  readonly watching: boolean;
  readonly folders: boolean;
  readonly documentChanges: boolean;
  readonly createFile: boolean;
  /** Shows what an edit changes and asks, where the edit wants it. */
  readonly changeAnnotations: boolean;
  /** It has the command `cqlwright.design`, and asks for `cqlwright/plans`. */
  readonly design: boolean;
  readonly lensRefresh: boolean;
  /** It wants `cqlwright/status`. */
  readonly status: boolean;
}

/** The abilities; `options` are the client's `initializationOptions`. */
export function clientOf({ workspace }: ClientCapabilities, options: unknown): Client {
  return {
    configuration: workspace?.configuration === true,
    configurationChanges: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    watching: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    folders: workspace?.workspaceFolders === true,
    documentChanges: workspace?.workspaceEdit?.documentChanges === true,
    changeAnnotations: workspace?.workspaceEdit?.changeAnnotationSupport !== undefined,
    createFile: workspace?.workspaceEdit?.resourceOperations?.includes("create") === true,
    design: member(options, "design") === true,
    lensRefresh: workspace?.codeLens?.refreshSupport === true,
    status: member(options, "status") === true,
  };
}

/** The workspace's folders as the client spells them; the older `rootUri` counts as one. */
export function foldersOf({ workspaceFolders, rootUri }: Pick<InitializeParams, "workspaceFolders" | "rootUri">): readonly string[] {
  return workspaceFolders?.map(({ uri }) => uri) ?? (typeof rootUri === "string" ? [rootUri] : []);
}

/** The section `cqlwright` of the client's settings; `report` hears of each value that cannot be used. */
export function editorSettingsOf(value: unknown, report: (problem: string) => void): EditorSettings {
  if (value === null || value === undefined) return { settings: {} };
  const { settings, problems } = readSettings(value);
  problems.forEach(report);
  const scope = scopeOf(value);
  return { settings, ...(scope === undefined ? {} : { scope }) };
}

/** A member of what may be an object. */
export function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
