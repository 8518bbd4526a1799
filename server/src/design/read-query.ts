import type { CheckContext } from "../check/judgement";
import { describe } from "../check/messages/index";
import { findTable } from "../schema/find";
import type { Column, Schema, Table } from "../schema/model";
import { printExpression } from "../syntax/print";
import { TOO_DEEP, type Expression, type ParsedStatement, type Select, type Selector } from "../syntax/ast";
import { columnExpression, fieldOf } from "./field";
import type { Direction, Field } from "./field";
import type { DesignRefusal } from "./plan";
import type { Ordered, PlanNote, Query } from "./query";
import { readWhere, some } from "./read-where";
import { isRefusal, refuse } from "./refusal";
import { unknownColumn, unknownTable } from "./unknown-name";

const NATIVE_AGGREGATES: ReadonlySet<string> = new Set(["count", "min", "max", "sum", "avg"]);

/**
 * Reads a parsed statement as a query to design for (designer.md section 1): its table found, its relations sorted, its select list
 * written out. A refusal where the statement is not whole, its table not known, or its shape one that no table serves.
 */
export function readQuery(parsed: ParsedStatement, context: CheckContext): Query | DesignRefusal {
  const found = readTable(parsed, context);
  if (isRefusal(found)) return found;
  const { select, table } = found;
  const ann = select.orderBy.find((ordering) => ordering.ann !== undefined);
  if (ann !== undefined) return refuse("ann");
  const where = readWhere(select.where, table, context.target === "scylla");
  if (isRefusal(where)) return where;
  const list = readSelectors(select, table, context.schema);
  if (isRefusal(list)) return list;
  const order = readOrder(select, table);
  if (isRefusal(order)) return order;
  const grouping = readGrouping(select, table, list);
  if (isRefusal(grouping)) return grouping;
  const notes: PlanNote[] = [...where.notes];
  if (where.leftToCaller.length > 0) {
    const refused = leaveToCaller(where.leftToCaller, select, list, notes);
    if (refused !== undefined) return refused;
  }
  return {
    kind: "query", select, table, context, where: where.where, equal: where.equal, lists: where.lists, range: where.range, notNull: where.notNull, bind: where.bind,
    order, group: grouping.fields, grouping: grouping.kind, ...(grouping.call === undefined ? {} : { groupCall: grouping.call }), selectors: list.selectors, read: list.read, aggregated: list.aggregated, notes,
  };
}

