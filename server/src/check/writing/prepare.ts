import type { CheckContext } from "../judgement";
import type { Finding } from "../violation";
import { isViolation } from "../violation";
import { prepareInsert } from "./insert";
import { prepareDelete, prepareUpdate } from "./keyed-write";
import type { PreparedWrite, Write } from "./prepared-write";
import { checkStrongConsistency } from "./strong-consistency";

/** Prepares a write in the server's order: table, USING, conditions, columns, WHERE, what goes with what. Without `statement` the table was not found. */
export function prepareWrite(statement: Write, context: CheckContext): PreparedWrite | { readonly finding: Finding } {
  const prepared = prepareKind(statement, context);
  if (isViolation(prepared.finding) || !("statement" in prepared)) return prepared;
  const refusal = checkStrongConsistency(prepared);
  return refusal === undefined ? prepared : { ...prepared, finding: refusal };
}

function prepareKind(statement: Write, context: CheckContext): PreparedWrite | { readonly finding: Finding } {
  switch (statement.kind) {
    case "insert": return prepareInsert(statement, context);
    case "update": return prepareUpdate(statement, context);
    case "delete": return prepareDelete(statement, context);
  }
}
