import type { NativeFunction, OPERATOR_FUNCTIONS } from "../../dialect/functions";
import { displayName, nativeElsewhere, nativeFunctions, targetsWith } from "../../dialect/functions";
import type { UserFunction } from "../../schema/model";
import { nearest } from "../../schema/find";
import { formatType, sameType } from "../../schema/types";
import type { CqlType } from "../../schema/type";
import type { QualifiedName } from "../../syntax/ast";
import type { Range } from "../../text/range";
import { violate } from "../violate";
import type { Unjudged, Violation } from "../violation";
import type { Argument } from "./argument";
import { isMarker } from "./argument";
import type { Fit } from "./compatible";
import { typeFit, weakest } from "./compatible";
import { buildFromFactory } from "./factory";
import { NATIVE, nativeType } from "./native";
import type { TermScope } from "./scope";

/** A function that a call may mean, with its types: one signature of a native function, or a user function. */
export interface Candidate {
  readonly name: string;
  readonly parameters: readonly CqlType[];
  readonly returns: CqlType;
  readonly aggregate: boolean;
  readonly native?: NativeFunction;
  readonly user?: UserFunction;
}

/** What a call is looked up by; operators and casts carry their own name for messages. */
export interface CallSite {
  readonly name: QualifiedName;
  readonly args: readonly Argument[];
  readonly range: Range;
  readonly operator?: keyof typeof OPERATOR_FUNCTIONS | "negation";
  /** The type that CAST names, as written. */
  readonly cast?: string;
  /** The type that the context expects; undefined in a select list (R-FN-5). */
  readonly receiver?: CqlType;
}

const overloads = new WeakMap<NativeFunction, readonly Candidate[]>();

/** The signatures of a native function as candidates, made once. */
function candidatesOf(native: NativeFunction): readonly Candidate[] {
  let made = overloads.get(native);
  if (made === undefined) {
    made = native.signatures.map(({ parameters, returns }) => ({ name: native.name, parameters: parameters.map(nativeType), returns: nativeType(returns), aggregate: native.aggregate, native }));
    overloads.set(native, made);
  }
  return made;
}

function tokenCandidate(scope: TermScope): Candidate | Unjudged {
  if (scope.table === undefined) return { unjudged: "token() without a table" };
  return { name: "token", parameters: scope.table.partitionKey.map((column) => column.type), returns: NATIVE.bigint, aggregate: false };
}

/** Whether resolving a call gave a function. */
export function isCandidate(found: Candidate | Violation | Unjudged): found is Candidate {
  return "parameters" in found;
}

/**
 * The function that a call means (R-FN-2 … R-FN-6, R-FN-12), or the refusal. Candidates are the native functions of the target and
 * the user functions of the name's keyspace; one candidate is checked argument by argument, of several one must fit best.
 */
export function resolveCall(call: CallSite, scope: TermScope): Candidate | Violation | Unjudged {
  const candidates = collect(call, scope);
  if (!Array.isArray(candidates)) return candidates;
  const [only] = candidates;
  if (only === undefined) return unknownFunction(call, scope);
  return candidates.length === 1 ? checkOnly(only, call) : pickBest(candidates, call, scope);
}

function collect(call: CallSite, scope: TermScope): Candidate[] | Violation | Unjudged {
  const { name } = call;
  const stored = name.name.value;
  const natives: Candidate[] = [];
  if (name.keyspace === undefined || name.keyspace.value === "system") {
    if (stored === "token") {
      const token = tokenCandidate(scope);
      if ("unjudged" in token) return token;
      natives.push(token);
    }
    const native = nativeFunctions(scope.target).get(stored);
    if (native?.factory !== undefined) {
      const built = buildFromFactory(native, native.factory, call, scope);
      if (!isCandidate(built)) return built;
      natives.push(built);
    } else if (native !== undefined) natives.push(...candidatesOf(native));
  }
  if (call.operator !== undefined || call.cast !== undefined) return natives;
  const keyspace = scope.schema.keyspaces.get(name.keyspace?.value ?? scope.keyspace);
  if (name.keyspace !== undefined && keyspace === undefined && !scope.schema.complete && name.keyspace.value !== "system") return { unjudged: `no file creates keyspace ${name.keyspace.value}` };
  const users: Candidate[] = [];
  for (const user of keyspace?.functions ?? []) {
    if (user.name !== stored) continue;
    if (user.doubt !== undefined) return { unjudged: `the definition of function ${user.name} is not sure` };
    users.push({ name: user.name, parameters: user.parameters, returns: user.returns, aggregate: user.kind === "aggregate", user });
  }
  return scope.target === "cassandra-5.0" ? [...users, ...natives] : [...natives, ...users];
}

