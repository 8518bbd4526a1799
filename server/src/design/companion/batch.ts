import { printExpression } from "../../syntax/print";
import type { Change, DeleteEffect, Effect, KeyValues, RowEffect, StaticEffect } from "./effect";
import { problem } from "./followed";
import type { Problem } from "./followed";

/**
 * The effects of a batch's members as one: all members see the rows as they were, and have one timestamp, so what several of them do to one
 * row counts as one write of it. A deleted row stays deleted whatever else writes it. Where two values meet, the greater one wins, which
 * cannot be told here: a problem.
 */
export function mergeBatch(effects: readonly Effect[]): { readonly kind: "merged"; readonly effects: readonly Effect[] } | Problem {
  const statics = new Map<string, StaticEffect>();
  const rows = new Map<string, RowEffect>();
  const deletes: DeleteEffect[] = [];
  for (const effect of effects) {
    if (effect.kind === "delete") deletes.push(effect);
    else if (effect.kind === "statics") {
      const key = textOf(effect.key);
      const known = statics.get(key);
      const changes = known === undefined ? effect.changes : united(known.changes, effect.changes);
      if (changes === undefined || (known !== undefined && !sameUsing(known, effect))) return conflict();
      statics.set(key, { ...effect, changes });
    } else {
      const key = textOf(effect.key);
      const known = rows.get(key);
      const changes = known === undefined ? effect.changes : united(known.changes, effect.changes);
      if (changes === undefined || (known !== undefined && !sameUsing(known, effect))) return conflict();
      rows.set(key, { ...effect, changes, inserts: effect.inserts || known?.inserts === true, isNew: effect.isNew || known?.isNew === true });
    }
  }
  const gone = new Set(deletes.flatMap(({ key }) => (key === undefined ? [] : [textOf(key)])));
  if (deletes.some(({ key }) => key === undefined) && rows.size + statics.size > 0) {
    return problem("batch-overlap", "The batch deletes a stretch of rows and writes others: whether they are among those deleted is not known here.");
  }
  if (deletes.some(({ key }) => key !== undefined && [...statics.values()].some((effect) => isIn(effect, key)))) {
    return problem("batch-overlap", "The batch deletes a row of a partition whose static columns it writes: run the two one after the other.");
  }
  const partitions = new Map([...statics.values()].map((effect) => [textOf(effect.key), effect.changes]));
  const written = [...rows].filter(([key]) => !gone.has(key)).map(([, effect]): RowEffect => ({ ...effect, statics: partitions.get(partitionOf(effect, statics)) ?? effect.statics }));
  return { kind: "merged", effects: [...statics.values(), ...written, ...deletes] };
}

/** The text of the partition's key among those whose static columns are written. */
function partitionOf(effect: RowEffect, statics: ReadonlyMap<string, StaticEffect>): string {
  const found = [...statics.values()].find((one) => isIn(one, effect.key));
  return found === undefined ? "" : textOf(found.key);
}

/** Whether a row with that key lies in the partition. */
function isIn({ key: partition }: StaticEffect, key: KeyValues): boolean {
  return textOf(partition) === textOf(new Map([...key].filter(([name]) => partition.has(name))));
}

function united(first: readonly Change[], second: readonly Change[]): readonly Change[] | undefined {
  const clash = second.some((change) => first.some((other) => other.column.name === change.column.name));
  return clash ? undefined : [...first, ...second];
}

function sameUsing(a: Effect, b: Effect): boolean {
  const text = ({ using }: Effect): string => using.map(({ kind, value }) => `${kind} ${"kind" in value ? printExpression(value) : value.value}`).sort().join(" ");
  return text(a) === text(b);
}

function textOf(key: KeyValues): string {
  return [...key].map(([name, value]) => `${name} = ${printExpression(value)}`).sort().join(", ");
}

function conflict(): Problem {
  return problem("batch-conflict", "Two members of the batch write the same column of the same row, or with different TTLs: at one timestamp the greater value wins, and which that is, is not known here.");
}
