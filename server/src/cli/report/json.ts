import { shownFix, summarize, type CheckedFileReport } from "./checked";

/** The JSON of `check`, as contract.md section 6 fixes it. */
export function jsonReport(files: readonly CheckedFileReport[]): string {
  return JSON.stringify({ version: 1, files: files.map(fileJson), summary: summarize(files) }, undefined, 1) + "\n";
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
