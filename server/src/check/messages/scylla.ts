import type { MessageTable } from "./entry";
import { didYouMean, listed, show } from "./entry";

/** Words for what ScyllaDB alone refuses. */
export const SCYLLA_MESSAGES: MessageTable = {
  "too-many-relations": {
    message: () => "A WHERE clause of ScyllaDB holds at most 100 relations: use IN, or several queries",
    why: "Its parser bounds the clause, so that no query makes it read for ever.",
  },
  "select-without-from": {
    message: (data) => `${show(data, "what")} needs a table: add FROM`,
    why: "Without FROM a SELECT gives one row of constants and functions, and has no columns.",
  },
  "concurrency-not-positive": {
    message: (data) => `CONCURRENCY ${show(data, "value")} would do nothing: write 1 or more`,
    why: "It is the number of rows that are looked at at the same time.",
  },
  "service-level-value": {
    message: (data) => `${show(data, "option")} of a service level is ${show(data, "expected")}`,
    why: "Service levels are read when they are written, so that sessions can rely on them.",
  },
  "map-option-key": {
    message: (data) => `${show(data, "option")} has no key ${show(data, "key")}${didYouMean(data) || `: it takes ${listed(data, "known")}`}`,
    why: "Keys that the server does not know would be settings without effect.",
  },
  "map-option-value": {
    message: (data) => `${show(data, "key")} of ${show(data, "option")} is ${show(data, "expected")}`,
    why: "The values of an option are read when the table or keyspace is written.",
  },
  "option-of-views": {
    message: (data) => `${show(data, "option")} is an option of materialized views: leave it out here`,
    why: "It says how a view follows its base table, and a table follows nothing.",
  },
  "cdc-on-counters": {
    message: () => "Changes of a table of counters cannot be logged: leave cdc out",
    why: "The change log holds values, and a counter has only increments.",
  },
  "guardrail-twcs-windows": {
    message: (data) => `This time to live spans ${show(data, "windows")} windows, and this server allows ${show(data, "limit")} (${show(data, "switch")}): make the windows larger`,
    why: "Each window is files of its own that every read may have to look into.",
  },
  "view-not-null-outside-key": {
    message: (data) => `${show(data, "column")} is not in the key of ${show(data, "view")}, so IS NOT NULL on it is refused on this server (${show(data, "switch")} in scylla.yaml): leave it out`,
    why: "Such a condition is passed over, so rows without the value are in the view all the same.",
  },
  "strongly-consistent-write": {
    message: (data) => `Keyspace ${show(data, "keyspace")} is strongly consistent: ${show(data, "what")} is refused there`,
    why: "Writes of such a keyspace are ordered by its log, and nothing is read before them.",
  },
  "ttl-column-type": {
    message: (data) => `${show(data, "column")} is ${show(data, "type")} and cannot say when its row expires: a TTL column is a timestamp, a bigint or an int`,
    why: "The server deletes each row at the time that the column holds: a timestamp, or seconds since 1970.",
  },
  "ttl-column-twice": {
    message: (data) => `${show(data, "table")} has its TTL column already: ${show(data, "first")}`,
    why: "Each row expires once.",
  },
  "ttl-column-role": {
    message: (data) => `${show(data, "column")} is a ${show(data, "role")} and cannot be the TTL column: it must be a regular column`,
    why: "Each row has its own time to expire, which can change while its key stays.",
  },
  "ttl-column-not-set": {
    message: (data) => `${show(data, "table")} has no TTL column to take away`,
    why: "TTL NULL takes back what TTL column set.",
  },
  "alter-incompatible-type": {
    message: (data) => `${show(data, "column")} is ${show(data, "before")} and cannot become ${show(data, "type")}: add a column of the new type`,
    why: "What is stored is not rewritten, so old values must be values of the new type.",
  },
  "local-index-key": {
    message: (data) => `A local index of ${show(data, "table")} begins with its whole partition key: (${show(data, "key")})`,
    why: "It is kept beside each partition, so it is looked up by the same key.",
  },
  "local-index-column": {
    message: (data) => `${show(data, "column")} can have no local index: make a global one, ON table (${show(data, "column")})`,
    why: "Static columns and collections that are not frozen have no row of their own in a local index.",
  },
  "guardrail-replication-strategy": {
    message: (data) => `${show(data, "class")} is forbidden on this server (${show(data, "switch")} in scylla.yaml)`,
    why: "Guardrails are limits that the operators of the cluster set.",
  },
};