/** R-FN-3: no function of that name; how sure that is depends on where it could be defined (contract.md section 4). */
function unknownFunction(call: CallSite, scope: TermScope): Violation | Unjudged {
  const { name, range } = call;
  if (call.cast !== undefined) return notCastable(call, call.cast);
  const written = name.keyspace === undefined ? name.name.value : `${name.keyspace.value}.${name.name.value}`;
  const nameRange = name.range.end > name.range.start ? name.range : range;
  const elsewhere = name.keyspace === undefined || name.keyspace.value === "system" ? nativeElsewhere(name.name.value, scope.target) : undefined;
  if (elsewhere !== undefined) {
    const known = targetsWith(name.name.value);
    return violate("unknown-function", nameRange, { function: displayName(name.name.value), target: scope.target, known, ...(elsewhere.instead === undefined ? {} : { instead: elsewhere.instead }) });
  }
  const keyspace = scope.schema.keyspaces.get(name.keyspace?.value ?? scope.keyspace);
  const nativeNames = name.keyspace === undefined ? [...nativeFunctions(scope.target).keys()].filter((native) => !native.startsWith("_")) : [];
  const close = nearest(name.name.value, [...nativeNames, ...(keyspace?.functions ?? []).map((user) => user.name)]);
  const shown: Readonly<Record<string, string>> = close === undefined ? {} : { nearest: displayName(close) };
  const sure = (scope.schema.complete && keyspace?.partial !== true) || keyspace?.system === true;
  if (sure) return violate("unknown-function", nameRange, { function: written, target: scope.target, ...shown });
  if (keyspace === undefined || keyspace.partial === true || keyspace.tables.size === 0) return { unjudged: `no file defines function ${written}` };
  return { unjudged: `no file defines function ${written}`, unknownName: { code: "unknown-function", range: nameRange, name: written, ...shown } };
}

const typeNames = (types: readonly CqlType[]): string => types.map(formatType).join(", ");

/** A candidate the way its signature reads. */
function describeCandidate(candidate: Candidate): string {
  return `${displayName(candidate.name)}(${typeNames(candidate.parameters)})`;
}

/** R-FN-4: the only candidate must take the arguments. */
function checkOnly(only: Candidate, call: CallSite): Candidate | Violation | Unjudged {
  if (only.parameters.length !== call.args.length) {
    return violate("wrong-argument-count", call.range, { function: displayName(only.name), expected: only.parameters.length, found: call.args.length, signature: describeCandidate(only) });
  }
  let unsure = false;
  for (const [i, parameter] of only.parameters.entries()) {
    const argument = call.args[i];
    const fit = argument?.fit(parameter);
    if (fit === "unknown") unsure = true;
    else if (fit === "not" && argument !== undefined) return argumentMismatch(only, i, argument);
  }
  return unsure ? { unjudged: `the type of an argument of ${only.name} is not known` } : only;
}

/** An argument that its parameter does not take. */
export function argumentMismatch(candidate: Pick<Candidate, "name" | "parameters">, index: number, argument: Argument): Violation {
  const parameter = candidate.parameters[index];
  const known = argument.typeIfKnown();
  return violate("argument-type-mismatch", argument.expression.range, {
    function: displayName(candidate.name), position: index + 1, expected: parameter === undefined ? "" : formatType(parameter), ...(known === undefined || known.kind === "unknown" ? {} : { type: formatType(known) }),
  });
}

