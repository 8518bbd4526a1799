/** Our verdicts beside those that real servers gave: the rulebook's probes, cases met in the wild, random worlds, and what the fuzzer has found. */
import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "../../server/src/check/messages/index";
import type { Target } from "../../server/src/dialect/target";
import { notProvokable } from "../fuzz/server/provocations/not-provokable";
import { recordedCodes } from "../fuzz/server/report";
import { exceptionFor } from "./exceptions";
import { agreement, judgeWorlds, tally, type Comparison } from "./judge";
import { probeWorlds } from "./probes";
import { readWorlds } from "./world";

const data = path.join(import.meta.dirname, "data");
const fixtures = path.join(import.meta.dirname, "../fuzz/fixtures");
const VERSIONS = ["4.0", "4.1", "5.0"] as const;
const MOST_UNKNOWN = 0.005;
/** The probes go on purpose where no verdict can be known: cqlsh commands, templates, what a user's function gives. */
const MOST_UNKNOWN_PROBES = 0.006;
const LEAST_AGREEMENT = 0.999;
const MOST_FALSE_ERRORS = 1 / 5000;

const shown = ({ outcome, world, v, at, cql, judgement }: Comparison) => `${outcome} ${judgement.violation?.code ?? ""} (${world}; server ${v} at ${at}): ${cql.slice(0, 200)}`;

describe.each(VERSIONS)("Cassandra %s", (version) => {
  const target: Target = `cassandra-${version}`;
  const probes = once(() => judgeWorlds(probeWorlds(version), target));
  const worlds = once(() => judgeWorlds(readWorlds(path.join(data, `worlds-${version}.jsonl`)), target));
  const file = path.join(fixtures, `${target}.jsonl`);
  const found = once(() => (existsSync(file) ? judgeWorlds(readWorlds(file), target) : []));

  test("the rulebook's probes and the cases", () => {
    const comparisons = probes();
    expect(comparisons.length).toBeGreaterThan(6000);
    const differences = comparisons.filter((comparison) => comparison.outcome === "false error" || comparison.outcome === "missed");
    expect(differences.filter((comparison) => exceptionFor(comparison) === undefined).map(shown)).toEqual([]);
    const { all, unknown, refusals, sameClass } = tally(comparisons);
    expect(unknown / all).toBeLessThan(MOST_UNKNOWN_PROBES);
    expect(sameClass / refusals).toBeGreaterThan(LEAST_AGREEMENT);
  });

  test("random worlds", () => {
    const comparisons = worlds();
    const counts = tally(comparisons);
    const differences = comparisons.filter(({ outcome }) => outcome !== "agree").map(shown);
    expect(counts.falseErrors / counts.all, differences.join("\n")).toBeLessThanOrEqual(MOST_FALSE_ERRORS);
    expect(agreement(counts), differences.join("\n")).toBeGreaterThanOrEqual(LEAST_AGREEMENT);
    expect(counts.unknown / counts.all, differences.join("\n")).toBeLessThanOrEqual(MOST_UNKNOWN);
    expect(counts.sameClass / counts.refusals).toBeGreaterThanOrEqual(LEAST_AGREEMENT);
    expect(counts.samePhase / counts.refusals).toBeGreaterThanOrEqual(LEAST_AGREEMENT);
  });

  test.runIf(existsSync(file))("what the fuzzer found", () => expect(found().filter(({ outcome }) => outcome !== "agree").map(shown)).toEqual([]));

  test("every code of the check has been provoked on a server, or is listed as not provokable on one node; none is both", () => {
    const provoked = recordedCodes(version, [...probes(), ...worlds(), ...found()]);
    const listed = notProvokable(version);
    const codes = Object.keys(MESSAGES);
    expect(codes.filter((code) => !provoked.has(code) && !listed.has(code))).toEqual([]);
    expect([...listed.keys()].filter((code) => provoked.has(code) || !codes.includes(code))).toEqual([]);
  });
});

/** A value that is made when it is first asked for, and kept. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
