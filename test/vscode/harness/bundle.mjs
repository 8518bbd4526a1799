// Bundles the suite for the extension host; the same files serve the harness and @vscode/test-electron.
import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const root = path.join(import.meta.dirname, "../../..");
const source = path.join(root, "test/vscode/suite");

/** Returns the folder with index.cjs and one .test.cjs for each test file. */
export async function bundleSuite() {
  const folder = path.join(root, ".cache/vscode-suite");
  mkdirSync(folder, { recursive: true });
  const entryPoints = readdirSync(source).filter((name) => name === "index.ts" || name.endsWith(".test.ts")).map((name) => path.join(source, name));
  await build({ entryPoints, outdir: folder, outExtension: { ".js": ".cjs" }, bundle: true, platform: "node", format: "cjs", target: "node20", external: ["vscode", "mocha"], logLevel: "warning" });
  return folder;
}
