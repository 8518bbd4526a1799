import type { Expression } from "../../syntax/ast";
import type { Finding } from "../violation";
import type { TermScope } from "./scope";

/** A GROUP BY item that is no plain column: the clustering column that it reads, or why it is refused (R-GRP-5, R-GRP-8). */
export function groupFunction(_expression: Expression, _scope: TermScope): { readonly column: string } | { readonly finding: Finding } {
  return { finding: { unjudged: "functions of GROUP BY are not checked yet" } };
}

/** What only execution refuses about a function of GROUP BY (R-GRP-7). */
export function executeGroupFunction(_expression: Expression, _scope: TermScope): Finding {
  return undefined;
}
