import { shownFix, type CheckedFileReport, type Summary } from "./checked";

const INDENT = 1;

/** The JSON of `check`, as contract.md section 6 fixes it, out of that of each file. */
export function jsonReport(files: readonly string[], summary: Summary): string {
  const whole = JSON.stringify({ version: 1, files: [], summary }, undefined, INDENT) + "\n";
  return files.length === 0 ? whole : whole.replace('"files": []', () => `"files": [\n${files.join(",\n")}\n ]`);
}

/** One file of it, indented as it stands in the whole. */
export function jsonOfFile(file: CheckedFileReport): string {
  return `  ${JSON.stringify(fileJson(file), undefined, INDENT).replaceAll("\n", "\n  ")}`;
}

function fileJson({ path, target, lines, statements, diagnostics, fixes }: CheckedFileReport) {
  const place = (offset: number) => { const { line, column } = lines.positionAt(offset); return { line: line + 1, column: column + 1 }; };
  return {
    path, target,
    statements: statements.map(({ kind, range, judgement: { verdict, violation } }) => ({
      kind, ...range, ...place(range.start), verdict,
      ...(violation === undefined || verdict !== "reject" ? {} : { phase: violation.phase, class: violation.errorClass, code: violation.code }),
    })),
    diagnostics: diagnostics.map(({ code, severity, message, why, range, statement }, i) => {
      const end = place(range.end);
      return { code, severity, message, why, ...range, ...place(range.start), endLine: end.line, endColumn: end.column, ...(statement === undefined ? {} : { statement }), fixes: fixes(i).map(shownFix) };
    }),
  };
}
