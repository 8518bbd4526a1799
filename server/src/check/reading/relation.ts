import type { Column, Schema, UserType } from "../../schema/model";
import { formatType, isMultiCell, userType } from "../../schema/types";
import type { CqlType } from "../../schema/type";
import type { Expression, Name, Relation } from "../../syntax/ast";
import type { Range } from "../../text/range";
import { checkColumnTerm } from "../key-term";
import { unknownColumn } from "../names";
import { firstFinding, firstOf } from "../result";
import { checkTerm } from "../terms/term";
import { definitionOf, violate } from "../violate";
import type { Finding, Unjudged, Violation } from "../violation";
import type { Reading } from "./reading";
import type { Restriction, TokenRestriction } from "./restriction";

/** What one relation comes to: a restriction on columns or on the token, with what stood in the way of judging its value. */
export type RelationResult =
  | { readonly kind: "columns"; readonly restriction: Restriction; readonly unjudged?: Unjudged }
  | { readonly kind: "token"; readonly restriction: TokenRestriction; readonly unjudged?: Unjudged }
  | { readonly kind: "expr" }
  | { readonly kind: "refused"; readonly violation: Violation }
  | { readonly kind: "unjudged"; readonly unjudged: Unjudged };

/**
 * Reads one relation of a WHERE clause (reading.md section 4, 7 and 9), in the order of section 1, step 5: the operator on its own, the
 * column's name, the operator on that column, then the values.
 */
export function readRelation(relation: Relation, reading: Reading): RelationResult {
  const { left, operator } = relation;
  // R-REL-5 and R-REL-11 come before the column is looked up.
  if (operator === "!=") return refused(violate("not-equal-unsupported", relation.operatorRange, { column: nameOfSubject(relation) }));
  if (operator === "is not null") return refused(violate("is-not-null-outside-view", relation.operatorRange, { column: nameOfSubject(relation) }));
  if (operator === "between" || operator === "not in" || operator === "not contains" || operator === "not contains key") return { kind: "unjudged", unjudged: { unjudged: `${operator.toUpperCase()} is not judged yet` } };
  switch (left.kind) {
    case "column": return readColumn(relation, left.column, undefined, reading);
    case "entry": return readColumn(relation, left.column, left.key, reading);
    case "tuple": return readTuple(relation, left.columns, reading);
    case "token": return readToken(relation, left.columns, reading);
    case "expr": return { kind: "expr" };
    case "call": return { kind: "unjudged", unjudged: { unjudged: "function calls on the left side of a relation are not judged" } };
  }
}

function refused(violation: Violation): RelationResult {
  return { kind: "refused", violation };
}

/** A column's name as messages show it: `(a, b)` for a tuple, `token(a, b)` for a token. */
export function nameOfSubject(relation: Relation): string {
  const { left } = relation;
  switch (left.kind) {
    case "column":
    case "entry": return left.column.value;
    case "tuple": return `(${left.columns.map((name) => name.value).join(", ")})`;
    case "token": return `token(${left.columns.map((name) => name.value).join(", ")})`;
    case "expr": return `expr(${left.index.value}, …)`;
    case "call": return "a function call";
  }
}

// ---- relations on one column ----------------------------------------------------------------------------------------

function readColumn(relation: Relation, name: Name, key: Expression | undefined, reading: Reading): RelationResult {
  const column = reading.table.byName.get(name.value);
  if (column === undefined) return refused(unknownColumn(name, reading.table));
  const misfit = operatorMisfit(relation, column, key, reading);
  if (misfit !== undefined) return refused(misfit);
  const values = checkValues(relation, column, key, reading);
  if (values !== undefined && "code" in values) return refused(values);
  const restriction = restrictionOf(relation, column, key);
  return values === undefined ? { kind: "columns", restriction } : { kind: "columns", restriction, unjudged: values };
}

/** The refusals of the table of section 4 for one column, in the order in which the server's relation looks for them. */
function operatorMisfit(relation: Relation, column: Column, key: Expression | undefined, reading: Reading): Violation | undefined {
  const { operator } = relation;
  const { type } = column;
  if (type.kind === "unknown" || type.kind === "custom") return undefined;
  if (operator === "=" && type.kind === "native" && key === undefined) return undefined; // most relations
  const refuse = (code: string, range = relation.operatorRange): Violation => misfitOf(code, range, relation, column, reading);
  // R-REL-15: the server does not see the collection under a descending clustering order.
  const hidden = column.role === "clustering" && column.order === "desc";
  const isCollection = (type.kind === "list" || type.kind === "set" || type.kind === "map") && !hidden;
  if (operator === "<" || operator === "<=" || operator === ">" || operator === ">=") {
    if (refersToDuration(type, reading.context.schema)) return refuse("slice-on-duration");
  }
  if (operator === "contains key" && !(type.kind === "map" && !hidden)) return refuse("contains-key-needs-map");
  if (operator === "contains" && !isCollection) return refuse("contains-needs-collection");
  if (operator === "in" && !reading.dialect.inOnNonKey && isOutsideKey(column) && valueCount(relation) !== 1) return refuse("in-on-non-key");
  if (key !== undefined) {
    const subject = relation.left.range;
    if (type.kind === "list" && !hidden) return refuse("list-entry-relation", subject);
    if (type.kind !== "map" || hidden) return refuse("not-a-map", subject);
    if (!isMultiCell(type)) return refuse("map-entry-on-frozen-map", subject);
    return operator === "=" ? undefined : refuse("map-entry-operator");
  }
  if (!isMultiCell(type)) return undefined;
  if (type.kind === "user") return refuse("relation-on-multicell-type");
  return operator === "contains" || operator === "contains key" ? undefined : refuse("relation-on-multicell-collection");
}

