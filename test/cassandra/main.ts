/**
 * The tests on a real Cassandra that are part of `npm test`: random designs proved on the server, provocations of its refusals, and a
 * minute of the differential fuzzer.
 * One server serves them all. Each program closes with "N passed, N failed"; so does this one, with the sums.
 */
import { spawn } from "node:child_process";
import path from "node:path";
import { startServer } from "./cluster";

const root = path.join(import.meta.dirname, "../..");
/** Disagreements that the minute of fuzzing may hold before it fails: what is known and explained in docs/conformance.md. */
const MOST_DISAGREEMENTS = 2;
const PROGRAMS = [
  ["test/cassandra/design.ts", "--pairs", "60", "--target", "cassandra-5.0"],
  ["test/cassandra/companion.ts", "--sequences", "6"],
  ["test/cassandra/project.ts", "--projects", "40"],
  ["test/cassandra/provoke.ts", "--target", "cassandra-5.0", "--server", "open"],
  ["test/fuzz/server/main.ts", "--target", "cassandra-5.0", "--minutes", "1", "--statements", "3000", "--seed", "3", "--most", String(MOST_DISAGREEMENTS)],
] as const;

/** Runs a program, shows what it prints, and reads its counts; a program without counts has failed. */
function run([entry, ...args]: readonly string[], address: string): Promise<{ readonly passed: number; readonly failed: number }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(root, "scripts/run.mjs"), entry ?? "", ...args], { cwd: root, stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, CQLWRIGHT_CASSANDRA_5_0: address } });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => { output += String(chunk); process.stdout.write(chunk); });
    child.on("close", (status) => {
      const [, passed = "0", failed = "0"] = [...output.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1) ?? [];
      resolve({ passed: Number(passed), failed: Math.max(Number(failed), status === 0 && Number(passed) > 0 ? 0 : 1) });
    });
  });
}

const server = await startServer("5.0");
const total = { passed: 0, failed: 0 };
try {
  for (const program of PROGRAMS) {
    console.log(`\n─ ${program.join(" ")}`);
    const { passed, failed } = await run(program, server.address);
    total.passed += passed;
    total.failed += failed;
  }
} finally {
  await server.stop();
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
