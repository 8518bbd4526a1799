import { freeze, isMultiCell, mentions } from "../schema/types";
import type { Schema } from "../schema/model";
import type { CqlType } from "../schema/type";
import { printExpression } from "../syntax/print";
import { fieldOf } from "./field";
import type { Direction, Field } from "./field";
import type { DesignRefusal } from "./plan";
import { isEmptyConstant } from "./empty-value";
import { boundWhole, isKey, primaryKey, shownAs } from "./query";
import type { InList, Ordered, Query } from "./query";
import { isRefusal, refuse } from "./refusal";

/** The key of the table to be made, and what of the query changes with it. */
export interface KeyPlan {
  readonly kind: "key";
  readonly partition: readonly Field[];
  readonly clustering: readonly Ordered[];
  /** IN lists that become one query per value, since the server sorts nothing between partitions. */
  readonly split: readonly InList[];
  /** The GROUP BY of the rewritten query; empty for none. */
  readonly groupBy: readonly Field[];
  /** Whether the rewritten query is a SELECT DISTINCT of the whole partition key. */
  readonly distinct: boolean;
  readonly perPartitionLimit: boolean;
  /** Columns of the key whose rows without a value are missing in the copy, though the query would show them. */
  readonly nullable: readonly Field[];
}

type Sequence = { field: Field; direction: Direction }[];

/** The key of the table that serves the query (designer.md section 2), or why no key does. */
export function planKey(query: Query): KeyPlan | DesignRefusal {
  const shape = query.grouping === "none" ? planPlain(query) : planGrouped(query);
  if (isRefusal(shape)) return shape;
  const limited = planPerPartitionLimit(query, shape);
  if (isRefusal(limited)) return limited;
  return checkTypes(limited, query);
}

function planPlain(query: Query): KeyPlan | DesignRefusal {
  const whole = boundWhole(query);
  const lists = query.lists.filter(({ isSingle }) => !isSingle);
  const fixed = names([...query.equal, ...whole]);
  // An aggregate over all rows is one row: its order says nothing.
  const order = query.aggregated ? [] : query.order.filter(({ field }) => !fixed.has(field.name));
  if (query.aggregated && [...query.read].some((column) => isPlain(query, column) && !fixed.has(column))) {
    return refuse("not-supported", { detail: "a plain column beside an aggregate shows the value of any row" });
  }
  // A tuple whose values are not written out stays in the clustering.
  const apart = lists.filter((list) => list.fields.length === 1 || takesApart(query, list));
  const together = lists.filter((list) => !apart.includes(list)).flatMap((list) => list.fields);
  if (query.equal.length === 0 && apart.length === 0) return refuseNameless(query);
  const tuples = lists.some((list) => list.fields.length > 1);
  let partition = query.equal;
  let lead: readonly Field[] = [...whole, ...together];
  let split: readonly InList[] = [];
  if (query.equal.length === 0) {
    partition = apart.flatMap((list) => list.fields);
    // A partition key takes no tuple: one query for each.
    if (order.length > 0 || tuples) split = lists;
  } else if (lists.length > 0) {
    const leading = leadOf(lists, order);
    if (leading !== undefined) lead = [...whole, ...leading];
    else {
      split = lists;
      partition = inWhereOrder(query, apart);
    }
  }
  const sorted = order.filter(({ field }) => !split.some((list) => has(list.fields, field)));
  const clustering = sequence(query, partition, [lead.map((field) => withDirection(field, order)), sorted]);
  const refused = checkRange(query, clustering, lead.length, sorted, "order-against-range") ?? (split.length > 0 ? checkSplit(query, order) : undefined);
  if (refused !== undefined) return refused;
  return {
    kind: "key", partition, clustering, split, groupBy: [], distinct: false, perPartitionLimit: false,
    nullable: order.map(({ field }) => field).filter((field) => canBeNull(field) && !isRestricted(query, field)),
  };
}

/** Nothing names a partition: a bucket may. */
function refuseNameless(query: Query): DesignRefusal {
  const tuple = query.lists[0];
  if (tuple === undefined) return refuse("range-only", { column: (query.range[0] ?? query.order[0]?.field)?.name });
  const columns = tuple.fields.map((field) => field.name);
  return refuse("range-only", {
    message: `A marker for all of (${columns.join(", ")}) cannot be taken apart, as a partition key of these columns would need.`,
    instead: [`Write a marker for each column (${columns.map((column) => `${column} = ?`).join(" AND ")}), and ask again.`],
  });
}

/**
 * The columns of the IN lists in the order in which they can lead the clustering, so that rows come in the order asked for;
 * undefined when no such order exists (designer.md section 2.4).
 */
