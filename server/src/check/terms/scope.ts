import type { Target } from "../../dialect/target";
import type { Schema, Table } from "../../schema/model";
import type { ServerSettings } from "../judgement";

/** What a term or selector is read against. */
export interface TermScope {
  readonly schema: Schema;
  /** The keyspace of the statement's table: unqualified functions and user types are looked up there (R-FN-2). */
  readonly keyspace: string;
  readonly target: Target;
  readonly server: ServerSettings;
  /** The statement's table: its columns are the names of selectors, its partition key the arguments of token(). */
  readonly table?: Table;
}
