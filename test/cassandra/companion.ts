/**
 * Asks the server at ADDR (127.0.0.1) whether companion writes keep copies true:
 * node scripts/run.mjs test/cassandra/companion.ts [--sequences 200] [--length 100] [--seed 1] [--list 5]
 * Prints what was wrong, then one line of counts; exits 1 when anything was.
 */
import { parseArgs } from "node:util";
import { proveCompanions } from "./companion/prove";
import { groupBy } from "./design/group";

const { values } = parseArgs({ options: { sequences: { type: "string", default: "200" }, length: { type: "string", default: "100" }, seed: { type: "string", default: "1" }, list: { type: "string", default: "5" } } });
const outcomes = await proveCompanions({ address: process.env["CQLWRIGHT_CASSANDRA_5_0"] ?? process.env["ADDR"] ?? "127.0.0.1", sequences: Number(values.sequences), length: Number(values.length), seed: Number(values.seed) });

const wrong = outcomes.filter(({ problem }) => problem !== undefined);
for (const { seed, ddl, query, copy, problem } of wrong.slice(0, Number(values.list))) console.log(`-- ${seed}: ${ddl}\n   ${query}\n   ${copy}: ${problem ?? ""}`);
const left = [...groupBy(outcomes.flatMap((outcome) => outcome.left), (code) => code)].map(([code, all]) => `${code} ${all.length}`);
const excepted = outcomes.reduce((sum, outcome) => sum + outcome.excepted, 0);
console.log(`companions: ${outcomes.length} copies over ${new Set(outcomes.map(({ seed }) => seed)).size} sequences of ${values.length} writes; ${excepted} rows excepted by a note; writes without companions: ${left.length === 0 ? "none" : left.join(", ")}`);
console.log(`${outcomes.length - wrong.length} passed, ${wrong.length} failed (seed ${values.seed})`);
process.exitCode = wrong.length === 0 ? 0 : 1;
