import { isEnabled, thresholds, valueLists } from "../../dialect/guardrails";
import { INDEX_INTERVALS, REMOVED_OPTIONS, TABLE_OPTIONS } from "../../dialect/table-options";
import type { OptionRule } from "../../dialect/table-options";
import type { Property } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import { firstOf } from "../result";
import type { ViolationOptions } from "../violate";
import type { Finding, Violation } from "../violation";
import { isViolation } from "../violation";
import { checkCompactionOptions, readCompaction } from "./compaction";
import { readCompression } from "./compression";
import { readMapOption } from "./map-option";
import { checkPropertyNames, mapEntries, propertyOf, readBoolean, readInteger, readNumber, serverWith, simpleText, wrongShape } from "./property";
import { refuse } from "./steps";

/** Names of WITH that a table does not have (D-OPT-1, D-OPT-21). */
export function checkOptionNames(properties: readonly Property[], context: CheckContext): Finding {
  return checkPropertyNames(properties, TABLE_OPTIONS[context.target].options, { removed: REMOVED_OPTIONS, elsewhere: serverWith((target, name) => TABLE_OPTIONS[target].options.has(name)) });
}

/**
 * Values that cannot be read: shapes, classes, words (D-OPT-2, D-OPT-11 to D-OPT-19, D-OPT-30 to D-OPT-41), in the order in which the
 * server reads them. `options.phase`: from 5.0 on CREATE TABLE and ALTER TABLE do this at PREPARE.
 */
export function readOptionValues(properties: readonly Property[], context: CheckContext, options: ViolationOptions = {}): Finding {
  if (properties.length === 0) return undefined;
  let finding: Finding;
  for (const [name, rule] of TABLE_OPTIONS[context.target].options) {
    const property = propertyOf(properties, name);
    if (property === undefined) continue;
    const found = readValue(property, rule, context, options);
    if (isViolation(found)) return found;
    finding ??= found;
  }
  return finding;
}

/** Options that only views have, on a table (S-OPT-1), and a change log of counters (S-OPT-4). */
export function checkTableOnlyOptions(properties: readonly Property[], counters: boolean, context: CheckContext): Finding {
  const { options } = TABLE_OPTIONS[context.target];
  const forViews = properties.find((property) => options.get(property.name.value)?.viewsOnly === true);
  if (forViews !== undefined) return refuse("option-of-views", forViews.name.range, { option: forViews.name.value });
  const log = counters && options.get("cdc")?.kind === "map" ? propertyOf(properties, "cdc") : undefined;
  const isOn = log?.value.kind === "map" && mapEntries(log.value).some(({ key, text }) => key === "enabled" && text?.toLowerCase() === "true");
  return log !== undefined && isOn ? refuse("cdc-on-counters", log.range, {}) : undefined;
}

/** The phase in which values of CREATE TABLE and ALTER TABLE are read. */
export function readingPhase(context: CheckContext): "prepare" | "execute" {
  return TABLE_OPTIONS[context.target].readAtPrepare ? "prepare" : "execute";
}

function readValue(property: Property, rule: OptionRule, context: CheckContext, options: ViolationOptions): Finding {
  const { value } = property;
  if (rule.kind === "anything") return undefined;
  if (rule.kind === "caching" || rule.kind === "compression" || rule.kind === "compaction" || rule.kind === "map") {
    if (value.kind !== "map") return wrongShape(property, "a map", options);
    if (rule.kind === "caching") return readCaching(mapEntries(value), options);
    if (rule.kind === "compression") return readCompression(value, context, options);
    if (rule.kind === "compaction") return readCompaction(value, context, options);
    return rule.map === undefined ? { unjudged: `what ${property.name.value} may hold is not checked` } : readMapOption(property.name.value, value, rule.map, options);
  }
  const text = simpleText(value);
  if (text === undefined) return wrongShape(property, "a single value", options);
  switch (rule.kind) {
    case "text": return undefined;
    case "integer": return readInteger(text) === undefined ? wrongShape(property, "a whole number", options) : undefined;
    case "number": return readNumber(text) === undefined ? wrongShape(property, "a number", options) : undefined;
    case "boolean": return readBoolean(text) === undefined ? wrongShape(property, "true or false", options) : undefined;
    case "retry-policy": return isRetryPolicy(text) ? undefined : refuse("retry-policy", value.range, { option: property.name.value, value: text }, { errorClass: "config", ...options });
    case "read-repair": return /^(?:blocking|none)$/i.test(text) ? undefined : refuse("read-repair-value", value.range, { value: text }, { errorClass: "server", ...options });
    case "memtable": return readMemtable(property, text, context, options);
  }
}

