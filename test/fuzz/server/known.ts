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
  {
    outcome: "agree", when: ({ m, judgement }) => judgement.violation?.errorClass === "syntax" && m?.startsWith("Duplicate column") === true,
    reason: "The server's parser acts on a column whose type does not parse before it reports the syntax error; both sides refuse.",
  },
  {
    outcome: "missed", when: ({ m, cql }) => /\b0x/i.test(cql) && m?.startsWith("Not enough bytes to read") === true,
    reason: "Bytes in hexadecimal that are given for a tuple or user type are not taken apart.",
  },
  {
    outcome: "false error", when: ({ cql, judgement }) => judgement.violation?.phase === "execute" && /\bINSERT\b[^]*\bIF NOT EXISTS\b/i.test(cql),
    reason: "An earlier write of the world made the row, so that nothing is written; verdicts are for an empty table.",
  },
];

/** Why a disagreement is expected; undefined where it is not. */
export function knownReason(comparison: Comparison): string | undefined {
  return KNOWN.find(({ outcome, when }) => outcome === comparison.outcome && when(comparison))?.reason;
}
