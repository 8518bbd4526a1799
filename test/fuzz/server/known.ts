/** Disagreements that cannot be mended here, each with its reason. The fuzzer counts them apart; whatever is not named here is a fault of ours. */
import type { Comparison } from "../../conformance/judge";

interface Known {
  readonly outcome: Comparison["outcome"];
  readonly when: (comparison: Comparison) => boolean;
  readonly reason: string;
}

export const KNOWN: readonly Known[] = [
  {
    outcome: "missed", when: ({ m, cql }) => /\bLANGUAGE\b/i.test(cql) && m?.startsWith("Java source compilation failed") === true,
    reason: "A function's body is compiled by the server's Java compiler; we read its shape only.",
  },
];

/** Why a disagreement is expected; undefined where it is not. */
export function knownReason(comparison: Comparison): string | undefined {
  return KNOWN.find(({ outcome, when }) => outcome === comparison.outcome && when(comparison))?.reason;
}
