import type { CqlType } from "../../schema/type";
import type { Expression } from "../../syntax/ast";
import type { Finding } from "../violation";
import type { TermScope } from "./scope";

/** What PREPARE refuses about `term` where a value of type `receiver` is expected; ranges from the slice's start. */
export function checkTerm(_term: Expression, _receiver: CqlType, _scope: TermScope): Finding {
  return { unjudged: "terms are not checked yet" };
}
