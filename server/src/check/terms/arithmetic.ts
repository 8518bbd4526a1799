import type { CqlType, NativeName } from "../../schema/type";
import type { Range } from "../../text/range";
import { violate } from "../violate";
import type { Decimal } from "./literals/bytes";
import { concat, decimalBytes, decimalOf, durationOf, floatBytes, floatOf, integerBytes, integerOf, varintBytes, widthOf } from "./literals/bytes";
import type { Value } from "./value";
import { NULL_VALUE, OPAQUE, known, untold } from "./value";

export type Operator = "+" | "-" | "*" | "/" | "%";

const NANOS_OF_MILLI = 1_000_000n;

function failed(range: Range, reason: string): Value {
  return { kind: "fault", violation: violate("operation-failed", range, { reason }, { phase: "execute", errorClass: "function" }) };
}

const nativeName = (type: CqlType | undefined): NativeName | undefined => (type?.kind === "native" ? type.name : undefined);

/** A number with a decimal part or without, as the server widens it. */
function numberOf(bytes: Uint8Array, type: NativeName): bigint | number | Decimal {
  if (type === "float" || type === "double") return floatOf(bytes);
  return type === "decimal" ? decimalOf(bytes) : integerOf(bytes);
}

function toDouble(value: bigint | number | Decimal): number {
  if (typeof value === "number") return value;
  return typeof value === "bigint" ? Number(value) : Number(value.unscaled) * 10 ** -value.scale;
}

/** Exact where that is simple; undefined for floating-point numbers with a fraction, whose digits are the server's matter. */
function toDecimal(value: bigint | number | Decimal): Decimal | undefined {
  if (typeof value === "bigint") return { unscaled: value, scale: 0 };
  if (typeof value !== "number") return value;
  return Number.isSafeInteger(value) ? { unscaled: BigInt(value), scale: 0 } : undefined;
}

function wholeResult(operator: Operator, left: bigint, right: bigint): bigint {
  switch (operator) {
    case "+": return left + right;
    case "-": return left - right;
    case "*": return left * right;
    case "/": return left / right;
    case "%": return left % right;
  }
}

function floatResult(operator: Operator, left: number, right: number): number {
  switch (operator) {
    case "+": return left + right;
    case "-": return left - right;
    case "*": return left * right;
    case "/": return left / right;
    case "%": return left % right;
  }
}

/** `left op right` for the chosen overload (R-OP-1 … R-OP-9); null or empty operands give null. */
export function operate(operator: Operator, values: readonly [Value, Value], types: readonly CqlType[], result: CqlType, range: Range): Value {
  const [left, right] = values;
  const leftType = nativeName(types[0]);
  const rightType = nativeName(types[1]);
  const resultType = nativeName(result);
  if (leftType === undefined || rightType === undefined || resultType === undefined) return untold("an operation is not known");
  const texts = resultType === "text" || resultType === "ascii";
  for (const value of values) if (value.kind === "null" || (!texts && value.kind === "bytes" && value.bytes.length === 0)) return NULL_VALUE;
  if (texts) return left.kind === "bytes" && right.kind === "bytes" ? known(concat([left.bytes, right.bytes])) : OPAQUE;
  if (rightType === "duration") return shift(left, right, leftType, operator, range);
  const divides = operator === "/" || operator === "%";
  const floats = resultType === "float" || resultType === "double";
  if (right.kind !== "bytes") return divides && !floats ? untold("whether a divisor is zero depends on the server") : OPAQUE;
  const divisor = numberOf(right.bytes, rightType);
  if (divides && !floats && toDouble(divisor) === 0) return failed(range, "division by zero");
  if (left.kind !== "bytes") return OPAQUE;
  const dividend = numberOf(left.bytes, leftType);
  if (floats) return known(floatBytes(floatResult(operator, toDouble(dividend), toDouble(divisor)), resultType === "float" ? 4 : 8));
  if (resultType === "decimal") return decimalResult(operator, dividend, divisor, range);
  if (typeof dividend !== "bigint" || typeof divisor !== "bigint") return OPAQUE;
  const whole = wholeResult(operator, dividend, divisor);
  return known(resultType === "varint" ? varintBytes(whole) : integerBytes(whole, widthOf(resultType) ?? 8));
}

function decimalResult(operator: Operator, left: bigint | number | Decimal, right: bigint | number | Decimal, range: Range): Value {
  for (const operand of [left, right]) if (typeof operand === "number" && !Number.isFinite(operand)) return failed(range, "NaN and Infinity are no decimals");
  const [a, b] = [toDecimal(left), toDecimal(right)];
  if (a === undefined || b === undefined || operator === "/" || operator === "%" || Math.max(Math.abs(a.scale), Math.abs(b.scale)) > 1000) return OPAQUE;
  if (operator === "*") return known(decimalBytes({ unscaled: a.unscaled * b.unscaled, scale: a.scale + b.scale }));
  const scale = Math.max(a.scale, b.scale);
  const [x, y] = [a.unscaled * 10n ** BigInt(scale - a.scale), b.unscaled * 10n ** BigInt(scale - b.scale)];
  return known(decimalBytes({ unscaled: operator === "+" ? x + y : x - y, scale }));
}

/** A point in time moved by a duration (R-OP-2, R-OP-8). */
function shift(moment: Value, by: Value, type: NativeName, operator: Operator, range: Range): Value {
  if (by.kind !== "bytes") return untold("the length of a duration is not known");
  const { months, days, nanos } = durationOf(by.bytes);
  if (type === "date" && nanos !== 0n) return failed(range, "a date moves by whole days only");
  if (type === "timestamp" && nanos % NANOS_OF_MILLI !== 0n) return failed(range, "a timestamp moves by whole milliseconds only");
  if (months !== 0 || moment.kind !== "bytes" || type !== "timestamp") return moment.kind === "opaque" && months === 0 && days === 0 ? moment : OPAQUE;
  const move = BigInt(days) * 86_400_000n + nanos / NANOS_OF_MILLI;
  const millis = integerOf(moment.bytes);
  return known(integerBytes(operator === "+" ? millis + move : millis - move, 8));
}

/** `- x`. */
export function negate(value: Value, type: CqlType): Value {
  const name = nativeName(type);
  if (value.kind !== "bytes" || name === undefined) return value;
  if (value.bytes.length === 0) return NULL_VALUE;
  if (name === "float" || name === "double") return known(floatBytes(-floatOf(value.bytes), name === "float" ? 4 : 8));
  if (name === "decimal") {
    const { unscaled, scale } = decimalOf(value.bytes);
    return known(decimalBytes({ unscaled: -unscaled, scale }));
  }
  const whole = -integerOf(value.bytes);
  return known(name === "varint" ? varintBytes(whole) : integerBytes(whole, widthOf(name) ?? 8));
}
