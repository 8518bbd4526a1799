import type { Column } from "../../schema/model";
import { formatType, isCollection, isMultiCell } from "../../schema/types";
import type { Deletion } from "../../syntax/ast";
import type { Reading } from "../reading/reading";
import { checkTerm } from "../terms/term";
import { definitionOf, violate } from "../violate";
import type { Finding } from "../violation";
import { executeElementKey, fieldTypeOf, INDEX_TYPE, isFieldType } from "./assignments";

/** W-DEL-3, W-DEL-4: whether DELETE may take this out of the column. */
export function checkDeletion(deletion: Deletion, column: Column, reading: Reading): Finding {
  if (deletion.kind === "column") return undefined;
  const { type } = column;
  if (type.kind === "unknown" || type.kind === "custom") return { unjudged: `the type of ${column.name} is not known` };
  if (deletion.kind === "field") {
    const found = fieldTypeOf(deletion.field, deletion.range, column, reading);
    return isFieldType(found) ? undefined : found;
  }
  const data = { column: column.name, table: reading.table.name, type: formatType(type), sign: "[]" };
  const related = definitionOf(reading.table, column);
  if (!isCollection(type)) return violate("element-of-non-collection", deletion.range, data, { related });
  if (!isMultiCell(type)) return violate("frozen-collection-changed", deletion.range, data, { related });
  return checkTerm(deletion.key, type.kind === "map" ? type.key : type.kind === "set" ? type.element : INDEX_TYPE, reading.scope);
}

/** What only execution refuses about a deletion that was found good (W-DEL-3). */
export function executeDeletion(deletion: Deletion, column: Column, reading: Reading): Finding {
  return deletion.kind === "element" ? executeElementKey(deletion.key, column, reading) : undefined;
}
