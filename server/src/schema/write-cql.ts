import type { Schema } from "./model";

/** The schema as CQL in the order in which it can be run; system keyspaces left out. */
export function writeCql(_schema: Schema): string {
  return "";
}