function matchArguments(candidate: Candidate, args: readonly Argument[]): Fit {
  if (candidate.parameters.length !== args.length) return "not";
  return weakest(candidate.parameters.map((parameter, i) => args[i]?.fit(parameter) ?? "not"));
}

/** Whether a type is that of a column in descending order, which no signature names. */
function isDescending(type: CqlType): boolean {
  return type.kind === "native" && type.descending === true;
}

/** R-FN-5: of several candidates the first exact one, else the only one that fits at all. */
function pickBest(candidates: readonly Candidate[], call: CallSite, scope: TermScope): Candidate | Violation | Unjudged {
  const { receiver, args } = call;
  const fitting: Candidate[] = [];
  let unsure = false;
  const exact: Candidate[] = [];
  for (const candidate of candidates) {
    const result = receiver === undefined ? "exact" : typeFit(candidate.returns, receiver);
    if (result === "not") continue;
    const fit = matchArguments(candidate, args);
    if (fit === "not") continue;
    if (fit === "unknown" || result === "unknown") unsure = true;
    else if (fit === "exact") exact.push(candidate);
    fitting.push(candidate);
  }
  const [first] = exact;
  if (first !== undefined && !unsure) {
    if (exact.length === 1 || scope.target === "cassandra-5.0") return first;
    // 4.x keeps its functions in no order that can be told from outside.
    if (scope.target !== "scylla") return { unjudged: `which ${first.name} is meant depends on the server` };
  }
  const [only] = fitting;
  if (only === undefined) return noSignature(candidates, call);
  if (unsure) return { unjudged: `the types of the arguments of ${only.name} are not known` };
  if (fitting.length === 1) return only;
  if (call.operator !== undefined && call.operator !== "negation" && receiver !== undefined && !isDescending(receiver) && !args.some(isMarker)) {
    const same = fitting.find(({ parameters: [left, right] }) => left !== undefined && right !== undefined && sameType(left, receiver) && sameType(right, receiver));
    if (same !== undefined) return same;
  }
  return ambiguous(fitting, call);
}

/** The types of the arguments as far as they are known, for messages. */
function argumentTypes(args: readonly Argument[]): readonly string[] {
  return args.map((argument) => {
    const type = argument.typeIfKnown();
    return type === undefined || type.kind === "unknown" ? (isMarker(argument) ? "?" : argument.expression.kind === "binary" || argument.expression.kind === "negate" ? "a calculation" : argument.expression.kind) : formatType(type);
  });
}

/** R-CAST-3, R-CAST-6: no conversion of that kind. */
function notCastable(call: CallSite, target: string): Violation {
  return violate("not-castable", call.range, { type: argumentTypes(call.args).join(", "), target });
}

function noSignature(candidates: readonly Candidate[], call: CallSite): Violation {
  const { operator, args, range, receiver } = call;
  if (call.cast !== undefined) return notCastable(call, call.cast);
  if (operator === "negation") return violate("operation-not-supported", range, { operator: "-", left: argumentTypes(args).join(", ") });
  if (operator !== undefined) {
    const [left = "", right = ""] = argumentTypes(args);
    return violate("operation-not-supported", range, { operator, left, right, ...(receiver === undefined ? {} : { receiver: formatType(receiver) }) });
  }
  const [first] = candidates;
  return violate("no-matching-signature", range, { function: displayName(first?.name ?? call.name.name.value), arguments: argumentTypes(args), signatures: candidates.slice(0, 12).map(describeCandidate) });
}

function ambiguous(fitting: readonly Candidate[], call: CallSite): Violation {
  const { operator, args, range } = call;
  const signatures = fitting.slice(0, 6).map(describeCandidate);
  if (operator !== undefined) return violate("ambiguous-operation", range, { operator: operator === "negation" ? "-" : operator, arguments: argumentTypes(args) });
  return violate("ambiguous-call", range, { function: call.cast === undefined ? displayName(fitting[0]?.name ?? "") : "CAST", arguments: argumentTypes(args), signatures });
}
