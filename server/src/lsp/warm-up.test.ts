import { expect, test } from "vitest";
import { TARGETS } from "../dialect/target";
import { createCqlService } from "../workspace/service-impl";
import { SAMPLE } from "./warm-up";

test.each(TARGETS)("the sample is accepted by %s, so that the way of an accepted statement is the one that is met", (target) => {
  const service = createCqlService();
  service.setFile("file:///sample.cql", `-- cqlwright: target=${target}\n${SAMPLE}`);
  const { diagnostics, statements } = service.check("file:///sample.cql");
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(statements.map(({ kind, judgement }) => `${kind}: ${judgement.verdict}`).filter((line) => !line.endsWith(": accept"))).toEqual([]);
  expect(new Set(statements.map(({ kind }) => kind)).size).toBe(8);
});
