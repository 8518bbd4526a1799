import { isEnabled, switchName } from "../../dialect/guardrails";
import { ALTER_DIALECT, typeChange } from "../../dialect/definition";
import { formatType, identicalType, isCollection, isMultiCell } from "../../schema/types";
import type { CqlType } from "../../schema/type";
import type { Column, Table } from "../../schema/model";
import type { AlterTable, ColumnDefinition, Name, TableAlteration } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import { suggestion, unknownColumn } from "../names";
import { firstOf } from "../result";
import { definitionOf } from "../violate";
import type { Finding } from "../violation";
import { checkCustomTypes } from "./custom-type";
import { checkMask, checkMaskingEnabled } from "./mask";
import type { Place } from "./places";
import { checkPlace, isPlace, placeOf, requireTable, tableIn } from "./places";
import { propertyOf } from "./property";
import { isSerializationCompatible } from "./serialization";
import { inOrder, refuse } from "./steps";
import { checkOptionBounds, checkOptionNames, checkPropertyGuardrail, checkTableOnlyOptions, checkThreshold, checkTimeWindowGuardrail, integerOption, isUncompressed, readOptionValues, readingPhase } from "./table-options";
import { checkTtlChange } from "./ttl-column";
import { checkNestedMultiCell, checkType, checkVectorGuardrails, isCounterReference, typeIn } from "./type-reference";

/** ALTER TABLE, in the server's order (rulebook A5; D-ALT-1 and D-ALT-2 here). */
export function checkAlterTable(statement: AlterTable, context: CheckContext): Finding {
  const { name, alteration } = statement;
  if (name === undefined || alteration === undefined) return undefined;
  const place = placeOf(name, context);
  if (!isPlace(place)) return place;
  const table = tableIn(place, name.name.value);
  return inOrder([
    () => (alteration.kind === "add" ? checkCustomTypes(alteration.columns.map((column) => column.type), context) : undefined),
    () => checkBeforeSchema(alteration, context),
    () => checkPlace(place, context, "permission"),
    () => (table?.kind === "view" ? refuse("alter-table-on-view", name.range, { view: table.name }) : requireTable(table, name.name, place, context, statement.ifExists !== undefined)),
    () => (table === undefined ? undefined : checkAlteration(alteration, table, place, context)),
  ]);
}

/** What PREPARE refuses without looking at the table. */
function checkBeforeSchema(alteration: TableAlteration, context: CheckContext): Finding {
  switch (alteration.kind) {
    case "mask": return checkMaskingEnabled(alteration.mask, context);
    case "add": return firstOf(alteration.columns, (column) => checkVectorGuardrails(column.type, context));
    case "with": {
      const phase = readingPhase(context);
      return checkPropertyGuardrail(alteration.properties, context)
        ?? (phase === "prepare" ? readOptionValues(alteration.properties, context, { phase }) : undefined)
        ?? checkTimeWindowGuardrail(alteration.properties, context);
    }
    default: return undefined;
  }
}

function checkAlteration(alteration: TableAlteration, table: Table, place: Place, context: CheckContext): Finding {
  switch (alteration.kind) {
    case "alter-type":
      return ALTER_DIALECT[context.target].typeChanges ? checkTypeChange(alteration, table, place, context)
        : refuse("alter-type-removed", alteration.range, { name: alteration.column.value });
    case "mask": return checkMaskChange(alteration, table, place, context);
    case "add": return checkChangesAllowed(alteration, context) ?? checkAdd(alteration, table, place, context);
    case "drop": return checkChangesAllowed(alteration, context) ?? checkDrop(alteration, table, place, context);
    case "rename": return checkChangesAllowed(alteration, context) ?? checkRename(alteration, table, place);
    case "drop-compact-storage": return checkDropCompactStorage(alteration, table, context);
    case "with": return checkWith(alteration, table, place, context);
    case "ttl-column": return checkTtlChange(alteration, table);
  }
}