/** The SELECT and its table, where the statement is whole and its table is one that copies can be made of. */
export function readTable(parsed: ParsedStatement, context: CheckContext): { readonly select: Select; readonly table: Table } | DesignRefusal {
  const { statement } = parsed;
  if (statement.kind !== "select") return refuse("not-supported", { message: "Only a SELECT asks for a table.", instead: ["Ask for the query that reads what this statement writes."] });
  if (parsed.templates.length > 0) return refuse("broken-statement", { message: "The statement holds a template, and what will stand in its place is not known.", instead: ["Write a value or a marker in its place, then ask again."] });
  const [problem] = parsed.problems;
  if (problem?.code === "or") return refuse("not-supported", { message: "OR asks several questions at once, and a table answers one.", instead: ["Write one query for each branch of the OR, ask for each of them, and join the rows in the application."] });
  if (problem?.code === TOO_DEEP) return refuse("broken-statement", { message: "The statement nests too deeply to be read." });
  if (problem !== undefined) return refuse("broken-statement", { message: sentence(describe({ ...problem, phase: "prepare" }).message) });
  if (statement.table === undefined) return refuse("broken-statement", { detail: "no table is named" });
  const table = findTable(context.schema, context.keyspace, statement.table);
  if (typeof table === "string") return unknownTable(statement.table, context);
  if (table.doubt !== undefined) return refuse("unknown-schema", { message: `The definition of ${table.name} is doubtful: the server would refuse it, or two files define the table differently.`, instead: ["Settle its definition, then ask again."] });
  return { select: statement, table };
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

interface SelectList {
  readonly selectors: readonly Selector[];
  readonly read: ReadonlySet<string>;
  readonly aggregated: boolean;
}

const NOWHERE = { start: 0, end: 0 } as const;

function readSelectors(select: Select, table: Table, schema: Schema): SelectList | DesignRefusal {
  if (select.star !== undefined) {
    // The copy has another order of columns, so the list is written out in the order that `*` has here.
    const selectors = table.columns.map((column): Selector => ({ expression: columnExpression(column.name), range: NOWHERE }));
    return { selectors, read: new Set(table.columns.map((column) => column.name)), aggregated: false };
  }
  if (select.selectors.length === 0) return refuse("broken-statement", { detail: "the select list is empty" });
  const read = new Set<string>();
  let refusal: DesignRefusal | undefined;
  let aggregated = false;
  const note = (part: Expression): boolean => {
    if (part.kind === "column") {
      if (!table.byName.has(part.name.value)) refusal ??= unknownColumn(part.name.value, table);
      read.add(part.name.value);
    } else if (part.kind === "call" && part.name.keyspace === undefined && part.name.name.value === "token") {
      refusal ??= refuse("token-relation");
    } else if (part.kind === "missing" || part.kind === "template") {
      refusal ??= refuse("broken-statement", { detail: "a selector is missing, or stands for a template" });
    }
    if (part.kind === "countStar" || (part.kind === "call" && isAggregateName(part, table.keyspace, schema))) aggregated = true;
    return false;
  };
  for (const selector of select.selectors) some(selector.expression, note);
  return refusal ?? { selectors: select.selectors, read, aggregated };
}

function isAggregateName(call: Extract<Expression, { kind: "call" }>, keyspace: string, schema: Schema): boolean {
  const name = call.name.name.value;
  const home = call.name.keyspace?.value;
  if ((home === undefined || home === "system") && NATIVE_AGGREGATES.has(name)) return true;
  return schema.keyspaces.get(home ?? keyspace)?.functions.some((known) => known.kind === "aggregate" && known.name === name) ?? false;
}

function readOrder(select: Select, table: Table): readonly Ordered[] | DesignRefusal {
  const order: { field: Field; direction: Direction }[] = [];
  for (const ordering of select.orderBy) {
    const column = table.byName.get(ordering.column.value);
    if (column === undefined) return unknownColumn(ordering.column.value, table);
    const direction = ordering.direction ?? "asc";
    // As in the server, a column named twice keeps its first place and its last direction.
    const earlier = order.find((entry) => entry.field.name === column.name);
    if (earlier === undefined) order.push({ field: fieldOf(column), direction });
    else earlier.direction = direction;
  }
  return order;
}

interface Grouping {
  readonly kind: "none" | "group" | "distinct";
  readonly fields: readonly Field[];
  readonly call?: NonNullable<Query["groupCall"]>;
}

function readGrouping(select: Select, table: Table, list: SelectList): Grouping | DesignRefusal {
  const distinct = select.distinct !== undefined;
  if (!distinct && select.groupBy.length === 0) return { kind: "none", fields: [] };
  if (distinct && (select.groupBy.length > 0 || list.aggregated)) return refuse("group-by", { detail: "DISTINCT together with groups or aggregates is not taken apart" });
  const fields: Field[] = [];
  let call: Grouping["call"];
  for (const { expression } of distinct ? list.selectors : select.groupBy) {
    if (call !== undefined) return refuse("group-by", { detail: "a function ends the list" });
    if (!distinct && expression.kind === "call" && expression.name.name.value === "floor") {
      const rounded = roundedColumn(expression, table);
      if (rounded === undefined || fields.some((field) => field.name === rounded.name)) return refuse("group-by", { detail: `${printExpression(expression)} does not round one column` });
      call = { field: fieldOf(rounded), call: expression };
      fields.push(call.field);
      continue;
    }
    if (expression.kind !== "column") {
      return refuse(distinct ? "not-supported" : "group-by", { detail: `${printExpression(expression)} is no column` });
    }
    const column = table.byName.get(expression.name.value);
    if (column === undefined) return unknownColumn(expression.name.value, table);
    if (!fields.some((field) => field.name === column.name)) fields.push(fieldOf(column));
  }
  return { kind: distinct ? "distinct" : "group", fields, ...(call === undefined ? {} : { call }) };
}

/** The column that `floor(column, duration)` rounds. */
function roundedColumn(call: Extract<Expression, { kind: "call" }>, table: Table): Column | undefined {
  const [first] = call.args;
  return first?.kind === "column" ? table.byName.get(first.name.value) : undefined;
}

/** `!=` is no question that a table answers: rows come with those to leave out, where the caller can see and drop them. */
function leaveToCaller(columns: readonly Column[], select: Select, list: SelectList, notes: PlanNote[]): DesignRefusal | undefined {
  const names = columns.map((column) => column.name);
  const counted = list.aggregated || select.json || select.distinct !== undefined || select.groupBy.length > 0 || select.limit !== undefined || select.perPartitionLimit !== undefined;
  const visible = names.every((name) => list.selectors.some(({ expression }) => expression.kind === "column" && expression.name.value === name));
  if (counted || !visible) return refuse("not-supported", { detail: `!= on "${names[0]!}" must be filtered by the caller, who needs every row and the column`, instead: [`Select "${names[0]!}", leave the LIMIT and the aggregates to the application, and ask again.`] });
  notes.push({ code: "caller-filters", message: `No table answers !=: drop the rows with the unwanted value of ${names.join(", ")} in the application (and those without one).` });
  return undefined;
}
