import { NAME_LIMITS } from "../../dialect/definition";
import { isEnabled } from "../../dialect/guardrails";
import { formatType, isCollection, isMultiCell } from "../../schema/types";
import type { CqlType } from "../../schema/type";
import type { ColumnDefinition, CreateTable, Name, Property } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import { suggestion } from "../names";
import { firstOf } from "../result";
import { definitionOf, violate } from "../violate";
import type { Finding } from "../violation";
import { countTables } from "./counts";
import { checkCustomTypes } from "./custom-type";
import { checkMask, checkMaskingEnabled } from "./mask";
import type { Place } from "./places";
import { checkPlace, doubtOf, isPlace, placeOf, requireKeyspace, tableIn } from "./places";
import { propertyOf, simpleText } from "./property";
import { CONTENT, inOrder, refuse } from "./steps";
import type { Step } from "./steps";
import { checkOptionBounds, checkOptionNames, checkPropertyGuardrail, checkTableOnlyOptions, checkThreshold, checkTimeWindowGuardrail, integerOption, isUncompressed, readOptionValues, readingPhase } from "./table-options";
import { checkTtlColumnRole, checkTtlColumns } from "./ttl-column";
import { checkNestedMultiCell, checkType, checkVectorGuardrails, holdsDuration, isCounterReference, typeIn } from "./type-reference";

/** A column of the new table with its type resolved. */
interface NewColumn {
  readonly definition: ColumnDefinition;
  readonly type: CqlType;
}

/** What later steps need, worked out once. */
interface NewTable {
  readonly statement: CreateTable;
  readonly name: Name;
  readonly place: Place;
  readonly columns: ReadonlyMap<string, NewColumn>;
  readonly partition: readonly Name[];
  readonly clustering: readonly Name[];
}

/** CREATE TABLE, in the server's order (rulebook A4). */
export function checkCreateTable(statement: CreateTable, context: CheckContext): Finding {
  if (statement.name === undefined) return undefined;
  const place = placeOf(statement.name, context);
  if (!isPlace(place)) return place;
  const table = newTable(statement, statement.name.name, place, context);
  const { properties } = statement.options;
  const phase = readingPhase(context);
  return inOrder([
    () => checkTtlColumns(statement, (column) => table.columns.get(column)?.type),
    () => checkCustomTypes(statement.columns.map((column) => column.type), context),
    () => checkPrimaryKeyWritten(statement),
    ...guardrails(table, context),
    () => (phase === "prepare" ? readOptionValues(properties, context, { phase }) : undefined),
    () => firstOf(statement.columns, (column) => checkVectorGuardrails(column.type, context)),
    () => checkPlace(place, context, "permission"),
    () => {
      const absent = requireKeyspace(place, context);
      if (absent === undefined || "code" in absent || !statement.ifNotExists) return absent;
      return { halt: absent }; // the table may exist, and then nothing that follows is looked at
    },
    () => checkExists(table),
    () => checkOptionNames(properties, context),
    () => (phase === "execute" ? readOptionValues(properties, context) : undefined),
    () => checkOptionBounds(properties, context),
    () => firstOf(byName(statement.columns), (column) => checkType(column.type, place, context)),
    () => firstOf(byName(statement.columns), (column) => checkNestedMultiCell(column.type, table.columns.get(column.name.value)?.type ?? { kind: "unknown", text: "" }, context)),
    () => checkKeyColumns(table, context),
    () => checkClusteringOrder(table),
    () => checkTtlColumnRole(statement, [...table.partition, ...table.clustering].map((name) => name.value)),
    () => (statement.options.compactStorage === undefined ? checkStatics(table) : checkCompactStorage(table, context)),
    () => checkCounters(table),
    () => checkTableOnlyOptions(properties, statement.columns.some((column) => isCounterReference(column.type)), context),
    () => checkTableId(properties),
    () => firstOf(statement.columns, (column) => checkMask(column.mask, table.columns.get(column.name.value)?.type, place, context)),
    () => checkTableName(table.name, context),
    () => checkUncompressed(table, context),
  ]);
}

function newTable(statement: CreateTable, name: Name, place: Place, context: CheckContext): NewTable {
  const clause = statement.primaryKeys[0];
  const inline = statement.columns.filter((column) => column.primaryKey !== undefined).map((column) => column.name);
  return {
    statement, name, place,
    columns: new Map(statement.columns.map((definition) => [definition.name.value, { definition, type: typeIn(definition.type, place, context) }])),
    partition: clause?.partition ?? inline,
    clustering: clause?.clustering ?? [],
  };
}

