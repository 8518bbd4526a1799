import type { CreateTrigger, DropTrigger } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import { suggestion } from "../names";
import { definitionOf } from "../violate";
import type { Finding } from "../violation";
import { checkPlace, isPlace, placeOf, requireTable, tableIn } from "./places";
import { CONTENT, inOrder, refuse } from "./steps";

/** CREATE TRIGGER, in the server's order (D-TRG-2, D-TRG-3). */
export function checkCreateTrigger(statement: CreateTrigger, context: CheckContext): Finding {
  const { name, table: tableName, className } = statement;
  if (name === undefined || tableName === undefined) return undefined;
  const place = placeOf(tableName, context);
  if (!isPlace(place)) return place;
  const table = tableIn(place, tableName.name.value);
  return inOrder([
    () => checkPlace(place, context, "none"),
    () => requireTable(table, tableName.name, place, context),
    () => (table?.kind === "view" ? refuse("trigger-on-view", tableName.range, { view: table.name }, { related: definitionOf(table) }) : undefined),
    () => {
      if (table?.triggers.includes(name.value) !== true) return undefined;
      return statement.ifNotExists ? CONTENT : refuse("trigger-exists", name.range, { trigger: name.value, table: table.name }, { related: definitionOf(table) });
    },
    () => {
      if (className === undefined) return undefined;
      const own = className.value === "" || /^(?:java|javax|org\.apache\.cassandra)\./.test(className.value);
      return own || context.schema.complete ? refuse("trigger-class", className.range, { class: className.value })
        : { unjudged: `nothing tells whether the server has the class ${className.value}` };
    },
  ]);
}

/** DROP TRIGGER, in the server's order (D-TRG-4): IF EXISTS covers a missing table too. */
export function checkDropTrigger(statement: DropTrigger, context: CheckContext): Finding {
  const { name, table: tableName } = statement;
  if (name === undefined || tableName === undefined) return undefined;
  const place = placeOf(tableName, context);
  if (!isPlace(place)) return place;
  const table = tableIn(place, tableName.name.value);
  return inOrder([
    () => checkPlace(place, context, "none"),
    () => requireTable(table, tableName.name, place, context, statement.ifExists),
    () => {
      if (table === undefined) return undefined;
      if (table.triggers.includes(name.value) || statement.ifExists) return undefined;
      return context.schema.complete ? refuse("unknown-trigger", name.range, { trigger: name.value, table: table.name, ...suggestion(name.value, table.triggers) }, { related: definitionOf(table) })
        : { unjudged: `no file creates trigger ${name.value}` };
    },
  ]);
}
