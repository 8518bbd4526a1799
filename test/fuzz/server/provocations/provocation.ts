/** Statements that each provoke one code on a real server: what they are made of, and the servers that they need. */
import type { Version } from "../../../cassandra/cluster";

/** `open`: the server of all other tests. `guarded` and `forbidding`: started for provocations alone, with the settings of servers.ts. */
export type ServerName = "open" | "guarded" | "forbidding";

/** Statements over one setup, in a keyspace `provocation` of their own that is in use (on the guarded server, where USE is off, names say it). */
export interface Group {
  readonly name: string;
  readonly server: ServerName;
  /** Those that have the setup's constructs; all where it is missing. */
  readonly versions?: readonly Version[];
  /** Who provokes, where the server asks: guardrails bind ordinary users only. */
  readonly login?: "cassandra" | "clerk";
  /** Run first, as a superuser. */
  readonly setup: readonly string[];
  /** Refused with this code first, each. */
  readonly refused: readonly Provocation[];
  /** Accepted with a warning of this code. */
  readonly warned?: readonly Provocation[];
}

/** The versions of a single provocation, where not all those of its group. */
export type Provocation = readonly [code: string, cql: string, versions?: readonly Version[]];

export const KEYSPACE = "provocation";
export const SINCE_41: readonly Version[] = ["4.1", "5.0"];
export const BEFORE_50: readonly Version[] = ["4.0", "4.1"];
