import { quoteName } from "../syntax/print";
import { identicalType } from "../schema/types";
import type { KeyPlan } from "./key";
import { clusteringOrder, newTable, planColumns, printKey } from "./new-table";
import type { Plan } from "./plan";
import { costNote } from "./price";
import { prove } from "./prove";
import { isKey } from "./query";
import { canBeEmpty, emptyKeyNote } from "./empty-value";
import { nodesOf, readsOf } from "./query-table";
import type { Query } from "./query";
import { printQueries, rewrite } from "./rewrite";
import { qualified } from "./table-name";

/**
 * A materialized view with the query table's key, where that is legal (designer.md section 4.5): one new key column at most, no static column,
 * no counters, nothing made or frozen, and the server's switch on. The server then keeps it, at the price that its consistency is weak.
 */
export function viewPlan(query: Query, key: KeyPlan, taken: ReadonlyMap<string, string>): Plan | undefined {
  const { table, context } = query;
  if (table.kind !== "table" || table.isCounter || (context.target !== "scylla" && context.server["materialized_views_enabled"] !== true)) return undefined;
  const view = newTable(query, key, { taken, allColumns: false, suffix: "view" });
  const keys = [...view.partition, ...view.clustering.map((entry) => entry.field)];
  const added = keys.filter((field) => field.base === undefined || !isKey(field.base));
  const fields = [...keys, ...view.statics, ...view.regular];
  if (added.length > 1 || fields.some((field) => field.base === undefined || field.base.role === "static" || !identicalType(field.base.type, field.type))) return undefined;
  const rewritten = rewrite(query, key, view.name);
  if (rewritten === undefined) return undefined;
  const name = qualified(view.keyspace, view.name);
  const lines = [
    `CREATE MATERIALIZED VIEW ${name} AS`,
    `  SELECT ${fields.map((field) => quoteName(field.name)).join(", ")}`,
    `  FROM ${qualified(table.keyspace, table.name)}`,
    `  WHERE ${keys.map((field) => `${quoteName(field.name)} IS NOT NULL`).join(" AND ")}`,
    `  PRIMARY KEY (${printKey(view.partition, view.clustering)})`,
    // Without it a view takes over the directions of its base table.
    ...clusteringOrder(view.clustering).map((order) => `  WITH ${order}`),
  ];
  const ddl = [lines.join("\n")];
  const queries = printQueries(rewritten);
  if (query.bind.length > 0 || !prove(ddl, queries, context).ok) return undefined;
  const notes = [costNote({ partitions: readsOf(query, key), nodes: nodesOf(query, key), writes: 2 }, "The server writes the copy itself, with a read before each write; a view can drift from its table after failures, and nothing repairs it.")];
  const [only] = view.partition;
  if (view.partition.length === 1 && only !== undefined && canBeEmpty(only)) notes.push(emptyKeyNote(only, "view", true));
  if (key.nullable.length > 0) notes.push({ code: "rows-without-order-value", message: `Rows without a value of ${key.nullable.map((field) => `"${field.name}"`).join(", ")} are not in the view.` });
  return { kind: "view", table: name, ddl, queries, merge: rewritten.merge, bind: [], columns: planColumns(view), backfill: null, writes: [], notes };
}
