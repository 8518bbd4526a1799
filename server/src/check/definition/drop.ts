import { isEnabled } from "../../dialect/guardrails";
import type { Table, UserFunction } from "../../schema/model";
import { formatType, mentions } from "../../schema/types";
import type { Drop, DropFunction, Name, QualifiedName } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import { suggestion } from "../names";
import { firstOf } from "../result";
import { definitionOf } from "../violate";
import type { Finding } from "../violation";
import { viewsOf } from "./alter-table";
import { checkNotFrozen, findOverload } from "./create-function";
import { isMaskOfServer } from "./mask";
import type { Place } from "./places";
import { absentKeyspace, checkPlace, doubtOf, isPlace, placeOf, placeOfKeyspace, requireObject, requireTable, tableIn } from "./places";
import { CONTENT, inOrder, refuse } from "./steps";
import { checkType, isUnknownType, typeIn, typeText } from "./type-reference";
import { isUserType } from "./user-type";
import { missingView } from "./view";

/** DROP KEYSPACE, TABLE, TYPE, INDEX and MATERIALIZED VIEW. */
export function checkDrop(statement: Drop, context: CheckContext): Finding {
  const { name } = statement;
  if (name === undefined) return undefined;
  if (statement.kind === "drop-keyspace") return dropKeyspace(statement, name.name, context);
  const place = placeOf(name, context);
  if (!isPlace(place)) return place;
  switch (statement.kind) {
    case "drop-table": return dropTable(statement, name, place, context);
    case "drop-type": return dropType(statement, name, place, context);
    case "drop-index": return dropIndex(statement, name, place, context);
    case "drop-view":
      return inOrder([
        () => checkPlace(place, context, "none"), // the permission is asked of the base table, once the view is found
        () => missingView(tableIn(place, name.name.value), name.name, place, context, statement.ifExists),
      ]);
  }
}

/** D-KS-15, G-KS-5. */
function dropKeyspace(statement: Drop, name: Name, context: CheckContext): Finding {
  const place = placeOfKeyspace(name, context);
  return inOrder([
    () => checkPlace(place, context, "permission"),
    () => (isEnabled(context.server, context.target, "drop_keyspace_enabled") ? undefined : refuse("guardrail-drop-keyspace", statement.head, { switch: "drop_keyspace_enabled" })),
    () => {
      const absent = absentKeyspace(place, context);
      return absent?.absent === "sure" && statement.ifExists ? CONTENT : absent?.finding;
    },
  ]);
}

/** D-DRP-1 to D-DRP-3, G-TBL-7. */
function dropTable(statement: Drop, name: QualifiedName, place: Place, context: CheckContext): Finding {
  const table = tableIn(place, name.name.value);
  return inOrder([
    () => checkPlace(place, context, "permission"),
    () => (isEnabled(context.server, context.target, "drop_truncate_table_enabled") ? undefined : refuse("guardrail-drop-truncate-table", statement.head, { switch: "drop_truncate_table_enabled" })),
    () => {
      if (table === undefined) return requireTable(table, name.name, place, context, statement.ifExists);
      if (table.kind === "view") return refuse("drop-table-on-view", name.range, { view: table.name }, { related: definitionOf(table) });
      const views = viewsOf(table, place);
      if (views.length > 0) return refuse("base-of-view", name.range, { table: table.name, views, what: "" }, { related: definitionOf(table) });
      const doubt = doubtOf(table);
      return doubt === undefined ? undefined : { halt: doubt };
    },
  ]);
}

/** D-UDT-6, D-UDT-13: a type that is still used stays. */
function dropType(statement: Drop, name: QualifiedName, place: Place, context: CheckContext): Finding {
  const type = place.model?.types.get(name.name.value);
  return inOrder([
    () => checkPlace(place, context, "permission"),
    () => {
      if (type === undefined || place.model === undefined) return requireObject(undefined, place, { code: "unknown-type", name: name.name, known: place.model?.types.keys() ?? [] }, context, statement.ifExists);
      const doubt = doubtOf(type);
      if (doubt !== undefined) return { halt: doubt };
      const { model } = place;
      const uses = (candidate: Parameters<typeof mentions>[0]): boolean => mentions(candidate, isUserType(type), context.schema);
      const users = [
        ...model.functions.filter((known) => [...known.parameters, known.returns, ...(known.stateType === undefined ? [] : [known.stateType])].some(uses)).map((known) => `${known.kind} ${known.name}`),
        ...[...model.types.values()].filter((other) => other !== type && other.fields.some((field) => uses(field.type))).map((other) => `type ${other.name}`),
        ...[...model.tables.values()].filter((table: Table) => table.columns.some((column) => uses(column.type))).map((table) => `table ${table.name}`),
      ];
      return users.length === 0 ? undefined : refuse("type-in-use", name.range, { type: type.name, users }, { related: type.origin === undefined ? undefined : [{ origin: type.origin, note: `${type.name} is created here` }] });
    },
  ]);
}