function misfitOf(code: string, range: Range, { operator }: Relation, column: Column, { table }: Reading): Violation {
  return violate(code, range, { column: column.name, table: table.name, operator: operator.toUpperCase(), type: formatType(column.type) }, { related: definitionOf(table, column) });
}

/** Whether the server finds a duration in a type: it looks for none in sets and the keys of maps, which cannot hold a bare one but can hold a tuple of one. `within`: the user types around it, which could be circular over several files. */
function refersToDuration(type: CqlType, schema: Schema, within: readonly UserType[] = []): boolean {
  switch (type.kind) {
    case "native": return type.name === "duration";
    case "list":
    case "vector": return refersToDuration(type.element, schema, within);
    case "map": return refersToDuration(type.value, schema, within);
    case "tuple": return type.items.some((item) => refersToDuration(item, schema, within));
    case "user": {
      const definition = userType(schema, type);
      return definition !== undefined && !within.includes(definition) && definition.fields.some((field) => refersToDuration(field.type, schema, [...within, definition]));
    }
    default: return false;
  }
}

function isOutsideKey(column: Column): boolean {
  return column.role === "static" || column.role === "regular";
}

/** How many values an IN lists; undefined for a marker. */
function valueCount(relation: Relation): number | undefined {
  return relation.value.kind === "list" ? relation.value.items.length : undefined;
}

/** R-REL-12: each value against what the column expects there. */
function checkValues(relation: Relation, column: Column, key: Expression | undefined, reading: Reading): Finding {
  const { scope } = reading;
  const { value, operator } = relation;
  const { type } = column;
  if (type.kind === "unknown") return { unjudged: `the type of ${column.name} is not known` };
  if (key !== undefined && type.kind === "map") {
    return firstFinding([() => checkTerm(key, type.key, scope), () => (value.kind === "term" ? checkTerm(value.term, type.value, scope) : undefined)]);
  }
  if (operator === "contains" || operator === "contains key") return value.kind === "term" ? checkTerm(value.term, receiverOf(operator, type), scope) : undefined;
  if (value.kind === "term") return operator === "in" && value.term.kind === "marker" ? undefined : checkColumnTerm(value.term, column, scope);
  return value.kind === "list" ? firstOf(value.items, (item) => checkColumnTerm(item, column, scope)) : undefined;
}

/** The type that the value of a relation must have: the element for CONTAINS, the key for CONTAINS KEY, else the column's own. */
export function receiverOf(operator: Relation["operator"], type: CqlType): CqlType {
  if (operator === "contains key" && type.kind === "map") return type.key;
  if (operator !== "contains") return type;
  if (type.kind === "map") return type.value;
  return type.kind === "list" || type.kind === "set" ? type.element : type;
}

function restrictionOf(relation: Relation, column: Column, key: Expression | undefined): Restriction {
  const columns = [column];
  if (key !== undefined) return containsRestriction(relation, columns, { values: 0, keys: 0, entries: 1 });
  switch (relation.operator) {
    case "contains": return containsRestriction(relation, columns, { values: 1, keys: 0, entries: 0 });
    case "contains key": return containsRestriction(relation, columns, { values: 0, keys: 1, entries: 0 });
    case "like": return { shape: "like", columns, tuple: false, relations: [relation], lower: false, upper: false };
    default: return comparison(relation, columns, false);
  }
}

function containsRestriction(relation: Relation, columns: readonly Column[], contains: NonNullable<Restriction["contains"]>): Restriction {
  return { shape: "contains", columns, tuple: false, relations: [relation], lower: false, upper: false, contains };
}

/** What `=`, IN and the inequalities make of a column or of a tuple. */
function comparison(relation: Relation, columns: readonly Column[], tuple: boolean): Restriction {
  const { operator } = relation;
  const lower = operator === ">" || operator === ">=";
  const upper = operator === "<" || operator === "<=";
  const relations = [relation];
  if (operator !== "in") return { shape: lower || upper ? "range" : "equal", columns, tuple, relations, lower, upper };
  const size = valueCount(relation);
  if (size === undefined) return { shape: "in", columns, tuple, relations, lower, upper };
  return { shape: size === 1 ? "equal" : "in", columns, tuple, relations, lower, upper, size };
}

