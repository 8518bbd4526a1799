import { schemaJson, writeSchema } from "../../schema/write-cql";
import type { Schema } from "../../schema/model";
import type { Options } from "../options";
import type { Session } from "../session";

/** The folded model of every project among the named files, system keyspaces left out. */
export function schemaReport({ service, files }: Session, { format }: Options): string {
  const schemas = new Set<Schema>(files.filter(({ problem }) => problem === undefined).map(({ uri }) => service.schema(uri)));
  if (format === "json") return JSON.stringify({ version: 1, schemas: [...schemas].map(schemaJson) }, undefined, 1) + "\n";
  return [...schemas].map(writeSchema).join("\n");
}
