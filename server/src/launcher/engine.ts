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
  11: ["--interrupt-budget=500000", "--max-inlined-bytecode-size-cumulative=0"],
  12: ["--invocation-count-for-turbofan=30000", "--max-inlined-bytecode-size-cumulative=0"],
  // Node 24, and 25 and 26.
  13: MIDDLE_TIER_ONLY,
  14: MIDDLE_TIER_ONLY,
};

/** Sets the engine up; to be called once, before the bundle is loaded. Measured on a file of 8,000 statements (docs/performance.md). */
export function tuneNode(): void {
  keepRoom();
  // So small a space for short-lived values is not worth waking other threads for.
  for (const setting of ["--no-parallel-scavenge", ...(SETTINGS[process.versions.v8.split(".")[0] ?? ""] ?? [])]) v8.setFlagsFromString(setting);
}

/** The space for short-lived values stays as it is; by itself it grows to tens of MB, where a few are as fast. */
export function keepRoom(): void {
  v8.setFlagsFromString("--semi-space-growth-factor=1");
}

/**
 * For a process that makes all it needs and then reads a first file: until `keepRoom` the space for short-lived values may grow, and that for
 * long-lived ones may fill to some 60 MB before the engine looks for garbage there. By itself the engine looks while a first long file is judged,
 * finds next to nothing, and takes as long as the grammar takes to build (docs/performance.md). How far that space may grow is only set by a
 * collection, so one is made here, while there is little to collect; what later ones set is the engine's own again.
 */
export function makeRoom(): void {
  v8.setFlagsFromString("--semi-space-growth-factor=2");
  v8.setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("globalThis.gc");
  v8.setFlagsFromString("--no-expose-gc");
  if (typeof collect !== "function") return;
  v8.setFlagsFromString("--heap-growing-percent=1000");
  collect();
  v8.setFlagsFromString("--heap-growing-percent=0");
}
