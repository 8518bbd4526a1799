/**
 * npm run conformance:design -- [--pairs 500] [--seed 1] [--target cassandra-5.0] [--list 10] [--refused CODE]
 * Asks the server at ADDR (127.0.0.1) whether designs hold. Prints a row a shape, then what was wrong, then one line of counts; exits 1 when anything was.
 */
import { parseArgs } from "node:util";
import { isTarget } from "../../server/src/dialect/target";
import { groupBy } from "./design/group";
import { proveDesigns, type Outcome } from "./design/prove";

const { values } = parseArgs({ options: {
  pairs: { type: "string", default: "500" }, seed: { type: "string", default: "1" }, target: { type: "string", default: "cassandra-5.0" }, list: { type: "string", default: "10" }, refused: { type: "string" },
} });
if (!isTarget(values.target)) throw new Error(`no such target: ${values.target}`);
const { outcomes, designing } = await proveDesigns({ address: process.env["ADDR"] ?? "127.0.0.1", target: values.target, pairs: Number(values.pairs), seed: Number(values.seed) });

const isWrong = (outcome: Outcome): boolean => outcome.plans.some((plan) => !plan.equal);
console.log(`${"shape".padEnd(28)} pairs served refused  plans  equal`);
for (const [shape, rows] of [...groupBy(outcomes, (outcome) => outcome.shape)].sort((a, b) => b[1].length - a[1].length)) {
  const plans = rows.flatMap((row) => row.plans);
  const refused = rows.filter((row) => row.refused !== undefined).length;
  console.log([shape.padEnd(28), String(rows.length).padStart(5), String(rows.length - refused).padStart(6), String(refused).padStart(7), String(plans.length).padStart(6), String(plans.filter((plan) => plan.equal).length).padStart(6)].join(" "));
}
const byCode = groupBy(outcomes.filter((outcome) => outcome.refused !== undefined), (outcome) => outcome.refused!);
console.log(`refusals: ${[...byCode].map(([code, rows]) => `${code} ${rows.length}`).join(", ")}`);
const byKind = groupBy(outcomes.flatMap((outcome) => outcome.plans), (plan) => plan.kind);
console.log(`plans: ${[...byKind].map(([kind, plans]) => `${kind} ${plans.length}`).join(", ")}`);
for (const outcome of outcomes.filter(isWrong).slice(0, Number(values.list))) {
  console.log(`-- ${outcome.base}\n   ${outcome.query}`);
  for (const plan of outcome.plans) if (plan.problem !== undefined) console.log(`   ${plan.kind}: ${plan.problem}`);
}
if (values.refused !== undefined) for (const outcome of (byCode.get(values.refused) ?? []).slice(0, Number(values.list))) console.log(`-- ${outcome.base}\n   ${outcome.query}\n   ${outcome.message ?? ""}`);
const plans = outcomes.flatMap((outcome) => outcome.plans);
const equal = plans.filter((plan) => plan.equal).length;
const refused = outcomes.filter((outcome) => outcome.refused !== undefined).length;
console.log(`design on ${values.target}: ${outcomes.length} pairs, ${outcomes.length - refused} served, ${refused} refused, ${plans.length} plans, ${equal} equal, ${plans.length - equal} failed (seed ${values.seed}, ${designing.toFixed(0)} ms CPU designing)`);
process.exitCode = equal === plans.length ? 0 : 1;
