import type { Column } from "../../schema/model";
import type { Ordering, Select } from "../../syntax/ast";
import { definitionOf, violate } from "../violate";
import type { Finding } from "../violation";
import { annItems } from "./ann";
import type { ReadPlan } from "./procedure";
import type { Reading } from "./reading";
import { isPinned, restrictedColumns } from "./restriction";
import type { Where } from "./where";

/** ORDER BY by columns: section 13. The names are known to exist. */
export function checkOrdering(select: Select, where: Where, plan: ReadPlan, reading: Reading): Finding {
  const { table } = reading;
  const first = select.orderBy[0];
  if (first === undefined || annItems(select).length > 0) return undefined;
  const range = select.orderByRange ?? first.range;
  const order = { table: table.name, columns: table.clustering.map((column) => column.name) };
  // R-ORD-1, R-ORD-2.
  if (plan.useIndex) return violate("order-by-with-index", range, { ...order, column: first.column.value });
  if (plan.keyRange) {
    const given = new Set(restrictedColumns(where.partition));
    const missing = table.partitionKey.filter((column) => !given.has(column)).map((column) => column.name);
    return violate("order-by-without-partition", range, { ...order, missing, key: table.partitionKey.map((column) => column.name) }, { related: definitionOf(table, ...table.partitionKey) });
  }
  return walkOrdering(uniqueOrderings(select.orderBy), where, reading);
}

/** R-ORD-6: a column named twice keeps its first place and takes the last direction. */
export function uniqueOrderings(orderings: readonly Ordering[]): readonly Ordering[] {
  if (orderings.length < 2) return orderings;
  const byName = new Map<string, Ordering>();
  for (const item of orderings) byName.set(item.column.value, item);
  return byName.size === orderings.length ? orderings : [...byName.values()];
}

/** R-ORD-3, R-ORD-4, R-ORD-5 and R-ORD-7: left to right against the clustering columns. */
function walkOrdering(orderings: readonly Ordering[], where: Where, reading: Reading): Finding {
  const { table } = reading;
  const columns = table.clustering.map((column) => column.name);
  let next = 0;
  let reversed: boolean | undefined;
  let mixed: Ordering | undefined;
  for (const item of orderings) {
    const column = table.byName.get(item.column.value);
    if (column === undefined) return undefined;
    const data = { table: table.name, column: column.name, columns };
    if (column.role !== "clustering") return violate("order-by-not-clustering", item.range, { ...data, role: column.role }, { related: definitionOf(table, column) });
    for (; next !== column.position; next++) {
      const skipped = table.clustering[next];
      // The server walks off the end of its list where only equalities are left.
      if (skipped === undefined) return violate("order-by-out-of-order", item.range, data, { errorClass: "server" });
      if (!isPinned(where.clustering, skipped)) return violate("order-by-skips-column", item.range, { ...data, skipped: skipped.name }, { related: definitionOf(table, skipped) });
    }
    next++;
    const opposite = isOpposite(item, column);
    if (reversed !== undefined && reversed !== opposite) mixed ??= item;
    reversed ??= opposite;
  }
  if (mixed === undefined) return undefined;
  const kept = table.clustering.map((column) => `${column.name} ${column.order.toUpperCase()}`);
  const turned = table.clustering.map((column) => `${column.name} ${column.order === "asc" ? "DESC" : "ASC"}`);
  return violate("order-by-direction", mixed.range, { table: table.name, column: mixed.column.value, columns, kept, turned });
}

function isOpposite(item: Ordering, column: Column): boolean {
  return (item.direction ?? "asc") !== column.order;
}

/** Whether ORDER BY turns the table's own order round; the clause is known to be accepted. */
export function isReversed(select: Select, reading: Reading): boolean {
  const first = uniqueOrderings(select.orderBy)[0];
  const column = first === undefined ? undefined : reading.table.byName.get(first.column.value);
  return first !== undefined && column !== undefined && isOpposite(first, column);
}
