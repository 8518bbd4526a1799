import { hasSwitch, thresholds, valueLists } from "../../dialect/guardrails";
import type { Property, QualifiedName, Statement, TableAlteration, TypeReference } from "../../syntax/ast";
import type { Range } from "../../text/range";
import type { CheckContext } from "../judgement";
import type { Violation } from "../violation";
import { countKeyspaces, countTables } from "./counts";
import { isPlace, placeOf, tableIn } from "./places";
import { mapEntries, propertyOf, readInteger } from "./property";
import { refuse } from "./steps";
import { timeWindowWithoutTtl } from "./table-options";
import { anywhere } from "./type-reference";

const NONE: readonly Violation[] = [];

/** What the guardrails of the configuration only warn of (G-GEN-1, G-GEN-6); to be asked for statements that are accepted. */
export function guardrailWarnings(statement: Statement, context: CheckContext): readonly Violation[] {
  const { server } = context;
  let any = false;
  for (const name in server) any ||= name.endsWith("_warn_threshold") || name.endsWith("_warned") || name.endsWith("_ignored");
  return any ? warningsOf(statement, context).filter((warning) => warning !== undefined) : NONE;
}

function warningsOf(statement: Statement, context: CheckContext): readonly (Violation | undefined)[] {
  switch (statement.kind) {
    case "create-keyspace": return [above("keyspaces", () => countKeyspaces(context) + 1, statement.name?.range ?? statement.head, context), ...factors(statement.properties, context)];
    case "alter-keyspace": return factors(statement.properties, context);
    case "create-table": {
      const range = statement.name?.range ?? statement.head;
      return [
        above("tables", () => countTables(context) + 1, range, context),
        above("columns_per_table", statement.columns.length, range, context),
        ...properties(statement.options.properties, context),
        ...statement.columns.map((column) => vector(column.type, context)),
        timeWindow(statement.options.properties, context),
      ];
    }
    case "alter-type": {
      const { alteration, name } = statement;
      const place = name === undefined ? undefined : placeOf(name, context);
      const type = place !== undefined && isPlace(place) ? place.model?.types.get(name?.name.value ?? "") : undefined;
      return type === undefined || alteration?.kind !== "add" ? NONE : [above("fields_per_udt", type.fields.length + 1, alteration.field.range, context), vector(alteration.field.type, context)];
    }
    case "create-type": return [above("fields_per_udt", statement.fields.length, statement.name?.range ?? statement.head, context), ...statement.fields.map((field) => vector(field.type, context))];
    case "create-view": {
      const { base, name } = statement;
      const place = name === undefined ? undefined : placeOf(name, context);
      const views = place !== undefined && isPlace(place) ? [...(place.model?.tables.values() ?? [])].filter((table) => table.base === base?.name.value).length : 0;
      return [above("materialized_views_per_table", views + 1, base?.range ?? statement.head, context), ...properties(statement.options.properties, context)];
    }
    case "alter-view": return properties(statement.properties, context);
    case "create-index": {
      const place = statement.table === undefined ? undefined : placeOf(statement.table, context);
      const table = place !== undefined && isPlace(place) ? tableIn(place, statement.table?.name.value ?? "") : undefined;
      return table === undefined ? NONE : [above("secondary_indexes_per_table", table.indexes.length + 1, statement.table?.range ?? statement.head, context)];
    }
    case "alter-table":
      if (statement.alteration?.kind === "with") return [...properties(statement.alteration.properties, context), timeWindow(statement.alteration.properties, context)];
      return statement.alteration?.kind === "add" ? added(statement.alteration, statement.name, context) : NONE;
    default: return NONE;
  }
}

/** Columns that ALTER TABLE adds. */
function added(alteration: Extract<TableAlteration, { readonly kind: "add" }>, name: QualifiedName | undefined, context: CheckContext): readonly (Violation | undefined)[] {
  const place = name === undefined ? undefined : placeOf(name, context);
  const table = place !== undefined && isPlace(place) ? tableIn(place, name?.name.value ?? "") : undefined;
  const count = (table?.columns.length ?? 0) + alteration.columns.filter((column) => table?.byName.has(column.name.value) !== true).length;
  return [...(table === undefined ? [] : [above("columns_per_table", count, alteration.range, context)]), ...alteration.columns.map((column) => vector(column.type, context))];
}

/** Replication factors that are lower or higher than the configuration likes (G-KS-2, G-KS-3). */
function factors(written: readonly Property[], context: CheckContext): readonly Violation[] {
  const replication = propertyOf(written, "replication");
  if (replication?.value.kind !== "map") return NONE;
  const lowest = thresholds(context.server, context.target, "minimum_replication_factor").warn;
  const highest = thresholds(context.server, context.target, "maximum_replication_factor").warn;
  return mapEntries(replication.value).flatMap(({ text, range }) => {
    const value = readInteger(text?.split("/")[0]);
    if (value === undefined) return [];
    const warn = (name: string, limit: number): readonly Violation[] => [refuse("guardrail-replication-factor", range, { value, limit, switch: `${name}_warn_threshold` })];
    if (lowest !== undefined && value < lowest) return warn("minimum_replication_factor", lowest);
    return highest !== undefined && value > highest ? warn("maximum_replication_factor", highest) : [];
  });
}

/** TimeWindow compaction without a time to live, where the configuration says to warn of it (G-TBL-8). */
function timeWindow(written: readonly Property[], context: CheckContext): Violation | undefined {
  const compaction = context.server["zero_ttl_on_twcs_warned"] === true && hasSwitch(context.target, "zero_ttl_on_twcs_enabled") ? timeWindowWithoutTtl(written) : undefined;
  return compaction === undefined ? undefined : refuse("guardrail-twcs-without-ttl", compaction.range, { switch: "zero_ttl_on_twcs_warned" });
}

function above(name: string, counted: number | (() => number), range: Range, context: CheckContext): Violation | undefined {
  const { warn } = thresholds(context.server, context.target, name);
  if (warn === undefined) return undefined;
  const count = typeof counted === "number" ? counted : counted();
  return count > warn ? refuse(`guardrail-${name.replaceAll("_", "-")}`, range, { count, limit: warn, switch: `${name}_warn_threshold` }) : undefined;
}

/** Options that are warned of, or dropped with a warning (G-TBL-3). */
function properties(written: readonly Property[], context: CheckContext): readonly Violation[] {
  const lists = valueLists(context.server, context.target, "table_properties");
  return written.flatMap(({ name }) => {
    const list = lists.ignored.includes(name.value) ? "ignored" : lists.warned.includes(name.value) ? "warned" : undefined;
    return list === undefined ? [] : [refuse("guardrail-table-properties", name.range, { option: name.value, switch: `table_properties_${list}`, list })];
  });
}

function vector(type: TypeReference, context: CheckContext): Violation | undefined {
  const { warn } = thresholds(context.server, context.target, "vector_dimensions");
  const found = warn === undefined ? undefined : anywhere(type, (inner) => inner.kind === "vector" && Number(inner.dimension) > warn);
  return found === undefined || warn === undefined ? undefined : refuse("guardrail-vector-dimensions", found.range, { limit: warn, switch: "vector_dimensions_warn_threshold" });
}
