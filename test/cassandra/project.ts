/**
 * Asks whether projects get the fewest tables, how long a large one takes, and whether forgotten companions are found; needs no server:
 * node scripts/run.mjs test/cassandra/project.ts [--projects 200] [--seed 1]
 * Prints what was wrong, then one line of counts; exits 1 when anything was.
 */
import { parseArgs } from "node:util";
import { check } from "../../server/src/check/check";
import type { CheckContext } from "../../server/src/check/judgement";
import { missingCompanions } from "../../server/src/design/companion/near-writes";
import type { NearRequest } from "../../server/src/design/companion/near-writes";
import { designProject } from "../../server/src/design/project/project-design";
import { emptySchema } from "../../server/src/schema/empty";
import { fold } from "../../server/src/schema/fold";
import { parseStatement } from "../../server/src/syntax/parse";
import { randomOf, type Random } from "../support/random";
import { fewestByForce } from "./companion/by-force";
import { plantedOmissions } from "./companion/planted";

const { values } = parseArgs({ options: { projects: { type: "string", default: "200" }, seed: { type: "string", default: "1" } } });
const KEYSPACE = "CREATE KEYSPACE p WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";
let passed = 0;
let failed = 0;

function verdict(holds: boolean, complaint: string): void {
  if (holds) passed += 1;
  else {
    failed += 1;
    console.log(complaint);
  }
}

/** The context after definitions. */
function contextOf(definitions: readonly string[]): CheckContext {
  let schema = emptySchema("cassandra-5.0", { complete: true });
  for (const text of [KEYSPACE, ...definitions]) schema = fold(schema, parseStatement(text).statement, { keyspace: "p", uri: "p.cql", start: 0 });
  return { schema, keyspace: "p", target: "cassandra-5.0", server: {} };
}

function requestOf(text: string, context: CheckContext): NearRequest {
  const parsed = parseStatement(text);
  return { start: 0, text, parsed, kind: parsed.statement.kind, context, judgement: check(parsed, context) };
}

const COLUMNS = ["a", "b", "c", "d"] as const;

/** Queries over few columns, so that several can share a table. */
function randomQueries(table: string, count: number, random: Random): readonly string[] {
  return Array.from({ length: count }, () => {
    const equal = random.some(COLUMNS, 1 + random.below(2));
    const rest = COLUMNS.filter((column) => !equal.includes(column));
    const range = random.chance(0.4) ? random.pick(rest) : undefined;
    const order = range !== undefined ? (random.chance(0.5) ? ` ORDER BY ${range}${random.chance(0.5) ? " DESC" : ""}` : "") : random.chance(0.3) ? ` ORDER BY ${random.pick(rest)}${random.chance(0.5) ? " DESC" : ""}` : "";
    const list = random.some(["id", "v", "w", ...COLUMNS], 1 + random.below(3)).join(", ");
    return `SELECT ${list} FROM ${table} WHERE ${equal.map((column) => `${column} = ?`).join(" AND ")}${range === undefined ? "" : ` AND ${range} > ?`}${order}`;
  });
}

for (let i = 0; i < Number(values.projects); i += 1) {
  const random = randomOf(Number(values.seed) * 10_007 + i);
  const key = random.pick(["id", "id, a", "(id, b)", "a, id"]);
  const context = contextOf([`CREATE TABLE t (id int, a int, b int, c int, d int, v text, w text, PRIMARY KEY (${key}))`]);
  const requests = randomQueries("t", 2 + random.below(5), random).map((text) => requestOf(text, context));
  const design = designProject(requests.map((request, statement) => ({ uri: "q.cql", statement, request })));
  const made = design.tables.filter(({ kind }) => kind === "new").length;
  const least = fewestByForce(requests, context);
  verdict(made === least, `${made} tables instead of ${least} (seed ${values.seed}, project ${i}), key ${key}:\n  ${requests.map(({ text }) => text).join("\n  ")}`);
  for (const { queries, table, original } of design.queries) {
    const ddl = design.tables.filter((one) => one.table === table).flatMap((one) => one.ddl);
    const now = ddl.reduce<CheckContext>((known, text) => ({ ...known, schema: fold(known.schema, parseStatement(text).statement, { keyspace: "p", uri: "", start: 0 }) }), context);
    verdict(queries.every((text) => check(parseStatement(text), now).verdict === "accept"), `not accepted: ${original} as ${queries.join("; ")} over ${ddl.join("; ")}`);
  }
}

/** Milliseconds of CPU, which do not grow when the machine is busy with other work. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const large = randomOf(Number(values.seed));
const tables = Array.from({ length: 50 }, (_, i) => `t${i}`);
const context = contextOf(tables.map((table) => `CREATE TABLE ${table} (id int PRIMARY KEY, a int, b int, c int, d int, v text, w text)`));
const many = tables.flatMap((table) => randomQueries(table, 4, large)).map((text, statement) => ({ uri: "q.cql", statement, request: requestOf(text, context) }));
const took = processorTime(() => void designProject(many));
verdict(took < 2000, `200 queries over 50 tables took ${took.toFixed(0)} ms of CPU`);
const crowd = randomQueries("t0", 2000, large).map((text, statement) => ({ uri: "q.cql", statement, request: requestOf(text, context) }));
let crowded = designProject([]);
const tookCrowd = processorTime(() => { crowded = designProject(crowd); });
verdict(crowded.searches.every(({ method }) => method === "greedy"), "2,000 queries over one table were searched exactly");

const planted = plantedOmissions();
for (const { text, missing } of planted) {
  const definitions = text.filter((one) => one.startsWith("CREATE TABLE"));
  const all = contextOf(definitions);
  const found = missingCompanions(text.filter((one) => !one.startsWith("CREATE TABLE")).map((one) => requestOf(one, all))).length;
  verdict(found === missing, `${found} forgotten companions found instead of ${missing}:\n  ${text.join("\n  ")}`);
}
console.log(`projects: ${values.projects} compared with the least by force; 200 queries over 50 tables in ${took.toFixed(0)} ms of CPU, 2,000 over one in ${tookCrowd.toFixed(0)} ms (greedy); ${planted.filter(({ missing }) => missing > 0).length} planted omissions`);
console.log(`${passed} passed, ${failed} failed (seed ${values.seed})`);
process.exitCode = failed === 0 ? 0 : 1;
