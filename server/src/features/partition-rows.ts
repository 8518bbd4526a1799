import { directives } from "../syntax/directive";
import type { CheckedFile, CheckedStatement, ProjectView } from "./checked-file";
import { statementAt } from "./navigation/statement-at";
import { tableNamed } from "./schema-view";

/** How many rows a partition of the statement's table has, where a comment above its definition says so (`-- cqlwright: rows=50000`). */
export function partitionRows(statement: CheckedStatement, file: CheckedFile, project: ProjectView): number | undefined {
  const origin = tableNamed(statement)?.statement;
  if (origin === undefined) return undefined;
  const definingFile = origin.uri === file.uri ? file : project.file(origin.uri);
  const definition = definingFile === undefined ? undefined : statementAt(definingFile, origin.range.start);
  if (definition === undefined || !definition.text.includes("cqlwright:")) return undefined;
  for (const { body } of directives(definition.text)) {
    const rows = /^rows=(\d{1,12})\b/.exec(body)?.[1];
    if (rows !== undefined) return Number(rows);
  }
  return undefined;
}
