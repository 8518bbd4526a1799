import { ALTER_DIALECT, typeChange } from "../../dialect/definition";
import type { CqlType } from "../../schema/type";
import type { Keyspace, UserType } from "../../schema/model";
import { formatType, mentions } from "../../schema/types";
import type { AlterType, CreateType, FieldDefinition, TypeAlteration } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import { suggestion } from "../names";
import { firstOf } from "../result";
import type { Finding, Violation } from "../violation";
import { checkCustomTypes } from "./custom-type";
import type { Place } from "./places";
import { checkPlace, doubtOf, isPlace, placeOf, requireKeyspace, requireObject } from "./places";
import { CONTENT, inOrder, refuse } from "./steps";
import { checkThreshold } from "./table-options";
import { checkType, checkVectorGuardrails, isCounterReference, typeIn, typeText } from "./type-reference";

/** CREATE TYPE, in the server's order (D-UDT-1 to D-UDT-5). */
export function checkCreateType(statement: CreateType, context: CheckContext): Finding {
  const { name, fields } = statement;
  if (name === undefined) return undefined;
  const place = placeOf(name, context);
  if (!isPlace(place)) return place;
  const existing = place.model?.types.get(name.name.value);
  return inOrder([
    () => checkCustomTypes(fields.map((field) => field.type), context),
    () => checkThreshold("fields_per_udt", fields.length, name.range, context, { phase: "prepare" }),
    () => firstOf(fields, (field) => checkVectorGuardrails(field.type, context)),
    () => checkPlace(place, context, "permission"),
    () => {
      const absent = requireKeyspace(place, context);
      return absent === undefined || "code" in absent || !statement.ifNotExists ? absent : { halt: absent };
    },
    () => {
      if (existing === undefined) return undefined;
      const doubt = doubtOf(existing);
      if (doubt !== undefined) return { halt: doubt };
      return statement.ifNotExists ? CONTENT : refuse("type-exists", name.range, { type: existing.name, keyspace: place.keyspace }, { related: relatedType(existing) });
    },
    () => checkDuplicateFields(fields),
    () => firstOf(fields, (field) => checkFieldKind(field, context)),
    () => firstOf(fields, (field) => checkType(field.type, place, context)),
  ]);
}

function relatedType(type: UserType): Violation["related"] {
  return type.origin === undefined ? undefined : [{ origin: type.origin, note: `${type.name} is created here` }];
}

/** D-UDT-2. */
function checkDuplicateFields(fields: readonly FieldDefinition[]): Finding {
  const seen = new Set<string>();
  for (const { name } of fields) {
    if (seen.has(name.value)) return refuse("duplicate-field", name.range, { field: name.value });
    seen.add(name.value);
  }
  return undefined;
}

/** What no field may be: a counter (D-UDT-3), or a user type that is not frozen (D-UDT-4). */
function checkFieldKind(field: FieldDefinition, context: CheckContext): Finding {
  if (isCounterReference(field.type)) return refuse("counter-nested", field.type.range, { inside: "user type" });
  if (field.type.kind !== "user") return undefined;
  const found = checkType(field.type, { keyspace: field.type.name.keyspace?.value ?? "", range: field.type.range, model: undefined }, { ...context, schema: { ...context.schema, complete: false } });
  const foreign = found !== undefined && "code" in found && found.code === "unknown-type";
  return foreign ? found : refuse("field-non-frozen-user-type", field.type.range, { field: field.name.value, type: typeText(field.type) });
}

/** ALTER TYPE, in the server's order (D-UDT-6 to D-UDT-12). */
export function checkAlterType(statement: AlterType, context: CheckContext): Finding {
  const { name, alteration } = statement;
  if (name === undefined || alteration === undefined) return undefined;
  const place = placeOf(name, context);
  if (!isPlace(place)) return place;
  const type = place.model?.types.get(name.name.value);
  return inOrder([
    () => (alteration.kind === "add" ? checkCustomTypes([alteration.field.type], context) : undefined),
    () => (alteration.kind === "add" ? checkVectorGuardrails(alteration.field.type, context) : undefined),
    () => checkPlace(place, context, "alter-type"),
    () => requireObject(type, place, { code: "unknown-type", name: name.name, known: place.model?.types.keys() ?? [] }, context, statement.ifExists !== undefined),
    () => (type === undefined || place.model === undefined ? undefined : checkAlteration(alteration, type, place, place.model, context)),
  ]);
}