/** S-ALT-1: values of the old type must be values of the new one, and those of a clustering column sort alike. */
function checkTypeChange(alteration: Extract<TableAlteration, { readonly kind: "alter-type" }>, table: Table, place: Place, context: CheckContext): Finding {
  const column = table.byName.get(alteration.column.value);
  if (column === undefined) return refuseColumn(alteration.column, table);
  const type = typeIn(alteration.type, place, context);
  const change = column.type.kind === "native" && type.kind === "native" ? typeChange(column.type.name, type.name, { keepsOrder: column.role === "clustering" }) : "unknown";
  if (change === "allowed") return undefined;
  if (change === "unknown") return checkType(alteration.type, place, context) ?? { unjudged: "whether this change of a type is allowed depends on the server" };
  return refuse("alter-incompatible-type", alteration.type.range, { column: column.name, before: formatType(column.type), type: formatType(type) }, { errorClass: "config", related: definitionOf(table, column) });
}

/** G-TBL-6. */
function checkChangesAllowed(alteration: TableAlteration, context: CheckContext): Finding {
  return isEnabled(context.server, context.target, "alter_table_enabled") ? undefined : refuse("guardrail-alter-table", alteration.range, { switch: "alter_table_enabled" });
}

/** D-MSK-5, then the mask itself. */
function checkMaskChange(alteration: Extract<TableAlteration, { readonly kind: "mask" }>, table: Table, place: Place, context: CheckContext): Finding {
  const column = table.byName.get(alteration.column.value);
  if (column === undefined) return alteration.ifExists === undefined ? refuseColumn(alteration.column, table) : undefined;
  return checkMask(alteration.mask, column.type, place, context);
}

function refuseColumn(name: Name, table: Table): Finding {
  return { ...unknownColumn(name, table), phase: "execute" };
}

/** ADD: each column in turn (D-ALT-4 to D-ALT-9), then the table as a whole. */
function checkAdd(alteration: Extract<TableAlteration, { readonly kind: "add" }>, table: Table, place: Place, context: CheckContext): Finding {
  const added = new Set<string>();
  const kept: ColumnDefinition[] = [];
  const found = firstOf(alteration.columns, (column) => {
    const type = checkType(column.type, place, context);
    if (type !== undefined) return type;
    const name = column.name.value;
    if (table.byName.has(name) || added.has(name)) {
      return alteration.ifNotExists === undefined ? refuse("column-exists", column.name.range, { column: name, table: table.name }, { related: relatedColumn(table, name) }) : undefined;
    }
    added.add(name);
    kept.push(column);
    return checkNewColumn(column, typeIn(column.type, place, context), table, context);
  });
  if (found !== undefined) return found;
  const count = checkThreshold("columns_per_table", table.columns.length + kept.length, alteration.range, context);
  if (count !== undefined) return count;
  if (kept.length === 0) return undefined;
  const counters = table.isCounter || kept.some((column) => isCounterReference(column.type));
  const wrong = counters && !table.isCounter ? kept.find((column) => isCounterReference(column.type)) : kept.find((column) => !isCounterReference(column.type));
  // The check of the table as a whole finds a mix of counters and other columns (D-ALT-8).
  return counters && wrong !== undefined ? refuse("counter-mix", wrong.range, { column: wrong.name.value, table: table.name }, { errorClass: "config", related: definitionOf(table) }) : undefined;
}

function relatedColumn(table: Table, name: string): ReturnType<typeof definitionOf> {
  const column = table.byName.get(name);
  return column === undefined ? undefined : definitionOf(table, column);
}

