import type { DesignRefusal } from "./plan";

/** What the texts of a refusal are made of: the user's own names. */
interface RefusalData {
  readonly column?: string;
  readonly other?: string;
  readonly table?: string;
  readonly detail?: string;
  /** The whole message, where the code's own words do not fit. */
  readonly message?: string;
  /** What to do instead, where the code alone does not tell. */
  readonly instead?: readonly string[];
}

interface RefusalText {
  readonly message: (data: RefusalData) => string;
  readonly instead: (data: RefusalData) => readonly string[];
}

const named = (name: string | undefined): string => (name === undefined ? "the column" : `"${name}"`);

/** Every reason why no table is offered, with what to do instead (designer.md section 9, and what broken or odd input needs). */
const REFUSALS = {
  "two-ranges": {
    message: ({ column, other }) => `A table is sorted by one sequence of columns, so a query can cut one range out of it: ${named(column)} and ${named(other)} are two.`,
    instead: ({ column, other }) => [
      `Keep the range on ${named(column)} in the query and filter ${named(other)} in the application.`,
      `Put a band of ${named(other)} (a day, a price class) into the partition key, ask for the bands that the range needs, and drop the rows at its edges in the application.`,
      `On Cassandra 5.0, index ${named(column)} and ${named(other)} with SAI: it reads both ranges, and asks every node where the partition is not given.`,
    ],
  },
  "order-against-range": {
    message: ({ column, other }) => `A partition has one order, and a range must be cut from its first column: the range on ${named(column)} needs that column first, the order by ${named(other)} needs the other.`,
    instead: ({ column, other }) => [
      `A table sorted by ${named(other)}: leave the range out of the query and filter ${named(column)} in the application.`,
      `A table sorted by ${named(column)}: leave the ORDER BY out of the query and sort by ${named(other)} in the application.`,
    ],
  },
  "range-only": {
    message: ({ column }) => `Nothing in the query says which partition to read: no column is fixed by = or IN${column === undefined ? "" : `, and ${named(column)} alone is the order of rows inside a partition`}.`,
    instead: ({ column }) => [
      `Add an equality that the caller can give (a customer, a country, a kind).`,
      `Add a bucket to the key, for example the day of ${named(column)} or a hash of the key from 0 to 15, and ask for each bucket.`,
    ],
  },
  "like-infix": {
    message: ({ column }) => `A sorted column finds what a text begins with, not what it contains or ends with: the pattern on ${named(column)} begins with %.`,
    instead: ({ column }) => [
      `A prefix pattern ('abc%') on ${named(column)} can be served by a table.`,
      `An index that looks inside texts: SASI in mode CONTAINS, SAI with an analyzer, or a search engine beside the database.`,
    ],
  },
  "per-partition-limit": {
    message: ({ table }) => `PER PARTITION LIMIT counts rows in each partition of ${table ?? "the table"}, and the table of this query would be cut into other partitions.`,
    instead: () => ["Fix all partition key columns of the table by =, and use LIMIT.", "Leave PER PARTITION LIMIT out and cut in the application."],
  },
  "token-relation": {
    message: () => "token(…) names places on the ring of this very table; another partition key has other places.",
    instead: () => ["Read the ring in ranges on the table itself (token(…) > ? AND token(…) <= ?).", "Say with = or IN what the query looks for."],
  },
  ann: {
    message: () => "ANN OF asks for the nearest vectors, which only a vector index can find; no order of rows in a table can.",
    instead: () => ["Create an SAI index on the vector column, and keep the query as it is."],
  },
  "duration-key": {
    message: ({ column }) => `${named(column)} holds a duration, which has no order and cannot be part of a key.`,
    instead: ({ column }) => [`Keep ${named(column)} as a number (seconds, days) in a column of its own, and ask for that.`],
  },
  "counter-equality": {
    message: ({ column }) => `${named(column)} is a counter: its value changes in place, so it cannot be part of a key.`,
    instead: ({ column }) => [`Read the counters of one partition and compare ${named(column)} in the application.`, "Keep a ranking table that a job writes from time to time."],
  },
  "two-contains": {
    message: ({ column }) => `One row per element of ${named(column)} answers one question about it; the query asks two.`,
    instead: ({ column }) => [`Ask for one element and check the other in the application (${named(column)} is in the row).`, `On Cassandra 5.0, an SAI index on ${named(column)} takes several CONTAINS.`],
  },
  "group-by": {
    message: ({ detail }) => `GROUP BY and DISTINCT follow the key of a table from the left: ${detail ?? "this grouping cannot"}.`,
    instead: () => ["Group in the application over the rows of the query without GROUP BY.", "Keep the figures in a table of their own that the writer updates (counters, or a row per group)."],
  },
  "contradictory-relations": {
    message: ({ column, detail }) => `The relations on ${named(column)} do not go together: ${detail ?? "the server takes one =, one IN or one range for a column"}.`,
    instead: ({ column }) => [`Keep the relation on ${named(column)} that says most, and check the other in the application.`],
  },
  "empty-partition-key": {
    message: ({ column }) => `${named(column)} would be the whole partition key of the table, and a partition key of one column cannot be an empty value.`,
    instead: () => ["Write a word such as 'none' in place of the empty value.", "Add a second equality to the query: a key of two columns may hold an empty value."],
  },
  "unknown-schema": {
    message: ({ detail }) => `The table cannot be designed: ${detail ?? "a definition is missing"}.`,
    instead: () => ["Add the file that defines it to the project, then ask again."],
  },
  "broken-statement": {
    message: ({ detail }) => `The statement is not whole yet: ${detail ?? "it does not parse"}.`,
    instead: () => ["Mend the statement, then ask again."],
  },
  "refused-anyway": {
    message: ({ detail }) => `The server refuses this query over any table: ${detail ?? "it is not valid"}.`,
    instead: () => ["Mend the statement, then ask again."],
  },
  "not-supported": {
    message: ({ detail }) => `No table is designed for this shape of query: ${detail ?? "it is not one that the designer knows"}.`,
    instead: () => ["Write the query with =, IN, one range, and an ORDER BY, and ask again."],
  },
} as const satisfies Readonly<Record<string, RefusalText>>;

export type RefusalCode = keyof typeof REFUSALS;

/** The refusal with that code, its texts made with the names given. */
export function refuse(code: RefusalCode, data: RefusalData = {}): DesignRefusal {
  const text: RefusalText = REFUSALS[code];
  return { code, message: data.message ?? text.message(data), instead: data.instead ?? text.instead(data) };
}

/** Whether a step of the designer ended in a refusal. */
export function isRefusal(value: object): value is DesignRefusal {
  return "instead" in value && "code" in value;
}
