/**
 * node scripts/run.mjs test/bench/designs.ts: the CPU time that 1,000 designs of random queries take in a cold process; the aim is 2 seconds.
 * Then that of the companions and backfills which the command adds for an INSERT, an UPDATE and a DELETE of each base table. Machines are noisy, so times are also given as multiples of a fixed computation's in the same process.
 */
import { check } from "../../server/src/check/check";
import type { CheckContext } from "../../server/src/check/judgement";
import { designWithWrites } from "../../server/src/design/companion/plan-writes";
import { designStatement, type DesignRequest } from "../../server/src/design/design";
import { emptySchema } from "../../server/src/schema/empty";
import { fold } from "../../server/src/schema/fold";
import { parseStatement } from "../../server/src/syntax/parse";
import { randomQuery, randomTable } from "../cassandra/design/generate";
import { ORACLE_SETTINGS } from "../conformance/judge";
import { randomOf } from "../support/random";
import { reference } from "./reference";

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
const wanted = requests.slice(0, DESIGNS);

/** What the work gives, and the milliseconds of CPU that it took. */
function timed<T>(work: () => T): { readonly result: T; readonly milliseconds: number } {
  const started = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(started);
  return { result, milliseconds: (user + system) / 1000 };
}

const designed = timed(() => wanted.map((request) => designStatement(request)));
const written = timed(() => designed.result.map((design, i) => designWithWrites(design, wanted[i]!, [])));
reference(); // warms the compiler up
const unit = Math.min(reference(), reference(), reference());
const shown = (milliseconds: number): string => `${milliseconds.toFixed(0)} ms CPU, ${(milliseconds / unit).toFixed(1)} × the reference of ${unit.toFixed(0)} ms`;
console.log(`${DESIGNS} designs with ${designed.result.reduce((sum, { plans }) => sum + plans.length, 0)} plans: ${shown(designed.milliseconds)}`);
console.log(`their ${written.result.flatMap(({ plans }) => plans).reduce((sum, { writes }) => sum + writes.length, 0)} companions: ${shown(written.milliseconds)}`);
