import { isEnabled, switchName } from "../../dialect/guardrails";
import { FAILS_ON_EMPTY_INITCOND, FUNCTION_LANGUAGES, SCYLLA_LANGUAGES } from "../../dialect/functions-definition";
import type { UserFunction } from "../../schema/model";
import type { CqlType } from "../../schema/type";
import { formatType, freeze, identicalType } from "../../schema/types";
import type { CreateAggregate, CreateFunction, Name, QualifiedName, TypeReference } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import { executeTerm, isEmptyTerm, isNullTerm } from "../terms/execute";
import type { TermScope } from "../terms/scope";
import { checkTerm } from "../terms/term";
import { suggestion } from "../names";
import { firstOf } from "../result";
import type { Finding, Violation } from "../violation";
import { isViolation } from "../violation";
import { checkCustomTypes } from "./custom-type";
import { judgeJavaBody } from "./java-body";
import type { Place } from "./places";
import { absentKeyspace, checkPlace, isPlace, placeOf, requireKeyspace } from "./places";
import { CONTENT, inOrder, refuse } from "./steps";
import type { Step } from "./steps";
import { checkType, isUnknownType, typeIn, typeText } from "./type-reference";

/** CREATE FUNCTION, in the server's order (rulebook A8). */
export function checkCreateFunction(statement: CreateFunction, context: CheckContext): Finding {
  const { name, parameters, returns } = statement;
  if (name === undefined) return undefined;
  if (context.target === "scylla") return checkScyllaLanguage(statement);
  const place = placeOf(name, context);
  if (!isPlace(place)) return place;
  const types = parameters.map((parameter) => typeIn(parameter.type, place, context));
  const written = [...parameters.map((parameter) => parameter.type), ...(returns === undefined ? [] : [returns])];
  return inOrder([
    () => checkCustomTypes(written, context),
    () => checkPlace(place, context, "none"),
    () => checkReplaceOrKeep(statement, name),
    () => checkLanguage(statement, context),
    () => checkFunctionName(name),
    () => checkParameterNames(parameters.map((parameter) => parameter.name)),
    () => firstOf(parameters, (parameter) => checkNotFrozen(parameter.type, "parameter")),
    () => (returns === undefined ? undefined : checkNotFrozen(returns, "result")),
    () => keepIfUnknown(requireKeyspace(place, context), statement.ifNotExists),
    () => firstOf(written, (type) => checkType(type, place, context)),
    () => (returns === undefined || statement.body === undefined || statement.language?.value !== "java" ? undefined
      : judgeJavaBody(statement.body, parameters.map((parameter) => parameter.name.value), typeIn(returns, place, context))),
    () => checkExistingFunction(statement, types, place, context),
  ]);
}

/** D-FUN-1. */
function checkReplaceOrKeep(statement: CreateFunction | CreateAggregate, name: QualifiedName): Finding {
  return statement.orReplace && statement.ifNotExists ? refuse("replace-and-if-not-exists", name.range, { name: name.name.value }) : undefined;
}

/** D-FUN-2, D-FUN-3. */
function checkLanguage(statement: CreateFunction, context: CheckContext): Finding {
  const { server, target } = context;
  if (!isEnabled(server, target, "user_defined_functions_enabled")) return refuse("functions-disabled", statement.head, { switch: switchName(context.target, "user_defined_functions_enabled") });
  const { language } = statement;
  if (language === undefined || language.value === "java") return undefined;
  const scripted = FUNCTION_LANGUAGES[target].includes(language.value);
  if (scripted && isEnabled(server, target, "scripted_user_defined_functions_enabled")) return undefined;
  return refuse("function-language", language.range, { language: language.value, switch: scripted ? switchName(target, "scripted_user_defined_functions_enabled") : "" });
}

/** S-FUN-1: Lua and WebAssembly, behind switches that the configuration may set; other languages are refused in any case. */
function checkScyllaLanguage({ language }: CreateFunction): Finding {
  return language !== undefined && !SCYLLA_LANGUAGES.has(language.value) ? refuse("function-language", language.range, { language: language.value, switch: "" })
    : { unjudged: "whether functions can be created depends on the cluster" };
}

/** D-NAM-5. */
function checkFunctionName(name: QualifiedName): Finding {
  return /[/[\]]/.test(name.name.value) ? refuse("bad-function-name", name.name.range, { name: name.name.value }) : undefined;
}

/** D-FUN-4. */
function checkParameterNames(names: readonly Name[]): Finding {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name.value)) return refuse("duplicate-parameter", name.range, { name: name.value });
    seen.add(name.value);
  }
  return undefined;
}

