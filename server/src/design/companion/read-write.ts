import type { Column, Table } from "../../schema/model";
import { changingCall } from "../../check/terms/changing-call";
import type { Assignment, Deletion, Delete, Expression, Insert, Name, Relation, Update, Using } from "../../syntax/ast";
import { printExpression } from "../../syntax/print";
import { nameOf, relationOf } from "../field";
import { isKey, primaryKey } from "../query";
import { readJsonInsert } from "./json-insert";
import type { Change, Effect, KeyValues } from "./effect";

export type Write = Insert | Update | Delete;

const NOWHERE = { start: 0, end: 0 } as const;
/** More keys than this in the IN lists of one write are not taken apart. */
const MOST_KEYS = 100;

/** A write as its effects, in the order in which a copy must follow them; `problem` says why it could not be read as such. */
export type ReadWrite = { readonly kind: "effects"; readonly effects: readonly Effect[]; readonly write: Write } | { readonly kind: "problem"; readonly code: string; readonly message: string };

/**
 * What a write does to its table, one effect for each key that its IN lists name, a partition's static columns before its rows. Values
 * that differ from run to run (`now()`, `uuid()`) become markers; `write` is the statement with those markers.
 */
export function readWrite(write: Write, table: Table, outer: readonly Using[] = []): ReadWrite {
  const hoisted = hoist(write);
  const using = [...outer, ...hoisted.using].filter(({ kind }) => kind === "ttl" || kind === "timestamp");
  const result = hoisted.kind === "insert" ? readInsert(hoisted, table, using, write) : readKeyed(hoisted, table, using);
  return "code" in result ? { kind: "problem", ...result } : { kind: "effects", effects: result, write: hoisted };
}

type Problem = { readonly code: string; readonly message: string };

function readInsert(insert: Insert, table: Table, using: readonly Using[], original: Write): readonly Effect[] | Problem {
  const values = new Map<string, Expression>();
  if (insert.json === undefined) insert.columns.forEach((name, i) => values.set(name.value, insert.values[i] ?? { kind: "missing", range: NOWHERE }));
  else {
    const row = readJsonInsert(insert, table);
    if (row === undefined) return { code: "json-value", message: "What a bound JSON text sets is known to the caller only: write the copy by an INSERT of the same columns." };
    for (const [name, value] of row) values.set(name, value);
  }
  const changes: Change[] = [];
  for (const [name, value] of values) {
    const column = table.byName.get(name);
    if (column === undefined) return unreadable();
    if (!isKey(column)) changes.push({ kind: "set", column, value, by: "assignment" });
  }
  const statics = changes.filter(({ column }) => column.role === "static");
  const key = keyOf(values, primaryKey(table));
  const partition = keyOf(values, table.partitionKey);
  if (partition === undefined) return unreadable();
  const effects: Effect[] = statics.length === 0 ? [] : [{ kind: "statics", key: partition, changes: statics, using }];
  if (key !== undefined) {
    const isNew = insert.ifNotExists !== undefined || isGenerated(original, table);
    effects.push({ kind: "row", key, changes: changes.filter(({ column }) => column.role !== "static"), statics, inserts: true, isNew, using });
  }
  return effects;
}

/** Whether a key column is filled by now() or uuid(), so that no such row was there. */
function isGenerated(write: Write, table: Table): boolean {
  return write.kind === "insert" && write.columns.some((name, i) => {
    const column = table.byName.get(name.value);
    const value = write.values[i];
    return column !== undefined && isKey(column) && value?.kind === "call" && ["now", "uuid", "current_timeuuid", "currenttimeuuid"].includes(value.name.name.value);
  });
}

