import type { Describe, QualifiedName } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import { suggestion } from "../names";
import type { Finding } from "../violation";
import type { Place } from "./places";
import { absentKeyspace, isPlace, placeOf, placeOfKeyspace } from "./places";
import { refuse } from "./steps";

/** DESCRIBE, which the server answers itself since 4.0 (D-DSC-2, D-DSC-3, D-DSC-4). */
export function checkDescribe(statement: Describe, context: CheckContext): Finding {
  const { what, name } = statement;
  switch (what) {
    case "cluster":
    case "schema":
    case "keyspaces":
    case "tables":
    case "types":
    case "functions":
    case "aggregates": return undefined;
    case "keyspace":
      if (name !== undefined) return absentKeyspace(placeOfKeyspace(name.name, context), context)?.finding;
      if (context.keyspace !== undefined || !context.schema.complete) return undefined;
      return refuse("no-keyspace", statement.range, { name: "" });
    default: return name === undefined ? undefined : describeObject(what, name, context);
  }
}

type ObjectKind = Exclude<Describe["what"], "cluster" | "schema" | "keyspaces" | "tables" | "types" | "functions" | "aggregates" | "keyspace">;

function describeObject(what: ObjectKind, name: QualifiedName, context: CheckContext): Finding {
  if (what === "name" && name.keyspace === undefined && context.schema.keyspaces.get(name.name.value)?.created === true) return undefined;
  if (what === "name" && name.keyspace === undefined && context.keyspace === undefined && context.schema.complete) {
    return refuse("unknown-keyspace", name.range, { keyspace: name.name.value, ...suggestion(name.name.value, context.schema.keyspaces.keys()) });
  }
  const place = placeOf(name, context);
  if (!isPlace(place)) return { ...place, phase: "execute" };
  const home = absentKeyspace(place, context);
  if (home !== undefined) return home.finding;
  const known = namesOf(what, place);
  if (known.includes(name.name.value)) return undefined;
  const sure = context.schema.complete || place.model?.system === true;
  return sure ? refuse("not-found", name.range, { kind: WORDS[what], name: name.name.value, keyspace: place.keyspace, ...suggestion(name.name.value, known) })
    : { unjudged: `no file defines ${name.name.value}` };
}

const WORDS: Readonly<Record<ObjectKind, string>> = {
  table: "table", index: "index", view: "materialized view", type: "type", function: "function", aggregate: "aggregate", name: "table, index or view",
};

function namesOf(what: ObjectKind, place: Place): readonly string[] {
  const { model } = place;
  if (model === undefined) return [];
  const tables = [...model.tables.values()];
  const indexes = tables.flatMap((table) => table.indexes.map((index) => index.name));
  switch (what) {
    case "table": return tables.filter((table) => table.kind === "table").map((table) => table.name);
    case "view": return tables.filter((table) => table.kind === "view").map((table) => table.name);
    case "index": return indexes;
    case "type": return [...model.types.keys()];
    case "function":
    case "aggregate": return model.functions.filter((known) => known.kind === what).map((known) => known.name);
    case "name": return [...tables.map((table) => table.name), ...indexes];
  }
}
