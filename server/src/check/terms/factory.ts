import type { Factory, NativeFunction } from "../../dialect/functions";
import { displayName, HIDES_DESCENDING_CONTAINERS } from "../../dialect/functions";
import { formatType, freeze } from "../../schema/types";
import type { CqlType, NativeName } from "../../schema/type";
import type { Expression } from "../../syntax/ast";
import { violate } from "../violate";
import type { Unjudged, Violation } from "../violation";
import type { Argument } from "./argument";
import { typeFit } from "./compatible";
import type { CallSite, Candidate } from "./function";
import { NATIVE, isNative } from "./native";
import type { TermScope } from "./scope";

/** How one parameter finds its type (R-FN-12): from its own argument, from the receiver, from a default, from another argument. */
interface Parameter {
  readonly fallback?: CqlType;
  readonly fromReceiver?: boolean;
  /** The index of the parameter whose type is taken; `first`: even where the argument has a type of its own. */
  readonly sameAs?: { readonly index: number; readonly first: boolean };
  readonly vector?: boolean;
  /** Collections and vectors are taken apart: the server does not see one under a descending order. */
  readonly container?: boolean;
  /** Whether the type will do; what is wanted, in words, otherwise. */
  readonly accepts?: (type: CqlType) => boolean;
  readonly wanted?: string;
}

const NUMERIC: ReadonlySet<NativeName> = new Set<NativeName>(["tinyint", "smallint", "int", "bigint", "varint", "float", "double", "decimal", "counter"]);
const isString = (type: CqlType): boolean => isNative(type, "text") || isNative(type, "ascii");
const fits = (wanted: CqlType) => (type: CqlType): boolean => typeFit(type, wanted) !== "not";
const isElements = (type: CqlType): boolean => type.kind === "list" || type.kind === "set";
const isNumbers = (type: CqlType): boolean => (type.kind === "list" || type.kind === "set") && type.element.kind === "native" && NUMERIC.has(type.element.name);
const isFloatVector = (type: CqlType): boolean => type.kind === "vector" && isNative(type.element, "float");

const ANY: Parameter = {};
const ANY_OR_RECEIVER: Parameter = { fromReceiver: true };
const TEXT: Parameter = { fallback: NATIVE.text, accepts: fits(NATIVE.text), wanted: "text" };
const INT: Parameter = { fallback: NATIVE.int, accepts: fits(NATIVE.int), wanted: "int" };
const STRING: Parameter = { fallback: NATIVE.text, accepts: isString, wanted: "text or ascii" };
const MAP: Parameter = { container: true, accepts: (type) => type.kind === "map", wanted: "map" };
const vectorLike = (other: number): Parameter => ({ vector: true, container: true, fromReceiver: true, sameAs: { index: other, first: false }, accepts: isFloatVector, wanted: "vector of float" });

interface Shape {
  readonly parameters: readonly Parameter[];
  readonly least?: number;
  readonly returns: (types: readonly CqlType[], receiver: CqlType | undefined) => CqlType | undefined;
}

const first = (types: readonly CqlType[]): CqlType | undefined => types[0];
const elementOf = (types: readonly CqlType[]): CqlType | undefined => (types[0]?.kind === "list" || types[0]?.kind === "set" ? types[0].element : undefined);

const SHAPES: Readonly<Record<Factory, Shape>> = {
  "to-json": { parameters: [ANY], returns: () => NATIVE.text },
  "from-json": { parameters: [TEXT], returns: (_, receiver) => receiver },
  "map-keys": { parameters: [MAP], returns: ([type]) => (type?.kind === "map" ? { kind: "set", element: type.key, frozen: true } : undefined) },
  "map-values": { parameters: [MAP], returns: ([type]) => (type?.kind === "map" ? { kind: "list", element: type.value, frozen: true } : undefined) },
  "collection-count": { parameters: [{ container: true, accepts: (type) => isElements(type) || type.kind === "map", wanted: "list, set or map" }], returns: () => NATIVE.int },
  "collection-extreme": { parameters: [{ container: true, accepts: isElements, wanted: "list or set" }], returns: elementOf },
  "collection-number": { parameters: [{ container: true, accepts: isNumbers, wanted: "list or set of numbers" }], returns: elementOf },
  "mask-same": { parameters: [ANY], returns: first },
  "mask-replace": { parameters: [ANY_OR_RECEIVER, { fromReceiver: true, sameAs: { index: 0, first: true } }], returns: first },
  "mask-part": { parameters: [STRING, INT, INT, STRING], least: 3, returns: first },
  "mask-hash": { parameters: [ANY, TEXT], least: 1, returns: () => NATIVE.blob },
  similarity: {
    parameters: [vectorLike(1), vectorLike(0)],
    returns: () => NATIVE.float,
  },
  extreme: { parameters: [ANY_OR_RECEIVER], returns: first },
  "set-intersection": { parameters: [{ container: true, accepts: (type) => type.kind === "set", wanted: "set" }, { container: true, sameAs: { index: 0, first: false }, accepts: (type) => type.kind === "set", wanted: "set" }], returns: first },
};

