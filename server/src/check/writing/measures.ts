import type { Column, Index } from "../../schema/model";
import { isCollection, isMultiCell } from "../../schema/types";
import { userType } from "../../schema/find";
import type { Assignment, Deletion, Expression } from "../../syntax/ast";
import type { Range } from "../../text/range";
import type { Reading } from "../reading/reading";
import { dialectOf, type PreparedWrite } from "./prepared-write";
import { cellsOf, fieldValues, valueSize, type CellSize } from "./value-size";

/** What a guardrail of writing measures, by the name of its two thresholds. */
export interface Measure {
  readonly name: "items_per_collection" | "column_value_size" | "collection_size" | "sai_string_term_size" | "sai_frozen_term_size" | "sai_vector_term_size";
  readonly value: number;
  readonly column: string;
  readonly range: Range;
}

/** A value that INSERT gives a column, or what UPDATE and DELETE do to one. */
export type Operation = Pick<Extract<Assignment, { readonly kind: "set" }>, "kind" | "value"> | Assignment | Deletion;

/**
 * What the server measures while it builds the cells of one operation, in its order (G-WR-5, G-WR-6, G-WR-7). Sizes that are not known are left out;
 * what is taken out of a collection, and what is put before a list, is measured cell by cell only.
 */
export function measuresOf(operation: Operation, column: Column, reading: Reading): readonly Measure[] {
  const { type } = column;
  const { scope } = reading;
  const cells = (sizes: readonly CellSize[], range: Range) => sizes.flatMap(({ path, value }) => [value, path]).flatMap((size) => valueMeasure(size, column, range));
  switch (operation.kind) {
    case "set": return ofValue(operation.value, column, reading);
    case "append": case "add": {
      if (!isCollection(type)) return [];
      if (operation.operator.startsWith("+")) return ofValue(operation.value, column, reading);
      const { value: taken } = operation;
      if (type.kind === "list" || taken.kind !== "set") return [];
      const key = type.kind === "map" ? type.key : type.element;
      return cells(taken.items.map((item) => ({ path: valueSize(item, key, scope), value: undefined })), taken.range);
    }
    case "prepend": return isCollection(type) ? cells(cellsOf(operation.value, type, scope) ?? [], operation.value.range) : [];
    case "element": {
      if (type.kind !== "map" && type.kind !== "set") return [];
      const value = "value" in operation && type.kind === "map" ? valueSize(operation.value, type.value, scope) : undefined;
      return cells([{ path: valueSize(operation.key, type.kind === "map" ? type.key : type.element, scope), value }], operation.range);
    }
    case "field": {
      const field = type.kind === "user" && "value" in operation ? userType(scope.schema, type)?.fields.find(({ name }) => name === operation.field.value) : undefined;
      return field === undefined || !("value" in operation) ? [] : valueMeasure(valueSize(operation.value, field.type, scope), column, operation.range);
    }
    case "column": return [];
  }
}

function ofValue(value: Expression, column: Column, reading: Reading): readonly Measure[] {
  const { type } = column;
  const { scope } = reading;
  const { range } = value;
  if (value.kind === "null") return [];
  if (type.kind === "user" && isMultiCell(type)) {
    const fields = userType(scope.schema, type)?.fields ?? [];
    const values = value.kind === "map" ? fieldValues(value) : new Map<string, Expression>();
    return fields.flatMap((field) => { const term = values.get(field.name); return term === undefined ? [] : valueMeasure(valueSize(term, field.type, scope), column, term.range); });
  }
  if (!isCollection(type)) return valueMeasure(valueSize(value, type, scope), column, range);
  const cells = cellsOf(value, type, scope);
  if (cells === undefined || (cells.length === 0 && isMultiCell(type))) return [];
  const whole = isMultiCell(type) ? cells : [{ path: 0, value: valueSize(value, type, scope) }];
  const size = cellBytes(whole, reading);
  return [
    { name: "items_per_collection", value: cells.length, column: column.name, range },
    ...whole.flatMap(({ path, value: bytes }) => [bytes, path]).flatMap((bytes) => valueMeasure(bytes, column, range)),
    ...(size === undefined ? [] : [{ name: "collection_size", value: size, column: column.name, range } as const]),
  ];
}

/** The bytes that cells have in memory; undefined where one is not known. */
function cellBytes(cells: readonly CellSize[], reading: Reading): number | undefined {
  const { cellOverhead } = dialectOf(reading);
  let sum = 0;
  for (const { path, value } of cells) {
    if (path === undefined || value === undefined) return undefined;
    sum += cellOverhead + path + value;
  }
  return sum;
}

function valueMeasure(value: number | undefined, column: Column, range: Range): readonly Measure[] {
  return value === undefined || value === 0 ? [] : [{ name: "column_value_size", value, column: column.name, range }];
}

/** What a write does to columns outside the key, in text order. */
export function operationsOf({ statement, reading }: PreparedWrite): readonly (readonly [Operation, Column])[] {
  const all: readonly (readonly [string, Operation])[] = statement.kind === "insert"
    ? statement.columns.flatMap(({ value: name }, i) => (statement.values[i] === undefined ? [] : [[name, { kind: "set", value: statement.values[i] }] as const]))
    : (statement.kind === "update" ? statement.assignments : statement.deletions).map((operation) => [operation.column.value, operation] as const);
  return all.flatMap(([name, operation]) => {
    const column = reading.table.byName.get(name);
    return column === undefined || column.position >= 0 ? [] : [[operation, column] as const];
  });
}

/** What storage-attached indexes measure of a write once it is built: the terms that they would keep (G-WR-13, G-WR-14, G-WR-15). */
export function termMeasures({ statement, reading }: PreparedWrite): readonly Measure[] {
  const indexes = reading.table.indexes.filter(({ kind }) => kind === "sai");
  if (indexes.length === 0 || statement.kind === "delete") return [];
  const written: readonly (readonly [string, Expression])[] = statement.kind === "insert"
    ? statement.columns.flatMap(({ value: name }, i) => (statement.values[i] === undefined ? [] : [[name, statement.values[i]] as const]))
    : statement.assignments.flatMap((assignment) => (assignment.kind === "set" || (assignment.kind === "add" && assignment.operator === "+=") ? [[assignment.column.value, assignment.value] as const] : []));
  return indexes.flatMap((index) => written.flatMap(([name, value]) => {
    const column = name === index.column ? reading.table.byName.get(name) : undefined;
    return column === undefined || column.position >= 0 ? [] : termsOf(index, column, value, reading);
  }));
}

/** The terms of a value; none where an analyser makes them, or they are made of keys and values together. */
function termsOf({ target, options }: Index, column: Column, value: Expression, reading: Reading): readonly Measure[] {
  const { type } = column;
  const analysed = ["case_sensitive", "normalize", "ascii", "index_analyzer"].some((name) => options.has(name));
  const make = (name: Measure["name"], size: number | undefined): readonly Measure[] => (size === undefined ? [] : [{ name, value: size, column: column.name, range: value.range }]);
  if (type.kind === "vector") return make("sai_vector_term_size", valueSize(value, type, reading.scope));
  if (isCollection(type) && isMultiCell(type)) {
    if (analysed || target === "entries") return [];
    const cells = cellsOf(value, type, reading.scope) ?? [];
    return cells.flatMap(({ path, value: bytes }) => make("sai_string_term_size", type.kind === "set" || target === "keys" ? path : bytes));
  }
  if (type.kind !== "native") return isMultiCell(type) ? [] : make("sai_frozen_term_size", valueSize(value, type, reading.scope));
  return analysed ? [] : make("sai_string_term_size", valueSize(value, type, reading.scope));
}