/** D-FUN-5: values passed to functions are frozen anyway; tuples and vectors may say so. */
export function checkNotFrozen(type: TypeReference, what: string): Finding {
  if (type.kind !== "frozen" || type.inner.kind === "tuple" || type.inner.kind === "vector") return undefined;
  return refuse("function-frozen", type.range, { type: typeText(type), what });
}

/** An absent keyspace ends the run where IF NOT EXISTS could make the rest unseen. */
function keepIfUnknown(finding: Finding, ifNotExists: boolean): ReturnType<Step> {
  return finding === undefined || "code" in finding || !ifNotExists ? finding : { halt: finding };
}

/** The function or aggregate of a name with exactly these parameters; undefined when there is none. */
export function findOverload(place: Place, name: string, parameters: readonly CqlType[]): UserFunction | undefined {
  return place.model?.functions.find((known) => known.name === name && known.parameters.length === parameters.length
    && known.parameters.every((parameter, i) => identicalType(freeze(parameter), freeze(parameters[i]!))));
}

/** D-FUN-6, D-FUN-7. */
function checkExistingFunction(statement: CreateFunction, types: readonly CqlType[], place: Place, context: CheckContext): ReturnType<Step> {
  const name = statement.name?.name;
  if (name === undefined || types.some((type) => isUnknownType(type, context))) return undefined;
  const existing = findOverload(place, name.value, types);
  if (existing === undefined) return undefined;
  if (existing.doubt !== undefined) return { halt: { unjudged: `the definition of ${name.value} is not sure` } };
  const data = { name: name.value, parameters: types.map(formatType) };
  const related = relatedFunction(existing);
  if (existing.kind === "aggregate") return refuse("replace-aggregate", name.range, data, { related });
  if (statement.ifNotExists) return CONTENT;
  if (!statement.orReplace) return refuse("function-exists", name.range, data, { related });
  if ((statement.nullInput === "called") !== existing.calledOnNull) return refuse("replace-null-input", name.range, { ...data, clause: existing.calledOnNull ? "CALLED" : "RETURNS NULL" }, { related });
  const { returns } = statement;
  if (returns === undefined) return undefined;
  const result = typeIn(returns, place, context);
  return canReplace(result, existing.returns) ? undefined : refuse("replace-return-type", returns.range, { ...data, type: formatType(result), before: formatType(existing.returns) }, { related });
}

function relatedFunction(known: UserFunction): Violation["related"] {
  return known.origin === undefined ? undefined : [{ origin: known.origin, note: `${known.name} is created here` }];
}

/** Whether a new return type may take the place of the old one: the same, or one that sorts alike. */
function canReplace(now: CqlType, before: CqlType): boolean {
  if (identicalType(freeze(now), freeze(before))) return true;
  if (now.kind !== "native" || before.kind !== "native") return false;
  return (now.name === "blob" && (before.name === "text" || before.name === "ascii")) || (now.name === "text" && before.name === "ascii");
}

/** CREATE AGGREGATE, in the server's order (D-AGG-1 to D-AGG-5). */
export function checkCreateAggregate(statement: CreateAggregate, context: CheckContext): Finding {
  const { name, stateType, stateFunction, parameters } = statement;
  if (name === undefined || stateType === undefined || stateFunction === undefined) return undefined;
  if (context.target === "scylla") return { unjudged: "aggregates are not checked for ScyllaDB" };
  const place = placeOf(name, context);
  if (!isPlace(place)) return place;
  const types = parameters.map((parameter) => typeIn(parameter, place, context));
  const state = freeze(typeIn(stateType, place, context));
  return inOrder([
    () => checkCustomTypes([...parameters, stateType], context),
    () => {
      const absent = absentKeyspace(place, context);
      // The server looks for the keyspace earlier here than anywhere else, and has other words for it (D-NAM-7).
      if (absent?.absent === "sure") return { ...absent.finding, errorClass: "config" };
      return absent === undefined ? undefined : { halt: absent.finding };
    },
    () => checkPlace(place, context, "none"),
    () => checkReplaceOrKeep(statement, name),
    () => firstOf(parameters, (parameter) => checkNotFrozen(parameter, "parameter")),
    () => checkNotFrozen(stateType, "state"),
    () => checkFunctionName(name),
    () => firstOf([...parameters, stateType], (type) => checkType(type, place, context)),
    () => checkStateFunction(stateFunction, state, types, place, context),
    () => checkFinalFunction(statement, state, place, context),
    () => checkInitialCondition(statement, stateFunction, state, types, place, context),
    () => checkExistingAggregate(statement, types, place, context),
  ]);
}

