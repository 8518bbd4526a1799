import type { Expression } from "../syntax/ast";
import type { Field } from "./field";
import type { PlanNote } from "./query";

/** Whether a value of the field can have no bytes, which no partition key of one column may be. */
export function canBeEmpty({ type }: Pick<Field, "type">): boolean {
  return type.kind === "native" && (type.name === "text" || type.name === "ascii" || type.name === "blob");
}

/** Whether the term is a literal without bytes. */
export function isEmptyConstant(term: Expression): boolean {
  return term.kind === "constant" && ((term.type === "string" && term.value === "") || (term.type === "hex" && /^0x$/i.test(term.value)));
}

/**
 * What a partition key of that one column means for empty values: no row can be written under one, but the server itself puts such rows into a
 * view. `asked`: whether the query could ask for one, or would show such rows.
 */
export function emptyKeyNote(field: Field, what: "table" | "view", asked: boolean): PlanNote {
  if (what === "view") return { code: "empty-partition-key", message: `The query cannot ask for the empty value of "${field.name}", though the view has such rows.` };
  const end = asked ? "so no answer shows them, and the query cannot ask for the empty value" : "so leave it out of the copy";
  return { code: "empty-partition-key", message: `A row whose "${field.name}" is empty cannot be written to the table, ${end}.` };
}
