import type { Column } from "../../schema/model";
import { formatType, isCollection, isMultiCell, mentions } from "../../schema/types";
import type { CqlType } from "../../schema/type";
import type { Condition, Delete, Expression, Update } from "../../syntax/ast";
import { cover } from "../../text/range";
import type { Range } from "../../text/range";
import { checkColumnTerm } from "../key-term";
import { unknownColumn } from "../names";
import type { Reading } from "../reading/reading";
import { receiverOf } from "../reading/relation";
import { firstFinding, firstOf } from "../result";
import { executeTerm, isNullTerm } from "../terms/execute";
import { checkTerm } from "../terms/term";
import { definitionOf, violate } from "../violate";
import type { Finding, Violation } from "../violation";
import { isViolation } from "../violation";
import { declaredField, INDEX_TYPE, isFieldType, listIndexRefusal } from "./assignments";
import { dialectOf } from "./prepared-write";
import { usingOf } from "./using";

/** W-CND-2…10: what PREPARE refuses about IF with conditions, in text order; a timestamp beside them comes first (W-TTL-8). */
export function checkConditions(statement: Update | Delete, reading: Reading): Finding {
  const { conditions } = statement;
  if (conditions.length === 0) return undefined;
  const timestamp = usingOf(statement.using, "timestamp");
  if (timestamp !== undefined) return violate("timestamp-with-condition", timestamp.range, { statement: statement.kind.toUpperCase() });
  return firstOf(conditions, (condition) => checkCondition(condition, reading));
}

function checkCondition(condition: Condition, reading: Reading): Finding {
  const { table } = reading;
  const column = table.byName.get(condition.column.value);
  if (column === undefined) return unknownColumn(condition.column, table);
  const target = targetType(condition, column, reading);
  const finding = isFieldType(target) ? checkComparison(condition, target, column, reading) : target;
  if (isViolation(finding)) return finding;
  const key = column.role === "partition" || column.role === "clustering";
  return key ? refuse("condition-on-key-column", condition.column.range, column, reading) : finding;
}

function refuse(code: string, range: Range, column: Column, reading: Reading, operator = "", type = column.type): Violation {
  const data = { column: column.name, table: reading.table.name, type: formatType(type), operator: operator.toUpperCase() };
  return violate(code, range, data, { related: definitionOf(reading.table, column) });
}

/** What a condition compares: the column, an element of it, or a field (W-CND-1, W-CND-7, W-CND-8). */
function targetType(condition: Condition, column: Column, reading: Reading): CqlType | NonNullable<Finding> {
  const { key, field } = condition;
  const { type } = column;
  if (type.kind === "unknown" || type.kind === "custom") return { unjudged: `the type of ${column.name} is not known` };
  if (type.kind === "native" && type.name === "counter") return refuse("condition-on-counter", condition.column.range, column, reading);
  if (key !== undefined) {
    const range = cover(condition.column.range, key.range);
    if (!isCollection(type)) return refuse("condition-on-element-of-non-collection", range, column, reading);
    return type.kind === "set" ? refuse("condition-on-element-of-set", range, column, reading) : type.kind === "map" ? type.value : type.element;
  }
  if (field === undefined) return type;
  if (type.kind === "user") return declaredField(field, type, column, reading);
  const refusal = refuse("condition-on-field-of-non-user-type", cover(condition.column.range, field.range), column, reading);
  return dialectOf(reading).failsInside ? { ...refusal, errorClass: "server" } : refusal;
}

/** W-CND-6, W-CND-9, W-CND-10: the operator against what is compared, the element's key, then the values. */
function checkComparison(condition: Condition, target: CqlType, column: Column, reading: Reading): Finding {
  const { operator, key } = condition;
  const { scope } = reading;
  const ranged = operator === "<" || operator === "<=" || operator === ">" || operator === ">=";
  if (ranged && mentions(target, (part) => part.kind === "native" && part.name === "duration", reading.context.schema)) return refuse("slice-on-duration", condition.range, column, reading, operator, target);
  const keyType = key === undefined ? undefined : column.type.kind === "map" ? column.type.key : INDEX_TYPE;
  return firstFinding([
    () => (key === undefined || keyType === undefined ? undefined : checkTerm(key, keyType, scope)),
    () => operatorRefusal(condition, target, column, reading),
    () => firstOf(valuesOf(condition), (value) => (holdsNull(value) && dialectOf(reading).nullsInConditions ? { unjudged: "what a list with null in IF equals is not judged" } : target === column.type && !operator.startsWith("contains") ? checkColumnTerm(value, column, scope) : checkTerm(value, receiverOf(operator, target), scope))),
  ]);
}

function operatorRefusal({ operator, range }: Condition, target: CqlType, column: Column, reading: Reading): Finding {
  if (operator === "contains key" && target.kind !== "map") return refuse("contains-key-needs-map", range, column, reading, operator, target);
  if (operator === "contains" && !isCollection(target)) return refuse("contains-needs-collection", range, column, reading, operator, target);
  return JUDGED.has(operator) ? undefined : { unjudged: `${operator.toUpperCase()} in IF is not judged` };
}

const JUDGED: ReadonlySet<string> = new Set(["=", "!=", "<", "<=", ">", ">=", "in", "contains", "contains key"]);

