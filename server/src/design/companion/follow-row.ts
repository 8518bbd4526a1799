import type { Column } from "../../schema/model";
import type { Expression } from "../../syntax/ast";
import type { Copy, CopyColumn } from "./copy";
import { fills } from "./effect";
import type { Change, RowEffect } from "./effect";
import { changesOfElements } from "./element-changes";
import { Followed, problem } from "./followed";
import type { Problem } from "./followed";
import { after, before, elementsOf, explodedKind, keyValues, oldElement, valueOf } from "./values";
import type { Element, Valuation } from "./values";
import { changeTexts, deleteText, insertText, whereOf } from "./statements";
import type { Values } from "./statements";

/** What a copy needs when one row of its base table is written (designer.md section 5); reads are worked out from the `:old_…` markers used. */
export function followRow(copy: Copy, effect: RowEffect): Followed | Problem {
  const moving = copy.movers.filter(({ role }) => role !== "static");
  if (moving.length === 0 && copy.exploded === undefined) return followKnownKey(copy, effect);
  if (!effect.isNew && explodedKind(copy) === "list" && copiedChanges(copy, effect.changes).some(growsList)) {
    return problem("list-twice", `${copy.name} has a row for each element of the list "${copy.exploded?.name ?? ""}", which may hold one twice: what is added to a list there would be added twice.`);
  }
  const moved = moving.some((column) => changeOf(effect.changes, column) !== undefined);
  const exploded = copy.exploded === undefined ? undefined : changeOf(effect.changes, copy.exploded);
  if (!moved && exploded === undefined) return effect.isNew ? new Followed() : followUnmoved(copy, effect);
  return moved || exploded?.kind === "set" ? followMoved(copy, effect, exploded) : followElements(copy, effect);
}

/** The copy's key is made of the base table's key, and of static columns: the row stays where it is. */
function followKnownKey(copy: Copy, effect: RowEffect): Followed | Problem {
  const followed = new Followed();
  const valuation = after(effect.key, [...effect.statics, ...effect.changes]);
  const key = keyValues(copy, valuation, undefined);
  if (key === undefined) return followed;
  const copied = copiedChanges(copy, effect.changes);
  const statics = copiedStatics(copy).map((column): readonly [string, Expression] => [column.name, valueOf(column, valuation, undefined)!]);
  const { using } = effect;
  if (effect.inserts) {
    followed.add(insertText(copy, [...key, ...setValues(copied), ...statics], using));
    return followed;
  }
  const living = effect.changes.some(fills);
  const uncopied = effect.changes.some((change) => fills(change) && !copied.includes(change));
  // The row may be new, and then it shows the partition's static columns; a key with static columns may have left the copy without it.
  const needsRow = living && (uncopied || copy.movers.length > 0 || statics.length > 0) && !isCounter(copy);
  if (needsRow) {
    const born = uncopied || copy.movers.length > 0 ? [...key, ...statics] : undefined;
    if (born !== undefined) followed.add(insertText(copy, born, using));
    else return withStatics(followed, copy, copied, statics, key, effect);
  }
  followed.add(...changeTexts(copy, copied, key, using));
  if (uncopied) followed.note("row-may-stay", `A row that an UPDATE makes vanishes from ${copy.base.name} with its last value; in ${copy.name} it may stay.`);
  return followed;
}

/** The UPDATE of copied columns that tells a new row its partition's static values too. */
function withStatics(followed: Followed, copy: Copy, copied: readonly Change[], statics: Values, key: Values, effect: RowEffect): Followed {
  const more = statics.map(([name, value]): Change => ({ kind: "set", column: copy.base.byName.get(name)!, value, by: "assignment" }));
  followed.add(...changeTexts(copy, [...copied, ...more], key, effect.using));
  followed.note("row-may-stay", `A row that an UPDATE makes vanishes from ${copy.base.name} with its last value; in ${copy.name} it may stay.`);
  return followed;
}

/** Nothing that the copy's key is made of changes: the same columns change where the row lies. */
function followUnmoved(copy: Copy, effect: RowEffect): Followed {
  const followed = new Followed();
  const key = keyValues(copy, withStaticsOf(effect), oldElement(copy));
  if (key !== undefined) followed.add(...changeTexts(copy, copiedChanges(copy, effect.changes), key, effect.using));
  return followed;
}

