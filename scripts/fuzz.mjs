// npm run fuzz -- [--runs N] [--seed S]: the property tests, N times (10), each with the next seed, from S (the clock) on; stops at the first failure and names its seed.
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { installPackages } from "./setup.mjs";

const root = path.join(import.meta.dirname, "..");
const programs = path.join(root, "node_modules/.bin");
const { values } = parseArgs({ options: { runs: { type: "string", default: "10" }, seed: { type: "string", default: String(Math.floor(Date.now() / 1000)) } } });
installPackages();
const files = ["server/src", "test"].flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true }).map((name) => path.join(folder, name)))
  .filter((file) => file.endsWith(".test.ts") && readFileSync(path.join(root, file), "utf8").includes("fc.assert"));
const first = Number(values.seed);
for (let seed = first; seed < first + Number(values.runs); seed++) {
  console.log(`seed ${seed}`);
  const { status } = spawnSync(path.join(programs, "vitest"), ["run", "--reporter=default", ...files], { cwd: root, stdio: "inherit", env: { ...process.env, PATH: `${programs}${path.delimiter}${process.env.PATH}`, CQLWRIGHT_SEED: String(seed) } });
  if (status !== 0) {
    console.log(`Failed with seed ${seed}; again: npm run fuzz -- --runs 1 --seed ${seed}`);
    process.exit(1);
  }
}
