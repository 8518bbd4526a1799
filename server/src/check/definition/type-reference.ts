import { foreignTypeName } from "../../dialect/type-names";
import { UNNAMED_KEYSPACE } from "../../schema/model";
import type { UserType } from "../../schema/model";
import { isMultiCell, mentions, resolveType, userType } from "../../schema/types";
import type { CqlType } from "../../schema/type";
import type { TypeReference } from "../../syntax/ast";
import { thresholds, isEnabled } from "../../dialect/guardrails";
import type { CheckContext } from "../judgement";
import { suggestion } from "../names";
import { firstOf } from "../result";
import type { ViolationOptions } from "../violate";
import type { Finding, Violation } from "../violation";
import type { Place } from "./places";
import { absentKeyspace } from "./places";
import { refuse } from "./steps";

/** Where the highest dimension of a vector is fixed (S-LEX-3c). */
const SCYLLA_VECTOR_LIMIT = 16000;

/**
 * Whether a type as written can be used in a definition of `place` (rulebook A3): what is inside collections, tuples and vectors,
 * user types that do not exist, vector dimensions. The first refusal in the server's order, which takes what is inside last.
 */
export function checkType(reference: TypeReference, place: Place, context: CheckContext): Finding {
  return prepare(reference, false, place, context);
}

/** `frozen`: inside `frozen<…>` or a tuple, where everything is frozen (D-TYP-5, D-TYP-6); a vector freezes its element, not what is in it. */
function prepare(reference: TypeReference, frozen: boolean, place: Place, context: CheckContext): Finding {
  switch (reference.kind) {
    case "native":
    case "custom": return undefined;
    case "frozen": return prepare(reference.inner, true, place, context);
    case "list":
    case "set": return elementOf(reference.element, frozen, reference.kind, place, context) ?? prepare(reference.element, frozen, place, context);
    case "map":
      return elementOf(reference.value, frozen, "map", place, context) ?? elementOf(reference.key, frozen, "key", place, context)
        ?? firstOf([reference.value, reference.key], (inner) => prepare(inner, frozen, place, context));
    case "tuple": return firstOf(reference.items, (item) => counterInside(item, "tuple") ?? prepare(item, true, place, context));
    case "vector": return prepare(reference.element, frozen, place, context) ?? checkDimension(reference, context);
    case "user": return checkUserType(reference, place, context);
  }
}

/** Elements of a collection: frozen where the collection is not (D-TYP-3, D-TYP-4), no counter (D-TYP-7), no duration in a set or as a key (D-TYP-8). */
function elementOf(element: TypeReference, frozen: boolean, where: "list" | "set" | "map" | "key", place: Place, context: CheckContext): Finding {
  if (!frozen && (element.kind === "list" || element.kind === "set" || element.kind === "map")) {
    return refuse("nested-non-frozen", element.range, { type: typeText(element), inside: "collection", what: "collection" });
  }
  if (!frozen && element.kind === "user") {
    // The server complains of the missing frozen<…> before it looks whether the type exists; with both mistakes it is refused all the same.
    return foreignName(element, context) ?? refuse("nested-non-frozen", element.range, { type: typeText(element), inside: "collection", what: "user type" });
  }
  const counter = counterInside(element, "collection");
  if (counter !== undefined) return counter;
  if (element.kind !== "native" || element.name !== "duration") return undefined;
  if (where === "set") return refuse("duration-in-set", element.range, {});
  return where === "key" ? refuse("duration-map-key", element.range, {}) : undefined;
}

/** A counter inside another type (D-TYP-7). */
function counterInside(element: TypeReference, inside: string): Violation | undefined {
  return element.kind === "native" && element.name === "counter" ? refuse("counter-nested", element.range, { inside }) : undefined;
}

/** The dimension of a vector: at least one (D-TYP-9; S-LEX-3c above). */
function checkDimension(reference: Extract<TypeReference, { readonly kind: "vector" }>, context: CheckContext): Finding {
  const dimension = Number(reference.dimension);
  const tooHigh = context.target === "scylla" && dimension > SCYLLA_VECTOR_LIMIT;
  return dimension <= 0 || tooHigh ? refuse("vector-dimension", reference.range, { dimension: reference.dimension, limit: tooHigh ? SCYLLA_VECTOR_LIMIT : "" }) : undefined;
}

/** A user type: of the statement's own keyspace (D-TYP-2), and defined (D-TYP-1). */
function checkUserType(reference: Extract<TypeReference, { readonly kind: "user" }>, place: Place, context: CheckContext): Finding {
  const { name, range } = reference;
  if (name.keyspace !== undefined && name.keyspace.value !== place.keyspace && place.keyspace !== UNNAMED_KEYSPACE) {
    return refuse("type-other-keyspace", range, { type: name.name.value, keyspace: place.keyspace, other: name.keyspace.value });
  }
  const known = place.model?.types.get(name.name.value);
  if (known !== undefined) return known.doubt === undefined ? undefined : { unjudged: `the definition of type ${known.name} is not sure` };
  return foreignName(reference, context) ?? missingType(reference, place, context);
}

/** A type's name from another language, with the right one (contract.md section 4). */
function foreignName(reference: Extract<TypeReference, { readonly kind: "user" }>, context: CheckContext): Violation | undefined {
  const { name } = reference;
  if (name.keyspace !== undefined || name.name.quoted) return undefined;
  const own = context.schema.keyspaces.get(context.keyspace ?? UNNAMED_KEYSPACE)?.types.has(name.name.value) === true;
  const right = own ? undefined : foreignTypeName(name.name.value);
  return right === undefined ? undefined : refuse("unknown-type", reference.range, { type: name.name.value, nearest: right });
}