/** A list of numbers stands for a vector of floats of its length where a vector is wanted (R-FN-45); a hint keeps its type. */
function vectorOf(argument: Argument, type: CqlType | undefined): CqlType | undefined {
  const { expression } = argument;
  if (expression.kind !== "list" || type?.kind !== "list") return type;
  const vector: CqlType = { kind: "vector", element: NATIVE.float, dimension: expression.items.length };
  return argument.fit(vector) === "not" ? type : vector;
}

function inferType(parameter: Parameter, argument: Argument, receiver: CqlType | undefined, others: readonly (CqlType | undefined)[]): CqlType | undefined {
  const other = parameter.sameAs === undefined ? undefined : others[parameter.sameAs.index];
  if (parameter.sameAs?.first === true && other !== undefined) return other;
  const known = argument.typeIfKnown();
  const own = (parameter.vector === true ? vectorOf(argument, known) : known) ?? (parameter.fromReceiver === true ? receiver : undefined) ?? parameter.fallback;
  return own ?? other;
}

/** The function that a factory makes for one call (R-FN-12, R-FN-13), or why it makes none. */
export function buildFromFactory(native: NativeFunction, factory: Factory, call: CallSite, scope: TermScope): Candidate | Violation | Unjudged {
  const { args, receiver, range } = call;
  const shape = SHAPES[factory];
  const function_ = displayName(native.name);
  const legacy = scope.target === "cassandra-4.0" || scope.target === "cassandra-4.1";
  if (factory === "to-json" && legacy) return violate("json-function-misplaced", range, { function: function_, place: "outside the select list" });
  if (factory === "from-json" && receiver === undefined) return violate("json-function-misplaced", range, { function: function_, place: "in the select list" });
  // Before 5.0 fromJson is an ordinary function of the receiver's type.
  if (factory === "from-json" && legacy && receiver !== undefined) return { name: native.name, parameters: [NATIVE.text], returns: receiver, aggregate: false, native };
  const least = shape.least ?? shape.parameters.length;
  if (args.length < least || args.length > shape.parameters.length) {
    const expected = least === shape.parameters.length ? String(least) : `${String(least)} to ${String(shape.parameters.length)}`;
    return violate("wrong-argument-count", range, { function: function_, expected, found: args.length });
  }
  const guesses = args.map((argument, i) => inferType(shape.parameters[i] ?? ANY, argument, receiver, []));
  const types: CqlType[] = [];
  for (const [i, argument] of args.entries()) {
    const parameter = shape.parameters[i] ?? ANY;
    const type = inferType(parameter, argument, receiver, guesses);
    if (type === undefined) return violate("cannot-infer-argument-type", argument.expression.range, { function: function_, position: i + 1 });
    if (type.kind === "unknown" || type.kind === "custom") return { unjudged: "the type of an argument is not known" };
    const hidden = isHidden(i, args, factory, scope);
    if (hidden || parameter.accepts?.(type) === false) return violate("argument-type-mismatch", argument.expression.range, { function: function_, position: i + 1, expected: parameter.wanted ?? "value", type: formatType(type), ...(hidden ? { order: "descending" } : {}) });
    types.push(type);
  }
  const [left, right] = types;
  if (factory === "similarity" && left?.kind === "vector" && right?.kind === "vector" && left.dimension !== right.dimension) {
    return violate("vector-dimension-mismatch", range, { function: function_, left: left.dimension, right: right.dimension });
  }
  const returns = shape.returns(types, receiver);
  if (returns === undefined) return { unjudged: `the result of ${native.name} is not known` };
  return { name: native.name, parameters: types, returns: factory === "from-json" ? returns : returns.kind === "user" ? returns : freezeResult(returns), aggregate: native.aggregate, native };
}

/** Whether the argument is refused because of a descending order: such a column that is to be taken apart, or a structured literal in the place of one. */
function isHidden(position: number, args: readonly Argument[], factory: Factory, scope: TermScope): boolean {
  const argument = args[position]?.expression;
  if (factory === "mask-replace") return position === 1 && isStructured(argument) && isDescending(args[0]?.expression, scope);
  return SHAPES[factory].parameters[position]?.container === true && isDescending(argument, scope);
}

function isStructured(expression: Expression | undefined): boolean {
  return expression?.kind === "list" || expression?.kind === "set" || expression?.kind === "map" || expression?.kind === "tuple";
}

/** Whether it is a clustering column in descending order, under which the target does not see a structured type. */
function isDescending(expression: Expression | undefined, { table, target }: TermScope): boolean {
  return HIDES_DESCENDING_CONTAINERS.has(target) && expression?.kind === "column" && table?.byName.get(expression.name.value)?.order === "desc";
}

/** Results of functions are never stored in cells of their own. */
function freezeResult(type: CqlType): CqlType {
  return type.kind === "list" || type.kind === "set" || type.kind === "map" ? freeze(type) : type;
}
