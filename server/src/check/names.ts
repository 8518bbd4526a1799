import { findKeyspace, findTable, keyspaceOf, missVerdict, nearest } from "../schema/find";
import type { TableMiss } from "../schema/find";
import { UNNAMED_KEYSPACE } from "../schema/model";
import type { Table } from "../schema/model";
import type { Name, QualifiedName } from "../syntax/ast";
import type { CheckContext } from "./judgement";
import { definitionOf, violate } from "./violate";
import type { Unjudged, Violation } from "./violation";

/** How the tables end that ScyllaDB makes for others. */
const CHANGE_LOG = "_scylla_cdc_log";
const INDEX_VIEW = "_index";

/** Whether looking up a name gave the table. */
export function isTable(found: Table | Violation | Unjudged): found is Table {
  return "byName" in found;
}

/**
 * The table or view that `name` stands for, or why there is none (contract.md section 4; step 2 of reading.md section 1; L-PIPE-5, W-GEN-3).
 * A table that is doubtful gives a reason not to judge.
 */
export function lookUpTable(name: QualifiedName, context: CheckContext): Table | Violation | Unjudged {
  const { schema } = context;
  const found = findTable(schema, context.keyspace, name);
  if (typeof found === "string") return missingTable(name, found, context);
  const doubt = found.doubt ?? schema.keyspaces.get(found.keyspace)?.doubt;
  if (doubt !== undefined) return { unjudged: `the definition of ${found.name} is not sure (${doubt.replaceAll("-", " ")})` };
  return found;
}

/** What a name that finds no table comes to: a refusal, a warning, or silence. */
function missingTable(name: QualifiedName, miss: TableMiss, context: CheckContext): Violation | Unjudged {
  const { schema } = context;
  const table = name.name.value;
  const home = keyspaceOf(schema, context.keyspace, name);
  const verdict = missVerdict(schema, context.keyspace, name, miss);
  if (home === undefined || miss === "no-keyspace") return violate("no-keyspace", name.range, { name: table });
  if (miss === "unknown-keyspace" || miss === "dropped-keyspace") {
    if (verdict !== "error") return { unjudged: home === "" ? "no keyspace is chosen, and the project defines no table outside one" : `no file creates keyspace ${home}` };
    return violate("unknown-keyspace", (name.keyspace ?? name.name).range, { keyspace: home, ...suggestion(home, schema.keyspaces.keys()) });
  }
  const maker = makerOf(table, home, context);
  if (maker !== undefined) return { unjudged: `ScyllaDB makes ${table} for ${maker}` };
  const near = suggestion(table, findKeyspace(schema, home)?.tables.keys() ?? []);
  if (verdict === "error") return violate("unknown-table", name.name.range, { table, keyspace: home, ...near });
  const unjudged = `no file defines ${table}`;
  // Which keyspace a name without any stands in, and so what else lies there, is not known: only a slip of the pen is worth a word.
  return verdict === "silence" || (home === UNNAMED_KEYSPACE && near.nearest === undefined) ? { unjudged } : { unjudged, unknownName: { code: "unknown-table", range: name.name.range, name: table, ...near } };
}

/** What ScyllaDB keeps a table of this name for: the change log of a table (S-OPT-4), or an index, which is a view there (S-IDX-3, S-IDX-9). */
function makerOf(name: string, keyspace: string, { schema, target }: CheckContext): string | undefined {
  if (target !== "scylla") return undefined;
  const tables = findKeyspace(schema, keyspace)?.tables;
  const logged = name.endsWith(CHANGE_LOG) ? tables?.get(name.slice(0, -CHANGE_LOG.length)) : undefined;
  if (logged?.options.has("cdc") === true) return `the changes of ${logged.name}`;
  const index = name.endsWith(INDEX_VIEW) ? name.slice(0, -INDEX_VIEW.length) : undefined;
  return index !== undefined && [...(tables?.values() ?? [])].some((table) => table.indexes.some((known) => known.name === index)) ? `index ${index}` : undefined;
}

/** The refusal of a column name that the table lacks (R-NAM-1). */
export function unknownColumn(name: Name, table: Table): Violation {
  const data = { column: name.value, table: table.name, ...suggestion(name.value, table.byName.keys()) };
  return violate("unknown-column", name.range, data, { related: definitionOf(table) });
}

/** `{ nearest }` where a known name is close to the one written: the datum that messages and quick fixes look for. */
export function suggestion(name: string, known: Iterable<string>): { readonly nearest?: string } {
  const close = nearest(name, known);
  return close === undefined ? {} : { nearest: close };
}
