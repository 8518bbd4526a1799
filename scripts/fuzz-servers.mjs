// node scripts/fuzz-servers.mjs [--statements N] [--seed S]: the differential fuzzer on every version of Cassandra, one after the other, with one seed (the clock's).
// Fails where a version has more disagreements than the measure allows. The lines at the end are what docs/fuzzing.md records.
import { spawn } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { CASSANDRA } from "./setup.mjs";

const MOST_DISAGREEMENTS = 10;
const root = path.join(import.meta.dirname, "..");
const { values } = parseArgs({ options: { statements: { type: "string", default: "20000" }, seed: { type: "string", default: String(Math.floor(Date.now() / 1000)) } } });

/** Runs the fuzzer on a version; gives its status and the lines of figures that end its output. */
function fuzz(version) {
  const args = ["--target", `cassandra-${version}`, "--statements", values.statements, "--seed", values.seed, "--minutes", "180", "--most", String(MOST_DISAGREEMENTS)];
  return new Promise((resolve, reject) => {
    const child = spawn("node", ["scripts/run.mjs", "test/fuzz/server/main.ts", ...args], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.on("data", (chunk) => { output += chunk; process.stdout.write(chunk); });
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, lines: output.split("\n").filter((line) => /^cassandra-[\d.]+, seed|^first refusal:/.test(line)) }));
  });
}

const runs = [];
for (const version of Object.keys(CASSANDRA)) runs.push(await fuzz(version));
console.log(["", ...runs.flatMap(({ lines }) => lines)].join("\n"));
process.exitCode = runs.some(({ status }) => status !== 0) ? 1 : 0;
