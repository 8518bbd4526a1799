import type { Batch } from "../../syntax/ast";
import type { Range } from "../../text/range";
import type { CheckContext } from "../judgement";
import type { Reading } from "../reading/reading";
import { hasShape, valueTerms } from "../reading/restriction";
import { firstFinding, firstOf, type CheckResult } from "../result";
import { violate } from "../violate";
import type { Finding, Unjudged, Violation, ViolationData } from "../violation";
import { isViolation } from "../violation";
import { executeConditions } from "./conditions";
import { batchSizeGuardrail } from "./batch-size";
import { conditionalInRefusal, executeRowKey, executeKey, executeUpdates } from "./execute";
import { termGuardrail, writeWarnings } from "./guardrails";
import { applyWrite } from "./applied";
import { jsonKeyText } from "./json-row";
import { prepareWrite } from "./prepare";
import type { PreparedWrite } from "./prepared-write";
import { conditionRange, dialectOf, isConditional, tableRange } from "./prepared-write";
import { checkUsing, executeUsing, usingOf } from "./using";
import { validateWrite } from "./validate";
import { valueText } from "./value-text";

/** B7: the statements are prepared in text order, then USING of the batch, then what they may do together, then each is validated; then they run. */
export function checkBatch(batch: Batch, context: CheckContext): Finding | CheckResult {
  const writes: PreparedWrite[] = [];
  let unjudged: Unjudged | undefined;
  for (const statement of batch.statements) {
    const prepared = prepareWrite(statement, context);
    if (isViolation(prepared.finding)) return prepared.finding;
    unjudged ??= prepared.finding;
    if ("statement" in prepared) writes.push(prepared);
  }
  const scope = { schema: context.schema, keyspace: context.keyspace ?? "", target: context.target, server: context.server };
  const using = checkUsing(batch.using, { scope });
  if (isViolation(using)) return using;
  const together = togetherRefusal(batch, writes);
  if (isViolation(together)) return together;
  const validated = firstOf(writes, ({ statement, reading }) => validateWrite(statement, reading));
  if (isViolation(validated)) return validated;
  const open = unjudged ?? using ?? together ?? validated;
  // A statement that could not be prepared might have ended the batch before it runs.
  if (batch.markers.length > 0 || open !== undefined) return open;
  const finding = executeBatch(batch, writes);
  return finding === undefined ? { finding, warnings: warningsOf(batch, writes) } : finding;
}

function warningsOf(batch: Batch, writes: readonly PreparedWrite[]): readonly Violation[] {
  const size = batchSizeGuardrail(batch, writes, keyText, "warn");
  return [...writes.flatMap(writeWarnings), ...(size === undefined ? [] : [size])];
}

// ---- what goes together -------------------------------------------------------------------------------------------------

interface Traits {
  readonly conditional?: PreparedWrite;
  readonly counter?: PreparedWrite;
  readonly plain?: PreparedWrite;
  readonly virtual?: PreparedWrite;
  readonly stored?: PreparedWrite;
}

function traitsOf(writes: readonly PreparedWrite[]): Traits {
  const find = (test: (write: PreparedWrite) => boolean): PreparedWrite | undefined => writes.find(test);
  return {
    conditional: find(({ statement }) => isConditional(statement)),
    counter: find(({ reading }) => reading.table.isCounter),
    plain: find(({ reading }) => !reading.table.isCounter),
    virtual: find(({ reading }) => reading.table.virtual),
    stored: find(({ reading }) => !reading.table.virtual),
  };
}

function refuse(code: string, range: Range, data: ViolationData = {}): Violation {
  return violate(code, range, data);
}

function onTable(code: string, { statement, reading }: PreparedWrite, data: ViolationData = {}): Violation {
  return refuse(code, tableRange(statement), { table: reading.table.name, ...data });
}

