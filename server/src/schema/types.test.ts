import { expect, test } from "vitest";
import { parseStatement } from "../syntax/parse";
import { emptySchema } from "./empty";
import { fold } from "./fold";
import type { Schema } from "./model";
import type { CqlType } from "./type";
import { formatType, freeze, identicalType, isMultiCell, mentions, resolveType, sameType, userType } from "./types";

const where = { uri: "file:///a.cql", start: 0, keyspace: "depot" };
let schema: Schema = emptySchema("cassandra-5.0", { complete: false });
for (const cql of ["CREATE TYPE dims (w int, h duration)", "CREATE TYPE box (d frozen<dims>, notes list<text>)"]) schema = fold(schema, parseStatement(cql).statement, where);

/** The type as a column of `depot` would have it. */
function type(text: string): CqlType {
  const { statement } = parseStatement(`CREATE TABLE t (c ${text} PRIMARY KEY)`);
  const reference = statement.kind === "create-table" ? statement.columns[0]?.type : undefined;
  if (reference === undefined) throw new Error(`no type: ${text}`);
  return resolveType(reference, schema, "depot");
}

test.each([
  ["INT", "int"], ["varchar", "text"], ["list<int>", "list<int>"], ["frozen<set<dims>>", "frozen<set<frozen<dims>>>"], ["map<text, frozen<list<int>>>", "map<text, frozen<list<int>>>"],
  ["tuple<int, set<text>>", "tuple<int, frozen<set<text>>>"], ["frozen<tuple<int, text>>", "tuple<int, text>"], ["vector<float, 3>", "vector<float, 3>"], ["dims", "dims"], ["depot.dims", "dims"],
  ["other.dims", "other.dims"], ["shape", "shape"], ["'org.apache.cassandra.db.marshal.LongType'", "bigint"], ["'LongType'", "bigint"], ["'com.acme.Odd'", "'com.acme.Odd'"],
])("%s is %s", (text, expected) => {
  expect(formatType(type(text))).toBe(expected);
});

test("a user type that nothing defines is unknown", () => {
  expect([type("shape").kind, type("other.dims").kind, type("dims").kind]).toEqual(["unknown", "unknown", "user"]);
});

test("what is frozen makes no other type, but no identical one", () => {
  expect(sameType(type("list<int>"), type("frozen<list<int>>"))).toBe(true);
  expect(identicalType(type("list<int>"), type("frozen<list<int>>"))).toBe(false);
  expect(identicalType(type("frozen<list<list<int>>>"), freeze(type("list<frozen<list<int>>>")))).toBe(true);
});

test.each([["list<int>", "set<int>"], ["tuple<int>", "tuple<int, int>"], ["vector<float, 2>", "vector<float, 3>"], ["dims", "box"], ["map<int, text>", "map<text, int>"]])("%s is not %s", (a, b) => {
  expect(sameType(type(a), type(b))).toBe(false);
});

test.each([["list<int>", true], ["frozen<list<int>>", false], ["dims", true], ["frozen<dims>", false], ["tuple<int, int>", false], ["vector<float, 2>", false], ["int", false]])("%s stored as several cells: %s", (text, expected) => {
  expect(isMultiCell(type(text))).toBe(expected);
});

test.each([["duration", true], ["list<duration>", true], ["box", true], ["map<int, frozen<box>>", true], ["tuple<int, duration>", true], ["text", false], ["list<text>", false]])("%s mentions a duration: %s", (text, expected) => {
  expect(mentions(type(text), (part) => part.kind === "native" && part.name === "duration", schema)).toBe(expected);
});

test("the definition behind a user type", () => {
  expect(userType(schema, type("frozen<dims>"))?.fields.map((field) => field.name)).toEqual(["w", "h"]);
  expect(userType(schema, type("int"))).toBeUndefined();
});
