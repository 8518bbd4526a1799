import type { FileEdit, Fix } from "../../server/src/features/diagnostics/diagnostic";
import type { Settings } from "../../server/src/features/settings";
import type { CqlService } from "../../server/src/workspace/service";
import { createCqlService } from "../../server/src/workspace/service-impl";

export const ROOT = "file:///project";
export const QUERY = `${ROOT}/query.cql`;

const DEFAULTS: Settings = { target: "cassandra-5.0", schema: { exclude: [], complete: false }, advice: "recommended", severity: {}, server: {} };

/** The settings of a project that says nothing, but for these. */
export function sharedSettings(settings: Partial<Settings>): Settings {
  return { ...DEFAULTS, ...settings };
}

/** A service that holds one project with these files, named relative to its root. */
export function project(files: Readonly<Record<string, string>>, settings: Partial<Settings> = {}): CqlService {
  const service = createCqlService();
  service.setProject({ id: "test", root: ROOT, settings: sharedSettings(settings) });
  for (const [name, text] of Object.entries(files)) service.setFile(`${ROOT}/${name}`, text);
  return service;
}

/** A text with `$0` where the cursor stands. */
export function cursor(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf("$0");
  if (offset < 0) throw new Error("no $0 in the fixture");
  return { text: marked.slice(0, offset) + marked.slice(offset + 2), offset };
}

/** `error code |marked text|` for each diagnostic of a file. */
export function shown(service: CqlService, uri = QUERY): readonly string[] {
  const text = service.text(uri) ?? "";
  return service.check(uri).diagnostics.map(({ severity, code, range }) => `${severity} ${code} |${text.slice(range.start, range.end)}|`);
}

/** The text with the edits made; they count in the old text. */
export function edited(text: string, edits: readonly FileEdit[]): string {
  return [...edits].sort((a, b) => b.range.start - a.range.start).reduce((result, { range, text: insert }) => result.slice(0, range.start) + insert + result.slice(range.end), text);
}

/** Makes a fix's edits in the service's files; a file that does not exist is created. */
export function apply(service: CqlService, fix: Fix): void {
  for (const uri of new Set(fix.edits.map((edit) => edit.uri))) {
    service.setFile(uri, edited(service.text(uri) ?? "", fix.edits.filter((edit) => edit.uri === uri)));
  }
}
