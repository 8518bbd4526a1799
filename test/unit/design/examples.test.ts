/** The design of every query of examples/, one golden file for each: `UPDATE_GOLDEN=1 npx vitest run test/unit/design` writes them anew: read what changed. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Settings } from "../../../server/src/features/settings";
import { project, ROOT } from "../../support/project";
import { shown } from "./shown";

const EXAMPLES = path.join(import.meta.dirname, "../../../examples");
const SCENARIOS = ["event-timeline", "chat", "shop", "telemetry", "transactions"];

test.each(SCENARIOS)("examples/%s is designed as its golden file says", (name) => {
  const folder = path.join(EXAMPLES, name);
  const files = Object.fromEntries(readdirSync(folder).filter((file) => file.endsWith(".cql")).map((file) => [file, readFileSync(path.join(folder, file), "utf8")]));
  const service = project(files, JSON.parse(readFileSync(path.join(folder, "cqlwright.json"), "utf8")) as Partial<Settings>);
  const text = service.design(`${ROOT}/queries.cql`, { all: true }).map((design) => `## ${design.original.replace(/\s+/g, " ")}\n${shown({ ...design, plans: design.plans.map((plan) => ({ ...plan, writes: [] })) }, true)}\n`).join("\n");
  const golden = path.join(import.meta.dirname, `${name}.golden`);
  if (process.env["UPDATE_GOLDEN"] !== undefined) writeFileSync(golden, text);
  expect(text).toBe(readFileSync(golden, "utf8"));
});
