import type { Column, Table } from "../schema/model";
import type { CqlType } from "../schema/type";
import { printExpression, quoteName } from "../syntax/print";
import type { ComparisonOperator, Expression, Marker, Relation } from "../syntax/ast";
import { elementName, fieldOf, relationOf, stringConstant } from "./field";
import type { Field } from "./field";
import { afterPrefix, compareTexts, readPattern } from "./like";
import type { DesignRefusal } from "./plan";
import type { InList, PlanNote } from "./query";
import { isRefusal, refuse } from "./refusal";
import { unknownColumn } from "./unknown-name";

/** What the WHERE clause asks for. */
export interface WhereParts {
  readonly where: readonly Relation[];
  readonly equal: readonly Field[];
  readonly lists: readonly InList[];
  readonly range: readonly Field[];
  readonly notNull: readonly Field[];
  /** Columns that the caller must compare (`!=`). */
  readonly leftToCaller: readonly Column[];
  readonly bind: readonly { readonly marker: object; readonly name: string; readonly meaning: string }[];
  readonly notes: readonly PlanNote[];
}

interface Bound {
  readonly side: "lower" | "upper";
  readonly fields: readonly Field[];
  readonly relation: Relation;
}

/** The state while relations are read in text order. */
interface Reader {
  readonly table: Table;
  readonly wildcardsInside: boolean;
  readonly where: (Relation | undefined)[];
  readonly equal: { readonly field: Field; readonly term: Expression }[];
  readonly lists: InList[];
  readonly bounds: (Bound & { readonly index: number })[];
  readonly notNull: Field[];
  readonly leftToCaller: Column[];
  readonly exploded: Set<string>;
  readonly bind: { readonly marker: object; readonly name: string; readonly meaning: string }[];
  readonly notes: PlanNote[];
}

type Step = DesignRefusal | undefined;

/** Sorts the relations of a WHERE clause (designer.md section 1); a refusal where no table can serve one of them. `scylla`: LIKE has wildcards anywhere. */
export function readWhere(relations: readonly Relation[], table: Table, scylla: boolean): WhereParts | DesignRefusal {
  const reader: Reader = {
    table, wildcardsInside: scylla, where: [], equal: [], lists: [], bounds: [], notNull: [], leftToCaller: [], exploded: new Set(), bind: [], notes: [],
  };
  for (const relation of relations) {
    const refused = readRelation(reader, relation);
    if (refused !== undefined) return refused;
  }
  const range = joinBounds(reader);
  if (isRefusal(range)) return range;
  // Dropped relations leave holes, so that places in `where` stay what they were while reading.
  const place: number[] = [];
  const where: Relation[] = [];
  for (const relation of reader.where) {
    place.push(where.length);
    if (relation !== undefined) where.push(relation);
  }
  return {
    where, equal: reader.equal.map((entry) => entry.field), lists: reader.lists.map((list) => ({ ...list, index: place[list.index]! })), range,
    notNull: reader.notNull, leftToCaller: reader.leftToCaller, bind: reader.bind, notes: reader.notes,
  };
}

function readRelation(reader: Reader, relation: Relation): Step {
  if (holdsGap(relation)) return refuse("broken-statement", { detail: "a value is missing in the WHERE clause, or stands for a template" });
  const { left } = relation;
  switch (left.kind) {
    case "token": return refuse("token-relation");
    case "expr": return refuse("not-supported", { detail: `expr(${left.index.value}, …) is answered by its own index class only` });
    case "call": return refuse("not-supported", { detail: "a function on the left of a relation" });
    case "tuple": return readTuple(reader, relation, left.columns.map((name) => name.value));
    case "entry": return readEntry(reader, relation, left.column.value, left.key);
    case "column": {
      const column = reader.table.byName.get(left.column.value);
      if (column === undefined) return unknownColumn(left.column.value, reader.table);
      return readColumn(reader, relation, column);
    }
  }
}

function readColumn(reader: Reader, relation: Relation, column: Column): Step {
  const { operator, value } = relation;
  const field = fieldOf(column);
  switch (operator) {
    case "=": return value.kind === "term" ? addEquality(reader, field, value.term, relation) : brokenValue();
    case "in": return readIn(reader, field, relation);
    case "<": case "<=": case ">": case ">=": return addBound(reader, [field], operator, relation);
    case "like": return readLike(reader, field, relation);
    case "contains": case "contains key": return readContains(reader, relation, column);
    case "is not null": return void reader.notNull.push(field);
    case "!=": return void reader.leftToCaller.push(column);
    default: return refuse("not-supported", { detail: `${operator.toUpperCase()} on "${column.name}"` });
  }
}

