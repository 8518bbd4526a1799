import { resolveType } from "../../schema/types";
import type { CqlType } from "../../schema/type";
import type { TypeReference } from "../../syntax/ast";
import { checkType } from "../definition/type-reference";
import type { Unjudged, Violation } from "../violation";
import type { TermScope } from "./scope";

/** Whether a hint's type could be told. */
export function isType(found: CqlType | Violation | Unjudged): found is CqlType {
  return "kind" in found;
}

/** The type that a hint `(type)x` names (R-LIT-5), or what a definition with that type would be refused for. */
export function hintType(reference: TypeReference, scope: TermScope): CqlType | Violation | Unjudged {
  if (reference.kind !== "native") {
    const place = { keyspace: scope.keyspace, range: reference.range, model: scope.schema.keyspaces.get(scope.keyspace) };
    const fault = checkType(reference, place, scope);
    // The check of definitions finds all of this at execution, as definitions have no markers; here PREPARE finds it.
    if (fault !== undefined) return "code" in fault ? { ...fault, phase: "prepare" } : fault;
  }
  const type = resolveType(reference, scope.schema, scope.keyspace);
  return type.kind === "unknown" ? { unjudged: "the type of a hint is not known" } : type;
}