function leadOf(lists: readonly InList[], order: readonly Ordered[]): readonly Field[] | undefined {
  const all = lists.flatMap((list) => list.fields);
  if (order.length === 0) return all;
  if (lists.some((list) => list.fields.length > 1)) {
    return order.every(({ field }, i) => all[i]?.name === field.name) || all.every((field, i) => order[i]?.field.name === field.name) ? all : undefined;
  }
  const run: Field[] = [];
  for (const { field } of order) {
    if (!all.some((other) => other.name === field.name)) break;
    run.push(field);
  }
  const rest = all.filter((field) => !run.some((other) => other.name === field.name));
  // The order goes on behind the IN columns, so all of them must stand before it.
  if (run.length < order.length && rest.length > 0) return undefined;
  return [...run, ...rest];
}

function planGrouped(query: Query): KeyPlan | DesignRefusal {
  const whole = boundWhole(query);
  const lists = query.lists.filter(({ isSingle }) => !isSingle);
  const fixed = names([...query.equal, ...whole]);
  const group = query.group.filter((field) => !fixed.has(field.name));
  const order = query.order.filter(({ field }) => !fixed.has(field.name));
  const listed = lists.flatMap((list) => list.fields);
  for (const field of listed) if (!has(group, field)) return refuse("group-by", { detail: `the IN on "${field.name}" reads several partitions, and "${field.name}" is not grouped by` });
  const refused = refuseRounded(query, fixed, listed) ?? refusePlain(query, fixed, group, order);
  if (refused !== undefined) return refused;
  const behind = group.filter((field) => !has(listed, field));
  let partition = query.equal;
  let inside: readonly Field[] = [...whole, ...listed, ...behind];
  let lead = whole.length + listed.length;
  let split: readonly InList[] = [];
  let distinct = false;
  if (query.equal.length === 0) {
    if (listed.length > 0) {
      if (lists.some((list) => list.fields.length > 1 && !takesApart(query, list))) return refuseNameless(query);
      partition = listed;
      inside = [...whole, ...behind];
      lead = whole.length;
      // A group lies in one partition, so the answers of one query per tuple are whole groups.
      if (lists.some((list) => list.fields.length > 1)) split = lists;
      if (order.length > 0) return refuse("group-by", { detail: "the groups of several partitions come in no order" });
    } else if (whole.length > 0) {
      return refuseNameless(query);
    } else if (query.range.length === 0 && order.length === 0 && query.notNull.length === 0) {
      // Every group is a partition of its own.
      partition = group;
      inside = [];
      distinct = query.grouping === "distinct";
    } else {
      return refuse("range-only", { column: (query.range[0] ?? order[0]?.field ?? query.notNull[0])?.name });
    }
  }
  if (group.length > 0 && order.some(({ field }, i) => inside[whole.length + i]?.name !== field.name)) {
    return refuse("group-by", { detail: `the order by ${order.map(({ field }) => field.name).join(", ")} does not begin the groups` });
  }
  const grouped = inside.map((field) => withDirection(field, order));
  const clustering = sequence(query, partition, [grouped]);
  // Columns of an IN may stand before the range, as they do without groups.
  const misplaced = checkRange(query, clustering, lead, [], "group-by");
  if (misplaced !== undefined) return misplaced;
  return {
    kind: "key", partition, clustering, split, groupBy: distinct ? [] : [...partition, ...inside], distinct, perPartitionLimit: false,
    nullable: group.filter((field) => canBeNull(field) && !isRestricted(query, field)),
  };
}

/** A time that is rounded is grouped by only where rows are sorted by it. */
function refuseRounded({ groupCall, equal }: Query, fixed: ReadonlySet<string>, listed: readonly Field[]): DesignRefusal | undefined {
  if (groupCall === undefined) return undefined;
  const { name } = groupCall.field;
  if (fixed.has(name)) return refuse("group-by", { detail: `"${name}" is fixed by =` });
  return equal.length === 0 || has(listed, name) ? refuse("group-by", { detail: `"${name}" would be part of a partition key, which no function rounds` }) : undefined;
}

