// Bundles one TypeScript program with everything it imports and runs it: node scripts/run.mjs ENTRY [ARG…]
// On the pinned Node, whatever the machine has. For the programs of test/ and scripts/ that are no Vitest suites. The bundle stays in .cache/; packages stay outside it.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const root = path.join(import.meta.dirname, "..");
const [entry, ...args] = process.argv.slice(2);
if (entry === undefined) throw new Error("usage: node scripts/run.mjs ENTRY [ARG…]");
const outfile = path.join(root, ".cache/run", entry.replace(/[/\\]/g, "-").replace(/\.m?ts$/, ".mjs"));
mkdirSync(path.dirname(outfile), { recursive: true });

/** In a bundle all modules share one `import.meta`; each keeps its own folder here. */
const ownFolders = {
  name: "own folders",
  setup: ({ onLoad }) => onLoad({ filter: /[/\\](?:test|scripts)[/\\][^:]*\.m?ts$/ }, ({ path: file }) => ({
    contents: readFileSync(file, "utf8").replaceAll("import.meta.dirname", JSON.stringify(path.dirname(file))), loader: "ts",
  })),
};
await build({ entryPoints: [path.join(root, entry)], outfile, bundle: true, platform: "node", format: "esm", target: "node22", packages: "external", alias: { "picomatch/posix": "picomatch/posix.js" }, sourcemap: "inline", logLevel: "warning", plugins: [ownFolders] });
const child = spawn(path.join(root, "node_modules/.bin/node"), ["--enable-source-maps", outfile, ...args], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(signal === null ? code : 1));
