import type { Target } from "./target";

/** Keyspaces that belong to the server (D-NAM-8, D-NAM-9, D-NAM-11). */
export interface SystemKeyspaces {
  /** Every change is refused. */
  readonly local: ReadonlySet<string>;
  /** Only their replication may be altered. */
  readonly replicated: ReadonlySet<string>;
  /** Made up by the server when read. */
  readonly virtual: ReadonlySet<string>;
  /** Whether changes to virtual keyspaces are a matter of permission; else the statement itself is called invalid. */
  readonly virtualUnauthorized: boolean;
  /** Whether ALTER TYPE needs the permission on all tables; before, that on the keyspace was enough, which replicated ones give. */
  readonly typesArePartOfTables: boolean;
}

const CASSANDRA_41: SystemKeyspaces = {
  local: new Set(["system", "system_schema"]),
  replicated: new Set(["system_auth", "system_distributed", "system_traces"]),
  virtual: new Set(["system_views", "system_virtual_schema"]),
  virtualUnauthorized: true,
  typesArePartOfTables: true,
};

/** By target. */
export const SYSTEM_KEYSPACES: Readonly<Record<Target, SystemKeyspaces>> = {
  "cassandra-4.0": { ...CASSANDRA_41, virtualUnauthorized: false, typesArePartOfTables: false },
  "cassandra-4.1": CASSANDRA_41,
  "cassandra-5.0": CASSANDRA_41,
  scylla: { ...CASSANDRA_41, virtual: new Set() },
};
