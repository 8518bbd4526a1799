import { changingCall } from "../../check/terms/changing-call";
import { quoteName } from "../../syntax/print";
import type { Insert } from "../../syntax/ast";
import { shift } from "../../text/range";
import type { CheckedFile, CheckedStatement } from "../checked-file";
import type { FileEdit } from "../diagnostics/diagnostic";
import type { FixProvider } from "./problem";

/** Binds the value that two INSERTs each make up to one marker, named for its column (M27). */
export const bindBoth: FixProvider = ({ found, file }) => {
  if (found.advice !== "different-now") return [];
  const own = found.diagnostic.statement ?? 0;
  const later = insertsOf(file, own).find(({ insert, statement }) => insert.values.some((value) => value.range.start + statement.start === found.diagnostic.range.start));
  const place = later?.insert.values.findIndex((value) => value.range.start + later.statement.start === found.diagnostic.range.start) ?? -1;
  const name = later?.insert.columns[place]?.value;
  if (later === undefined || name === undefined) return [];
  const edits: FileEdit[] = [];
  const siblings = [...insertsOf(file, own), ...insertsOf(file, previousWrite(file, own))];
  for (const { insert, statement } of siblings) {
    insert.columns.forEach((column, i) => {
      const value = insert.values[i];
      const isMeant = insert === later.insert || insert.table?.name.value !== later.insert.table?.name.value;
      if (isMeant && column.value === name && value?.kind === "call" && changingCall(value) !== undefined) edits.push({ uri: file.uri, range: shift(value.range, statement.start), text: `:${quoteName(name)}` });
    });
  }
  return [{ title: `Bind one value of "${name}" to both, as :${quoteName(name)}`, safety: "unsafe", preferred: true, edits }];
};

/** The index of the write before this statement; -1 where there is none. */
function previousWrite(file: CheckedFile, index: number): number {
  for (let i = index - 1; i >= 0; i--) {
    const kind = file.statements[i]?.parsed.statement.kind;
    if (kind !== "empty" && kind !== "select") return i;
  }
  return -1;
}

function insertsOf(file: CheckedFile, index: number): readonly { readonly insert: Insert; readonly statement: CheckedStatement }[] {
  const statement = file.statements[index];
  if (statement === undefined) return [];
  const ast = statement.parsed.statement;
  const members = ast.kind === "batch" ? ast.statements : [ast];
  return members.flatMap((insert) => (insert.kind === "insert" ? [{ insert, statement }] : []));
}
