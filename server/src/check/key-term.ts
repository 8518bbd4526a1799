import type { Column } from "../schema/model";
import type { Expression } from "../syntax/ast";
import type { TermScope } from "./terms/scope";
import { checkTerm } from "./terms/term";
import { violate } from "./violate";
import type { Finding } from "./violation";

/**
 * What PREPARE refuses about a value for `column`, in WHERE and in VALUES. `{}` for a map under a descending clustering order breaks the
 * server: it takes the literal for a set, and does not see the map behind the order (R-REL-15).
 */
export function checkColumnTerm(term: Expression, column: Column, scope: TermScope): Finding {
  if (column.type.kind === "map" && column.order === "desc" && term.kind === "set" && term.items.length === 0) {
    return violate("empty-map-in-descending-order", term.range, { column: column.name }, { errorClass: "server" });
  }
  return checkTerm(term, column.type, scope);
}
