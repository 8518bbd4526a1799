import { definitionOf } from "./new-table";
import type { Plan } from "./plan";

/** Notes that a plan wants its table's name, so that another table gets another one. */
export function claim(taken: Map<string, string>, { table, ddl: [ddl] }: Plan): void {
  if (ddl !== undefined) taken.set(unqualifiedName(table), definitionOf(ddl));
}

/** The name of a generated table without keyspace and quotes; its letters are digits, letters and underscores. */
function unqualifiedName(table: string): string {
  return /(\w+)"?$/.exec(table)?.[1] ?? table;
}