/** The row moves, or its whole collection is replaced: the old rows of the copy go, the whole row is written anew. */
function followMoved(copy: Copy, effect: RowEffect, exploded: Change | undefined): Followed | Problem {
  const followed = new Followed();
  const stuck = effect.changes.find((change) => change.kind !== "set" && copy.movers.includes(change.column));
  if (stuck !== undefined) return problem("part-of-key", `"${stuck.column.name}" is part of the key of ${copy.name} and only a part of it changes: set the whole value instead.`);
  const valuation = after(effect.key, [...effect.statics, ...effect.changes]);
  if (!effect.isNew) deleteOld(copy, effect, followed);
  const elements = exploded?.kind === "set" ? elementsOf(copy, exploded.value) : [oldElement(copy)];
  if (elements === undefined) return problem("value-not-literal", `The new value of "${copy.exploded?.name ?? ""}" is computed: which elements it has is not known here.`);
  if (exploded?.kind === "set" && exploded.value.kind === "marker") followed.note("each-element", `Run the INSERT into ${copy.name} once for each element of the value bound for "${exploded.column.name}".`);
  const keys = elements.flatMap((element) => {
    const key = keyValues(copy, valuation, element);
    return key === undefined ? [] : [{ key, element }];
  });
  for (const { key, element } of keys) writeWhole(copy, effect, valuation, key, element, followed);
  if (exploded === undefined || exploded.kind === "set" || keys.length === 0) return followed;
  // The collection changes in part while the row moves: its old elements are there already under the new key.
  return applyElements(copy, effect, exploded, valuation, followed);
}

/** The old rows of the copy: one, or one for each element; where the write sets a static column of the key too, under its old and its new value. */
function deleteOld(copy: Copy, effect: RowEffect, followed: Followed): void {
  const valuations = [before(effect.key), ...(copy.movers.some((column) => changeOf(effect.statics, column) !== undefined) ? [withStaticsOf(effect)] : [])];
  for (const valuation of valuations) {
    const key = keyValues(copy, valuation, oldElement(copy));
    if (key !== undefined) followed.add(deleteText(copy, whereOf(key), { using: effect.using, before: true }));
  }
}

/** The whole row under its new key; what changes in part follows as an UPDATE of what was read. */
function writeWhole(copy: Copy, effect: RowEffect, valuation: Valuation, key: Values, element: Element | undefined, followed: Followed): void {
  const given = new Set([...effect.changes, ...effect.statics].map(({ column }) => column.name));
  // A row that was not there has nothing but what the write gives, and its partition's static columns.
  const written = copy.rest.filter((column) => column.role !== "static" && (!effect.isNew || column.sources.some((source) => given.has(source.name) || source.role === "static")));
  const values = written.map((column): readonly [string, Expression] => [column.name, valueOf(column, valuation, element)!]);
  followed.add(insertText(copy, [...key, ...values], effect.using));
  followed.add(...changeTexts(copy, copiedChanges(copy, effect.changes).filter(({ kind }) => kind !== "set"), key, effect.using));
}

/** Elements come and go, the row stays: the rows of the elements that were there follow the other changes first, since an UPDATE of a deleted row makes a ghost. */
function followElements(copy: Copy, effect: RowEffect): Followed | Problem {
  const followed = new Followed();
  const change = changeOf(effect.changes, copy.exploded!)!;
  const key = keyValues(copy, withStaticsOf(effect), oldElement(copy));
  if (key !== undefined) followed.add(...changeTexts(copy, copiedChanges(copy, effect.changes), key, effect.using));
  return applyElements(copy, effect, change, after(effect.key, [...effect.statics, ...effect.changes]), followed);
}

function applyElements(copy: Copy, effect: RowEffect, change: Change, valuation: Valuation, followed: Followed): Followed | Problem {
  const elements = changesOfElements(copy, change);
  if (elements.kind === "problem") return elements;
  if (elements.note !== undefined) followed.note("each-element", elements.note);
  for (const element of elements.removed) {
    const key = keyValues(copy, valuation, element);
    if (key !== undefined) followed.add(deleteText(copy, whereOf(key), { using: effect.using, before: elements.added.length > 0 }));
  }
  for (const element of elements.added) {
    const key = keyValues(copy, valuation, element);
    if (key !== undefined) writeWhole(copy, effect, valuation, key, element, followed);
  }
  for (const [name, expression] of elements.reads) followed.read(name, expression);
  return followed;
}

/** What was there, with the static columns that a partition's own companions have set by now. */
function withStaticsOf(effect: RowEffect): Valuation {
  return after(effect.key, effect.statics);
}

function changeOf(changes: readonly Change[], column: Column): Change | undefined {
  return changes.find((change) => change.column.name === column.name);
}

/** The changes of columns that the copy holds beside its key. */
export function copiedChanges(copy: Copy, changes: readonly Change[]): readonly Change[] {
  return changes.filter(({ column }) => copy.rest.some((entry) => entry.sources[0]?.name === column.name));
}

/** Static columns of the base table that are plain ones in the copy. */
export function copiedStatics(copy: Copy): readonly CopyColumn[] {
  return copy.rest.filter(({ role, sources }) => role !== "static" && sources[0]?.role === "static");
}

function setValues(changes: readonly Change[]): Values {
  return changes.flatMap((change): readonly (readonly [string, Expression])[] => (change.kind === "set" ? [[change.column.name, change.value]] : []));
}

/** Whether a change adds to a list, so that it must run once only. */
function growsList(change: Change): boolean {
  if (change.kind !== "part" || change.column.type.kind !== "list") return false;
  const { assignment } = change;
  return assignment.kind === "prepend" || ((assignment.kind === "append" || assignment.kind === "add") && !assignment.operator.startsWith("-"));
}

function isCounter(copy: Copy): boolean {
  return copy.base.isCounter;
}
