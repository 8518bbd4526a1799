// Runs the grammar's tests (test/grammar/*.test.cql) and sums them up: one test a file.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");
const folder = path.join(root, "test/grammar");
const runner = path.join(root, "node_modules/.bin/vscode-tmgrammar-test");
// VS Code brings Java and JavaScript; here stand-ins take their place.
const grammars = ["syntaxes/cql.tmLanguage.json", "test/grammar/embedded/java.tmLanguage.json", "test/grammar/embedded/js.tmLanguage.json"];
let failed = 0;
const files = readdirSync(folder).filter((name) => name.endsWith(".test.cql"));
for (const name of files) {
  const { status, stdout, stderr } = spawnSync(runner, [...grammars.flatMap((file) => ["-g", path.join(root, file)]), path.join(folder, name)], { encoding: "utf8" });
  if (status === 0) continue;
  failed++;
  console.log(stdout, stderr);
}
console.log(`${files.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