/** Whether a value is a list that names null as a member. */
function holdsNull(value: Expression): boolean {
  return value.kind === "list" && value.items.some((item) => item.kind === "null");
}

/** The values that a condition compares with; a marker for the whole list of IN has no type of its own to suit. */
function valuesOf({ value, operator }: Condition): readonly Expression[] {
  if (value.kind === "list") return value.items;
  return value.kind !== "term" || (operator === "in" && value.term.kind === "marker") ? [] : [value.term];
}

// ---- execution --------------------------------------------------------------------------------------------------------

/** What evaluating IF comes to for a row that is not there; `applied` is undefined where it cannot be told. */
export interface ConditionOutcome {
  readonly finding: Finding;
  readonly applied?: boolean;
}

/** W-CND-11, W-CND-12, W-CND-16: evaluates IF over a row that is not there; all values are computed first. */
export function executeConditions(statement: Update | Delete, reading: Reading): ConditionOutcome {
  if (statement.ifExists !== undefined) return { finding: undefined, applied: false };
  const { conditions } = statement;
  const bound = firstOf(conditions, (condition) => bindCondition(condition, reading));
  if (bound !== undefined) return { finding: bound };
  const isStatic = (condition: Condition): boolean => reading.table.byName.get(condition.column.value)?.role === "static";
  // The partition's static columns are tested before the row.
  for (const group of [conditions.filter(isStatic), conditions.filter((condition) => !isStatic(condition))]) {
    const outcome = evaluateGroup(group, reading);
    if (outcome.finding !== undefined || outcome.applied !== true) return outcome;
  }
  return { finding: undefined, applied: true };
}

/** The conditions of a row are tested in no defined order, up to the first that is false. */
function evaluateGroup(conditions: readonly Condition[], reading: Reading): ConditionOutcome {
  const outcomes = conditions.map((condition) => evaluateCondition(condition, reading));
  const refusal = outcomes.find((outcome) => isViolation(outcome.finding));
  const failed = outcomes.some(({ finding, applied }) => finding === undefined && applied === false);
  if (refusal !== undefined) return failed ? { finding: { unjudged: "the conditions are tested in no defined order" } } : refusal;
  if (failed) return { finding: undefined, applied: false };
  return outcomes.find(({ finding, applied }) => finding !== undefined || applied === undefined) ?? { finding: undefined, applied: true };
}

function typeOfTarget(condition: Condition, column: Column, reading: Reading): CqlType | undefined {
  const target = targetType(condition, column, reading);
  return isFieldType(target) ? target : undefined;
}

function bindCondition(condition: Condition, reading: Reading): Finding {
  const column = reading.table.byName.get(condition.column.value);
  const target = column === undefined ? undefined : typeOfTarget(condition, column, reading);
  if (column === undefined || target === undefined) return undefined;
  const { key } = condition;
  return firstFinding([
    () => (key === undefined ? undefined : executeTerm(key, column.type.kind === "map" ? column.type.key : INDEX_TYPE, reading.scope)),
    () => firstOf(valuesOf(condition), (value) => executeTerm(value, receiverOf(condition.operator, target), reading.scope)),
  ]);
}

function evaluateCondition(condition: Condition, reading: Reading): ConditionOutcome {
  const column = reading.table.byName.get(condition.column.value);
  const target = column === undefined ? undefined : typeOfTarget(condition, column, reading);
  if (column === undefined || target === undefined) return { finding: undefined };
  const wrongKey = keyRefusal(condition, column, reading);
  if (wrongKey !== undefined) return { finding: wrongKey };
  const { operator } = condition;
  const receiver = receiverOf(operator, target);
  const values = valuesOf(condition);
  // Cells of a collection are compared one by one, so that one without cells is an empty collection, not null.
  const byCells = isMultiCell(target) && isCollection(target) && condition.key === undefined;
  const meetsNothing = (value: Expression): boolean => isNullTerm(value, receiver, reading.scope) || (byCells && isEmptyLiteral(value));
  if (operator === "in") return { finding: undefined, applied: values.some(meetsNothing) };
  const [value] = values;
  if (value === undefined) return { finding: undefined };
  if (operator === "=") return { finding: undefined, applied: meetsNothing(value) };
  if (operator === "!=") return { finding: undefined, applied: !meetsNothing(value) };
  // Every other comparison fails on a cell that is not there; with nothing to compare with it makes no sense.
  if (!meetsNothing(value) || !dialectOf(reading).refusesNullConditions) return { finding: undefined, applied: false };
  return { finding: violate("null-in-condition", value.range, { column: column.name, operator: operator.toUpperCase() }, { phase: "execute" }) };
}

function isEmptyLiteral(value: Expression): boolean {
  return (value.kind === "list" || value.kind === "set") && value.items.length === 0;
}

/** W-CND-12, S-WR-5: null as the key of an element, or an index that no list has. */
function keyRefusal({ key }: Condition, column: Column, reading: Reading): Finding {
  if (key === undefined || dialectOf(reading).nullsInConditions) return undefined;
  if (column.type.kind !== "map") return listIndexRefusal(key, column, reading);
  return isNullTerm(key, column.type.key, reading.scope) ? violate("null-map-key", key.range, { column: column.name }, { phase: "execute" }) : undefined;
}
