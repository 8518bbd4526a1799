/**
 * npm run conformance:design -- [--pairs 2000] [--seed 1] [--target cassandra-5.0]… [--list 10] [--refused CODE] [--unserved]
 * Asks real servers whether designs hold: the pairs are shared out among the targets (all three unless named). Prints a row a shape, then
 * what was wrong, then a line of counts. Two measures: every definition, copy and query of every plan is accepted and gives the rows of the
 * original (100 %), and of the pairs that one table can serve (test/cassandra/design/servable.ts) at least 95 % are served.
 */
import { parseArgs } from "node:util";
import { isTarget, type Target } from "../../server/src/dialect/target";
import { startServer, VERSIONS } from "./cluster";
import { groupBy } from "./design/group";
import { proveDesigns, type Outcome } from "./design/prove";

const LEAST_SERVED = 0.95;

const { values } = parseArgs({ options: {
  pairs: { type: "string", default: "2000" }, seed: { type: "string", default: "1" }, target: { type: "string", multiple: true, default: VERSIONS.map((version) => `cassandra-${version}`) },
  list: { type: "string", default: "10" }, refused: { type: "string" }, unserved: { type: "boolean", default: false },
} });

/** Proves a share of the pairs on the server of one target. */
async function proveOn(name: string): Promise<{ readonly target: Target; readonly outcomes: readonly Outcome[]; readonly designing: number }> {
  if (!isTarget(name)) throw new Error(`no such target: ${name}`);
  const version = VERSIONS.find((one) => name === `cassandra-${one}`);
  if (version === undefined) throw new Error(`no server of ${name} is at hand`);
  const server = await startServer(version);
  try {
    const pairs = Math.ceil(Number(values.pairs) / values.target.length);
    const seed = Number(values.seed) * VERSIONS.length + VERSIONS.indexOf(version);
    const progress = process.stderr.isTTY ? (done: number) => void process.stderr.write(`\r${name}: ${done} of ${pairs}  `) : undefined;
    return { target: name, ...await proveDesigns({ address: server.address, target: name, pairs, seed, ...(progress === undefined ? {} : { progress }) }) };
  } finally {
    await server.stop();
  }
}

const proofs = await Promise.all(values.target.map(proveOn));
const outcomes = proofs.flatMap((proof) => proof.outcomes);
const isWrong = (outcome: Outcome): boolean => outcome.plans.some((plan) => !plan.equal);
console.log(`${"shape".padEnd(28)} pairs served refused  plans  equal`);
for (const [shape, rows] of [...groupBy(outcomes, (outcome) => outcome.shape)].sort((a, b) => b[1].length - a[1].length)) {
  const plans = rows.flatMap((row) => row.plans);
  const refused = rows.filter((row) => row.refused !== undefined).length;
  console.log([shape.padEnd(28), String(rows.length).padStart(5), String(rows.length - refused).padStart(6), String(refused).padStart(7), String(plans.length).padStart(6), String(plans.filter((plan) => plan.equal).length).padStart(6)].join(" "));
}
const refusals = outcomes.filter((outcome) => outcome.refused !== undefined);
const byCode = groupBy(refusals, (outcome) => outcome.refused!);
console.log(`refusals: ${[...byCode].map(([code, rows]) => `${code} ${rows.length}`).join(", ")}`);
const plans = outcomes.flatMap((outcome) => outcome.plans);
console.log(`plans: ${[...groupBy(plans, (plan) => plan.kind)].map(([kind, ofKind]) => `${kind} ${ofKind.length}`).join(", ")}`);
for (const outcome of outcomes.filter(isWrong).slice(0, Number(values.list))) {
  console.log(`-- ${outcome.base}\n   ${outcome.query}`);
  for (const plan of outcome.plans) if (plan.problem !== undefined) console.log(`   ${plan.kind}: ${plan.problem}`);
}
const servable = outcomes.filter((outcome) => outcome.servable);
const unserved = servable.filter((outcome) => outcome.refused !== undefined);
const shown = values.unserved ? unserved : values.refused === undefined ? [] : (byCode.get(values.refused) ?? []);
for (const outcome of shown.slice(0, Number(values.list))) console.log(`-- ${outcome.base}\n   ${outcome.query}\n   ${outcome.refused ?? ""}: ${outcome.message ?? ""}`);
const equal = plans.filter((plan) => plan.equal).length;
const share = servable.length === 0 ? 1 : (servable.length - unserved.length) / servable.length;
for (const { target, outcomes: own, designing } of proofs) {
  const made = own.flatMap((outcome) => outcome.plans);
  console.log(`${target}: ${own.length} pairs, ${own.filter((outcome) => outcome.refused === undefined).length} served, ${made.length} plans, ${made.filter((plan) => plan.equal).length} right, ${designing.toFixed(0)} ms CPU designing`);
}
console.log(`of ${servable.length} pairs that one table can serve, ${servable.length - unserved.length} are served: ${(share * 100).toFixed(1)} % (at least ${LEAST_SERVED * 100} %)`);
const wrong = outcomes.filter(isWrong).length + (share < LEAST_SERVED ? 1 : 0);
console.log(`${plans.length} plans, ${equal} accepted and equal (seed ${values.seed}); ${outcomes.length - outcomes.filter(isWrong).length} passed, ${wrong} failed`);
process.exitCode = wrong === 0 ? 0 : 1;
