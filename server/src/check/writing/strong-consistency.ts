import { isCollection } from "../../schema/types";
import type { Column } from "../../schema/model";
import type { Assignment, Deletion } from "../../syntax/ast";
import type { Range } from "../../text/range";
import { violate } from "../violate";
import type { Finding } from "../violation";
import type { PreparedWrite } from "./prepared-write";
import { dialectOf } from "./prepared-write";
import { usingOf } from "./using";

/** Whether the change of a list reads it first: an element by its index, or elements by their values. */
export function readsList(change: Assignment | Deletion, column: Column): boolean {
  if (column.type.kind !== "list" || column.type.frozen) return false;
  return change.kind === "element" || isChange(change, "-");
}

function isChange(change: Assignment | Deletion, sign: "-" | ""): boolean {
  return (change.kind === "append" || change.kind === "add") && change.operator.startsWith(sign);
}

/**
 * S-WR-10: in a keyspace of ScyllaDB with `consistency` other than eventual, an experimental feature, a write reads nothing and sets no timestamp.
 * Whatever else such keyspaces refuse is not judged. Undefined for every other keyspace.
 */
export function checkStrongConsistency({ statement, reading }: PreparedWrite): Finding {
  const { table, context } = reading;
  const consistency = context.schema.keyspaces.get(table.keyspace)?.consistency;
  if (consistency === undefined || consistency === "eventual" || !dialectOf(reading).strongConsistency) return undefined;
  const refuse = (range: Range, what: string): Finding => violate("strongly-consistent-write", range, { keyspace: table.keyspace, what });
  const changes: readonly (Assignment | Deletion)[] = statement.kind === "update" ? statement.assignments : statement.kind === "delete" ? statement.deletions : [];
  const reads = changes.find((change) => {
    const column = table.byName.get(change.column.value);
    return column !== undefined && (readsList(change, column) || (!isCollection(column.type) && isChange(change, "")));
  });
  if (reads !== undefined) return refuse(reads.range, "a change that reads the column first");
  const timestamp = usingOf(statement.using, "timestamp");
  return timestamp === undefined ? { unjudged: "strongly consistent tables of ScyllaDB are experimental" } : refuse(timestamp.range, "a timestamp");
}
