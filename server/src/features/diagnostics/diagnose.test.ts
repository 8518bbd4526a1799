import { describe, expect, test } from "vitest";
import { project, QUERY, shown } from "../../../../test/support/project";
import type { Settings } from "../settings";

const SCHEMA = "CREATE TABLE shop.orders (customer uuid, month text, id timeuuid, total decimal, PRIMARY KEY ((customer, month), id));\n";

function diagnostics(text: string, settings: Partial<Settings> = {}): readonly string[] {
  return shown(project({ "schema.cql": SCHEMA, "query.cql": text }, settings));
}

describe("what a user sees", () => {
  test.each([
    ["a sound query", "SELECT total FROM shop.orders WHERE customer = ? AND month = ?;", []],
    ["a refusal is an error", "SELECT price FROM shop.orders;", ["error unknown-column |price|"]],
    ["one mistake, one diagnostic", "SELECT total FROM shop.orders WHERE customer = ;", ["error syntax-error | |"]],
    ["a keyspace that no file creates is silence", "SELECT * FROM elsewhere.things;", []],
    ["a table that no file defines, in a keyspace of the project", "SELECT * FROM shop.ordres;", ["warning unknown-table |ordres|"]],
    ["a template is not judged", "SELECT nothing FROM shop.orders WHERE {{ filter }};", []],
    ["two statements, in text order", "SELECT price FROM shop.orders;\nSELECT cost FROM shop.orders;", ["error unknown-column |price|", "error unknown-column |cost|"]],
  ])("%s", (_name, text, wanted) => expect(diagnostics(text)).toEqual(wanted));

  test("the definition of the table is given along", () => {
    const [diagnostic] = project({ "schema.cql": SCHEMA, "query.cql": "SELECT price FROM shop.orders;" }).check(QUERY).diagnostics;
    expect(diagnostic?.related[0]?.origin).toMatchObject({ uri: "file:///project/schema.cql", range: { start: SCHEMA.indexOf("orders") } });
    expect(diagnostic?.why).toMatch(/\.$/);
  });
});

describe("comments and settings", () => {
  const misspelt = "SELECT * FROM shop.ordres;";
  test.each<[string, string, Partial<Settings>, readonly string[]]>([
    ["ignore hides a warning of the statement below", `-- cqlwright: ignore unknown-table\n${misspelt}`, {}, []],
    ["also with a reason and in other comments", `/* cqlwright: ignore unknown-table: comes later */\n${misspelt}\n// cqlwright: ignore unknown-table, unknown-type\n${misspelt}`, {}, ["hint unused-suppression |unknown-type|"]],
    ["ignore holds for one statement", `-- cqlwright: ignore unknown-table\n${misspelt}\n${misspelt}`, {}, ["warning unknown-table |ordres|"]],
    ["ignore-file holds for all", `-- cqlwright: ignore-file unknown-table: made elsewhere\n${misspelt}\n${misspelt}`, {}, []],
    ["ignore-file all takes the file out", "-- cqlwright: ignore-file all\nSELECT price FROM shop.orders;", {}, []],
    ["ignore-file below the first statement", `${misspelt}\n-- cqlwright: ignore-file unknown-table\n${misspelt}`, {}, ["warning unknown-table |ordres|", "warning misplaced-directive |-- cqlwright: ignore-file unknown-table|", "warning unknown-table |ordres|"]],
    ["an error stays", "-- cqlwright: ignore unknown-column\nSELECT price FROM shop.orders;", {}, ["warning error-not-suppressible |unknown-column|", "error unknown-column |price|"]],
    ["an unknown code", `-- cqlwright: ignore unknown-tabel\n${misspelt}`, {}, ["warning unknown-code |unknown-tabel|", "warning unknown-table |ordres|"]],
    ["an unknown word", "-- cqlwright: ignroe unknown-table\nSELECT total FROM shop.orders;", {}, ["warning unknown-directive |-- cqlwright: ignroe unknown-table|"]],
    ["a code that hides nothing", "-- cqlwright: ignore unknown-table\nSELECT total FROM shop.orders;", {}, ["hint unused-suppression |unknown-table|"]],
    ["other comments of ours", "-- cqlwright: copy of shop.orders\n-- cqlwright: rows=50000 per=day\nSELECT total FROM shop.orders;", {}, []],
    ["a target that does not exist", "-- cqlwright: target=cassandra-3.11\nSELECT total FROM shop.orders;", {}, ["warning unknown-directive |-- cqlwright: target=cassandra-3.11|"]],
    ["settings switch a warning off", misspelt, { severity: { "unknown-table": "off" } }, []],
    ["settings grade a warning", misspelt, { severity: { "unknown-table": "hint" } }, ["hint unknown-table |ordres|"]],
    ["settings cannot touch an error", "SELECT price FROM shop.orders;", { severity: { "unknown-column": "off" } }, ["error unknown-column |price|"]],
    ["unknown names stay when advice is off", misspelt, { advice: "off" }, ["warning unknown-table |ordres|"]],
    ["complete: the warning is an error", misspelt, { schema: { exclude: [], complete: true } }, ["error unknown-keyspace |shop|"]],
  ])("%s", (_name, text, settings, wanted) => expect(diagnostics(text, settings)).toEqual(wanted));
});
