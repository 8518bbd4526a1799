import { userType } from "../../schema/find";
import type { Column } from "../../schema/model";
import { formatType, isCollection, isMultiCell, native } from "../../schema/types";
import type { CqlType } from "../../schema/type";
import type { Assignment, Expression, Name } from "../../syntax/ast";
import { cover } from "../../text/range";
import type { Range } from "../../text/range";
import type { Reading } from "../reading/reading";
import { firstFinding } from "../result";
import { constantKey, executeTerm, isNullTerm } from "../terms/execute";
import { checkTerm } from "../terms/term";
import { definitionOf, violate } from "../violate";
import type { Finding, Violation, ViolationData } from "../violation";
import { isViolation } from "../violation";
import { dialectOf } from "./prepared-write";

/** The type of a list's index. */
export const INDEX_TYPE: CqlType = native("int");
/** The smallest bigint, which has no negation. */
const LEAST_INCREMENT = "\x80\0\0\0\0\0\0\0";

/** `+` and `-` on a column's own value, whichever way they are written. */
interface Change {
  readonly sign: "+" | "-";
  readonly value: Expression;
  /** From the column's name to the operator, where a refusal of the operation is shown. */
  readonly range: Range;
}

function changeOf(assignment: Extract<Assignment, { kind: "append" | "add" }>): Change {
  const { value, range } = assignment;
  return { sign: assignment.operator === "-" || assignment.operator === "-=" ? "-" : "+", value, range };
}

/** B3a: whether SET may do this to the column, whose values then must suit it. `conditional`: the statement has IF. */
export function checkAssignment(assignment: Assignment, column: Column, conditional: boolean, reading: Reading): Finding {
  const { type } = column;
  const operation = assignment.kind === "element" ? assignment.key : assignment.value;
  if (operation.kind === "call" && !operation.name.name.quoted && dialectOf(reading).toolOperations.has(operation.name.name.value)) return { unjudged: `${operation.name.name.value} is an operation of the server's own tools` };
  if (type.kind === "unknown" || type.kind === "custom") return assignment.kind === "set" && type.kind === "custom" ? checkTerm(assignment.value, type, reading.scope, { name: column.name }) : { unjudged: `the type of ${column.name} is not known` };
  switch (assignment.kind) {
    case "set": return checkSet(assignment.value, column, reading);
    case "append":
    case "add": return checkChange(changeOf(assignment), column, conditional, reading);
    case "prepend": return checkPrepend(assignment, column, reading);
    case "element": return checkElement(assignment, column, reading);
    case "field": return checkField(assignment.field, assignment.value, assignment.range, column, reading);
  }
}

/** A refusal of an operation on a column. */
function refuse(code: string, range: Range, column: Column, reading: Reading, data: ViolationData = {}): Violation {
  return violate(code, range, { column: column.name, table: reading.table.name, type: formatType(column.type), ...data }, { related: definitionOf(reading.table, column) });
}

/** W-UPD-5 and B1: `c = x`, also of INSERT; the value is looked at before the column. */
export function checkSet(value: Expression, column: Column, reading: Reading): Finding {
  const finding = checkTerm(value, column.type, reading.scope, { name: column.name });
  if (finding !== undefined) return finding;
  return column.type.kind === "native" && column.type.name === "counter" ? refuse("counter-assigned", value.range, column, reading) : undefined;
}

/** W-UPD-6…11, W-UPD-15, S-WR-4. */
function checkChange({ sign, value, range }: Change, column: Column, conditional: boolean, reading: Reading): Finding {
  const { type } = column;
  if (!isCollection(type)) return changeRefusal(sign, range, column, conditional, reading) ?? checkTerm(value, type, reading.scope, { name: column.name });
  if (!isMultiCell(type)) return refuse("frozen-collection-changed", range, column, reading, { sign });
  if (type.kind !== "map" || sign === "+") return checkTerm(value, type, reading.scope, { name: column.name });
  const finding = checkTerm(value, keysOf(type), reading.scope, { name: column.name });
  return isViolation(finding) && finding.code === "literal-kind-mismatch" ? refuse("map-subtraction-needs-set", value.range, column, reading, { keys: formatType(type.key) }) : finding;
}

/** What is taken out of a map: a set of keys. */
function keysOf(type: Extract<CqlType, { kind: "map" }>): CqlType {
  return { kind: "set", element: type.key, frozen: false };
}

/** W-UPD-7…10: only counters are added to without being read; with IF the row is read. */
function changeRefusal(sign: Change["sign"], range: Range, column: Column, conditional: boolean, reading: Reading): Violation | undefined {
  const { type } = column;
  if (type.kind === "native" && type.name === "counter") return undefined;
  if ((type.kind === "tuple" || type.kind === "user") && sign === "+") return refuse("addition-to-tuple", range, column, reading);
  const { addableWithCondition, subtractableWithCondition } = dialectOf(reading);
  const changeable = sign === "+" ? addableWithCondition : subtractableWithCondition;
  const name = type.kind === "native" ? type.name : "";
  if (!conditional || changeable.size === 0) {
    const remedy = changeable.has(name) ? "with-condition" : "none";
    return refuse(sign === "+" ? "addition-to-non-counter" : "subtraction-from-non-counter", range, column, reading, { remedy });
  }
  return changeable.has(name) ? undefined : refuse("addition-to-unaddable-type", range, column, reading, { sign });
}

/** W-UPD-14: the value is looked at before the column. */
function checkPrepend({ value, range }: Extract<Assignment, { kind: "prepend" }>, column: Column, reading: Reading): Finding {
  const finding = checkTerm(value, column.type, reading.scope, { name: column.name });
  if (finding !== undefined) return finding;
  if (column.type.kind !== "list") return refuse("prepend-to-non-list", range, column, reading);
  return isMultiCell(column.type) ? undefined : refuse("frozen-collection-changed", range, column, reading, { sign: "+" });
}

