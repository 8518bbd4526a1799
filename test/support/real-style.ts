/** The corpus in the style of public projects: each folder of test/corpus/real-style is a project, each refused statement says so above itself. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isTarget } from "../../server/src/dialect/target";
import { createCqlService } from "../../server/src/workspace/service-impl";
import type { CqlService, StatementResult } from "../../server/src/workspace/service";
import type { Settings } from "../../server/src/features/settings";
import { ORACLE_SETTINGS } from "../conformance/judge";
import { sharedSettings } from "./project";

const FOLDER = path.join(import.meta.dirname, "../corpus/real-style");
const EXPECTATION = /(?:--|\/\/)\s*expect: ([\w-]+)\s*$/gm;

export interface RealProject {
  readonly name: string;
  readonly service: CqlService;
  /** The keyspace that the project's settings put in force. */
  readonly keyspace: string | undefined;
  /** Names relative to the project's folder, those that define something first, each group in natural order. */
  readonly files: readonly string[];
}

export interface RealStatement {
  readonly text: string;
  readonly line: number;
  /** The code that a comment above the statement expects. */
  readonly expected: string | undefined;
  readonly result: StatementResult;
}

/** Every project of the corpus, in a service of its own, with the servers' switches of the recorded verdicts. */
export function realProjects(): RealProject[] {
  return readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => {
    const folder = path.join(FOLDER, name);
    const service = createCqlService();
    const settings = settingsOf(folder);
    service.setProject({ id: name, root: `file:///${name}`, settings });
    const names = (readdirSync(folder, { recursive: true }) as string[]).map((file) => file.replaceAll(path.sep, "/")).filter((file) => file.endsWith(".cql"));
    for (const file of names) service.setFile(uriOf(name, file), readFileSync(path.join(folder, file), "utf8"));
    const defines = (file: string) => service.check(uriOf(name, file)).statements.some(({ kind }) => /^(?:create|alter)-/.test(kind));
    const natural = new Intl.Collator("en", { numeric: true }).compare;
    return { name, service, keyspace: settings.keyspace, files: names.sort((a, b) => Number(defines(b)) - Number(defines(a)) || natural(a, b)) };
  });
}

/** The recorded servers' switches; the data centres are the projects' own. */
const { datacenters: _theirs, ...SWITCHES } = ORACLE_SETTINGS;

function settingsOf(folder: string): Settings {
  const file = readdirSync(folder).includes("cqlwright.json") ? JSON.parse(readFileSync(path.join(folder, "cqlwright.json"), "utf8")) as { readonly target?: string; readonly keyspace?: string } : {};
  return sharedSettings({ server: SWITCHES, ...(file.target !== undefined && isTarget(file.target) ? { target: file.target } : {}), ...(file.keyspace === undefined ? {} : { keyspace: file.keyspace }) });
}

/** A file of a project as the service names it. */
export function uriOf(project: string, file: string): string {
  return `file:///${project}/${file}`;
}

/** The statements of a file with what their comments expect. */
export function statementsOf({ name, service }: RealProject, file: string): RealStatement[] {
  const text = service.text(uriOf(name, file)) ?? "";
  let end = 0;
  return service.check(uriOf(name, file)).statements.map((result) => {
    const above = text.slice(end, result.range.start);
    end = result.range.end;
    return { text: text.slice(result.range.start, result.range.end), line: text.slice(0, result.range.start).split("\n").length, expected: [...above.matchAll(EXPECTATION)].at(-1)?.[1], result };
  });
}
