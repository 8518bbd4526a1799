import type { Column } from "../../schema/model";
import { formatType, isMultiCell, mentions } from "../../schema/types";
import type { CqlType } from "../../schema/type";
import type { Name, Relation } from "../../syntax/ast";
import { unknownColumn } from "../names";
import { firstFinding, firstOf } from "../result";
import { checkTerm } from "../terms/term";
import { definitionOf, violate } from "../violate";
import type { Finding, Violation } from "../violation";
import { isViolation } from "../violation";
import { mergeToken, isRefusal } from "./merge";
import type { Reading } from "./reading";
import { nameOfSubject, readRelation, receiverOf } from "./relation";
import type { Restriction, RestrictionSet, TokenRestriction } from "./restriction";
import { valueTerms } from "./restriction";
import type { Where } from "./where";

/** What ScyllaDB makes of a WHERE clause; `where` is set unless a relation is refused or cannot be read. */
export interface ScyllaWhereResult {
  readonly finding: Finding;
  readonly where?: Where;
}

/** Reads the relations one by one, then what may not stand together (reading.md sections 19.1 and 19.2). */
export function readScyllaWhere(relations: readonly Relation[], reading: Reading): ScyllaWhereResult {
  const single = new Map<Column, Relation[]>();
  const tuples: Restriction[] = [];
  let token: TokenRestriction | undefined;
  let unjudged: Finding;
  for (const relation of relations) {
    const { left, operator } = relation;
    if (left.kind === "column" || left.kind === "entry") {
      const finding = checkSingle(relation, left.column, reading);
      if (isViolation(finding)) return { finding };
      const column = reading.table.byName.get(left.column.value);
      if (column === undefined) return { finding };
      unjudged ??= finding;
      single.set(column, [...(single.get(column) ?? []), relation]);
      continue;
    }
    if (operator === "not in" || operator === "like") return { finding: violate("operator-on-tuple", relation.operatorRange, { operator: operator.toUpperCase(), column: nameOfSubject(relation) }) };
    const result = readRelation(relation, reading);
    if (result.kind === "refused") return { finding: result.violation };
    if (result.kind === "unjudged") return { finding: result.unjudged };
    if (result.kind === "expr") return { finding: { unjudged: "expr() is no part of ScyllaDB's grammar" } };
    unjudged ??= result.unjudged;
    if (result.kind === "columns") {
      tuples.push(result.restriction);
      continue;
    }
    const merged = mergeToken(token, result.restriction);
    if (isRefusal(merged)) return { finding: merged };
    token = merged;
  }
  const refusal = togetherRefusal(single, tuples, token, reading);
  if (refusal !== undefined) return { finding: refusal };
  return { finding: unjudged, where: whereOf(single, tuples, token) };
}

// ---- one relation ---------------------------------------------------------------------------------------------------

function checkSingle(relation: Relation, name: Name, reading: Reading): Finding {
  const { operator, operatorRange } = relation;
  if (operator === "!=") return violate("not-equal-unsupported", operatorRange, { column: name.value });
  if (operator === "is not null") return violate("is-not-null-outside-view", operatorRange, { column: name.value });
  const column = reading.table.byName.get(name.value);
  if (column === undefined) return unknownColumn(name, reading.table);
  if (column.type.kind === "unknown" || column.type.kind === "custom") return { unjudged: `the type of ${column.name} is not known` };
  return misfit(relation, column, reading) ?? checkValues(relation, column, reading);
}

/** R-SCY-8, R-SCY-10 and R-SCY-12; whether a user type that is not frozen may be compared is open (R-SCY-9). */
function misfit(relation: Relation, column: Column, reading: Reading): Finding {
  const { operator, operatorRange, left } = relation;
  const { type } = column;
  const data = { column: column.name, table: reading.table.name, operator: operator.toUpperCase(), type: formatType(type) };
  const refuse = (code: string, range = operatorRange) => violate(code, range, data, { related: definitionOf(reading.table, column) });
  const isCollection = type.kind === "list" || type.kind === "set" || type.kind === "map";
  if (operator === "contains key" && type.kind !== "map") return refuse("contains-key-needs-map");
  if (operator === "contains" && !isCollection) return refuse("contains-needs-collection");
  if (operator === "like" && !isText(type)) return refuse("like-needs-string");
  if ((operator === "<" || operator === "<=" || operator === ">" || operator === ">=") && mentionsDuration(type, reading)) return refuse("slice-on-duration");
  if (left.kind === "entry") {
    if (type.kind !== "map" && type.kind !== "list") return refuse("not-a-map", left.range);
    if (!isMultiCell(type)) return refuse("map-entry-on-frozen-map", left.range);
    return operator === "=" ? undefined : refuse("map-entry-operator");
  }
  if (!isMultiCell(type)) return undefined;
  if (type.kind === "user") return { unjudged: "whether ScyllaDB compares a user type that is not frozen is not known" };
  return operator === "contains" || operator === "contains key" ? undefined : refuse("relation-on-multicell-collection");
}

