/** What every reporter of `check` is given: verdicts and diagnostics of the named files, with lines and columns. */
import type { Diagnostic, Fix } from "../../features/diagnostics/diagnostic";
import { LineIndex } from "../../text/lines";
import type { CqlService, StatementResult } from "../../workspace/service";
import { pathOf, type NamedFile, type Session } from "../session";

export interface CheckedFileReport {
  readonly path: string;
  readonly target: string;
  readonly lines: LineIndex;
  readonly statements: readonly StatementResult[];
  readonly diagnostics: readonly Diagnostic[];
  /** Fixes of a diagnostic, made when asked for: a design may be among them. */
  readonly fixes: (diagnostic: number) => readonly Fix[];
  readonly unreadable: boolean;
}

/** Checks one named file. `quiet` keeps errors only. */
export function checkFile({ service }: Session, file: NamedFile, { quiet }: { readonly quiet: boolean }): CheckedFileReport {
  return file.problem === undefined ? checked(service, file, quiet) : unreadable(file, file.problem);
}

function checked(service: CqlService, { uri, path }: NamedFile, quiet: boolean): CheckedFileReport {
  const { target, statements, diagnostics } = service.check(uri);
  const kept = diagnostics.map((diagnostic, index) => ({ diagnostic, index })).filter(({ diagnostic }) => !quiet || diagnostic.severity === "error");
  return {
    path, target, lines: new LineIndex(service.text(uri) ?? ""), statements, diagnostics: kept.map(({ diagnostic }) => diagnostic), unreadable: false,
    fixes: (i) => { const entry = kept[i]; return entry === undefined ? [] : service.fixes(uri, entry.index); },
  };
}

/** A file that cannot be read has one diagnostic and no statement (contract.md section 6). */
function unreadable({ path }: NamedFile, problem: string): CheckedFileReport {
  const diagnostic: Diagnostic = { code: "unreadable-file", severity: "error", message: `${path} is not checked. ${problem}`, why: "Only what can be read is checked, and only UTF-8 text of at most 20 MB.", range: { start: 0, end: 0 }, related: [] };
  return { path, target: "", lines: new LineIndex(""), statements: [], diagnostics: [diagnostic], fixes: () => [], unreadable: true };
}

export interface Summary {
  readonly files: number;
  readonly statements: number;
  readonly accept: number;
  readonly reject: number;
  readonly unknown: number;
  readonly skip: number;
  readonly errors: number;
  readonly warnings: number;
}

/** What one file counts for. */
export function countsOf({ statements, diagnostics }: CheckedFileReport): Summary {
  const verdicts = (wanted: string) => statements.filter(({ judgement }) => judgement.verdict === wanted).length;
  const severities = (wanted: string) => diagnostics.filter(({ severity }) => severity === wanted).length;
  return {
    files: 1, statements: statements.length, accept: verdicts("accept"), reject: verdicts("reject"), unknown: verdicts("unknown"), skip: verdicts("skip"),
    errors: severities("error"), warnings: severities("warning"),
  };
}

/** Counts over all files. */
export function summarize(counts: readonly Summary[]): Summary {
  const sum = (of: keyof Summary) => counts.reduce((total, one) => total + one[of], 0);
  return {
    files: sum("files"), statements: sum("statements"), accept: sum("accept"), reject: sum("reject"), unknown: sum("unknown"), skip: sum("skip"),
    errors: sum("errors"), warnings: sum("warnings"),
  };
}

/** Edits with paths as shown, for JSON. */
export function shownFix({ title, safety, edits }: Fix) {
  return { title, safety, edits: edits.map(({ uri, range, text }) => ({ path: pathOf(uri), start: range.start, end: range.end, text })) };
}