function addEquality(reader: Reader, field: Field, term: Expression, relation: Relation): Step {
  if (term.kind === "null") return refuse("contradictory-relations", { message: `Nothing equals null, so ${quoteName(field.name)} = NULL finds no row.`, instead: ["Give the rows without a value a word of their own ('none') and ask for that."] });
  const earlier = reader.equal.find((entry) => entry.field.name === field.name);
  const isLiteral = !holdsMarker(term);
  // The same equality twice says nothing new.
  if (earlier !== undefined && isLiteral && printExpression(earlier.term) === printExpression(term)) return undefined;
  if (earlier !== undefined) return contradictory(field.name, isLiteral && !holdsMarker(earlier.term) ? `it cannot be ${printExpression(earlier.term)} and ${printExpression(term)} at once` : undefined);
  const bound = reader.bounds.find(({ fields }) => fields.length === 1 && fields[0]!.name === field.name);
  if (bound !== undefined) return besideBound(field, term, bound.relation);
  if (isUsed(reader, field.name)) return contradictory(field.name);
  reader.equal.push({ field, term });
  reader.where.push(relation);
  return undefined;
}

function readIn(reader: Reader, field: Field, relation: Relation): Step {
  const { value } = relation;
  const [first, second] = value.kind === "list" ? distinctTerms(value.items) : [];
  if (first !== undefined && second === undefined) return addEquality(reader, field, first, relationOf(field.name, "=", first));
  if (value.kind !== "list" && value.kind !== "term") return brokenValue();
  return addList(reader, [field], relation);
}

function addList(reader: Reader, fields: readonly Field[], relation: Relation): Step {
  for (const field of fields) if (isRestricted(reader, field.name)) return contradictory(field.name);
  reader.lists.push({ fields, index: reader.where.length, isSingle: relation.operator === "=" });
  reader.where.push(relation);
  return undefined;
}

function readTuple(reader: Reader, relation: Relation, names: readonly string[]): Step {
  const fields: Field[] = [];
  for (const name of names) {
    const column = reader.table.byName.get(name);
    if (column === undefined) return unknownColumn(name, reader.table);
    if (fields.some((field) => field.name === name)) return contradictory(name);
    fields.push(fieldOf(column));
  }
  const { operator, value } = relation;
  if (operator === "in" && value.kind === "list") {
    if (value.items.length === 1 && value.items[0]!.kind === "tuple") return spread(reader, fields, value.items[0]!);
    return addList(reader, fields, relation);
  }
  if (operator === "in") return addList(reader, fields, relation);
  if (value.kind !== "term") return brokenValue();
  if (operator === "=" && value.term.kind === "tuple") return spread(reader, fields, value.term);
  // One marker for the whole tuple cannot be taken apart: its columns stand together in the clustering.
  if (operator === "=" && value.term.kind === "marker") return addList(reader, fields, relation);
  if (operator === "<" || operator === "<=" || operator === ">" || operator === ">=") return addBound(reader, fields, operator, relation);
  return refuse("not-supported", { detail: `${operator.toUpperCase()} on a tuple of columns with this value` });
}

/** `(a, b) = (1, 2)` says `a = 1 AND b = 2`. */
function spread(reader: Reader, fields: readonly Field[], tuple: Extract<Expression, { kind: "tuple" }>): Step {
  if (tuple.items.length !== fields.length) return refuse("broken-statement", { detail: "the tuple has another number of values than columns" });
  for (const [i, field] of fields.entries()) {
    const term = tuple.items[i]!;
    const refused = addEquality(reader, field, term, relationOf(field.name, "=", term));
    if (refused !== undefined) return refused;
  }
  return undefined;
}

