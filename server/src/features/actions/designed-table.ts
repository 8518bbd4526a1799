import type { Plan, PlanKind } from "../../design/plan";
import type { CheckedFile, CheckedStatement, ProjectView } from "../checked-file";
import type { Fix } from "../diagnostics/diagnostic";
import { designOf, titleOf } from "../plans/plans";
import { editsOfPlan } from "../plans/plan-edits";
import type { FixProvider } from "./problem";

/** Points a refused query at an existing table that serves it, or generates the table that would (designer.md section 4, items 1, 4, 5 and 6). */
export const designedTable: FixProvider = ({ found, file, statement, project }) =>
  found.violation === undefined ? [] : fixesOfDesign(file, statement, project);

/** What users want first: a table that is there, then one made for the query; an index or a view costs at every read or write. */
const ORDER: readonly (readonly PlanKind[])[] = [["existing-table"], ["query-table", "time-bucket", "value-bucket", "hash-bucket"], ["index"], ["view"]];

/** The fixes of the plans for a SELECT, the likeliest first; also for one that is accepted but filters. Plans that need several queries are left to `design` and the list of plans. */
export function fixesOfDesign(file: CheckedFile, statement: CheckedStatement, project: ProjectView): readonly Fix[] {
  if (statement.parsed.statement.kind !== "select") return [];
  const { plans } = designOf(statement);
  return ORDER.flatMap((kinds) => plans.filter((plan) => kinds.includes(plan.kind))).flatMap((plan, i) => {
    const fix = fixOfPlan(plan, file, statement, project);
    if (fix === undefined) return [];
    return [i === 0 && plan.kind !== "index" && plan.kind !== "view" ? { ...fix, preferred: true } : fix];
  });
}

function fixOfPlan(plan: Plan, file: CheckedFile, statement: CheckedStatement, project: ProjectView): Fix | undefined {
  if (plan.queries.length !== 1) return undefined;
  const edits = editsOfPlan(plan, file, statement, project);
  return edits.length === 0 ? undefined : { title: titleOf(plan), safety: "unsafe", edits };
}
