import type { Relation } from "../../syntax/ast";
import { suggestion } from "../names";
import { definitionOf, violate } from "../violate";
import type { Finding } from "../violation";
import type { Reading } from "./reading";

/** R-EXP-1: one `expr(index, value)`, on an index of the table whose class takes such expressions. An index that no file defines is refused only where all are known. */
export function checkExpr(custom: readonly Relation[], reading: Reading): Finding {
  const { table } = reading;
  const relation = custom[0];
  if (relation === undefined || relation.left.kind !== "expr") return undefined;
  const second = custom[1];
  if (second !== undefined) return violate("multiple-expr", second.range, { table: table.name });
  const name = relation.left.index;
  const index = table.indexes.find((known) => known.name === name.value);
  if (index === undefined && !reading.context.schema.complete) {
    return { unjudged: `no file defines the index ${name.value}`, unknownName: { code: "unknown-index", range: name.range, name: name.value, ...suggestion(name.value, table.indexes.map((known) => known.name)) } };
  }
  if (index === undefined) return violate("expr-index-unknown", name.range, { index: name.value, table: table.name, ...suggestion(name.value, table.indexes.map((known) => known.name)) }, { related: definitionOf(table) });
  if (index.kind === "2i") return violate("expr-index-not-custom", name.range, { index: index.name, table: table.name });
  if (index.kind === "sasi" || index.kind === "sai") return violate("expr-unsupported", name.range, { index: index.name, kind: index.kind.toUpperCase(), table: table.name });
  return { unjudged: `what the class of index ${index.name} accepts is not known` };
}
