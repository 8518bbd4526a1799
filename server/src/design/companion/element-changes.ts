import type { Expression } from "../../syntax/ast";
import { columnExpression } from "../field";
import type { Copy } from "./copy";
import type { Change } from "./effect";
import { problem } from "./followed";
import type { Problem } from "./followed";
import { elementsOf, elementWith, explodedKind, mapParts, old } from "./values";
import type { Element } from "./values";

/** The elements that a change of a part of the exploded collection adds and removes, and what must be read to say so. */
export interface ElementChanges {
  readonly kind: "elements";
  readonly added: readonly Element[];
  readonly removed: readonly Element[];
  readonly reads: ReadonlyMap<string, Expression>;
  readonly note?: string;
}

const NOWHERE = { start: 0, end: 0 } as const;
const NO_READS: ReadonlyMap<string, Expression> = new Map();

/** Takes a change of a part of the exploded collection apart; a problem where only the collection as a whole could tell. */
export function changesOfElements(copy: Copy, change: Change): ElementChanges | Problem {
  const name = change.column.name;
  const kind = explodedKind(copy);
  if (change.kind === "remove") return change.deletion.kind === "element" ? removeAt(copy, name, change.deletion.key, kind) : wholeNeeded(copy, name);
  if (change.kind === "set") return wholeNeeded(copy, name);
  const { assignment } = change;
  switch (assignment.kind) {
    case "element": return kind === "map" ? putAt(copy, name, assignment.key, assignment.value) : wholeNeeded(copy, name);
    case "field": return wholeNeeded(copy, name);
    case "prepend": return addAll(copy, assignment.value, name, kind);
    case "append": case "add": return assignment.operator.startsWith("-") ? removeAll(copy, assignment.value, name, kind) : addAll(copy, assignment.value, name, kind);
  }
}

function addAll(copy: Copy, value: Expression, name: string, kind: ReturnType<typeof explodedKind>): ElementChanges | Problem {
  const added = elementsOf(copy, value);
  if (added === undefined) return wholeNeeded(copy, name);
  if (kind !== "map") return { kind: "elements", added, removed: [], reads: NO_READS, ...eachElement(value, copy, name) };
  if (!mapParts(copy).values) return { kind: "elements", added, removed: [], reads: NO_READS, ...eachElement(value, copy, name) };
  if (value.kind !== "map") return value.kind === "set" && value.items.length === 0 ? { kind: "elements", added: [], removed: [], reads: NO_READS } : wholeNeeded(copy, name);
  return joined(value.entries.map((entry, i) => putAt(copy, name, entry.key, entry.value, i)));
}

function removeAll(copy: Copy, value: Expression, name: string, kind: ReturnType<typeof explodedKind>): ElementChanges | Problem {
  if (kind !== "map") {
    const removed = elementsOf(copy, value);
    return removed === undefined ? wholeNeeded(copy, name) : { kind: "elements", added: [], removed, reads: NO_READS, ...eachElement(value, copy, name) };
  }
  if (value.kind !== "set") return wholeNeeded(copy, name);
  return joined(value.items.map((key, i) => removeAt(copy, name, key, kind, i)));
}

function removeAt(copy: Copy, name: string, key: Expression, kind: ReturnType<typeof explodedKind>, number = 0): ElementChanges | Problem {
  if (kind === "set") return { kind: "elements", added: [], removed: [elementWith(copy, key, undefined)], reads: NO_READS };
  if (kind !== "map") return wholeNeeded(copy, name);
  const parts = mapParts(copy);
  if (!parts.values) return { kind: "elements", added: [], removed: [elementWith(copy, key, undefined)], reads: NO_READS };
  if (!parts.keys) return wholeNeeded(copy, name);
  const { marker, reads } = readAt(copy, name, key, number);
  return { kind: "elements", added: [], removed: [elementWith(copy, key, marker)], reads };
}

/** `m[k] = v`: the old pair goes, the new one comes. */
function putAt(copy: Copy, name: string, key: Expression, value: Expression, number = 0): ElementChanges | Problem {
  const parts = mapParts(copy);
  if (value.kind === "null") return removeAt(copy, name, key, "map", number);
  if (!parts.values) return { kind: "elements", added: [elementWith(copy, key, undefined)], removed: [], reads: NO_READS };
  if (!parts.keys) return wholeNeeded(copy, name);
  const { marker, reads } = readAt(copy, name, key, number);
  return { kind: "elements", added: [elementWith(copy, key, value)], removed: [elementWith(copy, key, marker)], reads };
}

/** The value that the map had at a key, read under a name of its own. */
function readAt(copy: Copy, name: string, key: Expression, number: number): { readonly marker: Expression; readonly reads: ReadonlyMap<string, Expression> } {
  const column = copy.key.find(({ from }) => "value" in from)!.name;
  const alias = `${column}_at_key${number === 0 ? "" : `_${number + 1}`}`;
  return { marker: old(alias), reads: new Map([[alias, { kind: "element", operand: columnExpression(name), key, range: NOWHERE }]]) };
}

function joined(parts: readonly (ElementChanges | Problem)[]): ElementChanges | Problem {
  const failed = parts.find((part) => part.kind === "problem");
  if (failed !== undefined) return failed;
  const changes = parts as readonly ElementChanges[];
  return { kind: "elements", added: changes.flatMap(({ added }) => added), removed: changes.flatMap(({ removed }) => removed), reads: new Map(changes.flatMap(({ reads }) => [...reads])) };
}

function eachElement(value: Expression, copy: Copy, name: string): { readonly note?: string } {
  return value.kind === "marker" ? { note: `Run the statements of ${copy.name} once for each element of the value bound for "${name}".` } : {};
}

function wholeNeeded(copy: Copy, name: string): Problem {
  return problem("whole-collection", `Which rows of ${copy.name} change with this part of "${name}" only the whole collection tells: read it, delete its rows from ${copy.name}, and insert those of the collection as it is afterwards.`);
}
