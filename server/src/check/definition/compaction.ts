import { COMPACTION_CLASSES, COMPACTION_DEFAULTS, COMPACTION_PACKAGE, OVERLAPPING_TOMBSTONES, UNIFIED_MIN_SIZE_SHARE, UNIFIED_TARGET_SIZE } from "../../dialect/compaction";
import type { CompactionClass, CompactionOption } from "../../dialect/compaction";
import { COMPACTION, COMPACTION_THRESHOLDS } from "../../dialect/scylla-options";
import type { CheckContext } from "../judgement";
import { suggestion } from "../names";
import type { ViolationOptions } from "../violate";
import type { Finding, Violation } from "../violation";
import { readMapOption } from "./map-option";
import type { MapEntry, MapValue } from "./property";
import { mapEntries, readInteger, readNumber } from "./property";
import { serverClass } from "./server-class";
import { refuse } from "./steps";

/** What is refused when the map of `compaction` is read: its class (D-OPT-40) and the words of overlapping tombstones (D-OPT-41). */
export function readCompaction(map: MapValue, context: CheckContext, options: ViolationOptions): Finding {
  const entries = mapEntries(map);
  const named = entries.find((entry) => entry.key === "class");
  if (named === undefined) return refuse("compaction-class-missing", map.range, {}, { errorClass: "config", ...options });
  const found = strategyOf(named, context);
  if (found === "foreign" && !context.schema.complete) return { unjudged: `compaction class ${named.text} is not one of the server's own` };
  if (typeof found === "string") {
    const classes = COMPACTION_CLASSES[context.target];
    return refuse("unknown-compaction-class", named.range, { class: named.text ?? "", ...suggestion(named.text ?? "", classes.keys()) }, { errorClass: "config", ...options });
  }
  const tombstones = entries.find((entry) => entry.key === "provide_overlapping_tombstones");
  if (tombstones === undefined || OVERLAPPING_TOMBSTONES.some((word) => word === tombstones.text?.toUpperCase())) return undefined;
  return refuse("compaction-value", tombstones.range, { key: tombstones.key, value: tombstones.text ?? "", expected: OVERLAPPING_TOMBSTONES.join(", ") }, { errorClass: "config", ...options });
}

function strategyOf(named: MapEntry, context: CheckContext): CompactionClass | "unknown" | "foreign" {
  return serverClass(named.text ?? "", COMPACTION_PACKAGE, COMPACTION_CLASSES[context.target]);
}

/** What is refused when the map is looked at as a whole: each sub-option of the class (D-OPT-41 to D-OPT-47). */
export function checkCompactionOptions(map: MapValue, context: CheckContext): Finding {
  const entries = mapEntries(map);
  const named = entries.find((entry) => entry.key === "class");
  if (named === undefined) return undefined;
  const strategy = strategyOf(named, context);
  if (typeof strategy === "string") return undefined;
  if (context.target === "scylla") return checkScyllaOptions(map, entries);
  const fail = (entry: MapEntry, expected: string): Violation =>
    refuse("compaction-value", entry.range, { key: entry.key, value: entry.text ?? "", expected }, { errorClass: "config" });
  for (const entry of entries) {
    if (entry.key === "class") continue;
    const rule = strategy.options.get(entry.key);
    if (rule === undefined) {
      return refuse("compaction-option", entry.keyRange, { key: entry.key, class: named.text ?? "", ...suggestion(entry.key, strategy.options.keys()) }, { errorClass: "config" });
    }
    const expected = expectedWhere(entry.text, rule);
    if (expected !== undefined) return fail(entry, expected);
  }
  const dependent = checkThresholds(entries, strategy, fail) ?? checkBuckets(entries, strategy, fail) ?? checkUnifiedSizes(entries, strategy, fail);
  if (dependent !== undefined) return dependent;
  return strategy.abstract === true ? refuse("unknown-compaction-class", named.range, { class: named.text ?? "" }, { errorClass: "server" }) : undefined;
}

/** S-OPT-10: thresholds of zero; what else a class takes is known in part only. */
function checkScyllaOptions(map: MapValue, entries: readonly MapEntry[]): Finding {
  const zero = entries.find((entry) => COMPACTION_THRESHOLDS.has(entry.key) && readInteger(entry.text) === 0);
  if (zero !== undefined) return refuse("compaction-value", zero.range, { key: zero.key, value: "0", expected: "1 or more" }, { errorClass: "config" });
  return readMapOption("compaction", { ...map, entries: map.entries.filter(({ key }) => key.value !== "class") }, COMPACTION);
}

type Fail = (entry: MapEntry, expected: string) => Violation;

