import type { Range } from "../../text/range";
import type { Reading } from "../reading/reading";
import { firstFinding } from "../result";
import { definitionOf, violate } from "../violate";
import type { Finding, Violation } from "../violation";
import type { Write } from "./prepared-write";
import { conditionRange, dialectOf, isConditional, tableRange } from "./prepared-write";
import { usingOf } from "./using";

function refuse(code: string, range: Range, statement: Write, reading: Reading): Violation {
  const { table } = reading;
  const data = { table: table.name, statement: statement.kind.toUpperCase(), ...(table.base === undefined ? {} : { base: table.base }) };
  return violate(code, range, data, { related: definitionOf(table) });
}

/** W-CND-1, W-TTL-8, W-INS-12: what goes with no IF clause, found once the statement is put together. */
export function constructionRefusal(statement: Write, reading: Reading): Finding {
  if (!isConditional(statement)) return undefined;
  if (reading.table.isCounter) return refuse("condition-on-counter-table", conditionRange(statement), statement, reading);
  const timestamp = usingOf(statement.using, "timestamp");
  return timestamp === undefined ? undefined : refuse("timestamp-with-condition", timestamp.range, statement, reading);
}

/** W-TTL-5, W-GEN-1, W-TTL-9, W-CND-1 and G-WR-1: what PREPARE tests last, in the server's order. */
export function validateWrite(statement: Write, reading: Reading): Finding {
  const { table } = reading;
  const { isCounter, virtual } = table;
  if (statement.using.length === 0 && !virtual && table.kind !== "view") return undefined;
  const timestamp = usingOf(statement.using, "timestamp");
  const ttl = usingOf(statement.using, "ttl");
  if (isCounter && timestamp !== undefined) return refuse("counter-write-timestamp", timestamp.range, statement, reading);
  if (isCounter && ttl !== undefined) return refuse("counter-write-ttl", ttl.range, statement, reading);
  if (table.kind === "view") return refuse("write-to-view", tableRange(statement), statement, reading);
  return firstFinding([
    () => (virtual && timestamp !== undefined && dialectOf(reading).refusesVirtualTimestamps ? refuse("virtual-table-timestamp", timestamp.range, statement, reading) : undefined),
    () => (virtual && ttl !== undefined ? refuse("virtual-table-ttl", ttl.range, statement, reading) : undefined),
    () => (virtual && isConditional(statement) ? refuse("virtual-table-condition", conditionRange(statement), statement, reading) : undefined),
    () => (timestamp === undefined ? undefined : timestampGuardrail(timestamp.range, reading)),
  ]);
}

/** G-WR-1: USING TIMESTAMP of a statement where `user_timestamps_enabled` is false. */
function timestampGuardrail(range: Range, reading: Reading): Finding {
  if (!dialectOf(reading).guardrails || reading.context.server["user_timestamps_enabled"] !== false) return undefined;
  return violate("guardrail-user-timestamps", range, { setting: "user_timestamps_enabled" });
}
