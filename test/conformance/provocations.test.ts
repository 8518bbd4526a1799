/** Statements that each provoke one code on a real server: our check gives the same code, class and phase as was recorded. */
import { describe, expect, test } from "vitest";
import { GROUPS, judge, recordedProvocations, unasked } from "../fuzz/server/provocations/world";

const VERSIONS = ["4.0", "4.1", "5.0"] as const;

describe.each(VERSIONS)("Cassandra %s", (version) => {
  const recorded = recordedProvocations().filter((world) => world.version === version);

  test("our check says what the server said to each provocation", () => {
    expect(recorded.length).toBeGreaterThan(0);
    expect(recorded.flatMap(judge).flatMap(({ difference, provoked }) => (difference === undefined ? [] : [`${difference} <- ${provoked.cql}`]))).toEqual([]);
  });

  test("every provocation has been asked (npm run provoke -- --record)", () => {
    const texts = (worlds: readonly { readonly group: string; readonly stmts: readonly { readonly code: string; readonly cql: string }[] }[]) =>
      worlds.flatMap(({ group, stmts }) => stmts.map(({ code, cql }) => `${group}: ${code}: ${cql}`)).sort();
    expect(texts(recorded)).toEqual(texts(GROUPS.map((group) => unasked(group, version))));
  });
});
