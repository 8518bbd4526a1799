import { formatNames } from "./words";
import type { Question } from "./explanation";
import type { Column, Table } from "../schema/model";
import type { AccessPath } from "../check/access-path";
import type { Delete, Insert, Relation, Select, Update } from "../syntax/ast";
import { repetitionHazard } from "./idempotence";

/** A partition of this many rows is what people plan for at most (modelling guide M19). */
const COMFORTABLE_ROWS = 100_000;

/** What the questions are answered from. */
export interface QuestionInput {
  readonly statement: Select | Insert | Update | Delete;
  readonly table: Table;
  /** Where the server accepts the statement. */
  readonly access?: AccessPath;
  readonly aggregate: boolean;
  /** Rows of a partition, where the author says so. */
  readonly rows?: number;
}

/** The eight questions of the modelling guide, section 6, in its order. */
export function questionsOf(input: QuestionInput): readonly Question[] {
  return [wholeKey(input), finitePartitions(input), contiguous(input), skipped(input), filtering(input), acrossPartitions(input), partitionSize(input), idempotent(input)];
}

/** Key columns that a statement pins: by = or IN in WHERE, or by a value in INSERT. */
function pinned(statement: QuestionInput["statement"]): ReadonlySet<string> {
  if (statement.kind === "insert") return new Set(statement.columns.map((column) => column.value));
  return new Set(statement.where.filter(({ operator }) => operator === "=" || operator === "in").flatMap(columnsOf));
}

function restricted(statement: QuestionInput["statement"]): ReadonlySet<string> {
  if (statement.kind === "insert") return pinned(statement);
  return new Set(statement.where.flatMap(columnsOf));
}

function columnsOf({ left }: Relation): readonly string[] {
  if (left.kind === "column" || left.kind === "entry") return [left.column.value];
  return left.kind === "tuple" ? left.columns.map((column) => column.value) : [];
}

function missingKey({ statement, table }: QuestionInput): readonly Column[] {
  // INSERT … JSON names its columns inside the text.
  if (statement.kind === "insert" && statement.json !== undefined) return [];
  const given = pinned(statement);
  return table.partitionKey.filter((column) => !given.has(column.name));
}

function wholeKey(input: QuestionInput): Question {
  const id = "partition-key";
  const key = formatNames(input.table.partitionKey);
  const missing = missingKey(input);
  if (missing.length === 0) return { id, answer: "yes", why: `${key} ${input.table.partitionKey.length > 1 ? "are" : "is"} given, so the partition is known` };
  return { id, answer: "no", why: `${formatNames(missing)} of the partition key (${key}) ${missing.length > 1 ? "are" : "is"} not given by = or IN` };
}

function finitePartitions(input: QuestionInput): Question {
  const id = "finite-partitions";
  if (missingKey(input).length > 0) return { id, answer: "no", why: `every partition of ${input.table.name} may have to be read` };
  const { partitions } = input.access ?? {};
  if (partitions === undefined) return { id, answer: "yes", why: "the partition key names the partitions" };
  if (partitions.max === undefined) return { id, answer: "yes", why: "as many partitions as the list bound to IN holds values" };
  return { id, answer: "yes", why: partitions.max === 1 ? `one partition of ${input.table.name}` : `up to ${partitions.max} partitions of ${input.table.name}` };
}

/** The clustering columns up to the first one that no relation restricts, and those restricted behind it. */
function prefixOf({ statement, table }: QuestionInput): { readonly prefix: readonly Column[]; readonly behind: readonly Column[]; readonly gap: Column | undefined } {
  const given = restricted(statement);
  const at = table.clustering.findIndex((column) => !given.has(column.name));
  if (at < 0) return { prefix: table.clustering, behind: [], gap: undefined };
  return { prefix: table.clustering.slice(0, at), behind: table.clustering.slice(at).filter((column) => given.has(column.name)), gap: table.clustering[at] };
}

