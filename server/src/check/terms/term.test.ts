import { expect, test } from "vitest";
import { termOf, testScope, typeOf, word } from "../../../../test/support/terms";
import type { Target } from "../../dialect/target";
import type { Expression } from "../../syntax/ast";
import { describe as messageOf } from "../messages/index";
import { isViolation } from "../violation";
import { constantKey, executeTerm, isEmptyTerm, isNullTerm } from "./execute";
import { checkTerm } from "./term";

const scopes = new Map<Target, ReturnType<typeof testScope>>();
function scopeOf(target: Target): ReturnType<typeof testScope> {
  const scope = scopes.get(target) ?? testScope(target);
  scopes.set(target, scope);
  return scope;
}

function check(term: string, type: string, target: Target = "cassandra-5.0"): string {
  const scope = scopeOf(target);
  return word(checkTerm(termOf(term), typeOf(type, scope), scope));
}

function execute(term: string, type: string, target: Target = "cassandra-5.0"): string {
  const scope = scopeOf(target);
  const parsed = termOf(term);
  const receiver = typeOf(type, scope);
  const finding = checkTerm(parsed, receiver, scope) ?? executeTerm(parsed, receiver, scope);
  return isViolation(finding) ? `${finding.code} ${finding.errorClass} ${finding.phase}` : word(finding);
}

/** Which of these literals each type takes on 5.0 (functions.md section 8.1); `bad`: of the right kind, but no value of the type. */
const LITERALS = ["'x'", "1", "1.5", "true", "f47ac10b-58cc-4372-a567-0e02b2c3d479", "0xcafe", "1d", "null"];
const MATRIX: readonly (readonly [type: string, ...verdicts: string[]])[] = [
  ["ascii", "ok", "no", "no", "no", "no", "no", "no", "ok"],
  ["text", "ok", "no", "no", "no", "no", "no", "no", "ok"],
  ["timestamp", "bad", "ok", "no", "no", "no", "no", "no", "ok"],
  ["date", "bad", "ok", "no", "no", "no", "no", "no", "ok"],
  ["time", "bad", "ok", "no", "no", "no", "no", "no", "ok"],
  ["tinyint", "no", "ok", "no", "no", "no", "ok", "no", "ok"],
  ["smallint", "no", "ok", "no", "no", "no", "no", "no", "ok"],
  ["int", "no", "ok", "no", "no", "no", "no", "no", "ok"],
  ["bigint", "no", "ok", "no", "no", "no", "no", "no", "ok"],
  ["varint", "no", "ok", "no", "no", "no", "no", "no", "ok"],
  ["float", "no", "ok", "ok", "no", "no", "no", "no", "ok"],
  ["double", "no", "ok", "ok", "no", "no", "no", "no", "ok"],
  ["decimal", "no", "ok", "ok", "no", "no", "no", "no", "ok"],
  ["boolean", "no", "no", "no", "ok", "no", "no", "no", "ok"],
  ["uuid", "no", "no", "no", "no", "ok", "no", "no", "ok"],
  ["timeuuid", "no", "no", "no", "no", "bad", "no", "no", "ok"],
  ["blob", "no", "no", "no", "no", "no", "ok", "no", "ok"],
  ["duration", "no", "bad", "no", "no", "no", "no", "ok", "ok"],
  ["list<int>", "no", "no", "no", "no", "no", "no", "no", "ok"],
  ["set<text>", "no", "no", "no", "no", "no", "no", "no", "ok"],
  ["map<text, int>", "no", "no", "no", "no", "no", "no", "no", "ok"],
  ["address", "no", "no", "no", "no", "no", "no", "no", "ok"],
  ["vector<float, 3>", "no", "no", "no", "no", "no", "no", "no", "ok"],
  ["tuple<int, text>", "bad", "ok", "bad", "bad", "bad", "ok", "bad", "ok"],
];

test.each(MATRIX)("literals for a %s", (type, ...verdicts) => {
  const words: Readonly<Record<string, string>> = { ok: "ok", no: "type-mismatch", bad: "bad-literal-value" };
  expect(LITERALS.map((literal) => [literal, check(literal, type)])).toEqual(LITERALS.map((literal, i) => [literal, words[verdicts[i] ?? ""]]));
});