/** D-OPT-42. */
function checkThresholds(entries: readonly MapEntry[], strategy: CompactionClass, fail: Fail): Violation | undefined {
  if (!strategy.thresholds) return undefined;
  const lower = entries.find((entry) => entry.key === "min_threshold");
  const upper = entries.find((entry) => entry.key === "max_threshold");
  const min = readInteger(lower?.text) ?? COMPACTION_DEFAULTS.minThreshold;
  const max = readInteger(upper?.text) ?? COMPACTION_DEFAULTS.maxThreshold;
  if (lower !== undefined && min < 2) return fail(lower, "2 or more");
  const shown = upper ?? lower;
  return max < min && shown !== undefined ? fail(shown, shown === upper ? `${min} or more, which is min_threshold` : `${max} or less, which is max_threshold`) : undefined;
}

/** D-OPT-43. */
function checkBuckets(entries: readonly MapEntry[], strategy: CompactionClass, fail: Fail): Violation | undefined {
  if (!strategy.options.has("bucket_low")) return undefined;
  const lower = entries.find((entry) => entry.key === "bucket_low");
  const upper = entries.find((entry) => entry.key === "bucket_high");
  const low = readNumber(lower?.text) ?? COMPACTION_DEFAULTS.bucketLow;
  const high = readNumber(upper?.text) ?? COMPACTION_DEFAULTS.bucketHigh;
  const shown = upper ?? lower;
  return high <= low && shown !== undefined ? fail(shown, shown === upper ? `more than ${low}, which is bucket_low` : `less than ${high}, which is bucket_high`) : undefined;
}

/** The smallest size of Unified compaction lies well below the target size (D-OPT-46). */
function checkUnifiedSizes(entries: readonly MapEntry[], strategy: CompactionClass, fail: Fail): Violation | undefined {
  if (!strategy.options.has("target_sstable_size")) return undefined;
  const smallest = entries.find((entry) => entry.key === "min_sstable_size");
  if (smallest === undefined) return undefined;
  const target = readSize(entries.find((entry) => entry.key === "target_sstable_size")?.text) ?? UNIFIED_TARGET_SIZE;
  return (readSize(smallest.text) ?? 0) >= target * UNIFIED_MIN_SIZE_SHARE ? fail(smallest, "less than 70 % of target_sstable_size") : undefined;
}

/** What would be right instead of `text`; undefined when it is right. */
function expectedWhere(text: string | undefined, rule: CompactionOption): string | undefined {
  switch (rule.kind) {
    case "anything": return undefined;
    case "boolean": return text !== undefined && /^(?:true|false)$/i.test(text) ? undefined : "true or false";
    case "word": {
      const matches = rule.words.some((word) => word === text || (rule.anyCase === true && word.toLowerCase() === text?.toLowerCase()));
      return matches ? undefined : rule.words.join(", ");
    }
    case "integer":
    case "long": return within(readInteger(text, rule.kind === "long" ? 64 : 32), rule.min, undefined) ? undefined : `a whole number${rule.min === undefined ? "" : `, ${rule.min} or more`}`;
    case "number": return within(readNumber(text), rule.min, undefined) ? undefined : `a number${rule.min === undefined ? "" : `, ${rule.min} or more`}`;
    case "share": {
      const percent = text?.endsWith("%") === true;
      const value = readNumber(percent ? text.slice(0, -1) : text);
      return within(value !== undefined && percent ? value / 100 : value, rule.min, rule.max) ? undefined : `a number from ${rule.min} to ${rule.max}`;
    }
    case "size": return within(readSize(text), rule.min, undefined) ? undefined : `a size with its unit, such as 100MiB${rule.min > 0 ? ", at least 1MiB" : ""}`;
    case "scaling": return text !== undefined && text.split(",").every((level) => /^(?:N|[LT](?:[2-9]|[1-9]\d+)|[+-]?\d+)$/.test(level.trim())) ? undefined : "a list such as T4, N, L8";
  }
}

function within(value: number | undefined, min: number | undefined, max: number | undefined): boolean {
  return value !== undefined && !(min !== undefined && value < min) && !(max !== undefined && value > max); // NaN lies within
}

const SIZE = /^([+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\s*(?:([kKMGTPE])(i?))?B$/;
const PREFIXES = "KMGTPE";

/** A size in bytes from text with a unit (`100MiB`, `1GB`); undefined for anything else, a bare number included. */
function readSize(text: string | undefined): number | undefined {
  const match = text === undefined ? null : SIZE.exec(text);
  if (match === null) return undefined;
  const [, number = "", prefix, binary] = match;
  return Number(number) * (prefix === undefined ? 1 : (binary === "i" ? 1024 : 1000) ** (PREFIXES.indexOf(prefix.toUpperCase()) + 1));
}
