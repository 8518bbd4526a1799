import type { Factory } from "../../dialect/functions";
import type { CqlType, NativeName } from "../../schema/type";
import { formatType } from "../../schema/types";
import type { Expression } from "../../syntax/ast";
import type { Range } from "../../text/range";
import { violate } from "../violate";
import type { ErrorClass, ViolationData } from "../violation";
import type { Candidate } from "./function";
import { jsonFault } from "./json-value";
import { areValid, decimalOf, durationOf, floatOf, integerBytes, integerOf, varintBytes, widthOf } from "./literals/bytes";
import { parseJson } from "./literals/json";
import type { TermScope } from "./scope";
import type { Value } from "./value";
import { NULL_VALUE, OPAQUE, known, untold } from "./value";

/** Whatever the clock says, it is not before this. */
const LONG_AFTER_EPOCH: Value = { kind: "opaque", around: 1_700_000_000_000n };
const DAY = 86_400_000n;
const NANOS_OF_DAY = 86_400_000_000_000n;
const HASHES = /^(?:MD2|MD5|SHA-?1|SHA|SHA-?(?:224|256|384|512)|SHA-512\/(?:224|256)|SHA3-(?:224|256|384|512))$/i;
const WHOLE: ReadonlySet<NativeName> = new Set<NativeName>(["tinyint", "smallint", "int", "bigint", "counter", "varint"]);

function refused(code: string, range: Range, data: ViolationData, errorClass: ErrorClass = "invalid"): Value {
  return { kind: "fault", violation: violate(code, range, data, { phase: "execute", errorClass }) };
}

const nameOf = (type: CqlType | undefined): NativeName | undefined => (type?.kind === "native" ? type.name : undefined);

/**
 * The result of a native function on values none of which stopped the evaluation; what its arguments make it refuse (functions.md
 * section 2, remarks). Where only the server can compute the result it is opaque. User functions are never run here.
 */
export function callNative(found: Candidate, values: readonly Value[], operands: readonly Expression[], range: Range, scope: TermScope): Value {
  const { native } = found;
  // token() of a null is null.
  if (native === undefined && found.user === undefined) return values.some((argument) => argument.kind === "null") ? NULL_VALUE : OPAQUE;
  if (native === undefined) return untold(`what function ${found.name} does is not known`);
  const { computes } = native;
  const [value = NULL_VALUE, second, third] = values;
  const at = (i: number): Range => operands[i]?.range ?? range;
  if (native.factory === "from-json") return fromJson(value, found.returns, at(0), scope);
  const refusal = partialRefusal(found, values, operands);
  if (refusal !== undefined) return refusal;
  if (computes === "similarity_cosine") return cosine(values, operands);
  if (native.factory !== undefined) return factoryResult(native.factory, computes, value, second);
  if (values.some((argument) => argument.kind === "null")) return NULL_VALUE;
  if (computes.endsWith("_as_blob")) return nameOf(found.parameters[0]) === "duration" ? OPAQUE : value;
  if (computes.startsWith("blob_as_")) return fromBlob(value, found, at(0), scope);
  if (values.some((argument, i) => isEmpty(argument, found.parameters[i]))) return computes.startsWith("cast_as_") ? untold("what CAST makes of an empty value is not told") : NULL_VALUE;
  if (computes === "floor") return floorResult(found, values, at, second, third);
  if (computes === "log" || computes === "log10") return logarithm(value, found, at(0));
  if (computes.startsWith("cast_as_")) return castValue(value, found.parameters[0] ?? found.returns, found.returns, at(0));
  if (computes === "to_timestamp" || computes === "now" || computes.startsWith("current_")) return computes === "to_timestamp" && value.kind === "bytes" ? OPAQUE : LONG_AFTER_EPOCH;
  if ((computes === "min_timeuuid" || computes === "max_timeuuid") && value.kind === "opaque" && (value.around ?? 0n) < -DAY) return untold("a uuid cannot stand for a time so long ago");
  return OPAQUE;
}

