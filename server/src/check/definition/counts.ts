import type { CheckContext } from "../judgement";

/** Keyspaces that are not the server's own (G-KS-1). */
export function countKeyspaces(context: CheckContext): number {
  let count = 0;
  for (const keyspace of context.schema.keyspaces.values()) if (!keyspace.system && !keyspace.virtual) count++;
  return count;
}

/** Tables, not views, of all keyspaces that are not the server's own (G-TBL-1). */
export function countTables(context: CheckContext): number {
  let count = 0;
  for (const keyspace of context.schema.keyspaces.values()) {
    if (keyspace.system || keyspace.virtual) continue;
    for (const table of keyspace.tables.values()) if (table.kind === "table") count++;
  }
  return count;
}