function checkNewColumn(column: ColumnDefinition, type: CqlType, table: Table, context: CheckContext): Finding {
  const name = column.name.value;
  if (table.compact) return refuse("compact-add", column.range, { column: name, table: table.name }, { related: definitionOf(table) });
  if (column.isStatic && table.clustering.length === 0) return refuse("static-without-clustering", column.range, { column: name, table: table.name }, { related: definitionOf(table) });
  const nested = checkNestedMultiCell(column.type, type, context);
  if (nested !== undefined) return nested;
  const before = table.dropped.get(name);
  if (before === undefined) return undefined;
  if (ALTER_DIALECT[context.target].readdsOtherTypes) return checkReaddedCollection(column, type, before.type, table);
  if (before.type.kind === "unknown" || type.kind === "unknown") return { unjudged: `the type that ${name} had is not known` };
  const data = { column: name, type: formatType(type), before: formatType(before.type) };
  if (!isSerializationCompatible(type, before.type, context.schema)) return refuse("readd-type", column.type.range, data);
  if (column.isStatic !== (before.role === "static")) return refuse("readd-kind", column.range, { column: name, before: before.role, now: column.isStatic ? "static" : "regular" });
  return table.isCounter ? refuse("readd-counter", column.range, data) : undefined;
}

/** S-ALT-3: what ScyllaDB refuses to add again are counters, and collections beside the cells of another collection. */
function checkReaddedCollection(column: ColumnDefinition, type: CqlType, before: CqlType, table: Table): Finding {
  const data = { column: column.name.value, type: formatType(type), before: formatType(before) };
  if (table.isCounter) return refuse("readd-counter", column.range, data);
  if (!isCollection(type) || !isMultiCell(type) || !isCollection(before) || !isMultiCell(before) || identicalType(type, before)) return undefined;
  return type.kind === before.kind ? { unjudged: `whether elements of ${formatType(before)} are elements of ${formatType(type)} is not known` } : refuse("readd-type", column.type.range, data);
}

/** DROP: each column in turn (D-ALT-5, D-ALT-10 to D-ALT-14). */
function checkDrop(alteration: Extract<TableAlteration, { readonly kind: "drop" }>, table: Table, place: Place, context: CheckContext): Finding {
  return firstOf(alteration.columns, (name) => {
    const column = table.byName.get(name.value);
    if (column === undefined) return alteration.ifExists === undefined ? refuseColumn(name, table) : undefined;
    const data = { column: name.value, table: table.name };
    const related = definitionOf(table, column);
    if (column.position >= 0) return refuse("drop-key-column", name.range, data, { related });
    if (ALTER_DIALECT[context.target].dropNeedsFrozenUserType && column.type.kind === "user" && isMultiCell(column.type)) return refuse("drop-non-frozen-user-type", name.range, { ...data, type: column.type.name }, { related });
    const indexes = table.indexes.filter((index) => index.column === name.value).map((index) => index.name);
    if (indexes.length > 0) return refuse("column-indexed", name.range, { ...data, indexes }, { related });
    const views = viewsThatKeep(column, table, place, context);
    if (views.length > 0) return refuse("base-of-view", name.range, { table: table.name, views, what: `column ${name.value}` }, { related });
    return table.compact && table.clustering.length > 0 ? refuse("compact-drop-value", name.range, data, { errorClass: "server", related }) : undefined;
  });
}

/**
 * The views for whose sake a column stays: all of them (D-ALT-14); in ScyllaDB those that have it (S-ALT-2), if only as a hidden column that tells
 * whether a row lives: a view whose key holds a column from outside the table's key needs none.
 */
function viewsThatKeep(column: Column, table: Table, place: Place, context: CheckContext): readonly string[] {
  const views = viewsOf(table, place);
  if (!ALTER_DIALECT[context.target].dropsUnusedByViews) return views;
  return views.filter((name) => {
    const view = tableIn(place, name);
    const keyed = view === undefined || [...view.partitionKey, ...view.clustering].some((key) => table.byName.get(key.name)?.position === -1);
    return view?.byName.has(column.name) === true || (column.role === "regular" && !keyed);
  });
}

/** The views on a table, by name. */
export function viewsOf(table: Table, place: Place): readonly string[] {
  return [...(place.model?.tables.values() ?? [])].filter((candidate) => candidate.kind === "view" && candidate.base === table.name).map((view) => view.name);
}