function checkAlteration(alteration: TypeAlteration, type: UserType, place: Place, keyspace: Keyspace, context: CheckContext): Finding {
  switch (alteration.kind) {
    case "alter-type":
      return ALTER_DIALECT[context.target].typeChanges ? checkFieldType(alteration, type, place, context)
        : refuse("alter-type-removed", alteration.range, { name: alteration.field.value });
    case "add": return checkAddField(alteration, type, place, keyspace, context);
    case "rename": return checkRenameFields(alteration, type, keyspace, context);
  }
}

/** S-TYP-1. */
function checkFieldType(alteration: Extract<TypeAlteration, { readonly kind: "alter-type" }>, type: UserType, place: Place, context: CheckContext): Finding {
  const field = type.fields.find((known) => known.name === alteration.field.value);
  if (field === undefined) return refuse("unknown-field", alteration.field.range, { field: alteration.field.value, type: type.name, fields: type.fields.map((known) => known.name), ...suggestion(alteration.field.value, type.fields.map((known) => known.name)) }, { related: relatedType(type) });
  const now = typeIn(alteration.type, place, context);
  const change = field.type.kind === "native" && now.kind === "native" ? typeChange(field.type.name, now.name, { keepsOrder: true }) : "unknown";
  if (change === "allowed") return undefined;
  return change === "unknown" ? { unjudged: "whether this change of a type is allowed depends on the server" }
    : refuse("alter-incompatible-type", alteration.type.range, { column: field.name, before: formatType(field.type), type: formatType(now) }, { errorClass: "config", related: relatedType(type) });
}

/** D-UDT-7, D-UDT-8, D-UDT-9. */
function checkAddField(alteration: Extract<TypeAlteration, { readonly kind: "add" }>, type: UserType, place: Place, keyspace: Keyspace, context: CheckContext): Finding {
  const { field } = alteration;
  return inOrder([
    () => checkFieldKind(field, context),
    () => {
      if (!type.fields.some((known) => known.name === field.name.value)) return undefined;
      return alteration.ifNotExists === undefined ? refuse("field-exists", field.name.range, { field: field.name.value, type: type.name }, { related: relatedType(type) }) : CONTENT;
    },
    () => checkThreshold("fields_per_udt", type.fields.length + 1, field.range, context),
    () => checkType(field.type, place, context),
    () => (mentions(typeIn(field.type, place, context), isUserType(type), context.schema)
      ? refuse("type-cycle", field.type.range, { field: field.name.value, type: type.name }) : undefined),
    () => {
      const tables = [...keyspace.tables.values()].filter((table) => table.partitionKey.some((column) => mentions(column.type, isUserType(type), context.schema)));
      return tables.length === 0 ? undefined : refuse("type-in-partition-key", field.range, { type: type.name, tables: tables.map((table) => table.name) });
    },
  ]);
}

/** Tells whether a type is that user type. */
export function isUserType(type: UserType): (candidate: CqlType) => boolean {
  return (candidate) => candidate.kind === "user" && candidate.name === type.name && candidate.keyspace === type.keyspace;
}

/** D-UDT-10, D-UDT-11: all pairs refer to the names of before. */
function checkRenameFields(alteration: Extract<TypeAlteration, { readonly kind: "rename" }>, type: UserType, keyspace: Keyspace, context: CheckContext): Finding {
  const aggregates = keyspace.functions.filter((known) => known.kind === "aggregate" && known.initialCondition !== undefined && known.stateType !== undefined && mentions(known.stateType, isUserType(type), context.schema));
  if (aggregates.length > 0) return refuse("type-in-initcond", alteration.range, { type: type.name, aggregates: aggregates.map((aggregate) => aggregate.name) });
  const names = type.fields.map((field) => field.name);
  let last = alteration.pairs[0]?.to;
  for (const { from, to } of alteration.pairs) {
    const position = type.fields.findIndex((field) => field.name === from.value);
    if (position < 0) {
      if (alteration.ifExists === undefined) return refuse("unknown-field", from.range, { field: from.value, type: type.name, fields: type.fields.map((field) => field.name), ...suggestion(from.value, type.fields.map((field) => field.name)) }, { related: relatedType(type) });
      continue;
    }
    names[position] = to.value;
    if (type.fields.some((field) => field.name === to.value)) last = to;
  }
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  return twice === undefined || last === undefined ? undefined : refuse("duplicate-field", last.range, { field: twice });
}
