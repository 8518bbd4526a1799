/**
 * npm run judge -- --target cassandra-5.0 [--kinds select,update] [--rule R-SEL] [--list 20] [--probes] [worlds.jsonl…]
 * --probes adds the probes of the rulebook's rules and the cases of the target's version. Prints a row a kind of statement, then the differences (false errors first), then one line of figures.
 */
import { parseArgs } from "node:util";
import { TARGETS, isTarget } from "../../server/src/dialect/target";
import { agreement, judgeWorlds, tally, type Comparison, type Outcome } from "./judge";
import { probeWorlds } from "./probes";
import { readWorlds } from "./world";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { target: { type: "string", default: "cassandra-5.0" }, kinds: { type: "string" }, rule: { type: "string" }, probes: { type: "boolean", default: false }, list: { type: "string", default: "20" }, codes: { type: "boolean", default: false }, phases: { type: "boolean", default: false } },
});
if (!isTarget(values.target)) throw new Error(`--target is one of ${TARGETS.join(", ")}`);
const kinds = values.kinds === undefined ? undefined : new Set(values.kinds.split(","));
const target = values.target;
const worlds = [...(values.probes ? probeWorlds(target.replace("cassandra-", "")) : []), ...positionals.flatMap(readWorlds)];
const comparisons = judgeWorlds(worlds, target)
  .filter(({ kind, world }) => (kinds === undefined || kinds.has(kind)) && (values.rule === undefined || world.startsWith(values.rule)));

const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
for (const [kind, rows] of [...Map.groupBy(comparisons, (row) => row.kind)].sort((a, b) => b[1].length - a[1].length)) {
  const t = tally(rows);
  console.log(`${kind.padEnd(28)} ${String(t.all).padStart(6)}  agree ${percent(agreement(t)).padStart(8)}  false errors ${t.falseErrors}  missed ${t.missed}  unknown ${t.unknown}`);
}
if (values.codes) {
  for (const [code, rows] of [...Map.groupBy(comparisons.filter((row) => row.outcome === "agree" && row.judgement.violation !== undefined), (row) => row.judgement.violation?.code)].sort((a, b) => b[1].length - a[1].length)) {
    const messages = [...Map.groupBy(rows, (row) => row.k ?? row.v)].sort((a, b) => b[1].length - a[1].length);
    console.log(`${code}: ${rows.length}, kinds ${messages.slice(0, 4).map(([k, list]) => `${k}×${list.length} e.g. ${list[0]?.cql.slice(0, 90)}`).join(" | ")}`);
  }
}
const rank: Record<Outcome, number> = { "false error": 0, missed: 1, unknown: 2, agree: 3 };
const shown = (row: Comparison) => `-- ${row.outcome} ${row.judgement.violation?.code ?? row.judgement.unjudged?.unjudged ?? ""} (${row.world}; server: ${row.v} at ${row.at}${row.m === undefined ? "" : `: ${row.m}`})\n   ${row.cql}`;
const wrong = comparisons.filter(({ outcome }) => outcome !== "agree").sort((a, b) => rank[a.outcome] - rank[b.outcome]);
for (const row of wrong.slice(0, Number(values.list))) console.log(shown(row));
if (values.phases) {
  const off = comparisons.filter(({ outcome, judgement, at, v }) => outcome === "agree" && judgement.violation !== undefined && ((at !== undefined && judgement.violation.phase !== at) || (judgement.violation.errorClass === "syntax") !== (v === "syntax")));
  for (const row of off.slice(0, Number(values.list))) console.log(`${shown(row)}\n   ours: ${row.judgement.violation?.errorClass} at ${row.judgement.violation?.phase}`);
}
const t = tally(comparisons);
console.log(`${target}: ${t.all} statements, agree ${percent(agreement(t))} of ${t.all - t.unknown} judged, false errors ${t.falseErrors}, missed ${t.missed}, unknown ${t.unknown}, same class ${percent(t.sameClass / (t.refusals || 1))}, same phase ${percent(t.samePhase / (t.refusals || 1))}`);
