import { VIEW_DIALECT } from "../../dialect/definition";
import { isEnabled, switchName } from "../../dialect/guardrails";
import type { Column, Table } from "../../schema/model";
import { changeTable } from "../../schema/table";
import type { AlterView, CreateView, Name, Relation } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import { unknownColumn } from "../names";
import { readingOf } from "../reading/reading";
import { readWhere } from "../reading/where";
import { firstOf } from "../result";
import { definitionOf, violate } from "../violate";
import type { Finding } from "../violation";
import { checkNoTableId } from "./alter-table";
import { checkKeyType, checkTableId, checkTableName } from "./create-table";
import type { Place } from "./places";
import { checkPlace, doubtOf, isPlace, placeOf, requireKeyspace, requireObject, requireTable, tableIn } from "./places";
import { propertyOf } from "./property";
import { CONTENT, inOrder, refuse } from "./steps";
import type { Step } from "./steps";
import { checkOptionBounds, checkOptionNames, checkPropertyGuardrail, checkThreshold, integerOption, readOptionValues } from "./table-options";

/** CREATE MATERIALIZED VIEW, in the server's order (rulebook A7). */
export function checkCreateView(statement: CreateView, context: CheckContext): Finding {
  const { name, base: baseName } = statement;
  if (name === undefined || baseName === undefined) return undefined;
  const place = placeOf(name, context);
  if (!isPlace(place)) return place;
  const base = tableIn(place, baseName.name.value);
  const { properties } = statement.options;
  return inOrder([
    () => (baseName.keyspace === undefined || baseName.keyspace.value === place.keyspace ? undefined
      : violate("view-other-keyspace", baseName.range, { view: name.name.value, keyspace: place.keyspace, other: baseName.keyspace.value })), // D-MV-2
    () => (statement.markers[0] === undefined ? undefined : violate("view-marker", statement.markers[0].range, { view: name.name.value })), // D-MV-3
    () => checkPropertyGuardrail(properties, context),
    () => checkPlace(place, context, "permission"),
    () => (isEnabled(context.server, context.target, "materialized_views_enabled") ? undefined : refuse("views-disabled", statement.head, { switch: switchName(context.target, "materialized_views_enabled") })), // D-MV-1
    () => requireKeyspace(place, context),
    () => checkBase(statement, base, baseName.name, place, context),
    () => (base === undefined ? undefined : checkView(statement, base, name.name, place, context)),
  ]);
}

/** The base table and the view's own name (D-MV-4, D-MV-5, D-MV-6). */
function checkBase(statement: CreateView, base: Table | undefined, baseName: Name, place: Place, context: CheckContext): ReturnType<Step> {
  if (base === undefined || base.kind === "view") {
    if (base !== undefined) return refuse("view-on-view", baseName.range, { view: base.name }, { related: definitionOf(base) });
    return requireTable(base, baseName, place, context);
  }
  const doubt = doubtOf(base);
  if (doubt !== undefined) return { halt: doubt };
  const name = statement.name?.name;
  const existing = name === undefined ? undefined : tableIn(place, name.value);
  if (existing === undefined || name === undefined) return undefined;
  const unsure = doubtOf(existing);
  if (unsure !== undefined) return { halt: unsure };
  const data = { table: name.value, keyspace: place.keyspace };
  if (existing.kind === "table") return refuse("table-of-that-name", name.range, data, { related: definitionOf(existing) });
  return statement.ifNotExists ? CONTENT : refuse("table-exists", name.range, data, { errorClass: "exists", related: definitionOf(existing) });
}

/** What the base and the clauses of the view must be, once both are known. */
function checkView(statement: CreateView, base: Table, name: Name, place: Place, context: CheckContext): Finding {
  const { properties } = statement.options;
  const key = [...(statement.primaryKey?.partition ?? []), ...(statement.primaryKey?.clustering ?? [])];
  const baseRange = statement.base?.range ?? statement.head;
  const related = definitionOf(base);
  return inOrder([
    () => (base.isCounter ? refuse("view-on-counter-table", baseRange, { table: base.name }, { related }) : undefined), // D-MV-4
    () => (base.options.get("gc_grace_seconds") === "0" ? refuse("view-gc-grace", baseRange, { table: base.name }, { related }) : undefined),
    () => {
      const views = [...(place.model?.tables.values() ?? [])].filter((table) => table.base === base.name).length;
      return checkThreshold("materialized_views_per_table", views + 1, baseRange, context);
    },
    () => checkSelection(statement, base),
    () => checkKey(statement, key, base, context),
    () => checkOrder(statement, context),
    () => checkKeyCovers(statement, key, base),
    () => checkWhere(statement, key, base, context),
    () => checkOptionNames(properties, context),
    () => readOptionValues(properties, context),
    () => checkOptionBounds(properties, context),
    () => {
      const ttl = propertyOf(properties, "default_time_to_live");
      return ttl !== undefined && integerOption(properties, "default_time_to_live") !== 0 ? refuse("view-ttl", ttl.range, { view: name.value }) : undefined; // D-MV-17
    },
    () => checkTableId(properties),
    () => checkTableName(name, context),
  ]);
}

