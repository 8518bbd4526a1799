import { expect, test } from "vitest";
import { selectorsOf, testScope, word } from "../../../../test/support/terms";
import type { Target } from "../../dialect/target";
import { formatType } from "../../schema/types";
import { isViolation } from "../violation";
import { executeGroupFunction, groupFunction } from "./group";
import { executeSelectors } from "./selector-execute";
import { columnsRead, isAggregate, checkSelectors, resolveSelectors, typeSelector } from "./selector";

function check(list: string, target: Target = "cassandra-5.0"): string {
  const scope = testScope(target);
  const expressions = selectorsOf(list);
  const finding = checkSelectors(expressions, scope) ?? executeSelectors(expressions, scope, { grouped: false });
  if (!isViolation(finding)) return word(finding);
  const unusual = [finding.errorClass, finding.phase].filter((part) => part !== "invalid" && part !== "prepare");
  return [finding.code, ...unusual].join(" ");
}

test.each([
  // types of their own (reading.md section 3)
  ["depot, note, sender, shape", "ok"],
  ["nope", "unknown-column"],
  ["1", "cannot-infer-type"],
  ["?", "cannot-infer-type"],
  ["(int)1", "ok"],
  ["1 + 2", "ok"],
  ["(pieces)", "cannot-infer-type"],
  ["(int)(pieces)", "ok"],
  ["[pieces, 1]", "ok"],
  ["[pieces, note]", "ok"],
  ["[pieces, 'a']", "type-mismatch"],
  ["[1, 2]", "cannot-infer-type"],
  ["(pieces, note)", "ok"],
  ["(pieces, 1)", "cannot-infer-type"],
  ["{note: pieces}", "cannot-infer-type"],
  ["(map<text, int>){note: pieces}", "ok"],
  ["(map<text, int>){nope: pieces}", "unknown-column"],
  ["(address){street: note}", "ok"],
  ["(address){town: note}", "unknown-field"],
  ["(int){'a': 1}", "literal-kind-mismatch server"],
  ["(set<int>)[1]", "literal-kind-mismatch server"],
  ["(set<duration>){1d}", "duration-in-set"],
  ["{patience}", "duration-in-set-or-key"],
  ["(vector<int, 2>)[pieces, depot]", "ok"],
  ["(vector<int, 2>)[1]", "vector-size"],
  ["sender.zip, (recipient).zip", "ok"],
  ["tags.zip", "not-a-user-type"],
  ["parcels.note", "unknown-column"],
  ["sender.town", "unknown-field"],
  ["counts['a'], tags['x'], counts['a'..'m']", "ok"],
  ["stops[0]", "element-needs-map-or-set"],
  ["shape[0]", "element-needs-map-or-set"],
  ["counts[1]", "type-mismatch"],
  ["counts[null]", "null-subscript server"],
  ["codes[null]", "null-subscript execute"],
  ["tags[..null]", "null-subscript execute"],
  ["writetime(note), ttl(tags), maxwritetime(sender)", "ok"],
  ["writetime(arrived)", "writetime-on-key"],
  // hints on columns (functions.md section 7)
  ["(bigint)arrived", "ok"],
  ["(text)pieces", "bad-type-hint"],
  ["(list<int>)stops", "bad-type-hint"],
  ["(list<int>)route", "ok"],
  // functions and aggregates (sections 1 to 3)
  ["toDate(arrived), toDate(barcode)", "ok"],
  ["toDate(pieces)", "no-matching-signature"],
  ["toTimestamp(pieces)", "ok"],
  ["toTimestamp(barcode)", "no-matching-signature"],
  ["dateOf(event)", "unknown-function"],
  ["\"toDate\"(event)", "unknown-function"],
  ["token(depot), system.token(depot)", "ok"],
  ["token(depot, depot)", "wrong-argument-count"],
  ["token(note)", "argument-type-mismatch"],
  ["toJson(1), to_json(counts)", "ok"],
  ["fromJson('1')", "json-function-misplaced"],
  ["map_keys(counts), collection_count(stops)", "ok"],
  ["map_keys(tags)", "argument-type-mismatch"],
  ["collection_sum(tags)", "argument-type-mismatch"],
  ["abs(pieces), round(volume)", "ok"],
  ["abs(arrived)", "ambiguous-call"],
  ["abs(note)", "no-matching-signature"],
  ["mask_inner(note, 1, 2, '#')", "ok"],
  ["mask_inner(pieces, 1, 2)", "argument-type-mismatch"],
  ["mask_inner(note, 1, 2, '##')", "bad-mask-padding execute"],
  ["mask_replace(pieces, 'x')", "argument-type-mismatch"],
  ["(map<text, int>){toJson(note): pieces}", "ok"],
  ["(address){zip: abs(pieces), street: nope}", "unknown-column"],
  ["similarity_cosine(shape, [1, 2, 3])", "ok"],
  ["similarity_cosine(shape, [1, 2])", "vector-dimension-mismatch"],
  ["similarity_cosine(?, ?)", "cannot-infer-argument-type"],
  ["count(*), count(1), count('x'), count(null), count(stops)", "ok"],
  ["count()", "wrong-argument-count"],
  ["max(stops), min(shape)", "ok"],
  ["sum(note)", "no-matching-signature"],
  ["max(min(pieces))", "nested-aggregate"],
  ["toJson(max(pieces))", "ok"],
  ["total(twice(pieces))", "ok"],
  ["twice(note)", "argument-type-mismatch"],
  // operators and casts (sections 4 and 6)
  ["pieces + 1, barcode * 2.5, - volume", "ok"],
  ["pieces + note", "operation-not-supported"],
  ["pieces + ?", "ambiguous-operation"],
  ["arrived + 1d, day - 1mo, barcode + 1d", "ok"],
  ["1d + arrived", "operation-not-supported"],
  ["CAST(pieces AS text), CAST(note AS varchar)", "ok"],
  ["CAST(note AS int)", "not-castable"],
  ["CAST(1 AS text)", "cannot-infer-type"],
  ["CAST(now() AS uuid)", "not-castable server"],
  ["pieces, CAST(now() AS uuid)", "not-castable"],
  ["CAST(arrived AS int)", "ambiguous-call"],
  ["CAST(arrived AS bigint)", "ok"],
  // without rows only what depends on none is run
  ["pieces / 0", "ok"],
  ["1 / 0", "operation-failed function execute"],
  ["blobAsInt(0x01)", "bad-blob-value execute"],
  ["count(*) / 0", "operation-failed function execute"],
  ["sum(pieces / 0)", "ok"],
  ["twice(1)", "ok"],
])("SELECT %s: %s", (list, expected) => {
  expect(check(list)).toBe(expected);
});

