import type { Delete, Select, Update } from "../../syntax/ast";
import type { Range } from "../../text/range";
import { unknownColumn } from "../names";
import type { Violation } from "../violation";
import type { Reading } from "./reading";
import { readRelation } from "./relation";
import { subjectNames } from "./restriction";

/**
 * Refusals of a SELECT besides its first one that are sure and sit elsewhere: relations that are wrong on their own, and unknown columns of
 * ORDER BY and GROUP BY. What only follows from the statement as a whole is left out, for the first mistake may be its cause.
 */
export function furtherMistakes(select: Select, first: Violation, reading: Reading): readonly Violation[] {
  const found = wrongRelations(select, reading);
  for (const { column } of select.orderBy) {
    if (!reading.table.byName.has(column.value)) found.push(unknownColumn(column, reading.table));
  }
  for (const { expression } of select.groupBy) {
    if (expression.kind === "column" && !reading.table.byName.has(expression.name.value)) found.push(unknownColumn(expression.name, reading.table));
  }
  return elsewhere(found, first);
}

/** The same for the WHERE clause of UPDATE and DELETE. */
export function furtherInWhere(statement: Update | Delete, first: Violation, reading: Reading): readonly Violation[] {
  return elsewhere(wrongRelations(statement, reading), first);
}

function wrongRelations(statement: Select | Update | Delete, reading: Reading): Violation[] {
  const found: Violation[] = [];
  for (const relation of statement.where) {
    const result = readRelation(relation, reading);
    if (result.kind === "refused") found.push(result.violation);
    else for (const name of subjectNames(relation)) if (!reading.table.byName.has(name.value)) found.push(unknownColumn(name, reading.table));
  }
  return found;
}

function elsewhere(found: readonly Violation[], first: Violation): readonly Violation[] {
  return found.filter(({ range, code }) => !overlaps(range, first.range) && !(code === first.code && range.start === first.range.start));
}

function overlaps(one: Range, other: Range): boolean {
  return one.start < other.end && other.start < one.end;
}
