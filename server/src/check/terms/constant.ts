import type { Target } from "../../dialect/target";
import type { Schema } from "../../schema/model";
import type { CqlType, NativeName } from "../../schema/type";
import type { Constant, ConstantType } from "../../syntax/ast";
import type { Fit } from "./compatible";
import type { Outcome } from "./literals/outcome";
import { readText } from "./literals/read";
import { fitsLong } from "./literals/timestamp";
import { NATIVE } from "./native";

/** Which native types a literal of each kind may stand for (functions.md section 8.1). */
const ASSIGNABLE: Readonly<Record<ConstantType, ReadonlySet<NativeName>>> = {
  string: new Set<NativeName>(["ascii", "text", "inet", "timestamp", "date", "time"]),
  integer: new Set<NativeName>(["timestamp", "date", "time", "tinyint", "smallint", "int", "bigint", "varint", "counter", "float", "double", "decimal", "duration"]),
  float: new Set<NativeName>(["float", "double", "decimal"]),
  boolean: new Set<NativeName>(["boolean"]),
  uuid: new Set<NativeName>(["uuid", "timeuuid"]),
  hex: new Set<NativeName>(["blob"]),
  duration: new Set<NativeName>(["duration"]),
};

/** Scylla's exceptions (R-SCY-F9). */
const NOT_ON_SCYLLA: ReadonlySet<NativeName> = new Set<NativeName>(["time", "duration"]);

const NOT_ASCII = /[^\0-\x7f]/;
const SPECIAL_FLOAT = /^-?(?:nan|infinity)$/i;

/** The text that the server keeps of a literal: special floats in their canonical spelling. */
export function literalText(constant: Constant): string {
  const { type, value } = constant;
  if (type !== "float" || !SPECIAL_FLOAT.test(value)) return type === "hex" ? value.slice(2) : value;
  const negative = value.startsWith("-");
  if (/nan$/i.test(value)) return "NaN";
  return negative ? "-Infinity" : "Infinity";
}

/** The native type that a literal is exactly of, where overloads are told apart (functions.md section 8.2). */
export function preferredType(constant: Constant, target: Target): CqlType | undefined {
  const { type, value } = constant;
  const since50 = target === "cassandra-5.0" || target === "scylla";
  switch (type) {
    case "integer": {
      const number = Number(value);
      if (number >= -2_147_483_648 && number <= 2_147_483_647) return NATIVE.int;
      return fitsLong(value) ? NATIVE.bigint : NATIVE.varint;
    }
    case "float": return SPECIAL_FLOAT.test(value) || target === "scylla" || isExactDouble(value) ? NATIVE.double : NATIVE.decimal;
    case "string": return target === "cassandra-4.0" ? undefined : NOT_ASCII.test(value) || target === "scylla" ? NATIVE.text : NATIVE.ascii;
    case "uuid": return since50 ? (value.charAt(14) === "1" && target !== "scylla" ? NATIVE.timeuuid : NATIVE.uuid) : undefined;
    case "boolean": return since50 ? NATIVE.boolean : undefined;
    case "duration": return since50 ? NATIVE.duration : undefined;
    case "hex": return since50 ? (target === "scylla" ? NATIVE.blob : NATIVE.tinyint) : undefined;
  }
}

/** Whether the shortest text of the nearest double is the same number as the literal. */
function isExactDouble(text: string): boolean {
  return normalised(String(Number(text))) === normalised(text);
}

/** A decimal number as digits without leading and trailing zeros, and its exponent. */
function normalised(text: string): string {
  const match = /^(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return text;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const digits = (whole + fraction).replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  return kept === "" ? "0" : `${sign}${kept}e${String(Number(exponent) - fraction.length + digits.length - kept.length)}`;
}

/** How a literal suits a receiver (functions.md section 8.1): the test of kinds, before its text is read. */
export function constantFit(constant: Constant, receiver: CqlType, target: Target): Fit {
  switch (receiver.kind) {
    case "native": {
      const assignable = ASSIGNABLE[constant.type].has(receiver.name) && !(target === "scylla" && constant.type === "integer" && NOT_ON_SCYLLA.has(receiver.name));
      // A hexadecimal literal is taken for a tinyint since 5.0 (R-LIT-10).
      if (!assignable && !(constant.type === "hex" && receiver.name === "tinyint" && target === "cassandra-5.0")) return "not";
      const preferred = preferredType(constant, target);
      // Of a version 1 uuid 5.0 knows the type by an older class, which no receiver equals.
      if (preferred === NATIVE.timeuuid) return "weak";
      return preferred?.kind === "native" && preferred.name === receiver.name ? "exact" : "weak";
    }
    case "tuple": case "custom": return "weak";
    case "unknown": return "unknown";
    default: return "not";
  }
}

/** Reads a literal that fits as a value of `receiver`. */
export function readConstant(constant: Constant, receiver: CqlType, schema: Schema, target: Target): Outcome {
  if (constant.type === "hex") return constant.value.length % 2 === 0 ? "good" : "bad";
  if (receiver.kind === "native") {
    if (constant.type === "string") {
      if (receiver.name === "text") return "good";
    } else if (constant.type === "boolean" || (constant.type === "float" && receiver.name !== "decimal")) return "good";
    if (constant.type === "integer" && receiver.name === "duration") return "bad";
  }
  return readText(literalText(constant), receiver, schema, target);
}
