// The tests in a real VS Code: packages the extension, installs the .vsix, and runs the suite on a copy of examples/.
//   node test/vscode/harness/run-suite.mjs [--timeout SECONDS] [--verbose]
// Exit: 0 passed, 1 failed, 124 did not end in time, 125 the page crashed. A screenshot is left in artifacts/.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { bundleSuite } from "./bundle.mjs";
import { packageExtension } from "./package.mjs";
import { photograph } from "./photograph.mjs";
import { missing, openVSCode } from "./vscode.mjs";
import { copyExamples } from "./workspace.mjs";

/** A folder that nobody has trusted: the extension starts all the same and marks what is wrong. */
async function inRestrictedMode(vsix, workspace) {
  const vscode = await openVSCode({ vsix, workspace, file: "chat/queries.cql", trust: false });
  try {
    await vscode.page.locator(".squiggly-error").first().waitFor({ state: "attached", timeout: 60_000 });
    console.log("Restricted Mode: diagnostics are shown.");
  } finally {
    await vscode.close();
  }
}

const { values: options } = parseArgs({ options: { timeout: { type: "string", default: "240" }, verbose: { type: "boolean", default: false } } });
const root = path.join(import.meta.dirname, "../../..");
const lack = missing();
if (lack !== undefined) {
  console.log(lack);
  process.exit(1);
}

const scratch = mkdtempSync(path.join(tmpdir(), "cqlwright-vscode-"));
const results = path.join(scratch, "results.txt"); // a file: the workbench's log would be mixed in with anything printed
let code;
try {
  const vsix = packageExtension();
  const tests = await bundleSuite();
  const workspace = copyExamples(path.join(scratch, "workspace"));
  const vscode = await openVSCode({ vsix, workspace, suite: path.join(tests, "index.cjs"), verbose: options.verbose, env: { TEST_FOLDER: tests, TEST_OUTPUT: results } });
  const late = new Promise((resolve) => setTimeout(resolve, Number(options.timeout) * 1000, 124).unref());
  code = await Promise.race([vscode.exitCode, late]);
  await vscode.close();
  if (existsSync(results)) process.stdout.write(readFileSync(results));
  if (code === 124) console.error(`The tests did not end within ${options.timeout} s.`);
  if (code === 0) {
    await inRestrictedMode(vsix, workspace);
    mkdirSync(path.join(root, "artifacts"), { recursive: true });
    const picture = path.join(root, "artifacts/squiggle-and-hover.png");
    await photograph({ vsix, name: "refused-query", out: picture });
    console.log(`Screenshot: ${path.relative(root, picture)}`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(code);
