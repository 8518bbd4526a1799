import type { AccessPath } from "../access-path";
import { WRITING } from "../../dialect/writing";
import type { WritingDialect } from "../../dialect/writing";
import type { Table } from "../../schema/model";
import type { Delete, Insert, Update } from "../../syntax/ast";
import type { Range } from "../../text/range";
import type { CheckContext } from "../judgement";
import { isTable, lookUpTable } from "../names";
import type { Reading } from "../reading/reading";
import { readingOf } from "../reading/reading";
import type { Where } from "../reading/where";
import type { Finding } from "../violation";
import type { JsonRow } from "./json-row";

export type Write = Insert | Update | Delete;

/** What preparing a write came to: the state that validating and executing it start from. */
export interface PreparedWrite {
  readonly statement: Write;
  readonly reading: Reading;
  readonly finding: Finding;
  /** The key values; undefined where they come from JSON, or where reading WHERE ended in a finding. */
  readonly where?: Where;
  readonly json?: JsonRow;
  readonly access?: AccessPath;
}

/** The table that a write names and all that goes with it, or why it cannot be looked at. */
export function openWrite(statement: Write, context: CheckContext): Reading | { readonly finding: Finding } {
  if (statement.table === undefined) return { finding: { unjudged: "the table is not named" } };
  const table = lookUpTable(statement.table, context);
  return isTable(table) ? readingOf(table, context) : { finding: table };
}

/** What the servers differ in when they judge this write. */
export function dialectOf(reading: Reading): WritingDialect {
  return WRITING[reading.context.target];
}

/** Whether the columns of a table with COMPACT STORAGE are static beside a hidden clustering column: it has no other one (W-INS-13). */
export function isStaticCompact(table: Table): boolean {
  return table.compact && table.clustering.length === 0 && table.columns.length > table.partitionKey.length;
}

/** Where a refusal is shown that no part of the statement causes alone: on the table's name. */
export function tableRange(statement: Write): Range {
  return statement.table?.range ?? statement.head;
}

/** Whether the write has an IF clause of any kind. */
export function isConditional(statement: Write): boolean {
  return statement.kind === "insert" ? statement.ifNotExists !== undefined : statement.ifExists !== undefined || statement.conditions.length > 0;
}

/** Where the IF clause stands: its EXISTS, or its conditions. */
export function conditionRange(statement: Write): Range {
  if (statement.kind === "insert") return statement.ifNotExists ?? statement.head;
  const first = statement.conditions[0];
  const last = statement.conditions[statement.conditions.length - 1];
  if (first !== undefined && last !== undefined) return { start: first.range.start, end: last.range.end };
  return statement.ifExists ?? statement.head;
}
