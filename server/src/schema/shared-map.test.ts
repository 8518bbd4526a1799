import fc from "fast-check";
import { expect, test } from "vitest";
import { mapWith, shareable, withoutKey } from "./shared-map";

const name = fc.string({ maxLength: 3 });
const change = fc.oneof(fc.record({ kind: fc.constant("set"), name, value: fc.nat() }), fc.record({ kind: fc.constant("delete"), name, value: fc.nat() }));

test("a map changed step by step holds what a plain one holds, and the maps before stay as they were", () => {
  fc.assert(fc.property(fc.array(fc.tuple(name, fc.nat()), { maxLength: 120 }), fc.array(change, { maxLength: 80 }), (start, changes) => {
    const plain = new Map(start);
    let map = shareable<number>(new Map(start));
    for (const { kind, name: key, value } of changes) {
      const before = map;
      const old = new Map(plain);
      if (kind === "set") plain.set(key, value);
      else plain.delete(key);
      map = kind === "set" ? mapWith(map, key, value) : withoutKey(map, key);
      expect(new Map(before)).toEqual(old);
    }
    expect(new Map(map)).toEqual(plain);
    expect(map.size).toBe(plain.size);
    expect([...map.keys()].sort()).toEqual([...plain.keys()].sort());
    expect([...map.values()].sort()).toEqual([...plain.values()].sort());
    const seen = new Map<string, number>();
    map.forEach((value, key) => seen.set(key, value));
    expect(seen).toEqual(plain);
    for (const key of plain.keys()) expect([map.has(key), map.get(key)]).toEqual([true, plain.get(key)]);
  }));
});
