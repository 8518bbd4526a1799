/** A design as a person reads it in a golden file. */
import type { Design, Plan } from "../../../server/src/design/plan";
import { printPlan } from "../../../server/src/design/print-plan";

/** The plans, or the refusal with what to do instead. `priced`: with what each costs, and only the first of many queries. */
export function shown({ refusal, plans }: Design, priced = false): string {
  if (refusal !== null) return [`REFUSED ${refusal.code}: ${refusal.message}`, ...refusal.instead.map((text) => `  or: ${text}`)].join("\n");
  return plans.map((plan) => planText(plan, priced)).join("\n");
}

function planText(plan: Plan, priced: boolean): string {
  const queries = priced && plan.queries.length > 3 ? [...plan.queries.slice(0, 2), `… and ${plan.queries.length - 2} more`] : plan.queries;
  return [
    `${plan.kind.toUpperCase()} ${plan.table}`, ...printPlan(plan).split("\n").filter((line) => line !== "").map((line) => `  ${line}`), ...queries.map((query) => `  > ${query}`),
    ...(plan.merge === null ? [] : [`  ${plan.merge.by.length === 0 ? "concatenate" : `merge by ${plan.merge.by.map(({ column, direction }) => `${column} ${direction}`).join(", ")}`}, limit ${plan.merge.limit ?? "none"}`]),
    ...plan.bind.map(({ position, name, meaning }) => `  bind ${position} ${name}: ${meaning}`),
    ...(plan.backfill === null ? [] : [`  from ${plan.backfill.source}`, `  into ${plan.backfill.insert}`]),
    ...(priced ? plan.notes.map(({ code, message }) => `  ${code}: ${message}`) : [`  notes: ${plan.notes.map((note) => note.code).join(", ")}`]),
  ].join("\n");
}
