import type { Fix } from "../diagnostics/diagnostic";

/** An edit that a user may click, with what it belongs to. */
export interface ActionResult {
  readonly fix: Fix;
  readonly kind: "quickfix" | "refactor";
  /** The diagnostics that it mends, by their index in the file's diagnostics. */
  readonly diagnostics: readonly number[];
}
