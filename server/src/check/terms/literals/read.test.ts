import { expect, test } from "vitest";
import { testSchema, testScope, typeOf } from "../../../../../test/support/terms";
import { parseJson } from "./json";
import { readText } from "./read";

const schema = testSchema("cassandra-5.0", { complete: true });
const scope = testScope("cassandra-5.0");

function check(type: string, texts: readonly string[]): readonly (readonly [string, string])[] {
  const resolved = typeOf(type, scope);
  return texts.map((text) => [text, readText(text, resolved, schema, "cassandra-5.0")] as const);
}

// What the servers answered, section 10 of the rules on functions.
const ACCEPTED: Readonly<Record<string, readonly string[]>> = {
  timestamp: [
    "2024-05-06", "2024-05-06Z", "2024-05-06 Z", "2024-05-06+01", "2024-05-06 +0100", "2024-05-06 UTC", "2024-05-06 EST", "2024-05-06 07:08", "2024-5-6 7:8", "2024-05-06T07:08:09", "2024-05-06 07:08:09.",
    "2024-05-06 07:08:09. UTC", "2024-05-06 07:08:09.123456789", "2024-05-06 07:08:09+0200", "2024-05-06 07:08:09 +02:00", "2024-05-06 07:08:09 Europe/Paris", "2024-05-06 07:08:09 UTC+01:00", "2024-05-06 07:08:09+18:00",
    "2024-02-30", "2023-02-29", "2024-05-06 24:00", "2024-05-06 24:00:00.0", "1715000000000", "-1", "-00", "now", "NoW", "", "+12024-05-06", "-2024-05-06", "0000-05-06", "12024-05-06 07:08", "24-05-06 07:08",
    "002024-005-006 007:008:009", "0001-05-06 07:08", "292278994-08-17 07:08", "2024-05-06 07:08 Coordinated Universal Time",
  ],
  date: ["2024-05-06", "0", "-0", "4294967295", "0000-01-01", "-2024-05-06", "+12024-05-06", "-5877641-06-23", "+5881580-07-11"],
  time: ["08:30:00", "0", "86399999999999", "8:3:0", "+8:003:00", "8:3:-0", " 08:30:00 ", "08:30:00.1", "08:30:00.123456789"],
  inet: ["127.0.0.1", "127.1", "127", "1.2.65535", "4294967295", "001.002.003.004", "::", "1::", "::1.2.3.4", "[::1]", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "1:2:3:4:5:6:1.2.3.4", "::ffff:1.2.3.4", "localhost", ""],
  duration: ["1y2mo3d4h", "90m", "-2w", "P1Y2M3DT4H5M", "P3W", "P0001-02-03T04:05:06", "P9999-99-99T99:99:99", "1us", "1µs", "1Y2MO", "-P1D", "1h30m", "178956970y", "306783378w", "2562047h47m16s854ms775us807ns"],
  tinyint: ["-128", "127", "007"], bigint: ["9223372036854775807"], varint: ["99999999999999999999"], ascii: ["plain"], text: ["é"],
  "tuple<int, text, boolean>": ["", "1:a", "1", ":a", "@:a", "1:a\\:b", "1:a:TRUE", "1:a:", "+5", "@"],
  "tuple<decimal, float, uuid>": [".5", "1e5", "+1:2", "1:1.5f", "1:0x1p3", "1: 1 ", "1: NaN", "1:1:", "::"],
  "tuple<int, frozen<tuple<int, text>>>": ["1:2", "1:2\\:a", "1:@"],
};
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  timestamp: [
    "2024-5-6", "24-05-06", "2024/05/06", "2024-05-06t07:08", "2024-05-06 07", "2024-05-06  07:08", " 2024-05-06", "2024-05-06 ", "2024-05-06 07:08.5", "2024-05-06 07:08:09.1234567890", "2024-05-06 07:08:09UTC",
    "2024-05-06 07:08:09 utc", "2024-05-06 07:08:09 Utc", "2024-05-06 07:08:09+2", "2024-05-06 07:08:09+25:00", "2024-05-06 07:08+18:01", "2024-05-06 07:08+01:60", "2024-13-01", "2024-05-32", "2024-05-06 07:60", "0000-01-01 00:00",
    "2024-05-06 24:01", "2024-05-06 07:08 AM", "2024-05-06 07:08 GMT+1", "-24-05-06", "+2024-05-06", "12024-05-06", "-0001-05-06 07:08", "1715000000000ms", "yesterday", "9223372036854775808", "9999999999-05-06 07:08", "2024-05-06 07:08,5",
  ],
  date: ["", "2024-5-6", "2024-05-06T00:00", "today", "-1", "+1", "2024-02-30", "2023-02-29", "4294967296", "+5881580-07-12", "-5877641-06-22", "12024-05-06", "+2024-05-06", "-0000-05-06", "-24-05-06"],
  time: ["", "12:30", "24:00:00", "12:30:00.", "12:30:00.1234567890", "12:30:00Z", "86400000000000", "-1", "-8:03:00", "8 :3:0", " 5"],
  inet: ["256.1.1.1", "1.2.3.4.5", "::g", "1.2.65536", "1.16777216", "4294967296", "1.2.3.4.", ".1.2", "1..2", "1:2:3:4:5:6:7", "12345::", "[::1", "[1.2.3.4]", "1::2::3", "1:2:3:4:5:6:7:1.2.3.4", ":1", ":::", "::ffff:1.2.3", "a b", "host.invalid"],
  duration: ["3d2mo", "1d1d", "1m1m", "99999999999d", "2147483648mo", "178956971y", "178956970y8mo", "306783379w", "2562048h", "1µs1us", "5", "P1W1D"],
  tinyint: ["128", "-129"], bigint: ["9223372036854775808"], ascii: ["é"],
  "tuple<int, text, boolean>": ["x:a", "1:a:yes", "1:a:1", "1:a:true:4", " 5", "1.5", "true"],
  "tuple<decimal, float, uuid>": ["1:nan", "1:1:f47ac10b", " 1", "1d"],
  "tuple<int, frozen<tuple<int, text>>>": ["1:x", "1:2\\:a\\:b"],
};

