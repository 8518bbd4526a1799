/**
 * npm run bench [-- --runs 5 --file FILE]: times the language server on a long file and prints a table beside the limits.
 * Machines are noisy, so each run also times a fixed computation, and the figures are given as multiples of it too. Linux only: it reads /proc.
 */
import { readFileSync, statSync, readdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { bigFile } from "./big-file";
import { measure, type Figures } from "./language-server";
import { reference } from "./reference";

const { values } = parseArgs({ options: { runs: { type: "string", default: "5" }, file: { type: "string" } } });
const root = path.join(import.meta.dirname, "../..");
const server = [process.execPath, [path.join(root, "dist/cli.js"), "lsp", "--stdio"]] as const;

const median = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
const clean = values.file === undefined ? bigFile({ statements: 8000, tables: 60, seed: 1, errors: 0 }) : readFileSync(values.file, "utf8");
const spoilt = bigFile({ statements: 8000, tables: 60, seed: 1, errors: 200 });
reference(); // warms the compiler up
const runs: (Figures & { readonly reference: number })[] = [];
for (let i = 0; i < Number(values.runs); i++) runs.push({ ...(await measure(server[0], server[1], clean)), reference: reference() });
const withErrors = await measure(server[0], server[1], spoilt);

const unit = median(runs.map((run) => run.reference));
const vsix = readdirSync(root).filter((name) => name.endsWith(".vsix")).map((name) => statSync(path.join(root, name)).size / 1024 / 1024)[0];
const rows: [string, number | undefined, string, number, boolean][] = [
  ["start to initialized (ms)", median(runs.map(({ start }) => start)), "≤", 300, true],
  ["open to diagnostics (ms CPU)", median(runs.map(({ openCpu }) => openCpu)), "≤", 500, true],
  ["diagnostics of the valid file", Math.max(...runs.map(({ diagnostics }) => diagnostics)), "≤", 0, false],
  ["one-character edit (ms CPU)", median(runs.map(({ editCpu }) => editCpu)), "≤", 20, true],
  ["hover (ms CPU)", median(runs.map(({ hoverCpu }) => hoverCpu)), "≤", 20, true],
  ["code action (ms CPU)", median(runs.map(({ actionCpu }) => actionCpu)), "≤", 20, true],
  ["diagnostics with 200 errors", withErrors.diagnostics, "≤", 220, false],
  ["open with 200 errors (ms CPU)", withErrors.openCpu, "≤", 500, true],
  ["peak memory (MB)", Math.max(...runs.map(({ memory }) => memory)), "≤", 150, false],
  ["package (MB)", vsix, "≤", 2, false],
];
const show = (value: number | undefined) => (value === undefined ? "not built" : String(Math.round(value * 100) / 100));
console.log(`${(clean.length / 1e6).toFixed(2)} million characters, ${values.runs} runs, medians; the reference took ${unit.toFixed(1)} ms`);
console.table(rows.map(([what, value, , limit, timed]) => ({ what, value: show(value), limit, ok: value === undefined ? "" : value <= limit ? "yes" : "NO", "× reference": timed && value !== undefined ? (value / unit).toFixed(2) : "" })));
