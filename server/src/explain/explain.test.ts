import { expect, test } from "vitest";
import { checkWithAccess } from "../check/check";
import type { CheckContext } from "../check/judgement";
import { emptySchema } from "../schema/empty";
import { fold } from "../schema/fold";
import { parseStatement } from "../syntax/parse";
import { explainStatement } from "./explain";
import type { ExplainOptions } from "./explain";
import type { Explanation } from "./explanation";

const DEFINITIONS = [
  "CREATE TABLE messages (chat uuid, day date, at timestamp, id timeuuid, author text, body text, PRIMARY KEY ((chat, day), at, id)) WITH CLUSTERING ORDER BY (at DESC, id DESC)",
  "CREATE TABLE users (id uuid PRIMARY KEY, name text, mails list<text>)",
  "CREATE TABLE views (page text PRIMARY KEY, hits counter)",
  "CREATE INDEX messages_author ON messages (author)",
];

function contextOf(): CheckContext {
  let schema = emptySchema("cassandra-5.0", { complete: true });
  for (const cql of ["CREATE KEYSPACE chat WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}", ...DEFINITIONS]) {
    schema = fold(schema, parseStatement(cql).statement, { keyspace: "chat", uri: "file:///schema.cql", start: 0 });
  }
  return { schema, keyspace: "chat", target: "cassandra-5.0", server: {} };
}
const context = contextOf();

function explain(cql: string, options?: ExplainOptions): Explanation {
  const parsed = parseStatement(cql);
  return explainStatement({ start: 100, parsed, context, ...checkWithAccess(parsed, context) }, options);
}

const ORDER = ["partition-key", "finite-partitions", "contiguous", "skipped", "filtering", "across-partitions", "partition-size", "idempotent"];

test.each<readonly [cql: string, answers: string]>([
  ["SELECT * FROM messages WHERE chat = ? AND day = ?", "yes yes yes no no no unknown yes"],
  ["SELECT * FROM messages WHERE chat = ? AND day IN ? AND at > ?", "yes yes yes no no no unknown yes"],
  ["SELECT * FROM messages WHERE chat = ?", "no no no no no no unknown yes"],
  ["SELECT * FROM messages", "no no no no no no unknown yes"],
  ["SELECT count(*) FROM messages", "no no no no no yes unknown yes"],
  ["SELECT * FROM messages WHERE chat = ? AND day = ? AND id = ? ALLOW FILTERING", "yes yes no yes yes no unknown yes"],
  ["SELECT * FROM messages WHERE chat = ? AND day = ? AND body = ? ALLOW FILTERING", "yes yes yes no yes no unknown yes"],
  ["SELECT * FROM messages WHERE author = ?", "no no no no no no unknown yes"],
  ["SELECT * FROM users WHERE id = ?", "yes yes yes no no no yes yes"],
  ["UPDATE users SET name = ? WHERE id = ?", "yes yes yes no no no yes yes"],
  ["UPDATE users SET mails = mails + ? WHERE id = ?", "yes yes yes no no no yes no"],
  ["UPDATE users SET name = ? WHERE id = ? IF name = ?", "yes yes yes no no no yes no"],
  ["UPDATE views SET hits = hits + 1 WHERE page = ?", "yes yes yes no no no yes no"],
  ["INSERT INTO messages (chat, day, at, id, body) VALUES (?, ?, ?, now(), ?)", "yes yes yes no no no unknown no"],
  ["INSERT INTO users (id, name) VALUES (?, ?)", "yes yes yes no no no yes yes"],
  ["DELETE mails[0] FROM users WHERE id = ?", "yes yes yes no no no yes no"],
  ["DELETE FROM users WHERE id = ?", "yes yes yes no no no yes yes"],
])("%s", (cql, answers) => {
  const { questions } = explain(cql);
  expect(questions.map(({ id }) => id)).toEqual(ORDER);
  expect(questions.map(({ answer }) => answer).join(" ")).toBe(answers);
});

test("reasons use the names of the table", () => {
  const why = Object.fromEntries(explain("SELECT * FROM messages WHERE chat = ? AND day = ? AND id = ? ALLOW FILTERING").questions.map((question) => [question.id, question.why]));
  expect(why["partition-key"]).toBe("chat and day are given, so the partition is known");
  expect(why.skipped).toBe("at comes before id in the key and is not restricted");
  expect(why.filtering).toBe("id is compared row by row after reading");
});

test("the size of a partition is known where the author says so", () => {
  const answer = (rows: number) => explain("SELECT * FROM messages WHERE chat = ? AND day = ?", { rows }).questions.find(({ id }) => id === "partition-size")?.answer;
  expect([answer(50_000), answer(500_000)]).toEqual(["yes", "no"]);
});

test("the path is told in the words of the contract, with offsets of the file", () => {
  const cql = "SELECT * FROM messages WHERE chat IN (?, ?) AND day = ? AND at > ?";
  const { routing, partitions, slice, index, order, range } = explain(cql);
  expect({ routing, partitions, slice, index, order, range }).toEqual({
    routing: "multi-partition", partitions: { min: 1, max: 2 }, slice: { columns: ["at"], bounds: "range", reversed: false }, index: null, order: null, range: { start: 100, end: 100 + cql.length },
  });
  expect(explain("SELECT * FROM messages WHERE author = ?").index).toEqual({ name: "messages_author", kind: "2i", replicas: "all" });
});

test("a refused statement says why, and a batch what a retry does", () => {
  const refused = explain("SELECT * FROM messages WHERE chat = ?");
  expect(refused).toMatchObject({ verdict: "reject", routing: null, partitions: null });
  expect(refused.notes[0]).toContain("restrict day too");
  expect(explain("BEGIN BATCH UPDATE users SET mails = mails + ? WHERE id = ?; APPLY BATCH").notes).toContain("not idempotent: a retry adds to the list mails once more");
});

test("definitions and broken text have no questions", () => {
  expect(explain("CREATE TABLE t (k int PRIMARY KEY)").questions).toEqual([]);
  expect(explain("SELECT FROM WHERE").questions).toEqual([]);
});