function isText(type: CqlType): boolean {
  return type.kind === "native" && (type.name === "text" || type.name === "ascii");
}

function mentionsDuration(type: CqlType, reading: Reading): boolean {
  return mentions(type, (part) => part.kind === "native" && part.name === "duration", reading.context.schema);
}

function checkValues(relation: Relation, column: Column, reading: Reading): Finding {
  const { left, value, operator } = relation;
  const { type } = column;
  const { scope } = reading;
  if (left.kind === "entry" && (type.kind === "map" || type.kind === "list")) {
    const key: CqlType = type.kind === "map" ? type.key : { kind: "native", name: "int" };
    const held = type.kind === "map" ? type.value : type.element;
    return firstFinding([() => checkTerm(left.key, key, scope), ...valueTerms(relation).map((term) => () => checkTerm(term, held, scope))]);
  }
  if ((operator === "in" || operator === "not in") && value.kind === "term") return undefined;
  const receiver = receiverOf(operator, type);
  return firstOf(valueTerms(relation), (term) => checkTerm(term, receiver, scope));
}

// ---- relations together ---------------------------------------------------------------------------------------------

/** R-SCY-2, R-SCY-3, R-SCY-4 and R-SCY-15. */
function togetherRefusal(single: ReadonlyMap<Column, readonly Relation[]>, tuples: readonly Restriction[], token: TokenRestriction | undefined, reading: Reading): Violation | undefined {
  const { table } = reading;
  const columns = table.clustering.map((column) => column.name);
  for (const tuple of tuples) {
    if (tuple.columns[0]!.position !== 0) return violate("tuple-order", tuple.relations[0]!.left.range, { table: table.name, columns, column: tuple.columns[0]!.name, expected: columns[0] ?? "" });
  }
  const keyed = [...single.keys()].find(({ role }) => role === "partition");
  if (token !== undefined && keyed !== undefined) return violate("token-with-key", token.relations[0]!.range, { table: table.name, column: keyed.name });
  const clustered = [...single.keys()].find(({ role }) => role === "clustering");
  const [first, second] = tuples;
  if (first !== undefined && clustered !== undefined) return violate("mixed-tuple-single", first.relations[0]!.range, { table: table.name, column: clustered.name });
  if (first === undefined || second === undefined) return undefined;
  const range = second.relations[0]!.range;
  const data = { column: first.columns[0]!.name, first: nameOfSubject(first.relations[0]!), second: nameOfSubject(second.relations[0]!) };
  if (first.shape !== "range" || second.shape !== "range") return violate("slice-with-equality", range, data);
  if (first.lower && second.lower) return violate("duplicate-start-bound", range, data);
  return first.upper && second.upper ? violate("duplicate-end-bound", range, data) : undefined;
}

function whereOf(single: ReadonlyMap<Column, readonly Relation[]>, tuples: readonly Restriction[], token: TokenRestriction | undefined): Where {
  const restrictions = [...single].map(([column, relations]) => intersection(column, relations));
  const of = (...roles: readonly Column["role"][]): RestrictionSet => ({
    restrictions: restrictions.filter(({ columns }) => roles.includes(columns[0]!.role)).sort((a, b) => a.columns[0]!.position - b.columns[0]!.position),
  });
  const [first, second] = tuples;
  const tuple = first === undefined ? [] : [second === undefined ? first : { ...first, lower: true, upper: true, relations: [...first.relations, ...second.relations] }];
  const where: Where = { partition: of("partition"), clustering: first === undefined ? of("clustering") : { restrictions: tuple }, other: of("static", "regular"), custom: [] };
  return token === undefined ? where : { ...where, token };
}

/** R-SCY-1: several relations on a column are intersected, so the narrowest tells how it is read. */
function intersection(column: Column, relations: readonly Relation[]): Restriction {
  const base = { columns: [column], tuple: false, relations, lower: relations.some(({ operator }) => operator.startsWith(">")), upper: relations.some(({ operator }) => operator.startsWith("<")) };
  const plain = relations.filter(({ left }) => left.kind === "column");
  const listed = plain.find(({ operator }) => operator === "in");
  const size = listed?.value.kind === "list" ? listed.value.items.length : undefined;
  if (plain.some(({ operator }) => operator === "=") || size === 1) return { ...base, shape: "equal" };
  if (listed !== undefined) return size === undefined ? { ...base, shape: "in" } : { ...base, shape: "in", size };
  const entries = relations.length - plain.length;
  const values = plain.filter(({ operator }) => operator === "contains").length;
  const keys = plain.filter(({ operator }) => operator === "contains key").length;
  if (entries + values + keys > 0) return { ...base, shape: "contains", contains: { values, keys, entries } };
  if (plain.some(({ operator }) => operator === "like")) return { ...base, shape: "like" };
  return { ...base, shape: plain.some(({ operator }) => operator === "not in") ? "not equal" : "range" };
}