// ---- relations on a tuple of clustering columns ---------------------------------------------------------------------

/** R-MC-1…5: the names first, each in turn, then the number of members and their values. */
function readTuple(relation: Relation, names: readonly Name[], reading: Reading): RelationResult {
  const columns: Column[] = [];
  for (const name of names) {
    const column = reading.table.byName.get(name.value);
    if (column === undefined) return refused(unknownColumn(name, reading.table));
    const data = { column: name.value, table: reading.table.name, columns: reading.table.clustering.map((known) => known.name) };
    const related = definitionOf(reading.table, column);
    if (column.role !== "clustering") return refused(violate("tuple-non-clustering", name.range, data, { related }));
    if (columns.includes(column)) return refused(violate("tuple-duplicate", name.range, data, { related }));
    const previous = columns[columns.length - 1];
    if (previous !== undefined && column.position !== previous.position + 1) return refused(violate("tuple-order", relation.left.range, { ...data, expected: reading.table.clustering[previous.position + 1]?.name ?? "" }, { related }));
    columns.push(column);
  }
  const finding = checkTupleValues(relation, columns, reading);
  if (finding !== undefined && "code" in finding) return refused(finding);
  const restriction = comparison(relation, columns, true);
  return finding === undefined ? { kind: "columns", restriction } : { kind: "columns", restriction, unjudged: finding };
}

function checkTupleValues(relation: Relation, columns: readonly Column[], reading: Reading): Finding {
  const { value } = relation;
  if (value.kind === "term") return checkTupleValue(value.term, columns, reading);
  return value.kind === "list" ? firstOf(value.items, (item) => checkTupleValue(item, columns, reading)) : undefined;
}

function checkTupleValue(term: Expression, columns: readonly Column[], reading: Reading): Finding {
  if (term.kind === "marker") return undefined;
  if (term.kind !== "tuple") return { unjudged: "the value of a tuple relation is neither a tuple nor a marker" };
  if (term.items.length !== columns.length) return violate("tuple-arity", term.range, { expected: columns.length, found: term.items.length, columns: columns.map((column) => column.name) });
  return firstOf(term.items, (item, i) => checkColumnTerm(item, columns[i]!, reading.scope));
}

// ---- relations on the token -----------------------------------------------------------------------------------------

/** R-TOK-1 and R-TOK-2: all partition key columns, each once, nothing else, in key order. */
function readToken(relation: Relation, names: readonly Name[], reading: Reading): RelationResult {
  const { table } = reading;
  const columns: Column[] = [];
  for (const name of names) {
    const column = table.byName.get(name.value);
    if (column === undefined) return refused(unknownColumn(name, table));
    columns.push(column);
  }
  const wrong = tokenMisfit(columns, table.partitionKey);
  if (wrong !== undefined) {
    const missing = table.partitionKey.filter((column) => !columns.includes(column)).map((column) => column.name);
    const data = { table: table.name, columns: table.partitionKey.map((column) => column.name), missing };
    return refused(violate(wrong, relation.left.range, data, { related: definitionOf(table) }));
  }
  const { shape, lower, upper } = comparison(relation, columns, true);
  if ((shape !== "equal" && shape !== "range") || relation.value.kind !== "term") return { kind: "unjudged", unjudged: { unjudged: "this operator on a token is not judged" } };
  const restriction: TokenRestriction = { shape, lower, upper, relations: [relation] };
  const finding = checkTokenValue(relation.value.term, reading);
  if (finding !== undefined && "code" in finding) return refused(finding);
  return finding === undefined ? { kind: "token", restriction } : { kind: "token", restriction, unjudged: finding };
}

function tokenMisfit(columns: readonly Column[], key: readonly Column[]): string | undefined {
  if (!key.every((column) => columns.includes(column))) return "token-needs-all";
  if (new Set(columns).size < columns.length) return "token-duplicate";
  if (!columns.every((column) => key.includes(column))) return "token-non-key";
  return columns.every((column, i) => column === key[i]) ? undefined : "token-order";
}

function checkTokenValue(term: Expression, reading: Reading): Finding {
  const { table } = reading;
  // Virtual tables are not partitioned by hash: there the token is the key itself.
  if (table.virtual) return table.partitionKey.length === 1 ? checkTerm(term, table.partitionKey[0]!.type, reading.scope) : { unjudged: "tokens of virtual tables are not judged" };
  return checkTerm(term, TOKEN_TYPE, reading.scope);
}

/** What the default partitioner's token is. */
export const TOKEN_TYPE: CqlType = { kind: "native", name: "bigint" };
