import type { Range } from "../text/range";
import type { Origin } from "../schema/model";

/** The server's families of errors (contract.md section 3). */
export type ErrorClass = "syntax" | "invalid" | "config" | "exists" | "unauthorized" | "function" | "server";
export type Phase = "prepare" | "execute";

/** What a message is made of; texts themselves live in `messages.ts`, nowhere else. Lists are shown joined. */
export type ViolationData = Readonly<Record<string, string | number | readonly string[]>>;

/** One refusal of the server. Ranges count from the slice's start. */
export interface Violation {
  readonly code: string;
  readonly range: Range;
  readonly phase: Phase;
  readonly errorClass: ErrorClass;
  readonly data: ViolationData;
  /** Definitions that explain it (the table, the column). */
  readonly related?: readonly { readonly origin: Origin; readonly note: string }[];
}

/** A reason not to judge (contract.md sections 1.2 and 4): never an error. */
export interface Unjudged {
  readonly unjudged: string;
  /** Set where a warning is due: a name that the project, taken as incomplete, does not define. */
  readonly unknownName?: { readonly code: "unknown-table" | "unknown-keyspace" | "unknown-type" | "unknown-function" | "unknown-index"; readonly range: Range; readonly name: string; readonly nearest?: string };
}

/** What a step of a decision procedure found; undefined: nothing, go on. */
export type Finding = Violation | Unjudged | undefined;

/** Whether a finding is a refusal. */
export function isViolation(finding: Finding): finding is Violation {
  return finding !== undefined && "code" in finding;
}
