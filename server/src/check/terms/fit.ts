import { userType } from "../../schema/find";
import type { CqlType } from "../../schema/type";
import type { Expression, MapEntry } from "../../syntax/ast";
import type { Argument } from "./argument";
import type { CallExpression } from "./call";
import { isCall, nameOf, operandsOf } from "./call";
import type { Fit } from "./compatible";
import { hintFit, resultFit, typeFit, weakest } from "./compatible";
import { constantFit, preferredType } from "./constant";
import type { Candidate } from "./function";
import { isCandidate, resolveCall } from "./function";
import { hintType, isType } from "./hint-type";
import { isNative } from "./native";
import type { TermScope } from "./scope";
import type { Unjudged, Violation } from "../violation";

/** Whether `[…]` can be a vector on the target. */
export function hasVectors(scope: TermScope): boolean {
  return scope.target === "cassandra-5.0" || scope.target === "scylla";
}

/** The types that the members of a literal must have, by receiver; undefined where a literal of that kind cannot stand. */
export function memberType(literal: "list" | "set", receiver: CqlType, scope: TermScope): CqlType | undefined {
  if (literal === "set") return receiver.kind === "set" ? receiver.element : undefined;
  if (receiver.kind === "list") return receiver.element;
  return receiver.kind === "vector" && hasVectors(scope) ? receiver.element : undefined;
}

/** The components of a tuple or user type, which a tuple literal fills by position; undefined for other types, "unknown" for user types that nothing defines. */
export function componentsOf(receiver: CqlType, scope: TermScope): readonly CqlType[] | "unknown" | undefined {
  if (receiver.kind === "tuple") return receiver.items;
  if (receiver.kind !== "user") return undefined;
  const fields = userType(scope.schema, receiver);
  return fields === undefined || fields.doubt !== undefined ? "unknown" : fields.fields.map((field) => field.type);
}

/** Whether a map literal is one of a user type: its keys are names. */
export function hasFieldNames(entries: readonly MapEntry[]): boolean {
  return entries.length > 0 && entries.every((entry) => entry.key.kind === "column");
}

/** How a fit of the parts of a literal is found, on the value side or in a select list. */
export type FitOf = (expression: Expression, receiver: CqlType) => Fit;

/** How a `[…]` or `{…}` without keys suits a receiver. */
export function elementsFit(expression: Extract<Expression, { kind: "list" | "set" }>, receiver: CqlType, scope: TermScope, fitOf: FitOf): Fit {
  if (receiver.kind === "unknown") return "unknown";
  const { items } = expression;
  // `{}` is also the empty map.
  if (items.length === 0 && expression.kind === "set" && receiver.kind === "map") return "weak";
  const element = memberType(expression.kind, receiver, scope);
  if (element === undefined) return receiver.kind === "custom" ? "unknown" : "not";
  return items.length === 0 ? "weak" : weakest(items.map((item) => fitOf(item, element)));
}

/** How a `{k: v}` suits a map. */
export function entriesFit(entries: readonly MapEntry[], receiver: Extract<CqlType, { kind: "map" }>, fitOf: FitOf): Fit {
  return weakest(entries.flatMap((entry) => [fitOf(entry.key, receiver.key), fitOf(entry.value, receiver.value)]));
}

/** How a `{field: v}` suits a user type: unknown names are another check's matter. */
export function fieldsFit(entries: readonly MapEntry[], receiver: CqlType, scope: TermScope, fitOf: FitOf): Fit {
  const definition = userType(scope.schema, receiver);
  if (definition === undefined || definition.doubt !== undefined) return "unknown";
  const fits = entries.map((entry) => {
    const field = entry.key.kind === "column" ? definition.fields.find(({ name }) => entry.key.kind === "column" && name === entry.key.name.value) : undefined;
    return field === undefined ? "weak" : fitOf(entry.value, field.type);
  });
  const fit = weakest(fits);
  return fit === "exact" ? "weak" : fit;
}

/** How `(a, b)` suits a receiver with components. */
export function tupleFit(items: readonly Expression[], components: readonly CqlType[], fitOf: FitOf): Fit {
  if (items.length > components.length) return "not";
  const fit = weakest(items.map((item, i) => fitOf(item, components[i] ?? { kind: "unknown", text: "" })));
  return fit === "exact" ? "weak" : fit;
}

