import { thresholds, valueLists } from "../../dialect/guardrails";
import type { Property, Statement, TypeReference } from "../../syntax/ast";
import type { Range } from "../../text/range";
import type { CheckContext } from "../judgement";
import type { Violation } from "../violation";
import { countKeyspaces, countTables } from "./counts";
import { isPlace, placeOf, tableIn } from "./places";
import { refuse } from "./steps";
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
    case "create-keyspace": return [above("keyspaces", countKeyspaces(context) + 1, statement.name?.range ?? statement.head, context)];
    case "create-table": {
      const range = statement.name?.range ?? statement.head;
      return [
        above("tables", countTables(context) + 1, range, context),
        above("columns_per_table", statement.columns.length, range, context),
        ...properties(statement.options.properties, context),
        ...statement.columns.map((column) => vector(column.type, context)),
      ];
    }
    case "create-type": return [above("fields_per_udt", statement.fields.length, statement.name?.range ?? statement.head, context), ...statement.fields.map((field) => vector(field.type, context))];
    case "create-view": return properties(statement.options.properties, context);
    case "alter-view": return properties(statement.properties, context);
    case "create-index": {
      const place = statement.table === undefined ? undefined : placeOf(statement.table, context);
      const table = place !== undefined && isPlace(place) ? tableIn(place, statement.table?.name.value ?? "") : undefined;
      return table === undefined ? NONE : [above("secondary_indexes_per_table", table.indexes.length + 1, statement.table?.range ?? statement.head, context)];
    }
    case "alter-table":
      if (statement.alteration?.kind === "with") return properties(statement.alteration.properties, context);
      return statement.alteration?.kind === "add" ? statement.alteration.columns.map((column) => vector(column.type, context)) : NONE;
    default: return NONE;
  }
}

function above(name: string, count: number, range: Range, context: CheckContext): Violation | undefined {
  const { warn } = thresholds(context.server, context.target, name);
  return warn !== undefined && count > warn ? refuse(`guardrail-${name.replaceAll("_", "-")}`, range, { count, limit: warn, switch: `${name}_warn_threshold` }) : undefined;
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
