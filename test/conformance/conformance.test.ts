/** Our verdicts beside those that real servers gave: the rulebook's probes, cases met in the wild, random worlds, and what the fuzzer has found. */
import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Target } from "../../server/src/dialect/target";
import { exceptionFor } from "./exceptions";
import { agreement, judgeWorlds, tally, type Comparison } from "./judge";
import { probeWorlds } from "./probes";
import { readWorlds } from "./world";

const data = path.join(import.meta.dirname, "data");
const fixtures = path.join(import.meta.dirname, "../fuzz/fixtures");
const VERSIONS = ["4.0", "4.1", "5.0"] as const;
const MOST_UNKNOWN = 0.005;
const LEAST_AGREEMENT = 0.999;
const MOST_FALSE_ERRORS = 1 / 5000;

const shown = ({ outcome, world, v, at, cql, judgement }: Comparison) => `${outcome} ${judgement.violation?.code ?? ""} (${world}; server ${v} at ${at}): ${cql.slice(0, 200)}`;

describe.each(VERSIONS)("Cassandra %s", (version) => {
  const target: Target = `cassandra-${version}`;

  test("the rulebook's probes and the cases", () => {
    const comparisons = judgeWorlds(probeWorlds(version), target);
    expect(comparisons.length).toBeGreaterThan(6000);
    const differences = comparisons.filter((comparison) => comparison.outcome === "false error" || comparison.outcome === "missed");
    expect(differences.filter((comparison) => exceptionFor(comparison) === undefined).map(shown)).toEqual([]);
    const { all, unknown, refusals, sameClass } = tally(comparisons);
    expect(unknown / all).toBeLessThan(MOST_UNKNOWN);
    expect(sameClass / refusals).toBeGreaterThan(LEAST_AGREEMENT);
  });

  test("random worlds", () => {
    const comparisons = judgeWorlds(readWorlds(path.join(data, `worlds-${version}.jsonl`)), target);
    const counts = tally(comparisons);
    const differences = comparisons.filter(({ outcome }) => outcome !== "agree").map(shown);
    expect(counts.falseErrors / counts.all, differences.join("\n")).toBeLessThanOrEqual(MOST_FALSE_ERRORS);
    expect(agreement(counts), differences.join("\n")).toBeGreaterThanOrEqual(LEAST_AGREEMENT);
    expect(counts.unknown / counts.all, differences.join("\n")).toBeLessThanOrEqual(MOST_UNKNOWN);
    expect(counts.sameClass / counts.refusals).toBeGreaterThanOrEqual(LEAST_AGREEMENT);
    expect(counts.samePhase / counts.refusals).toBeGreaterThanOrEqual(LEAST_AGREEMENT);
  });

  const file = path.join(fixtures, `${target}.jsonl`);
  test.runIf(existsSync(file))("what the fuzzer found", () => {
    const comparisons = judgeWorlds(readWorlds(file), target);
    expect(comparisons.filter(({ outcome }) => outcome !== "agree").map(shown)).toEqual([]);
  });
});
