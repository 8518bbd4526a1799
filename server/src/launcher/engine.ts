/** Settings of Node's engine, for a process that reads much text at once and then waits. */
import v8 from "node:v8";

/** By the engine's major version: each setting goes to the versions that it was measured on, since an engine complains of one that it does not know. */
const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  // Node 20 optimises functions so early that this took more than a third of the time of opening a file.
  11: ["--interrupt-budget=500000", "--max-inlined-bytecode-size-cumulative=200"],
  // Node 24 has a quick middle tier, which is enough for functions that run some thousand times; the last tier took a fifth of the time,
  // and so did the middle one while it came early and copied functions into each other.
  13: ["--invocation-count-for-turbofan=200000", "--invocation-count-for-maglev=1000", "--no-maglev-inlining", "--no-maglev-loop-peeling"],
};

/**
 * To be called once, before the bundle is loaded. Measured on a file of 8,000 statements (docs/performance.md).
 */
export function tuneNode(): void {
  // The space for short-lived values grows to tens of MB, where a few are as fast; so few are not worth waking other threads for.
  for (const setting of ["--semi-space-growth-factor=1", "--no-parallel-scavenge", ...(SETTINGS[process.versions.v8.split(".")[0] ?? ""] ?? [])]) v8.setFlagsFromString(setting);
}
