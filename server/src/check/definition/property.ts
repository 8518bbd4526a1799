import { TARGETS, type Target } from "../../dialect/target";
import type { Property, PropertyValue } from "../../syntax/ast";
import type { Range } from "../../text/range";
import { suggestion } from "../names";
import type { ViolationOptions } from "../violate";
import type { Finding, Violation } from "../violation";
import { refuse } from "./steps";

/** The value of a map option. */
export type MapValue = Extract<PropertyValue, { readonly kind: "map" }>;

/** The text of a value that is no map; undefined for maps and lists. */
export function simpleText(value: PropertyValue): string | undefined {
  if (value.kind === "constant") return value.value;
  return value.kind === "keyword" ? value.text : undefined;
}

/** One key of a map option with its text value; a nested map or list has none. */
export interface MapEntry {
  readonly key: string;
  readonly text: string | undefined;
  readonly keyRange: Range;
  readonly range: Range;
}

/** The entries of a map value, in text order. */
export function mapEntries(value: MapValue): readonly MapEntry[] {
  return value.entries.map((entry) => ({ key: entry.key.value, text: simpleText(entry.value), keyRange: entry.key.range, range: entry.value.range }));
}

/** The property of that name; undefined when it is not written. */
export function propertyOf(properties: readonly Property[], name: string): Property | undefined {
  return properties.find((property) => property.name.value === name);
}

interface Names {
  has(name: string): boolean;
  keys(): Iterable<string>;
}

/** The first target that has a name, by `has`; for `elsewhere` below. */
export function serverWith(has: (target: Target, name: string) => boolean): (name: string) => Target | undefined {
  return (name) => TARGETS.find((target) => has(target, name));
}

/**
 * Names that the statement does not have: the first in text order (D-KS-1, D-OPT-1, D-IDX-2). `removed` tells what replaced an old name, empty
 * where nothing did; `elsewhere` which server has a name that this one lacks.
 */
export function checkPropertyNames(properties: readonly Property[], known: Names, others: { readonly removed?: ReadonlyMap<string, string>; readonly elsewhere?: (name: string) => string | undefined } = {}): Finding {
  const wrong = properties.find((property) => !known.has(property.name.value));
  if (wrong === undefined) return undefined;
  const name = wrong.name.value;
  const replaced = others.removed?.get(name);
  const found = others.elsewhere?.(name);
  const hint: Readonly<Record<string, string>> = replaced === "" ? { removed: "yes" } : replaced !== undefined ? { nearest: replaced } : { ...(found === undefined ? suggestion(name, known.keys()) : { where: found }) };
  return refuse("unknown-option", wrong.name.range, { option: name, ...hint }, { errorClass: "syntax" });
}

/** A value of the wrong shape (D-KS-2, D-OPT-2). */
export function wrongShape(property: Property, expected: string, options: ViolationOptions = {}): Violation {
  return refuse("option-shape", property.value.range, { option: property.name.value, expected }, { errorClass: "syntax", ...options });
}

const INTEGER = /^[+-]?\d+$/;
const NUMBER = /^\s*[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?)\s*$/;
const TRUE = /^(?:1|true|yes)$/i;
const FALSE = /^(?:0|false|no)$/i;

/** A whole number within `bits` as the server reads it: no blanks, a sign allowed; undefined for anything else. */
export function readInteger(text: string | undefined, bits: 32 | 64 = 32): number | undefined {
  if (text === undefined || !INTEGER.test(text)) return undefined;
  const value = Number(text);
  if (bits === 32) return value >= -2147483648 && value <= 2147483647 ? value : undefined;
  const exact = BigInt(text.replace(/^\+/, ""));
  return exact >= -9223372036854775808n && exact <= 9223372036854775807n ? value : undefined;
}

/** A decimal number as the server reads it, NaN and Infinity included; undefined for anything else. */
export function readNumber(text: string | undefined): number | undefined {
  if (text === undefined || !NUMBER.test(text)) return undefined;
  return Number(text.trim().replace(/[fFdD]$/, ""));
}

/** A truth value of WITH: true, yes, 1 and their opposites, in any case; undefined for anything else. */
export function readBoolean(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (TRUE.test(text)) return true;
  return FALSE.test(text) ? false : undefined;
}
