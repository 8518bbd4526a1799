import type { Statement } from "../syntax/ast";
import type { Schema } from "./model";

/** Where a statement stands: the keyspace in force, its file and the offset of its slice there. */
export interface Where {
  readonly keyspace?: string;
  readonly uri: string;
  readonly start: number;
}

/** The schema after `statement`, as far as it can be told; never throws, and half a statement changes nothing. */
export function fold(schema: Schema, _statement: Statement, _where: Where): Schema {
  return schema;
}
