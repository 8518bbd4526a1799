// Builds the extension and packs it: cqlwright-<version>.vsix in the project's folder.
//   node test/vscode/harness/package.mjs
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "../../..");

/** Returns the path of the fresh .vsix. */
export function packageExtension() {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const vsix = path.join(root, `cqlwright-${version}.vsix`);
  const run = (...args) => execFileSync(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
  run("scripts/build.mjs");
  run("node_modules/@vscode/vsce/vsce", "package", "--no-dependencies", "--out", vsix);
  if (!existsSync(vsix)) throw new Error("vsce made no package");
  return vsix;
}

if (process.argv[1] === import.meta.filename) {
  const vsix = packageExtension();
  console.log(`${path.basename(vsix)}: ${(statSync(vsix).size / 1024).toFixed(0)} KB`);
}
