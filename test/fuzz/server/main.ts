/**
 * npm run fuzz:server -- --target cassandra-5.0 --minutes 5 --seed 1 [--statements N] [--kinds REGEX] [--list 20] [--codes] [--save]
 * The differential fuzzer: random worlds near the border, asked of a real server and of our check. Prints tables by kind of statement and by code, how
 * many refusals have the code that the server's message asks for, and the disagreements, each made small; --save files them in test/fuzz/fixtures/,
 * where `npm test` judges them from then on. --kinds makes only statements of some makers; --codes lists the codes that nothing has provoked, and those
 * that one node cannot give with the reason.
 */
import { appendFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import cassandra from "cassandra-driver";
import { isTarget, type Target } from "../../../server/src/dialect/target";
import { connect, startServer, VERSIONS, type Version } from "../../cassandra/cluster";
import { askWorld } from "../../cassandra/verdict";
import { judgeWorlds, type Comparison } from "../../conformance/judge";
import type { World } from "../../conformance/world";
import { randomOf, type Random } from "../../support/random";
import { knownReason } from "./known";
import { mutate } from "./mutate";
import { codesReport, kindsReport, messagesReport } from "./report";
import { shrink, worldOf, type Dispute } from "./shrink";
import { STATEMENTS } from "./statement";
import { randomModel } from "./world";

const { values } = parseArgs({ options: {
  target: { type: "string", default: "cassandra-5.0" }, minutes: { type: "string", default: "5" }, seed: { type: "string", default: "1" },
  statements: { type: "string", default: "1000000" }, list: { type: "string", default: "20" }, most: { type: "string", default: "1000000" }, save: { type: "boolean", default: false },
  kinds: { type: "string", default: "" }, codes: { type: "boolean", default: false },
} });
const version = VERSIONS.find((candidate) => `cassandra-${candidate}` === values.target);
if (version === undefined || !isTarget(values.target)) throw new Error(`--target is one of ${VERSIONS.map((candidate) => `cassandra-${candidate}`).join(", ")}`);
const target: Target = values.target;
const serverVersion: Version = version;
const WORLDS_AT_ONCE = 8;
const MOST_UNANSWERED = 8;
const QUERIES_A_WORLD = 90;
const DEFINITIONS_A_WORLD = 30;
const DEFINITION = /^(?:create|alter|drop|truncate|use|keyspace)/;
const wanted = Object.keys(STATEMENTS).filter((kind) => new RegExp(values.kinds).test(kind));
const QUERY_KINDS = wanted.filter((kind) => !DEFINITION.test(kind));
const DEFINITION_KINDS = wanted.filter((kind) => DEFINITION.test(kind));

/** A world of queries, or (one in three) of definitions in a row; half the statements are one step off. Reads come first: verdicts are for empty tables. */
function randomWorld(random: Random, name: string, serverVersion: Version): World {
  const { model, ddl } = randomModel(random, serverVersion, name);
  const names = [...new Set(model.tables.flatMap(({ columns }) => columns.map((column) => column.name)))];
  const ofDefinitions = QUERY_KINDS.length === 0 || (DEFINITION_KINDS.length > 0 && random.chance(0.33));
  const kinds = ofDefinitions ? DEFINITION_KINDS : QUERY_KINDS;
  const statements = Array.from({ length: ofDefinitions ? DEFINITIONS_A_WORLD : QUERIES_A_WORLD }, (_, i) => {
    const kind = kinds[i % kinds.length] ?? "";
    const cql = STATEMENTS[kind]?.(random, model) ?? "";
    return { kind, cql: random.chance(0.5) ? mutate(random, cql, names) : cql };
  }).filter(({ cql }) => cql.trim() !== "");
  const definitions = ddl.map((cql) => ({ cql }));
  if (ofDefinitions) return { world: name, ddl: [...definitions, ...statements.map(({ cql }) => ({ cql })), { cql: `DROP KEYSPACE IF EXISTS ${name}_2` }] };
  return { world: name, ddl: definitions, stmts: QUERY_KINDS.flatMap((kind) => statements.filter((statement) => statement.kind === kind).map(({ cql }) => ({ cql }))) };
}

/** Whether the two sides differ: in the verdict, in syntax or not, or in the phase. */
function differs({ outcome, judgement: { violation }, v, at }: Comparison): boolean {
  if (outcome !== "agree") return outcome !== "unknown";
  return violation !== undefined && ((violation.errorClass === "syntax") !== (v === "syntax") || (at !== undefined && violation.phase !== at));
}

const server = await startServer(version);
const admin = await connect(server.address);
const seed = Number(values.seed);
if (!Number.isSafeInteger(seed) || seed < 0) throw new Error("--seed takes a whole number");
const random = randomOf(seed);
const until = Date.now() + Number(values.minutes) * 60_000;
let unanswered = 0;
const comparisons: Comparison[] = [];
const disputes: { readonly dispute: Dispute; readonly comparison: Comparison; readonly isDefinition: boolean }[] = [];
try {
  for (let i = 0; Date.now() < until && comparisons.length < Number(values.statements); i += WORLDS_AT_ONCE) {
    const worlds = Array.from({ length: WORLDS_AT_ONCE }, (_, n) => randomWorld(random, `f${seed}_${i + n}`, version));
    for (const world of await Promise.all(worlds.map(ask))) if (world !== undefined) compare(world);
  }
  await report();
} finally {
  await admin.shutdown();
  await server.stop();
}

/** The world with the server's verdicts; undefined where a busy machine gives no answer in time, which is told. */
async function ask(world: World): Promise<World | undefined> {
  try {
    return await askWorld(admin, server.address, world);
  } catch (error) {
    if (!(error instanceof cassandra.errors.OperationTimedOutError) || ++unanswered > MOST_UNANSWERED) throw error;
    console.error(`${world.world} is left out: ${error.message}`);
    return undefined;
  }
}

/** Judges a world and keeps what differs from the server, which is told at once. */
function compare(world: World): void {
  const judged = judgeWorlds([world], target);
  comparisons.push(...judged);
  for (const [at, comparison] of judged.entries()) {
    if (!differs(comparison) || knownReason(comparison) !== undefined) continue;
    const isDefinition = at < world.ddl.length;
    const accepted = world.ddl.slice(0, isDefinition ? at : undefined).filter(({ v }) => v === "ok").map(({ cql }) => cql);
    disputes.push({ dispute: { definitions: accepted, statement: comparison.cql }, comparison, isDefinition });
    console.error(`${comparisons.length} statements, disagreement ${disputes.length} (${comparison.outcome}): ${comparison.cql}`);
  }
}

async function report(): Promise<void> {
  const explained = comparisons.filter((comparison) => differs(comparison) && knownReason(comparison) !== undefined);
  console.log([kindsReport(comparisons), messagesReport(comparisons), codesReport(comparisons, serverVersion, values.codes)].join("\n\n"));
  for (const [reason, rows] of Map.groupBy(explained, (comparison) => knownReason(comparison))) console.log(`\nexplained, ${rows.length}: ${reason}`);
  const shown = disputes.slice(0, Number(values.list));
  for (const [i, { dispute, comparison, isDefinition }] of shown.entries()) {
    const small = await shrink(dispute, async (candidate) => {
      const asked = judgeWorlds([await askWorld(admin, server.address, worldOf(candidate, `s${seed}_${i}`, isDefinition))], target);
      const last = asked.at(-1);
      return last !== undefined && last.outcome === comparison.outcome && differs(last) && last.v === comparison.v;
    });
    const asked = await askWorld(admin, server.address, worldOf(small, `d${seed}_${i}`, isDefinition));
    const last = judgeWorlds([asked], target).at(-1);
    console.log(`-- ${comparison.outcome}: server ${last?.v} at ${last?.at}${last?.m === undefined ? "" : ` (${last.m})`}; ours ${last?.judgement.verdict} ${last?.judgement.violation?.code ?? ""} ${last?.judgement.violation?.phase ?? ""}`);
    for (const cql of small.definitions) console.log(`   ${cql}`);
    console.log(`   ${small.statement}`);
    if (values.save) save(asked);
  }
  const unsolved = disputes.length;
  const all = comparisons.length, unknown = comparisons.filter(({ outcome }) => outcome === "unknown").length;
  console.log(`${target}, seed ${seed}: ${all} statements, ${unsolved} disagreements, ${explained.length} more explained, ${unknown} not judged`);
  console.log(`${all - unsolved} passed, ${unsolved > Number(values.most) ? unsolved : 0} failed`);
  if (unsolved > Number(values.most)) process.exitCode = 1;
}

/** Adds a world to the fixtures of this version; messages of the server are not kept. */
function save(world: World): void {
  const folder = path.join(import.meta.dirname, "../fixtures");
  mkdirSync(folder, { recursive: true });
  const strip = ({ cql, v, at }: { readonly cql: string; readonly v?: string; readonly at?: string }) => ({ cql, v, at });
  appendFileSync(path.join(folder, `${target}.jsonl`), JSON.stringify({ ...world, ddl: world.ddl.map(strip), ...(world.stmts === undefined ? {} : { stmts: world.stmts.map(strip) }) }) + "\n");
}
