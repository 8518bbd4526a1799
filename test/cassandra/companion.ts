/**
 * Asks real servers whether companion writes keep copies true:
 * node scripts/run.mjs test/cassandra/companion.ts [--sequences 200] [--length 100] [--seed 1] [--target cassandra-5.0]… [--list 5]
 * The sequences are shared out among the targets (all three unless named). Prints what was wrong, a row a kind of table and plan, then lines of
 * counts; exits 1 when anything was wrong.
 */
import { parseArgs } from "node:util";
import { isTarget } from "../../server/src/dialect/target";
import { startServer, VERSIONS } from "./cluster";
import { proveCompanions, type Outcome } from "./companion/prove";
import { groupBy } from "./design/group";

const { values } = parseArgs({ options: {
  sequences: { type: "string", default: "200" }, length: { type: "string", default: "100" }, seed: { type: "string", default: "1" }, list: { type: "string", default: "5" },
  target: { type: "string", multiple: true, default: VERSIONS.map((version) => `cassandra-${version}`) },
} });

async function proveOn(name: string): Promise<{ readonly name: string; readonly outcomes: readonly Outcome[] }> {
  const version = VERSIONS.find((one) => name === `cassandra-${one}`);
  if (!isTarget(name) || version === undefined) throw new Error(`no server of ${name} is at hand`);
  const server = await startServer(version);
  try {
    const seed = Number(values.seed) * VERSIONS.length + VERSIONS.indexOf(version);
    return { name, outcomes: await proveCompanions({ address: server.address, target: name, sequences: Math.ceil(Number(values.sequences) / values.target.length), length: Number(values.length), seed }) };
  } finally {
    await server.stop();
  }
}

const proofs = await Promise.all(values.target.map(proveOn));
const outcomes = proofs.flatMap((proof) => proof.outcomes);
const wrong = outcomes.filter(({ problem }) => problem !== undefined);
for (const { seed, ddl, query, copy, problem } of wrong.slice(0, Number(values.list))) console.log(`-- ${seed}: ${ddl}\n   ${query}\n   ${copy}: ${problem ?? ""}`);
for (const [kind, all] of groupBy(outcomes, ({ scenario, plan }) => `${scenario}, ${plan}`)) console.log(`${kind.padEnd(24)} ${String(all.length).padStart(4)} copies, ${all.filter(({ problem }) => problem === undefined).length} kept true`);
for (const { name, outcomes: own } of proofs) console.log(`${name}: ${own.length} copies, ${own.filter(({ problem }) => problem === undefined).length} kept true`);
const left = [...groupBy(outcomes.flatMap((outcome) => outcome.left), (code) => code)].map(([code, all]) => `${code} ${all.length}`);
const excepted = outcomes.reduce((sum, outcome) => sum + outcome.excepted, 0);
console.log(`companions: ${outcomes.length} copies over ${new Set(outcomes.map(({ seed }) => seed)).size} sequences of ${values.length} writes; ${excepted} rows excepted by a note; writes without companions: ${left.length === 0 ? "none" : left.join(", ")}`);
console.log(`${outcomes.length - wrong.length} passed, ${wrong.length} failed (seed ${values.seed})`);
process.exitCode = wrong.length === 0 ? 0 : 1;
