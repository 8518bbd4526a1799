import type { Outcome } from "./outcome";

// R-LIT-10.1. A date alone is strict about its digits; with a time the numbers may have any length.
const INTEGER = /^-?\d+$/;
const ZONE = "(Z| Z| ?[+-]\\d\\d(?::?\\d\\d)?| [A-Za-z].*)?";
const DAY = new RegExp(`^(\\d{4}|-\\d{4,}|\\+\\d{5,})-(\\d\\d)-(\\d\\d)${ZONE}$`);
const DAY_AND_TIME = new RegExp(`^(\\d{1,9})-(\\d+)-(\\d+)[T ](\\d+):(\\d+)(?::(\\d+)(?:\\.(\\d{0,9}))?)?${ZONE}$`);
const OFFSET_NAME = /^(?:UTC|GMT|UT)[+-](\d\d):(\d\d)$/;
/** Zone names that people write; others with a capital first may be known to the server's Java, so they are not judged. */
const ZONE_NAME = /^(?:UTC|GMT|UT|GMT0|Zulu|UCT|Greenwich|Universal|[ECMPAH][DS]T|AKST|AKDT|NST|NDT|WET|WEST|CET|CEST|MET|MEST|EET|EEST|MSK|BST|IST|JST|KST|AEST|AEDT|ACST|ACDT|AWST|NZST|NZDT|SAST|PST8PDT|MST7MDT|CST6CDT|EST5EDT|(?:Africa|America|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/(?:Paris|London|Berlin|Madrid|Rome|Vienna|Zurich|Prague|Warsaw|Moscow|Stockholm|Amsterdam|Brussels|New_York|Chicago|Denver|Los_Angeles|Sao_Paulo|Toronto|Tokyo|Shanghai|Hong_Kong|Singapore|Kolkata|Dubai|Sydney|Melbourne|Auckland)|US\/(?:Pacific|Eastern|Central|Mountain)|Japan|Coordinated Universal Time|(?:Pacific|Mountain|Central|Eastern) Standard Time|Central European Time)$/;
const MAX_LONG = 9223372036854775807n;
const NOW = /^now$/i;

const LEAST = -9223372036854775808n;

/** Whether a whole number as text fits 64 bits. */
export function fitsLong(text: string): boolean {
  if (text.length < 19) return true;
  const value = BigInt(text);
  return LEAST <= value && value <= MAX_LONG;
}

/** The offset in minutes that a zone stands for; undefined for a name, "bad" for what is no zone, "none" for no zone at all. */
function offsetOf(zone: string | undefined): number | "none" | "name" | "bad" {
  if (zone === undefined || zone === "") return "none";
  const text = zone.trimStart();
  if (text === "Z") return 0;
  const first = text.charCodeAt(0);
  if (first === 43 || first === 45) {
    const digits = text.replace(":", "");
    const hours = Number(digits.slice(1, 3));
    const minutes = Number(digits.slice(3, 5) || "0");
    if (minutes > 59 || hours * 60 + minutes > 18 * 60) return "bad";
    return (first === 45 ? -1 : 1) * (hours * 60 + minutes);
  }
  const named = OFFSET_NAME.exec(text);
  if (named !== null) return Number(named[2]) > 59 || Number(named[1]) * 60 + Number(named[2]) > 18 * 60 ? "bad" : "name";
  return "name";
}

function zoneOutcome(zone: string | undefined): Outcome {
  const offset = offsetOf(zone);
  if (offset === "bad") return "bad";
  if (offset !== "name" || zone === undefined) return "good";
  const name = zone.trimStart();
  if (ZONE_NAME.test(name) || OFFSET_NAME.test(name)) return "good";
  // Names are case-sensitive and begin with a capital; a bare letter, AM and PM are none.
  return /^[a-z]/.test(name) || /^(?:[A-Z]|AM|PM|Utc|Gmt|(?:UTC|GMT|UT)[+-]\d+)$/.test(name) || /\s$/.test(name) ? "bad" : "unknown";
}

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millis: number;
  readonly zone: string | undefined;
}

/** The numbers of a date with or without time, where they are in range. */
function partsOf(text: string): Parts | undefined {
  const timed = DAY_AND_TIME.exec(text);
  const match = timed ?? DAY.exec(text);
  if (match === null) return undefined;
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  if (timed === null) return { year, month, day, hour: 0, minute: 0, second: 0, millis: 0, zone: match[4] };
  const hour = Number(match[4]);
  const minute = Number(match[5]);
  const second = Number(match[6] ?? "0");
  const fraction = match[7] ?? "";
  if (year < 1 || hour > 24 || minute > 59 || second > 59) return undefined;
  if (hour === 24 && (minute > 0 || second > 0 || Number(fraction) > 0)) return undefined;
  return { year, month, day, hour, minute, second, millis: Number(fraction.slice(0, 3).padEnd(3, "0")), zone: match[8] };
}

/** Whether `text` is a timestamp, also an epoch in milliseconds, `now` and the empty text (R-LIT-10.1, R-LIT-12, W-LIT-9). */
export function readTimestamp(text: string): Outcome {
  if (text === "") return "good";
  if (INTEGER.test(text)) return fitsLong(text) ? "good" : "bad";
  if (NOW.test(text)) return "good";
  const parts = partsOf(text);
  if (parts === undefined) return "bad";
  // Milliseconds since the epoch must fit 64 bits, which holds for some 292 million years either way.
  if (parts.year > 292278994 || parts.year < -292275054) return parts.year > 999999999 || parts.year < -999999999 ? "bad" : "overflow";
  return zoneOutcome(parts.zone);
}

/** Milliseconds since the epoch; undefined where they depend on the server (`now`, its default zone, a named zone) or the text is no timestamp. */
export function timestampMillis(text: string): bigint | undefined {
  if (INTEGER.test(text)) return BigInt(text);
  const parts = partsOf(text);
  if (parts === undefined) return undefined;
  const offset = offsetOf(parts.zone);
  if (typeof offset !== "number") return undefined;
  const lastDay = new Date(Date.UTC(2000 + (((parts.year % 400) + 400) % 400), parts.month, 0)).getUTCDate();
  const days = daysFromEpoch(parts.year, parts.month, Math.min(parts.day, lastDay));
  const seconds = parts.hour * 3600 + (parts.minute - offset) * 60 + parts.second;
  return BigInt(days) * 86_400_000n + BigInt(seconds) * 1000n + BigInt(parts.millis);
}

/** Days from 1970-01-01 of a day of the proleptic Gregorian calendar. */
export function daysFromEpoch(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The number of days of a month. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
