/** Above this many candidates the search is greedy. */
export const MOST_EXACT = 12;

/** Which candidates cover everything, and how they were found. */
export interface Cover {
  readonly method: "exact" | "greedy";
  /** Indexes of candidates, ascending. */
  readonly chosen: readonly number[];
}

/**
 * The fewest candidates of which each query is served by one; `serves[q]` lists the candidates that serve query q. Exact for up to a dozen
 * candidates, greedy above: the one that serves most of what is left, the first of equals. A query that none serves counts for nothing.
 */
export function fewestTables(serves: readonly (readonly number[])[], candidates: number): Cover {
  const open = serves.filter((list) => list.length > 0);
  return candidates <= MOST_EXACT ? { method: "exact", chosen: exactly(open, candidates) } : { method: "greedy", chosen: greedily(open) };
}

function exactly(serves: readonly (readonly number[])[], candidates: number): readonly number[] {
  const masks = [...new Set(serves.map((list) => list.reduce((mask, i) => mask | (1 << i), 0)))];
  let best = (1 << candidates) - 1;
  for (let chosen = 0; chosen < 1 << candidates; chosen++) {
    if (bits(chosen) < bits(best) && masks.every((mask) => (mask & chosen) !== 0)) best = chosen;
  }
  return masks.length === 0 ? [] : Array.from({ length: candidates }, (_, i) => i).filter((i) => (best & (1 << i)) !== 0);
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

function greedily(serves: readonly (readonly number[])[]): readonly number[] {
  const chosen: number[] = [];
  let left = [...serves];
  while (left.length > 0) {
    const counts = new Map<number, number>();
    for (const list of left) for (const i of list) counts.set(i, (counts.get(i) ?? 0) + 1);
    let best: number | undefined;
    for (const [i, count] of counts) if (best === undefined || count > counts.get(best)! || (count === counts.get(best)! && i < best)) best = i;
    const taken = best!;
    chosen.push(taken);
    left = left.filter((list) => !list.includes(taken));
  }
  // A choice made early may have become needless by later ones.
  const needed = chosen.filter((one) => serves.some((list) => list.includes(one) && !list.some((other) => other !== one && chosen.includes(other))));
  return (serves.every((list) => list.some((i) => needed.includes(i))) ? needed : chosen).sort((a, b) => a - b);
}
