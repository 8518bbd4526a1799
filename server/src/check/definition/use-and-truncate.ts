import { isEnabled } from "../../dialect/guardrails";
import { SYSTEM_KEYSPACES } from "../../dialect/system-keyspaces";
import type { Truncate, Use } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import { definitionOf, violate } from "../violate";
import { checkTimeout, usingOf } from "../writing/using";
import type { Finding } from "../violation";
import { absentKeyspace, absentObject, doubtOf, isPlace, placeOf, placeOfKeyspace, tableIn } from "./places";
import { inOrder, refuse } from "./steps";

/** USE (D-KS-16, G-CFG-7). */
export function checkUse(statement: Use, context: CheckContext): Finding {
  const { keyspace } = statement;
  if (keyspace === undefined) return undefined;
  return inOrder([
    () => (isEnabled(context.server, context.target, "use_statements_enabled") ? undefined : violate("use-disabled", statement.head, { switch: "use_statements_enabled" })),
    () => absentKeyspace(placeOfKeyspace(keyspace, context), context)?.finding,
  ]);
}

/** TRUNCATE, in the server's order (D-TRU-1 to D-TRU-3, G-TBL-7). The table is looked up at PREPARE. */
export function checkTruncate(statement: Truncate, context: CheckContext): Finding {
  const { table: name } = statement;
  if (name === undefined) return undefined;
  const place = placeOf(name, context);
  if (!isPlace(place)) return place;
  const table = tableIn(place, name.name.value);
  return inOrder([
    () => {
      if (table === undefined) {
        const absent = absentObject(place, { code: "unknown-table", name: name.name, known: place.model?.tables.keys() ?? [] }, context);
        return absent.absent === "sure" ? { ...absent.finding, phase: "prepare" } : { halt: absent.finding };
      }
      const doubt = doubtOf(table);
      return doubt === undefined ? undefined : { halt: doubt };
    },
    () => (isEnabled(context.server, context.target, "drop_truncate_table_enabled") ? undefined : violate("guardrail-drop-truncate-table", statement.head, { switch: "drop_truncate_table_enabled" })),
    () => (table?.kind === "view" ? refuse("truncate-view", name.range, { view: table.name, base: table.base ?? "" }, { related: definitionOf(table) }) : undefined),
    () => (SYSTEM_KEYSPACES[context.target].virtual.has(place.keyspace) ? refuse("truncate-virtual", name.range, { table: name.name.value }) : undefined),
    () => checkTimeout(usingOf(statement.using, "timeout")),
  ]);
}
