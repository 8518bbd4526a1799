/** Golden rows: query → plans or refusal, in `shapes.golden`. `UPDATE_GOLDEN=1 npx vitest run test/unit/design` writes the file anew: read what changed. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { check } from "../../../server/src/check/check";
import type { CheckContext } from "../../../server/src/check/judgement";
import { designStatement } from "../../../server/src/design/design";
import type { Design } from "../../../server/src/design/plan";
import type { Target } from "../../../server/src/dialect/target";
import { emptySchema } from "../../../server/src/schema/empty";
import { fold } from "../../../server/src/schema/fold";
import type { Schema } from "../../../server/src/schema/model";
import { parseStatement } from "../../../server/src/syntax/parse";
import { split } from "../../../server/src/syntax/split";
import { shown } from "./shown";

const folder = import.meta.dirname;
const read = (name: string): string => readFileSync(path.join(folder, name), "utf8");

function schemaOf(text: string, target: Target): Schema {
  return split(text).reduce((schema, slice) => fold(schema, parseStatement(slice.text).statement, { uri: "tables.cql", start: slice.start }), emptySchema(target, { complete: false }));
}

function design(query: string, tables = read("tables.cql"), target: Target = "cassandra-5.0", server: CheckContext["server"] = {}): Design {
  const context: CheckContext = { schema: schemaOf(tables, target), target, server };
  const parsed = parseStatement(query);
  return designStatement({ start: 0, text: query, parsed, context, judgement: check(parsed, context) });
}

test("shapes.golden holds the design of every query", () => {
  const blocks = split(read("shapes.cql")).filter((slice) => parseStatement(slice.text).statement.kind !== "empty").map((slice) => {
    const title = [...slice.text.matchAll(/^-- (.*)$/gm)].at(-1)?.[1] ?? "";
    const query = slice.text.replace(/^--.*$/gm, "").trim();
    return `## ${title}\n${query}\n${shown(design(slice.text))}\n`;
  });
  const text = blocks.join("\n");
  if (process.env["UPDATE_GOLDEN"] !== undefined) writeFileSync(path.join(folder, "shapes.golden"), text);
  expect(text).toBe(read("shapes.golden"));
});

const kinds = (query: string, ...rest: [string?, Target?, CheckContext["server"]?]): string => {
  const { refusal, plans } = design(query, ...rest);
  return refusal?.code ?? plans.map((plan) => plan.kind).join(" ");
};

test("the target decides about indexes and views", () => {
  const query = "SELECT id FROM shop.orders WHERE created_at = 1";
  expect(kinds(query)).toBe("index query-table");
  expect(kinds(query, undefined, "cassandra-4.1")).toBe("index query-table");
  expect(kinds(query, undefined, "cassandra-5.0", { materialized_views_enabled: true })).toBe("index view query-table");
});

test("names: quoted, cut to 48 characters, numbered where taken", () => {
  const long = "a_table_whose_name_is_long_and_goes_on_and_on_and_on";
  const table = (query: string, tables: string): string | undefined => design(query, tables).plans.find((plan) => plan.kind === "query-table")?.table;
  expect(table(`SELECT id FROM ${long} WHERE status = 'x'`, `CREATE TABLE ${long} (id int PRIMARY KEY, status text);`)).toBe("a_table_whose_name_is_long_and_goes_on_by_status");
  expect(table(`SELECT id FROM "Orders" WHERE "Weird Name" = 'x'`, `CREATE TABLE "Orders" (id int PRIMARY KEY, "Weird Name" text);`)).toBe('"Orders_by_Weird_Name"');
  expect(table("SELECT id FROM o WHERE s = 'x'", "CREATE TABLE o (id int PRIMARY KEY, s text, v int); CREATE TABLE o_by_s (s text, x int PRIMARY KEY);")).toBe("o_by_s_2");
});
