import type { Column } from "../../schema/model";
import type { Select, Selector } from "../../syntax/ast";
import { unknownColumn } from "../names";
import { firstOf } from "../result";
import { executeGroupFunction, groupFunction } from "../terms/group";
import { definitionOf, violate } from "../violate";
import type { Finding, Unjudged, Violation } from "../violation";
import type { Reading } from "./reading";
import { isPinned } from "./restriction";
import type { Where } from "./where";

/** GROUP BY: section 14, item by item along the primary key. */
export function checkGrouping(select: Select, where: Where, reading: Reading): Finding {
  if (select.groupBy.length === 0) return undefined;
  const { table } = reading;
  const key = [...table.partitionKey, ...table.clustering];
  const names = key.map((column) => column.name);
  let next = 0;
  let afterFunction = false;
  for (const item of select.groupBy) {
    const found = groupColumn(item, afterFunction, names, reading);
    if ("finding" in found) return found.finding;
    afterFunction ||= found.byFunction;
    // R-GRP-2: every column that is skipped must be pinned.
    for (;;) {
      const column = key[next];
      if (column === found.column) break;
      if (column === undefined || !isPinned(column.role === "partition" ? where.partition : where.clustering, column)) {
        return violate("group-by-not-prefix", item.range, { table: table.name, column: found.column.name, columns: names, skipped: column?.name ?? "" }, { related: definitionOf(table) });
      }
      next++;
    }
    next++;
  }
  const range = select.groupByRange ?? select.groupBy[0]!.range;
  // R-GRP-3, R-GRP-4.
  const left = key[next];
  if (left?.role === "partition") return violate("group-by-partial-partition-key", range, { table: table.name, column: left.name, columns: names }, { related: definitionOf(table, left) });
  if (select.distinct !== undefined && next > table.partitionKey.length) return violate("group-by-distinct-clustering", range, { table: table.name, column: key[next - 1]!.name });
  return undefined;
}

interface GroupColumn {
  readonly column: Column;
  readonly byFunction: boolean;
}

/** The key column that one item groups by, or why it cannot (R-GRP-1, R-GRP-5, R-GRP-6, R-GRP-8). */
function groupColumn(item: Selector, afterFunction: boolean, names: readonly string[], reading: Reading): GroupColumn | { readonly finding: Violation | Unjudged } {
  const { table } = reading;
  const { expression } = item;
  if (expression.kind !== "column") {
    const found = groupFunction(expression, reading.scope);
    if ("finding" in found) return { finding: found.finding ?? { unjudged: "this item of GROUP BY is not judged" } };
    const column = table.byName.get(found.column);
    return column === undefined ? { finding: { unjudged: "this item of GROUP BY is not judged" } } : { column, byFunction: true };
  }
  const column = table.byName.get(expression.name.value);
  if (column === undefined) return { finding: unknownColumn(expression.name, table) };
  const data = { table: table.name, column: column.name, columns: names };
  if (column.role !== "partition" && column.role !== "clustering") return { finding: violate("group-by-not-key", item.range, data, { related: definitionOf(table, column) }) };
  return afterFunction ? { finding: violate("group-by-function-not-last", item.range, data) } : { column, byFunction: false };
}

/** What only execution refuses about the functions of GROUP BY (R-GRP-7). */
export function executeGrouping(select: Select, reading: Reading): Finding {
  return firstOf(select.groupBy.filter(({ expression }) => expression.kind !== "column"), ({ expression }) => executeGroupFunction(expression, reading.scope));
}
