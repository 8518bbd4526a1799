// Writes every generated file of the repository; with --check it changes nothing and fails when one is stale.
import { spawnSync } from "node:child_process";
import path from "node:path";

const generators = ["scripts/generate/codes.mts", "scripts/generate/grammar.mts"];
for (const generator of generators) {
  const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, "run.mjs"), generator, ...process.argv.slice(2)], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
