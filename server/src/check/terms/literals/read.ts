import type { Target } from "../../../dialect/target";
import { userType } from "../../../schema/find";
import type { Schema } from "../../../schema/model";
import type { CqlType, NativeName } from "../../../schema/type";
import { readDate, readTime } from "./day-and-time";
import { readDuration } from "./duration";
import { readInet } from "./inet";
import type { Outcome } from "./outcome";
import { SCYLLA_READERS } from "./scylla-text";
import { fitsLong, readTimestamp } from "./timestamp";

const INTEGER = /^[+-]?\d+$/;
const HEX = /^(?:[0-9A-Fa-f]{2})*$/;
const UUID = /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$/;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,9})?$/;
/** What Java reads as a floating-point number, blanks around it included. */
const FLOATING = /^\s*[+-]?(?:NaN|Infinity|(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|0[xX](?:[0-9A-Fa-f]+\.?[0-9A-Fa-f]*|\.[0-9A-Fa-f]+)[pP][+-]?\d+)[fFdD]?)\s*$/;
const NOT_ASCII = /[^\0-\x7f]/;

function within(text: string, least: number, greatest: number): Outcome {
  if (text === "") return "good"; // an empty value; only the fields of a tuple's text get here
  if (!INTEGER.test(text)) return "bad";
  const value = Number(text);
  return least <= value && value <= greatest ? "good" : "bad";
}

const good = (valid: boolean): Outcome => (valid ? "good" : "bad");

/** How the server reads the text of a literal, or of a tuple's field, as each native type (functions.md section 10). */
const READERS: Readonly<Record<NativeName, (text: string) => Outcome>> = {
  ascii: (text) => good(!NOT_ASCII.test(text)),
  text: () => "good",
  tinyint: (text) => within(text, -128, 127),
  smallint: (text) => within(text, -32_768, 32_767),
  int: (text) => within(text, -2_147_483_648, 2_147_483_647),
  bigint: (text) => good(text === "" || (INTEGER.test(text) && fitsLong(text))),
  counter: (text) => good(text === "" || (INTEGER.test(text) && fitsLong(text))),
  varint: (text) => good(text === "" || INTEGER.test(text)),
  float: (text) => good(text === "" || FLOATING.test(text)),
  double: (text) => good(text === "" || FLOATING.test(text)),
  decimal: (text) => good(text === "" || DECIMAL.test(text)),
  boolean: (text) => good(text === "" || /^(?:true|false)$/i.test(text)),
  uuid: (text) => good(text === "" || UUID.test(text)),
  timeuuid: (text) => good(text === "" || (UUID.test(text) && text.charAt(14) === "1")),
  blob: (text) => good(HEX.test(text)),
  timestamp: readTimestamp,
  date: readDate,
  time: readTime,
  inet: readInet,
  duration: (text) => (text === "" ? "bad" : readDuration(text)),
};

/** Readers that a target has of its own. */
const OWN_READERS: Readonly<Partial<Record<Target, Readonly<Partial<Record<NativeName, (text: string) => Outcome>>>>>> = { scylla: SCYLLA_READERS };

/** Whether the server reads `text` as a value of `type`. */
export function readText(text: string, type: CqlType, schema: Schema, target: Target): Outcome {
  switch (type.kind) {
    case "native": return (OWN_READERS[target]?.[type.name] ?? READERS[type.name])(text);
    case "tuple": return readTuple(text, type.items, schema, target);
    case "user": {
      const fields = userType(schema, type)?.fields;
      return fields === undefined ? "unknown" : readTuple(text, fields.map((field) => field.type), schema, target);
    }
    // The text of a collection is the hexadecimal form of its bytes; whether those make a collection is not checked here.
    case "list": case "set": case "map": return HEX.test(text) ? "unknown" : "bad";
    default: return "unknown";
  }
}

/** The fields of a tuple's text: parted by colons that no backslash stands before (R-LIT-39). */
function fieldsOf(text: string): readonly string[] {
  const fields: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charAt(at) !== ":" || (at > 0 && text.charAt(at - 1) === "\\")) continue;
    fields.push(text.slice(from, at));
    from = at + 1;
  }
  fields.push(text.slice(from));
  return fields;
}

function readTuple(text: string, items: readonly CqlType[], schema: Schema, target: Target): Outcome {
  const fields = fieldsOf(text);
  if (fields.length > items.length) return "bad";
  let result: Outcome = "good";
  for (const [i, field] of fields.entries()) {
    const type = items[i];
    if (type === undefined || field === "@") continue;
    const outcome = readText(field.replaceAll("\\:", ":").replaceAll("\\@", "@"), type, schema, target);
    if (outcome === "bad" || outcome === "overflow") return outcome;
    if (outcome === "unknown") result = "unknown";
  }
  return result;
}
