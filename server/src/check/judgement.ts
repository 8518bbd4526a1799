import type { Schema } from "../schema/model";
import type { Target } from "../dialect/target";
import type { Unjudged, Violation } from "./violation";

/** Server switches and guardrails by their 5.0 yaml name; what is not set has a stock server's value for the target. */
export type ServerSettings = Readonly<Record<string, boolean | number | string | readonly string[]>>;

/** All that a verdict depends on besides the statement. */
export interface CheckContext {
  readonly schema: Schema;
  /** The keyspace in force (USE above in the file, or the `keyspace` setting). */
  readonly keyspace?: string;
  readonly target: Target;
  readonly server: ServerSettings;
  /** Whether it is asked, too, how the server runs what it accepts (`checkWithAccess`). Diagnostics do not ask: they are made of every statement of a file. */
  readonly asksAccess?: boolean;
}

/** What `check` decides about one statement; contract.md section 3. */
export interface Judgement {
  readonly verdict: "accept" | "reject" | "unknown" | "skip";
  /** The server's first refusal, when the verdict is "reject". */
  readonly violation?: Violation;
  /** Further refusals that are sure and sit elsewhere in the statement. */
  readonly further: readonly Violation[];
  /** What the target accepts with a warning, and warnings of guardrails. */
  readonly warnings: readonly Violation[];
  /** Whether an accepted query may read rows only to drop them: it does not name its partitions, or not all it asks is served. `checkWithAccess` knows. */
  readonly mayFilter?: boolean;
  /** Why the verdict is "unknown". */
  readonly unjudged?: Unjudged;
  /** What our own code threw while judging (a fault of ours; the verdict is "unknown"): for the log. */
  readonly fault?: unknown;
}
