import type { CheckContext } from "../../check/judgement";
import { check } from "../../check/check";
import type { Relation } from "../../syntax/ast";
import { parseStatement } from "../../syntax/parse";
import { primaryKey } from "../query";
import type { Copy } from "./copy";
import { nulls } from "./effect";
import type { DeleteEffect, KeyValues, StaticEffect } from "./effect";
import { copiedChanges } from "./follow-row";
import { Followed, problem } from "./followed";
import type { Problem } from "./followed";
import { after, before, keyValues, oldElement, valueOf } from "./values";
import { changeTexts, deleteText, insertText, whereOf } from "./statements";

/** What a copy needs when the static columns of a partition are written: they are in each of the partition's rows there, or static as here. */
export function followStatics(copy: Copy, effect: StaticEffect): Followed | Problem {
  if (copy.exploded?.role === "static") return problem("static-collection", `The collection "${copy.exploded.name}" is static and has a row for each element in ${copy.name}: read the partition and write its rows anew.`);
  const followed = new Followed();
  const { using } = effect;
  const staying = effect.changes.filter(({ column }) => copy.rest.some((entry) => entry.role === "static" && entry.sources[0] === column));
  if (staying.length > 0) {
    const partition = copy.key.filter(({ role }) => role === "partition").map((column) => [column.name, valueOf(column, after(effect.key, []), undefined)!] as const);
    followed.add(...changeTexts(copy, staying, partition, using));
  }
  const moved = effect.changes.filter(({ column }) => copy.movers.includes(column));
  const stuck = moved.find(({ kind }) => kind !== "set");
  if (stuck !== undefined) return problem("part-of-key", `"${stuck.column.name}" is part of the key of ${copy.name} and only a part of it changes: set the whole value instead.`);
  const plain = copiedChanges(copy, effect.changes).filter((change) => !staying.includes(change));
  const oldKey = keyValues(copy, before(effect.key), oldElement(copy));
  if (oldKey === undefined || (moved.length === 0 && plain.length === 0)) return followed;
  if (moved.length === 0) {
    followed.add(...changeTexts(copy, plain, oldKey, using));
    return followed;
  }
  const valuation = after(effect.key, effect.changes);
  const newKey = moved.some(nulls) ? undefined : keyValues(copy, valuation, oldElement(copy));
  followed.add(deleteText(copy, whereOf(oldKey), { using, before: newKey !== undefined }));
  if (newKey === undefined) return followed;
  const values = copy.rest.filter(({ role }) => role !== "static").map((column) => [column.name, valueOf(column, valuation, oldElement(copy))!] as const);
  followed.add(insertText(copy, [...newKey, ...values], using));
  followed.add(...changeTexts(copy, plain.filter(({ kind }) => kind !== "set"), newKey, using));
  return followed;
}

/** What a copy needs when rows go: the same DELETE where it may stand, else one for each row that was there, and for each element. `context` knows the copy. */
export function followDelete(copy: Copy, effect: DeleteEffect, context: CheckContext): Followed {
  const followed = new Followed();
  const same = sameDelete(copy, effect, context);
  if (same !== undefined) {
    followed.add(same);
    return followed;
  }
  const key = keyValues(copy, before(effect.key ?? fixedBy(effect.where, copy)), oldElement(copy));
  if (key !== undefined) followed.add(deleteText(copy, whereOf(key), { using: effect.using }));
  return followed;
}

/** The DELETE itself over the copy: legal only where the relations name columns of its key, and then they name the same rows. */
function sameDelete(copy: Copy, effect: DeleteEffect, context: CheckContext): string | undefined {
  const copied = new Set(copy.key.flatMap(({ name, from }) => ("column" in from && from.column === name ? [name] : [])));
  const named = effect.where.flatMap(({ left }) => (left.kind === "column" ? [left.column.value] : left.kind === "tuple" ? left.columns.map((column) => column.value) : [undefined]));
  if (named.some((name) => name === undefined || !copied.has(name))) return undefined;
  const text = deleteText(copy, effect.where, { using: effect.using });
  return check(parseStatement(text), context).verdict === "accept" ? text : undefined;
}

/** The key columns that equalities fix. */
function fixedBy(where: readonly Relation[], copy: Copy): KeyValues {
  const names = new Set(primaryKey(copy.base).map((column) => column.name));
  return new Map(where.flatMap(({ left, operator, value }) => (left.kind === "column" && operator === "=" && value.kind === "term" && names.has(left.column.value) ? [[left.column.value, value.term] as const] : [])));
}
