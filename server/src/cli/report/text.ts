import type { Diagnostic } from "../../features/diagnostics/diagnostic";
import type { CheckedFileReport, Summary } from "./checked";
import type { Paint } from "./paint";

const TAB_WIDTH = 4;

/** The report of a compiler, each diagnostic apart: place, severity, code and message; the line with carets; the reason; the fixes. */
export function textOfFile(file: CheckedFileReport, paint: Paint): readonly string[] {
  return file.diagnostics.map((diagnostic, i) => diagnosticText(file, diagnostic, i, paint));
}

/** The diagnostics of all files, and a line of counts. */
export function textReport(files: readonly (readonly string[])[], { files: all, errors, warnings, statements, unknown }: Summary, paint: Paint): string {
  const shown = files.flat();
  const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;
  const not = unknown === 0 ? "" : `, ${unknown} not judged`;
  const end = `${count(all, "file")}, ${count(statements, "statement")}${not}: ${count(errors, "error")}, ${count(warnings, "warning")}\n`;
  return [...shown, errors > 0 ? paint.error(end) : end].join(shown.length > 0 ? "\n" : "");
}

/** One diagnostic as text, its last line ended. */
function diagnosticText(file: CheckedFileReport, { severity, code, message, why, range }: Diagnostic, index: number, paint: Paint): string {
  const start = file.lines.positionAt(range.start);
  const color = severity === "error" ? paint.error : severity === "warning" ? paint.warning : paint.note;
  const head = file.unreadable ? `${paint.strong(file.path)} ` : `${paint.strong(`${file.path}:${start.line + 1}:${start.column + 1}`)} `;
  const lines = [`${head}${color(severity)} ${paint.code(code)} ${message}`];
  if (!file.unreadable) lines.push(...excerpt(file, range, color));
  if (why !== "") lines.push(`  ${paint.note("why:")} ${why}`);
  for (const { title } of file.fixes(index)) lines.push(`  ${paint.note("fix:")} ${title}`);
  return lines.join("\n") + "\n";
}

/** The first line of a range with carets under it; a very long line is cut around the range. */
function excerpt(file: CheckedFileReport, range: Diagnostic["range"], color: (text: string) => string): string[] {
  const { line, column } = file.lines.positionAt(range.start);
  const end = file.lines.positionAt(range.end);
  const whole = file.lines.lineText(line);
  const from = column > 100 ? column - 40 : 0;
  const text = whole.slice(from, from + 160);
  const until = Math.min(end.line === line ? end.column : whole.length, from + text.length);
  const number = String(line + 1);
  const expand = (part: string) => part.replaceAll("\t", " ".repeat(TAB_WIDTH));
  const before = expand(text.slice(0, column - from));
  const marked = expand(text.slice(column - from, until - from));
  const width = Math.max(1, displayWidth(marked));
  return [`  ${number} | ${from > 0 ? "…" : ""}${expand(text)}`, `  ${" ".repeat(number.length)} | ${from > 0 ? " " : ""}${" ".repeat(displayWidth(before))}${color("^".repeat(width))}`];
}

/** Columns that a text takes on a terminal: combining marks none, East Asian wide characters and emoji two. */
function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += /\p{M}|\u200d/u.test(character) ? 0 : /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u.test(character) ? 2 : 1;
  return width;
}