/** What a function refuses about arguments that are known before its others are: the padding and the algorithm of masks. */
export function partialRefusal(found: Candidate, values: readonly (Value | undefined)[], operands: readonly Expression[]): Value | undefined {
  const factory = found.native?.factory;
  const index = factory === "mask-part" ? 3 : factory === "mask-hash" ? 1 : -1;
  const value = values[index];
  const range = operands[index]?.range;
  if (value?.kind !== "bytes" || range === undefined) return undefined;
  if (factory === "mask-part") return utf16Length(value.bytes) === 1 ? undefined : refused("bad-mask-padding", range, {});
  const algorithm = utf8Text(value.bytes.subarray(0, 40));
  return HASHES.test(algorithm) ? undefined : refused("bad-hash-algorithm", range, { algorithm });
}

/** An empty value, which the function reads as null; texts and blobs may be empty. */
function isEmpty(value: Value, type: CqlType | undefined): boolean {
  const name = nameOf(type);
  return value.kind === "bytes" && value.bytes.length === 0 && name !== "text" && name !== "ascii" && name !== "blob";
}

/** How many UTF-16 units a text has, from its UTF-8 bytes. */
function utf16Length(bytes: Uint8Array): number {
  let units = 0;
  for (const byte of bytes) units += byte >= 0xf0 ? 2 : (byte & 0xc0) === 0x80 ? 0 : 1;
  return units;
}

function factoryResult(factory: Factory, computes: string, value: Value, second: Value | undefined): Value {
  if (factory === "mask-same") return computes === "mask_null" ? NULL_VALUE : OPAQUE;
  if (factory === "mask-replace") return second ?? OPAQUE;
  return value.kind === "null" && factory !== "to-json" ? NULL_VALUE : OPAQUE;
}

/** R-FN-35. */
function fromJson(value: Value, type: CqlType, range: Range, scope: TermScope): Value {
  if (value.kind === "null") return NULL_VALUE;
  if (value.kind !== "bytes") return untold("a JSON text is not known");
  const text = utf8Text(value.bytes);
  const json = parseJson(text);
  if (json === undefined) return refused("bad-json", range, { type: formatType(type), reason: "it is not valid JSON" }, "function");
  if (json.kind === "null") return NULL_VALUE;
  const fault = jsonFault(json, type, scope);
  if (fault === undefined) return OPAQUE;
  if (fault.outcome === "unknown") return untold("a JSON text cannot be judged");
  return refused("bad-json", range, { type: formatType(type), reason: fault.reason }, fault.outcome === "overflow" ? "server" : "function");
}

/** The text of UTF-8 bytes that are valid. */
function utf8Text(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0;
    const size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    let point = size === 1 ? lead : lead & (0xff >> (size + 1));
    for (let i = 1; i < size; i++) point = (point << 6) | ((bytes[at + i] ?? 0) & 63);
    text += String.fromCodePoint(Math.min(point, 0x10ffff));
    at += size;
  }
  return text;
}

/** R-FN-33. */
function fromBlob(value: Value, found: Candidate, range: Range, scope: TermScope): Value {
  const type = nameOf(found.returns);
  if (value.kind !== "bytes" || type === undefined) return untold("the bytes of a value are not known");
  // Before 5.0 the name blobAsVarchar does not look at the bytes.
  if (found.name === "blobasvarchar" && scope.target !== "cassandra-5.0") return value;
  const valid = areValid(value.bytes, type, scope.target !== "cassandra-4.1");
  if (valid === undefined) return untold("the bytes of a duration are not judged");
  return valid ? value : refused("bad-blob-value", range, { type });
}

