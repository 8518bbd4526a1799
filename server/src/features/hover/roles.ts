import type { Column, Table } from "../../schema/model";

/** "partition key 1 of 2", "clustering column 2 of 3, descending", "static column", "column". */
export function roleOf(column: Column, table: Table): string {
  switch (column.role) {
    case "partition": return table.partitionKey.length === 1 ? "partition key" : `partition key ${column.position + 1} of ${table.partitionKey.length}`;
    case "clustering": return `clustering column ${column.position + 1} of ${table.clustering.length}, ${column.order === "desc" ? "descending" : "ascending"}`;
    case "static": return "static column";
    case "regular": return "column";
  }
}

/** What the column's role decides: place, order or uniqueness, and what a WHERE clause may do with it (modelling guide M1, M2, M4, M5). */
export function decides(column: Column, table: Table): string {
  const others = table.partitionKey.filter((other) => other.name !== column.name).map((other) => `\`${other.name}\``);
  switch (column.role) {
    case "partition":
      return others.length === 0
        ? "Decides the place: its hash says which nodes hold a row. A query that does not give it asks every node, so it must be given with `=` or `IN`."
        : `Decides the place together with ${others.join(", ")}: the nodes are found by one hash over all of them, so a WHERE clause gives all or finds nothing.`;
    case "clustering": {
      const before = table.clustering.slice(0, column.position).map((other) => `\`${other.name}\``);
      const unique = column.position === table.clustering.length - 1 ? " With it the key is complete: two writes with the same key are one row, and the later overwrites." : "";
      const gate = before.length === 0
        ? "A range on it reads one stretch of the partition."
        : `A relation on it needs ${before.join(", ")} given with \`=\` or \`IN\` first.`;
      return `Decides the order of the rows inside a partition, never their place. ${gate}${unique}`;
    }
    case "static": return "Stored once for the partition and the same in all its rows; written with the partition key alone.";
    case "regular":
      return table.isCounter
        ? "A counter: changed by `UPDATE … SET c = c + ?` alone, and a repeated write counts twice."
        : table.indexes.some((index) => index.column === column.name)
          ? "Not part of the key. An index covers it; without the partition key such a query asks every node."
          : "Not part of the key: it can be read and written, but a WHERE clause on it needs an index or reads rows only to drop them.";
  }
}

/** Each key column with its role, one bullet a column. */
export function keyList(table: Table): string {
  const line = (column: Column, place: string) => `- \`${column.name}\`: ${roleOf(column, table)}, ${place}`;
  return [
    ...table.partitionKey.map((column) => line(column, "decides which nodes hold the row")),
    ...table.clustering.map((column, i) => line(column, i === table.clustering.length - 1 ? "decides order, and makes the row unique" : "decides the order inside the partition")),
  ].join("\n");
}