/** A column outside the groups shows a group's first row: which one that is must be known. */
function refusePlain(query: Query, fixed: ReadonlySet<string>, group: readonly Field[], order: readonly Ordered[]): DesignRefusal | undefined {
  const { groupCall } = query;
  const text = groupCall === undefined ? undefined : printExpression(groupCall.call);
  const shows = (column: string): boolean => query.selectors.some(({ expression }) => printExpression(expression) !== text && showsPlain(expression, column));
  const plain = [...query.read].find((column) => shows(column) && !fixed.has(column) && (column === groupCall?.field.name || !has(group, column)));
  if (plain === undefined) return undefined;
  const known = query.table.partitionKey.every((column) => fixed.has(column.name) || has(group, column.name));
  return known && order.length === 0 && query.grouping !== "distinct" ? undefined : refuse("group-by", { detail: `"${plain}" would show the value of any row of its group` });
}

/** Clustering columns: the leading ones, the range, what is left of the base table's key, and columns that must have a value. */
function sequence(query: Query, partition: readonly Field[], leading: readonly (readonly Ordered[])[]): Sequence {
  const result: Sequence = [];
  const taken = names(partition);
  const add = (field: Field, direction: Direction): void => {
    if (taken.has(field.name)) return;
    taken.add(field.name);
    result.push({ field, direction });
  };
  for (const part of leading) for (const { field, direction } of part) add(field, direction);
  for (const field of query.range) add(field, naturalDirection(field));
  for (const column of primaryKey(query.table)) add(fieldOf(column), naturalDirection(fieldOf(column)));
  for (const field of query.notNull) add(field, "asc");
  return result;
}

/** A range is legal only right behind the columns fixed by = or IN, its columns side by side. */
function checkRange(query: Query, clustering: Sequence, lead: number, order: readonly Ordered[], code: "order-against-range" | "group-by"): DesignRefusal | undefined {
  for (const [i, field] of query.range.entries()) {
    const found = clustering[lead + i];
    if (found === undefined || found.field.name !== field.name) {
      const column = query.range[0]!.name;
      return code === "group-by"
        ? refuse(code, { detail: `the range on "${column}" must be on the first column grouped by` })
        : refuse(code, { column, other: order.find((entry) => entry.field.name !== column)?.field.name });
    }
  }
  return undefined;
}

/** Several queries are merged by the caller, who must see what rows are sorted by, and count the rows. */
function checkSplit(query: Query, order: readonly Ordered[]): DesignRefusal | undefined {
  if (query.aggregated) return refuse("not-supported", { detail: "an aggregate over the answers of several queries" });
  if (query.select.json) return refuse("not-supported", { detail: "JSON rows of several queries cannot be merged by a column", instead: ["Select the columns without JSON and merge the rows of one query per value."] });
  if (query.select.perPartitionLimit !== undefined) return refuse("per-partition-limit", { table: query.table.name });
  const hidden = order.find(({ field }) => shownAs(query, field.name) === undefined)?.field.name;
  return hidden === undefined ? undefined : refuse("not-supported", { detail: `one query per value of the IN, merged by "${hidden}", which is not selected`, instead: [`Select "${hidden}" too, so that the rows can be merged by it.`] });
}

/** PER PARTITION LIMIT counts in partitions of the base table (designer.md section 3). */
function planPerPartitionLimit(query: Query, key: KeyPlan): KeyPlan | DesignRefusal {
  const limit = query.select.perPartitionLimit;
  if (limit === undefined) return key;
  const refused = refuse("per-partition-limit", { table: query.table.name });
  if (query.grouping !== "none" || query.aggregated || key.split.length > 0) return refused;
  const whole = boundWhole(query);
  const fixed = names([...query.equal, ...whole]);
  const clustering = key.clustering.filter(({ field }) => !has(whole, field));
  if (query.table.partitionKey.every((column) => fixed.has(column.name))) {
    const turned = new Set<boolean>();
    for (const [i, column] of query.table.clustering.filter(({ name }) => !fixed.has(name)).entries()) {
      const now = clustering[i];
      if (now?.field.name !== column.name) return refused;
      turned.add(now.direction !== column.order);
    }
    return turned.size > 1 ? refused : { ...key, perPartitionLimit: true };
  }
  const first = limit.value.kind === "constant" && limit.value.value === "1";
  if (!first || query.lists.some(({ isSingle }) => !isSingle) || query.range.length > 0 || query.order.some(({ field }) => !fixed.has(field.name))) return refused;
  const rest = query.table.partitionKey.filter((column) => !fixed.has(column.name));
  if (rest.some((column, i) => clustering[i]?.field.name !== column.name)) return refused;
  return { ...key, groupBy: [...key.partition, ...whole, ...rest.map(fieldOf)] };
}

