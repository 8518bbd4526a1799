import type { Column } from "../../schema/model";
import type { Assignment, Delete, Deletion, Update } from "../../syntax/ast";
import type { Reading } from "../reading/reading";
import type { RestrictionSet } from "../reading/restriction";
import type { Where } from "../reading/where";
import { violate } from "../violate";
import type { Finding, Violation } from "../violation";
import { measuresOf, operationsOf, termMeasures, type Measure, type Operation } from "./measures";
import { dialectOf, isConditional, type PreparedWrite } from "./prepared-write";
import { readsList } from "./strong-consistency";

/** A threshold that is not set, or not positive, is off (G-GEN-4). */
function threshold(reading: Reading, name: string): number | undefined {
  const value = dialectOf(reading).guardrails ? reading.context.server[name] : undefined;
  return typeof value === "number" && value > 0 ? value : undefined;
}

const CODES: Readonly<Record<Measure["name"], string>> = {
  items_per_collection: "guardrail-items-per-collection", column_value_size: "guardrail-column-value-size", collection_size: "guardrail-collection-size",
  sai_string_term_size: "guardrail-sai-term-size", sai_frozen_term_size: "guardrail-sai-term-size", sai_vector_term_size: "guardrail-sai-term-size",
};

/** Whether the configuration bounds the size of anything that is written. */
export function boundsSizes(reading: Reading, kind: "fail" | "warn" = "fail"): boolean {
  for (const name of dialectOf(reading).sizeGuardrails) if (threshold(reading, `${name}_${kind}_threshold`) !== undefined) return true;
  return false;
}

/** G-WR-5 to G-WR-7: the first size of an operation that is over its limit. */
export function sizeGuardrail(operation: Operation, column: Column, reading: Reading): Finding {
  return boundsSizes(reading) ? measuresOf(operation, column, reading).map((measure) => over(measure, "fail", reading)).find((found) => found !== undefined) : undefined;
}

/** G-WR-13 to G-WR-15: the first term of a storage-attached index that is over its limit; to be asked when all else of the write was found good. */
export function termGuardrail(prepared: PreparedWrite): Finding {
  return boundsSizes(prepared.reading) ? termMeasures(prepared).map((measure) => over(measure, "fail", prepared.reading)).find((found) => found !== undefined) : undefined;
}

function over({ name, value, column, range }: Measure, kind: "fail" | "warn", reading: Reading): Violation | undefined {
  const setting = `${name}_${kind}_threshold`;
  const limit = dialectOf(reading).sizeGuardrails.has(name) ? threshold(reading, setting) : undefined;
  return limit === undefined || value <= limit ? undefined : violate(CODES[name], range, { column, setting, value, limit }, { phase: "execute" });
}

const NONE: readonly Violation[] = [];

/** What the guardrails of the configuration only warn of (G-GEN-1); to be asked for writes that are accepted and carried out. */
export function writeWarnings(prepared: PreparedWrite): readonly Violation[] {
  const { statement, reading, where } = prepared;
  if (statement.markers.length > 0 || (statement.kind !== "insert" && isConditional(statement))) return NONE;
  const cartesian = where === undefined || statement.kind === "insert" ? undefined : cartesianGuardrail(statement, where, reading, "warn");
  if (cartesian === undefined && !boundsSizes(reading, "warn")) return NONE;
  const sizes = boundsSizes(reading, "warn") ? [...operationsOf(prepared).flatMap(([operation, column]) => measuresOf(operation, column, reading)), ...termMeasures(prepared)] : [];
  return [...(cartesian === undefined ? [] : [cartesian]), ...sizes.flatMap((measure) => over(measure, "warn", reading) ?? [])];
}

/** G-WR-8: changes of a list that read it first. */
export function listGuardrail(change: Assignment | Deletion, column: Column, reading: Reading): Finding {
  if (!dialectOf(reading).guardrails || reading.context.server["read_before_write_list_operations_enabled"] !== false) return undefined;
  return readsList(change, column) ? violate("guardrail-list-read-before-write", change.range, { column: column.name, setting: "read_before_write_list_operations_enabled" }, { phase: "execute" }) : undefined;
}

/** G-RD-3: how many combinations the IN lists of a write make, duplicates counted. */
export function cartesianGuardrail(statement: Update | Delete, where: Where, reading: Reading, kind: "fail" | "warn" = "fail"): Violation | undefined {
  const setting = `in_select_cartesian_product_${kind}_threshold`;
  const limit = threshold(reading, setting);
  if (limit === undefined) return undefined;
  const value = Math.max(product(where.partition), product(where.clustering));
  if (value <= limit) return undefined;
  return violate("guardrail-cartesian-product", statement.whereRange ?? statement.head, { setting, value, limit }, { phase: "execute" });
}

function product(set: RestrictionSet): number {
  return set.restrictions.reduce((sum, { shape, size }) => (shape === "in" ? sum * (size ?? 1) : sum), 1);
}
