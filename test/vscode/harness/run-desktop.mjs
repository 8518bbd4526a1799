// The same suite in a desktop VS Code that @vscode/test-electron downloads; needs a network and a display.
//   npm run test:desktop
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runTests } from "@vscode/test-electron";
import { bundleSuite } from "./bundle.mjs";
import { packageExtension } from "./package.mjs";
import { copyExamples } from "./workspace.mjs";

const root = path.join(import.meta.dirname, "../../..");
const scratch = mkdtempSync(path.join(tmpdir(), "cqlwright-desktop-"));
try {
  packageExtension(); // for its build: the extension itself is loaded from the folder
  const tests = await bundleSuite();
  const workspace = copyExamples(path.join(scratch, "workspace"));
  process.exitCode = await runTests({
    extensionDevelopmentPath: root,
    extensionTestsPath: path.join(tests, "index.cjs"),
    extensionTestsEnv: { TEST_FOLDER: tests },
    launchArgs: [workspace, "--disable-extensions", "--disable-workspace-trust"],
  });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
