/** What definitions of user types, functions and aggregates do to the schema (rulebook A3, A8). */
import type { AlterType, CreateAggregate, CreateFunction, CreateType, Drop, DropFunction } from "../syntax/ast";
import { printExpression } from "../syntax/print";
import { keyspaceOrMention, withKeyspace, withoutType, withType } from "./change";
import { typesInSight } from "./fold-table";
import type { Schema, UserFunction, UserType } from "./model";
import type { CqlType } from "./type";
import { resolveNamed, sameType } from "./types";
import { homeOf, originAt } from "./where";
import type { Where } from "./where";

/** The schema after CREATE TYPE; unchanged where the type exists already or has no field yet. */
export function createType(schema: Schema, statement: CreateType, where: Where): Schema {
  const type = typeOf(schema, statement, where);
  if (type === undefined || type.fields.length === 0 || schema.keyspaces.get(type.keyspace)?.types.has(type.name) === true) return schema;
  return withType(schema, type);
}

/** The type that the statement would make; undefined without a name. */
export function typeOf(schema: Schema, statement: CreateType, where: Where): UserType | undefined {
  if (statement.name === undefined) return undefined;
  const keyspace = homeOf(statement.name, where);
  const types = typesInSight(schema, where);
  const fields = new Map<string, UserType["fields"][number]>();
  for (const field of statement.fields) {
    if (!fields.has(field.name.value)) fields.set(field.name.value, { name: field.name.value, type: resolveNamed(field.type, types, keyspace) });
  }
  return { keyspace, name: statement.name.name.value, fields: [...fields.values()], origin: originAt(where, statement.name.name.range) };
}

/** The schema after ALTER TYPE; unchanged where the type is not known. */
export function alterType(schema: Schema, statement: AlterType, where: Where): Schema {
  const alteration = statement.alteration;
  if (statement.name === undefined || alteration === undefined) return schema;
  const type = schema.keyspaces.get(homeOf(statement.name, where))?.types.get(statement.name.name.value);
  if (type === undefined) return schema;
  if (alteration.kind === "add") {
    const { name, type: reference } = alteration.field;
    if (type.fields.some((field) => field.name === name.value)) return schema;
    return withType(schema, { ...type, fields: [...type.fields, { name: name.value, type: resolveNamed(reference, typesInSight(schema, where), type.keyspace) }] });
  }
  if (alteration.kind === "alter-type") return schema; // refused by every version (D-UDT-12)
  const names = new Map(alteration.pairs.map((pair) => [pair.from.value, pair.to.value]));
  return withType(schema, { ...type, fields: type.fields.map((field) => ({ ...field, name: names.get(field.name) ?? field.name })) });
}

/** The schema after DROP TYPE. */
export function dropType(schema: Schema, statement: Drop, where: Where): Schema {
  return statement.name === undefined ? schema : withoutType(schema, homeOf(statement.name, where), statement.name.name.value, "dropped");
}

/** A type that broken text leaves out. */
const NOT_WRITTEN: CqlType = { kind: "unknown", text: "" };

/** The function that the statement would make, as far as it is written; undefined without a name. */
export function functionOf(schema: Schema, statement: CreateFunction, where: Where): UserFunction | undefined {
  if (statement.name === undefined) return undefined;
  const keyspace = homeOf(statement.name, where);
  const types = typesInSight(schema, where);
  return {
    kind: "function", keyspace, name: statement.name.name.value, parameters: statement.parameters.map((parameter) => resolveNamed(parameter.type, types, keyspace)),
    parameterNames: statement.parameters.map((parameter) => parameter.name.value), returns: statement.returns === undefined ? NOT_WRITTEN : resolveNamed(statement.returns, types, keyspace),
    calledOnNull: statement.nullInput !== "returns null", ...(statement.body !== undefined && { body: statement.body.value }),
    ...(statement.language !== undefined && { language: statement.language.value }), origin: originAt(where, statement.name.name.range),
  };
}

/** The aggregate that the statement would make; what it returns is the final function's result, else its state. */
export function aggregateOf(schema: Schema, statement: CreateAggregate, where: Where): UserFunction | undefined {
  if (statement.name === undefined) return undefined;
  const keyspace = homeOf(statement.name, where);
  const types = typesInSight(schema, where);
  const stateType = statement.stateType === undefined ? NOT_WRITTEN : resolveNamed(statement.stateType, types, keyspace);
  const finalName = statement.finalFunction?.value;
  const final = finalName === undefined ? undefined : schema.keyspaces.get(keyspace)?.functions.find((candidate) => candidate.name === finalName && sameParameters(candidate.parameters, [stateType]));
  return {
    kind: "aggregate", keyspace, name: statement.name.name.value, parameters: statement.parameters.map((type) => resolveNamed(type, types, keyspace)), parameterNames: [],
    returns: finalName === undefined ? stateType : final?.returns ?? { kind: "unknown", text: finalName }, calledOnNull: true, stateFunction: statement.stateFunction?.value ?? "", stateType,
    ...(finalName !== undefined && { finalFunction: finalName }),
    ...(statement.initialCondition !== undefined && { initialCondition: printExpression(statement.initialCondition) }), origin: originAt(where, statement.name.name.range),
  };
}

/** Whether two parameter lists are the same: what makes one function of a name (frozen or not does not count). */
export function sameParameters(a: readonly CqlType[], b: readonly CqlType[]): boolean {
  return a.length === b.length && a.every((type, i) => sameType(type, b[i] as CqlType));
}

/** The schema with a function or aggregate in the place of the one with its name and parameters, where `replace` says so. */
export function addFunction(schema: Schema, made: UserFunction | undefined, how: { readonly replace: boolean }): Schema {
  if (made === undefined) return schema;
  const keyspace = keyspaceOrMention(schema, made.keyspace);
  const others = keyspace.functions.filter((other) => other.name !== made.name || !sameParameters(other.parameters, made.parameters));
  if (others.length < keyspace.functions.length && !how.replace) return schema;
  return withKeyspace(schema, { ...keyspace, functions: [...others, made] });
}

/** The schema after DROP FUNCTION or DROP AGGREGATE; without a parameter list the only one of the name. */
export function dropFunction(schema: Schema, statement: DropFunction, where: Where): Schema {
  if (statement.name === undefined) return schema;
  const name = statement.name.name.value;
  const home = homeOf(statement.name, where);
  const keyspace = schema.keyspaces.get(home);
  const kind = statement.kind === "drop-function" ? "function" : "aggregate";
  const types = typesInSight(schema, where);
  const wanted = statement.parameters?.map((type) => resolveNamed(type, types, home));
  const gone = keyspace?.functions.filter((candidate) => candidate.kind === kind && candidate.name === name && (wanted === undefined || sameParameters(candidate.parameters, wanted))) ?? [];
  if (keyspace === undefined || gone.length !== 1) return schema;
  return withKeyspace(schema, { ...keyspace, functions: keyspace.functions.filter((candidate) => candidate !== gone[0]) });
}
