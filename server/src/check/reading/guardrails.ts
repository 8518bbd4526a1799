import type { Select } from "../../syntax/ast";
import { violate } from "../violate";
import type { Finding, Violation } from "../violation";
import type { ReadPlan } from "./procedure";
import type { Reading } from "./reading";
import { hasShape } from "./restriction";
import type { RestrictionSet } from "./restriction";
import type { Where } from "./where";
import { partitionRange } from "./partitions";

/** Whether a flag guardrail is switched off; one that the configuration does not set is on. */
function isForbidden(reading: Reading, name: string): boolean {
  return reading.dialect.readGuardrails && reading.context.server[name] === false;
}

/** Step 6: GROUP BY where `group_by_enabled` is false (G-RD-5). */
export function groupByGuardrail(select: Select, reading: Reading): Finding {
  if (select.groupBy.length === 0 || !isForbidden(reading, "group_by_enabled")) return undefined;
  return violate("guardrail-group-by", select.groupByRange ?? select.groupBy[0]!.range, { setting: "group_by_enabled" });
}

/** Step 15: ALLOW FILTERING written, needed or not, where `allow_filtering_enabled` is false; system keyspaces are exempt (G-RD-6). */
export function allowFilteringGuardrail(select: Select, reading: Reading): Finding {
  if (select.allowFiltering === undefined || !isForbidden(reading, "allow_filtering_enabled")) return undefined;
  if (isSystem(reading)) return undefined;
  return violate("guardrail-allow-filtering", select.allowFiltering, { setting: "allow_filtering_enabled" });
}

function isSystem(reading: Reading): boolean {
  const keyspace = reading.context.schema.keyspaces.get(reading.table.keyspace);
  return keyspace?.system === true || keyspace?.virtual === true;
}

/** Thresholds on what a read touches (G-RD-2, G-RD-3, G-RD-7): the first that fails, else those that warn. Found at execution. */
export function readGuardrails(select: Select, where: Where, plan: ReadPlan, reading: Reading): { readonly finding?: Violation; readonly warnings: readonly Violation[] } {
  const warnings: Violation[] = [];
  if (!reading.dialect.readGuardrails || select.markers.length > 0) return { warnings };
  const range = select.whereRange ?? select.head;
  if (reading.dialect.indexesMustCoverFilters && plan.keyRange && plan.useIndex && !isSystem(reading) && isForbidden(reading, "non_partition_restricted_index_query_enabled")) {
    return { finding: violate("guardrail-index-without-partition-key", range, { setting: "non_partition_restricted_index_query_enabled" }, { phase: "execute" }), warnings };
  }
  if (plan.keyRange) return { warnings };
  for (const { code, fail, warn, measure } of THRESHOLDS) {
    const failing = threshold(reading, fail);
    const warning = threshold(reading, warn);
    if (failing === undefined && warning === undefined) continue;
    const value = measure(where, reading);
    if (failing !== undefined && value > failing) return { finding: violate(code, range, { setting: fail, value, limit: failing }, { phase: "execute" }), warnings };
    if (warning !== undefined && value > warning) warnings.push(violate(code, range, { setting: warn, value, limit: warning }, { phase: "execute" }));
  }
  return { warnings };
}

interface Threshold {
  readonly code: string;
  readonly fail: string;
  readonly warn: string;
  readonly measure: (where: Where, reading: Reading) => number;
}

const THRESHOLDS: readonly Threshold[] = [
  {
    code: "guardrail-cartesian-product", fail: "in_select_cartesian_product_fail_threshold", warn: "in_select_cartesian_product_warn_threshold",
    measure: (where) => Math.max(product(where.partition), product(where.clustering)),
  },
  {
    code: "guardrail-partition-keys-in-select", fail: "partition_keys_in_select_fail_threshold", warn: "partition_keys_in_select_warn_threshold",
    measure: (where, reading) => (hasShape(where.partition, "in") ? partitionRange(where.partition, reading)?.max ?? 0 : 0),
  },
];

/** A threshold that is not set, or not positive, is off (G-GEN-4). */
function threshold(reading: Reading, name: string): number | undefined {
  const value = reading.context.server[name];
  return typeof value === "number" && value > 0 ? value : undefined;
}

/** Product of the IN lists as written, duplicates counted. */
function product(set: RestrictionSet): number {
  return set.restrictions.reduce((sum, { shape, size }) => (shape === "in" ? sum * (size ?? 1) : sum), 1);
}