function readKeyed(write: Update | Delete, table: Table, using: readonly Using[]): readonly Effect[] | Problem {
  const whole = write.kind === "delete" && write.deletions.length === 0;
  const keys = keysOf(write.where, table);
  if (whole) {
    const rows = keys?.every((key) => keyOf(key, primaryKey(table)) !== undefined) === true ? keys : undefined;
    if (rows === undefined) return [{ kind: "delete", where: write.where, using }];
    return rows.map((key): Effect => ({ kind: "delete", key, where: whereOf(key), using }));
  }
  if (keys === undefined) return { code: "in-marker", message: "A list bound to IN ? cannot be taken apart: run the write once for each key, with its companions." };
  const changes: Change[] = [];
  for (const part of write.kind === "update" ? write.assignments : write.deletions) {
    const change = changeOf(part, write, table);
    if (change === undefined) return unreadable();
    changes.push(change);
  }
  const statics = changes.filter(({ column }) => column.role === "static");
  const rest = changes.filter(({ column }) => column.role !== "static");
  // Each partition once, and before the rows: an UPDATE of a row that a later key has moved would make a ghost.
  const partitions = new Map<string, Effect>();
  const rows: Effect[] = [];
  for (const values of keys) {
    const partition = keyOf(values, table.partitionKey);
    const key = keyOf(values, primaryKey(table));
    if (partition !== undefined && statics.length > 0) partitions.set([...partition.values()].map(printExpression).join(), { kind: "statics", key: partition, changes: statics, using });
    if (key !== undefined && rest.length > 0) rows.push({ kind: "row", key, changes: rest, statics, inserts: false, isNew: false, using });
  }
  return [...partitions.values(), ...rows];
}

function changeOf(part: Assignment | Deletion, write: Update | Delete, table: Table): Change | undefined {
  const column = table.byName.get(part.column.value);
  if (column === undefined || isKey(column)) return undefined;
  if (part.kind === "column") return { kind: "set", column, value: { kind: "null", range: NOWHERE }, by: "deletion" };
  if (part.kind === "set") return { kind: "set", column, value: part.value, by: "assignment" };
  return write.kind === "delete" ? { kind: "remove", column, deletion: part as Exclude<Deletion, { kind: "column" }> } : { kind: "part", column, assignment: part as Exclude<Assignment, { kind: "set" }> };
}

/** The keys that a WHERE clause of equalities and literal IN lists names; undefined where it names a range, or a list that is bound. */
function keysOf(where: readonly Relation[], table: Table): readonly KeyValues[] | undefined {
  let keys: readonly ReadonlyMap<string, Expression>[] = [new Map()];
  for (const { left, operator, value } of where) {
    const columns = left.kind === "column" ? [left.column] : left.kind === "tuple" ? left.columns : undefined;
    if (columns === undefined || columns.some((name) => !table.byName.has(name.value))) return undefined;
    const terms = operator === "=" && value.kind === "term" ? [value.term] : operator === "in" && value.kind === "list" ? value.items : undefined;
    const rows = terms?.map((term) => (left.kind === "column" ? [term] : term.kind === "tuple" && term.items.length === columns.length ? term.items : undefined));
    if (rows === undefined || rows.some((row) => row === undefined) || rows.length * keys.length > MOST_KEYS) return undefined;
    keys = keys.flatMap((key) => rows.map((row) => new Map([...key, ...columns.map((name: Name, i): [string, Expression] => [name.value, row![i]!])])));
  }
  return keys;
}

function whereOf(key: KeyValues): readonly Relation[] {
  return [...key].map(([name, value]) => relationOf(name, "=", value));
}

function keyOf(values: KeyValues, columns: readonly Column[]): KeyValues | undefined {
  const key = new Map<string, Expression>();
  for (const { name } of columns) {
    const value = values.get(name);
    if (value === undefined || value.kind === "missing") return undefined;
    key.set(name, value);
  }
  return key;
}

function unreadable(): Problem {
  return { code: "unreadable-write", message: "The write names columns that its table does not have, or lacks a part of the key." };
}

/** The write with each value that differs from run to run bound to a marker named for its column. */
function hoist(write: Write): Write {
  const used = new Set(write.markers.map(({ name }) => name?.value));
  const marker = (column: Name): Expression => {
    let name = column.value;
    while (used.has(name)) name = `new_${name}`;
    used.add(name);
    return { kind: "marker", name: nameOf(name), range: NOWHERE };
  };
  if (write.kind === "insert") return { ...write, values: write.values.map((value, i) => (changingCall(value) === undefined || write.columns[i] === undefined ? value : marker(write.columns[i]))) };
  if (write.kind === "delete") return write;
  return { ...write, assignments: write.assignments.map((assignment) => (changingCall(assignment.value) === undefined ? assignment : { ...assignment, value: marker(assignment.column) })) };
}