/** D-MV-7, D-MV-8. */
function checkSelection(statement: CreateView, base: Table): Finding {
  const view = statement.name?.name.value ?? "";
  const wrong = firstOf(statement.selectors, ({ expression, alias, range }) => {
    if (alias !== undefined) return refuse("view-alias", alias.range, { alias: alias.value, view });
    if (expression.kind !== "column") return expression.kind === "missing" ? { unjudged: "the statement is not complete" } : refuse("view-selector", range, { view });
    return base.byName.has(expression.name.value) ? undefined : { ...unknownColumn(expression.name, base), phase: "execute" };
  });
  if (wrong !== undefined) return wrong;
  // The values of a compact table without clustering are static ones inside the server.
  const fixed = selectedColumns(statement, base).find((column) => column.role === "static" || (base.compact && base.clustering.length === 0 && column.position < 0));
  if (fixed === undefined) return undefined;
  const range = statement.selectors.find(({ expression }) => expression.kind === "column" && expression.name.value === fixed.name)?.range ?? statement.star ?? statement.head;
  return refuse("view-static", range, { column: fixed.name, view }, { related: definitionOf(base, fixed) });
}

function selectedColumns(statement: CreateView, base: Table): readonly Column[] {
  if (statement.selectors.length === 0) return base.columns;
  return statement.selectors.flatMap(({ expression }) => {
    const column = expression.kind === "column" ? base.byName.get(expression.name.value) : undefined;
    return column === undefined ? [] : [column];
  });
}

/** D-MV-9, D-MV-10. */
function checkKey(statement: CreateView, key: readonly Name[], base: Table, context: CheckContext): Finding {
  const selected = new Set(selectedColumns(statement, base));
  const seen = new Set<string>();
  return firstOf(key, (name) => {
    const column = base.byName.get(name.value);
    if (column === undefined) return { ...unknownColumn(name, base), phase: "execute" };
    if (!selected.has(column)) return refuse("view-key-not-selected", name.range, { column: name.value, view: statement.name?.name.value ?? "" });
    if (seen.has(name.value)) return refuse("duplicate-key-column", name.range, { column: name.value });
    seen.add(name.value);
    return checkKeyType(name, column.type, name.range, context);
  });
}

/** D-MV-13: all clustering columns of the view, in order, or none. */
function checkOrder(statement: CreateView, context: CheckContext): Finding {
  const order = statement.options.clusteringOrder;
  const clustering = statement.primaryKey?.clustering ?? [];
  if (order.length === 0) return undefined;
  const same = VIEW_DIALECT[context.target].wholeOrder ? order.length === clustering.length && order.every(({ column }, i) => column.value === clustering[i]?.value)
    : order.every(({ column }) => clustering.some((name) => name.value === column.value));
  return same ? undefined : refuse("view-order", statement.options.clusteringOrderRange ?? order[0]!.range, { clustering: clustering.map((name) => name.value) });
}

/** D-MV-11, D-MV-12. */
function checkKeyCovers(statement: CreateView, key: readonly Name[], base: Table): Finding {
  const names = new Set(key.map((name) => name.value));
  const range = statement.primaryKey?.range ?? statement.head;
  const baseKey = [...base.partitionKey, ...base.clustering];
  const missing = baseKey.filter((column) => !names.has(column.name)).map((column) => column.name);
  const data = { view: statement.name?.name.value ?? "", table: base.name };
  if (missing.length > 0) return refuse("view-missing-base-key", range, { ...data, columns: missing }, { related: definitionOf(base) });
  const added = key.filter((name) => !baseKey.some((column) => column.name === name.value));
  return added.length > 1 ? refuse("view-two-new-columns", added[1]!.range, { ...data, columns: added.map((name) => name.value) }, { related: definitionOf(base) }) : undefined;
}