function readContains(reader: Reader, relation: Relation, column: Column): Step {
  const { type } = column;
  if (relation.value.kind !== "term") return brokenValue();
  const byKey = relation.operator === "contains key";
  if ((type.kind !== "list" && type.kind !== "set" && type.kind !== "map") || (byKey && type.kind !== "map")) {
    return refuse("broken-statement", { detail: `"${column.name}" is no ${byKey ? "map" : "collection"}` });
  }
  const refused = explode(reader, column);
  if (refused !== undefined) return refused;
  const field: Field = type.kind === "map"
    ? part(reader, column, byKey ? "key" : "value", byKey ? type.key : type.value)
    : part(reader, column, "element", type.element);
  return addEquality(reader, field, relation.value.term, relationOf(field.name, "=", relation.value.term));
}

function readEntry(reader: Reader, relation: Relation, name: string, key: Expression): Step {
  const column = reader.table.byName.get(name);
  if (column === undefined) return unknownColumn(name, reader.table);
  if (column.type.kind !== "map" || relation.operator !== "=" || relation.value.kind !== "term") {
    return refuse("not-supported", { detail: `only ${name}[key] = value on a map can be looked up` });
  }
  const refused = explode(reader, column);
  if (refused !== undefined) return refused;
  const keyField = part(reader, column, "key", column.type.key);
  const valueField = part(reader, column, "value", column.type.value);
  return addEquality(reader, keyField, key, relationOf(keyField.name, "=", key))
    ?? addEquality(reader, valueField, relation.value.term, relationOf(valueField.name, "=", relation.value.term));
}

/** One row per element answers one CONTAINS of a collection. */
function explode(reader: Reader, column: Column): Step {
  if (reader.exploded.has(column.name)) return refuse("two-contains", { column: column.name });
  reader.exploded.add(column.name);
  return undefined;
}

function part(reader: Reader, column: Column, kind: "element" | "key" | "value", type: CqlType): Field {
  const taken = new Set(reader.equal.map((entry) => entry.field.name));
  const name = elementName(reader.table, column.name, kind === "element" ? "" : kind, taken);
  return { name, type, from: kind === "element" ? { element: column.name } : kind === "key" ? { key: column.name } : { value: column.name } };
}

function readLike(reader: Reader, field: Field, relation: Relation): Step {
  if (relation.value.kind !== "term") return brokenValue();
  const { term } = relation.value;
  const { type } = field;
  if (type.kind !== "native" || (type.name !== "text" && type.name !== "ascii")) return refuse("broken-statement", { detail: `"${field.name}" is no text` });
  if (term.kind === "marker") return likeMarker(reader, field, term);
  if (term.kind !== "constant" || term.type !== "string") return refuse("not-supported", { detail: `LIKE on "${field.name}" with this value` });
  if (reader.wildcardsInside && /[_\\]|%./.test(term.value)) return refuse("like-infix", { column: field.name });
  const pattern = readPattern(term.value);
  switch (pattern.kind) {
    case "infix": return refuse("like-infix", { column: field.name });
    case "all": return void reader.notNull.push(field);
    case "exact": {
      const text = stringConstant(pattern.text);
      return addEquality(reader, field, text, relationOf(field.name, "=", text));
    }
    case "prefix": {
      const from = relationOf(field.name, ">=", stringConstant(pattern.text));
      const end = afterPrefix(pattern.text, type.name === "ascii");
      return addBound(reader, [field], ">=", from)
        ?? (end === undefined ? undefined : addBound(reader, [field], "<", relationOf(field.name, "<", stringConstant(end))));
    }
  }
}

/** With a marker the caller computes both ends of the prefix. */
function likeMarker(reader: Reader, field: Field, marker: Marker): Step {
  const end: Marker = { kind: "marker", ...(marker.name === undefined ? {} : { name: { ...marker.name, value: `${marker.name.value}_end` } }), range: marker.range };
  const name = end.name?.value ?? `${field.name}_end`;
  reader.bind.push({ marker: end, name, meaning: `the first text after all that begin with the prefix of "${field.name}": its last character raised by one code point` });
  reader.notes.push({ code: "like-marker", message: `LIKE became a range on "${field.name}": bind the prefix without its % first, then the text that follows all texts with that prefix ('abc' → 'abd').` });
  return addBound(reader, [field], ">=", relationOf(field.name, ">=", marker)) ?? addBound(reader, [field], "<", relationOf(field.name, "<", end));
}

