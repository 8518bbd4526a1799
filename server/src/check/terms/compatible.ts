import { freeze, isMultiCell, sameType } from "../../schema/types";
import type { CqlType, NativeName } from "../../schema/type";

/** How a term or type suits a receiver: what the server's tests of assignment answer; "unknown" where a type is not known. */
export type Fit = "exact" | "weak" | "not" | "unknown";

/** What a receiver takes besides its own type (functions.md section 9); `blob` takes everything. */
const ALSO_ACCEPTS: Readonly<Partial<Record<NativeName, readonly NativeName[]>>> = {
  text: ["ascii"], bigint: ["timestamp"], varint: ["int", "bigint", "timestamp"], timestamp: ["bigint"], time: ["bigint"], date: ["int"], uuid: ["timeuuid"],
};

/** The same for types whose order must be kept too: members of sets and keys of maps. */
const ALSO_COMPARES: Readonly<Partial<Record<NativeName, readonly NativeName[]>>> = { blob: ["ascii", "text"], text: ["ascii"] };

/** True and false where it is sure; undefined where a type is not known. */
type Answer = boolean | undefined;

function all(answers: Iterable<Answer>): Answer {
  let result: Answer = true;
  for (const answer of answers) {
    if (answer === false) return false;
    if (answer === undefined) result = undefined;
  }
  return result;
}

/** Whether `type` and `other` are the same type, `frozen` not counting; undefined where it depends on one that nothing defines. */
function equal(type: CqlType, other: CqlType): Answer {
  if (sameType(type, other)) return true;
  if (type.kind === "unknown" || other.kind === "unknown") return undefined;
  if (type.kind === "custom" || other.kind === "custom") return undefined;
  return false;
}

function comparable(receiver: CqlType, type: CqlType): Answer {
  const same = equal(receiver, type);
  if (same !== false) return same;
  if (receiver.kind === "native" && type.kind === "native") return ALSO_COMPARES[receiver.name]?.includes(type.name) ?? false;
  if ((receiver.kind === "list" || receiver.kind === "set") && type.kind === receiver.kind) return comparable(receiver.element, type.element);
  if (receiver.kind === "map" && type.kind === "map") return all([comparable(receiver.key, type.key), comparable(receiver.value, type.value)]);
  if (receiver.kind === "tuple" && type.kind === "tuple") return type.items.length > receiver.items.length ? false : all(type.items.map((item, i) => comparable(receiver.items[i] ?? item, item)));
  return false;
}

/** Whether `receiver` takes values of `type` (functions.md section 9); frozen or not is the caller's matter. */
export function acceptsValue(receiver: CqlType, type: CqlType): Answer {
  if (receiver.kind === "native" && receiver.name === "blob") return true;
  const same = equal(receiver, type);
  if (same !== false) return same;
  if (receiver.kind === "native") return type.kind === "native" && (ALSO_ACCEPTS[receiver.name]?.includes(type.name) ?? false);
  if (receiver.kind === "list" && type.kind === "list") return acceptsValue(receiver.element, type.element);
  if (receiver.kind === "set" && type.kind === "set") return comparable(receiver.element, type.element);
  if (receiver.kind === "map" && type.kind === "map") return all([comparable(receiver.key, type.key), acceptsValue(receiver.value, type.value)]);
  if (receiver.kind === "tuple" && type.kind === "tuple") return type.items.length > receiver.items.length ? false : all(type.items.map((item, i) => acceptsValue(receiver.items[i] ?? item, item)));
  // A user type is a tuple of its fields, which are not looked up here.
  return receiver.kind === "tuple" && type.kind === "user" ? undefined : false;
}

/**
 * How a value of `type` suits `receiver`. A value of a collection or user type that is stored in cells of its own fits no frozen receiver
 * (R-LIT-4); otherwise frozen or not does not count.
 */
export function typeFit(type: CqlType, receiver: CqlType): Fit {
  if (type.kind === "unknown" || receiver.kind === "unknown") return "unknown";
  if (isMultiCell(type) && receiver.kind === type.kind && !isMultiCell(receiver)) return "not";
  const same = equal(receiver, type);
  if (same === true) return "exact";
  const accepted = acceptsValue(receiver, type);
  return accepted === undefined ? "unknown" : accepted ? "weak" : "not";
}

/** How a hint's type suits a receiver: frozen or not must agree too. */
export function hintFit(type: CqlType, receiver: CqlType): Fit {
  const differs = type.kind === receiver.kind && isMultiCell(type) !== isMultiCell(receiver);
  return differs ? "not" : typeFit(type, receiver);
}

/** How a function's result suits a receiver: a frozen receiver takes it frozen, one stored in cells of its own takes no frozen value. */
export function resultFit(type: CqlType, receiver: CqlType): Fit {
  if (isMultiCell(receiver)) return hintFit(type, receiver);
  return typeFit(freeze(type), receiver);
}

/** The fit of several parts together: exact when all are, not at all when one is not. */
export function weakest(fits: Iterable<Fit>): Fit {
  let result: Fit = "exact";
  for (const fit of fits) {
    if (fit === "not") return "not";
    if (fit === "unknown") result = "unknown";
    else if (fit === "weak" && result === "exact") result = "weak";
  }
  return result;
}
