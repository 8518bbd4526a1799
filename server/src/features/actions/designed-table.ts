import { designStatement } from "../../design/design";
import type { Design, Plan, PlanKind } from "../../design/plan";
import { parseStatement } from "../../syntax/parse";
import { printStatement } from "../../syntax/print";
import type { CheckedFile, CheckedStatement, ProjectView } from "../checked-file";
import type { FileEdit, Fix } from "../diagnostics/diagnostic";
import type { Select } from "../../syntax/ast";
import type { Range } from "../../text/range";
import { cover, shift } from "../../text/range";
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
  const rewrite = rewriteTo(query, file, statement);
  switch (plan.kind) {
    case "existing-table":
      return rewrite.length === 0 ? undefined : { title: `Query ${plan.table} instead, which serves this`, safety: "unsafe", edits: rewrite };
    case "query-table": case "view": case "index": {
      const name = plan.table.slice(plan.table.lastIndexOf(".") + 1).replaceAll('"', "");
      const definitions = placeDefinitions(plan.ddl, plan.kind === "index" ? `index_for_${name}` : name, { base, file, statement, project, marked: plan.kind === "query-table" });
      return { title: titleOf(plan), safety: "unsafe", edits: [...definitions, ...rewrite] };
    }
    default: return undefined;
  }
}

function titleOf(plan: Plan): string {
  if (plan.kind === "query-table") return `Create table ${plan.table} and query it`;
  return plan.kind === "view" ? `Create materialized view ${plan.table} and query it` : `Create an index: ${plan.ddl.join("; ")}`;
}

/** The edits that make the statement the plan's query: only what differs where that can be told, so that its layout stays; else the whole of it. */
function rewriteTo(query: string, file: CheckedFile, statement: CheckedStatement): readonly FileEdit[] {
  const ast = statement.parsed.statement;
  const wanted = parseStatement(query).statement;
  if (ast.kind !== "select" || wanted.kind !== "select" || printStatement(ast) === printStatement(wanted)) return [];
  const least = changesTo(wanted, query, ast, statement.text);
  const edits = least ?? [{ range: ast.range, text: query.replace(/;\s*$/, "") }];
  return edits.map((edit) => ({ uri: file.uri, range: shift(edit.range, statement.start), text: edit.text }));
}

/** The table's name changed, with or without a new select list and without ORDER BY: the first of these that gives the wanted statement. */
function changesTo(wanted: Select, query: string, ast: Select, text: string): readonly SliceEdit[] | undefined {
  const list = listRange(ast);
  const wantedList = listRange(wanted);
  if (ast.table === undefined || wanted.table === undefined || list === undefined || wantedList === undefined) return undefined;
  const rename: SliceEdit = { range: ast.table.range, text: query.slice(wanted.table.range.start, wanted.table.range.end) };
  const relist: SliceEdit = { range: list, text: query.slice(wantedList.start, wantedList.end) };
  const unorder = ast.orderByRange === undefined ? undefined : { range: withBlanksBefore(ast.orderByRange, text), text: "" };
  const goal = printStatement(wanted);
  const tries = [[rename], [rename, relist], ...(unorder === undefined ? [] : [[rename, unorder], [rename, relist, unorder]])];
  return tries.find((edits) => printStatement(parseStatement(applied(text, edits)).statement) === goal);
}

function listRange({ star, selectors }: Select): Range | undefined {
  const first = selectors[0];
  return star ?? (first === undefined ? undefined : cover(first.range, selectors[selectors.length - 1]?.range ?? first.range));
}

function withBlanksBefore(range: Range, text: string): Range {
  return { start: text.slice(0, range.start).trimEnd().length, end: range.end };
}