/** The server looks at columns in the order of their names. */
function byName(columns: readonly ColumnDefinition[]): readonly ColumnDefinition[] {
  return [...columns].sort((a, b) => (a.name.value < b.name.value ? -1 : a.name.value > b.name.value ? 1 : 0));
}

/** D-TBL-2. */
function checkPrimaryKeyWritten(statement: CreateTable): Finding {
  const written = statement.primaryKeys.length > 0 || statement.columns.some((column) => column.primaryKey !== undefined);
  return written ? undefined : violate("no-primary-key", statement.name?.range ?? statement.head, { table: statement.name?.name.value ?? "" });
}

/** What guardrails and switches refuse before the schema is looked at (G-TBL-1, G-TBL-2, G-TBL-3, G-TBL-5, G-TBL-8, D-MSK-1). */
function guardrails(table: NewTable, context: CheckContext): readonly Step[] {
  const { statement, name } = table;
  const { options } = statement;
  return [
    () => checkPropertyGuardrail(options.properties, context),
    () => checkThreshold("columns_per_table", statement.columns.length, name.range, context, { phase: "prepare" }),
    () => firstOf(statement.columns, (column) => checkMaskingEnabled(column.mask, context)),
    () => checkThreshold("tables", () => countTables(context) + 1, name.range, context, { phase: "prepare" }),
    () => {
      const { compactStorage } = options;
      if (compactStorage === undefined) return undefined;
      if (context.target === "scylla" && !isEnabled(context.server, context.target, "enable_create_table_with_compact_storage")) {
        return violate("compact-storage-disabled", compactStorage, { switch: "enable_create_table_with_compact_storage" });
      }
      return isEnabled(context.server, context.target, "compact_tables_enabled") || context.target === "scylla" ? undefined
        : violate("compact-storage-disabled", compactStorage, { switch: "compact_tables_enabled" });
    },
    () => checkTimeWindowGuardrail(options.properties, context),
  ];
}

/** D-TBL-1; a view of the name is found only when the table is to be made (D-TBL-21). */
function checkExists(table: NewTable): ReturnType<Step> {
  const { statement, name, place } = table;
  const existing = tableIn(place, name.value);
  if (existing === undefined) return undefined;
  const doubt = doubtOf(existing);
  if (doubt !== undefined) return { halt: doubt };
  if (existing.kind === "view") return refuse("view-of-that-name", name.range, { name: name.value }, { errorClass: "server", related: definitionOf(existing) });
  return statement.ifNotExists ? CONTENT : refuse("table-exists", name.range, { table: name.value, keyspace: place.keyspace }, { errorClass: "exists", related: definitionOf(existing) });
}

/** D-TBL-5 to D-TBL-10: each column of the primary key. */
function checkKeyColumns(table: NewTable, context: CheckContext): Finding {
  const seen = new Set<string>();
  return firstOf([...table.partition, ...table.clustering], (name) => {
    const column = table.columns.get(name.value);
    if (column === undefined) return refuse("unknown-column", name.range, { column: name.value, table: table.name.value, ...suggestion(name.value, table.columns.keys()) });
    if (seen.has(name.value)) return refuse("duplicate-key-column", name.range, { column: name.value });
    seen.add(name.value);
    return checkKeyType(name, column.type, column.definition.type.range, context)
      ?? (column.definition.isStatic ? refuse("key-static", name.range, { column: name.value }) : undefined);
  });
}

/** Types that no key column of a table or view may have (D-TBL-7, D-TBL-8, D-TBL-9, D-MV-10); shown at `range`. */
export function checkKeyType(name: Name, type: CqlType, range: Name["range"], context: CheckContext): Finding {
  if (type.kind === "unknown") return { unjudged: `the type of ${name.value} is not known` };
  const data = { column: name.value, type: formatType(type), what: isCollection(type) ? "collection" : "user type" };
  if (isMultiCell(type)) return refuse("key-non-frozen", range, data);
  if (type.kind === "native" && type.name === "counter") return refuse("key-counter", range, data);
  return holdsDuration(type, context) ? refuse("key-duration", range, data) : undefined;
}

