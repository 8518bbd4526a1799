import { expect, test } from "vitest";
import { realProjects, statementsOf } from "../support/real-style";

const projects = realProjects();
const LEAST_FILES = 60;

test("there are enough files", () => {
  expect(projects.flatMap(({ files }) => files).length).toBeGreaterThanOrEqual(LEAST_FILES);
});

// What each statement is expected to be refused for is what real servers refused it for: `node scripts/run.mjs test/cassandra/real-style.ts`.
test.each(projects.flatMap((project) => project.files.map((file) => ({ project, file, title: `${project.name}/${file}` }))))("$title", ({ project, file }) => {
  const statements = statementsOf(project, file);
  const shown = (code: string | undefined) => code ?? "accepted or not judged";
  expect(statements.map(({ line, result }) => `${line}: ${shown(result.judgement.violation?.code)}`)).toEqual(statements.map(({ line, expected }) => `${line}: ${shown(expected)}`));
});
