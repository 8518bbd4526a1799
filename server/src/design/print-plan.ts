import type { Plan } from "./plan";

/** The definitions of a plan as text for a file: the marker comment, then each statement with its `;`. Empty for a plan without a new table. */
export function printPlan(_plan: Plan): string {
  return "";
}