test.each([
  ["'x' + 'y'", "cassandra-4.0", "operation-not-supported"],
  ["toJson(1)", "cassandra-4.1", "cannot-infer-type"],
  ["toJson(pieces)", "cassandra-4.1", "ok"],
  ["count(?)", "cassandra-4.1", "ambiguous-call"],
  ["max('a')", "cassandra-4.0", "ambiguous-call"],
  ["max('a')", "cassandra-4.1", "ok"],
  ["max(sender)", "cassandra-4.0", "ok"],
  ["writetime(tags)", "cassandra-4.1", "writetime-on-multicell"],
  ["maxwritetime(note)", "cassandra-4.1", "unknown-function"],
  ["(set<int>)[1]", "cassandra-4.1", "bad-type-hint"],
  ["dateOf(event)", "cassandra-4.1", "ok"],
  ["floor(arrived, 1h)", "cassandra-4.0", "unknown-function"],
  ["1 / 0", "cassandra-4.0", "ok"],
] as const)("SELECT %s on %s: %s", (list, target, expected) => {
  expect(check(list, target)).toBe(expected);
});

test("the type of a selector", () => {
  const scope = testScope("cassandra-5.0");
  const types = selectorsOf("pieces + 2.5, sum(shelf), toDate(arrived), counts['a'], tags['a'..'b'], sender.zip, writetime(tags), map_keys(counts), [arrived], count(*)").map((expression) => typeSelector(expression, scope));
  expect(types.map((typing) => ("type" in typing ? formatType(typing.type) : "none"))).toEqual(
    ["double", "tinyint", "date", "int", "set<text>", "int", "frozen<list<bigint>>", "frozen<set<text>>", "frozen<list<timestamp>>", "bigint"]);
});

test("names are found before types are", () => {
  const scope = testScope("cassandra-5.0");
  expect(word(resolveSelectors(selectorsOf("1, nope"), scope))).toBe("unknown-column");
  expect(word(resolveSelectors(selectorsOf("1, note"), scope))).toBe("ok");
});

test("what a list reads, and whether it aggregates", () => {
  const scope = testScope("cassandra-5.0");
  expect(selectorsOf("toJson(max(pieces)) , writetime(note), counts['a'], (depot, day)").flatMap(columnsRead)).toEqual(["pieces", "note", "counts", "depot", "day"]);
  expect(selectorsOf("count(*), twice(total(pieces)), twice(pieces), note").map((expression) => isAggregate(expression, scope))).toEqual([true, true, false, false]);
});

test.each([
  ["floor(arrived, 1h)", "arrived", "ok"],
  ["toDate(floor(arrived, 1h))", "arrived", "ok"],
  ["floor(arrived, 2h, arrived)", "arrived", "group-function-not-monotonic"],
  ["arrived + 1d", "arrived", "group-function-not-monotonic"],
  ["max(pieces)", "group-function-is-aggregate", ""],
  ["now()", "group-function-without-column", ""],
  ["token(depot)", "group-function-not-clustering", ""],
  ["intAsBlob(pieces)", "group-function-not-clustering", ""],
  ["CAST(arrived AS text)", "group-by-bad-item", ""],
  ["(timestamp)arrived", "group-by-bad-item", ""],
])("GROUP BY %s", (item, column, execution) => {
  const scope = testScope("cassandra-5.0");
  const [expression] = selectorsOf(item);
  if (expression === undefined) throw new Error(item);
  const found = groupFunction(expression, scope);
  expect("column" in found ? found.column : word(found.finding)).toBe(column);
  if ("column" in found) expect(word(executeGroupFunction(expression, scope))).toBe(execution);
});
