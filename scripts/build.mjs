// Bundles what ships: dist/client.js (runs in VS Code), dist/server.js (the language server) and dist/cli.js (both commands).
//   node scripts/build.mjs [--sourcemap] [--metafile]
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const root = path.join(import.meta.dirname, "..");
process.chdir(root);

// Chevrotain wants Object.groupBy, which Node 20 lacks.
const groupBy = "Object.groupBy??=(i,f)=>{const r=Object.create(null);let n=0;for(const v of i){const k=f(v,n++);(r[k]??=[]).push(v)}return r};";
const withSourcemap = process.argv.includes("--sourcemap");
const withMetafile = process.argv.includes("--metafile");

const shared = {
  bundle: true,
  minify: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  sourcemap: withSourcemap,
  metafile: withMetafile,
  logLevel: "warning",
  legalComments: "none",
};

const bundles = [
  { name: "client", entry: "client/src/extension.ts", banner: "", external: ["vscode"] },
  { name: "server", entry: "server/src/lsp/main.ts", banner: groupBy, external: [] },
  { name: "cli", entry: "server/src/cli/main.ts", banner: `#!/usr/bin/env node\n${groupBy}`, external: [] },
];

rmSync("dist", { recursive: true, force: true });
const results = await Promise.all(
  bundles.map(({ name, entry, banner, external }) => build({ ...shared, entryPoints: [entry], outfile: `dist/${name}.js`, banner: { js: banner }, external })),
);
chmodSync("dist/cli.js", 0o755);
if (withMetafile) results.forEach(({ metafile }, i) => writeFileSync(`dist/${bundles[i].name}.meta.json`, JSON.stringify(metafile)));
