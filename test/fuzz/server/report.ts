/** What a run of the fuzzer says: agreement by kind of statement, codes beside the server's messages, and codes that nothing has provoked. */
import { existsSync } from "node:fs";
import path from "node:path";
import { MESSAGES } from "../../../server/src/check/messages/index";
import { judgeWorlds, tally, type Comparison } from "../../conformance/judge";
import { probeWorlds } from "../../conformance/probes";
import { readWorlds } from "../../conformance/world";
import type { Version } from "../../cassandra/cluster";
import { codesOf } from "./codes";
import { notProvokable } from "./provocations/not-provokable";
import { judge, recordedProvocations } from "./provocations/world";

const MOST_EXAMPLES = 3;
const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
const byCount = <K, V>(groups: Map<K, V[]>) => [...groups].sort((a, b) => b[1].length - a[1].length);
/** A message without the user's names and values, so that equal kinds of refusal fall together. */
const blanked = (message: string) => message.split("\n")[0]?.replace(/'[^']*'|"[^"]*"|\b[a-z]\d+\b|\d+/g, "…").slice(0, 160) ?? "";

const STATEMENTS = /^(?:select|insert|update|delete|begin|truncate|use|(?:create|alter|drop) (?:keyspace|table|type|index|custom|materialized|function|aggregate|or))$/;
/** The kind of a statement by its first words; one that has lost them in a mutation is none. */
const kindOf = ({ kind }: Comparison) => (STATEMENTS.test(kind) ? kind : "no statement");

/** A row for each kind of statement. */
export function kindsReport(comparisons: readonly Comparison[]): string {
  const row = (name: string, cells: readonly (string | number)[]) => name.padEnd(22) + cells.map((cell) => String(cell).padStart(14)).join("");
  const rows = byCount(Map.groupBy(comparisons, kindOf)).map(([kind, list]) => {
    const { all, agree, falseErrors, missed, unknown, refusals, sameClass, samePhase } = tally(list);
    return row(kind, [all, agree, refusals, falseErrors, missed, unknown, refusals - sameClass, refusals - samePhase]);
  });
  return [row("kind", ["statements", "agree", "both refuse", "false errors", "missed", "not judged", "other class", "other phase"]), ...rows].join("\n");
}

/** Refusals on both sides: how many have a code that stands for the server's message. Syntax errors count as one kind. */
export function messagesReport(comparisons: readonly Comparison[]): string {
  const refused = comparisons.flatMap(({ outcome, judgement, v, m, cql, kind }) => (outcome === "agree" && judgement.violation !== undefined && m !== undefined ? [{ code: judgement.violation.code, ours: judgement.violation.errorClass, v, m, cql, kind }] : []));
  const judged = refused.map((row) => ({ ...row, codes: row.v === "syntax" ? undefined : codesOf(row.m) })).map((row) => ({ ...row, right: row.v === "syntax" ? row.ours === "syntax" : row.codes?.includes(row.code) }));
  const right = judged.filter((row) => row.right === true).length;
  const strange = judged.filter((row) => row.right === undefined);
  const lines = [`first refusal: ${percent(right / (judged.length - strange.length || 1))} of ${judged.length - strange.length} refusals have a code of the server's kind; ${strange.length} have a message that no pattern knows`];
  for (const [name, rows] of byCount(Map.groupBy(judged.filter((row) => row.right === false), (row) => `${row.code} for: ${blanked(row.m)}`))) {
    lines.push(`  other kind ×${rows.length}: ${name}`, ...rows.slice(0, MOST_EXAMPLES).map(({ cql, m }) => `      ${cql}\n        ${m.slice(0, 200)}`));
  }
  for (const [name, rows] of byCount(Map.groupBy(strange, (row) => `${row.code} for: ${blanked(row.m)}`))) lines.push(`  no pattern ×${rows.length}: ${name}\n      ${rows[0]?.cql ?? ""}`);
  return lines.join("\n");
}

/** The codes of this run with their counts, then how the codes of the check stand: provoked on a server here or in what is recorded, listed as not provokable, neither. */
export function codesReport(comparisons: readonly Comparison[], version: Version, listAll: boolean): string {
  const here = Map.groupBy(comparisons.filter(isProvoked), ({ judgement }) => judgement.violation?.code ?? "");
  const all = Object.keys(MESSAGES);
  const provoked = new Set([...here.keys(), ...recordedCodes(version)]);
  const listed = notProvokable(version);
  const neither = all.filter((code) => !provoked.has(code) && !listed.has(code));
  return [
    `${here.size} codes provoked: ${byCount(here).map(([code, rows]) => `${code} ${rows.length}`).join(", ")}`,
    `${all.length} codes: ${all.filter((code) => provoked.has(code)).length} provoked on ${version} here or in the recorded verdicts, ${listed.size} listed as not provokable on one node, ${neither.length} neither${listAll && neither.length > 0 ? `: ${neither.join(", ")}` : ""}`,
    ...(listAll ? [...Map.groupBy(listed, ([, reason]) => reason)].map(([reason, codes]) => `  ${reason}: ${codes.map(([code]) => code).join(", ")}`) : []),
  ].join("\n");
}

function isProvoked({ outcome, judgement }: Comparison): boolean {
  return outcome === "agree" && judgement.violation !== undefined;
}

/** What is recorded of a version's server: the rulebook's probes, random worlds and the fuzzer's fixtures, judged. */
function judgeRecorded(version: Version): readonly Comparison[] {
  const files = [path.join(import.meta.dirname, `../../conformance/data/worlds-${version}.jsonl`), path.join(import.meta.dirname, `../fixtures/cassandra-${version}.jsonl`)].filter((file) => existsSync(file));
  return judgeWorlds([...probeWorlds(version), ...files.flatMap(readWorlds)], `cassandra-${version}`);
}

/** The codes that a server of the version has been provoked to give: by what is recorded, and by the provocations. */
export function recordedCodes(version: Version, recorded: readonly Comparison[] = judgeRecorded(version)): ReadonlySet<string> {
  const provocations = recordedProvocations().filter((world) => world.version === version).flatMap(judge);
  return new Set([...recorded.filter(isProvoked).flatMap(({ judgement }) => judgement.violation?.code ?? []), ...provocations.flatMap(({ provoked, difference }) => (difference === undefined ? [provoked.code] : []))]);
}