test.each([
  ["0xcafe", "tinyint", "cassandra-4.1", "type-mismatch"],
  ["0xcaf", "blob", "cassandra-5.0", "bad-literal-value"],
  ["0Xcafe", "blob", "cassandra-5.0", "ok"],
  ["NaN", "decimal", "cassandra-5.0", "bad-literal-value"],
  ["-Infinity", "double", "cassandra-5.0", "ok"],
  ["''", "timestamp", "cassandra-5.0", "ok"],
  ["''", "date", "cassandra-5.0", "bad-literal-value"],
  ["8d5c1e80-0b5e-11ef-8000-000000000000", "timeuuid", "cassandra-4.0", "ok"],
  // structured literals (section 11)
  ["[1, 2]", "list<int>", "cassandra-4.0", "ok"],
  ["[1, 2]", "set<int>", "cassandra-5.0", "literal-kind-mismatch"],
  ["{1, 2}", "list<int>", "cassandra-5.0", "literal-kind-mismatch"],
  ["{}", "map<text, int>", "cassandra-5.0", "ok"],
  ["{}", "address", "cassandra-5.0", "literal-kind-mismatch"],
  ["[1, 'a']", "list<int>", "cassandra-5.0", "type-mismatch"],
  ["[1, [2]]", "list<int>", "cassandra-5.0", "element-type-mismatch"],
  ["{1: 1}", "map<text, int>", "cassandra-5.0", "type-mismatch"],
  ["{a: 1}", "map<text, int>", "cassandra-5.0", "literal-kind-mismatch"],
  ["[1, ?]", "list<int>", "cassandra-5.0", "marker-in-collection-literal"],
  ["{'a': 1 + (int)?}", "map<text, int>", "cassandra-5.0", "marker-in-collection-literal"],
  ["[1, null]", "list<int>", "cassandra-5.0", "null-in-collection"],
  ["{(int)null}", "set<int>", "cassandra-5.0", "null-in-collection"],
  ["(1, 'a', 2)", "tuple<int, text>", "cassandra-5.0", "tuple-size"],
  ["(1)", "tuple<int, text>", "cassandra-5.0", "ok"],
  ["(?, null)", "tuple<int, text>", "cassandra-5.0", "ok"],
  ["('a', 1)", "tuple<int, text>", "cassandra-5.0", "type-mismatch"],
  ["((1))", "int", "cassandra-5.0", "ok"],
  ["(1, 2)", "int", "cassandra-5.0", "literal-kind-mismatch"],
  ["('a', 1)", "address", "cassandra-5.0", "ok"],
  ["{street: 'a', zip: ?}", "address", "cassandra-5.0", "ok"],
  ["{'street': 'a'}", "address", "cassandra-5.0", "literal-kind-mismatch"],
  ["{town: 'a'}", "address", "cassandra-5.0", "unknown-field"],
  ["{zip: 'a'}", "address", "cassandra-5.0", "type-mismatch"],
  ["{zip: 'a', zip: 1}", "address", "cassandra-5.0", "ok"],
  ["[1, ?, 3]", "vector<float, 3>", "cassandra-5.0", "ok"],
  ["[1, 2]", "vector<float, 3>", "cassandra-5.0", "vector-size"],
  ["[1, null, 3]", "vector<float, 3>", "cassandra-5.0", "null-in-collection"],
  ["{1, 2, 3}", "vector<float, 3>", "cassandra-5.0", "literal-kind-mismatch"],
  // hints (section 7): x must suit the hint, the hint the receiver, and x the receiver too
  ["(int)1", "int", "cassandra-5.0", "ok"],
  ["(bigint)1", "int", "cassandra-5.0", "bad-type-hint"],
  ["(text)?", "blob", "cassandra-5.0", "ok"],
  ["(text)'x'", "blob", "cassandra-5.0", "type-mismatch"],
  ["(int)'x'", "int", "cassandra-5.0", "bad-type-hint"],
  ["(list<int>)[1]", "list<int>", "cassandra-5.0", "ok"],
  ["(frozen<list<int>>)[1]", "list<int>", "cassandra-5.0", "bad-type-hint"],
  ["(list<int>)[1]", "frozen<list<int>>", "cassandra-4.0", "bad-type-hint"],
  ["(nosuch)1", "int", "cassandra-5.0", "unknown-type"],
  ["(string)'a'", "text", "cassandra-5.0", "unknown-type"],
] as const)("%s for a %s on %s: %s", (term, type, target, expected) => {
  expect(check(term, type, target)).toBe(expected);
});

