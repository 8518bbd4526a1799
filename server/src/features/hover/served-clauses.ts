import type { Column, Index, Table } from "../../schema/model";
import { quoteName } from "../../syntax/print";

/** A WHERE clause that a table serves without filtering, and what it reads. */
export interface ServedClause {
  readonly where: string;
  readonly reads: string;
}

/**
 * The WHERE clauses that the keys and indexes of a table serve, written with its own columns (modelling guide M1, M4):
 * the partition, then each clustering column in turn as a range behind equalities, then one row, then each index.
 */
export function servedClauses(table: Table): readonly ServedClause[] {
  const equal = (columns: readonly Column[]) => columns.map((column) => `${quoteName(column.name)} = ?`);
  const key = equal(table.partitionKey);
  const clauses: ServedClause[] = [];
  const add = (relations: readonly string[], reads: string) => clauses.push({ where: `WHERE ${relations.join(" AND ")}`, reads });
  if (table.clustering.length === 0) add(key, "one row");
  else {
    add(key, `one partition, ordered by ${table.clustering.map(ordered).join(", ")}`);
    table.clustering.forEach((column, i) => {
      if (i >= SHOWN && i < table.clustering.length - 1) return;
      const name = quoteName(column.name);
      if (isOrderable(column)) add([...key, ...equal(table.clustering.slice(0, i)), `${name} >= ?`, `${name} < ?`], `the rows of a stretch of ${name}`);
    });
    add([...key, ...equal(table.clustering)], "one row");
  }
  for (const index of table.indexes) {
    const relation = indexRelation(index);
    if (relation !== undefined) add([relation], `through the index ${quoteName(index.name)}, which asks every node`);
  }
  return clauses;
}

/** How many clustering columns get a clause of their own before only the last one does. */
const SHOWN = 3;

/** The served clauses as a block of Markdown. */
export function servedBlock(table: Table): string {
  const lines = servedClauses(table).map(({ where, reads }) => `-- ${reads}\n${where}`);
  return `\`\`\`cql\n${lines.join("\n")}\n\`\`\``;
}

function ordered(column: Column): string {
  return `${quoteName(column.name)}${column.order === "desc" ? " descending" : ""}`;
}

// A stretch of random uuids, of booleans or of frozen collections is legal, but nobody means it.
function isOrderable({ type }: Column): boolean {
  return type.kind === "native" && type.name !== "boolean" && type.name !== "duration" && type.name !== "uuid";
}

/** The relation that an index serves; undefined where it depends on the index's own options or on the vector given. */
function indexRelation(index: Index): string | undefined {
  const column = quoteName(index.column);
  if (index.local || index.kind === "custom" || index.kind === "scylla-vector" || index.kind === "scylla-fulltext") return undefined;
  switch (index.target) {
    case "column": case "full": return `${column} = ?`;
    case "values": return `${column} CONTAINS ?`;
    case "keys": return `${column} CONTAINS KEY ?`;
    case "entries": return `${column}[?] = ?`;
  }
}
