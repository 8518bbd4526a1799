import type { Directive } from "./slice";

/** The comments of a slice that speak to us, in text order. */
export function directives(_sliceText: string): Directive[] {
  return [];
}
