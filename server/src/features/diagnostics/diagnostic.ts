import type { Range } from "../../text/range";
import type { Origin } from "../../schema/model";

export type Severity = "error" | "warning" | "information" | "hint";

/** An edit of one file; offsets from the file's start, half-open. A file that does not exist is created. */
export interface FileEdit {
  readonly uri: string;
  readonly range: Range;
  readonly text: string;
}

/** `safe` keeps the meaning and may be applied unseen (`--fix`); `unsafe` only on a click (style.md section 4). */
export interface Fix {
  readonly title: string;
  readonly safety: "safe" | "unsafe";
  readonly edits: readonly FileEdit[];
  /** The fix that a user most likely wants; at most one for a diagnostic. */
  readonly preferred?: boolean;
  /** Set where the edits reach beyond what the user looks at: the editor shows them and asks first, under this heading. */
  readonly confirm?: string;
}

/** What a user sees of a mistake. Ranges count from the file's start, half-open, in UTF-16 units. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** Why the server works that way, in one sentence, and what to write instead. */
  readonly why: string;
  readonly range: Range;
  /** Index into the file's statements; undefined for what concerns the file as a whole. */
  readonly statement?: number;
  readonly related: readonly { readonly origin: Origin; readonly note: string }[];
}
