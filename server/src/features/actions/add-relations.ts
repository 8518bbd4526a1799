import type { Column, Table } from "../../schema/model";
import type { Delete, Relation, Select, Update } from "../../syntax/ast";
import { quoteName } from "../../syntax/print";
import type { FixProvider, SliceEdit } from "./problem";
import { acceptedWith, inFile } from "./problem";
import { tableNamed } from "../schema-view";

/**
 * Adds the relations that a WHERE clause lacks, with markers and in key order: `AND month = ?`. Tries the missing partition key
 * columns, then the clustering columns that were skipped as well, then the whole key; offers the first that the check accepts.
 */
export const addRelations: FixProvider = (problem) => {
  const { statement } = problem;
  const ast = statement.parsed.statement;
  if (problem.found.violation === undefined || (ast.kind !== "select" && ast.kind !== "update" && ast.kind !== "delete")) return [];
  const table = tableNamed(statement);
  if (table === undefined || ast.where.some((relation) => relation.left.kind === "token")) return [];
  const given = new Set(ast.where.flatMap(columnsOf));
  const place = table.partitionKey.filter((column) => !given.has(column.name));
  const lastGiven = table.clustering.reduce((last, column, i) => (given.has(column.name) ? i : last), -1);
  const skipped = table.clustering.filter((column, i) => i < lastGiven && !given.has(column.name));
  const rest = table.clustering.filter((column) => !given.has(column.name));
  const tried = new Set<number>();
  for (const missing of [place, [...place, ...skipped], [...place, ...rest]]) {
    if (missing.length === 0 || tried.has(missing.length)) continue;
    tried.add(missing.length);
    const edits = insertions(ast, table, missing);
    if (!acceptedWith(statement, edits)) continue;
    return [{ title: `Add ${missing.map((column) => relationText(ast, column)).join(" AND ")}`, safety: "unsafe", edits: inFile(problem, edits) }];
  }
  return [];
};

function columnsOf({ left }: Relation): readonly string[] {
  switch (left.kind) {
    case "column": case "entry": return [left.column.value];
    case "tuple": case "token": return left.columns.map((column) => column.value);
    default: return [];
  }
}

/** A caller that binds by name gets a named marker. */
function relationText(ast: Select | Update | Delete, column: Column): string {
  const name = quoteName(column.name);
  return `${name} = ${ast.markers.some((marker) => marker.name !== undefined) ? `:${name}` : "?"}`;
}

/** Each missing column goes behind the relation on the key column before it, so that the clause reads in key order. */
function insertions(ast: Select | Update | Delete, table: Table, missing: readonly Column[]): readonly SliceEdit[] {
  const [first] = ast.where;
  if (first === undefined) {
    const end = ast.table?.range.end ?? ast.range.end;
    return [{ range: { start: end, end }, text: ` WHERE ${missing.map((column) => relationText(ast, column)).join(" AND ")}` }];
  }
  const key = [...table.partitionKey, ...table.clustering];
  const byAnchor = new Map<Relation | undefined, Column[]>();
  for (const column of missing) {
    const before = key.slice(0, key.indexOf(column)).map((other) => other.name);
    const anchors = ast.where.filter((relation) => columnsOf(relation).some((name) => before.includes(name)));
    const anchor = anchors.reduce<Relation | undefined>((last, one) => (last === undefined || one.range.end > last.range.end ? one : last), undefined);
    byAnchor.set(anchor, [...(byAnchor.get(anchor) ?? []), column]);
  }
  return [...byAnchor].map(([anchor, columns]) => {
    const relations = columns.map((column) => relationText(ast, column)).join(" AND ");
    if (anchor === undefined) return { range: { start: first.range.start, end: first.range.start }, text: `${relations} AND ` };
    return { range: { start: anchor.range.end, end: anchor.range.end }, text: ` AND ${relations}` };
  });
}
