// npm test: sets up what the suites need, runs every one and sums them up in one line.
//   node scripts/test.mjs [SUITE…] [--list]
// A suite whose means are missing is skipped with one plain line, and counted; in CI that is a failure.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { installCassandra, installPackages, installVSCode } from "./setup.mjs";

const root = path.join(import.meta.dirname, "..");
const bin = (name) => path.join(root, "node_modules/.bin", name);
const results = path.join(root, ".cache/vitest-results.json");

/** `need` brings what the suite wants and returns what is missing; `count` reads the counts where the output's last "N passed, N failed" does not tell them. */
const SUITES = [
  { name: "types", command: ["tsc", "-b"], count: asOne },
  { name: "lint", command: ["eslint", "--max-warnings", "0", "."], count: asOne },
  { name: "build", command: ["node", "scripts/build.mjs"], count: asOne },
  { name: "unit, properties, protocol, command line", command: ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${results}`], count: fromVitest },
  { name: "grammar", command: ["node", "scripts/test-grammar.mjs"] },
  { name: "real VS Code", command: ["node", "test/vscode/harness/run-suite.mjs"], need: installVSCode },
  { name: "real Cassandra", command: ["node", "scripts/run.mjs", "test/cassandra/main.ts"], need: installCassandra },
];

function asOne({ status }) {
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
}

function fromVitest({ status }) {
  const { numPassedTests: passed, numFailedTests, numPendingTests, numTodoTests, numFailedTestSuites, testResults } = JSON.parse(readFileSync(results, "utf8"));
  for (const { name, assertionResults } of testResults) for (const test of assertionResults) if (test.status === "failed") failures.push(`${path.relative(root, name)}: ${test.fullName}`);
  const failed = Math.max(numFailedTests, status === 0 ? 0 : Math.max(1, numFailedTestSuites));
  return { passed, failed, skipped: numPendingTests + numTodoTests };
}

function fromOutput({ status, output }) {
  const line = [...output.matchAll(/(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/g)].at(-1);
  if (line === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const failed = Number(line[2]);
  return { passed: Number(line[1]), failed: status === 0 ? failed : Math.max(1, failed), skipped: Number(line[3] ?? 0) };
}

/** Runs a command with the packages' programs (and their newer Node) first, and shows its output as it comes. */
function run([command, ...args]) {
  return new Promise((resolve) => {
    const child = spawn(bin(command), args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, PATH: `${path.join(root, "node_modules/.bin")}${path.delimiter}${process.env.PATH}` } });
    let output = "";
    const show = (to) => (chunk) => { output += chunk; to.write(chunk); };
    child.stdout.on("data", show(process.stdout));
    child.stderr.on("data", show(process.stderr));
    child.on("error", (error) => resolve({ status: 1, output: `${output}\n${error.message}` }));
    child.on("close", (status) => resolve({ status, output }));
  });
}

const wanted = process.argv.slice(2);
if (wanted.includes("--list")) {
  for (const { name } of SUITES) console.log(name);
  process.exit();
}
installPackages();
mkdirSync(path.dirname(results), { recursive: true });
rmSync(results, { force: true });
const total = { passed: 0, failed: 0, skipped: 0 };
const rows = [];
/** Named again at the end, where they are seen. */
const failures = [];
for (const suite of SUITES.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))) {
  console.log(`\n── ${suite.name}`);
  const started = Date.now();
  const missing = await suite.need?.();
  const counts = missing === undefined ? (suite.count ?? fromOutput)(await run(suite.command)) : { passed: 0, failed: process.env.CI ? 1 : 0, skipped: process.env.CI ? 0 : 1 };
  if (missing !== undefined) console.log(`${process.env.CI ? "FAILED" : "Skipped"}: ${missing}`);
  rows.push({ suite: suite.name, ...counts, seconds: Math.round((Date.now() - started) / 1000) });
  for (const key of Object.keys(total)) total[key] += counts[key];
}
console.log("");
console.table(rows);
for (const failure of failures) console.log(`FAILED: ${failure}`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`);
process.exitCode = total.failed > 0 ? 1 : 0;
