import type { CqlType } from "../../schema/type";
import type { Expression } from "../../syntax/ast";
import { violate } from "../violate";
import type { Finding } from "../violation";
import type { CallExpression } from "./call";
import { isCall, operandsOf, tooDeep } from "./call";
import { evaluate, runCall } from "./evaluate";
import { executeTerm, isNullTerm } from "./execute";
import { integerBytes } from "./literals/bytes";
import { castValue, partialRefusal } from "./native-call";
import type { TermScope } from "./scope";
import { isAggregate, typeSelector } from "./selector";
import type { SelectorContext } from "./selector-context";
import { isLegacyToJson, selectorContext } from "./selector-context";
import { elementType, ownType } from "./selector-type";
import type { Value } from "./value";
import { NULL_VALUE, OPAQUE, isStop, known, untold } from "./value";

/** Functions whose result is new each time, so that the server does not compute it once for all rows. */
const IMPURE = /^(?:now|uuid|current_.*)$/;

/**
 * What executing the selectors on a table without rows refuses. What stands in brackets is evaluated; from 4.1 on so are functions of
 * nothing but constants; and where an aggregate without GROUP BY makes a row of no rows, everything outside it is.
 */
export function executeSelectors(expressions: readonly Expression[], scope: TermScope, options: { readonly grouped: boolean }): Finding {
  const context = selectorContext(scope);
  const judged = expressions.filter((expression) => expression.kind !== "column" && !tooDeep(expression));
  const makesRow = !options.grouped && judged.some((expression) => isAggregate(expression, scope));
  const steps: readonly ((expression: Expression) => Finding)[] = [
    (expression) => startFinding(expression, context),
    (expression) => (makesRow ? stopOf(rowValue(expression, undefined, context)) : undefined),
  ];
  let unjudged: Finding;
  for (const step of steps) {
    for (const expression of judged) {
      const finding = step(expression);
      if (finding !== undefined && "code" in finding) return finding;
      unjudged ??= finding;
    }
  }
  return unjudged;
}

function stopOf(value: Value | undefined): Finding {
  return value?.kind === "fault" ? value.violation : value?.kind === "unjudged" ? value.unjudged : undefined;
}

// ---- before the first row ---------------------------------------------------------------------------------------------

function startFinding(expression: Expression, context: SelectorContext): Finding {
  return stopOf(constantPart(expression, undefined, context));
}

/** The value of an expression that depends on no row, where the server computes it in advance; undefined for others; a refusal inside is passed on. */
function constantPart(expression: Expression, wanted: CqlType | undefined, context: SelectorContext): Value | undefined {
  const { scope } = context;
  switch (expression.kind) {
    case "constant": case "null": return wanted === undefined ? OPAQUE : evaluate(expression, wanted, scope);
    case "hint": return constantPart(expression.operand, ownType(expression, context, true), context);
    case "cast": return castConstant(expression, context);
    case "tuple": case "list": case "set": return constantParts(expression.items, context);
    case "map": return constantParts(expression.entries.flatMap((entry) => (entry.key.kind === "column" ? [entry.value] : [entry.key, entry.value])), context);
    case "field": return passFault(constantPart(expression.operand, undefined, context));
    case "element": case "slice": return passFault(constantPart(expression.operand, undefined, context)) ?? subscriptStop(expression, context);
    case "call": case "binary": case "negate": return callConstant(expression, context);
    default: return undefined;
  }
}

function passFault(value: Value | undefined): Value | undefined {
  return value !== undefined && isStop(value) ? value : undefined;
}

function constantParts(items: readonly Expression[], context: SelectorContext): Value | undefined {
  let constant = true;
  for (const item of items) {
    const value = constantPart(item, undefined, context);
    if (value === undefined) constant = false;
    else if (isStop(value)) return value;
  }
  return constant ? OPAQUE : undefined;
}

function castConstant(expression: Extract<Expression, { kind: "cast" }>, context: SelectorContext): Value | undefined {
  const from = ownType(expression.operand, context, true);
  const to = ownType(expression, context, true);
  const value = constantPart(expression.operand, from, context);
  if (value === undefined || from === undefined || to === undefined || isStop(value)) return value;
  return context.scope.target === "cassandra-4.0" ? OPAQUE : castValue(value, from, to, expression.operand.range);
}

function callConstant(call: CallExpression, context: SelectorContext): Value | undefined {
  const { scope } = context;
  const found = context.functions.get(call);
  const values = new Map<Expression, Value>();
  for (const [i, operand] of operandsOf(call).entries()) {
    const value = constantPart(operand, found?.parameters[i], context);
    if (value === undefined) continue;
    if (isStop(value)) return value;
    values.set(operand, value);
  }
  if (found === undefined || scope.target === "cassandra-4.0" || found.aggregate || found.native === undefined || IMPURE.test(found.native.computes)) return undefined;
  const complete = operandsOf(call).every((operand) => values.has(operand));
  if (!complete) return partialRefusal(found, operandsOf(call).map((operand) => values.get(operand)), operandsOf(call));
  return runCall(call, found, (operand) => values.get(operand) ?? OPAQUE, scope);
}

