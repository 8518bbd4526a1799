import type { Unjudged } from "../../check/violation";

type UnknownName = NonNullable<Unjudged["unknownName"]>;

const KINDS: Readonly<Record<UnknownName["code"], string>> = {
  "unknown-keyspace": "keyspace", "unknown-table": "table or view", "unknown-type": "type", "unknown-function": "function", "unknown-index": "index",
};

/** The words of the warning about a name that no file of an incomplete project defines (contract.md section 4). */
export function describeUnknownName(unknown: UnknownName): { readonly message: string; readonly why: string } {
  const hint = unknown.nearest === undefined ? ": add the file that does, or check the spelling" : `. Did you mean ${unknown.nearest}?`;
  return {
    message: `No file of this project creates ${KINDS[unknown.code]} ${unknown.name}${hint}`,
    why: "The project may not hold every definition, so this is a warning and the statement is not judged further; with schema.complete it is an error.",
  };
}
