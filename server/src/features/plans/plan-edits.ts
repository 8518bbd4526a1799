import type { Plan } from "../../design/plan";
import { parseStatement } from "../../syntax/parse";
import { printStatement } from "../../syntax/print";
import type { Select } from "../../syntax/ast";
import type { Range } from "../../text/range";
import { cover, shift } from "../../text/range";
import { applied } from "../actions/problem";
import type { SliceEdit } from "../actions/problem";
import { placeDefinitions } from "../actions/place-table";
import type { CheckedFile, CheckedStatement, ProjectView } from "../checked-file";
import type { FileEdit } from "../diagnostics/diagnostic";
import { tableNamed } from "../schema-view";

/** The edits that carry out a plan: its definitions where they belong (contract.md section 7), and the query rewritten; none where it stands as it is. */
export function editsOfPlan(plan: Plan, file: CheckedFile, statement: CheckedStatement, project: ProjectView): readonly FileEdit[] {
  const base = tableNamed(statement);
  const [query, ...others] = plan.queries;
  if (base === undefined || query === undefined) return [];
  const rewrite = others.length > 0 ? [rewriteToAll(plan, file, statement)] : rewriteTo(query, file, statement);
  if (plan.ddl.length === 0) return rewrite;
  const name = plan.table.slice(plan.table.lastIndexOf(".") + 1).replaceAll('"', "");
  const isCopy = plan.kind !== "index" && plan.kind !== "view";
  return [...placeDefinitions(plan.ddl, plan.kind === "index" ? `index_for_${name}` : name, { base, file, statement, project, marked: isCopy }), ...rewrite];
}

/** Several queries in the place of one, under a comment that says what the caller does with their answers. */
function rewriteToAll({ queries, merge }: Plan, file: CheckedFile, statement: CheckedStatement): FileEdit {
  const by = (merge?.by ?? []).map(({ column, direction }) => (direction === "asc" ? column : `${column} descending`)).join(", ");
  const how = by === "" ? "put their rows together" : `merge their rows by ${by}`;
  const limit = merge?.limit === null || merge === null ? "" : `, and keep the first ${merge.limit}`;
  const end = file.text.includes("\r\n") ? "\r\n" : "\n";
  const text = [`-- Run all ${queries.length} queries, ${how}${limit}.`, ...queries.map((query, i) => (i < queries.length - 1 ? `${query};` : query))].join(end);
  return { uri: file.uri, range: shift(statement.parsed.statement.range, statement.start), text };
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
