import type { AccessPath } from "../access-path";
import type { Column, Table } from "../../schema/model";
import type { Expression, Insert, Name, Relation } from "../../syntax/ast";
import { checkColumnTerm } from "../key-term";
import type { CheckContext } from "../judgement";
import { unknownColumn } from "../names";
import type { Reading } from "../reading/reading";
import type { Restriction, RestrictionSet } from "../reading/restriction";
import { EMPTY_SET } from "../reading/restriction";
import type { Where } from "../reading/where";
import { missingClustering, missingPartitionKey } from "../reading/write-where";
import { firstOf } from "../result";
import { definitionOf, violate } from "../violate";
import type { Finding } from "../violation";
import { isViolation } from "../violation";
import { checkSet } from "./assignments";
import { isJsonRow, readJsonRow } from "./json-row";
import type { PreparedWrite } from "./prepared-write";
import { isStaticCompact, openWrite, tableRange } from "./prepared-write";
import { checkUsing } from "./using";
import { constructionRefusal } from "./validate";

/** A row is written to the one partition that its key names. */
const ONE_PARTITION: AccessPath = { routing: "single-partition", partitions: { min: 1, max: 1 }, filtering: [] };

/** B2: prepares an INSERT, up to its first refusal. */
export function prepareInsert(insert: Insert, context: CheckContext): PreparedWrite | { readonly finding: Finding } {
  const reading = openWrite(insert, context);
  if ("finding" in reading) return reading;
  const { table } = reading;
  const prepared = { statement: insert, reading, access: ONE_PARTITION };
  const using = checkUsing(insert.using, reading);
  if (isViolation(using)) return { ...prepared, finding: using };
  if (table.isCounter) return { ...prepared, finding: violate("insert-into-counter-table", tableRange(insert), { table: table.name }, { related: definitionOf(table) }) };
  const { json } = insert;
  if (json !== undefined) {
    if (isStaticCompact(table)) return { ...prepared, finding: violate("json-into-compact-table", json.range, { table: table.name }, { related: definitionOf(table) }) };
    const { finding, json: row } = prepareJson(json, using, reading);
    return { ...prepared, finding: isViolation(finding) ? finding : constructionRefusal(insert, reading) ?? finding, ...(row === undefined ? {} : { json: row }) };
  }
  const values = listRefusal(insert) ?? valuesRefusal(insert, reading);
  if (isViolation(values)) return { ...prepared, finding: values };
  const finding = keyRefusal(insert, reading) ?? constructionRefusal(insert, reading) ?? using ?? values;
  // Nothing is executed with bind markers, so nobody asks for the key values.
  const where = isViolation(finding) || insert.markers.length > 0 ? undefined : whereOf(insert, reading);
  return { statement: insert, reading, finding, where, access: ONE_PARTITION };
}

function prepareJson(json: Expression, using: Finding, reading: Reading): Pick<PreparedWrite, "finding" | "json"> {
  if (json.kind !== "constant") return { finding: using };
  const row = readJsonRow(json, reading);
  return isJsonRow(row) ? { finding: using, json: row } : { finding: isViolation(row) ? row : using ?? row };
}

/** W-INS-2, W-INS-3: as many values as columns, and no column twice. */
function listRefusal({ columns, values, valuesRange, head }: Insert): Finding {
  if (columns.length !== values.length) {
    const surplus = values[columns.length] ?? columns[values.length];
    return violate("insert-value-count", surplus?.range ?? valuesRange ?? head, { columns: columns.length, values: values.length, surplus: values.length > columns.length ? "value" : columns[values.length]?.value ?? "" });
  }
  const names = new Set(columns.map(({ value }) => value));
  if (names.size === columns.length) return undefined;
  const twice = columns.find(({ value }, i) => firstIndex(columns, value) < i)!;
  return violate("insert-column-twice", twice.range, { column: twice.value });
}

function firstIndex(columns: readonly Name[], name: string): number {
  return columns.findIndex(({ value }) => value === name);
}

/** W-INS-4 and B1: columns in text order; those outside the key are checked at once, the key with WHERE. */
function valuesRefusal({ columns, values }: Insert, reading: Reading): Finding {
  const { byName } = reading.table;
  const ofRow = firstOf(columns, (name, i) => {
    const column = byName.get(name.value);
    if (column === undefined) return unknownColumn(name, reading.table);
    const value = values[i];
    return value === undefined || column.position >= 0 ? undefined : checkSet(value, column, reading);
  });
  if (isViolation(ofRow)) return ofRow;
  const ofKey = firstOf(columns, (name, i) => {
    const column = byName.get(name.value);
    const value = values[i];
    if (value === undefined || column === undefined || column.position < 0) return undefined;
    return column.type.kind === "unknown" ? { unjudged: `the type of ${column.name} is not known` } : checkColumnTerm(value, column, reading.scope);
  });
  return isViolation(ofKey) ? ofKey : ofRow ?? ofKey;
}

/** W-INS-5, W-INS-6: the whole key, but for clustering columns where only static columns are written and none of them is named. */
function keyRefusal(insert: Insert, reading: Reading): Finding {
  const { table } = reading;
  if (namesWholeKey(insert, table)) return undefined;
  const columns = insert.columns.flatMap((name) => table.byName.get(name.value) ?? []);
  const missing = missingPartitionKey(table, columns, tableRange(insert));
  if (missing === undefined && isStaticCompact(table) && columns.every(({ role }) => role === "partition")) {
    return violate("compact-value-missing", tableRange(insert), { column: table.columns.find(({ role }) => role !== "partition")?.name ?? "", table: table.name }, { related: definitionOf(table) });
  }
  if (missing !== undefined || table.clustering.length === 0) return missing;
  return writesOnlyStatics(columns) ? undefined : missingClustering(table, columns, tableRange(insert));
}

/** Whether every column of the key is named, and one outside it where a compact table wants one: the ordinary INSERT. No column is named twice. */
function namesWholeKey({ columns }: Insert, table: Table): boolean {
  let keys = 0;
  for (const { value } of columns) if ((table.byName.get(value)?.position ?? -1) >= 0) keys++;
  return keys === table.partitionKey.length + table.clustering.length && !table.compact;
}

function writesOnlyStatics(columns: readonly Column[]): boolean {
  return columns.some(({ role }) => role === "static") && columns.every(({ role }) => role === "static" || role === "partition");
}

/** The key values of VALUES as equalities: what follows treats all writes alike. */
function whereOf(insert: Insert, reading: Reading): Where {
  const { table } = reading;
  return { partition: equalities(table.partitionKey, insert), clustering: equalities(table.clustering, insert), other: EMPTY_SET, custom: [] };
}

function equalities(columns: readonly Column[], insert: Insert): RestrictionSet {
  const restrictions: Restriction[] = [];
  for (const column of columns) {
    const i = firstIndex(insert.columns, column.name);
    const name = insert.columns[i];
    const term = insert.values[i];
    if (name === undefined || term === undefined) continue;
    const relation: Relation = { left: { kind: "column", column: name, range: name.range }, operator: "=", operatorRange: name.range, value: { kind: "term", term }, range: term.range };
    restrictions.push({ shape: "equal", columns: [column], tuple: false, relations: [relation], lower: false, upper: false });
  }
  return restrictions.length === 0 ? EMPTY_SET : { restrictions };
}
