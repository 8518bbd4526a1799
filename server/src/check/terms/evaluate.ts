import { isMultiCell, userType } from "../../schema/types";
import type { CqlType } from "../../schema/type";
import type { Constant, Expression } from "../../syntax/ast";
import { violate } from "../violate";
import type { Operator } from "./arithmetic";
import { negate, operate } from "./arithmetic";
import type { CallExpression } from "./call";
import { isCall, operandsOf } from "./call";
import { literalText } from "./constant";
import { componentsOf, hasFieldNames, memberType, resolveTermCall } from "./fit";
import type { Candidate } from "./function";
import { isCandidate } from "./function";
import { callNative } from "./native-call";
import { bytesOfText, hexBytes, widthOf } from "./literals/bytes";
import { timestampMillis } from "./literals/timestamp";
import type { TermScope } from "./scope";
import type { Value } from "./value";
import { NULL_VALUE, OPAQUE, isStop, known, untold } from "./value";

const MARKER: Value = untold("a bind marker stands for a value");

/**
 * What a term is when the statement runs, for a term that checkTerm let through: its bytes where they follow from the text,
 * or what execution refuses about it. Literals of structured types are not put together; their parts are evaluated all the same.
 */
export function evaluate(term: Expression, receiver: CqlType, scope: TermScope): Value {
  switch (term.kind) {
    case "constant": return constantValue(term, receiver);
    case "null": return NULL_VALUE;
    case "marker": return MARKER;
    case "hint": return evaluate(term.operand, receiver, scope);
    case "list": case "set": {
      const element = memberType(term.kind, receiver, scope);
      if (element === undefined) return OPAQUE;
      // An empty collection that is stored in cells of its own leaves no cell.
      if (term.items.length === 0) return isMultiCell(receiver) ? NULL_VALUE : OPAQUE;
      return members(term.items.map((item) => [item, element] as const), receiver.kind, scope);
    }
    case "map":
      if (receiver.kind === "map" && !hasFieldNames(term.entries)) return members(term.entries.flatMap((entry) => [[entry.key, receiver.key] as const, [entry.value, receiver.value] as const]), "map", scope);
      return parts(term.entries.map((entry) => entry.value), (i) => fieldType(term.entries[i]?.key, receiver, scope), scope);
    case "tuple": {
      const components = componentsOf(receiver, scope);
      const [only] = term.items;
      if (components === undefined && only !== undefined) return evaluate(only, receiver, scope);
      return parts(term.items, (i) => (typeof components === "object" ? components[i] : undefined), scope);
    }
    default: return isCall(term) ? callValue(term, receiver, scope) : untold("the value is not complete");
  }
}

function constantValue(term: Constant, receiver: CqlType): Value {
  if (receiver.kind !== "native") return OPAQUE;
  if (term.type === "hex") return term.value.length % 2 === 0 ? known(hexBytes(term.value.slice(2))) : OPAQUE;
  const text = literalText(term);
  const bytes = bytesOfText(text, receiver.name);
  if (bytes !== undefined) return known(bytes);
  return receiver.name === "timestamp" ? { kind: "opaque", around: timestampMillis(`${text.slice(0, 10)}Z`) ?? timestampMillis("2024-01-01Z") ?? 0n } : OPAQUE;
}

/** The members of a collection: none may turn out to be null (R-LIT-24, W-COL-3). */
function members(items: readonly (readonly [Expression, CqlType])[], collection: string, scope: TermScope): Value {
  let stop: Value | undefined;
  for (const [item, type] of items) {
    const value = evaluate(item, type, scope);
    if (value.kind === "fault") return value;
    // A vector's components stand side by side, so those of one width cannot be empty either.
    const gap = collection === "vector" && value.kind === "bytes" && value.bytes.length === 0 && type.kind === "native" && widthOf(type.name) !== undefined;
    if (value.kind === "null" || gap) return { kind: "fault", violation: violate("null-in-collection", item.range, { collection }, { phase: "execute" }) };
    if (value.kind === "unjudged") stop ??= value;
  }
  return stop ?? OPAQUE;
}

/** The type of the field that a key names. */
function fieldType(key: Expression | undefined, receiver: CqlType, scope: TermScope): CqlType | undefined {
  return key?.kind === "column" ? userType(scope.schema, receiver)?.fields.find(({ name }) => name === key.name.value)?.type : undefined;
}

/** The parts of a tuple or user type, which may be null. */
function parts(items: readonly Expression[], typeOf: (i: number) => CqlType | undefined, scope: TermScope): Value {
  let stop: Value | undefined;
  for (const [i, item] of items.entries()) {
    const type = typeOf(i);
    const value = type === undefined ? partOfUnknownType(item) : evaluate(item, type, scope);
    if (value.kind === "fault") return value;
    if (value.kind === "unjudged") stop ??= value;
  }
  return stop ?? OPAQUE;
}

function partOfUnknownType(item: Expression): Value {
  return item.kind === "constant" || item.kind === "null" ? OPAQUE : untold("the type of a part is not known");
}

function callValue(call: CallExpression, receiver: CqlType, scope: TermScope): Value {
  const found = resolveTermCall(call, receiver, scope);
  return isCandidate(found) ? runCall(call, found, (operand, type) => evaluate(operand, type, scope), scope) : untold("a function is not known");
}

/** Runs the function that a call means on its operands, evaluated by `valueOf`. */
export function runCall(call: CallExpression, found: Candidate, valueOf: (operand: Expression, type: CqlType) => Value, scope: TermScope): Value {
  const operands = operandsOf(call);
  const values: Value[] = [];
  let unjudged: Value | undefined;
  for (const [i, operand] of operands.entries()) {
    const type = found.parameters[i];
    if (type === undefined) return untold("a function is not known");
    const value = valueOf(operand, type);
    if (value.kind === "fault") return value;
    if (isStop(value)) unjudged ??= value;
    values.push(value);
  }
  if (unjudged !== undefined) return unjudged;
  const { native } = found;
  if (native?.operation === "negation") return negate(values[0] ?? NULL_VALUE, found.returns);
  if (native?.operation === "binary") {
    const [left = NULL_VALUE, right = NULL_VALUE] = values;
    return operate(call.kind === "binary" ? call.operator : OPERATORS[native.name] ?? "+", [left, right], found.parameters, found.returns, call.range);
  }
  return callNative(found, values, operands, call.range, scope);
}

const OPERATORS: Readonly<Record<string, Operator>> = { _add: "+", _substract: "-", _multiply: "*", _divide: "/", _modulo: "%" };
