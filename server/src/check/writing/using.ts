import { EARLIEST_NOW, LATEST_NOW, LONGEST_TTL } from "../../dialect/writing";
import type { CqlType } from "../../schema/type";
import { native } from "../../schema/types";
import type { Expression, Using } from "../../syntax/ast";
import type { Reading } from "../reading/reading";
import { parseDuration } from "../terms/literals/duration";
import { checkTerm } from "../terms/term";
import { violate } from "../violate";
import type { Finding } from "../violation";
import { dialectOf } from "./prepared-write";

const TIMESTAMP_TYPE: CqlType = native("bigint");
const TTL_TYPE: CqlType = native("int");
/** The value that stands for "no timestamp" inside the server. */
const NO_TIMESTAMP = -(2n ** 63n);

/** The part of USING of a kind; of several the last counts. */
export function usingOf(using: readonly Using[], kind: Using["kind"]): Using | undefined {
  let found: Using | undefined;
  for (const part of using) if (part.kind === kind) found = part;
  return found;
}

/** W-TTL-3, S-WR-1: the values of USING must suit their types; the timestamp is looked at first. A null cannot be written there, only bound (S-WR-2). */
export function checkUsing(using: readonly Using[], reading: Pick<Reading, "scope">): Finding {
  if (using.length === 0) return undefined;
  const timestamp = valueOf(usingOf(using, "timestamp"));
  const finding = timestamp === undefined ? undefined : checkTerm(timestamp, TIMESTAMP_TYPE, reading.scope);
  if (finding !== undefined) return finding;
  const ttl = valueOf(usingOf(using, "ttl"));
  const ttlFinding = ttl === undefined ? undefined : checkTerm(ttl, TTL_TYPE, reading.scope);
  return ttlFinding ?? checkTimeout(usingOf(using, "timeout"));
}

function valueOf(part: Using | undefined): Expression | undefined {
  return part !== undefined && "kind" in part.value ? part.value : undefined;
}

/** S-WR-1: a timeout has no months or days, and is a whole number of milliseconds. */
export function checkTimeout(part: Using | undefined): Finding {
  const value = valueOf(part);
  if (value?.kind !== "constant" || value.type !== "duration") return undefined;
  const duration = parseDuration(value.value);
  if (typeof duration === "string") return undefined;
  const good = duration.months === 0 && duration.days === 0 && duration.nanos >= 0n && duration.nanos % 1_000_000n === 0n;
  return good ? undefined : violate("timeout-not-milliseconds", value.range, { value: value.value });
}

function integerOf(value: Expression | undefined): bigint | undefined {
  return value?.kind === "constant" && value.type === "integer" ? BigInt(value.value) : undefined;
}

/** W-TTL-1, W-TTL-4, W-TTL-6 and G-WR-2, G-WR-3: what execution refuses about the time to live, the table's own one included, and then about the timestamp. */
export function executeUsing(using: readonly Using[], reading: Reading, tableRange: Using["range"], options: { readonly inBatch: boolean }): Finding {
  const ttl = executeTtl(using, reading, tableRange);
  return ttl ?? executeTimestamp(using, reading, options.inBatch);
}

function executeTtl(using: readonly Using[], reading: Reading, tableRange: Using["range"]): Finding {
  const value = valueOf(usingOf(using, "ttl"));
  const given = integerOf(value);
  if (value === undefined || given === undefined) return expiryRefusal(defaultTtl(reading), tableRange, reading, "default_time_to_live");
  const data = { ttl: given.toString(), limit: LONGEST_TTL };
  if (given < 0n) return violate("ttl-negative", value.range, data, { phase: "execute" });
  if (given > BigInt(LONGEST_TTL)) return violate("ttl-too-large", value.range, data, { phase: "execute" });
  return expiryRefusal(Number(given), value.range, reading, "USING TTL");
}

function defaultTtl(reading: Reading): number {
  const option = reading.table.options.get("default_time_to_live");
  const seconds = typeof option === "string" ? Number(option) : 0;
  return Number.isFinite(seconds) ? seconds : 0;
}

/** W-TTL-4: the clock is not known here, so only what every server refuses from now on is an error. */
function expiryRefusal(ttl: number, range: Using["range"], reading: Reading, source: string): Finding {
  const { latestExpiry } = dialectOf(reading);
  if (ttl <= 0 || latestExpiry === undefined || LATEST_NOW + ttl <= latestExpiry) return undefined;
  if (reading.context.server["storage_compatibility_mode"] !== undefined) return { unjudged: "when cells may expire depends on the storage format" };
  if (EARLIEST_NOW + ttl <= latestExpiry) return { unjudged: "whether the cells would expire in time depends on the day" };
  return violate("ttl-past-last-expiry", range, { ttl, source, table: reading.table.name, years: Math.floor((latestExpiry - EARLIEST_NOW) / 31_557_600) }, { phase: "execute" });
}

function executeTimestamp(using: readonly Using[], reading: Reading, inBatch: boolean): Finding {
  const value = valueOf(usingOf(using, "timestamp"));
  const given = integerOf(value);
  if (value === undefined || given === undefined) return undefined;
  if (given === NO_TIMESTAMP) return violate("timestamp-out-of-range", value.range, { value: given.toString() }, { phase: "execute" });
  return !inBatch && dialectOf(reading).timestampGuardrails && TIMESTAMP_LIMITS.some((name) => reading.context.server[name] !== undefined) ? { unjudged: "the limits of timestamps depend on the clock" } : undefined;
}

const TIMESTAMP_LIMITS: readonly string[] = ["maximum_timestamp_fail_threshold", "minimum_timestamp_fail_threshold"];