test.each(Object.entries(ACCEPTED))("texts of a %s", (type, texts) => {
  expect(check(type, texts)).toEqual(texts.map((text) => [text, "good"]));
});

test.each(Object.entries(REFUSED))("texts of no %s", (type, texts) => {
  expect(check(type, texts)).toEqual(texts.map((text) => [text, "bad"]));
});

test("numbers beyond 64 bits make the server trip", () => {
  expect(check("duration", ["9223372036854775808ns", "P99999999999999999999Y"]).map(([, outcome]) => outcome)).toEqual(["overflow", "overflow"]);
  expect(check("timestamp", ["+292278995-08-17", "300000000-08-17 07:08"]).map(([, outcome]) => outcome)).toEqual(["overflow", "overflow"]);
});

test("what only the server's surroundings tell is not judged", () => {
  expect(check("inet", ["db1.example.com", "fe80::1%eth0"]).map(([, outcome]) => outcome)).toEqual(["unknown", "unknown"]);
  expect(check("timestamp", ["2024-05-06 07:08 Asia/Kathmandu"]).map(([, outcome]) => outcome)).toEqual(["unknown"]);
});

test.each(["3", " 3 ", "3 x", "-0", '"a\\u0041"', "[1, 2]", '{"a": {"b": null}}', "true"])("JSON: %s", (text) => {
  expect(parseJson(text)).toBeDefined();
});

test.each(["", "x", "03", "+3", ".5", "5.", "NaN", "nul", "nullx", "'3'", "/*c*/3", '"\\x"', '"a\nb"', "[1,]", "{a:1}", "[1", "[".repeat(5000)])("no JSON: %s", (text) => {
  expect(parseJson(text)).toBeUndefined();
});
