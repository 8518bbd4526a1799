import type { Unjudged, Violation } from "../violation";

/**
 * What a term is when the statement runs. "opaque": a valid value, not null, that only the server knows (`now()`); for points in time
 * `around` tells the milliseconds to a day or so. Bytes are the server's, but for durations.
 */
export type Value =
  | { readonly kind: "null" }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "opaque"; readonly around?: bigint }
  | { readonly kind: "fault"; readonly violation: Violation }
  | { readonly kind: "unjudged"; readonly unjudged: Unjudged };

export const NULL_VALUE: Value = { kind: "null" };
export const OPAQUE: Value = { kind: "opaque" };

/** A value whose bytes are known. */
export function known(bytes: Uint8Array): Value {
  return { kind: "bytes", bytes };
}

/** A value that cannot be told, and why. */
export function untold(reason: string): Value {
  return { kind: "unjudged", unjudged: { unjudged: reason } };
}

/** Whether evaluating ended early: with a refusal, or without an answer. */
export function isStop(value: Value): value is Extract<Value, { kind: "fault" | "unjudged" }> {
  return value.kind === "fault" || value.kind === "unjudged";
}
