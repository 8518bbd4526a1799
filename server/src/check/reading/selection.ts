import type { Column } from "../../schema/model";
import type { Expression, Select } from "../../syntax/ast";
import { checkSelectors, columnsRead, isAggregate, resolveSelectors } from "../terms/selector";
import { definitionOf, violate } from "../violate";
import type { Finding } from "../violation";
import type { ReadPlan } from "./procedure";
import type { Reading } from "./reading";
import { hasShape } from "./restriction";
import type { Where } from "./where";

/** What a select list reads. */
export interface Selection {
  readonly expressions: readonly Expression[];
  /** Columns read by the list in text order, or all of the table for `*`; names that the table lacks are left out. */
  readonly columns: readonly Column[];
  readonly star: boolean;
  readonly aggregate: boolean;
  /** At least one static column is read and, besides, nothing but statics and the partition key (R-CK-11). */
  readonly onlyStatic: boolean;
}

/** What the select list of a statement reads. */
export function selectionOf(select: Select, reading: Reading): Selection {
  const { table, scope } = reading;
  const expressions: Expression[] = [];
  const columns: Column[] = [];
  let aggregate = false;
  let statics = 0;
  let rows = 0;
  const add = (name: string): void => {
    const column = table.byName.get(name);
    if (column === undefined || columns.includes(column)) return;
    columns.push(column);
    if (column.role === "static") statics++;
    else if (column.role !== "partition") rows++;
  };
  for (const { expression } of select.selectors) {
    expressions.push(expression);
    if (expression.kind === "column") add(expression.name.value);
    else {
      columnsRead(expression).forEach(add);
      aggregate ||= isAggregate(expression, scope);
    }
  }
  if (expressions.length === 0) return { expressions, columns: table.columns, star: true, aggregate, onlyStatic: false };
  return { expressions, columns, star: false, aggregate, onlyStatic: statics > 0 && rows === 0 };
}

/**
 * Section 1, step 3: with static columns in the table, the list's names are resolved before anything else, as far as the server looks: up to the
 * first selector that reads a static column, and then on from the start up to the first that reads a row.
 */
export function resolveEarly(selection: Selection, reading: Reading): Finding {
  const { table, scope } = reading;
  const { expressions } = selection;
  if (selection.star || !table.hasStatic) return undefined;
  const reads = (roles: readonly Column["role"][]) => expressions.findIndex((expression) => columnsRead(expression).some((name) => roles.includes(table.byName.get(name)?.role ?? "partition")));
  const ofStatic = reads(["static"]), ofRow = reads(["clustering", "regular"]);
  const last = ofStatic < 0 || ofRow < 0 ? expressions.length : Math.max(ofStatic, ofRow);
  return resolveSelectors(expressions.slice(0, last + 1), scope);
}

/** Section 1, step 7: names, functions and types of the select list. */
export function checkSelection(selection: Selection, reading: Reading): Finding {
  if (selection.star) return undefined;
  return checkSelectors(selection.expressions, reading.scope);
}

/** DISTINCT: section 15, in the server's order (R-DIST-1, R-DIST-3, R-DIST-2, R-DIST-4). */
export function checkDistinct(select: Select, selection: Selection, where: Where, plan: ReadPlan, reading: Reading): Finding {
  if (select.distinct === undefined) return undefined;
  const { table } = reading;
  if (select.perPartitionLimit !== undefined) return violate("per-partition-limit-with-distinct", select.perPartitionLimit.range, { table: table.name });
  const restricted = where.clustering.restrictions[0] ?? where.other.restrictions.find(({ columns }) => columns[0]!.role !== "static");
  if (restricted !== undefined) return violate("distinct-restriction", restricted.relations[0]?.range ?? select.distinct, { table: table.name, column: restricted.columns[0]!.name }, { related: definitionOf(table, restricted.columns[0]!) });
  const requested = [...selection.columns, ...orderedByMemory(select, where, reading)];
  const wrong = requested.find(({ role }) => role !== "partition" && role !== "static");
  if (wrong !== undefined) return violate("distinct-non-key", rangeOf(select, wrong) ?? select.distinct, { table: table.name, column: wrong.name, key: table.partitionKey.map(({ name }) => name) }, { related: definitionOf(table, wrong) });
  const missing = plan.keyRange ? table.partitionKey.filter((column) => !requested.includes(column)) : [];
  if (missing.length > 0) return violate("distinct-missing-partition-key", select.distinct, { table: table.name, missing: missing.map(({ name }) => name) }, { related: definitionOf(table, ...missing) });
  return undefined;
}

/** R-DIST-5: rows of several partitions are sorted after the read, for which the ordered columns are read too. */
function orderedByMemory(select: Select, where: Where, reading: Reading): readonly Column[] {
  if (!hasShape(where.partition, "in")) return [];
  return select.orderBy.flatMap((item) => reading.table.byName.get(item.column.value) ?? []);
}

function rangeOf(select: Select, column: Column): Expression["range"] | undefined {
  return select.selectors.find(({ expression }) => columnsRead(expression).includes(column.name))?.range ?? select.star
    ?? select.orderBy.find((item) => item.column.value === column.name)?.range;
}
