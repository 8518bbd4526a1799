import type { Expression, Relation, Statement, TypeReference } from "./ast";

export function printStatement(_statement: Statement): string {
  return "";
}
export function printExpression(_expression: Expression): string {
  return "";
}
export function printRelation(_relation: Relation): string {
  return "";
}
export function printTypeReference(_type: TypeReference): string {
  return "";
}
/** A name as it must be written: quoted where it needs to be. */
export function quoteName(value: string): string {
  return value;
}
