import type { CheckContext } from "../check/judgement";
import type { Column, PartitionRows, Table } from "../schema/model";
import type { Expression, Relation, Select, Selector } from "../syntax/ast";
import type { Direction, Field } from "./field";

/** An IN relation: on one column, or on the columns of a tuple. */
export interface InList {
  readonly fields: readonly Field[];
  /** Its place in `where`. */
  readonly index: number;
  /** `(a, b) = ?`: one value, so that its columns are fixed; but it cannot be taken apart, as a partition key would need. */
  readonly isSingle: boolean;
}

/** The columns of tuples that are bound as a whole. */
export function boundWhole({ lists }: Pick<Query, "lists">): readonly Field[] {
  return lists.flatMap(({ fields, isSingle }) => (isSingle ? fields : []));
}

export interface Ordered {
  readonly field: Field;
  readonly direction: Direction;
}

export interface PlanNote {
  readonly code: string;
  readonly message: string;
}

/** What a SELECT asks for, sorted as designer.md section 1 sorts it. */
export interface Query {
  readonly kind: "query";
  readonly select: Select;
  readonly table: Table;
  readonly context: CheckContext;
  /** The relations as the copy can take them, in text order: tuples taken apart, LIKE as a range, CONTAINS as an equality on the element. */
  readonly where: readonly Relation[];
  readonly equal: readonly Field[];
  readonly lists: readonly InList[];
  /** Columns of the one range, first to last; empty without one. */
  readonly range: readonly Field[];
  readonly order: readonly Ordered[];
  /** GROUP BY, or the columns of SELECT DISTINCT. */
  readonly group: readonly Field[];
  readonly grouping: "none" | "group" | "distinct";
  /** The last of GROUP BY as it is written, where it rounds a column (`floor(at, 1h)`). */
  readonly groupCall?: { readonly field: Field; readonly call: Expression };
  /** Columns that must have a value (IS NOT NULL, LIKE '%'): they join the key's end. */
  readonly notNull: readonly Field[];
  /** The select list; `*` written out in the order of the base table. */
  readonly selectors: readonly Selector[];
  /** Base columns that the select list reads. */
  readonly read: ReadonlySet<string>;
  readonly aggregated: boolean;
  readonly bind: readonly { readonly marker: object; readonly name: string; readonly meaning: string }[];
  readonly notes: readonly PlanNote[];
  /** What the author says of the size of a partition: above the query, or else above the table (`-- cqlwright: rows=50000 per=day`). */
  readonly figures?: PartitionRows;
}

/** Whether the column belongs to the primary key of its table. */
export function isKey(column: Column): boolean {
  return column.role === "partition" || column.role === "clustering";
}

/** The primary key of a table, partition key first. */
export function primaryKey(table: Table): readonly Column[] {
  return [...table.partitionKey, ...table.clustering];
}

/** The name under which the answer shows a column's own value; undefined where it does not, or another column of the answer has that name too. */
export function shownAs(query: Pick<Query, "selectors">, column: string): string | undefined {
  const names = query.selectors.map(({ expression, alias }) => alias?.value ?? (expression.kind === "column" ? expression.name.value : ""));
  const place = query.selectors.findIndex(({ expression }, i) => expression.kind === "column" && expression.name.value === column && names.indexOf(names[i]!) === names.lastIndexOf(names[i]!));
  return place < 0 ? undefined : names[place];
}

/** Whether a caller can merge the answers of several queries: rows, not JSON texts, with every column in them that `order` sorts by. */
export function canMerge(query: Query): boolean {
  return !query.select.json && query.order.every(({ field }) => query.equal.some((other) => other.name === field.name) || shownAs(query, field.name) !== undefined);
}
