import type { Target } from "./target";

const SCRIPTED: readonly string[] = ["javascript"];

/** Languages of user functions besides Java, all behind a switch (D-FUN-3). */
export const FUNCTION_LANGUAGES: Readonly<Record<Target, readonly string[]>> = {
  "cassandra-4.0": SCRIPTED,
  "cassandra-4.1": SCRIPTED,
  "cassandra-5.0": [],
  scylla: [],
};

/** The languages of ScyllaDB's functions (S-FUN-1). */
export const SCYLLA_LANGUAGES: ReadonlySet<string> = new Set(["lua", "wasm", "xwasm"]);

/** Servers that fail on an INITCOND without bytes where others refuse it: they read back what they would print of it (D-AGG-3). */
export const FAILS_ON_EMPTY_INITCOND: ReadonlySet<Target> = new Set<Target>(["cassandra-5.0"]);
