/** What the features look at: files whose statements have been parsed, folded and judged. Made by `workspace/`. */
import type { AccessPath } from "../check/access-path";
import type { CheckContext, Judgement } from "../check/judgement";
import type { Target } from "../dialect/target";
import type { ParsedStatement, StatementKind } from "../syntax/ast";
import type { Range } from "../text/range";
import type { Settings } from "./settings";

export interface CheckedStatement {
  /** Offset of the slice in the file as it is now: what the ranges inside `parsed` and `judgement` must be shifted by. */
  readonly start: number;
  /** The slice's text. */
  readonly text: string;
  /** Whether its text may hold a comment that speaks to us (`directives`): one look at a text, where every statement of a file is asked after every edit. */
  readonly speaksToUs: boolean;
  readonly parsed: ParsedStatement;
  readonly kind: StatementKind;
  /** The statement's own range in the slice, comments before it and the `;` not counted. What looks at every statement of a file asks for this and `kind`: `parsed` may have to be read again. */
  readonly range: Range;
  /** The schema, keyspace and target that the statement saw. */
  readonly context: CheckContext;
  readonly judgement: Judgement;
  /** How the server runs what it accepts: worked out when asked for. */
  readonly access: AccessPath | undefined;
}

/** Whether an accepted query reads rows only to drop them. How it runs is worked out for those alone that may. */
export function dropsRows(statement: CheckedStatement): boolean {
  return statement.judgement.mayFilter === true && (statement.access?.filtering.length ?? 0) > 0;
}

export interface CheckedFile {
  readonly uri: string;
  readonly text: string;
  readonly target: Target;
  readonly settings: Settings;
  readonly statements: readonly CheckedStatement[];
}

/** The rest of the project, for features that look or write beyond one file. */
export interface ProjectView {
  readonly files: () => readonly CheckedFile[];
  readonly file: (uri: string) => CheckedFile | undefined;
  /** Whether edits of the file are possible (read-only files and virtual documents are not). */
  readonly writable: (uri: string) => boolean;
  /** Tells the log of a fault of ours (an exception), which must not cost more than its own result. */
  readonly report: (what: string, fault: unknown) => void;
  /** For a versioned migration: the URI of the next free version in its folder, named for `description`; undefined for any other file. */
  readonly nextMigration: (uri: string, description: string) => string | undefined;
}