/** A function that an aggregate names: a user function of the keyspace with exactly these parameters. */
function userFunction(name: Name, parameters: readonly CqlType[], code: string, place: Place, context: CheckContext): UserFunction | Violation | { readonly unjudged: string } {
  if (parameters.some((type) => isUnknownType(type, context))) return { unjudged: "a type of the aggregate is not known" };
  const found = findOverload(place, name.value, parameters);
  const named = place.model?.functions.filter((known) => known.name === name.value) ?? [];
  if (found === undefined) {
    if (!context.schema.complete && named.length === 0) return { unjudged: `no file defines function ${name.value}` };
    const near = named.length > 0 ? {} : suggestion(name.value, (place.model?.functions ?? []).map((known) => known.name));
    return refuse(code, name.range, { name: name.value, parameters: parameters.map(formatType), ...near });
  }
  if (found.doubt !== undefined) return { unjudged: `the definition of ${name.value} is not sure` };
  return found.kind === "aggregate" ? refuse(code, name.range, { name: name.value, parameters: parameters.map(formatType), aggregate: name.value }) : found;
}

/** D-AGG-1. */
function checkStateFunction(name: Name, state: CqlType, types: readonly CqlType[], place: Place, context: CheckContext): Finding {
  const found = userFunction(name, [state, ...types], "state-function", place, context);
  if (!("returns" in found)) return found;
  return identicalType(freeze(found.returns), state) ? undefined
    : refuse("state-function-result", name.range, { name: name.value, returns: formatType(found.returns), type: formatType(state) }, { related: relatedFunction(found) });
}

/** D-AGG-2. */
function checkFinalFunction(statement: CreateAggregate, state: CqlType, place: Place, context: CheckContext): Finding {
  if (statement.finalFunction === undefined) return undefined;
  const found = userFunction(statement.finalFunction, [state], "final-function", place, context);
  return "returns" in found ? undefined : found;
}

const EMPTY_ALLOWED: readonly string[] = ["text", "ascii", "blob"];

/** D-AGG-3, D-AGG-4. */
function checkInitialCondition(statement: CreateAggregate, stateFunction: Name, state: CqlType, types: readonly CqlType[], place: Place, context: CheckContext): Finding {
  const { initialCondition: initial } = statement;
  const scope: TermScope = { schema: context.schema, keyspace: place.keyspace, target: context.target, server: context.server };
  if (initial !== undefined) {
    if (state.kind === "unknown") return { unjudged: "the state type is not known" };
    const marker = statement.markers[0];
    if (marker !== undefined) return refuse("initcond-marker", marker.range, {}, { errorClass: "server" });
    const found = checkTerm(initial, state, scope) ?? executeTerm(initial, state, scope);
    if (isViolation(found)) return found.errorClass === "function" ? { ...found, phase: "execute" } : refuse("initcond", found.range, { type: formatType(state) });
    if (found !== undefined) return found;
    const mayBeEmpty = state.kind === "native" && EMPTY_ALLOWED.includes(state.name);
    if (!mayBeEmpty && isEmptyTerm(initial, state, scope)) return refuse("initcond-empty", initial.range, { type: formatType(state) }, FAILS_ON_EMPTY_INITCOND.has(context.target) ? { errorClass: "server" } : {});
  }
  const called = findOverload(place, stateFunction.value, [state, ...types])?.calledOnNull;
  const isNull = initial === undefined || isNullTerm(initial, state, scope);
  return called === false && isNull ? refuse("initcond-required", initial?.range ?? statement.name?.range ?? statement.head, { name: statement.name?.name.value ?? "", function: stateFunction.value }) : undefined;
}

/** D-AGG-5. */
function checkExistingAggregate(statement: CreateAggregate, types: readonly CqlType[], place: Place, context: CheckContext): ReturnType<Step> {
  const name = statement.name?.name;
  if (name === undefined || types.some((type) => isUnknownType(type, context))) return undefined;
  const existing = findOverload(place, name.value, types);
  if (existing === undefined) return undefined;
  const data = { name: name.value, parameters: types.map(formatType) };
  const related = relatedFunction(existing);
  if (existing.kind === "function") return refuse("replace-function", name.range, data, { related });
  if (statement.ifNotExists) return CONTENT;
  if (!statement.orReplace) return refuse("aggregate-exists", name.range, data, { related });
  const result = resultOf(statement, place, context);
  return result === undefined || canReplace(result, existing.returns) ? undefined
    : refuse("replace-return-type", name.range, { ...data, type: formatType(result), before: formatType(existing.returns) }, { related });
}

/** What the aggregate gives: the result of its final function, else its state. */
function resultOf(statement: CreateAggregate, place: Place, context: CheckContext): CqlType | undefined {
  if (statement.stateType === undefined) return undefined;
  const state = freeze(typeIn(statement.stateType, place, context));
  return statement.finalFunction === undefined ? state : findOverload(place, statement.finalFunction.value, [state])?.returns;
}