test.each([
  ["now()", "timeuuid", "cassandra-5.0", "ok"],
  ["uuid()", "int", "cassandra-5.0", "result-type-mismatch"],
  ["uuid()", "blob", "cassandra-5.0", "ok"],
  ["max(1)", "int", "cassandra-5.0", "aggregate-as-value"],
  ["sqrt(1)", "double", "cassandra-5.0", "unknown-function"],
  ["dateOf(now())", "timestamp", "cassandra-4.1", "ok"],
  ["dateOf(now())", "timestamp", "cassandra-5.0", "unknown-function"],
  ["to_timestamp(now())", "timestamp", "cassandra-4.1", "unknown-function"],
  ["minTimeuuid(1.5)", "timeuuid", "cassandra-5.0", "argument-type-mismatch"],
  ["minTimeuuid()", "timeuuid", "cassandra-5.0", "wrong-argument-count"],
  ["toUnixTimestamp('2024-01-01')", "bigint", "cassandra-5.0", "ambiguous-call"],
  ["CAST(fromJson('1') AS int)", "int", "cassandra-5.0", "ambiguous-call"],
  ["toDate(fromJson('1'))", "date", "cassandra-4.1", "ambiguous-call"],
  ["toDate((timestamp)fromJson('1'))", "date", "cassandra-5.0", "ok"],
  ["abs(fromJson('1'))", "int", "cassandra-5.0", "ok"],
  ["fromJson('1') + fromJson('1')", "int", "cassandra-5.0", "ok"],
  ["toDate(?)", "date", "cassandra-5.0", "ambiguous-call"],
  ["toDate((timestamp)?)", "date", "cassandra-5.0", "ok"],
  ["toDate(true)", "date", "cassandra-5.0", "no-matching-signature"],
  ["floor((timestamp)'2024-01-01', 1d)", "timestamp", "cassandra-4.0", "unknown-function"],
  ["toJson(1)", "text", "cassandra-4.1", "json-function-misplaced"],
  ["toJson(1)", "text", "cassandra-5.0", "ok"],
  ["to_json([1])", "text", "cassandra-5.0", "cannot-infer-argument-type"],
  ["fromJson(1)", "int", "cassandra-5.0", "argument-type-mismatch"],
  ["token(5)", "bigint", "cassandra-5.0", "ok"],
  ["token('a')", "bigint", "cassandra-5.0", "argument-type-mismatch"],
  ["mask_replace(?, 5)", "int", "cassandra-5.0", "ok"],
  ["collection_count({1, 2})", "int", "cassandra-5.0", "ok"],
  ["twice(1)", "int", "cassandra-5.0", "ok"],
  ["twice('a')", "int", "cassandra-5.0", "argument-type-mismatch"],
  ["total(1)", "int", "cassandra-5.0", "aggregate-as-value"],
  ["post.now()", "timeuuid", "cassandra-5.0", "unknown-function"],
  ["system.now()", "timeuuid", "cassandra-5.0", "ok"],
  // operators (section 4)
  ["1 + 2", "int", "cassandra-5.0", "ok"],
  ["1 + 1", "bigint", "cassandra-4.0", "ok"],
  ["1.5 + 1", "int", "cassandra-5.0", "operation-not-supported"],
  ["1 + ?", "tinyint", "cassandra-5.0", "ok"],
  ["1 + ?", "int", "cassandra-5.0", "ambiguous-operation"],
  ["'2024-01-01' + 1d", "timestamp", "cassandra-5.0", "ok"],
  ["'a' + 'b'", "text", "cassandra-4.0", "operation-not-supported"],
  ["'a' + 'b'", "text", "cassandra-4.1", "ok"],
  // CAST (section 6)
  ["CAST(1.5 AS int)", "int", "cassandra-4.1", "ok"],
  ["CAST(1 AS int)", "int", "cassandra-5.0", "ambiguous-call"],
  ["CAST((int)1 AS int)", "int", "cassandra-5.0", "ok"],
  ["CAST('a' AS uuid)", "uuid", "cassandra-5.0", "not-castable"],
  ["CAST(0x01 AS text)", "text", "cassandra-4.1", "not-castable"],
  ["CAST(0x01 AS text)", "text", "cassandra-5.0", "ok"],
] as const)("%s for a %s on %s: %s", (term, type, target, expected) => {
  expect(check(term, type, target)).toBe(expected);
});

