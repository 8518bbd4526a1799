/** Every code of the check has been provoked on a real server, or stands in the list of those that one node cannot give. */
import { describe, expect, test } from "vitest";
import { MESSAGES } from "../../server/src/check/messages/index";
import { notProvokable } from "../fuzz/server/provocations/not-provokable";
import { GROUPS, judge, recordedProvocations, unasked } from "../fuzz/server/provocations/world";
import { recordedCodes } from "../fuzz/server/report";

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

  test("every code is provoked or listed, none is both", () => {
    const provoked = recordedCodes(version);
    const listed = notProvokable(version);
    const codes = Object.keys(MESSAGES);
    expect(codes.filter((code) => !provoked.has(code) && !listed.has(code))).toEqual([]);
    expect([...listed.keys()].filter((code) => provoked.has(code) || !codes.includes(code))).toEqual([]);
  });
});
