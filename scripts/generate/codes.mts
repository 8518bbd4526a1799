// Gathers the page of every code in docs/codes/, with an index and the map from rule to code.
//   node scripts/run.mjs scripts/generate/codes.mts [--check]
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { judgeWorlds } from "../../test/conformance/judge";
import { probeWorlds } from "../../test/conformance/probes";
import type { World } from "../../test/conformance/world";
import { readable } from "./readable.mjs";

const root = path.join(import.meta.dirname, "../..");
const refusals = path.join(root, "server/src/check/codes");
const advice = path.join(root, "server/src/advice");
const target = path.join(root, "docs/codes");

const pages = new Map([
  ...readdirSync(refusals).filter((name) => name.endsWith(".md")).map((name) => [name.slice(0, -".md".length), path.join(refusals, name)] as const),
  ...readdirSync(advice, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => [name, path.join(advice, name, "rule.md")] as const),
].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, file]) => [code, readFileSync(file, "utf8")] as const));
const files = new Map<string, string>();
for (const [code, page] of pages) files.set(`${code}.md`, `# ${code}\n\n${readable(page.trim())}\n\n[All codes](README.md)\n`);
files.set("README.md", index());

if (process.argv.includes("--check")) {
  const stale = [...files].filter(([name, text]) => !existsSync(path.join(target, name)) || readFileSync(path.join(target, name), "utf8") !== text).map(([name]) => name);
  const extra = existsSync(target) ? readdirSync(target).filter((name) => !files.has(name)) : [];
  if (stale.length + extra.length > 0) {
    console.error(`docs/codes is stale (${[...stale, ...extra].slice(0, 5).join(", ")}…): run npm run generate`);
    process.exit(1);
  }
} else {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const [name, text] of files) writeFileSync(path.join(target, name), text);
}

function index(): string {
  const rows = [...pages].map(([code, page]) => `| [${code}](${code}.md) | ${(page.split("\n")[0] ?? "").replaceAll("|", "\\|")} |`);
  const rules = [...codesByRule()].map(([rule, codes]) => `| ${rule} | ${[...codes].sort().map((code) => (pages.has(code) ? `[${code}](${code}.md)` : code)).join(", ")} |`);
  return [
    "# Codes", "", "One page for each code that a diagnostic can carry. The examples of a page are run as tests.", "",
    "| code | lesson |", "|---|---|", ...rows, "",
    "## From rule to code", "", "Each rule of the rulebook that the probes in `test/conformance/data` try, and the codes that its refused probes get.", "",
    "| rule | codes |", "|---|---|", ...rules, "",
  ].join("\n");
}

/** The codes that refused probes of each rule get; a probe that another rule refuses first names that rule's code. */
function codesByRule(): ReadonlyMap<string, ReadonlySet<string>> {
  const result = new Map<string, Set<string>>();
  const newest = new Map(probeWorlds("5.0").map((world) => [world.world, world]));
  for (const version of ["5.0", "4.1", "4.0"] as const) {
    // An older version is asked only where its answer is another one.
    const worlds = probeWorlds(version).filter((world) => version === "5.0" || answerOf(world) !== answerOf(newest.get(world.world)));
    for (const { world, outcome, judgement } of judgeWorlds(worlds, `cassandra-${version}`)) {
      const rule = world.split("#")[0] ?? "";
      if (!rule.startsWith("O-") && outcome === "agree" && judgement.violation !== undefined) result.set(rule, (result.get(rule) ?? new Set()).add(judgement.violation.code));
    }
  }
  return new Map([...result].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true })));
}

function answerOf(world: World | undefined): string {
  return (world?.stmts ?? []).map(({ v, at }) => `${v} ${at}`).join();
}
