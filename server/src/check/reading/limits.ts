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
  return notInt(select.limit) ?? notInt(select.perPartitionLimit);
}

function notInt(limit: Limit | undefined): Finding {
  const value = limitValue(limit);
  return value !== undefined && (value > INT_MAX || value < -INT_MAX - 1n) ? violate("limit-not-int", limit!.value.range, { value: value.toString() }) : undefined;
}

/** R-LIM-2: found when the statement is executed. */
export function executeLimits(select: Select): Finding {
  return notPositive(select.limit, "LIMIT") ?? notPositive(select.perPartitionLimit, "PER PARTITION LIMIT");
}

function notPositive(limit: Limit | undefined, clause: string): Finding {
  const value = limitValue(limit);
  return value !== undefined && value <= 0n ? violate("limit-not-positive", limit!.value.range, { value: value.toString(), clause }, { phase: "execute" }) : undefined;
}
