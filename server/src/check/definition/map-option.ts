import type { MapEntryRule, MapRule } from "../../dialect/scylla-options";
import { suggestion } from "../names";
import { firstOf } from "../result";
import type { ViolationOptions } from "../violate";
import type { Finding, Violation } from "../violation";
import type { MapEntry, MapValue } from "./property";
import { mapEntries, readInteger, readNumber } from "./property";
import { refuse } from "./steps";

/** The map of an option, key by key (S-OPT-4 to S-OPT-7, S-KS-3). `option` is its name, for messages. */
export function readMapOption(option: string, map: MapValue, rule: MapRule, options: ViolationOptions = {}): Finding {
  return firstOf(mapEntries(map), (entry) => readEntry(option, entry, rule, options))
    ?? (rule.needsTablets === true ? { unjudged: `whether ${option} is allowed depends on the tablets of the keyspace` } : undefined);
}

function readEntry(option: string, entry: MapEntry, { entries, open }: MapRule, options: ViolationOptions): Finding {
  const expected = entries.get(entry.key);
  if (expected === undefined) {
    return open === true ? { unjudged: `whether ${option} takes ${entry.key} is not known` }
      : refuse("map-option-key", entry.keyRange, { option, key: entry.key, known: [...entries.keys()], ...suggestion(entry.key, entries.keys()) }, { errorClass: "config", ...options });
  }
  const fit = fitOf(entry.text, expected);
  if (fit === "good") return undefined;
  return fit === "unsure" || open === true ? { unjudged: `whether ${option} takes this ${entry.key} is not known` } : misfit(option, entry, expected, options);
}

function misfit(option: string, entry: MapEntry, expected: MapEntryRule, options: ViolationOptions): Violation {
  return refuse("map-option-value", entry.range, { option, key: entry.key, expected: wordsOf(expected) }, { errorClass: "config", ...options });
}

function fitOf(text: string | undefined, rule: MapEntryRule): "good" | "bad" | "unsure" {
  const lower = text?.toLowerCase() ?? "";
  switch (rule.kind) {
    case "anything": return "good";
    case "boolean": return lower === "true" || lower === "false" ? "good" : /^(?:1|0|yes|no)$/.test(lower) ? "unsure" : "bad";
    case "integer": {
      const value = readInteger(text, 64);
      return value !== undefined && value >= (rule.min ?? -Infinity) ? "good" : "bad";
    }
    case "number": return readNumber(text) === undefined ? "bad" : "good";
    case "word": return rule.words.some((word) => word.toLowerCase() === lower) ? "good" : rule.unsure?.includes(lower) === true ? "unsure" : "bad";
  }
}

function wordsOf(rule: MapEntryRule): string {
  switch (rule.kind) {
    case "anything": return "any value";
    case "boolean": return "true or false";
    case "integer": return rule.min === undefined ? "a whole number" : `a whole number, ${rule.min} or more`;
    case "number": return "a number";
    case "word": return [...rule.words, ...(rule.unsure ?? [])].join(", ");
  }
}
