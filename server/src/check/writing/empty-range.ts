import type { CqlType } from "../../schema/type";
import type { Reading } from "../reading/reading";
import type { Restriction } from "../reading/restriction";
import { valueTerms } from "../reading/restriction";
import { constantKey } from "../terms/execute";

/** Types whose bytes compare as signed whole numbers, and those whose bytes compare one by one. */
const SIGNED: ReadonlySet<string> = new Set(["tinyint", "smallint", "int", "bigint", "timestamp"]);
const BYTEWISE: ReadonlySet<string> = new Set(["text", "ascii", "blob", "date", "time", "inet"]);

/** Whether no value lies between the two bounds of a range: then nothing is written at all. Undefined where that cannot be told. */
export function isEmptyRange(restriction: Restriction, reading: Reading): boolean | undefined {
  const { relations, columns, lower, upper, tuple } = restriction;
  if (!lower || !upper) return false;
  const [column] = columns;
  if (tuple || column === undefined) return undefined;
  const low = relations.find(({ operator }) => operator.startsWith(">"));
  const high = relations.find(({ operator }) => operator.startsWith("<"));
  const lowTerm = low === undefined ? undefined : valueTerms(low)[0];
  const highTerm = high === undefined ? undefined : valueTerms(high)[0];
  if (lowTerm === undefined || highTerm === undefined) return undefined;
  const order = compare(constantKey(lowTerm, column.type, reading.scope), constantKey(highTerm, column.type, reading.scope), column.type);
  if (order === undefined) return undefined;
  return order > 0 || (order === 0 && (low?.operator === ">" || high?.operator === "<"));
}

function compare(low: string | undefined, high: string | undefined, type: CqlType): number | undefined {
  if (low === undefined || high === undefined || type.kind !== "native") return undefined;
  const signed = SIGNED.has(type.name);
  if (!signed && !BYTEWISE.has(type.name)) return undefined;
  const first = signed ? flipSign(low) : low;
  const second = signed ? flipSign(high) : high;
  return first < second ? -1 : first > second ? 1 : 0;
}

/** With the sign bit flipped, signed numbers of one width compare byte by byte. */
function flipSign(bytes: string): string {
  return bytes === "" ? bytes : String.fromCharCode(bytes.charCodeAt(0) ^ 0x80) + bytes.slice(1);
}
