import type { Explanation } from "../../explain/explanation";
import { LineIndex } from "../../text/lines";
import type { Options } from "../options";
import type { Session } from "../session";
import type { Paint } from "./paint";

/** How each statement of the named files would run: JSON as contract.md section 6 fixes it, or text. */
export function explainReport({ service, files }: Session, { format }: Options, paint: Paint): string {
  const readable = files.filter(({ problem }) => problem === undefined);
  const explained = readable.map((file) => ({ file, statements: service.explain(file.uri) }));
  if (format === "json") {
    const json = explained.map(({ file, statements }) => ({ path: file.path, statements: statements.map(({ kind, range, ...rest }) => ({ kind, ...range, ...rest })) }));
    return JSON.stringify({ version: 1, files: json }, undefined, 1) + "\n";
  }
  return explained.flatMap(({ file, statements }) => {
    const text = service.text(file.uri) ?? "";
    const lines = new LineIndex(text);
    return statements.map((statement) => explanationText(`${file.path}:${lines.positionAt(statement.range.start).line + 1}`, text.slice(statement.range.start, statement.range.end), statement, paint));
  }).join("\n");
}

function explanationText(place: string, cql: string, { kind, verdict, routing, partitions, slice, index, filtering, order, questions, notes }: Explanation, paint: Paint): string {
  const facts: [string, string][] = [];
  if (routing !== null) facts.push(["routing", `${routing}${partitions === null ? "" : `, ${partitions.max === null ? `${partitions.min} or more` : partitions.min === partitions.max ? String(partitions.min) : `${partitions.min} to ${partitions.max}`} partition${partitions.max === 1 ? "" : "s"}`}`]);
  if (slice !== null) facts.push(["slice", `${slice.bounds}${slice.columns.length > 0 ? ` of ${slice.columns.join(", ")}` : ""}${slice.reversed ? ", reversed" : ""}`]);
  if (index !== null) facts.push(["index", `${index.name} (${index.kind}), ${index.replicas === "all" ? "every node asked" : "replicas of the partition"}`]);
  if (filtering.length > 0) facts.push(["filtering", filtering.join(", ")]);
  if (order !== null) facts.push(["order", order]);
  const verdicts = { accept: paint.note, reject: paint.error, unknown: paint.warning, skip: paint.note };
  return [
    `${paint.strong(place)} ${kind} ${verdicts[verdict](verdict)}`,
    `  ${oneLine(cql)}`,
    ...facts.map(([name, text]) => `  ${`${name}:`.padEnd(11)}${text}`),
    ...questions.map(({ id, answer, why }) => `  ${answer === "yes" ? paint.note("yes    ") : answer === "no" ? paint.warning("no     ") : "unknown"} ${id.padEnd(18)} ${why}`),
    ...notes.map((note) => `  ${paint.note("note:")} ${note}`),
  ].join("\n") + "\n";
}

/** A statement's text on one line, cut where it is long. */
export function oneLine(cql: string): string {
  const text = cql.replace(/\s+/g, " ").trim();
  return text.length > 140 ? `${text.slice(0, 139)}…` : text;
}
