import type { Design, Plan } from "../../design/plan";
import { LineIndex } from "../../text/lines";
import type { Options } from "../options";
import type { Session } from "../session";
import { oneLine } from "./explain";
import type { Paint } from "./paint";

/** The tables that answer the named files' refused queries: JSON as contract.md section 6 fixes it, or text. */
export function designReport({ service, files }: Session, { format, all, target }: Options, paint: Paint): string {
  const designed = files.filter(({ problem }) => problem === undefined).map((file) => ({ file, designs: service.design(file.uri, { all }) }));
  if (format === "json") {
    const shown = target ?? (files[0] === undefined ? undefined : service.check(files[0].uri).target);
    const designs = designed.flatMap(({ file, designs: list }) => list.map(({ range, statement, original, refusal, plans }) => ({ path: file.path, statement, ...range, original, refusal, plans })));
    return JSON.stringify({ version: 1, target: shown, designs }, undefined, 1) + "\n";
  }
  return designed.flatMap(({ file, designs }) => {
    const lines = new LineIndex(file.text);
    return designs.map((design) => designText(`${file.path}:${lines.positionAt(design.range.start).line + 1}`, design, paint));
  }).join("\n");
}

function designText(place: string, { original, refusal, plans }: Design, paint: Paint): string {
  const head = [`${paint.strong(place)} ${oneLine(original)}`];
  if (refusal !== null) head.push(`  ${paint.warning(refusal.code)} ${refusal.message}`, ...refusal.instead.map((instead) => `    or: ${instead}`));
  return [...head, ...plans.map((plan, i) => planText(plan, i + 1, paint))].join("\n") + "\n";
}

function planText({ kind, table, ddl, queries, merge, backfill, notes }: Plan, number: number, paint: Paint): string {
  const indent = (text: string) => text.split("\n").map((line) => `     ${line}`).join("\n");
  const ended = (cql: string) => indent(cql.endsWith(";") ? cql : `${cql};`);
  const lines = [`  ${number}. ${paint.note(kind)} ${table}`, ...ddl.map(ended), ...queries.map(ended)];
  if (merge !== null) lines.push(indent(`merge: ${merge.by.length === 0 ? "concatenate the answers" : `sort by ${merge.by.map(({ column, direction }) => `${column} ${direction}`).join(", ")}`}${merge.limit === null ? "" : `, keep the first ${merge.limit}`}`));
  if (backfill !== null) lines.push(indent(`backfill: ${backfill.source}\n     into: ${backfill.insert}`));
  for (const { message } of notes) lines.push(indent(`${paint.note("note:")} ${message}`));
  return lines.join("\n");
}
