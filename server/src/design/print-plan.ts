import type { Plan } from "./plan";

/**
 * The definitions of a plan as text for a file: for a query table the marker comment that names its base (`-- cqlwright: copy of shop.orders`),
 * then each statement with its `;` and a line break. Empty for a plan without definitions.
 */
export function printPlan(plan: Plan): string {
  if (plan.ddl.length === 0) return "";
  const base = baseOf(plan);
  return `${base === undefined ? "" : `-- cqlwright: copy of ${base}\n`}${plan.ddl.map((statement) => `${statement};\n`).join("\n")}`;
}

/** The base table of a plan's copy, from the statement that reads it. */
function baseOf(plan: Plan): string | undefined {
  if (plan.backfill === null) return undefined;
  return plan.backfill.source.slice(plan.backfill.source.lastIndexOf(" FROM ") + " FROM ".length);
}
