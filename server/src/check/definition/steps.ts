import type { Range } from "../../text/range";
import type { ViolationOptions } from "../violate";
import { violate } from "../violate";
import type { Finding, Unjudged, Violation, ViolationData } from "../violation";
import { isViolation } from "../violation";

/** The server stops here and is content (IF EXISTS, IF NOT EXISTS), or nothing after this can be told. */
export interface Halt {
  readonly halt: Unjudged | undefined;
}
export const CONTENT: Halt = { halt: undefined };

/** One step of a decision procedure. */
export type Step = () => Finding | Halt;

/**
 * Runs the steps of a definition in the server's order. The first refusal wins, also after a step that could not be judged: whatever
 * that step would have said, the statement is refused. A `Halt` ends the run.
 */
export function inOrder(steps: readonly Step[]): Finding {
  let unjudged: Unjudged | undefined;
  for (const step of steps) {
    const found = step();
    if (found === undefined) continue;
    if ("halt" in found) return unjudged ?? found.halt;
    if (isViolation(found)) return found;
    unjudged ??= found;
  }
  return unjudged;
}

/** A refusal of a definition: invalid, found when it is executed, unless `options` say otherwise. */
export function refuse(code: string, range: Range, data: ViolationData, options: ViolationOptions = {}): Violation {
  return violate(code, range, data, { phase: "execute", ...options });
}
