import type { Outcome } from "./outcome";

// R-LIT-10.5, L-DUR-1 … L-DUR-6.
export interface Duration {
  readonly months: number;
  readonly days: number;
  readonly nanos: bigint;
}

const UNIT = /(\d+)(y|mo|ms|m|w|d|h|s|us|\u00b5s|ns)/iy;
const ISO = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const ISO_WEEKS = /^P(\d+)W$/;
const ISO_ALTERNATIVE = /^P(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)$/;
const UNITS = ["y", "mo", "w", "d", "h", "m", "s", "ms", "us", "ns"];
const NANOS: Readonly<Record<string, bigint>> = { h: 3_600_000_000_000n, m: 60_000_000_000n, s: 1_000_000_000n, ms: 1_000_000n, us: 1_000n, ns: 1n };
const MAX_INT = 2_147_483_647n;
const MAX_LONG = 9_223_372_036_854_775_807n;

/** Amounts by unit, in text order; undefined where the text has no form of a duration. */
function amountsOf(text: string): readonly (readonly [unit: string, amount: string])[] | undefined {
  if (text.startsWith("P")) {
    const weeks = ISO_WEEKS.exec(text);
    if (weeks !== null) return [["w", weeks[1] ?? "0"]];
    const match = ISO_ALTERNATIVE.exec(text) ?? ISO.exec(text);
    if (match === null) return undefined;
    return ["y", "mo", "d", "h", "m", "s"].flatMap((unit, i) => (match[i + 1] === undefined ? [] : [[unit, match[i + 1] ?? "0"] as const]));
  }
  const amounts: [string, string][] = [];
  UNIT.lastIndex = 0;
  while (UNIT.lastIndex < text.length) {
    const at = UNIT.lastIndex;
    const match = UNIT.exec(text);
    if (match === null || UNIT.lastIndex === at) return undefined;
    const unit = (match[2] ?? "").toLowerCase();
    amounts.push([unit.endsWith("s") && unit.length === 2 && unit !== "ms" && unit !== "ns" ? "us" : unit, match[1] ?? "0"]);
  }
  return amounts.length === 0 ? undefined : amounts;
}

/**
 * A duration's three parts, or why there are none: units out of order, repeated or beyond their range are "bad", a single number
 * beyond 64 bits is "overflow".
 */
export function parseDuration(source: string): Duration | "bad" | "overflow" {
  const negative = source.startsWith("-");
  const amounts = amountsOf(negative ? source.slice(1) : source);
  if (amounts === undefined) return "bad";
  let months = 0n;
  let days = 0n;
  let nanos = 0n;
  let lastUnit = -1;
  for (const [unit, text] of amounts) {
    const order = UNITS.indexOf(unit);
    const amount = BigInt(text);
    if (amount > MAX_LONG) return "overflow";
    if (order <= lastUnit) return "bad";
    lastUnit = order;
    if (unit === "y" || unit === "mo") months += amount * (unit === "y" ? 12n : 1n);
    else if (unit === "w" || unit === "d") days += amount * (unit === "w" ? 7n : 1n);
    else nanos += amount * (NANOS[unit] ?? 1n);
    if (months > MAX_INT || days > MAX_INT || nanos > MAX_LONG) return "bad";
  }
  return negative ? { months: -Number(months), days: -Number(days), nanos: -nanos } : { months: Number(months), days: Number(days), nanos };
}

/** Whether `text` is a duration. */
export function readDuration(text: string): Outcome {
  const parsed = parseDuration(text);
  return typeof parsed === "string" ? parsed : "good";
}
