import type { Field } from "./field";
import type { PlanNote, Query } from "./query";

/** Names of columns that commonly hold one of few values. */
const FEW_VALUES = /^(?:status|state|kind|type|category|country|gender|sex|level|priority|severity|role|flag|currency|language|locale|is_\w+|has_\w+|active|enabled|deleted|\w+_(?:status|state|kind|type|flag|country|level|category))$/;

function hasFewValues(field: Field): boolean {
  return (field.type.kind === "native" && field.type.name === "boolean") || FEW_VALUES.test(field.name);
}

/** Notes for a partition key that looks as if it had few values: its few partitions would take all reads and writes. Empty where one column looks wider. */
export function hotPartitionNotes(query: Query): readonly PlanNote[] {
  if (query.equal.length === 0 || !query.equal.every(hasFewValues)) return [];
  return query.equal.map((field) => ({
    code: `${field.name}-low-cardinality`,
    message: `"${field.name}" looks as if it had few values (${field.type.kind === "native" && field.type.name === "boolean" ? "it is a boolean" : "by its name"}): its partitions grow large and hot. A bucket beside it spreads them.`,
  }));
}
