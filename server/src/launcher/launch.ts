import path from "node:path";
import type * as Bundle from "./bundle";
import { runBundle, type Keep } from "./code-cache";
import { tuneNode } from "./engine";

/** The programs, loaded from the bundle beside this one. The engine is set up first: what it has compiled is only good for the same settings. */
export function launch(): { readonly bundle: typeof Bundle; readonly keep: Keep } {
  tuneNode();
  const { exports, keep } = runBundle(path.join(__dirname, "cqlwright.js"));
  return { bundle: exports as typeof Bundle, keep };
}
