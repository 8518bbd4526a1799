import type { Range } from "../../text/range";
import { shift } from "../../text/range";
import { dropsRows, type CheckedFile, type CheckedStatement, type ProjectView } from "../checked-file";
import { found } from "../diagnostics/diagnose";
import type { Fix } from "../diagnostics/diagnostic";
import { statementIndexAt } from "../navigation/statement-at";
import type { ActionResult } from "./action";
import { companionActions } from "./companion-writes";
import { fixesOfDesign } from "./designed-table";
import { FIX_PROVIDERS } from "./providers";

/** The edits on offer where `range` (file offsets, half-open) lies: fixes of the diagnostics that it touches, tables for an accepted query that filters, and what keeps copies true. */
export function actions(file: CheckedFile, range: Range, project: ProjectView): ActionResult[] {
  const results: ActionResult[] = [];
  found(file).forEach(({ diagnostic }, index) => {
    if (diagnostic.range.end < range.start || range.end < diagnostic.range.start) return;
    for (const fix of fixesOf(file, index, project)) results.push({ fix, kind: "quickfix", diagnostics: [index] });
  });
  const statement = file.statements[statementIndexAt(file, range.start)];
  if (statement !== undefined && filters(statement, range)) {
    for (const fix of fixesOfDesign(file, statement, project)) results.push({ fix, kind: "refactor", diagnostics: [] });
  }
  if (statement === undefined) return results;
  try {
    results.push(...companionActions(file, statement, range, project).filter(({ fix }) => !results.some((other) => other.fix.title === fix.title)));
  } catch (fault) {
    project.report("companion writes", fault);
  }
  return results;
}

/** The fixes of one diagnostic of `diagnose(file, project)`, by index; the likeliest first, none for an index out of range. */
export function fixesOf(file: CheckedFile, diagnostic: number, project: ProjectView): Fix[] {
  const one = found(file)[diagnostic];
  const statement = one?.diagnostic.statement === undefined ? undefined : file.statements[one.diagnostic.statement];
  if (one === undefined || statement === undefined) return [];
  const fixes = FIX_PROVIDERS.flatMap((provider) => {
    try {
      return provider({ found: one, file, statement, project });
    } catch (fault) {
      project.report(`a fix for ${one.diagnostic.code}`, fault);
      return [];
    }
  });
  // An editor applies the preferred fix unasked, so there is one at most.
  const preferred = fixes.findIndex((fix) => fix.preferred);
  return fixes.map((fix, i) => (fix.preferred && i !== preferred ? { ...fix, preferred: false } : fix));
}

/** Whether an accepted query reads rows only to drop them, and `range` begins in it. */
function filters(statement: CheckedStatement, range: Range): boolean {
  const own = shift(statement.range, statement.start);
  return own.start <= range.start && range.start <= own.end && dropsRows(statement);
}