/** D-IDX-25. The server asks for the permission on the table of the index, so only for one that exists. */
function dropIndex(statement: Drop, name: QualifiedName, place: Place, context: CheckContext): Finding {
  const tables = [...(place.model?.tables.values() ?? [])];
  const table = tables.find((candidate) => candidate.indexes.some((index) => index.name === name.name.value));
  return inOrder([
    () => checkPlace(place, context, table === undefined ? "none" : "permission"),
    () => {
      if (table !== undefined) return undefined;
      // An index of a table whose definition is not sure may exist after all.
      const doubtful = tables.find((candidate) => candidate.doubt !== undefined);
      const doubt = doubtful === undefined ? undefined : doubtOf(doubtful);
      if (doubt !== undefined) return { halt: doubt };
      const known = tables.flatMap((candidate) => candidate.indexes.map((index) => index.name));
      return requireObject(undefined, place, { code: "unknown-index", name: name.name, known }, context, statement.ifExists);
    },
  ]);
}

/** DROP FUNCTION and DROP AGGREGATE, in the server's order (D-FUN-9, D-AGG-6); aggregates have nothing that uses them. */
export function checkDropFunction(statement: DropFunction, context: CheckContext): Finding {
  const { name, parameters } = statement;
  if (name === undefined) return undefined;
  const place = placeOf(name, context);
  if (!isPlace(place)) return place;
  const kind = statement.kind === "drop-function" ? "function" : "aggregate";
  const named = place.model?.functions.filter((known) => known.name === name.name.value) ?? [];
  const types = parameters?.map((parameter) => typeIn(parameter, place, context));
  return inOrder([
    () => checkPlace(place, context, "none"),
    () => {
      const absent = absentKeyspace(place, context);
      if (absent === undefined) return undefined;
      return absent.absent === "sure" && !statement.ifExists ? absent.finding : { halt: absent.absent === "sure" ? undefined : absent.finding };
    },
    () => (named.length > 1 && parameters === undefined ? refuse("ambiguous-function", name.range, { kind, name: name.name.value, overloads: named.map(signature) }) : undefined),
    () => firstOf(parameters ?? [], (parameter) => checkNotFrozen(parameter, "parameter")),
    () => firstOf(parameters ?? [], (parameter) => checkType(parameter, place, context)),
    () => {
      if (types?.some((type) => isUnknownType(type, context)) === true) return { halt: { unjudged: "a type of the parameters is not known" } };
      const found = types === undefined ? named[0] : findOverload(place, name.name.value, types);
      if (found?.kind === kind) {
        if (found.doubt !== undefined) return { halt: { unjudged: `the definition of ${found.name} is not sure` } };
        return kind === "function" ? checkUses(found, name, place) ?? checkMaskUses(found, name, place) : undefined;
      }
      if (statement.ifExists && (named.length > 0 || context.schema.complete)) return CONTENT;
      const written = parameters === undefined ? "" : `(${parameters.map(typeText).join(", ")})`;
      if (named.length > 0) return refuse(kind === "function" ? "unknown-function" : "unknown-aggregate", name.range, { [kind]: `${name.name.value}${written}`, keyspace: place.keyspace, overloads: named.map(signature) });
      const known = (place.model?.functions ?? []).filter((candidate) => candidate.kind === kind).map((candidate) => candidate.name);
      if (!context.schema.complete) return requireObject(undefined, place, { code: kind === "function" ? "unknown-function" : "unknown-aggregate", name: name.name, known }, context, statement.ifExists);
      return refuse(kind === "function" ? "unknown-function" : "unknown-aggregate", name.range, { [kind]: `${name.name.value}${written}`, keyspace: place.keyspace, ...suggestion(name.name.value, known) });
    },
  ]);
}

function signature(known: UserFunction): string {
  return `${known.name}(${known.parameters.map(formatType).join(", ")})`;
}

/** A function that an aggregate calls stays. */
function checkUses(found: UserFunction, name: QualifiedName, place: Place): Finding {
  const users = (place.model?.functions ?? []).filter((known) => {
    if (known.kind !== "aggregate" || known.stateType === undefined) return false;
    const state = known.stateFunction === undefined ? undefined : findOverload(place, known.stateFunction, [known.stateType, ...known.parameters]);
    const final = known.finalFunction === undefined ? undefined : findOverload(place, known.finalFunction, [known.stateType]);
    return state === found || final === found;
  });
  return users.length === 0 ? undefined : refuse("function-in-use", name.range, { function: found.name, aggregates: users.map((user) => user.name) });
}

/** A function that masks a column stays, and so do its overloads: the server goes by the name. Where the server has a masking function of that name too, either may be meant. */
function checkMaskUses(found: UserFunction, name: QualifiedName, place: Place): Finding {
  const users = [...(place.model?.tables.values() ?? [])].filter((table) => table.kind === "table" && table.columns.some((column) => column.maskFunction === found.name));
  if (users.length === 0) return undefined;
  const sure = isMaskOfServer(found.name) ? [] : users.filter((table) => table.doubt === undefined);
  if (sure[0] === undefined) return { unjudged: `whether ${found.name} masks a column is not sure` };
  return refuse("function-in-use", name.range, { function: found.name, tables: sure.map((user) => user.name) }, { related: definitionOf(sure[0]) });
}