/** R-FN-30. */
function floorResult(found: Candidate, values: readonly Value[], at: (i: number) => Range, step: Value | undefined, start: Value | undefined): Value {
  const type = nameOf(found.returns);
  if (step?.kind !== "bytes") return untold("the step of floor is not known");
  const { months, days, nanos } = durationOf(step.bytes);
  const bad = (reason: string, i = 1): Value => refused("bad-floor-argument", at(i), { reason });
  if (type === "time") {
    if (months !== 0 || days !== 0) return bad("a step of a time has hours and smaller units only");
    if (nanos > NANOS_OF_DAY) return bad("the step is longer than a day");
  }
  if (type === "date" && nanos !== 0n) return bad("a step of a date has whole days only");
  if (type === "timestamp" && nanos % 1_000_000n !== 0n) return bad("the step is finer than a millisecond");
  if (months < 0 || days < 0 || nanos < 0n) return bad("the step is negative");
  if (type === "time") return OPAQUE;
  const [value] = values;
  const epoch = type === "date" ? 2_147_483_648n : 0n;
  const moment = value === undefined ? undefined : momentOf(value, nameOf(found.parameters[0]));
  const from = start === undefined ? { exact: true, at: epoch } : momentOf(start, nameOf(found.parameters[2]));
  if (moment === undefined || from === undefined) return untold("whether floor starts after its value depends on the server");
  const slack = moment.exact && from.exact ? 0n : DAY;
  if (from.at > moment.at + slack) return bad("the start lies after the value", start === undefined ? 0 : 2);
  return from.at > moment.at - slack && slack > 0n ? untold("whether floor starts after its value depends on the server") : OPAQUE;
}

/** A point in time: raw days for dates, milliseconds otherwise; undefined where nothing is known of it. */
function momentOf(value: Value, type: NativeName | undefined): { readonly exact: boolean; readonly at: bigint } | undefined {
  if (value.kind === "opaque") return value.around === undefined || type === "date" ? undefined : { exact: false, at: value.around };
  if (value.kind !== "bytes") return undefined;
  if (type === "date") return { exact: true, at: BigInt.asUintN(32, integerOf(value.bytes)) };
  if (type === "timestamp") return { exact: true, at: integerOf(value.bytes) };
  if (type !== "timeuuid" || value.bytes.length !== 16) return undefined;
  const field = (from: number, to: number): bigint => BigInt.asUintN(8 * (to - from), integerOf(value.bytes.subarray(from, to)));
  const ticks = ((field(6, 8) & 0xfffn) << 48n) | (field(4, 6) << 32n) | field(0, 4);
  return { exact: true, at: ticks / 10_000n - 12_219_292_800_000n };
}

/** R-FN-40: of varint and decimal there is no logarithm of zero or less. */
function logarithm(value: Value, found: Candidate, range: Range): Value {
  const type = nameOf(found.returns);
  if (type !== "varint" && type !== "decimal") return OPAQUE;
  if (value.kind !== "bytes") return untold("whether a logarithm exists depends on the server");
  const number = type === "varint" ? integerOf(value.bytes) : decimalOf(value.bytes).unscaled;
  return number > 0n ? OPAQUE : refused("bad-logarithm", range, { value: number === 0n ? "zero" : "a negative number" }, "server");
}

/** R-CAST-8. */
export function castValue(value: Value, fromType: CqlType, toType: CqlType, range: Range): Value {
  const from = nameOf(fromType);
  const to = nameOf(toType);
  if (value.kind === "null") return NULL_VALUE;
  if (value.kind !== "bytes" || from === undefined || to === undefined) return value.kind === "opaque" && to === "timestamp" ? value : OPAQUE;
  if (from === to) return value;
  if (to === "decimal" && (from === "float" || from === "double")) {
    const number = floatOf(value.bytes);
    return Number.isFinite(number) ? OPAQUE : refused("cast-failed", range, { value: String(number), target: to }, "server");
  }
  if (!WHOLE.has(from) || !WHOLE.has(to)) return OPAQUE;
  const whole = integerOf(value.bytes);
  return known(to === "varint" ? varintBytes(whole) : integerBytes(whole, widthOf(to) ?? 8));
}

/** R-FN-45: a vector of zeros has no direction. */
function cosine(values: readonly Value[], operands: readonly Expression[]): Value {
  if (values.some((value) => value.kind === "null")) return NULL_VALUE;
  for (const operand of operands) {
    const literal = operand.kind === "hint" ? operand.operand : operand;
    if (literal.kind !== "list") return untold("whether a vector is zero depends on the server");
    if (literal.items.every((item) => item.kind === "constant" && Number(item.value) === 0)) return refused("zero-vector", operand.range, {});
  }
  return OPAQUE;
}
