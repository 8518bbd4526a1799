// Bundles what ships: dist/client.js (runs in VS Code), dist/cqlwright.js (both programs), and what starts them: dist/server.js (the language server)
// and dist/cli.js (both commands).
//   node scripts/build.mjs [--sourcemap] [--metafile] [--outdir FOLDER]
import { chmodSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const root = path.join(import.meta.dirname, "..");
process.chdir(root);

// Chevrotain wants Object.groupBy, which Node 20 lacks.
const groupBy = "Object.groupBy??=(i,f)=>{const r=Object.create(null);let n=0;for(const v of i){const k=f(v,n++);(r[k]??=[]).push(v)}return r};";
const { values: options } = parseArgs({ options: { sourcemap: { type: "boolean" }, metafile: { type: "boolean" }, outdir: { type: "string", default: "dist" } } });

const shared = {
  bundle: true,
  minify: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  sourcemap: options.sourcemap,
  metafile: options.metafile,
  logLevel: "warning",
  legalComments: "none",
};

const bundles = [
  { name: "client", entry: "client/src/extension.ts", banner: "", external: ["vscode"] },
  { name: "cqlwright", entry: "server/src/launcher/bundle.ts", banner: groupBy, external: [] },
  { name: "server", entry: "server/src/launcher/server.ts", banner: "", external: [] },
  { name: "cli", entry: "server/src/launcher/cli.ts", banner: "#!/usr/bin/env node", external: [] },
];

const results = await Promise.all(
  bundles.map(({ name, entry, banner, external }) => build({ ...shared, entryPoints: [entry], outfile: path.join(options.outdir, `${name}.js`), banner: { js: banner }, external })),
);
chmodSync(path.join(options.outdir, "cli.js"), 0o755);
if (options.metafile) results.forEach(({ metafile }, i) => writeFileSync(path.join(options.outdir, `${bundles[i].name}.meta.json`), JSON.stringify(metafile)));
