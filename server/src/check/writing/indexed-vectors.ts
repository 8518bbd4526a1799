import { STORAGE_ATTACHED } from "../../dialect/index-classes";
import type { Column, Index } from "../../schema/model";
import type { CqlType } from "../../schema/type";
import { isMultiCell } from "../../schema/types";
import type { Assignment, Expression } from "../../syntax/ast";
import type { Range } from "../../text/range";
import type { Reading } from "../reading/reading";
import { isEmptyIn, valueTerms } from "../reading/restriction";
import { firstOf } from "../result";
import { evaluate } from "../terms/evaluate";
import { isNullTerm } from "../terms/execute";
import { floatOf } from "../terms/literals/bytes";
import type { Json } from "../terms/literals/json";
import { definitionOf, violate } from "../violate";
import type { Finding } from "../violation";
import type { PreparedWrite } from "./prepared-write";
import { tableRange } from "./prepared-write";

interface VectorIndex {
  readonly index: Index;
  readonly column: Column;
}

/** What a vector index breaks when the write is applied, which is after all else was found good: it must take what is written, or the whole write fails. */
export function applyToVectorIndexes(prepared: PreparedWrite): Finding {
  const { statement, reading, where } = prepared;
  if (statement.kind === "delete" || reading.table.indexes.length === 0) return undefined;
  const indexes = vectorIndexes(reading);
  if (indexes.length === 0 || [...(where?.partition.restrictions ?? []), ...(where?.clustering.restrictions ?? [])].some(isEmptyIn)) return undefined;
  return firstOf(indexes, (one) => (one.column.order === "desc" ? descendingRefusal(one, prepared) : valueRefusal(one, prepared)));
}

function vectorIndexes({ table }: Reading): readonly VectorIndex[] {
  return table.indexes.flatMap((index) => {
    const column = index.kind === "sai" ? table.byName.get(index.column) : undefined;
    return column?.type.kind === "vector" ? [{ index, column }] : [];
  });
}

/** The index of a vector in descending order cannot even be begun: no row or static row can be written, only deletions can. */
function descendingRefusal({ index, column }: VectorIndex, prepared: PreparedWrite): Finding {
  const live = writesLiveData(prepared);
  if (live === false) return undefined;
  if (live === undefined) return { unjudged: "whether anything but nulls is written is not known" };
  const { reading } = prepared;
  return violate("descending-vector-index", tableRange(prepared.statement), { column: column.name, index: index.name, table: reading.table.name }, { phase: "execute", errorClass: "server", related: definitionOf(reading.table, column) });
}

/** Whether the write leaves anything but tombstones: INSERT of a row always does. */
function writesLiveData({ statement, reading, json }: PreparedWrite): boolean | undefined {
  if (json !== undefined || statement.kind === "delete") return statement.kind !== "delete";
  const { table } = reading;
  if (statement.kind === "insert" && statement.columns.some((name) => table.byName.get(name.value)?.role === "clustering")) return true;
  const written = statement.kind === "insert"
    ? statement.columns.map((name, i) => valueIsLive(statement.values[i], table.byName.get(name.value), reading))
    : statement.assignments.map((assignment) => assignmentIsLive(assignment, table.byName.get(assignment.column.value), reading));
  return written.includes(true) ? true : written.includes(undefined) ? undefined : false;
}

function valueIsLive(value: Expression | undefined, column: Column | undefined, reading: Reading): boolean | undefined {
  if (value === undefined || column === undefined) return undefined;
  if (column.role !== "regular" && column.role !== "static") return false;
  if (isNullTerm(value, column.type, reading.scope)) return false;
  if (!isMultiCell(column.type)) return true;
  if (value.kind === "list" || value.kind === "set") return value.items.length > 0;
  if (value.kind !== "map") return undefined;
  return value.entries.some(({ value: part }) => part.kind === "constant") ? true : value.entries.length === 0 ? false : undefined;
}

function assignmentIsLive(assignment: Assignment, column: Column | undefined, reading: Reading): boolean | undefined {
  switch (assignment.kind) {
    case "set": case "prepend": return valueIsLive(assignment.value, column, reading);
    case "append": case "add": return assignment.operator.startsWith("-") ? false : valueIsLive(assignment.value, column, reading);
    case "element": case "field": return assignment.value.kind === "null" ? false : assignment.value.kind === "constant" ? true : undefined;
  }
}

/** All components must be finite, and for cosine not all of them zero. */
function valueRefusal(one: VectorIndex, prepared: PreparedWrite): Finding {
  const { column } = one;
  if (prepared.json !== undefined) return jsonRefusal(one, prepared.json.values.get(column.name), prepared.json.text.range, prepared.reading);
  return firstOf(termsFor(column, prepared), (term) => {
    const { reading } = prepared;
    if (isNullTerm(term, column.type, reading.scope)) return undefined;
    const numbers = componentsOf(term, column.type, reading);
    return numbers === undefined ? { unjudged: `whether the index on ${column.name} can hold the vector is not known` } : refusalOf(one, numbers, term.range, reading);
  });
}

function jsonRefusal(one: VectorIndex, value: Json | undefined, range: Range, reading: Reading): Finding {
  if (value?.kind !== "array") return undefined;
  return refusalOf(one, value.items.map((item) => (item.kind === "number" ? Math.fround(Number(item.text)) : 1)), range, reading);
}

function refusalOf({ index, column }: VectorIndex, numbers: readonly number[], range: Range, { table }: Reading): Finding {
  const similarity = (index.options.get("similarity_function") ?? STORAGE_ATTACHED.defaultSimilarity).toUpperCase();
  const reason = !numbers.every(Number.isFinite) ? "infinite" : similarity === "COSINE" && numbers.every((number) => number === 0) ? "zero" : undefined;
  if (reason === undefined) return undefined;
  return violate("vector-not-indexable", range, { column: column.name, index: index.name, reason }, { phase: "execute", errorClass: "server", related: definitionOf(table, column) });
}

/** The values that the write gives the column. */
function termsFor(column: Column, { statement, where }: PreparedWrite): readonly Expression[] {
  if (column.role === "partition" || column.role === "clustering") {
    const restriction = where?.[column.role].restrictions.find(({ columns, tuple }) => !tuple && columns[0] === column);
    return restriction?.relations.flatMap(valueTerms) ?? [];
  }
  if (statement.kind === "insert") return statement.columns.flatMap((name, i) => (name.value === column.name && statement.values[i] !== undefined ? [statement.values[i]] : []));
  return statement.kind === "update" ? statement.assignments.flatMap((assignment) => (assignment.column.value === column.name ? [assignment.value] : [])) : [];
}

function componentsOf(term: Expression, type: CqlType, reading: Reading): readonly number[] | undefined {
  if (term.kind === "hint") return componentsOf(term.operand, type, reading);
  if (term.kind !== "list" || type.kind !== "vector") return undefined;
  const values = term.items.map((item) => evaluate(item, type.element, reading.scope));
  return values.every((value) => value.kind === "bytes") ? values.map(({ bytes }) => floatOf(bytes)) : undefined;
}
