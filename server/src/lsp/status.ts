/** What the client's status item shows of a document; sent as `cqlwright/status` to clients that ask for it. */
import { DEFAULT_TARGET } from "../dialect/target";
import type { FileResult } from "../workspace/service";
import type { ProjectInfo } from "./projects";

export interface DocumentStatus {
  readonly uri: string;
  readonly target: string;
  /** What chose the target. */
  readonly targetFrom: "comment" | "cqlwright.json" | "settings" | "default";
  /** The `cqlwright.json` in force. */
  readonly config: string | undefined;
  /** The project's folder; undefined for a document on its own. */
  readonly root: string | undefined;
  /** How many files of the project define keyspaces, tables, types and so on. */
  readonly schemaFiles: number;
  readonly tables: number;
  /** The language of a file that is not CQL of Cassandra or Scylla: it gets no diagnostics. */
  readonly otherLanguage: string | undefined;
}

/** The notification's method. */
export const STATUS_METHOD = "cqlwright/status";

/** The status of one checked document. `schema` gives the project's tables and the files that define them. */
export function statusOf(shownUri: string, result: FileResult, info: ProjectInfo, schema: { readonly files: number; readonly tables: number }): DocumentStatus {
  const chosen = info.fileSettings.target ?? info.editor.settings.target ?? DEFAULT_TARGET;
  const targetFrom =
    chosen !== result.target ? "comment"
    : info.fileSettings.target !== undefined ? "cqlwright.json"
    : chosen !== DEFAULT_TARGET ? "settings" // an editor gives the default where nothing is set, so the two look the same
    : "default";
  return {
    uri: shownUri,
    target: result.target,
    targetFrom,
    config: info.config,
    root: info.root,
    schemaFiles: schema.files,
    tables: schema.tables,
    otherLanguage: result.notOurs?.language,
  };
}
