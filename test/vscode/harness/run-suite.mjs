// The tests in a real VS Code: packages the extension, installs the .vsix, and runs the suite on a copy of examples/; then, in windows of their
// own, the flows of flows.mjs and a folder that nobody trusts.
//   node test/vscode/harness/run-suite.mjs [--timeout SECONDS] [--verbose]
// Exit: 0 passed, 1 failed, 124 did not end in time, 125 the page crashed. Pictures are left in artifacts/.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { bundleSuite } from "./bundle.mjs";
import { packageExtension } from "./package.mjs";
import { runFlows } from "./flows.mjs";
import { missing, openVSCode } from "./vscode.mjs";
import { clickDesignLens, entries } from "./workbench.mjs";
import { copyExamples } from "./workspace.mjs";

/** A folder that nobody has trusted: the extension starts all the same, marks what is wrong and designs. */
async function inRestrictedMode(vsix, workspace) {
  const vscode = await openVSCode({ vsix, workspace, file: "shop/queries.cql", trust: false });
  try {
    await vscode.page.locator(".squiggly-error").first().waitFor({ state: "attached", timeout: 120_000 });
    await clickDesignLens(vscode.page, "SELECT order_id, customer_id, total");
    await entries(vscode.page, "Ways to Serve This Query");
    console.log("  ✔ Restricted Mode: refused queries are marked, and plans are offered");
  } finally {
    await vscode.close();
  }
}

const { values: options } = parseArgs({ options: { timeout: { type: "string", default: "400" }, verbose: { type: "boolean", default: false } } });
const lack = missing();
if (lack !== undefined) {
  console.log(lack);
  process.exit(1);
}

const scratch = mkdtempSync(path.join(tmpdir(), "cqlwright-vscode-"));
const text = () => (existsSync(results) ? readFileSync(results, "utf8") : "");
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
  process.stdout.write(text());
  if (code === 124) console.error(`The tests did not end within ${options.timeout} s.`);
  if (code === 0) {
    const flows = await runFlows({ vsix, workspace: copyExamples(path.join(scratch, "flows")), verbose: options.verbose });
    if (flows.failed > 0) code = 1;
    await inRestrictedMode(vsix, copyExamples(path.join(scratch, "restricted")));
    const [, passed, failed, skipped] = /(\d+) passed, (\d+) failed, (\d+) skipped/.exec(text()) ?? [];
    console.log(`${Number(passed) + flows.passed + 1} passed, ${Number(failed) + flows.failed} failed, ${skipped} skipped`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(code);
