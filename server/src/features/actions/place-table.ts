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
 * The edits that add the definitions of a copy of `base` (contract.md section 7): beside the base table's definition in an unversioned
 * schema file; in a new file of the next version among migrations, since a changed migration would break its checksum; above the
 * query where no file that can be written holds the definition. `name` is the new table's, for the migration's file name.
 */
export function placeDefinitions(ddl: readonly string[], name: string, placement: Placement): readonly FileEdit[] {
  const { base, file, statement, project, marked } = placement;
  const marker = marked ? `-- cqlwright: copy of ${displayName(base.keyspace, base.name)}\n` : "";
  const text = `${marker}${ddl.map((one) => `${one.replace(/;\s*$/, "")};`).join("\n")}\n`;
  const origin = base.statement;
  const definition = origin === undefined ? undefined : origin.uri === file.uri ? file : project.file(origin.uri);
  if (origin === undefined || definition === undefined || !project.writable(origin.uri)) return aboveQuery(text, file, statement);
  const migration = project.nextMigration(origin.uri, name);
  if (migration !== undefined) return [{ uri: migration, range: { start: 0, end: 0 }, text }];
  return beside(text, definition, origin.range.end);
}

/** Behind the statement that ends at `end`, its semicolon (added where it is missing) and a comment on the same line; a blank line on either side. */
function beside(text: string, file: CheckedFile, end: number): readonly FileEdit[] {
  const slice = statementAt(file, Math.max(0, end - 1));
  const sliceEnd = slice === undefined ? end : slice.start + slice.text.length;
  const semicolon = file.text.slice(end, sliceEnd).indexOf(";");
  const closed = semicolon >= 0;
  const after = closed ? end + semicolon + 1 : end; // the file's last slice goes on behind its semicolon
  const restOfLine = /^[ \t]*(?:(?:--|\/\/)[^\r\n]*)?(?=\r?\n|$)/.exec(file.text.slice(after))?.[0];
  // Another statement on the same line moves to a line of its own.
  const start = after + (restOfLine?.length ?? 0);
  const blanks = restOfLine === undefined ? (/^[ \t]*/.exec(file.text.slice(after))?.[0].length ?? 0) : 0;
  const rest = file.text.slice(start);
  const suffix = restOfLine === undefined ? "\n\n" : rest === "" || !/^\r?\n[ \t]*(?:\r?\n|$)/.test(rest) ? "\n" : "";
  const definition = { uri: file.uri, range: { start, end: start + blanks }, text: likeFile(`\n\n${text.trimEnd()}${suffix}`, file) };
  if (closed) return [definition];
  // Two insertions at one place have no order that all editors share.
  if (start === end) return [{ ...definition, text: `;${definition.text}` }];
  return [{ uri: file.uri, range: { start: end, end }, text: ";" }, definition];
}

/** Above the query and the comments that belong to it. */
function aboveQuery(text: string, file: CheckedFile, statement: CheckedStatement): readonly FileEdit[] {
  const at = statement.start + (/^\s*/.exec(statement.text)?.[0].length ?? 0);
  return [{ uri: file.uri, range: { start: at, end: at }, text: likeFile(`${text}\n`, file) }];
}

/** The text with the line ends of the file that it goes into. */
function likeFile(text: string, file: CheckedFile): string {
  return file.text.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
}
