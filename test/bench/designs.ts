/** node scripts/run.mjs test/bench/designs.ts: the CPU time that 1,000 designs of random queries take in a cold process; the aim is 2 seconds. */
import { check } from "../../server/src/check/check";
import type { CheckContext } from "../../server/src/check/judgement";
import { designStatement, type DesignRequest } from "../../server/src/design/design";
import { emptySchema } from "../../server/src/schema/empty";
import { fold } from "../../server/src/schema/fold";
import { parseStatement } from "../../server/src/syntax/parse";
import { randomQuery, randomTable } from "../cassandra/design/generate";
import { ORACLE_SETTINGS } from "../conformance/judge";
import { randomOf } from "../support/random";

const DESIGNS = 1000;
const QUERIES_PER_TABLE = 15;

const requests: DesignRequest[] = [];
for (let number = 0; requests.length < DESIGNS; number += 1) {
  const random = randomOf(number + 1);
  const table = randomTable("base", random);
  let schema = emptySchema("cassandra-5.0", { complete: true });
  for (const text of ["CREATE KEYSPACE bench WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}", "CREATE TYPE addr (street text, zip int)", table.ddl]) {
    schema = fold(schema, parseStatement(text).statement, { keyspace: "bench", uri: "bench.cql", start: 0 });
  }
  const context: CheckContext = { schema, keyspace: "bench", target: "cassandra-5.0", server: ORACLE_SETTINGS };
  for (let i = 0; i < QUERIES_PER_TABLE; i += 1) {
    const { text } = randomQuery(table, [], random, true);
    const parsed = parseStatement(text);
    requests.push({ start: 0, text, parsed, context, judgement: check(parsed, context) });
  }
}
const started = process.cpuUsage();
let plans = 0;
for (const request of requests.slice(0, DESIGNS)) plans += designStatement(request).plans.length;
const { user, system } = process.cpuUsage(started);
console.log(`${DESIGNS} designs with ${plans} plans: ${((user + system) / 1000).toFixed(0)} ms CPU`);
