/**
 * Maps from names that are changed one entry at a time without copying the rest: a schema of thousands of tables is a new value after
 * each definition. Small maps are plain ones, copied whole, in the order of insertion; large ones are in no particular order.
 */
const BUCKETS = 64;
const SMALL = 48;

type Bucket<V> = ReadonlyMap<string, V>;
const EMPTY: Bucket<never> = new Map<string, never>();

/** A large map: its entries in buckets by a hash of the name, so that a changed map shares all buckets but one. */
class SharedMap<V> implements ReadonlyMap<string, V> {
  constructor(readonly buckets: readonly Bucket<V>[], readonly size: number) {}

  get(name: string): V | undefined {
    return this.bucketOf(name).get(name);
  }

  has(name: string): boolean {
    return this.bucketOf(name).has(name);
  }

  with(name: string, value: V): SharedMap<V> {
    const bucket = this.bucketOf(name);
    return this.replace(name, new Map(bucket).set(name, value), bucket.has(name) ? this.size : this.size + 1);
  }

  without(name: string): SharedMap<V> {
    const bucket = new Map(this.bucketOf(name));
    return bucket.delete(name) ? this.replace(name, bucket, this.size - 1) : this;
  }

  *entries(): MapIterator<[string, V]> {
    for (const bucket of this.buckets) yield* bucket.entries();
  }

  *keys(): MapIterator<string> {
    for (const bucket of this.buckets) yield* bucket.keys();
  }

  *values(): MapIterator<V> {
    for (const bucket of this.buckets) yield* bucket.values();
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }

  forEach(callback: (value: V, name: string, map: ReadonlyMap<string, V>) => void): void {
    for (const bucket of this.buckets) for (const [name, value] of bucket) callback(value, name, this);
  }

  private bucketOf(name: string): Bucket<V> {
    return this.buckets[bucketIndex(name)] ?? EMPTY;
  }

  private replace(name: string, bucket: Bucket<V>, size: number): SharedMap<V> {
    const buckets = this.buckets.slice();
    buckets[bucketIndex(name)] = bucket;
    return new SharedMap(buckets, size);
  }
}

function bucketIndex(name: string): number {
  let hash = 0;
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 31) + name.charCodeAt(i)) | 0;
  return (hash ^ (hash >>> 12)) & (BUCKETS - 1);
}

/** The same entries, ready to be changed one at a time. */
export function shareable<V>(map: ReadonlyMap<string, V>): ReadonlyMap<string, V> {
  return map.size < SMALL ? map : shared(map);
}

function shared<V>(map: ReadonlyMap<string, V>): SharedMap<V> {
  if (map instanceof SharedMap) return map as SharedMap<V>;
  const buckets = Array.from({ length: BUCKETS }, () => new Map<string, V>());
  for (const [name, value] of map) buckets[bucketIndex(name)]?.set(name, value);
  return new SharedMap(buckets, map.size);
}

/** A map with one more entry, or another value for a name it has. */
export function mapWith<V>(map: ReadonlyMap<string, V>, name: string, value: V): ReadonlyMap<string, V> {
  return map.size < SMALL && !(map instanceof SharedMap) ? new Map(map).set(name, value) : shared(map).with(name, value);
}

/** A map without a name; the same map where it has no such name. */
export function withoutKey<V>(map: ReadonlyMap<string, V>, name: string): ReadonlyMap<string, V> {
  if (!map.has(name)) return map;
  if (map.size >= SMALL || map instanceof SharedMap) return shared(map).without(name);
  const rest = new Map(map);
  rest.delete(name);
  return rest;
}

/** Whether two maps hold the very same values under the same names; buckets that are shared are not looked into. */
export function sameEntries<V>(a: ReadonlyMap<string, V>, b: ReadonlyMap<string, V>): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  if (a instanceof SharedMap && b instanceof SharedMap) return a.buckets.every((bucket: Bucket<unknown>, i) => sameEntries(bucket, b.buckets[i] as Bucket<unknown>));
  for (const [name, value] of a) if (b.get(name) !== value || !b.has(name)) return false;
  return true;
}