test.each([
  ["1 / 0", "int", "operation-failed function execute"],
  ["1 / 0", "double", "ok"],
  ["1.5 / 0.0", "decimal", "operation-failed function execute"],
  ["(int)null / 0", "int", "ok"],
  ["'2024-01-01' + 1h", "date", "operation-failed function execute"],
  ["blobAsInt(0x01)", "int", "bad-blob-value invalid execute"],
  ["blobAsInt(intAsBlob(3))", "int", "ok"],
  ["blobAsTinyint(0x)", "tinyint", "bad-blob-value invalid execute"],
  ["blobAsText(0xff)", "text", "bad-blob-value invalid execute"],
  ["blobAsText(0xc080)", "text", "ok"],
  ["floor((timestamp)-5, 1h)", "timestamp", "bad-floor-argument invalid execute"],
  ["floor((timestamp)'2024-01-01', 1d)", "timestamp", "ok"],
  ["floor((time)5, 25h)", "time", "bad-floor-argument invalid execute"],
  ["log((varint)-1)", "varint", "bad-logarithm server execute"],
  ["mask_inner('abc', 1, 1, '##')", "text", "bad-mask-padding invalid execute"],
  ["mask_hash('abc', 'nope')", "blob", "bad-hash-algorithm invalid execute"],
  ["CAST(NaN AS decimal)", "decimal", "cast-failed server execute"],
  ["[1 + 1, null]", "list<int>", "null-in-collection invalid execute"],
  ["fromJson('3 x')", "int", "ok"],
  ["fromJson('3.0')", "int", "bad-json function execute"],
  ["fromJson('\"3\"')", "int", "ok"],
  ["fromJson('[null]')", "list<int>", "bad-json function execute"],
  ["fromJson('\"[1]\"')", "list<int>", "ok"],
  ["fromJson('{\"town\": 1}')", "address", "bad-json function execute"],
  ["fromJson('{\"STREET\": \"x\"}')", "address", "ok"],
  ["fromJson('[1]')", "tuple<int, text>", "bad-json function execute"],
  ["fromJson('5')", "timestamp", "bad-json function execute"],
  ["fromJson('1')", "counter", "bad-json server execute"],
  ["fromJson('\"1\"')", "counter", "bad-json server execute"],
  ["fromJson('[1]')", "counter", "bad-json server execute"],
  ["fromJson('x')", "counter", "bad-json function execute"],
  ["fromJson('1700000000000')", "timestamp", "ok"],
  ["fromJson('\"\"')", "duration", "bad-json server execute"],
  ["twice(1)", "int", "unjudged"],
] as const)("executing %s for a %s: %s", (term, type, expected) => {
  expect(execute(term, type)).toBe(expected);
});

test("null and empty values are told", () => {
  const scope = scopeOf("cassandra-5.0");
  const int = typeOf("int", scope);
  expect(["null", "(int)null", "(int)null + 1", "fromJson('null')", "abs((int)null)", "1"].map((term) => isNullTerm(termOf(term), int, scope))).toEqual([true, true, true, true, true, false]);
  expect(["''", "textAsBlob('')", "0x", "0x00"].map((term, i) => isEmptyTerm(termOf(term), typeOf(i === 0 ? "text" : "blob", scope), scope))).toEqual([true, true, true, false]);
});

test("equal values have equal keys", () => {
  const scope = scopeOf("cassandra-5.0");
  const key = (term: string, type: string) => constantKey(termOf(term), typeOf(type, scope), scope);
  expect(key("1", "int")).toBe(key("0 + 1", "int"));
  expect(key("'2024-05-06'", "date")).toBe(key("2147503497", "date"));
  expect(key("'2024-05-06T00:00Z'", "timestamp")).toBe(key("1714953600000", "timestamp"));
  expect(key("'2024-05-06'", "timestamp")).toBeUndefined();
  expect(key("uuid()", "uuid")).toBeUndefined();
});

test("a range is that of the offending part, and messages speak of it", () => {
  const scope = scopeOf("cassandra-5.0");
  const text = "[1, 'two', 3]";
  const finding = checkTerm(termOf(text), typeOf("list<int>", scope), scope, { name: "stops" });
  expect(isViolation(finding) && finding.range.end - finding.range.start).toBe("'two'".length);
  expect(isViolation(finding) && messageOf(finding).message).toBe("'two' is a string, which is no int for column stops: an int looks like 1");
});

test("a name that an incomplete project does not define is no error", () => {
  const scope = testScope("cassandra-5.0", { complete: false });
  const finding = checkTerm(termOf("twise(1)"), typeOf("int", scope), scope);
  expect(finding).toMatchObject({ unknownName: { code: "unknown-function", name: "twise", nearest: "twice" } });
  expect(word(checkTerm(termOf("dateOf(now())"), typeOf("timestamp", scope), scope))).toBe("unknown-function");
  expect(word(checkTerm(termOf("depot.dispatch(1)"), typeOf("int", scope), scope))).toBe("unjudged");
});

test("deep and long terms end without an exception", () => {
  expect(check(`1${" + 1".repeat(200)}`, "int")).toBe("ok");
  expect(check(`${"abs(".repeat(50)}1${")".repeat(50)}`, "int")).toBe("ok");
  let term: Expression = termOf("1");
  for (let i = 0; i < 100_000; i++) term = { kind: "negate", operand: term, range: term.range };
  const scope = scopeOf("cassandra-5.0");
  expect(word(checkTerm(term, typeOf("int", scope), scope))).toBe("unjudged");
});
