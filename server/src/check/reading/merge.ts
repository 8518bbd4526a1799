import type { Column } from "../../schema/model";
import { cover } from "../../text/range";
import { violate } from "../violate";
import type { Violation } from "../violation";
import { lastRestriction } from "./restriction";
import type { Restriction, RestrictionSet, TokenRestriction } from "./restriction";

/** Whether merging gave a refusal. */
export function isRefusal(merged: object): merged is Violation {
  return "code" in merged;
}

/**
 * Adds a restriction to a set, merging it with those on the same columns in key order (section 6). The refusal lies on the newer relation.
 */
export function addRestriction(set: RestrictionSet, incoming: Restriction): RestrictionSet | Violation {
  const last = lastRestriction(set);
  // Behind all others in key order, as relations are mostly written: nothing to merge with.
  if (last === undefined || comesAfter(incoming.columns[0]!, last.columns[last.columns.length - 1]!)) return withOne(set, incoming);
  let merged = incoming;
  const kept: Restriction[] = [];
  for (const existing of set.restrictions) {
    if (!existing.columns.some((column) => incoming.columns.includes(column))) {
      kept.push(existing);
      continue;
    }
    const result = mergeRestrictions(existing, merged);
    if (isRefusal(result)) return result;
    merged = result;
  }
  const at = kept.findIndex((existing) => comesAfter(existing.columns[0]!, merged.columns[0]!));
  kept.splice(at < 0 ? kept.length : at, 0, merged);
  return { restrictions: kept };
}

function withOne(set: RestrictionSet, last: Restriction): RestrictionSet {
  const restrictions = set.restrictions.slice();
  restrictions.push(last);
  return { restrictions };
}

/** Key columns stand in key order, columns outside the key by name, statics and regulars together. */
function comesAfter(first: Column, second: Column): boolean {
  return first.position === second.position ? first.name > second.name : first.position > second.position;
}

/** One step of R-MRG-1…5 and R-MC-6, R-MC-7, decided by the existing restriction first. */
function mergeRestrictions(existing: Restriction, incoming: Restriction): Restriction | Violation {
  switch (existing.shape) {
    case "equal": return refuse("equality-not-alone", existing, incoming);
    case "in": return refuse("in-not-alone", existing, incoming);
    case "like": return refuse("like-not-alone", existing, incoming);
    case "ann":
    case "not equal": return refuse("equality-not-alone", existing, incoming);
    case "contains": return incoming.shape === "contains" ? mergeContains(existing, incoming) : refuse("contains-with-other", existing, incoming);
    case "range": return mergeRanges(existing, incoming);
  }
}

function mergeContains(existing: Restriction, incoming: Restriction): Restriction {
  const first = existing.contains!;
  const second = incoming.contains!;
  return {
    ...existing,
    relations: [...existing.relations, ...incoming.relations],
    contains: { values: first.values + second.values, keys: first.keys + second.keys, entries: first.entries + second.entries },
  };
}

/** Two ranges merge when they bound opposite sides and, where a tuple is among them, start at the same column. */
function mergeRanges(existing: Restriction, incoming: Restriction): Restriction | Violation {
  if (incoming.shape !== "range") return refuse("slice-with-equality", existing, incoming);
  if (existing.columns[0] !== incoming.columns[0]) return refuse("slices-start-differently", existing, incoming);
  if (existing.lower && incoming.lower) return refuse("duplicate-start-bound", existing, incoming);
  if (existing.upper && incoming.upper) return refuse("duplicate-end-bound", existing, incoming);
  return {
    ...existing,
    columns: existing.columns.length >= incoming.columns.length ? existing.columns : incoming.columns,
    tuple: existing.tuple || incoming.tuple,
    relations: [...existing.relations, ...incoming.relations],
    lower: existing.lower || incoming.lower,
    upper: existing.upper || incoming.upper,
  };
}

/** R-TOK-3: as for columns, but an equality is refused whichever came first. */
export function mergeToken(existing: TokenRestriction | undefined, incoming: TokenRestriction): TokenRestriction | Violation {
  if (existing === undefined) return incoming;
  const code = existing.shape === "equal" ? "equality-not-alone"
    : incoming.shape === "equal" ? "slice-with-equality"
    : existing.lower && incoming.lower ? "duplicate-start-bound"
    : existing.upper && incoming.upper ? "duplicate-end-bound"
    : undefined;
  if (code !== undefined) return violate(code, incoming.relations[0]!.range, { column: "token(…)", first: "token(…)", second: "token(…)" });
  return { shape: "range", relations: [...existing.relations, ...incoming.relations], lower: existing.lower || incoming.lower, upper: existing.upper || incoming.upper };
}

function refuse(code: string, existing: Restriction, incoming: Restriction): Violation {
  const shared = existing.columns.find((column) => incoming.columns.includes(column))!;
  // ANN comes from ORDER BY and has no relation of its own: then the relation that it meets is shown.
  const shown = incoming.relations.length > 0 ? incoming.relations : existing.relations;
  const range = shown.map((relation) => relation.range).reduce(cover);
  return violate(code, range, { column: shared.name, first: nameOf(existing), second: nameOf(incoming) });
}

function nameOf(restriction: Restriction): string {
  const names = restriction.columns.map((column) => column.name).join(", ");
  return restriction.tuple ? `(${names})` : names;
}
