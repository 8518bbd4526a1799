import type { PartitionRows, Table } from "../schema/model";
import type { CqlType, NativeName } from "../schema/type";
import type { NewTable } from "./new-table";
import { isKey } from "./query";
import type { PlanNote } from "./query";
import { qualified } from "./table-name";

/** Sizes that a partition should stay below (modelling-guide M19). */
export const MOST_ROWS = 100_000;
const MOST_BYTES = 100 * 1_000_000;
/** A partition that grows is judged by what it holds after five years, or when its rows die. */
const YEARS_AHEAD = 5;
/** A rough byte count for a value without a fixed length. */
const TEXT_BYTES = 32;
const ELEMENTS = 8;

const BYTES: Readonly<Partial<Record<NativeName, number>>> = {
  boolean: 1, tinyint: 1, smallint: 2, int: 4, date: 4, float: 4, bigint: 8, counter: 8, timestamp: 8, time: 8, double: 8, decimal: 8, varint: 8, duration: 12, uuid: 16, timeuuid: 16, inet: 16,
};

const DAYS_OF: Readonly<Record<string, number>> = { hour: 1 / 24, day: 1, week: 7, month: 30, year: 365 };

/** The columns of a partition, as far as its size depends on them. */
export interface PartitionShape {
  readonly name: string;
  readonly partition: readonly CqlType[];
  readonly clustering: readonly CqlType[];
  readonly statics: readonly CqlType[];
  readonly regular: readonly CqlType[];
}

export function shapeOfTable(table: Table): PartitionShape {
  const types = (wanted: (column: Table["columns"][number]) => boolean): readonly CqlType[] => table.columns.filter(wanted).map((column) => column.type);
  return {
    name: qualified(table.keyspace, table.name), partition: table.partitionKey.map((column) => column.type), clustering: table.clustering.map((column) => column.type),
    statics: types((column) => column.role === "static"), regular: types((column) => !isKey(column) && column.role !== "static"),
  };
}

export function shapeOfNewTable(table: NewTable): PartitionShape {
  return {
    name: qualified(table.keyspace, table.name), partition: table.partition.map((field) => field.type), clustering: table.clustering.map(({ field }) => field.type),
    statics: table.statics.map((field) => field.type), regular: table.regular.map((field) => field.type),
  };
}

/** Cells: rows × (columns − keys − static) + static. */
export function cellsOf(shape: PartitionShape, rows: number): number {
  return rows * shape.regular.length + shape.statics.length;
}

/** Bytes: keys and statics once, clustering and plain columns for each row, and 8 for each cell's timestamp. Texts count as 32 bytes, collections as eight elements. */
export function bytesOf(shape: PartitionShape, rows: number): number {
  const sum = (types: readonly CqlType[]): number => types.reduce((total, type) => total + bytesOfType(type), 0);
  return sum(shape.partition) + sum(shape.statics) + rows * (sum(shape.clustering) + sum(shape.regular)) + 8 * cellsOf(shape, rows);
}

function bytesOfType(type: CqlType): number {
  switch (type.kind) {
    case "native": return BYTES[type.name] ?? TEXT_BYTES;
    case "list": case "set": return ELEMENTS * bytesOfType(type.element);
    case "map": return ELEMENTS * (bytesOfType(type.key) + bytesOfType(type.value));
    case "tuple": return type.items.reduce((total, item) => total + bytesOfType(item), 0);
    case "vector": return type.dimension * bytesOfType(type.element);
    default: return TEXT_BYTES;
  }
}

/** How many times a partition of that many rows is too large: 1 and less is good. */
export function excessOf(shape: PartitionShape, rows: number): number {
  return Math.max(rows / MOST_ROWS, bytesOf(shape, rows) / MOST_BYTES);
}

/** Rows that come to a partition in a day; undefined where the figures are a total, or a unit is meant that is no time. */
export function rowsPerDay(figures: PartitionRows): number | undefined {
  const days = figures.per === undefined ? undefined : DAYS_OF[figures.per];
  return days === undefined ? undefined : figures.rows / days;
}

/** Rows that a partition without a bucket comes to hold; the table's own time to live ends its growth. */
export function rowsInAll(figures: PartitionRows, table: Table): number {
  const daily = rowsPerDay(figures);
  return daily === undefined ? figures.rows : Math.ceil(daily * Math.min(YEARS_AHEAD * 365, daysKept(table) ?? Infinity));
}

function daysKept({ options }: Table): number | undefined {
  const seconds = Number(options.get("default_time_to_live") ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? Math.max(1, seconds / 86_400) : undefined;
}

/** Partitions of one table, as far as their size goes. */
export interface SizedPartition {
  readonly shape: PartitionShape;
  readonly rows: number;
}

/** The note with the sizes of partitions, before and after, as the author's figures make them; `more` goes before its last sentence. */
export function sizeNote(table: Table, figures: PartitionRows, partitions: readonly SizedPartition[], more?: string): PlanNote {
  const days = daysKept(table);
  const all = rowsInAll(figures, table);
  const age = days !== undefined && days < YEARS_AHEAD * 365 ? `in the ${counted(Math.round(days), "day")} that rows live` : `after ${YEARS_AHEAD} years`;
  // What is as large as it gets only after years says so.
  const text = ({ shape, rows }: SizedPartition): string => sizeText(shape, Math.max(1, Math.ceil(rows)), rowsPerDay(figures) !== undefined && rows === all ? ` ${age}` : "");
  const [first, ...others] = partitions;
  const sizes = first === undefined ? "" : [`a partition of ${first.shape.name} holds ${text(first)}`, ...others.map((other) => `one of ${other.shape.name} ${text(other)}`)].join("; ");
  return { code: "partition-size", message: `With ${counted(figures.rows, "row")}${figures.per === undefined ? "" : ` per ${figures.per}`}, ${sizes}. ${more === undefined ? "" : `${more} `}Below ${grouped(MOST_ROWS)} rows and 100 MB is good.` };
}

function sizeText(shape: PartitionShape, rows: number, when: string): string {
  const columns = shape.partition.length + shape.clustering.length + shape.statics.length + shape.regular.length;
  const keys = shape.partition.length + shape.clustering.length;
  const { length } = shape.statics;
  return `${counted(rows, "row")} × (${counted(columns, "column")} − ${counted(keys, "key")} − ${length} static) + ${length} = ${counted(cellsOf(shape, rows), "cell")}${when}, about ${bytesText(bytesOf(shape, rows))}`;
}

function counted(count: number, what: string): string {
  return `${grouped(count)} ${what}${count === 1 ? "" : "s"}`;
}

/** A number with its thousands apart. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

function bytesText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return bytes < 1_000_000_000 ? `${Math.round(bytes / 1_000_000)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