function addBound(reader: Reader, fields: readonly Field[], operator: "<" | "<=" | ">" | ">=", relation: Relation): Step {
  for (const field of fields) {
    const equality = reader.equal.find((entry) => entry.field.name === field.name);
    if (equality !== undefined) return fields.length === 1 ? besideBound(field, equality.term, relation) : contradictory(field.name);
    if (reader.lists.some((list) => list.fields.some((other) => other.name === field.name))) return contradictory(field.name);
  }
  const side = operator === ">" || operator === ">=" ? "lower" : "upper";
  reader.bounds.push({ side, fields, relation, index: reader.where.length });
  reader.where.push(relation);
  return undefined;
}

/** The columns of the one range that all bounds together cut; two bounds on one side are joined where literals tell which is tighter. */
function joinBounds(reader: Reader): readonly Field[] | DesignRefusal {
  const kept: (Bound & { readonly index: number })[] = [];
  for (const bound of reader.bounds) {
    const rival = kept.findIndex((other) => other.side === bound.side && other.fields[0]!.name === bound.fields[0]!.name);
    if (rival < 0) {
      kept.push(bound);
      continue;
    }
    const tighter = tighterOf(kept[rival]!, bound);
    if (tighter === undefined) {
      return refuse("contradictory-relations", { column: bound.fields[0]!.name, detail: `two ${bound.side} bounds on one column are refused by the server, and only literals tell which is tighter` });
    }
    const loser = tighter === bound ? kept[rival]! : bound;
    reader.where[loser.index] = undefined;
    kept[rival] = tighter;
  }
  noteEmptyRange(kept, reader.notes);
  let range: readonly Field[] = [];
  for (const { fields } of kept) {
    const length = Math.min(range.length, fields.length);
    for (let i = 0; i < length; i += 1) if (range[i]!.name !== fields[i]!.name) return refuse("two-ranges", { column: range[i]!.name, other: fields[i]!.name });
    if (fields.length > range.length) range = fields;
  }
  return range;
}

/** Two ends that cross leave nothing between them: the server takes them, and no answer has a row. */
function noteEmptyRange(bounds: readonly Bound[], notes: PlanNote[]): void {
  for (const lower of bounds) for (const upper of bounds) {
    const [field, second] = lower.fields;
    const [low, high] = [lower.relation.value, upper.relation.value];
    if (lower.side !== "lower" || upper.side !== "upper" || field === undefined || second !== undefined || upper.fields.length > 1 || upper.fields[0]!.name !== field.name || low.kind !== "term" || high.kind !== "term") continue;
    if ((compareConstants(low.term, high.term, field.type) ?? 0) > 0) notes.push({ code: "empty-range", message: `No value of "${field.name}" is ${lower.relation.operator} ${printExpression(low.term)} and ${upper.relation.operator} ${printExpression(high.term)}: the answer is always empty.` });
  }
}

function tighterOf<B extends Bound>(first: B, second: B): B | undefined {
  if (first.fields.length !== 1 || second.fields.length !== 1 || first.relation.value.kind !== "term" || second.relation.value.kind !== "term") return undefined;
  const order = compareConstants(first.relation.value.term, second.relation.value.term, first.fields[0]!.type);
  if (order === undefined) return undefined;
  if (order === 0) return isStrict(first.relation.operator) ? first : second;
  return (first.side === "lower") === (order > 0) ? first : second;
}

function isStrict(operator: Relation["operator"]): boolean {
  return (operator as ComparisonOperator) === "<" || operator === ">";
}

const INTEGERS: ReadonlySet<string> = new Set(["tinyint", "smallint", "int", "bigint", "varint", "timestamp"]);
const MOMENT = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d{3})?)?Z?)?$/;

/** Order of two literals of one column where their text alone tells it: integers, texts, and days or times written alike. */
function compareConstants(first: Expression, second: Expression, type: CqlType): number | undefined {
  if (first.kind !== "constant" || second.kind !== "constant" || type.kind !== "native") return undefined;
  const alikeTypes = first.type === second.type || (isNumber(first) && isNumber(second));
  if (!alikeTypes) return undefined;
  if (INTEGERS.has(type.name) && first.type === "integer" && second.type === "integer") {
    const difference = BigInt(first.value) - BigInt(second.value);
    return difference === 0n ? 0 : difference > 0n ? 1 : -1;
  }
  if (type.name === "decimal" || type.name === "double") return compareNumbers(first.value, second.value);
  if (first.type !== "string") return undefined;
  if (type.name === "text" || type.name === "ascii") return compareTexts(first.value, second.value);
  const alike = (type.name === "timestamp" || type.name === "date") && first.value.length === second.value.length && MOMENT.test(first.value) && MOMENT.test(second.value);
  return alike ? compareTexts(first.value.replace("T", " "), second.value.replace("T", " ")) : undefined;
}

