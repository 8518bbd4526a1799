import type { Target } from "./target";

const CASSANDRA: ReadonlySet<string> = new Set(["replication", "durable_writes"]);

/** The options of CREATE KEYSPACE and ALTER KEYSPACE (D-KS-1, S-KS-2). */
export const KEYSPACE_OPTIONS: Readonly<Record<Target, ReadonlySet<string>>> = {
  "cassandra-4.0": CASSANDRA,
  "cassandra-4.1": CASSANDRA,
  "cassandra-5.0": CASSANDRA,
  scylla: new Set([...CASSANDRA, "storage", "tablets", "consistency"]),
};
