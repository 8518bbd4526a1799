// Lays VS Code's own server (the one inside the npm package code-server) under .vscode-server/, for the tests.
// No install script runs and nothing is compiled. A second call is instant.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CODE_SERVER, isInstalled, serverFolder } from "./vscode.mjs";

const run = (cwd, command, ...args) => execFileSync(command, args, { cwd, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });

if (!isInstalled()) {
  // Built beside its final place, so that an interrupted run leaves nothing that looks finished.
  const fresh = `${serverFolder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const tarball = run(fresh, "npm", "pack", "--silent", `code-server@${CODE_SERVER}`).trim();
  run(fresh, "tar", "xzf", tarball, "--strip-components=3", "package/lib/vscode");
  rmSync(path.join(fresh, tarball));
  // `npm ci` refuses here: the shrinkwrap in the package lacks one entry.
  run(fresh, "npm", "install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--engine-strict=false", "--loglevel=error");
  writeFileSync(path.join(fresh, "installed"), "");
  if (existsSync(serverFolder)) rmSync(serverFolder, { recursive: true });
  renameSync(fresh, serverFolder);
}
