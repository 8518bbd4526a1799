import { printStatement } from "../../syntax/print";
import type { Assignment, Delete, Deletion, Expression, Insert, Name, Relation, Update, Using } from "../../syntax/ast";
import { nameOf, relationOf } from "../field";
import type { Change } from "./effect";

const NOWHERE = { start: 0, end: 0 } as const;
const BASE = { range: NOWHERE, head: NOWHERE, markers: [] } as const;

/** The table that statements go to. */
export interface Place {
  readonly keyspace: string;
  readonly name: string;
}

/** Columns with their values, in the order in which they are written. */
export type Values = readonly (readonly [string, Expression])[];

/** What a statement of a write with this TTL and TIMESTAMP carries; a DELETE has no TTL. */
export interface Timing {
  readonly using: readonly Using[];
  /** A DELETE before an INSERT of what may be the same row: with one timestamp for both, the DELETE would win. */
  readonly before?: boolean;
}

function tableOf({ keyspace, name }: Place): { readonly keyspace?: Name; readonly name: Name; readonly range: typeof NOWHERE } {
  return { ...(keyspace === "" ? {} : { keyspace: nameOf(keyspace) }), name: nameOf(name), range: NOWHERE };
}

/** INSERT of these columns. */
export function insertText(place: Place, values: Values, using: readonly Using[]): string {
  const statement: Insert = { ...BASE, kind: "insert", table: tableOf(place), columns: values.map(([name]) => nameOf(name)), values: values.map(([, value]) => value), using };
  return printStatement(statement);
}

/** What changes the columns of one row: an UPDATE, a DELETE of columns or parts of them, or both; nothing without changes. */
export function changeTexts(place: Place, changes: readonly Change[], key: Values, using: readonly Using[]): readonly string[] {
  const assignments: Assignment[] = [];
  const deletions: Deletion[] = [];
  for (const change of changes) {
    if (change.kind === "remove") deletions.push(change.deletion);
    else if (change.kind === "part") assignments.push(change.assignment);
    else if (change.by === "deletion") deletions.push({ kind: "column", column: nameOf(change.column.name), range: NOWHERE });
    else assignments.push({ kind: "set", column: nameOf(change.column.name), value: change.value, range: NOWHERE });
  }
  const where = whereOf(key);
  const update: Update = { ...BASE, kind: "update", table: tableOf(place), using, assignments, where, conditions: [] };
  const remove: Delete = { ...BASE, kind: "delete", table: tableOf(place), using: withoutTtl(using), deletions, where, conditions: [] };
  return [...(assignments.length === 0 ? [] : [printStatement(update)]), ...(deletions.length === 0 ? [] : [printStatement(remove)])];
}

/** DELETE of the rows that the relations name. */
export function deleteText(place: Place, where: readonly Relation[], { using, before = false }: Timing): string {
  const times = withoutTtl(using).map((one) => (before ? { ...one, value: oneLess(one.value) } : one));
  const statement: Delete = { ...BASE, kind: "delete", table: tableOf(place), using: times, deletions: [], where, conditions: [] };
  return printStatement(statement);
}

/** SELECT of these columns, each with a name of its own where it is an expression. */
export function selectText(place: Place, columns: readonly { readonly expression: Expression; readonly alias?: string }[], where: readonly Relation[], distinct = false): string {
  return printStatement({
    ...BASE, kind: "select", json: false, table: tableOf(place), where, groupBy: [], orderBy: [], using: [], ...(distinct ? { distinct: NOWHERE } : {}),
    selectors: columns.map(({ expression, alias }) => ({ expression, range: NOWHERE, ...(alias === undefined ? {} : { alias: nameOf(alias) }) })),
  });
}

/** `column = value` for each. */
export function whereOf(key: Values): readonly Relation[] {
  return key.map(([name, value]) => relationOf(name, "=", value));
}

function withoutTtl(using: readonly Using[]): readonly Using[] {
  return using.filter(({ kind }) => kind !== "ttl");
}

/** The microsecond before: of a marker, one that the caller binds. */
function oneLess(value: Using["value"]): Using["value"] {
  if (!("kind" in value)) return value;
  if (value.kind === "constant" && value.type === "integer") return { ...value, value: String(BigInt(value.value) - 1n) };
  return { kind: "marker", name: nameOf("timestamp_before"), range: NOWHERE };
}
