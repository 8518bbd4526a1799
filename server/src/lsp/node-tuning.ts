/** Settings of Node's engine, for a process that reads much text at once and then waits. */
import v8 from "node:v8";

/**
 * To be called once, when all modules are loaded and before the first text is read. Measured on a file of 8,000 statements (docs/performance.md);
 * each setting goes to the versions that it was measured on, since an engine complains of one that it does not know.
 */
export function tuneNode(): void {
  const major = Number(process.versions.v8.split(".")[0]);
  // Node 20 optimises functions so early that this took more than a third of the time of opening the file.
  if (major === 11) v8.setFlagsFromString("--interrupt-budget=1000000");
  // Node 24 lets the space for short-lived values grow to tens of MB, where a few are as fast.
  else v8.setFlagsFromString("--semi-space-growth-factor=1");
}
