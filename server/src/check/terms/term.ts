import { userType } from "../../schema/find";
import { formatType } from "../../schema/types";
import type { CqlType } from "../../schema/type";
import type { Constant, Expression } from "../../syntax/ast";
import { violate } from "../violate";
import type { Finding } from "../violation";
import type { CallExpression } from "./call";
import { hasMarker, isCall, isTerminal, operandsOf, tooDeep } from "./call";
import { hintFit, resultFit } from "./compatible";
import { constantFit, readConstant } from "./constant";
import { componentsOf, fitTerm, hasFieldNames, memberType, resolveTermCall } from "./fit";
import { isCandidate } from "./function";
import { hintType, isType } from "./hint-type";
import { isNative } from "./native";
import type { TermScope } from "./scope";
import { rightForm } from "./right-form";

export interface TermOptions {
  /** What the value is for, in messages: a column's name. */
  readonly name?: string;
}

/** What is known while a term is checked. */
interface TermCheck {
  readonly scope: TermScope;
  readonly name: string | undefined;
}

const UNKNOWN_TYPE: Finding = { unjudged: "the type of a value is not known" };

/**
 * What PREPARE refuses about `term` where a value of type `receiver` is expected, in the server's order; the range is that of the
 * offending part, from the slice's start. Terms that hold a template or half-typed text are not judged.
 */
export function checkTerm(term: Expression, receiver: CqlType, scope: TermScope, options: TermOptions = {}): Finding {
  if (term.kind === "constant") return checkConstant(term, receiver, { scope, name: options.name });
  if (term.kind === "marker") return undefined;
  if (tooDeep(term)) return { unjudged: "the value nests too deep" };
  return checkPart(term, receiver, { scope, name: options.name });
}

function checkPart(term: Expression, receiver: CqlType, check: TermCheck): Finding {
  switch (term.kind) {
    case "constant": return checkConstant(term, receiver, check);
    case "null": return isNative(receiver, "counter") ? violate("null-for-counter", term.range, named(check)) : undefined;
    case "marker": return undefined;
    case "list": case "set": return checkElements(term, receiver, check);
    case "map": return checkMap(term, receiver, check);
    case "tuple": return checkTuple(term, receiver, check);
    case "hint": return checkHint(term, receiver, check);
    case "negate": return check.scope.target === "scylla" && term.operand.kind === "constant" ? checkConstant({ ...term.operand, range: term.range }, receiver, check) : checkCall(term, receiver, check); // the sign is part of the number there (S-LEX-5)
    default: return isCall(term) ? checkCall(term, receiver, check) : { unjudged: term.kind === "template" ? "a template stands for a value" : "the value is not complete" };
  }
}

/** The receiver's name as a datum of messages. */
function named(check: TermCheck): { readonly column?: string } {
  return check.name === undefined ? {} : { column: check.name };
}

/** R-LIT-6, R-LIT-7, R-LIT-9, R-LIT-38, W-LIT-1 to W-LIT-13: the kind of literal first, then its text. */
function checkConstant(term: Constant, receiver: CqlType, check: TermCheck): Finding {
  const { scope } = check;
  const fit = constantFit(term, receiver, scope.target);
  if (fit === "unknown") return UNKNOWN_TYPE;
  if (fit === "not") return violate("type-mismatch", term.range, { literal: written(term), kind: term.type, type: formatType(receiver), ...named(check), ...rightForm(term, receiver) });
  const outcome = readConstant(term, receiver, scope.schema, scope.target);
  if (outcome === "good") return undefined;
  if (outcome === "unknown") return { unjudged: receiver.kind === "native" ? `whether ${written(term)} is a ${receiver.name} depends on the server` : "a text stands for a value of a custom type" };
  const data = { literal: written(term), kind: term.type, type: formatType(receiver), ...named(check), ...rightForm(term, receiver) };
  return violate("bad-literal-value", term.range, data, outcome === "overflow" ? { errorClass: "server" } : {});
}