/** W-BAT-2…9, in the server's order. */
function togetherRefusal(batch: Batch, writes: readonly PreparedWrite[]): Finding {
  const traits = traitsOf(writes);
  const { conditional, counter, plain, virtual, stored } = traits;
  const ttl = usingOf(batch.using, "ttl");
  if (ttl !== undefined) return refuse("batch-ttl", ttl.range);
  const timestamp = timestampRefusal(batch, writes, traits);
  if (timestamp !== undefined) return timestamp;
  if (batch.type === "counter" && plain !== undefined) return onTable("counter-batch-with-other-write", plain);
  if (counter !== undefined && plain !== undefined) return onTable("batch-mixes-counters", counter, { other: plain.reading.table.name });
  if (batch.type === "logged" && counter !== undefined) return refuse("logged-batch-with-counters", batch.head, { table: counter.reading.table.name });
  if (batch.type === "logged" && virtual !== undefined) return onTable("logged-batch-with-virtual-table", virtual);
  if (virtual !== undefined && stored !== undefined) return onTable("batch-mixes-virtual-tables", virtual, { other: stored.reading.table.name });
  if (conditional === undefined) return undefined;
  if (virtual !== undefined) return onTable("virtual-table-condition", virtual, { statement: "BATCH" });
  const [first] = writes;
  const other = writes.find(({ reading: { table } }) => table.name !== first?.reading.table.name || table.keyspace !== first.reading.table.keyspace);
  return first === undefined || other === undefined ? undefined : onTable("conditional-batch-several-tables", other, { first: first.reading.table.name });
}

/** W-BAT-3, W-BAT-4. */
function timestampRefusal(batch: Batch, writes: readonly PreparedWrite[], { conditional }: Traits): Finding {
  const timestamp = usingOf(batch.using, "timestamp");
  if (timestamp === undefined) return undefined;
  if (conditional !== undefined) return refuse("batch-timestamp-with-condition", timestamp.range, { table: conditional.reading.table.name });
  if (batch.type === "counter") return refuse("batch-timestamp-with-counters", timestamp.range);
  for (const { statement, reading } of writes) {
    if (reading.table.isCounter) return refuse("batch-timestamp-with-counters", timestamp.range);
    const own = usingOf(statement.using, "timestamp");
    if (own !== undefined) return refuse("batch-timestamp-twice", own.range);
  }
  return undefined;
}

// ---- execution ----------------------------------------------------------------------------------------------------------

/** What only execution refuses about a batch without bind markers. */
function executeBatch(batch: Batch, writes: readonly PreparedWrite[]): Finding {
  const [first] = writes;
  if (first === undefined) return undefined;
  const shared = (): Finding => executeUsing(batch.using.filter(({ kind }) => kind === "timestamp"), first.reading, batch.head, { inBatch: true });
  if (writes.some(({ statement }) => isConditional(statement))) return executeConditionalBatch(writes);
  return firstFinding([
    ...writes.map((write) => () => executeKey(write)),
    shared,
    ...writes.map((write) => () => executeUpdates(write, { inBatch: true })),
    ...writes.map((write) => () => termGuardrail(write)),
    () => batchSizeGuardrail(batch, writes, keyText, "fail"),
    ...writes.map((write) => () => applyWrite(write)),
  ]);
}

/** W-BAT-10…14: one partition for all, then per row which kinds of condition go together; then the conditions are tested. */
function executeConditionalBatch(writes: readonly PreparedWrite[]): Finding {
  const kinds = new Map<string, "exists" | "not exists" | "columns">();
  let partition: string | undefined;
  let known = true;
  for (const [i, write] of writes.entries()) {
    const { statement, reading, where } = write;
    const early = executeKey(write);
    if (early !== undefined) return early;
    if (where !== undefined && hasShape(where.partition, "in")) return partitionInRefusal(write);
    const key = partitionText(write);
    if (key === undefined) known = false;
    if (i > 0 && known && key !== partition) return violate("conditional-batch-several-partitions", where?.partition.restrictions[0]?.relations[0]?.range ?? tableRange(statement), { table: reading.table.name }, { phase: "execute" });
    partition ??= key;
    const late = (dialectOf(reading).inBesideConditions && !isConditional(statement) ? undefined : conditionalInRefusal(write, "clustering")) ?? executeRowKey(write);
    if (late !== undefined) return known || !isViolation(late) ? late : UNKNOWN_PARTITION;
    const conflict = conflictRefusal(write, kinds);
    if (conflict !== undefined) return known || !isViolation(conflict) ? conflict : UNKNOWN_PARTITION;
  }
  return known ? executeConditionsOf(writes) : UNKNOWN_PARTITION;
}

const UNKNOWN_PARTITION: Unjudged = { unjudged: "whether the statements of the batch name one partition is not known" };