/** Types of key columns: no counter, no duration; what has several cells is frozen. */
function checkTypes(key: KeyPlan, query: Query): KeyPlan | DesignRefusal {
  for (const field of [...key.partition, ...key.clustering.map((entry) => entry.field)]) {
    const refused = refuseType(field, query.context.schema);
    if (refused !== undefined) return refused;
  }
  const [only] = key.partition;
  if (key.partition.length === 1 && only !== undefined && asksForEmpty(query, only.name)) return refuse("empty-partition-key", { column: only.name });
  const frozen = (field: Field): Field => (isMultiCell(field.type) ? { ...field, type: freeze(field.type) } : field);
  return { ...key, partition: key.partition.map(frozen), clustering: key.clustering.map(({ field, direction }) => ({ field: frozen(field), direction })) };
}

/** Whether a relation asks for the empty value of the column, which a partition key of one column cannot hold. */
function asksForEmpty(query: Query, column: string): boolean {
  return query.where.some(({ left, value }) => left.kind === "column" && left.column.value === column && (value.kind === "term" ? isEmptyConstant(value.term) : value.kind === "list" && value.items.some(isEmptyConstant)));
}

function refuseType(field: Field, schema: Schema): DesignRefusal | undefined {
  const { type, name } = field;
  if (type.kind === "native" && type.name === "counter") return refuse("counter-equality", { column: name });
  if (mentions(type, isDuration, schema)) return refuse("duration-key", { column: name });
  if (mentions(type, isUnknown, schema)) return refuse("unknown-schema", { detail: `the type of "${name}" is not known` });
  return undefined;
}

function isDuration(type: CqlType): boolean {
  return type.kind === "native" && type.name === "duration";
}

function isUnknown(type: CqlType): boolean {
  return type.kind === "unknown" || type.kind === "custom";
}

function names(fields: readonly Field[]): Set<string> {
  return new Set(fields.map((field) => field.name));
}

function has(fields: readonly Field[], field: Field | string): boolean {
  const name = typeof field === "string" ? field : field.name;
  return fields.some((other) => other.name === name);
}

function withDirection(field: Field, order: readonly Ordered[]): Ordered {
  return { field, direction: order.find((entry) => entry.field.name === field.name)?.direction ?? naturalDirection(field) };
}

/** A clustering column keeps the direction that the base table gives it. */
function naturalDirection(field: Field): Direction {
  return field.base?.role === "clustering" ? field.base.order : "asc";
}

/** Whether a row of the base table can lack a value of the field. */
function canBeNull(field: Field): boolean {
  return field.base !== undefined && !isKey(field.base);
}

function isRestricted(query: Query, field: Field): boolean {
  return has(query.range, field) || query.lists.some((list) => has(list.fields, field)) || has(query.notNull, field);
}

/** Whether the select list shows the column's own value somewhere outside an aggregate; told apart only for a list of plain columns and aggregates. */
function isPlain(query: Query, column: string): boolean {
  return query.selectors.some(({ expression }) => showsPlain(expression, column));
}

function showsPlain(expression: Query["selectors"][number]["expression"], column: string): boolean {
  switch (expression.kind) {
    case "column": return expression.name.value === column;
    case "countStar": return false;
    case "call": return !isAggregateCall(expression.name.name.value) && expression.args.some((item) => showsPlain(item, column));
    case "cast": case "hint": case "negate": case "field": case "writetime": case "element": case "slice": return showsPlain(expression.operand, column);
    case "binary": return showsPlain(expression.left, column) || showsPlain(expression.right, column);
    case "tuple": case "list": case "set": return expression.items.some((item) => showsPlain(item, column));
    case "map": return expression.entries.some((entry) => showsPlain(entry.key, column) || showsPlain(entry.value, column));
    default: return false;
  }
}

function isAggregateCall(name: string): boolean {
  return name === "count" || name === "min" || name === "max" || name === "sum" || name === "avg";
}

/** Whether every value of an IN on a tuple is written as a tuple, so that it can be said column by column. */
function takesApart(query: Query, list: InList): boolean {
  const { value } = query.where[list.index]!;
  return value.kind === "list" && value.items.every((item) => item.kind === "tuple" && item.items.length === list.fields.length);
}

/** All columns fixed by = or one of the lists, in the order of the WHERE clause. */
function inWhereOrder(query: Query, lists: readonly InList[]): readonly Field[] {
  const all = [...query.equal, ...lists.flatMap((list) => list.fields)];
  const result: Field[] = [];
  for (const relation of query.where) {
    const { left } = relation;
    const columns = left.kind === "column" ? [left.column.value] : left.kind === "tuple" ? left.columns.map((name) => name.value) : [];
    for (const column of columns) {
      const field = all.find((other) => other.name === column);
      if (field !== undefined) result.push(field);
    }
  }
  return result;
}