/** A memtable configuration is a name of `cassandra.yaml`; `default` always exists (D-OPT-18). */
function readMemtable(property: Property, text: string, context: CheckContext, options: ViolationOptions): Finding {
  if (text === "default") return undefined;
  return context.schema.complete
    ? refuse("unknown-memtable", property.value.range, { memtable: text }, { errorClass: "config", ...options })
    : { unjudged: `the memtable configurations of the server are not known` };
}

const FIXED = /^([0-9.]+)ms$/i;
const PERCENTILE = /^([0-9.]+)p(?:ercentile)?$/i;
const HYBRID = /^(?:min|max)\(([0-9.]+[a-z]+)\s*,\s*([0-9.]+[a-z]+)\)$/i;

/** Whether the text is a retry policy (D-OPT-11). */
function isRetryPolicy(text: string): boolean {
  if (/^(?:always|never|none)$/i.test(text)) return true;
  const hybrid = HYBRID.exec(text);
  if (hybrid === null) return isFixedTime(text) || isPercentile(text);
  const [, first = "", second = ""] = hybrid;
  return (isFixedTime(first) && isPercentile(second)) || (isPercentile(first) && isFixedTime(second));
}

function isFixedTime(text: string): boolean {
  return readNumber(FIXED.exec(text)?.[1]) !== undefined;
}

function isPercentile(text: string): boolean {
  const share = readNumber(PERCENTILE.exec(text)?.[1]);
  return share !== undefined && share > 0 && share < 100;
}

/** The map of `caching` (D-OPT-14). */
function readCaching(entries: ReturnType<typeof mapEntries>, options: ViolationOptions): Finding {
  return firstOf(entries, ({ key, text, keyRange, range }): Violation | undefined => {
    if (key !== "keys" && key !== "rows_per_partition") return refuse("caching-option", keyRange, { key }, { errorClass: "config", ...options });
    if (text !== undefined && /^(?:all|none)$/i.test(text)) return undefined;
    if (key === "rows_per_partition" && text !== undefined && /^\d+$/.test(text)) {
      return readInteger(text) === undefined ? refuse("caching-value", range, { key, value: text }, { errorClass: "server", ...options }) : undefined;
    }
    return refuse("caching-value", range, { key, value: text ?? "" }, { errorClass: "config", ...options });
  });
}

/**
 * Values that are read but out of bounds (D-OPT-4 to D-OPT-10, D-OPT-32, D-OPT-40 to D-OPT-47), in the server's order. Bounds that
 * depend on another option are measured against its default where it is not written too.
 */
export function checkOptionBounds(properties: readonly Property[], context: CheckContext): Finding {
  if (properties.length === 0) return undefined;
  const compaction = propertyOf(properties, "compaction");
  const found = compaction?.value.kind === "map" ? checkCompactionOptions(compaction.value, context) : undefined;
  if (isViolation(found)) return found;
  for (const name of BOUNDED) {
    const property = propertyOf(properties, name);
    const rule = TABLE_OPTIONS[context.target].options.get(name);
    if (property === undefined || rule === undefined) continue;
    const outside = outsideBounds(property, rule);
    if (outside !== undefined) return outside;
  }
  return checkIndexIntervals(properties) ?? found;
}

/** The order in which the server looks at bounds. */
const BOUNDED = ["bloom_filter_fp_chance", "crc_check_chance", "default_time_to_live", "gc_grace_seconds", "paxos_grace_seconds", "min_index_interval", "memtable_flush_period_in_ms"] as const;

function outsideBounds(property: Property, rule: OptionRule): Violation | undefined {
  const text = simpleText(property.value);
  const value = rule.kind === "integer" ? readInteger(text) : readNumber(text);
  if (value === undefined || value === rule.unset) return undefined;
  const { min, max } = rule;
  const below = min !== undefined && (rule.minExclusive === true ? value <= min : value < min);
  if (!below && !(max !== undefined && value > max)) return undefined;
  const bounds = max === undefined ? `${min} or more` : `${rule.minExclusive === true ? "more than " : ""}${min} to ${max}`;
  return refuse("option-out-of-bounds", property.value.range, { option: property.name.value, value: text ?? "", bounds }, { errorClass: "config" });
}

/** `max_index_interval` is at least `min_index_interval` (D-OPT-9); what the table has already does not count. */
function checkIndexIntervals(properties: readonly Property[]): Violation | undefined {
  const lower = propertyOf(properties, "min_index_interval");
  const upper = propertyOf(properties, "max_index_interval");
  if (lower === undefined && upper === undefined) return undefined;
  const min = valueOf(lower) ?? INDEX_INTERVALS.min;
  const max = valueOf(upper) ?? INDEX_INTERVALS.max;
  const shown = upper ?? lower;
  return max < min && shown !== undefined ? refuse("index-interval-order", shown.value.range, { min, max }, { errorClass: "config" }) : undefined;
}

function valueOf(property: Property | undefined): number | undefined {
  return property === undefined ? undefined : readInteger(simpleText(property.value));
}