/** RENAME: all pairs refer to the names of before (D-ALT-16). */
function checkRename(alteration: Extract<TableAlteration, { readonly kind: "rename" }>, table: Table, place: Place): Finding {
  const targets = new Set<string>();
  // Of two pairs with one source the server keeps the later one.
  const pairs = alteration.pairs.filter((pair, i) => !alteration.pairs.some((later, j) => j > i && later.from.value === pair.from.value));
  return firstOf(pairs, ({ from, to }) => {
    const column = table.byName.get(from.value);
    if (column === undefined) return refuseColumn(from, table);
    const related = definitionOf(table, column);
    if (column.position < 0) return refuse("rename-non-key", from.range, { column: from.value, table: table.name }, { related });
    if (table.byName.has(to.value)) return refuse("column-exists", to.range, { column: to.value, table: table.name }, { related });
    const indexes = table.indexes.filter((index) => index.column === from.value).map((index) => index.name);
    if (indexes.length > 0) return refuse("column-indexed", from.range, { column: from.value, table: table.name, indexes }, { related });
    if (targets.has(to.value)) return refuse("rename-twice", to.range, { column: to.value, ...suggestion(to.value, place.model?.tables.keys() ?? []) }, { errorClass: "server", related });
    targets.add(to.value);
    return undefined;
  });
}

/** D-ALT-20. */
function checkDropCompactStorage(alteration: TableAlteration, table: Table, context: CheckContext): Finding {
  if (context.target === "scylla") return { unjudged: "DROP COMPACT STORAGE is not checked for ScyllaDB" };
  if (!isEnabled(context.server, context.target, "drop_compact_storage_enabled")) return refuse("drop-compact-disabled", alteration.range, { switch: switchName(context.target, "drop_compact_storage_enabled") });
  return table.compact ? undefined : refuse("not-compact", alteration.range, { table: table.name }, { related: definitionOf(table) });
}

/** WITH: options, then what they mean for this table (D-ALT-18, D-ALT-19, D-OPT-20). */
function checkWith(alteration: Extract<TableAlteration, { readonly kind: "with" }>, table: Table, place: Place, context: CheckContext): Finding {
  const { properties } = alteration;
  return inOrder([
    () => checkOptionNames(properties, context),
    () => (readingPhase(context) === "execute" ? readOptionValues(properties, context) : undefined),
    () => checkOptionBounds(properties, context),
    () => checkNoTableId(properties),
    () => checkTableOnlyOptions(properties, table.isCounter, context),
    () => {
      const ttl = propertyOf(properties, "default_time_to_live");
      return ttl !== undefined && table.isCounter && (integerOption(properties, "default_time_to_live") ?? 0) > 0 ? refuse("counter-ttl", ttl.range, { table: table.name }, { related: definitionOf(table) }) : undefined;
    },
    () => {
      const views = viewsOf(table, place);
      const grace = propertyOf(properties, "gc_grace_seconds");
      return views.length > 0 && grace !== undefined && integerOption(properties, "gc_grace_seconds") === 0 ? refuse("view-gc-grace", grace.range, { table: table.name, views }) : undefined;
    },
    () => {
      const compression = propertyOf(properties, "compression");
      const before = table.options.get("compression");
      const off = compression === undefined ? typeof before === "object" && (before.size === 0 || before.get("enabled") === "false") : isUncompressed(compression);
      return off && !isEnabled(context.server, context.target, "uncompressed_tables_enabled")
        ? refuse("guardrail-uncompressed-tables", (compression ?? alteration).range, { switch: "uncompressed_tables_enabled" }) : undefined;
    },
  ]);
}

/** D-OPT-20: the id of a table or view never changes. */
export function checkNoTableId(properties: Parameters<typeof propertyOf>[0]): Finding {
  const id = propertyOf(properties, "id");
  return id === undefined ? undefined : refuse("alter-table-id", id.range, {}, { errorClass: "config" });
}