/** How a term suits a receiver, before anything in it is reported (functions.md sections 8, 9, 11). */
export function fitTerm(term: Expression, receiver: CqlType, scope: TermScope): Fit {
  switch (term.kind) {
    case "constant": return constantFit(term, receiver, scope.target);
    case "null": return isNative(receiver, "counter") ? "not" : "weak";
    case "marker": return "weak";
    case "list": case "set": return elementsFit(term, receiver, scope, (item, type) => fitTerm(item, type, scope));
    case "map": {
      const fitOf: FitOf = (item, type) => fitTerm(item, type, scope);
      if (receiver.kind === "unknown" || receiver.kind === "custom") return "unknown";
      if (hasFieldNames(term.entries)) return receiver.kind === "user" ? fieldsFit(term.entries, receiver, scope, fitOf) : "not";
      return receiver.kind === "map" ? entriesFit(term.entries, receiver, fitOf) : "not";
    }
    case "tuple": {
      const components = componentsOf(receiver, scope);
      const [only] = term.items;
      if (components === undefined && only !== undefined && term.items.length === 1) return fitTerm(only, receiver, scope);
      if (components === undefined) return receiver.kind === "unknown" || receiver.kind === "custom" ? "unknown" : "not";
      return components === "unknown" ? "unknown" : tupleFit(term.items, components, (item, type) => fitTerm(item, type, scope));
    }
    case "hint": {
      const type = hintType(term.type, scope);
      return isType(type) ? hintFit(type, receiver) : "unjudged" in type ? "unknown" : "weak";
    }
    default: return isCall(term) ? callFit(term, receiver, scope) : "unknown";
  }
}

/** A call that does not resolve counts as fitting weakly: its own error is found when it is prepared itself (R-FN-10). */
function callFit(call: CallExpression, receiver: CqlType, scope: TermScope): Fit {
  const found = resolveTermCall(call, receiver, scope);
  if (!isCandidate(found)) return "unjudged" in found ? "unknown" : "weak";
  // Cassandra takes fromJson for anything, and so for nothing in particular (asked of 4.1 and 5.0).
  if (found.native?.factory === "from-json" && scope.target !== "scylla") return "weak";
  return resultFit(found.returns, receiver);
}

type Resolution = Candidate | Violation | Unjudged;
/** Calls within calls are asked for once per overload of the outer one: each answer is kept as long as its scope. */
const resolutions = new WeakMap<TermScope, Map<CallExpression, Map<CqlType | undefined, Resolution>>>();

/** Resolves a call of the value side against the receiver (R-FN-5). */
export function resolveTermCall(call: CallExpression, receiver: CqlType | undefined, scope: TermScope): Resolution {
  let calls = resolutions.get(scope);
  if (calls === undefined) resolutions.set(scope, (calls = new Map()));
  let answers = calls.get(call);
  if (answers === undefined) calls.set(call, (answers = new Map()));
  let answer = answers.get(receiver);
  if (answer === undefined) {
    const args = operandsOf(call).map((operand) => termArgument(operand, scope));
    const { name, operator, cast } = nameOf(call);
    answer = resolveCall({ name, operator, cast, args, range: call.range, receiver }, scope);
    answers.set(receiver, answer);
  }
  return answer;
}

function termArgument(expression: Expression, scope: TermScope): Argument {
  return { expression, fit: (parameter) => fitTerm(expression, parameter, scope), typeIfKnown: () => typeOfTerm(expression, scope) };
}

/** The type of which all others are a kind, if there is one. */
export function commonType(types: readonly CqlType[]): CqlType | undefined {
  return types.find((type) => types.every((other) => other === type || typeFit(other, type) === "exact" || typeFit(other, type) === "weak"));
}

const known = (type: CqlType | undefined): type is CqlType => type !== undefined;

/** The type of a literal of members whose types are found by `typeOf`; undefined where no member tells. */
export function literalType(expression: Expression, typeOf: (member: Expression) => CqlType | undefined): CqlType | undefined {
  switch (expression.kind) {
    case "list": case "set": {
      const element = commonType(expression.items.map(typeOf).filter(known));
      return element === undefined ? undefined : { kind: expression.kind, element, frozen: true };
    }
    case "tuple": {
      const items = expression.items.map(typeOf);
      return items.length > 1 && items.every(known) ? { kind: "tuple", items } : undefined;
    }
    default: return undefined;
  }
}

/** The type that a term has by itself, literals by their preferred type (R-FN-12); undefined where only a receiver can tell. */
export function typeOfTerm(term: Expression, scope: TermScope): CqlType | undefined {
  switch (term.kind) {
    case "constant": return preferredType(term, scope.target);
    case "hint": {
      const type = hintType(term.type, scope);
      return isType(type) ? type : { kind: "unknown", text: "" };
    }
    // `[…]` may become a list or a vector, and tuples are typed by members that have a type for sure.
    case "list": return undefined;
    case "tuple": return literalType(term, (member) => (member.kind === "constant" ? undefined : typeOfTerm(member, scope)));
    case "set": return literalType(term, (member) => typeOfTerm(member, scope));
    case "map": {
      if (hasFieldNames(term.entries)) return undefined;
      const key = commonType(term.entries.map((entry) => typeOfTerm(entry.key, scope)).filter(known));
      const value = commonType(term.entries.map((entry) => typeOfTerm(entry.value, scope)).filter(known));
      return key === undefined || value === undefined ? undefined : { kind: "map", key, value, frozen: true };
    }
    default: {
      if (!isCall(term)) return undefined;
      const found = resolveTermCall(term, undefined, scope);
      return isCandidate(found) ? found.returns : "unjudged" in found ? { kind: "unknown", text: "" } : undefined;
    }
  }
}
