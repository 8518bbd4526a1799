import type { Unjudged, Violation } from "../../check/violation";
import type { Diagnostic } from "./diagnostic";

/** A diagnostic together with what it was made of: what a quick fix needs to know. */
export interface Found {
  readonly diagnostic: Diagnostic;
  readonly violation?: Violation;
  /** The rule of ours that it comes from. */
  readonly advice?: string;
  readonly unknownName?: NonNullable<Unjudged["unknownName"]>;
}
