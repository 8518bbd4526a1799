/** Recorded verdicts that ours may differ from, each with its reason. Whatever differs and is not named here fails the test. */
import type { Comparison } from "./judge";

interface Exception {
  /** The probes' rules ("R-OP-8"), as they stand before the `#` of a world's name. */
  readonly rules: readonly string[];
  readonly outcome: Comparison["outcome"];
  readonly when?: (comparison: Comparison) => boolean;
  readonly reason: string;
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    rules: ["R-OP-8", "R-FN-2", "R-FN-30", "R-FN-33", "R-FN-40", "R-FN-43", "R-FN-44", "R-FN-45", "R-GRP-11", "R-CAST-8", "R-LIT-24", "R-LIT-6"], outcome: "missed",
    when: ({ at, cql }) => at === "execute" && /^\s*select/i.test(cql),
    reason: "The server fails while it works on a row that the probe inserted; verdicts are for an empty table, which it answers.",
  },
  { rules: ["R-SYN-1"], outcome: "missed", when: ({ cql }) => /(?:--|\/\/)[^\n]*$/.test(cql), reason: "A comment that ends the text without a newline: cqlsh and editors end it, so it never reaches a server so." },
  {
    rules: ["D-NAM-1", "D-NAM-6", "R-NAM-1", "R-IDX-2", "G-CFG-1", "G-CFG-2", "G-CFG-3", "G-CFG-6", "G-CFG-9"], outcome: "false error",
    when: ({ judgement }) => judgement.violation?.code.startsWith("unknown-") === true,
    reason: "The probe ran among others on one server and uses a keyspace, table or index that another probe made, or one made in a session's keyspace.",
  },
];

/** The reason why a difference is expected; undefined where it is none of those. */
export function exceptionFor(comparison: Comparison): string | undefined {
  const rule = comparison.world.split("#")[0] ?? "";
  return EXCEPTIONS.find(({ rules, outcome, when }) => rules.includes(rule) && outcome === comparison.outcome && when?.(comparison) !== false)?.reason;
}
