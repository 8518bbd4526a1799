import type { Table } from "../../schema/model";
import type { CheckedFile, CheckedStatement, ProjectView } from "../checked-file";
import type { FileEdit } from "../diagnostics/diagnostic";
import { statementAt } from "../navigation/statement-at";
import { displayName } from "../schema-view";

/** Where a generated definition goes, and the query that asked for it. */
export interface Placement {
  readonly base: Table;
  readonly file: CheckedFile;
  readonly statement: CheckedStatement;
  readonly project: ProjectView;
  /** Whether the definitions are a copy of the base table, to be marked as one; an index or a view keeps itself true. */
  readonly marked: boolean;
}

/**
 * The edit that adds the definitions of a copy of `base` (contract.md section 7): beside the base table's definition in an unversioned
 * schema file; in a new file of the next version among migrations, since a changed migration would break its checksum; above the
 * query where no file that can be written holds the definition. `name` is the new table's, for the migration's file name.
 */
export function placeDefinitions(ddl: readonly string[], name: string, placement: Placement): FileEdit {
  const { base, file, statement, project, marked } = placement;
  const marker = marked ? `-- cqlwright: copy of ${displayName(base.keyspace, base.name)}\n` : "";
  const text = `${marker}${ddl.map((one) => `${one.replace(/;\s*$/, "")};`).join("\n")}\n`;
  const origin = base.statement;
  const definition = origin === undefined ? undefined : origin.uri === file.uri ? file : project.file(origin.uri);
  if (origin === undefined || definition === undefined || !project.writable(origin.uri)) return aboveQuery(text, file, statement);
  const migration = project.nextMigration(origin.uri, name);
  if (migration !== undefined) return { uri: migration, range: { start: 0, end: 0 }, text };
  return beside(text, definition, origin.range.end);
}

/** Behind the statement that ends at `end`, its semicolon and a comment on the same line. */
function beside(text: string, file: CheckedFile, end: number): FileEdit {
  const slice = statementAt(file, Math.max(0, end - 1));
  const sliceEnd = slice === undefined ? end : slice.start + slice.text.length;
  const closed = file.text.slice(end, sliceEnd).includes(";");
  let at = closed ? sliceEnd : end;
  const line = /^[ \t]*(?:--|\/\/)?[^\n]*/.exec(file.text.slice(at))?.[0] ?? "";
  if (closed && /^[ \t]*(?:--|\/\/|\r?$)/.test(line)) at += line.replace(/\r$/, "").length;
  return { uri: file.uri, range: { start: at, end: at }, text: `${closed ? "" : ";"}\n\n${text.trimEnd()}${at === file.text.length ? "\n" : ""}` };
}

function aboveQuery(text: string, file: CheckedFile, statement: CheckedStatement): FileEdit {
  // Comments above the query belong to it, so the table goes above them.
  const at = statement.start + (/^\s*/.exec(statement.text)?.[0].length ?? 0);
  return { uri: file.uri, range: { start: at, end: at }, text: `${text}\n` };
}
