import { companionsOf } from "../../design/companion/companions";
import type { Companions } from "../../design/companion/companions";
import { copyOfTable } from "../../design/companion/copy";
import type { Copy } from "../../design/companion/copy";
import { markedCopies, missingCompanions } from "../../design/companion/near-writes";
import { printExpression } from "../../syntax/print";
import type { Statement } from "../../syntax/ast";
import { directives } from "../../syntax/directive";
import { parseStatement } from "../../syntax/parse";
import { shift } from "../../text/range";
import type { Range } from "../../text/range";
import type { CheckedFile, CheckedStatement, ProjectView } from "../checked-file";
import type { FileEdit, Fix } from "../diagnostics/diagnostic";
import { displayName, schemaAfter, tableNamed, tableOf } from "../schema-view";
import type { ActionResult } from "./action";
import type { FixProvider } from "./problem";

/** Writes the copy that a write forgets (M28). */
export const addCompanions: FixProvider = ({ found, file }) => {
  const index = found.diagnostic.statement;
  if (found.advice !== "companion-write-missing" || index === undefined) return [];
  return missingCompanions(file.statements).filter(({ statement }) => statement === index).filter(({ copy }) => found.diagnostic.message.includes(displayName(copy.keyspace, copy.name)))
    .map(({ copy, companions }): Fix => ({ title: titleOf(copy), safety: "unsafe", preferred: true, edits: editsFor(companions, file.statements[index]!, file) }));
};

/** "Also write …" on a write of a table with marked copies; on a marked copy's definition, the companions of all the project's writes at once. */
export function companionActions(file: CheckedFile, statement: CheckedStatement, range: Range, project: ProjectView): readonly ActionResult[] {
  const { statement: ast } = statement.parsed;
  const own = shift(ast.range, statement.start);
  if (range.start < own.start || own.end < range.start) return [];
  const fixes = ast.kind === "create-table" ? wholeProject(file, statement, project) : ofWrite(file, statement);
  return fixes.map((fix) => ({ fix, kind: "refactor", diagnostics: [] }));
}

function ofWrite(file: CheckedFile, statement: CheckedStatement): readonly Fix[] {
  const base = tableNamed(statement);
  const { statement: ast } = statement.parsed;
  if (base === undefined || (ast.kind !== "insert" && ast.kind !== "update" && ast.kind !== "delete" && ast.kind !== "batch") || statement.judgement.verdict === "reject") return [];
  return markedCopies(base, statement.context).flatMap((copy): readonly Fix[] => {
    const companions = companionsOf(copy, ast, statement.context);
    return companions.writes.length === 0 ? [] : [{ title: titleOf(copy), safety: "unsafe", edits: editsFor(companions, statement, file) }];
  });
}

/** The companions that are missing in all files of the project, as one edit to look at first; nothing where a file with such a write cannot be written. */
function wholeProject(file: CheckedFile, statement: CheckedStatement, project: ProjectView): readonly Fix[] {
  const { statement: ast } = statement.parsed;
  const table = ast.kind === "create-table" ? tableOf(schemaAfter(statement, file), statement.context.keyspace, ast.name) : undefined;
  // The marker comment above a definition is the file's, so folding the statement alone does not tell it.
  const marked = table?.comment ?? directives(statement.text).map(({ body }) => /^copy of\s+(\S+)/.exec(body)?.[1]).find((name) => name !== undefined);
  const base = table === undefined || marked === undefined ? undefined : [...(statement.context.schema.keyspaces.get(table.keyspace)?.tables.values() ?? [])].find(({ name, keyspace }) => marked === name || marked === `${keyspace}.${name}`);
  if (table === undefined || base === undefined || copyOfTable(table, base) === undefined) return [];
  const edits: FileEdit[] = [];
  let statements = 0;
  const files = new Set<string>();
  for (const other of project.files()) {
    const missing = missingCompanions(other.statements).filter(({ copy }) => copy.name === table.name && copy.keyspace === table.keyspace);
    if (missing.length > 0 && !project.writable(other.uri)) continue;
    for (const { statement: index, companions } of missing) {
      edits.push(...editsFor(companions, other.statements[index]!, other));
      statements += 1;
      files.add(other.uri);
    }
  }
  if (statements === 0) return [];
  const title = `Add companion writes to ${count(statements, "statement")} in ${count(files.size, "file")}`;
  return [{ title, safety: "unsafe", edits, confirm: `Write ${displayName(table.keyspace, table.name)} too` }];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function titleOf(copy: Copy): string {
  return `Also write ${displayName(copy.keyspace, copy.name)}`;
}

/** The companions around a write: what must be read first above it, what is written after it below. */
export function editsFor(companions: Companions, statement: CheckedStatement, file: CheckedFile): readonly FileEdit[] {
  const own = shift(statement.parsed.statement.range, statement.start);
  const reads = [...new Set(companions.writes.flatMap(({ readFirst }) => readFirst))];
  const applied = companions.notes.some(({ code }) => code === "after-applied") ? ["-- Only when the answer is [applied] true:"] : [];
  const adds = companions.writes.flatMap(({ add }) => add).map((text) => `${text};`);
  const newline = file.text.includes("\r\n") ? "\r\n" : "\n";
  const indent = /[ \t]*$/.exec(file.text.slice(0, own.start))?.[0] ?? "";
  const rest = file.text.slice(own.end, statement.start + statement.text.length);
  const semicolon = /^\s*;/.exec(rest)?.[0].length ?? 0;
  const end = own.end + semicolon;
  const before = reads.map((text) => `${text};${newline}${indent}`).join("");
  const after = [...applied, ...adds].map((text) => `${newline}${indent}${text}`).join("");
  return [
    ...(before === "" ? [] : [{ uri: file.uri, range: { start: own.start, end: own.start }, text: before }]),
    ...boundEdits(statement.parsed.statement, companions, statement, file),
    { uri: file.uri, range: { start: end, end }, text: `${semicolon === 0 ? ";" : ""}${after}` },
  ];
}

/** The values of the write that both statements must get, bound to their markers. */
function boundEdits(write: Statement, companions: Companions, statement: CheckedStatement, file: CheckedFile): readonly FileEdit[] {
  if (companions.write === undefined) return [];
  const old = termsOf(write);
  const wanted = termsOf(parseStatement(companions.write).statement);
  return old.flatMap((term, i) => {
    const text = wanted[i] === undefined ? undefined : printExpression(wanted[i]);
    return text === undefined || text === printExpression(term) ? [] : [{ uri: file.uri, range: shift(term.range, statement.start), text }];
  });
}

function termsOf(write: Statement): readonly Parameters<typeof printExpression>[0][] {
  if (write.kind === "batch") return write.statements.flatMap(termsOf);
  if (write.kind === "insert") return write.values;
  return write.kind === "update" ? write.assignments.map(({ value }) => value) : [];
}
