/** Settings of Node's engine, for a process that reads much text at once and then waits. */
import v8 from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * For engines with a quick middle tier (Maglev), which is enough for functions that run some hundred times: the last tier took a fifth of the
 * time of opening a file, most of it for a few long loops, and so did the middle one while it copied functions into each other.
 */
const MIDDLE_TIER_ONLY = ["--no-turbofan", "--invocation-count-for-maglev=500", "--no-maglev-inlining", "--no-maglev-loop-peeling"];

/** By the engine's major version: each setting goes to the versions that it was measured on, since an engine complains of one that it does not know. */
const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  // Node 20 and 22 optimise functions so early that this took more than a third of the time of opening a file.
  11: ["--interrupt-budget=500000", "--max-inlined-bytecode-size-cumulative=200"],
  12: ["--invocation-count-for-turbofan=30000", "--max-inlined-bytecode-size-cumulative=200"],
  // Node 24, and 25 and 26.
  13: MIDDLE_TIER_ONLY,
  14: MIDDLE_TIER_ONLY,
};

/**
 * To be called once, before the bundle is loaded. Measured on a file of 8,000 statements (docs/performance.md).
 */
export function tuneNode(): void {
  // The space for short-lived values grows to tens of MB, where a few are as fast; so few are not worth waking other threads for.
  for (const setting of ["--semi-space-growth-factor=1", "--no-parallel-scavenge", ...(SETTINGS[process.versions.v8.split(".")[0] ?? ""] ?? [])]) v8.setFlagsFromString(setting);
}

/**
 * Lets the space for long-lived values grow to some 60 MB before the engine looks for garbage in it, for a process that first reads and then
 * waits. By itself the engine looks as soon as a first file's statements are in, finds next to nothing, and uses as much time for it as the
 * grammar takes to build (docs/performance.md). How far that space may grow is only set by a collection, so one is made here, while
 * there is little to collect; what later ones set is the engine's own again.
 */
export function makeRoom(): void {
  v8.setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  v8.setFlagsFromString("--no-expose-gc");
  if (typeof collect !== "function") return;
  v8.setFlagsFromString("--heap-growing-percent=1000");
  collect();
  v8.setFlagsFromString("--heap-growing-percent=0");
}
