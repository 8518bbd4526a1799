/** Names as statements use them: what they mean, and what they were probably meant to be. */
import type { QualifiedName } from "../syntax/ast";
import { UNNAMED_KEYSPACE } from "./model";
import type { Keyspace, Schema, Table } from "./model";

export { userType } from "./types";

/** Why a name finds no table. "dropped-…": the project itself dropped it above, which is always an error (contract.md section 4). */
export type TableMiss = "no-keyspace" | "unknown-keyspace" | "dropped-keyspace" | "unknown-table" | "dropped-table";

/** The keyspace that a name stands in: its own, the one in force, else the unnamed one; undefined where a complete schema leaves it without any (D-NAM-6). */
export function keyspaceOf(schema: Schema, keyspaceInForce: string | undefined, name: QualifiedName): string | undefined {
  return keyspaceNamed(schema, keyspaceInForce, name.keyspace?.value);
}

function keyspaceNamed(schema: Schema, keyspaceInForce: string | undefined, written: string | undefined): string | undefined {
  return written ?? keyspaceInForce ?? (schema.complete ? undefined : UNNAMED_KEYSPACE);
}

/** The keyspace called `name`. In a complete schema one that is only mentioned does not exist, but for the unnamed one, in force where USE was not understood. */
export function findKeyspace(schema: Schema, name: string): Keyspace | undefined {
  const keyspace = schema.keyspaces.get(name);
  return name !== UNNAMED_KEYSPACE && schema.complete && keyspace?.created === false && keyspace.doubt === undefined ? undefined : keyspace;
}

/** The table or view that `name` means, or why there is none. */
export function findTable(schema: Schema, keyspaceInForce: string | undefined, name: QualifiedName): Table | TableMiss {
  return findTableNamed(schema, keyspaceInForce, name.keyspace?.value, name.name.value);
}

/** The same for a name in two parts, of which the first may be missing. */
export function findTableNamed(schema: Schema, keyspaceInForce: string | undefined, written: string | undefined, table: string): Table | TableMiss {
  const home = keyspaceNamed(schema, keyspaceInForce, written);
  if (home === undefined) return "no-keyspace";
  const keyspace = findKeyspace(schema, home);
  if (keyspace === undefined) return schema.droppedKeyspaces.has(home) ? "dropped-keyspace" : "unknown-keyspace";
  return keyspace.tables.get(table) ?? (keyspace.dropped.has(table) ? "dropped-table" : "unknown-table");
}

/**
 * How a miss is to be treated (contract.md section 4): an error where the schema is complete or the object was dropped above;
 * a warning for a table of a keyspace whose tables the project defines; silence for what the project says nothing about.
 */
export function missVerdict(schema: Schema, keyspaceInForce: string | undefined, name: QualifiedName, miss: TableMiss): "error" | "warning" | "silence" {
  const home = keyspaceOf(schema, keyspaceInForce, name);
  const keyspace = home === undefined ? undefined : schema.keyspaces.get(home);
  if (keyspace?.partial === true || keyspace?.doubt !== undefined) return "silence";
  if ((schema.complete && home !== UNNAMED_KEYSPACE) || miss === "dropped-keyspace" || miss === "dropped-table") return "error";
  return miss === "unknown-table" && keyspace !== undefined && keyspace.tables.size > 0 ? "warning" : "silence";
}

/**
 * The candidate nearest to `name` by Damerau-Levenshtein distance (neighbouring letters swapped count one, case counts nothing).
 * Near enough is a third of the name's length, at least one letter and at most three; undefined when none is. The first of equals wins.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let limit = Math.min(3, Math.max(1, Math.floor(wanted.length / 3)));
  let best: string | undefined;
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - wanted.length) > limit) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance > limit) continue;
    best = candidate;
    if (distance === 0) break;
    limit = distance - 1;
  }
  return best;
}

/** Optimal string alignment distance of two short names. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], i: number): number {
  return row[i] ?? Number.POSITIVE_INFINITY;
}
