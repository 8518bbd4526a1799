import type { NativeName } from "../../../schema/type";
import { nanosOfDay, rawDay } from "./day-and-time";
import type { Duration } from "./duration";
import { parseDuration } from "./duration";
import { addressBytes } from "./inet";
import { timestampMillis } from "./timestamp";

/** A decimal number: `unscaled` × 10^-`scale`. */
export interface Decimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

const WIDTH: Readonly<Partial<Record<NativeName, number>>> = { tinyint: 1, smallint: 2, int: 4, bigint: 8, counter: 8, timestamp: 8, date: 4, time: 8, float: 4, double: 8 };

/** The width in bytes of a type's values; undefined where they vary. */
export function widthOf(type: NativeName): number | undefined {
  return WIDTH[type];
}

/** A whole number in `width` bytes, most significant first; what does not fit is cut off. */
export function integerBytes(value: bigint, width: number): Uint8Array {
  const bytes = new Uint8Array(width);
  let rest = BigInt.asUintN(width * 8, value);
  for (let i = width - 1; i >= 0; i--) {
    bytes[i] = Number(rest & 255n);
    rest >>= 8n;
  }
  return bytes;
}

/** The least number of bytes that holds a whole number with its sign. */
export function varintBytes(value: bigint): Uint8Array {
  let width = 1;
  while (BigInt.asIntN(width * 8, value) !== value) width++;
  return integerBytes(value, width);
}

/** The whole number that bytes stand for, most significant first, with sign. */
export function integerOf(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(bytes.length * 8, value);
}

/** A floating-point number in 4 or 8 bytes. */
export function floatBytes(value: number, width: 4 | 8): Uint8Array {
  const view = new DataView(new ArrayBuffer(width));
  if (width === 4) view.setFloat32(0, value);
  else view.setFloat64(0, value);
  return new Uint8Array(view.buffer);
}

/** The floating-point number in 4 or 8 bytes. */
export function floatOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bytes.length === 4 ? view.getFloat32(0) : view.getFloat64(0);
}

/** A decimal number from its text; undefined for what is none. */
export function decimalOfText(text: string): Decimal | undefined {
  const match = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const unscaled = BigInt(whole + fraction === "" ? "0" : whole + fraction);
  return { unscaled: sign === "-" ? -unscaled : unscaled, scale: fraction.length - Number(exponent) };
}

/** A decimal number as the server stores it. */
export function decimalBytes({ unscaled, scale }: Decimal): Uint8Array {
  return concat([integerBytes(BigInt(scale), 4), varintBytes(unscaled)]);
}

/** The decimal number that bytes stand for. */
export function decimalOf(bytes: Uint8Array): Decimal {
  return { scale: Number(integerOf(bytes.subarray(0, 4))), unscaled: integerOf(bytes.subarray(4)) };
}

/** Bytes one after the other. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

/** Bytes from hexadecimal digits, two each. */
export function hexBytes(digits: string): Uint8Array {
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

/** A text in UTF-8; a lone surrogate becomes the replacement character. */
export function utf8Bytes(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return Uint8Array.from(bytes);
}

/** Whether the server takes bytes for UTF-8: surrogates and the long form of the zero pass, other overlong forms do not. */
function isUtf8(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0;
    const following = lead < 0x80 ? 0 : lead >= 0xc2 && lead < 0xe0 ? 1 : lead >= 0xe0 && lead < 0xf0 ? 2 : lead >= 0xf0 && lead < 0xf5 ? 3 : lead === 0xc0 && bytes[at + 1] === 0x80 ? 1 : -1;
    if (following < 0 || at + following >= bytes.length + (following === 0 ? 1 : 0)) return false;
    for (let i = 1; i <= following; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return false;
    const second = bytes[at + 1] ?? 0;
    if ((lead === 0xe0 && second < 0xa0) || (lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f)) return false;
    at += following + 1;
  }
  return true;
}

/** The duration in our own form of 16 bytes: the server's has variable length, which nothing here depends on. */
export function durationOf(bytes: Uint8Array): Duration {
  return { months: Number(integerOf(bytes.subarray(0, 4))), days: Number(integerOf(bytes.subarray(4, 8))), nanos: integerOf(bytes.subarray(8)) };
}

/** Whether bytes are a value of the type (R-FN-33); `checksVersion`: whether timeuuid wants version 1. Undefined where that is not known. */
export function areValid(bytes: Uint8Array, type: NativeName, checksVersion: boolean): boolean | undefined {
  const { length } = bytes;
  switch (type) {
    case "tinyint": return length === 1;
    case "smallint": return length === 2;
    case "date": return length === 4;
    case "time": return length === 8;
    case "int": case "float": return length === 4 || length === 0;
    case "bigint": case "counter": case "double": case "timestamp": return length === 8 || length === 0;
    case "uuid": return length === 16 || length === 0;
    case "timeuuid": return length === 0 || (length === 16 && (!checksVersion || ((bytes[6] ?? 0) & 0xf0) === 0x10));
    case "inet": return length === 0 || length === 4 || length === 16;
    case "boolean": return length < 2;
    case "decimal": return length === 0 || length >= 4;
    case "varint": case "blob": return true;
    case "ascii": return bytes.every((byte) => byte < 0x80);
    case "text": return isUtf8(bytes);
    case "duration": return length < 3 ? false : undefined;
  }
}

/** The bytes of a literal's text as a value of a native type; undefined where the server alone can tell, or the text is no value. */
export function bytesOfText(text: string, type: NativeName): Uint8Array | undefined {
  switch (type) {
    case "ascii": case "text": return utf8Bytes(text);
    case "tinyint": case "smallint": case "int": case "bigint": case "counter": return integerBytes(BigInt(text), WIDTH[type] ?? 8);
    case "varint": return varintBytes(BigInt(text));
    case "float": return floatBytes(Number(text), 4);
    case "double": return floatBytes(Number(text), 8);
    case "decimal": {
      const decimal = decimalOfText(text);
      return decimal === undefined ? undefined : decimalBytes(decimal);
    }
    case "boolean": return Uint8Array.of(text.toLowerCase() === "true" ? 1 : 0);
    case "uuid": case "timeuuid": return hexBytes(text.replaceAll("-", ""));
    case "timestamp": {
      if (text === "") return new Uint8Array(0);
      const millis = timestampMillis(text);
      return millis === undefined ? undefined : integerBytes(millis, 8);
    }
    case "date": {
      const day = rawDay(text);
      return day === undefined ? undefined : integerBytes(BigInt(day), 4);
    }
    case "time": {
      const nanos = nanosOfDay(text);
      return nanos === undefined ? undefined : integerBytes(BigInt(nanos), 8);
    }
    case "inet": {
      const address = text === "" ? [] : addressBytes(text);
      return address === undefined ? undefined : Uint8Array.from(address);
    }
    case "duration": {
      const parsed = parseDuration(text);
      return typeof parsed === "string" ? undefined : concat([integerBytes(BigInt(parsed.months), 4), integerBytes(BigInt(parsed.days), 4), integerBytes(parsed.nanos, 8)]);
    }
    case "blob": return undefined;
  }
}
