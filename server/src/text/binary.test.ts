import { expect, test } from "vitest";
import { isBinary } from "./binary";

test.each([
  ["SELECT a FROM t;\r\n\t-- note", false],
  ["SELECT\0a FROM t;", false],
  ["\x1b[1m SELECT", false],
  ["\0\x01\x02", true],
  ["PK\x03\x04\0\0", true],
])("%j", (sample, expected) => {
  expect(isBinary(sample)).toBe(expected);
});