/** D-TBL-16, D-TBL-17. */
function checkClusteringOrder(table: NewTable): Finding {
  const order = table.statement.options.clusteringOrder;
  const { clustering } = table;
  const stranger = order.find(({ column }) => !clustering.some((name) => name.value === column.value));
  if (stranger !== undefined) return refuse("order-not-clustering", stranger.column.range, { column: stranger.column.value, clustering: clustering.map((name) => name.value) });
  for (let i = 0; i < order.length; i++) {
    const { column } = order[i]!;
    const expected = clustering[i];
    if (expected === undefined || column.value === expected.value) continue;
    const later = order.some((item) => item.column.value === expected.value);
    return refuse(later ? "order-sequence" : "order-missing", column.range, { column: column.value, expected: expected.value, clustering: clustering.map((name) => name.value) });
  }
  return undefined;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** D-TBL-22; views take an id too. */
export function checkTableId(properties: readonly Property[]): Finding {
  const id = propertyOf(properties, "id");
  return id === undefined || UUID.test(simpleText(id.value) ?? "") ? undefined
    : refuse("bad-table-id", id.value.range, { value: simpleText(id.value) ?? "" }, { errorClass: "config" });
}

/** D-TBL-12. */
function checkStatics(table: NewTable): Finding {
  const first = table.clustering.length > 0 ? undefined : table.statement.columns.find((column) => column.isStatic);
  return first === undefined ? undefined : refuse("static-without-clustering", first.range, { column: first.name.value, table: table.name.value });
}

/** D-TBL-18. */
function checkCompactStorage(table: NewTable, context: CheckContext): Finding {
  const keys = new Set([...table.partition, ...table.clustering].map((name) => name.value));
  const values = table.statement.columns.filter((column) => !keys.has(column.name.value));
  const range = table.statement.options.compactStorage ?? table.name.range;
  const cells = firstOf(values, (column) => {
    const type = typeIn(column.type, table.place, context);
    return isMultiCell(type) ? refuse("compact-non-frozen", column.type.range, { column: column.name.value, type: formatType(type) }) : undefined;
  });
  if (cells !== undefined) return cells;
  const fixed = values.find((column) => column.isStatic);
  if (fixed !== undefined) return refuse("compact-static", fixed.range, { column: fixed.name.value });
  if (table.clustering.length > 0) return values.length > 1 ? refuse("compact-several-values", values[1]!.name.range, { columns: values.map((column) => column.name.value) }) : undefined;
  return values.length === 0 ? refuse("compact-no-value", range, { table: table.name.value }) : undefined;
}

/** D-TBL-13, D-TBL-14. */
function checkCounters(table: NewTable): Finding {
  const { columns, options } = table.statement;
  if (!columns.some((column) => isCounterReference(column.type))) return checkHiddenCounters(table);
  const keys = new Set([...table.partition, ...table.clustering].map((name) => name.value));
  const other = columns.find((column) => !keys.has(column.name.value) && !isCounterReference(column.type));
  if (other !== undefined) return refuse("counter-mix", other.range, { column: other.name.value, table: table.name.value });
  const ttl = propertyOf(options.properties, "default_time_to_live");
  return ttl !== undefined && (integerOption(options.properties, "default_time_to_live") ?? 0) > 0 ? refuse("counter-ttl", ttl.range, { table: table.name.value }) : undefined;
}

/** A counter written as a class makes no counter table; the check of the table as a whole finds it. */
function checkHiddenCounters(table: NewTable): Finding {
  for (const { definition, type } of table.columns.values()) {
    if (type.kind === "native" && type.name === "counter") return refuse("counter-mix", definition.range, { column: definition.name.value, table: table.name.value }, { errorClass: "config" });
  }
  return undefined;
}

/** D-NAM-2, for tables and views: the last thing that is looked at. */
export function checkTableName(name: Name, context: CheckContext): Finding {
  if (!/^\w+$/.test(name.value)) return refuse("bad-table-name", name.range, { table: name.value }, { errorClass: "config" });
  const limits = NAME_LIMITS[context.target];
  return name.value.length <= limits.table ? undefined : refuse("bad-table-name", name.range, { table: name.value }, { errorClass: limits.tooLong });
}

/** G-TBL-4. */
function checkUncompressed(table: NewTable, context: CheckContext): Finding {
  const compression = propertyOf(table.statement.options.properties, "compression");
  if (compression === undefined || !isUncompressed(compression) || isEnabled(context.server, context.target, "uncompressed_tables_enabled")) return undefined;
  return refuse("guardrail-uncompressed-tables", compression.range, { switch: "uncompressed_tables_enabled" });
}
