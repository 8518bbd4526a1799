import { printStatement } from "../syntax/print";
import type { Expression, Limit, Relation, Select, Selector } from "../syntax/ast";
import { columnExpression, nameOf, relationOf } from "./field";
import type { Field } from "./field";
import type { KeyPlan } from "./key";
import type { Plan } from "./plan";
import { shownAs } from "./query";
import type { InList, Query } from "./query";
import { distinctTerms } from "./read-where";

/** More queries than this for one answer are no answer. */
export const MOST_QUERIES = 100;

const NOWHERE = { start: 0, end: 0 } as const;

/** The rewritten query, or the several that the caller merges. */
export interface Rewritten {
  readonly selects: readonly Select[];
  readonly merge: Plan["merge"];
}

/** The query over the new table `name` (designer.md section 3); undefined when it would take too many queries. */
export function rewrite(query: Query, key: KeyPlan, name: string): Rewritten | undefined {
  const wheres = splitLists(query, key);
  if (wheres === undefined) return undefined;
  const selects = wheres.map((where) => selectFrom(query, key, name, where));
  if (key.split.length === 0) return { selects, merge: null };
  const by = query.order.filter(({ field }) => !query.equal.some((other) => other.name === field.name)).map(({ field, direction }) => ({ column: shownAs(query, field.name) ?? field.name, direction }));
  return { selects, merge: { by, limit: literalLimit(query.select.limit) } };
}

function selectFrom(query: Query, key: KeyPlan, name: string, where: readonly Relation[]): Select {
  const { select } = query;
  const { distinct, perPartitionLimit, orderBy: _orderBy, star: _star, allowFiltering: _allowFiltering, ...rest } = select;
  return {
    ...rest, where, markers: [], orderBy: [], selectors: query.selectors, groupBy: key.groupBy.map((field) => groupItem(field, query)),
    table: { ...(select.table?.keyspace === undefined ? {} : { keyspace: select.table.keyspace }), name: nameOf(name), range: NOWHERE },
    ...(key.distinct && distinct !== undefined ? { distinct } : {}),
    ...(key.perPartitionLimit && perPartitionLimit !== undefined ? { perPartitionLimit } : {}),
  };
}

function groupItem(field: Field, { groupCall }: Query): Selector {
  return { expression: groupCall?.field.name === field.name ? groupCall.call : columnExpression(field.name), range: NOWHERE };
}

/** The WHERE clauses of the rewritten queries: one, or one for each combination of the values of the lists that are taken apart. */
function splitLists(query: Query, key: KeyPlan): readonly (readonly Relation[])[] | undefined {
  let wheres: readonly (readonly Relation[])[] = [query.where];
  for (const list of key.split) {
    const relation = query.where[list.index]!;
    const values = listValues(relation);
    if (values === undefined || values.length * wheres.length > MOST_QUERIES) return undefined;
    wheres = values.flatMap((value) => wheres.map((where) => where.flatMap((other) => (other === relation ? equalities(relation, list, value) : [other]))));
  }
  return wheres;
}

/** `column = value`, or one equality for each column of a tuple. */
function equalities(relation: Relation, { fields }: InList, value: Expression): readonly Relation[] {
  if (fields.length > 1 && value.kind === "tuple") return fields.map((field, i) => relationOf(field.name, "=", value.items[i]!));
  return [{ ...relation, operator: "=", value: { kind: "term", term: value } }];
}

/** The values of an IN list, each once: a value named twice would give its rows twice. `IN ?` is one value, asked for by turns. */
function listValues({ value }: Relation): readonly Expression[] | undefined {
  if (value.kind === "term") return value.term.kind === "marker" ? [value.term] : undefined;
  return value.kind === "list" ? distinctTerms(value.items) : undefined;
}

function literalLimit(limit: Limit | undefined): number | null {
  return limit?.value.kind === "constant" ? Number(limit.value.value) : null;
}

/** The rewritten queries as text. */
export function printQueries(rewritten: Rewritten): readonly string[] {
  return rewritten.selects.map((select) => printStatement(select));
}
