import type { Batch } from "../../syntax/ast";
import type { Reading } from "../reading/reading";
import { valueTerms } from "../reading/restriction";
import { isCollection, isMultiCell } from "../../schema/types";
import { violate } from "../violate";
import type { Violation } from "../violation";
import { operationsOf, type Operation } from "./measures";
import type { PreparedWrite } from "./prepared-write";
import { dialectOf, isConditional } from "./prepared-write";
import { usingOf } from "./using";
import { cellsOf, valueSize } from "./value-size";

/** What a partition, a row and the deletion of a collection hold besides cells. */
const PARTITION = 29;
const ROW = 21;
const COLLECTION = 12;
/** A batch whose text is shorter than a share of the limit is not measured: no text makes more bytes than this of a character, or of a statement. */
const MOST_PER_CHARACTER = 8;
const MOST_PER_STATEMENT = 200;

/** A text that is equal for equal keys; undefined where a value is not known. */
export type KeyText = (write: PreparedWrite, role: "partition" | "clustering") => string | undefined;

/**
 * G-CFG-12, G-CFG-13: a batch of several partitions that is over its limit; `kind` says which of the two. What the text does not tell counts
 * nothing, so a batch is refused only for bytes that it surely has.
 */
export function batchSizeGuardrail(batch: Batch, writes: readonly PreparedWrite[], keyText: KeyText, kind: "warn" | "fail"): Violation | undefined {
  const [first] = writes;
  const setting = `batch_size_${kind}_threshold`;
  const limit = first === undefined ? undefined : limitOf(first.reading, kind, setting);
  if (limit === undefined || MOST_PER_CHARACTER * (batch.range.end - batch.range.start) + MOST_PER_STATEMENT * writes.length <= limit) return undefined;
  const value = leastSize(writes, keyText);
  return value <= limit ? undefined : violate("guardrail-batch-size", batch.head, { setting, value, limit }, { phase: "execute" });
}

function limitOf(reading: Reading, kind: "warn" | "fail", setting: string): number | undefined {
  const stock = dialectOf(reading).batchSize;
  const set = reading.context.server[setting];
  return stock === undefined ? undefined : typeof set === "number" ? set : stock[kind];
}

/** The bytes that the mutations of the batch surely hold; zero where all may be one mutation, which is not measured. */
function leastSize(writes: readonly PreparedWrite[], keyText: KeyText): number {
  const parts = new Map<string, number>();
  const partitions = new Map<string, Set<string>>();
  for (const write of writes) {
    const { table } = write.reading;
    const partition = write.json === undefined && !isConditional(write.statement) ? keyText(write, "partition") : undefined;
    if (partition === undefined) continue;
    const name = `${table.keyspace}.${table.name}`;
    partitions.set(name, (partitions.get(name) ?? new Set()).add(partition));
    parts.set(`${name} ${partition}`, PARTITION);
    const isRow = table.clustering.length === 0 || (write.where?.clustering.restrictions.length ?? 0) > 0;
    const row = keyText(write, "clustering");
    if (isRow && row === undefined) continue;
    const place = `${name} ${partition} ${isRow ? row ?? "" : "static"}`;
    if (isRow && (write.statement.kind !== "delete" || table.clustering.length > 0)) parts.set(place, rowSize(write));
    for (const [operation, column] of operationsOf(write)) parts.set(`${column.role === "static" ? `${name} ${partition} static` : place} ${column.name}`, operationSize(operation, column.type, write.reading));
  }
  const keyspaces = new Set(writes.map(({ reading: { table } }) => table.keyspace));
  const several = keyspaces.size > 1 || [...partitions.values()].some(({ size }) => size > 1);
  return several ? [...parts.values()].reduce((sum, size) => sum + size, 0) : 0;
}

function rowSize({ statement, reading, where }: PreparedWrite): number {
  const expires = statement.kind === "insert" && usingOf(statement.using, "ttl") !== undefined ? dialectOf(reading).expiryOverhead : 0;
  let size = ROW + expires;
  for (const { columns: [column], tuple, relations: [relation] } of where?.clustering.restrictions ?? []) {
    const term = tuple || relation === undefined ? undefined : valueTerms(relation)[0];
    if (column !== undefined && term !== undefined) size += valueSize(term, column.type, reading.scope) ?? 0;
  }
  return size;
}

function operationSize(operation: Operation, type: Parameters<typeof valueSize>[1], reading: Reading): number {
  const { cellOverhead } = dialectOf(reading);
  const value = "value" in operation && operation.kind !== "element" && operation.kind !== "field" ? operation.value : undefined;
  if (!isMultiCell(type)) return cellOverhead + (value === undefined || operation.kind !== "set" ? 0 : valueSize(value, type, reading.scope) ?? 0);
  const cells = value === undefined || !isCollection(type) ? [] : cellsOf(value, type, reading.scope) ?? [];
  return COLLECTION + cells.reduce((sum, cell) => sum + cellOverhead + (cell.path ?? 0) + (cell.value ?? 0), 0);
}
