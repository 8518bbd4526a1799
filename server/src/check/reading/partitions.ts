import type { AccessPath } from "../access-path";
import { constantKey } from "../terms/execute";
import type { Reading } from "./reading";
import type { Restriction, RestrictionSet } from "./restriction";
import { valueTerms } from "./restriction";

const ONE: AccessPath["partitions"] = { min: 1, max: 1 };

/** How many partitions = and IN name: the product of the lists' sizes, equal values counted once; `max` is missing with `IN ?`. Undefined: the key is not given whole. */
export function partitionRange(partition: RestrictionSet, reading: Reading): AccessPath["partitions"] {
  if (partition.restrictions.length < reading.table.partitionKey.length) return undefined;
  if (partition.restrictions.every(({ shape }) => shape === "equal")) return ONE;
  let min = 1;
  let max: number | undefined = 1;
  for (const restriction of partition.restrictions) {
    if (restriction.shape === "equal") continue;
    if (restriction.shape !== "in") return undefined;
    const values = valueRange(restriction, reading);
    min *= values.min;
    max = max === undefined || values.max === undefined ? undefined : max * values.max;
  }
  return max === undefined ? { min } : { min, max };
}

/** How many different values an IN holds at least and at most: two terms that are not known to be equal or different may be either. */
function valueRange(restriction: Restriction, reading: Reading): { readonly min: number; readonly max?: number } {
  const relation = restriction.relations[0];
  if (relation?.value.kind !== "list") return { min: 1 };
  const known = new Set<string>();
  let unknown = 0;
  for (const term of valueTerms(relation)) {
    const key = constantKey(term, restriction.columns[0]!.type, reading.scope);
    if (key === undefined) unknown++;
    else known.add(key);
  }
  return { min: known.size > 0 ? known.size : Math.min(unknown, 1), max: known.size + unknown };
}
