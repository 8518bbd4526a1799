import type { Column } from "../../schema/model";
import { isMultiCell } from "../../schema/types";
import type { Assignment, Delete, Deletion, Expression, Update } from "../../syntax/ast";
import type { Reading } from "../reading/reading";
import type { RestrictionSet } from "../reading/restriction";
import type { Where } from "../reading/where";
import { constantKey } from "../terms/execute";
import { violate } from "../violate";
import type { Finding } from "../violation";
import { dialectOf } from "./prepared-write";

/** A threshold that is not set, or not positive, is off (G-GEN-4). */
function threshold(reading: Reading, name: string): number | undefined {
  const value = dialectOf(reading).guardrails ? reading.context.server[name] : undefined;
  return typeof value === "number" && value > 0 ? value : undefined;
}

/** G-WR-6: how many elements one statement may write to a collection; equal ones of a set, and equal keys, count once. */
export function itemsGuardrail(value: Expression, column: Column, reading: Reading): Finding {
  const limit = threshold(reading, "items_per_collection_fail_threshold");
  if (limit === undefined) return undefined;
  const items = itemsOf(value, column, reading);
  if (items === undefined || items <= limit) return undefined;
  return violate("guardrail-items-per-collection", value.range, { column: column.name, setting: "items_per_collection_fail_threshold", value: items, limit }, { phase: "execute" });
}

function itemsOf(value: Expression, { type }: Column, reading: Reading): number | undefined {
  if (value.kind === "list") return value.items.length;
  const keys = value.kind === "set" ? value.items : value.kind === "map" ? value.entries.map(({ key }) => key) : undefined;
  const keyType = type.kind === "set" ? type.element : type.kind === "map" ? type.key : undefined;
  if (keys === undefined || keyType === undefined) return undefined;
  return new Set(keys.map((key) => constantKey(key, keyType, reading.scope) ?? key)).size;
}

/** The most bytes that a value may have, where the configuration bounds them. */
export function longestValue(reading: Reading): number | undefined {
  return dialectOf(reading).valueSizeGuardrail ? threshold(reading, "column_value_size_fail_threshold") : undefined;
}

/** G-WR-7: the bytes of a value outside the primary key, where they are known; collections of several cells are measured cell by cell and left alone. */
export function valueSizeGuardrail(value: Expression, column: Column, reading: Reading): Finding {
  const limit = longestValue(reading);
  if (limit === undefined || column.position >= 0 || isMultiCell(column.type)) return undefined;
  const size = value.kind === "null" ? 0 : constantKey(value, column.type, reading.scope)?.length ?? 0;
  return size <= limit ? undefined : violate("guardrail-column-value-size", value.range, { column: column.name, setting: "column_value_size_fail_threshold", value: size, limit }, { phase: "execute" });
}

/** G-WR-8: changes of a list that read it first. */
export function listGuardrail(change: Assignment | Deletion, column: Column, reading: Reading): Finding {
  if (column.type.kind !== "list" || !dialectOf(reading).guardrails || reading.context.server["read_before_write_list_operations_enabled"] !== false) return undefined;
  const reads = change.kind === "element" || ((change.kind === "append" || change.kind === "add") && change.operator.startsWith("-"));
  return reads ? violate("guardrail-list-read-before-write", change.range, { column: column.name, setting: "read_before_write_list_operations_enabled" }, { phase: "execute" }) : undefined;
}

/** G-RD-3: how many combinations the IN lists of a write make, duplicates counted. */
export function cartesianGuardrail(statement: Update | Delete, where: Where, reading: Reading): Finding {
  const limit = threshold(reading, "in_select_cartesian_product_fail_threshold");
  if (limit === undefined) return undefined;
  const value = Math.max(product(where.partition), product(where.clustering));
  if (value <= limit) return undefined;
  return violate("guardrail-cartesian-product", statement.whereRange ?? statement.head, { setting: "in_select_cartesian_product_fail_threshold", value, limit }, { phase: "execute" });
}

function product(set: RestrictionSet): number {
  return set.restrictions.reduce((sum, { shape, size }) => (shape === "in" ? sum * (size ?? 1) : sum), 1);
}
