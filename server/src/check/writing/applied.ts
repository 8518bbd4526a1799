import { isEmptySlice } from "../reading/empty-range";
import { isEmptyIn, valueTerms } from "../reading/restriction";
import { isNullTerm } from "../terms/execute";
import { violate } from "../violate";
import type { Finding } from "../violation";
import { applyToVectorIndexes } from "./indexed-vectors";
import type { PreparedWrite } from "./prepared-write";
import { dialectOf } from "./prepared-write";

/** What fails inside the server when a write is applied, which is after all else of it, and of its batch, was found good. */
export function applyWrite(prepared: PreparedWrite): Finding {
  return applyToVectorIndexes(prepared) ?? nullBoundRefusal(prepared);
}

/** A deletion of a range of rows keeps the range's bounds, and null cannot be kept; a range without rows is not written at all (asked of 4.0, 4.1 and 5.0). */
function nullBoundRefusal({ statement, where, reading }: PreparedWrite): Finding {
  if (statement.kind !== "delete" || where === undefined || !dialectOf(reading).failsInside) return undefined;
  const range = where.clustering.restrictions.find(({ shape, tuple }) => shape === "range" && !tuple);
  const column = range?.columns[0];
  if (range === undefined || column === undefined || where.partition.restrictions.some(isEmptyIn)) return undefined;
  const bound = range.relations.flatMap(valueTerms).find((term) => isNullTerm(term, column.type, reading.scope));
  const empty = bound === undefined || isEmptySlice(where.clustering.restrictions, reading);
  if (bound === undefined || empty === true) return undefined;
  if (empty === undefined) return { unjudged: "whether the clustering columns leave any row is not known" };
  return violate("null-in-key", bound.range, { column: column.name, role: column.role }, { phase: "execute", errorClass: "server" });
}