/** WHERE of a view (D-MV-14, D-MV-15, D-MV-16). */
function checkWhere(statement: CreateView, key: readonly Name[], base: Table, context: CheckContext): Finding {
  const view = statement.name?.name.value ?? "";
  const token = statement.where.find((relation) => relation.left.kind === "token");
  if (token !== undefined) return refuse("view-token", token.range, { view });
  const custom = statement.where.find((relation) => relation.left.kind === "expr");
  if (custom !== undefined) return refuse("view-expr", custom.range, { view });
  const notNull = new Set<string>();
  for (const relation of statement.where) {
    if (relation.operator !== "is not null" || relation.left.kind !== "column") continue;
    const { column } = relation.left;
    if (!base.byName.has(column.value)) return { ...unknownColumn(column, base), phase: "execute" };
    notNull.add(column.value);
  }
  const others = statement.where.filter((relation) => relation.operator !== "is not null" || relation.left.kind !== "column");
  const { filtersAreKnown, partitionKeyNotNull } = VIEW_DIALECT[context.target];
  let unjudged: Finding = others.length > 0 ? { unjudged: "what ScyllaDB makes of a filter in a view is not known" } : undefined;
  if (filtersAreKnown) {
    const read = readWhere(others, readingOf(withoutIndexes(base), context), true);
    if ("violation" in read) return { ...read.violation, phase: "execute" };
    if (read.where === undefined) return read.unjudged;
    ({ unjudged } = read);
  }
  if (!partitionKeyNotNull && base.partitionKey.length === 1) notNull.add(base.partitionKey[0]!.name);
  const restricted = new Set(others.flatMap(columnsOf));
  const free = key.filter((name) => !notNull.has(name.value) && !restricted.has(name.value)).map((name) => name.value);
  if (free.length > 0) return refuse("view-key-not-restricted", statement.whereRange ?? statement.primaryKey?.range ?? statement.head, { columns: free, view });
  const isOpen = (column: string): boolean => (base.byName.get(column)?.position ?? -1) < 0 && (filtersAreKnown || !key.some((name) => name.value === column));
  const filter = others.find((relation) => columnsOf(relation).some(isOpen));
  if (filter !== undefined) return refuse("view-filter", filter.range, { columns: columnsOf(filter), view, table: base.name });
  const idle = context.target === "scylla" && context.server.strict_is_not_null_in_views === true ? notNullOutsideKey(statement)[0] : undefined;
  if (idle !== undefined) return refuse("view-not-null-outside-key", idle.range, { column: columnsOf(idle)[0] ?? "", view, switch: "strict_is_not_null_in_views" });
  return unjudged;
}

function withoutIndexes(table: Table): Table {
  return table.indexes.length === 0 ? table : changeTable(table, { indexes: [] });
}

function columnsOf(relation: Relation): readonly string[] {
  const { left } = relation;
  if (left.kind === "column" || left.kind === "entry") return [left.column.value];
  return left.kind === "tuple" ? left.columns.map((name) => name.value) : [];
}

/** ALTER MATERIALIZED VIEW, in the server's order (D-MV-19). */
export function checkAlterView(statement: AlterView, context: CheckContext): Finding {
  const { name, properties } = statement;
  if (name === undefined) return undefined;
  const place = placeOf(name, context);
  if (!isPlace(place)) return place;
  const view = tableIn(place, name.name.value);
  return inOrder([
    () => checkPropertyGuardrail(properties, context),
    () => checkPlace(place, context, "none"), // the permission is asked of the base table, once the view is found
    () => missingView(view, name.name, place, context, statement.ifExists !== undefined),
    () => checkOptionNames(properties, context),
    () => readOptionValues(properties, context),
    () => checkOptionBounds(properties, context),
    () => checkNoTableId(properties),
    () => {
      const grace = propertyOf(properties, "gc_grace_seconds");
      return grace !== undefined && integerOption(properties, "gc_grace_seconds") === 0 ? refuse("view-gc-grace", grace.range, { table: name.name.value }) : undefined;
    },
    () => {
      const ttl = propertyOf(properties, "default_time_to_live");
      return ttl !== undefined && (integerOption(properties, "default_time_to_live") ?? 0) > 0 ? refuse("view-ttl", ttl.range, { view: name.name.value }) : undefined;
    },
  ]);
}

/** What ALTER and DROP MATERIALIZED VIEW say when there is no view of the name (D-MV-19, D-MV-20). */
export function missingView(found: Table | undefined, name: Name, place: Place, context: CheckContext, ifExists: boolean): ReturnType<Step> {
  if (found?.kind === "table") {
    return ifExists ? CONTENT : refuse("not-a-view", name.range, { table: name.value }, { related: definitionOf(found) });
  }
  const views = [...(place.model?.tables.values() ?? [])].filter((table) => table.kind === "view").map((table) => table.name);
  return requireObject(found, place, { code: "unknown-view", name, known: views }, context, ifExists);
}

/** The relations IS NOT NULL on columns outside the view's key, which ScyllaDB passes over, warns of or refuses (S-MV-3, S-GRD-10). */
export function notNullOutsideKey(statement: CreateView): readonly Relation[] {
  const key = new Set([...(statement.primaryKey?.partition ?? []), ...(statement.primaryKey?.clustering ?? [])].map((name) => name.value));
  return statement.where.filter((relation) => relation.operator === "is not null" && relation.left.kind === "column" && !key.has(relation.left.column.value));
}
