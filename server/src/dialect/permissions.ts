import type { Target } from "./target";

type ResourceKind =
  | "all keyspaces" | "all roles" | "all functions" | "all mbeans" | "keyspace" | "all tables in keyspace" | "all functions in keyspace"
  | "table" | "role" | "function" | "mbean" | "mbeans";

const DATA = ["create", "alter", "drop", "select", "modify", "authorize"];
const TABLE = ["alter", "drop", "select", "modify", "authorize"];
const MASKING = ["unmask", "select_masked"];
const MBEANS = ["authorize", "describe", "execute", "modify", "select"];
const FUNCTIONS = ["create", "alter", "drop", "authorize", "execute"];

/** Which permissions each kind of resource can have (table below D-ROL-6); ALL means all of them. */
const APPLICABLE: Readonly<Record<ResourceKind, readonly string[]>> = {
  "all keyspaces": DATA,
  keyspace: DATA,
  "all tables in keyspace": DATA,
  table: TABLE,
  "all roles": ["create", "alter", "drop", "authorize", "describe"],
  role: ["alter", "drop", "authorize", "describe"],
  "all functions": FUNCTIONS,
  "all functions in keyspace": FUNCTIONS,
  function: ["alter", "drop", "authorize", "execute"],
  "all mbeans": MBEANS,
  mbean: MBEANS,
  mbeans: MBEANS,
};

const MASKED_KINDS: ReadonlySet<ResourceKind> = new Set(["all keyspaces", "keyspace", "all tables in keyspace", "table"]);

/** ScyllaDB's permissions to search, which it knows of all keyspaces together only (S-SYN-17). */
const SEARCH = ["vector_search_indexing", "text_search_indexing"];

/** The permissions that a resource can have on a target, in lower case. */
export function applicablePermissions(kind: ResourceKind, target: Target): readonly string[] {
  if (target === "scylla" && kind === "all keyspaces") return [...APPLICABLE[kind], ...SEARCH];
  return target === "cassandra-5.0" && MASKED_KINDS.has(kind) ? [...APPLICABLE[kind], ...MASKING] : APPLICABLE[kind];
}
