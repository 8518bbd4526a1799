import { designStatement } from "../../design/design";
import type { Design, Plan, PlanKind } from "../../design/plan";
import { parseStatement } from "../../syntax/parse";
import { printStatement } from "../../syntax/print";
import type { CheckedFile, CheckedStatement, ProjectView } from "../checked-file";
import type { FileEdit, Fix } from "../diagnostics/diagnostic";
import { shift } from "../../text/range";
import { tableNamed } from "../schema-view";
import { applied } from "./problem";
import type { FixProvider, SliceEdit } from "./problem";
import { placeDefinitions } from "./place-table";

/** Points a refused query at an existing table that serves it, or generates the table that would (designer.md section 4, items 1, 4, 5 and 6). */
export const designedTable: FixProvider = ({ found, file, statement, project }) =>
  found.violation === undefined ? [] : fixesOfDesign(file, statement, project);

/** What users want first: a table that is there, then one made for the query; an index or a view costs at every read or write. */
const ORDER: readonly PlanKind[] = ["existing-table", "query-table", "index", "view"];

/** The fixes of the plans for a SELECT, the likeliest first; also for one that is accepted but filters. Plans that need several queries are left to `design`. */
export function fixesOfDesign(file: CheckedFile, statement: CheckedStatement, project: ProjectView): readonly Fix[] {
  if (statement.parsed.statement.kind !== "select") return [];
  const { plans } = designOf(statement);
  return ORDER.flatMap((kind) => plans.filter((plan) => plan.kind === kind)).flatMap((plan, i) => {
    const fix = fixOfPlan(plan, file, statement, project);
    if (fix === undefined) return [];
    return [i === 0 && (plan.kind === "existing-table" || plan.kind === "query-table") ? { ...fix, preferred: true } : fix];
  });
}

const designs = new WeakMap<CheckedStatement, Design>();

/** The design of a statement; an editor asks for the same one at every move of the cursor. */
function designOf(statement: CheckedStatement): Design {
  let design = designs.get(statement);
  if (design === undefined) designs.set(statement, design = designStatement(statement));
  return design;
}

function fixOfPlan(plan: Plan, file: CheckedFile, statement: CheckedStatement, project: ProjectView): Fix | undefined {
  const [query] = plan.queries;
  const base = tableNamed(statement);
  if (query === undefined || plan.queries.length > 1 || base === undefined) return undefined;
  const rewrite = rewriteTo(query, plan, file, statement);
  switch (plan.kind) {
    case "existing-table":
      return rewrite.length === 0 ? undefined : { title: `Query ${plan.table} instead, which serves this`, safety: "unsafe", edits: rewrite };
    case "query-table": case "view": case "index": {
      const name = plan.table.slice(plan.table.lastIndexOf(".") + 1).replaceAll('"', "");
      const definition = placeDefinitions(plan.ddl, plan.kind === "index" ? `index_for_${name}` : name, { base, file, statement, project, marked: plan.kind === "query-table" });
      return { title: titleOf(plan), safety: "unsafe", edits: [definition, ...rewrite] };
    }
    default: return undefined;
  }
}

function titleOf(plan: Plan): string {
  if (plan.kind === "query-table") return `Create table ${plan.table} and query it`;
  return plan.kind === "view" ? `Create materialized view ${plan.table} and query it` : `Create an index: ${plan.ddl.join("; ")}`;
}

/** The edits that make the statement the plan's query; only the table's name is changed where that is all that differs. */
function rewriteTo(query: string, plan: Plan, file: CheckedFile, statement: CheckedStatement): readonly FileEdit[] {
  const ast = statement.parsed.statement;
  if (ast.kind !== "select" || ast.table === undefined) return [];
  const renamed: SliceEdit = { range: ast.table.range, text: plan.table };
  const wanted = printStatement(parseStatement(query).statement);
  if (printStatement(ast) === wanted) return [];
  const onlyRenamed = printStatement(parseStatement(applied(statement.text, [renamed])).statement) === wanted;
  const edit = onlyRenamed ? renamed : { range: ast.range, text: query.replace(/;\s*$/, "") };
  return [{ uri: file.uri, range: shift(edit.range, statement.start), text: edit.text }];
}