/** W-UPD-11, W-UPD-12, W-UPD-16: `c[k] = x`. */
function checkElement({ column: name, key, value }: Extract<Assignment, { kind: "element" }>, column: Column, reading: Reading): Finding {
  const { type } = column;
  const { scope } = reading;
  const range = cover(name.range, key.range);
  if (!isCollection(type)) return refuse("element-of-non-collection", range, column, reading);
  if (!isMultiCell(type)) return refuse("frozen-collection-changed", range, column, reading, { sign: "[]" });
  if (type.kind === "set") return refuse("element-of-set", range, column, reading);
  return firstFinding([
    () => checkTerm(key, type.kind === "map" ? type.key : INDEX_TYPE, scope),
    () => checkTerm(value, type.kind === "map" ? type.value : type.element, scope),
  ]);
}

/** W-UPD-11, W-UPD-13: the type of a field of a user type that is stored field by field, or why there is none. */
export function fieldTypeOf(field: Name, range: Range, column: Column, reading: Reading): CqlType | NonNullable<Finding> {
  const { type } = column;
  if (type.kind !== "user") return refuse("field-of-non-user-type", range, column, reading, { field: field.value });
  if (!isMultiCell(type)) return refuse("field-of-frozen-type", range, column, reading, { field: field.value });
  return declaredField(field, type, column, reading);
}

/** The type of a field by its definition, or why there is none. */
export function declaredField(field: Name, type: CqlType, column: Column, reading: Reading): CqlType | NonNullable<Finding> {
  const definition = userType(reading.context.schema, type);
  if (definition === undefined || definition.doubt !== undefined) return { unjudged: `the type of ${column.name} is not known` };
  const declared = definition.fields.find(({ name }) => name === field.value);
  return declared?.type ?? violate("unknown-field", field.range, { field: field.value, type: definition.name, fields: definition.fields.map(({ name }) => name) });
}

/** Whether looking up a field gave its type. */
export function isFieldType(found: CqlType | NonNullable<Finding>): found is CqlType {
  return "kind" in found;
}

function checkField(field: Name, value: Expression, range: Range, column: Column, reading: Reading): Finding {
  const found = fieldTypeOf(field, { start: range.start, end: field.range.end }, column, reading);
  return isFieldType(found) ? checkTerm(value, found, reading.scope) : found;
}

// ---- execution --------------------------------------------------------------------------------------------------------

/** What only execution refuses about an assignment that was found good, for a row that is not there (W-UPD-6, W-UPD-16, W-UPD-17). */
export function executeAssignment(assignment: Assignment, column: Column, reading: Reading): Finding {
  const { type } = column;
  const { scope } = reading;
  switch (assignment.kind) {
    case "set":
    case "prepend": return executeTerm(assignment.value, type, scope);
    case "append":
    case "add": return executeChange(changeOf(assignment), column, reading);
    case "field": {
      const found = fieldTypeOf(assignment.field, assignment.range, column, reading);
      return isFieldType(found) ? executeTerm(assignment.value, found, scope) : undefined;
    }
    case "element": {
      if (type.kind !== "list" && type.kind !== "map") return undefined;
      return executeTerm(assignment.value, type.kind === "map" ? type.value : type.element, scope) ?? executeElementKey(assignment.key, column, reading);
    }
  }
}

function executeChange({ sign, value }: Change, column: Column, reading: Reading): Finding {
  const { type } = column;
  const { scope } = reading;
  if (type.kind === "map" && sign === "-") return executeTerm(value, keysOf(type), scope);
  if (type.kind !== "native" || type.name !== "counter") return executeTerm(value, type, scope);
  const finding = executeTerm(value, type, scope);
  if (finding !== undefined) return finding;
  if (isNullTerm(value, type, scope)) return violate("null-for-counter", value.range, { column: column.name }, { phase: "execute" });
  const overflows = sign === "-" && constantKey(value, type, scope) === LEAST_INCREMENT;
  return overflows ? violate("counter-decrement-overflow", value.range, { column: column.name }, { phase: "execute" }) : undefined;
}

/** W-UPD-16, W-UPD-17, W-DEL-3: the key of an element that is written or deleted. Whether a list has the element is the row's matter. */
export function executeElementKey(key: Expression, column: Column, reading: Reading): Finding {
  const { type } = column;
  const { scope } = reading;
  const data = { column: column.name };
  if (type.kind === "map") {
    return isNullTerm(key, type.key, scope) ? violate("null-map-key", key.range, data, { phase: "execute" }) : executeTerm(key, type.key, scope);
  }
  if (type.kind === "set") {
    return isNullTerm(key, type.element, scope) ? violate("null-set-element", key.range, data, { phase: "execute" }) : executeTerm(key, type.element, scope);
  }
  return listIndexRefusal(key, column, reading) ?? { unjudged: `whether the list ${column.name} has that element depends on the row` };
}

/** W-UPD-16, W-CND-12: an index that no list has. */
export function listIndexRefusal(key: Expression, column: Column, reading: Reading): Finding {
  const { scope } = reading;
  const data = { column: column.name };
  if (isNullTerm(key, INDEX_TYPE, scope)) return violate("null-list-index", key.range, data, { phase: "execute" });
  const finding = executeTerm(key, INDEX_TYPE, scope);
  if (finding !== undefined) return finding;
  const negative = (constantKey(key, INDEX_TYPE, scope)?.charCodeAt(0) ?? 0) >= 0x80;
  return negative ? violate("list-index-negative", key.range, data, { phase: "execute" }) : undefined;
}
