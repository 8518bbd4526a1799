/** How ScyllaDB reads the texts of timestamps, dates and times (R-SCY-F11 to R-SCY-F13); it was read from its source, so what that leaves open is "unknown". */
import type { NativeName } from "../../../schema/type";
import type { Outcome } from "./outcome";
import { daysInMonth, fitsLong } from "./timestamp";

const INTEGER = /^-?\d+$/;
/** One blank or `T` before the time; the zone is an offset glued to it, or a name of Greenwich. */
const TIMESTAMP = /^(\d{4})-(\d{1,9})-(\d{1,9})(?:[ T](\d{1,9}):(\d{1,9})(?::(\d{1,9})(?:\.\d+)?)?)?(?:([+-])(\d\d)(?::?(\d\d))?| *(?:z|utc|gmt) *)?$/i;
const DATE = /^(-?\d{1,9})-(\d{1,9})-(\d{1,9})$/;
const TIME = /^(\d{1,9}):(\d{1,9}):(\d{1,9})(?:\.\d{1,9})?$/;
const LAST_RAW_DAY = 4_294_967_295;
/** Years that every reading of "days since the epoch in 32 bits" holds. */
const FARTHEST_YEAR = 5_000_000;

function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

function readTimestamp(text: string): Outcome {
  if (text === "" || /^now$/i.test(text)) return "good";
  if (INTEGER.test(text)) return fitsLong(text) ? "good" : "bad";
  const match = TIMESTAMP.exec(text);
  if (match === null) return "bad";
  if (!isDay(Number(match[1]), Number(match[2]), Number(match[3]))) return "bad";
  // What it makes of 24:00 and of minutes beyond 59 was not looked into.
  const isUsual = Number(match[4] ?? 0) < 24 && Number(match[5] ?? 0) < 60 && Number(match[6] ?? 0) < 60 && Number(match[8] ?? 0) <= 14 && Number(match[9] ?? 0) < 60;
  return isUsual && !/\dt/.test(text) ? "good" : "unknown"; // nor of a small t before the time
}

function readDate(text: string): Outcome {
  if (INTEGER.test(text)) return Number(text) >= 0 && Number(text) <= LAST_RAW_DAY ? "good" : "bad";
  const match = DATE.exec(text);
  if (match === null || !isDay(Number(match[1]), Number(match[2]), Number(match[3]))) return "bad";
  return Math.abs(Number(match[1])) <= FARTHEST_YEAR ? "good" : "unknown";
}

function readTime(text: string): Outcome {
  const match = TIME.exec(text);
  if (match === null) return "bad";
  return Number(match[1]) < 24 && Number(match[2]) < 60 && Number(match[3]) < 60 ? "good" : "bad";
}

/** The readers that differ from Cassandra's. */
export const SCYLLA_READERS: Readonly<Partial<Record<NativeName, (text: string) => Outcome>>> = { timestamp: readTimestamp, date: readDate, time: readTime };
