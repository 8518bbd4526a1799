import type { Target } from "../dialect/target";
import type { Schema } from "./model";

/** A schema that holds the system keyspaces of `target` and nothing else. */
export function emptySchema(_target: Target, options: { readonly complete: boolean }): Schema {
  return { keyspaces: new Map(), droppedKeyspaces: new Set(), roles: new Set(), complete: options.complete };
}