function contiguous(input: QuestionInput): Question {
  const id = "contiguous";
  if (input.table.clustering.length === 0) return { id, answer: "yes", why: "each partition is a single row" };
  if (missingKey(input).length > 0) return { id, answer: "no", why: "rows of many partitions do not lie together" };
  const { prefix, behind } = prefixOf(input);
  if (behind.length > 0) return { id, answer: "no", why: `rows with this ${formatNames(behind)} lie scattered over the partition` };
  const ranges = rangedColumns(input);
  const later = ranges[0] === undefined ? undefined : prefix[ranges[0].position + 1];
  if (later !== undefined) return { id, answer: "no", why: `${later.name} is restricted after the range on ${ranges[0]!.name}` };
  if (prefix.length === 0) return { id, answer: "yes", why: "the whole partition is read in its order" };
  return { id, answer: "yes", why: `${formatNames(prefix)} name${prefix.length > 1 ? "" : "s"} one stretch of the partition${input.access?.slice?.bounds === "points" ? " for each value of IN" : ""}` };
}

/** Clustering columns that stand in a range of their own, in key order. */
function rangedColumns({ statement, table }: QuestionInput): readonly Column[] {
  if (statement.kind === "insert") return [];
  const names = statement.where.filter(({ operator, left }) => left.kind === "column" && operator !== "=" && operator !== "in").flatMap(columnsOf);
  return table.clustering.filter((column) => names.includes(column.name));
}

function skipped(input: QuestionInput): Question {
  const id = "skipped";
  const { behind, gap } = prefixOf(input);
  if (behind.length > 0 && gap !== undefined) return { id, answer: "yes", why: `${gap.name} comes before ${formatNames(behind)} in the key and is not restricted` };
  return { id, answer: "no", why: input.table.clustering.length === 0 ? `${input.table.name} has no clustering columns` : "the clustering columns are restricted from the left" };
}

function filtering(input: QuestionInput): Question {
  const id = "filtering";
  if (input.access !== undefined) {
    const { filtering: columns, index } = input.access;
    if (columns.length > 0) return { id, answer: "yes", why: `${columns.join(", ")} ${columns.length > 1 ? "are" : "is"} compared row by row after reading` };
    return { id, answer: "no", why: index === undefined ? "every row that is read is wanted" : `the index ${index.index.name} finds the rows` };
  }
  const others = input.table.columns.filter(({ role }) => role === "regular" || role === "static").filter((column) => input.statement.kind !== "insert" && restricted(input.statement).has(column.name));
  if (others.length > 0) return { id, answer: "yes", why: `${formatNames(others)} ${others.length > 1 ? "are" : "is"} no part of the key` };
  return { id, answer: "no", why: "only key columns are restricted" };
}

function acrossPartitions(input: QuestionInput): Question {
  const id = "across-partitions";
  const { statement, access } = input;
  if (statement.kind !== "select") return { id, answer: "no", why: "a write sorts and aggregates nothing" };
  const single = missingKey(input).length === 0 && access?.routing === "single-partition";
  if (single) return { id, answer: "no", why: "all rows come from one partition" };
  if (access?.order === "memory") return { id, answer: "yes", why: "the rows of all partitions are sorted after reading" };
  if (input.aggregate) return { id, answer: "yes", why: "the aggregate reads the rows of all partitions" };
  if (access === undefined && statement.orderBy.length > 0) return { id, answer: "yes", why: "ORDER BY would have to sort rows of several partitions" };
  return { id, answer: "no", why: "partitions are returned one after the other" };
}

function partitionSize({ table, rows }: QuestionInput): Question {
  const id = "partition-size";
  if (table.clustering.length === 0) return { id, answer: "yes", why: "each partition is a single row" };
  if (rows === undefined) return { id, answer: "unknown", why: `say how many rows a partition of ${table.name} has: -- cqlwright: rows=…` };
  return rows <= COMFORTABLE_ROWS
    ? { id, answer: "yes", why: `${rows} rows in a partition` }
    : { id, answer: "no", why: `${rows} rows in a partition are more than ${COMFORTABLE_ROWS}` };
}

function idempotent({ statement, table }: QuestionInput): Question {
  const id = "idempotent";
  if (statement.kind === "select") return { id, answer: "yes", why: "a read changes nothing" };
  const hazard = repetitionHazard(statement, table);
  if (hazard !== undefined) return { id, answer: "no", why: hazard };
  return { id, answer: "yes", why: statement.kind === "delete" ? "deleting twice leaves the same rows" : "writing the same values twice leaves the same row" };
}
