import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Settings } from "../../server/src/features/settings";
import type { CqlService } from "../../server/src/workspace/service";
import { apply, project, ROOT } from "../support/project";

const FOLDER = path.join(import.meta.dirname, "../../examples");

/** What a newcomer's statements are refused for, in text order. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  "event-timeline/queries.cql": ["filtering-required", "filtering-required", "filtering-required", "partition-key-incomplete", "filtering-required"],
  "event-timeline/writes.cql": ["partition-key-missing"],
  "chat/queries.cql": ["clustering-column-skipped", "filtering-required", "order-by-not-clustering"],
  "chat/writes.cql": ["clustering-column-missing", "insert-into-counter-table"],
  "activity-migration/queries.cql": ["partition-key-incomplete", "filtering-required"],
  "activity-migration/writes.cql": ["companion-write-missing"],
  "sql-habits/definitions.cql": ["auto-increment", "default-value", "not-null-constraint", "foreign-key", "type-parameters"],
  "sql-habits/habits.cql": ["join", "offset", "or", "sub-select", "not-equal-unsupported"],
  "sql-habits/queries.cql": ["double-quoted-string", "filtering-required"],
  "version-move/queries.cql": ["unknown-function", "unknown-function"],
  "version-move/upgrade.cql": ["unknown-option", "unknown-option"],
  "telemetry/queries.cql": ["partition-key-incomplete", "partition-key-incomplete", "partition-key-incomplete", "partition-key-needs-equality", "filtering-required"],
  "transactions/queries.cql": ["filtering-required", "filtering-required", "filtering-required", "filtering-required"],
  "shop/queries.cql": ["partition-key-incomplete", "filtering-required", "partition-key-incomplete", "partition-key-needs-equality", "filtering-required", "unknown-column"],
};

const names = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name);

function load(name: string): CqlService {
  const folder = path.join(FOLDER, name);
  const files = Object.fromEntries(readdirSync(folder).filter((file) => file.endsWith(".cql")).map((file) => [file, readFileSync(path.join(folder, file), "utf8")]));
  return project(files, JSON.parse(readFileSync(path.join(folder, "cqlwright.json"), "utf8")) as Partial<Settings>);
}

describe.each(names)("examples/%s", (name) => {
  test("is refused where a newcomer goes wrong, and nowhere else", () => {
    const service = load(name);
    for (const uri of service.files()) {
      expect(service.check(uri).diagnostics.map(({ code }) => code), uri).toEqual(REFUSED[`${name}/${uri.slice(ROOT.length + 1)}`] ?? []);
    }
  });

  test("has a fix for each refused query after which it is accepted", () => {
    const uri = `${ROOT}/queries.cql`;
    const count = load(name).check(uri).diagnostics.length;
    for (let i = 0; i < count; i++) {
      const service = load(name);
      const before = service.check(uri).diagnostics;
      const fix = service.fixes(uri, i)[0];
      expect(fix, before[i]?.message).toBeDefined();
      if (fix !== undefined) apply(service, fix);
      expect(service.check(uri).diagnostics.length, fix?.title).toBe(count - 1);
      expect(service.check(`${ROOT}/schema.cql`).diagnostics).toEqual([]);
    }
  });
});