function isNumber({ type }: Extract<Expression, { kind: "constant" }>): boolean {
  return type === "integer" || type === "float";
}

/** Order of two numbers whose digits a double holds exactly. */
function compareNumbers(first: string, second: string): number | undefined {
  const isExact = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text) && text.replace(/\D/g, "").length <= 15;
  return isExact(first) && isExact(second) ? Math.sign(Number(first) - Number(second)) : undefined;
}

function isUsed(reader: Reader, column: string): boolean {
  return reader.lists.some((list) => list.fields.some((field) => field.name === column)) || reader.bounds.some((bound) => bound.fields.some((field) => field.name === column));
}

function isRestricted(reader: Reader, column: string): boolean {
  return isUsed(reader, column) || reader.equal.some((entry) => entry.field.name === column);
}

/** `detail`: why the two relations exclude each other, where their values tell. */
function contradictory(column: string, detail?: string): DesignRefusal {
  return detail === undefined ? refuse("contradictory-relations", { column }) : refuse("contradictory-relations", { column, detail: `${detail}, so no row can match`, instead: ["Leave one of the two relations out."] });
}

/** An equality and a bound on one column: the server takes no two such relations, whether both can hold or not. */
function besideBound(field: Field, term: Expression, bound: Relation): DesignRefusal {
  const other = bound.value.kind === "term" ? bound.value.term : undefined;
  const order = other === undefined ? undefined : compareConstants(term, other, field.type);
  if (order === undefined) return contradictory(field.name);
  const isIn = bound.operator === ">" ? order > 0 : bound.operator === ">=" ? order >= 0 : bound.operator === "<" ? order < 0 : order <= 0;
  const shown = `${bound.operator} ${printExpression(other!)}`;
  if (!isIn) return contradictory(field.name, `no value is both = ${printExpression(term)} and ${shown}`);
  return refuse("contradictory-relations", { column: field.name, detail: `the server takes no second relation beside =, and ${printExpression(term)} is ${shown} anyway`, instead: [`Leave ${quoteName(field.name)} ${shown} out.`] });
}

function brokenValue(): DesignRefusal {
  return refuse("broken-statement", { detail: "a value is missing in the WHERE clause" });
}

/** Whether the value of a relation is half-typed or a template. */
function holdsGap(relation: Relation): boolean {
  const { value } = relation;
  const terms = value.kind === "term" ? [value.term] : value.kind === "list" ? value.items : [];
  return terms.some((term) => some(term, (part) => part.kind === "missing" || part.kind === "template")) || (relation.left.kind === "entry" && relation.left.key.kind === "missing");
}

/** The terms of a list, each once as far as their text tells; markers may differ, so all of them stay. */
export function distinctTerms(items: readonly Expression[]): readonly Expression[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    if (holdsMarker(item)) return true;
    const text = item.kind === "constant" && (item.type === "uuid" || item.type === "boolean" || item.type === "hex") ? item.value.toLowerCase() : printExpression(item);
    return seen.has(text) ? false : seen.add(text) !== undefined;
  });
}

function holdsMarker(term: Expression): boolean {
  return some(term, (part) => part.kind === "marker");
}

/** Whether the predicate holds for a term or one inside it, as deep as the parser lets terms nest. */
export function some(expression: Expression, predicate: (part: Expression) => boolean): boolean {
  if (predicate(expression)) return true;
  switch (expression.kind) {
    case "call": return expression.args.some((item) => some(item, predicate));
    case "tuple": case "list": case "set": return expression.items.some((item) => some(item, predicate));
    case "map": return expression.entries.some((entry) => some(entry.key, predicate) || some(entry.value, predicate));
    case "cast": case "hint": case "negate": case "field": case "writetime": return some(expression.operand, predicate);
    case "binary": return some(expression.left, predicate) || some(expression.right, predicate);
    case "element": return some(expression.operand, predicate) || some(expression.key, predicate);
    case "slice": return some(expression.operand, predicate) || (expression.from !== undefined && some(expression.from, predicate)) || (expression.to !== undefined && some(expression.to, predicate));
    default: return false;
  }
}