function missingType(reference: Extract<TypeReference, { readonly kind: "user" }>, place: Place, context: CheckContext): Finding {
  const { name, range } = reference;
  const types = place.model?.types;
  const near = suggestion(name.name.value, types?.keys() ?? []);
  const sure = context.schema.complete || place.model?.dropped.has(name.name.value) === true;
  const home = absentKeyspace(place, context);
  if (home?.absent === "unknown") return home.finding;
  if (sure) return refuse("unknown-type", range, { type: name.name.value, keyspace: place.keyspace, ...near });
  return { unjudged: `no file defines type ${name.name.value}`, unknownName: { code: "unknown-type", range, name: name.name.value, ...near } };
}

/** A type as written, on one line, for messages. */
export function typeText(reference: TypeReference): string {
  switch (reference.kind) {
    case "native": return reference.name;
    case "list":
    case "set": return `${reference.kind}<${typeText(reference.element)}>`;
    case "map": return `map<${typeText(reference.key)}, ${typeText(reference.value)}>`;
    case "tuple": return `tuple<${reference.items.map(typeText).join(", ")}>`;
    case "vector": return `vector<${typeText(reference.element)}, ${reference.dimension}>`;
    case "frozen": return `frozen<${typeText(reference.inner)}>`;
    case "user": return reference.name.keyspace === undefined ? reference.name.name.value : `${reference.name.keyspace.value}.${reference.name.name.value}`;
    case "custom": return `'${reference.className}'`;
  }
}

/** What a type as written means in the place. */
export function typeIn(reference: TypeReference, place: Place, context: CheckContext): CqlType {
  return resolveType(reference, context.schema, place.keyspace);
}

/** Whether a counter column is declared: only the bare type makes one. */
export function isCounterReference(reference: TypeReference): boolean {
  return reference.kind === "native" && reference.name === "counter";
}

/** Whether a duration stands anywhere in the type but inside a vector, a set or the keys of a map, where the server does not look (D-TBL-9, D-TYP-10). */
export function holdsDuration(type: CqlType, context: CheckContext): boolean {
  return searchDuration(type, context, new Set());
}

/** `seen`: the user types looked into so far, each once, so that circles end and doubled types stay cheap. */
function searchDuration(type: CqlType, context: CheckContext, seen: Set<UserType>): boolean {
  switch (type.kind) {
    case "native": return type.name === "duration";
    case "list": return searchDuration(type.element, context, seen);
    case "map": return searchDuration(type.value, context, seen);
    case "tuple": return type.items.some((item) => searchDuration(item, context, seen));
    case "user": {
      const definition = userType(context.schema, type);
      if (definition === undefined || seen.has(definition)) return false;
      seen.add(definition);
      return definition.fields.some((field) => searchDuration(field.type, context, seen));
    }
    default: return false;
  }
}

/** A non-frozen user type one of whose fields is stored as several cells (D-TBL-15, D-ALT-7). */
export function checkNestedMultiCell(reference: TypeReference, type: CqlType, context: CheckContext): Finding {
  if (type.kind !== "user" || type.frozen) return undefined;
  const field = userType(context.schema, type)?.fields.find((candidate) => isMultiCell(candidate.type));
  return field === undefined ? undefined
    : refuse("non-frozen-user-type-with-collection", reference.range, { type: type.name, field: field.name });
}

/** Whether nothing defines some part of the type, so that what depends on it is not judged. */
export function isUnknownType(type: CqlType, context: CheckContext): boolean {
  return mentions(type, (inner) => inner.kind === "unknown", context.schema);
}

/** Guardrails on vectors anywhere in a type as written (G-TYP-2, G-TYP-3). */
export function checkVectorGuardrails(reference: TypeReference, context: CheckContext, options: ViolationOptions = { phase: "prepare" }): Finding {
  const { server, target } = context;
  if (!isEnabled(server, target, "vector_type_enabled")) {
    const found = anywhere(reference, (inner) => inner.kind === "vector");
    if (found !== undefined) return refuse("guardrail-vector-type", found.range, { switch: "vector_type_enabled" }, options);
  }
  const { fail } = thresholds(server, target, "vector_dimensions");
  if (fail === undefined) return undefined;
  const found = anywhere(reference, (inner) => inner.kind === "vector" && Number(inner.dimension) > fail);
  return found === undefined ? undefined : refuse("guardrail-vector-dimensions", found.range, { limit: fail, switch: "vector_dimensions_fail_threshold" }, options);
}

/** The first type, outermost first, that is wanted, inside a type as written. */
export function anywhere(reference: TypeReference, wanted: (reference: TypeReference) => boolean): TypeReference | undefined {
  if (wanted(reference)) return reference;
  switch (reference.kind) {
    case "list":
    case "set":
    case "vector": return anywhere(reference.element, wanted);
    case "map": return anywhere(reference.key, wanted) ?? anywhere(reference.value, wanted);
    case "frozen": return anywhere(reference.inner, wanted);
    case "tuple":
      for (const item of reference.items) {
        const found = anywhere(item, wanted);
        if (found !== undefined) return found;
      }
      return undefined;
    default: return undefined;
  }
}