/** The whole number that an option is set to; undefined where it is not written. */
export function integerOption(properties: readonly Property[], name: string): number | undefined {
  return valueOf(propertyOf(properties, name));
}

/** Whether the map of `compression` turns compression off. */
export function isUncompressed(property: Property): boolean {
  if (property.value.kind !== "map") return false;
  const entries = mapEntries(property.value);
  return entries.length === 0 || entries.some(({ key, text }) => key === "enabled" && text?.toLowerCase() !== "true");
}

/** Guardrail on the names of options (G-TBL-3). */
export function checkPropertyGuardrail(properties: readonly Property[], context: CheckContext): Finding {
  if (properties.length === 0) return undefined;
  const { disallowed } = valueLists(context.server, context.target, "table_properties");
  const refused = disallowed.length === 0 ? undefined : properties.find((property) => disallowed.includes(property.name.value));
  return refused === undefined ? undefined : refuse("guardrail-table-properties", refused.name.range, { option: refused.name.value, switch: "table_properties_disallowed" }, { phase: "prepare" });
}

/** Guardrails on TimeWindow compaction (G-TBL-8, S-GRD-5, S-GRD-6), measured on the options of this statement alone. */
export function checkTimeWindowGuardrail(properties: readonly Property[], context: CheckContext): Finding {
  return checkTimeWindowTtl(properties, context) ?? (context.target === "scylla" ? checkWindowCount(properties, context) : undefined);
}

/** How many windows ScyllaDB lets a time to live span where its configuration says nothing. */
const MOST_WINDOWS = 50;
const WINDOW_UNITS: Readonly<Record<string, number>> = { MINUTES: 60, HOURS: 3600, DAYS: 86_400 };

/** S-GRD-6: a time to live that spans too many windows. */
function checkWindowCount(properties: readonly Property[], context: CheckContext): Finding {
  const compaction = propertyOf(properties, "compaction");
  const ttl = integerOption(properties, "default_time_to_live") ?? 0;
  const most = context.server["twcs_max_window_count"] ?? MOST_WINDOWS;
  if (compaction?.value.kind !== "map" || ttl <= 0 || typeof most !== "number" || most <= 0) return undefined;
  const options = new Map(mapEntries(compaction.value).map((entry) => [entry.key, entry.text ?? ""]));
  const unit = WINDOW_UNITS[options.get("compaction_window_unit") ?? "DAYS"];
  const size = Number(options.get("compaction_window_size") ?? 1);
  if (!isTimeWindow(options.get("class")) || unit === undefined || !(size > 0)) return undefined;
  const windows = Math.floor(ttl / (unit * size));
  return windows <= most ? undefined : refuse("guardrail-twcs-windows", compaction.range, { windows, limit: most, switch: "twcs_max_window_count" }, { errorClass: "config" });
}

function isTimeWindow(className = ""): boolean {
  return className.split(".").pop() === "TimeWindowCompactionStrategy";
}

function checkTimeWindowTtl(properties: readonly Property[], context: CheckContext): Finding {
  const isForbiddenOnScylla = context.target === "scylla" && context.server["restrict_twcs_without_default_ttl"] === true; // S-GRD-5
  if (isEnabled(context.server, context.target, "zero_ttl_on_twcs_enabled") && !isForbiddenOnScylla) return undefined;
  const compaction = timeWindowWithoutTtl(properties);
  if (compaction === undefined) return undefined;
  return isForbiddenOnScylla ? refuse("guardrail-twcs-without-ttl", compaction.range, { switch: "restrict_twcs_without_default_ttl" }, { errorClass: "config" })
    : refuse("guardrail-twcs-without-ttl", compaction.range, { switch: "zero_ttl_on_twcs_enabled" }, { phase: "prepare" });
}

/** The `compaction` of options that choose TimeWindow and no time to live; undefined for others. */
export function timeWindowWithoutTtl(properties: readonly Property[]): Property | undefined {
  const compaction = propertyOf(properties, "compaction");
  if (compaction?.value.kind !== "map" || (integerOption(properties, "default_time_to_live") ?? 0) !== 0) return undefined;
  return isTimeWindow(mapEntries(compaction.value).find((entry) => entry.key === "class")?.text) ? compaction : undefined;
}

/** A count above the fail threshold of a guardrail; undefined where it is off or holds. A count that costs something is given as a function, and asked where it matters. */
export function checkThreshold(name: string, counted: number | (() => number), range: Property["range"], context: CheckContext, options: ViolationOptions = {}): Violation | undefined {
  const { fail } = thresholds(context.server, context.target, name);
  if (fail === undefined) return undefined;
  const count = typeof counted === "number" ? counted : counted();
  return count > fail ? refuse(`guardrail-${name.replaceAll("_", "-")}`, range, { count, limit: fail, switch: `${name}_fail_threshold` }, options) : undefined;
}
