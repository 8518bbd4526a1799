import type { Limit, Select } from "../../syntax/ast";
import { violate } from "../violate";
import type { Finding } from "../violation";

const INT_MAX = 2147483647n;

/** A limit that is written as a number; undefined for markers and half-typed text. */
export function limitValue(limit: Limit | undefined): bigint | undefined {
  const value = limit?.value;
  return value?.kind === "constant" && value.type === "integer" ? BigInt(value.value) : undefined;
}

/** R-LIM-1: LIMIT, then PER PARTITION LIMIT, must be an int. */
export function checkLimits(select: Select): Finding {
  for (const limit of [select.limit, select.perPartitionLimit]) {
    const value = limitValue(limit);
    if (value !== undefined && (value > INT_MAX || value < -INT_MAX - 1n)) return violate("limit-not-int", limit!.value.range, { value: value.toString() });
  }
  return undefined;
}

/** R-LIM-2: found when the statement is executed. */
export function executeLimits(select: Select): Finding {
  for (const limit of [select.limit, select.perPartitionLimit]) {
    const value = limitValue(limit);
    if (value !== undefined && value <= 0n) return violate("limit-not-positive", limit!.value.range, { value: value.toString(), clause: limit === select.limit ? "LIMIT" : "PER PARTITION LIMIT" }, { phase: "execute" });
  }
  return undefined;
}
