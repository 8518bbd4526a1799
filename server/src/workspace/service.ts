/**
 * What the outer layers (lsp/, cli/) know of the inner ones. Offsets and ranges count UTF-16 units from the file's start, half-open.
 * Files are named by URI strings; the host decides what they look like and reads them.
 */
import type { ActionResult } from "../features/actions/action";
import type { Diagnostic, Fix } from "../features/diagnostics/diagnostic";
import type { Lens } from "../features/lenses/lenses";
import type { PlanOffers } from "../features/plans/plans";
import type { HoverResult } from "../features/hover/hover-result";
import type { Judgement } from "../check/judgement";
import type { StatementKind } from "../syntax/ast";
import type { Range } from "../text/range";
import type { Schema, Origin } from "../schema/model";
import type { Target } from "../dialect/target";
import type { Settings } from "../features/settings";
import type { Design } from "../design/plan";
import type { ProjectDesign } from "../design/project/project-design";
import type { Explanation } from "../explain/explanation";

/** A project: a folder with its cqlwright.json, the workspace folder, or the paths of one command (contract.md section 7). */
export interface ProjectInput {
  readonly id: string;
  /** Folder URI without a trailing slash; undefined for standard input alone. Globs of the settings are relative to it. */
  readonly root?: string;
  readonly settings: Settings;
  /** Definitions that every file of the project sees before all others (`--schema`); not checked themselves. */
  readonly base?: readonly { readonly uri: string; readonly text: string }[];
}

export interface StatementResult {
  readonly kind: StatementKind;
  /** The statement's own range, comments before it and the `;` not counted. */
  readonly range: Range;
  readonly judgement: Judgement;
}

export interface FileResult {
  readonly uri: string;
  readonly target: Target;
  readonly statements: readonly StatementResult[];
  readonly diagnostics: readonly Diagnostic[];
  /** Set where the content is of another language (corpus.md) or cannot be read: then there are no statements. */
  readonly notOurs?: { readonly language: string };
}

/**
 * The one object behind the language server and the command line. It holds texts, caches by statement, and is told of every change;
 * it does no I/O and never throws for any content.
 */
export interface CqlService {
  /** Adds or replaces a project; files join the project with the longest root that contains them, or the one named on `setFile`. */
  setProject(project: ProjectInput): void;
  removeProject(id: string): void;
  /** Text of a file, from disk or from an editor; */
  setFile(uri: string, text: string, options?: { readonly project?: string; readonly writable?: boolean }): void;
  /** Replaces a range (clamped to the text). `whole`, where given, is the file's text after that, to be shared. */
  editFile(uri: string, range: Range, text: string, whole?: string): void;
  removeFile(uri: string): void;
  files(): readonly string[];
  text(uri: string): string | undefined;
  /** Verdicts and diagnostics of one file, from the caches where nothing it depends on has changed. */
  check(uri: string): FileResult;
  hover(uri: string, offset: number): HoverResult | undefined;
  /** Fixes for diagnostics that touch `range`, and refactorings that start there. */
  actions(uri: string, range: Range): readonly ActionResult[];
  /** Fixes of one diagnostic of `check(uri)`, by index. */
  fixes(uri: string, diagnostic: number): readonly Fix[];
  explain(uri: string): readonly Explanation[];
  /** What stands above the statements of a file; nothing where the settings say so. */
  lenses(uri: string): readonly Lens[];
  /** How a statement of a file, by its index, runs, in a few words; empty where nothing is to be said. */
  lensTitle(uri: string, statement: number): string;
  /** Every way to serve the query at `offset`, priced, with the edits that carry it out; undefined where there is no statement. */
  plans(uri: string, offset: number): PlanOffers | undefined;
  /** Designs for refused or filtering SELECTs of a file, or for every SELECT. */
  design(uri: string, options: { readonly all: boolean }): readonly Design[];
  /** The fewest tables for all queries of the project that holds `uri`; paths in it are URIs. */
  designProject(uri: string): ProjectDesign;
  /** The folded schema of the project that holds `uri`, with all its files. */
  schema(uri: string): Schema;
  /** Where the table, column, type … at `offset` is defined. */
  definition(uri: string, offset: number): Origin | undefined;
  /** Files whose diagnostics may differ since the last call of this method. */
  takeStale(): readonly string[];
}
