import type { CompanionWrite, Design, Plan } from "../../design/plan";
import { LineIndex } from "../../text/lines";
import type { Options } from "../options";
import { pathOf, type Session } from "../session";
import { oneLine } from "./explain";
import type { Paint } from "./paint";

/** More queries of one plan than this are cut short in the text. */
const MOST_QUERIES_SHOWN = 4;

/** The tables that answer the named files' refused queries: JSON as contract.md section 6 fixes it, or text. */
export function designReport({ service, files }: Session, { format, all, target }: Options, paint: Paint): string {
  const designed = files.filter(({ problem }) => problem === undefined).map((file) => ({ file, designs: service.design(file.uri, { all }).map(withPaths) }));
  const placeOf = ({ path, start }: CompanionWrite): string => {
    const text = service.text(files.find((file) => file.path === path)?.uri ?? "") ?? service.text(service.files().find((uri) => pathOf(uri) === path) ?? "");
    return text === undefined ? path : `${path}:${new LineIndex(text).positionAt(start).line + 1}`;
  };
  if (format === "json") {
    const shown = target ?? (files[0] === undefined ? undefined : service.check(files[0].uri).target);
    const designs = designed.flatMap(({ file, designs: list }) => list.map(({ range, statement, original, refusal, plans }) => ({ path: file.path, statement, ...range, original, refusal, plans })));
    return JSON.stringify({ version: 1, target: shown, designs }, undefined, 1) + "\n";
  }
  return designed.flatMap(({ file, designs }) => {
    const lines = new LineIndex(service.text(file.uri) ?? "");
    return designs.map((design) => designText(`${file.path}:${lines.positionAt(design.range.start).line + 1}`, design, paint, placeOf));
  }).join("\n");
}

/** The design with the paths of files in place of their URIs. */
function withPaths(design: Design): Design {
  return { ...design, plans: design.plans.map((plan) => ({ ...plan, writes: plan.writes.map((write) => (write.path === "" ? write : { ...write, path: pathOf(write.path) })) })) };
}

function designText(place: string, { original, refusal, plans }: Design, paint: Paint, placeOf: PlaceOf): string {
  const head = [`${paint.strong(place)} ${oneLine(original)}`];
  if (refusal !== null) head.push(`  ${paint.warning(refusal.code)} ${refusal.message}`, ...refusal.instead.map((instead) => `    or: ${instead}`));
  return [...head, ...plans.map((plan, i) => planText(plan, i + 1, paint, placeOf))].join("\n") + "\n";
}

/** Where a write stands, as the text output shows it. */
type PlaceOf = (write: CompanionWrite) => string;

function indent(text: string): string {
  return text.split("\n").map((line) => `     ${line}`).join("\n");
}

function ended(cql: string): string {
  return indent(cql.endsWith(";") || cql.startsWith("--") ? cql : `${cql};`);
}

/** Queries that differ in a bucket's value only fill pages: the first ones tell. */
function shownQueries(queries: readonly string[]): readonly string[] {
  if (queries.length <= MOST_QUERIES_SHOWN) return queries;
  return [...queries.slice(0, MOST_QUERIES_SHOWN - 1), `-- and ${queries.length - MOST_QUERIES_SHOWN + 1} more like these (--format json has them all)`];
}

function planText({ kind, table, ddl, queries, merge, backfill, writes, notes }: Plan, number: number, paint: Paint, placeOf: PlaceOf): string {
  // The price stands first: people compare the plans by it.
  const costs = notes.filter(({ code }) => code === "cost").map(({ message }) => indent(`${paint.note("costs:")} ${message}`));
  const lines = [`  ${number}. ${paint.note(kind)} ${table}`, ...costs, ...ddl.map(ended), ...shownQueries(queries).map(ended)];
  if (merge !== null) lines.push(indent(`merge: ${merge.by.length === 0 ? "concatenate the answers" : `sort by ${merge.by.map(({ column, direction }) => `${column} ${direction}`).join(", ")}`}${merge.limit === null ? "" : `, keep the first ${merge.limit}`}`));
  if (backfill !== null) lines.push(indent(`backfill: ${backfill.source}\n     into: ${backfill.insert}`));
  if (backfill?.timed !== undefined) lines.push(indent(`or, keeping times: ${backfill.timed.source}\n${backfill.timed.statements.map((text) => `     into: ${text}`).join("\n")}`));
  for (const write of writes) {
    lines.push(indent(`${paint.note("with")} ${write.template === undefined ? placeOf(write) : oneLine(write.template)}${write.write === undefined ? "" : `, written as ${oneLine(write.write)}`}`));
    lines.push(...write.readFirst.map((text) => `  ${ended(`read first: ${text}`)}`), ...write.add.map((text) => `  ${ended(`then: ${text}`)}`));
  }
  for (const { code, message } of notes) if (code !== "cost") lines.push(indent(`${paint.note("note:")} ${message}`));
  return lines.join("\n");
}