/** A literal as it stands in the text, near enough for a message. */
function written(constant: Constant): string {
  const text = constant.type === "string" ? `'${constant.value.replaceAll("'", "''")}'` : constant.value;
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function mismatch(term: Expression, literal: string, receiver: CqlType, check: TermCheck): Finding {
  return violate("literal-kind-mismatch", term.range, { literal, type: formatType(receiver), ...named(check) });
}

/** R-LIT-20 … R-LIT-24, R-LIT-32, W-COL-1 to W-COL-4, W-VEC-1: lists, vectors and sets. */
function checkElements(term: Extract<Expression, { kind: "list" | "set" }>, receiver: CqlType, check: TermCheck): Finding {
  const { scope } = check;
  const { items } = term;
  if (receiver.kind === "unknown" || receiver.kind === "custom") return UNKNOWN_TYPE;
  if (items.length === 0 && term.kind === "set" && receiver.kind === "map") return undefined;
  const element = memberType(term.kind, receiver, scope);
  if (element === undefined) return mismatch(term, term.kind, receiver, check);
  if (receiver.kind === "vector" && items.length !== receiver.dimension) return violate("vector-size", term.range, { expected: receiver.dimension, found: items.length, type: formatType(receiver), ...named(check) });
  return checkMembers(items.map((item) => [item, element] as const), term, receiver.kind === "vector" ? "vector" : receiver.kind, check);
}

/** The members of a collection literal: first whether each fits, then each by itself, then nulls among constants. */
function checkMembers(members: readonly (readonly [Expression, CqlType])[], whole: Expression, collection: string, check: TermCheck): Finding {
  const { scope } = check;
  let unjudged: Finding;
  for (const [member, type] of members) {
    const fit = fitTerm(member, type, scope);
    if (fit === "unknown") unjudged ??= UNKNOWN_TYPE;
    else if (fit === "not") return memberMismatch(member, type, check);
  }
  for (const [member, type] of members) {
    const finding = checkPart(member, type, check);
    if (finding !== undefined && "code" in finding) return finding;
    unjudged ??= finding;
    if (collection !== "vector" && hasMarker(member)) return violate("marker-in-collection-literal", member.range, { collection, ...named(check) });
  }
  if (unjudged !== undefined) return unjudged;
  const empty = isTerminal(whole) ? members.find(([member]) => isNullConstant(member)) : undefined;
  return empty === undefined ? undefined : violate("null-in-collection", empty[0].range, { collection, ...named(check) });
}

/** NULL itself, also behind hints and parentheses. */
function isNullConstant(term: Expression): boolean {
  if (term.kind === "null") return true;
  return term.kind === "hint" && isNullConstant(term.operand);
}

/** A member that its collection, tuple or type does not take: where it is a literal, in the words for literals. */
function memberMismatch(member: Expression, type: CqlType, check: TermCheck): Finding {
  if (member.kind === "constant") return checkConstant(member, type, check);
  return violate("element-type-mismatch", member.range, { expected: formatType(type), ...named(check) });
}

/** R-LIT-21, R-LIT-30, R-LIT-31, W-UDT-1, W-UDT-2: maps, and user types by field name. */
function checkMap(term: Extract<Expression, { kind: "map" }>, receiver: CqlType, check: TermCheck): Finding {
  if (receiver.kind === "unknown" || receiver.kind === "custom") return UNKNOWN_TYPE;
  if (hasFieldNames(term.entries)) return checkFields(term, receiver, check);
  if (receiver.kind !== "map") return mismatch(term, "map", receiver, check);
  return checkMembers(term.entries.flatMap((entry) => [[entry.key, receiver.key] as const, [entry.value, receiver.value] as const]), term, "map", check);
}

function checkFields(term: Extract<Expression, { kind: "map" }>, receiver: CqlType, check: TermCheck): Finding {
  const { scope } = check;
  if (receiver.kind !== "user") return mismatch(term, "user type", receiver, check);
  const definition = userType(scope.schema, receiver);
  if (definition === undefined || definition.doubt !== undefined) return UNKNOWN_TYPE;
  // A repeated field keeps its last value; the server looks at the fields in the type's order.
  const values = new Map(term.entries.map((entry) => [entry.key.kind === "column" ? entry.key.name.value : "", entry] as const));
  let unjudged: Finding;
  for (const pass of ["fit", "value"] as const) {
    for (const field of definition.fields) {
      const entry = values.get(field.name);
      if (entry === undefined) continue;
      if (pass === "fit") {
        if (fitTerm(entry.value, field.type, scope) === "not") return memberMismatch(entry.value, field.type, check);
        continue;
      }
      const finding = checkPart(entry.value, field.type, check);
      if (finding !== undefined && "code" in finding) return finding;
      unjudged ??= finding;
    }
  }
  for (const [name, entry] of values) {
    if (!definition.fields.some((field) => field.name === name)) return violate("unknown-field", entry.key.range, { field: name, type: definition.name, fields: definition.fields.map((field) => field.name) });
  }
  return unjudged;
}

/** R-LIT-26 … R-LIT-28, W-TUP-1 to W-TUP-3: tuples, user types by position, and parentheses around one term. */
function checkTuple(term: Extract<Expression, { kind: "tuple" }>, receiver: CqlType, check: TermCheck): Finding {
  const { scope } = check;
  const { items } = term;
  const components = componentsOf(receiver, scope);
  const [only] = items;
  if (components === undefined && only !== undefined && items.length === 1) return checkPart(only, receiver, check);
  if (components === "unknown" || receiver.kind === "unknown" || receiver.kind === "custom") return UNKNOWN_TYPE;
  if (components === undefined) return mismatch(term, "tuple", receiver, check);
  let unjudged: Finding;
  for (const [i, item] of items.entries()) {
    const type = components[i];
    if (type === undefined) return violate("tuple-size", item.range, { expected: components.length, found: items.length, type: formatType(receiver), ...named(check) });
    if (fitTerm(item, type, scope) === "not") return memberMismatch(item, type, check);
  }
  for (const [i, item] of items.entries()) {
    const finding = checkPart(item, components[i] ?? receiver, check);
    if (finding !== undefined && "code" in finding) return finding;
    unjudged ??= finding;
  }
  return unjudged;
}

/** How far Scylla widens the value of a hint without loss (R-SCY-F8). */
const WIDENING: readonly (readonly string[])[] = [["tinyint", "smallint", "int", "bigint", "varint"], ["float", "double"]];

function widens(from: CqlType, to: CqlType): boolean {
  return from.kind === "native" && to.kind === "native" && WIDENING.some((order) => order.includes(from.name) && order.indexOf(from.name) < order.indexOf(to.name));
}

/** R-LIT-1, R-LIT-2, W-FN-1: the operand must suit the hint, the hint the receiver, and then the operand the receiver too. */
function checkHint(term: Extract<Expression, { kind: "hint" }>, receiver: CqlType, check: TermCheck): Finding {
  const { scope } = check;
  const type = hintType(term.type, scope);
  if (!isType(type)) return type;
  const operandFit = fitTerm(term.operand, type, scope);
  if (operandFit === "not") return violate("bad-type-hint", term.operand.range, { hint: formatType(type), reason: "operand" });
  const scylla = scope.target === "scylla";
  const receiverFit = scylla && widens(type, receiver) ? "weak" : hintFit(type, receiver);
  if (receiverFit === "not") return violate("bad-type-hint", term.type.range, { hint: formatType(type), type: formatType(receiver), reason: "receiver", ...named(check) });
  if (operandFit === "unknown" || receiverFit === "unknown") return UNKNOWN_TYPE;
  return checkPart(term.operand, scylla ? type : receiver, check);
}

/** R-FN-3 … R-FN-8: which function, whether its result suits, then each argument. */
function checkCall(call: CallExpression, receiver: CqlType, check: TermCheck): Finding {
  const { scope } = check;
  const found = resolveTermCall(call, receiver, scope);
  if (!isCandidate(found)) return found;
  if (found.aggregate) return violate("aggregate-as-value", call.range, { function: found.name, ...named(check) });
  const fit = resultFit(found.returns, receiver);
  if (fit === "not") return violate("result-type-mismatch", call.range, { function: found.name, result: formatType(found.returns), type: formatType(receiver), ...named(check) });
  let unjudged: Finding = fit === "unknown" ? UNKNOWN_TYPE : undefined;
  const operands = operandsOf(call);
  for (const [i, parameter] of found.parameters.entries()) {
    const operand = operands[i];
    const finding = operand === undefined ? undefined : checkPart(operand, parameter, { scope, name: undefined });
    if (finding !== undefined && "code" in finding) return finding;
    unjudged ??= finding;
  }
  return unjudged;
}