/** Elements and slices (R-SEL-8): their keys are evaluated as values are. */
function subscriptStop(expression: Extract<Expression, { kind: "element" | "slice" }>, context: SelectorContext): Value | undefined {
  const { scope } = context;
  const typing = typeSelector(expression.operand, scope);
  const key = "type" in typing ? (typing.type.kind === "map" ? typing.type.key : elementType(typing.type)) : undefined;
  if (key === undefined) return undefined;
  for (const bound of expression.kind === "element" ? [expression.key] : [expression.from, expression.to]) {
    if (bound === undefined) continue;
    if (isNullTerm(bound, key, scope)) return { kind: "fault", violation: violate("null-subscript", bound.range, {}, { phase: "execute" }) };
    const finding = executeTerm(bound, key, scope);
    if (finding !== undefined) return "code" in finding ? { kind: "fault", violation: finding } : { kind: "unjudged", unjudged: finding };
  }
  return undefined;
}

// ---- the row that an aggregate makes ----------------------------------------------------------------------------------

/** What a selector is in the one row that an aggregate makes of no rows: columns are null, counts and sums zero. */
function rowValue(expression: Expression, wanted: CqlType | undefined, context: SelectorContext): Value {
  const { scope } = context;
  switch (expression.kind) {
    case "constant": case "null": return wanted === undefined ? OPAQUE : evaluate(expression, wanted, scope);
    case "column": case "writetime": return NULL_VALUE;
    case "countStar": return known(integerBytes(0n, 8));
    case "hint": return rowValue(expression.operand, ownType(expression, context, true), context);
    case "field": case "element": case "slice": case "cast": return nullOrOpaque(rowValue(expression.operand, undefined, context));
    case "set": return compareMembers(expression.items, context) ?? OPAQUE;
    case "tuple": case "list": return rowParts(expression.items, context);
    case "map": return rowMap(expression, wanted, context);
    default: return isCall(expression) ? rowCall(expression, context) : untold("a selector is not known");
  }
}

/** The result of something that gives null for null and never fails. */
function nullOrOpaque(value: Value): Value {
  return value.kind === "bytes" ? OPAQUE : value;
}

function rowParts(items: readonly Expression[], context: SelectorContext): Value {
  let stop: Value | undefined;
  for (const item of items) {
    const value = rowValue(item, undefined, context);
    if (value.kind === "fault") return value;
    if (value.kind === "unjudged") stop ??= value;
  }
  return stop ?? OPAQUE;
}

/** Members of sets and keys of maps are compared when the value is made, and comparing null breaks the server; undefined where nothing does. */
function compareMembers(members: readonly Expression[], context: SelectorContext): Value | undefined {
  const stop = rowParts(members, context);
  if (isStop(stop)) return stop;
  const nothing = members.find((member) => isNothing(member, context));
  return nothing === undefined ? undefined : { kind: "fault", violation: violate("null-in-collection", nothing.range, {}, { phase: "execute", errorClass: "server" }) };
}

/** Whether a member is null in the row, or a list of nulls, whose members are compared too; tuples compare nulls well. */
function isNothing(member: Expression, context: SelectorContext): boolean {
  if (member.kind === "list") return member.items.some((item) => isNothing(item, context));
  return rowValue(member, undefined, context).kind === "null";
}

/** `{k: v}`: a user type's value where one is expected, else a map's, whose keys are compared. */
function rowMap({ entries }: Extract<Expression, { kind: "map" }>, wanted: CqlType | undefined, context: SelectorContext): Value {
  const values = rowParts(entries.map(({ value }) => value), context);
  if (wanted?.kind !== "map") return values;
  return isStop(values) ? values : compareMembers(entries.map(({ key }) => key), context) ?? OPAQUE;
}

function rowCall(call: CallExpression, context: SelectorContext): Value {
  if (isLegacyToJson(call, context.scope)) return rowParts(operandsOf(call), context);
  const found = context.functions.get(call);
  if (found === undefined) return untold("a function is not known");
  if (!found.aggregate) return runCall(call, found, (operand, type) => rowValue(operand, type, context), context.scope);
  if (found.user !== undefined) return found.user.finalFunction === undefined ? OPAQUE : untold(`what aggregate ${found.user.name} gives without rows is not known`);
  if (found.name.startsWith("count")) return known(integerBytes(0n, 8));
  return found.name === "sum" || found.name === "avg" ? evaluate({ kind: "constant", type: "integer", value: "0", range: call.range }, found.returns, context.scope) : NULL_VALUE;
}
