import { COMPRESSORS, COMPRESSOR_PACKAGE, LEGACY_COMPRESSION, MAX_CHUNK_LENGTH } from "../../dialect/compression";
import type { CompressorOption } from "../../dialect/compression";
import type { CheckContext } from "../judgement";
import { suggestion } from "../names";
import type { ViolationOptions } from "../violate";
import type { Finding, Violation } from "../violation";
import { serverClass } from "./server-class";
import type { MapEntry, MapValue } from "./property";
import { mapEntries, readInteger, readNumber } from "./property";
import { refuse } from "./steps";

/** The map of `compression` (D-OPT-30 to D-OPT-36). */
export function readCompression(map: MapValue, context: CheckContext, options: ViolationOptions): Finding {
  const left = new Map(mapEntries(map).map((entry) => [entry.key, entry]));
  if (left.size === 0) return undefined;
  const legacy = LEGACY_COMPRESSION[context.target];
  const fail = (code: string, entry: MapEntry | undefined, data: Violation["data"], errorClass: Violation["errorClass"] = "config"): Violation =>
    refuse(code, entry?.range ?? map.range, data, { errorClass, ...options });

  const named = take(left, "class");
  const oldName = legacy ? take(left, "sstable_compression") : undefined;
  const switched = take(left, "enabled");
  const enabled = switched === undefined || switched.text?.toLowerCase() === "true";
  if (enabled && named === undefined && oldName === undefined) return fail("compression-class-missing", undefined, {});
  if (!enabled) {
    const other = named ?? oldName ?? [...left.values()][0];
    return other === undefined ? undefined : fail("compression-disabled-with-options", other, { key: other.key });
  }
  if (named !== undefined && oldName !== undefined) return fail("compression-option-twice", oldName, { key: "sstable_compression", other: "class" });
  if (named?.text === "") return fail("compression-class-missing", named, {});
  const length = take(left, "chunk_length_in_kb");
  const oldLength = legacy ? take(left, "chunk_length_kb") : undefined;
  if (length !== undefined && oldLength !== undefined) return fail("compression-option-twice", oldLength, { key: "chunk_length_kb", other: "chunk_length_in_kb" });
  const chunk = checkChunkLength(length ?? oldLength, fail);
  if (chunk !== undefined) return chunk;
  const ratio = take(left, "min_compress_ratio");
  const least = readNumber(ratio?.text);
  if (ratio !== undefined && least === undefined) return fail("compression-value", ratio, { key: ratio.key, value: ratio.text ?? "", expected: "0, or a number from 1 up" }, "server");
  const chance = legacy ? take(left, "crc_check_chance") : undefined;
  const share = readNumber(chance?.text);
  if (chance !== undefined && (share === undefined || share < 0 || share > 1)) return fail("compression-value", chance, { key: chance.key, value: chance.text ?? "", expected: "a number from 0 to 1" });
  const written = named ?? oldName;
  if (written === undefined || written.text === "") return undefined;
  const compressor = serverClass(written.text ?? "", COMPRESSOR_PACKAGE, COMPRESSORS);
  if (compressor === "foreign" && !context.schema.complete) return { unjudged: `compressor ${written.text} is not one of the server's own` };
  if (typeof compressor === "string") return fail("unknown-compressor", written, { class: written.text ?? "", ...suggestion(written.text ?? "", COMPRESSORS.keys()) });
  for (const entry of left.values()) {
    const rule = compressor.get(entry.key);
    if (rule === undefined) return refuse("compression-option", entry.keyRange, { key: entry.key, class: written.text ?? "", ...suggestion(entry.key, [...compressor.keys(), "chunk_length_in_kb", "min_compress_ratio", "class", "enabled"]) }, { errorClass: "config", ...options });
    if (!isAllowed(entry.text, rule)) return fail("compression-value", entry, { key: entry.key, value: entry.text ?? "", expected: expectedOf(rule) });
  }
  return ratio !== undefined && least !== undefined && least !== 0 && least < 1
    ? fail("compression-value", ratio, { key: ratio.key, value: ratio.text ?? "", expected: "0, or a number from 1 up" }) : undefined;
}

function take(left: Map<string, MapEntry>, key: string): MapEntry | undefined {
  const entry = left.get(key);
  left.delete(key);
  return entry;
}

/** D-OPT-32: a power of two, in KiB. */
function checkChunkLength(entry: MapEntry | undefined, fail: (code: string, entry: MapEntry, data: Violation["data"]) => Violation): Violation | undefined {
  if (entry === undefined) return undefined;
  const length = readInteger(entry.text);
  const isPower = length !== undefined && length > 0 && length <= MAX_CHUNK_LENGTH && Number.isInteger(Math.log2(length));
  return isPower ? undefined : fail("compression-value", entry, { key: entry.key, value: entry.text ?? "", expected: "a power of two" });
}

function isAllowed(text: string | undefined, rule: CompressorOption): boolean {
  if (rule.kind === "word") return text !== undefined && rule.words.includes(text);
  const value = readInteger(text);
  return value !== undefined && value >= rule.min && value <= rule.max;
}

function expectedOf(rule: CompressorOption): string {
  return rule.kind === "word" ? rule.words.join(" or ") : `a whole number from ${rule.min} to ${rule.max}`;
}
