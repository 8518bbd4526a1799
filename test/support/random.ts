/** A seeded random source for generators whose cases must be the same on every machine (mulberry32). */
export interface Random {
  /** A whole number from 0 up to `below`, which is not reached. */
  readonly below: (below: number) => number;
  /** True with the given chance (0 to 1). */
  readonly chance: (chance: number) => boolean;
  /** One of the items; the list must not be empty. */
  readonly pick: <T>(items: readonly T[]) => T;
  /** `count` different items in random order (all where there are fewer). */
  readonly some: <T>(items: readonly T[], count: number) => T[];
}

/** The same seed gives the same sequence. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new Error("nothing to pick from");
    return items[below(items.length)] as T;
  };
  const some = <T>(items: readonly T[], count: number): T[] => {
    const left = [...items];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)[0] as T);
  };
  return { below, chance: (chance) => next() < chance, pick, some };
}
