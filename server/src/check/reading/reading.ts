import type { ReadingDialect } from "../../dialect/reading";
import { READING } from "../../dialect/reading";
import type { Table } from "../../schema/model";
import type { CheckContext } from "../judgement";
import type { TermScope } from "../terms/scope";

/** What the steps of one statement's procedure look at besides the statement. */
export interface Reading {
  readonly context: CheckContext;
  readonly table: Table;
  readonly dialect: ReadingDialect;
  readonly scope: TermScope;
}

/** The reading of a statement on `table`. */
export function readingOf(table: Table, context: CheckContext): Reading {
  const { schema, target, server } = context;
  const scope: TermScope = { schema, keyspace: table.keyspace, target, server, table };
  return { context, table, dialect: READING[target], scope };
}
