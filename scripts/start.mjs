// npm start: installs what the build needs, builds, and shows the main job on examples/: each refused query with its reason, and the table that serves it.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { installPackages } from "./setup.mjs";

const root = path.join(import.meta.dirname, "..");
installPackages();
const node = path.join(root, "node_modules/.bin/node");
const run = (...args) => spawnSync(node, args, { cwd: root, stdio: "inherit" }).status;
if (run("scripts/build.mjs") !== 0) process.exit(1);

const show = (title, ...args) => {
  console.log(`\n━━ ${title}\n   cqlwright ${args.join(" ")}\n`);
  const status = run("dist/cli.js", ...args);
  if (status !== 0 && status !== 1) process.exit(1); // 1 says that the server would refuse something, which is what the examples show
};
const examples = readdirSync(path.join(root, "examples"), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => `examples/${name}`);
show("What the server would refuse, and why", "check", ...examples);
show("The tables that these queries need", "design", ...examples);
console.log(`
Try it on your own files: node dist/cli.js check PATH
In VS Code: npm run package, then install the .vsix.`);