/** W-BAT-11, S-WR-6. */
function partitionInRefusal(write: PreparedWrite): Finding {
  const refusal = conditionalInRefusal(write, "partition");
  if (!isViolation(refusal)) return refusal;
  return { ...refusal, code: "conditional-batch-in-on-partition-key", errorClass: dialectOf(write.reading).failsInside ? "server" : "invalid" };
}

/** A text that is equal for the same partition key; undefined where a value is not known. */
function partitionText(write: PreparedWrite): string | undefined {
  return keyText(write, "partition");
}

function keyText({ where, json, reading }: PreparedWrite, role: "partition" | "clustering"): string | undefined {
  const columns = role === "partition" ? reading.table.partitionKey : reading.table.clustering;
  const parts: string[] = [];
  for (const column of columns) {
    const part = json === undefined ? partText(where, column.name, role, reading) : jsonKeyText(json.values.get(column.name), column, reading);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return JSON.stringify(parts);
}

function partText(where: PreparedWrite["where"], name: string, role: "partition" | "clustering", reading: Reading): string | undefined {
  for (const { shape, columns, relations } of where?.[role].restrictions ?? []) {
    const i = columns.findIndex((column) => column.name === name);
    const column = columns[i];
    const term = relations[0] === undefined ? undefined : valueTerms(relations[0])[0];
    if (column === undefined || term === undefined || shape !== "equal") continue;
    const single = relations[0]?.left.kind === "tuple" ? (term.kind === "tuple" ? term.items[i] : undefined) : term;
    return single === undefined ? undefined : valueText(single, column.type, reading.scope);
  }
  return undefined;
}

/** W-BAT-14: on one row IF EXISTS, IF NOT EXISTS and other conditions exclude each other. */
function conflictRefusal(write: PreparedWrite, kinds: Map<string, "exists" | "not exists" | "columns">): Finding {
  const { statement } = write;
  if (!isConditional(statement)) return undefined;
  const kind = statement.kind === "insert" ? "not exists" : statement.ifExists !== undefined ? "exists" : "columns";
  const rows = kind === "columns" ? rowsOfConditions(write) : [isOnStatics(write) ? "static" : keyText(write, "clustering")];
  for (const row of rows) {
    if (row === undefined) return { unjudged: "whether the statements of the batch name the same row is not known" };
    const previous = kinds.get(row);
    if (previous === undefined) kinds.set(row, kind);
    else if (previous !== kind) return violate("batch-conditions-conflict", conditionRange(statement), { first: WORDS[previous], second: WORDS[kind] }, { phase: "execute" });
  }
  return undefined;
}

const WORDS = { exists: "IF EXISTS", "not exists": "IF NOT EXISTS", columns: "conditions on columns" } as const;

/** The rows that conditions on columns are kept under: conditions on static columns belong to the partition. */
function rowsOfConditions(write: PreparedWrite): readonly (string | undefined)[] {
  const { statement, reading } = write;
  if (statement.kind === "insert") return [];
  const roles = statement.conditions.map(({ column }) => reading.table.byName.get(column.value)?.role);
  return [...(roles.includes("regular") ? [keyText(write, "clustering")] : []), ...(roles.includes("static") ? ["static"] : [])];
}

/** Whether the write names no clustering column, so that it touches the partition's static columns only. */
function isOnStatics({ where, json, reading }: PreparedWrite): boolean {
  return json === undefined && reading.table.clustering.length > 0 && (where?.clustering.restrictions.length ?? 0) === 0;
}

/** The conditions of all statements must hold before any of them writes. */
function executeConditionsOf(writes: readonly PreparedWrite[]): Finding {
  let unknown: Finding;
  let failed = false;
  let refusal: Violation | undefined;
  for (const { statement, reading } of writes) {
    if (!isConditional(statement) || statement.kind === "insert") continue;
    const { finding, applied } = executeConditions(statement, reading);
    if (isViolation(finding)) refusal ??= finding;
    else if (finding !== undefined || applied === undefined) unknown ??= finding ?? { unjudged: "whether a condition holds is not known" };
    else failed ||= !applied;
  }
  if (refusal !== undefined) return failed || unknown !== undefined ? { unjudged: "the conditions of a batch are tested in no defined order" } : refusal;
  if (failed) return undefined;
  const steps = [...writes.map((write) => () => executeUpdates(write, { inBatch: true })), ...writes.map((write) => () => applyWrite(write))];
  return unknown ?? firstFinding(steps);
}
