import type { Outcome } from "./outcome";
import { daysFromEpoch, daysInMonth } from "./timestamp";

// R-LIT-10.2, R-LIT-10.3.
const DIGITS = /^-?\d+$/;
const DATE = /^(\d{4}|-\d{4,9}|\+\d{5,9})-(\d\d)-(\d\d)$/;
const TIME = /^(\+?\d+|-0+):(\+?\d+|-0+):(\+?\d+|-0+)(?:\.(\d{1,9}))?$/;
const LAST_RAW_DAY = 4_294_967_295;
const EPOCH_DAY = 2_147_483_648;
const NANOS_OF_DAY = 86_400_000_000_000;

/** The raw day number of a date (2^31 is 1970-01-01); undefined where the text is none. */
export function rawDay(text: string): number | undefined {
  if (DIGITS.test(text)) {
    const value = Number(text);
    return value >= 0 && value <= LAST_RAW_DAY ? value + 0 : undefined;
  }
  const match = DATE.exec(text);
  if (match === null || match[1] === "-0000") return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  const raw = daysFromEpoch(year, month, day) + EPOCH_DAY;
  return raw >= 0 && raw <= LAST_RAW_DAY ? raw : undefined;
}

/** Nanoseconds since midnight of a time; undefined where the text is none. */
export function nanosOfDay(text: string): number | undefined {
  if (DIGITS.test(text)) {
    const value = Number(text);
    return value >= 0 && value < NANOS_OF_DAY ? value + 0 : undefined;
  }
  const match = TIME.exec(text.trim());
  if (match === null) return undefined;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return ((hour * 60 + minute) * 60 + second) * 1_000_000_000 + Number((match[4] ?? "").padEnd(9, "0"));
}

/** Whether `text` is a date. */
export function readDate(text: string): Outcome {
  return rawDay(text) === undefined ? "bad" : "good";
}

/** Whether `text` is a time of day. */
export function readTime(text: string): Outcome {
  return nanosOfDay(text) === undefined ? "bad" : "good";
}
