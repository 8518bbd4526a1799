import type { Explanation, QuestionId } from "../../explain/explanation";
import { explainStatement } from "../../explain/explain";
import type { CheckedStatement } from "../checked-file";
import { displayName, tableNamed } from "../schema-view";

const QUESTIONS: Readonly<Record<QuestionId, string>> = {
  "partition-key": "Whole partition key given?",
  "finite-partitions": "Finite number of partitions?",
  contiguous: "One stretch of rows?",
  skipped: "Clustering column skipped?",
  filtering: "Filtering?",
  "across-partitions": "Sorting or counting across partitions?",
  "partition-size": "Partition size acceptable?",
  idempotent: "Safe to retry?",
};

const VERDICTS: Readonly<Record<Explanation["verdict"], string>> = {
  accept: "accepted", reject: "**refused**", unknown: "not judged", skip: "not sent to a server",
};

/** How the statement would run: verdict, access path and the eight questions of the modelling guide; undefined where there is nothing to tell. */
export function statementText(statement: CheckedStatement): string | undefined {
  const table = tableNamed(statement);
  // Rows "per day" and the like say nothing of a partition until the day is in its key.
  const size = table?.partitionRows?.per === undefined ? table?.partitionRows : undefined;
  const explanation = explainStatement(statement, size === undefined ? {} : { rows: size.rows });
  if (explanation.questions.length === 0 && explanation.notes.length === 0) return undefined;
  const where = table === undefined ? "" : ` on ${displayName(table.keyspace, table.name)}`;
  const path = pathText(explanation);
  const parts = [`${explanation.kind.replaceAll("-", " ").toUpperCase()}${where}: ${VERDICTS[explanation.verdict]}${path === "" ? "" : `; ${path}`}`];
  if (explanation.questions.length > 0) parts.push(explanation.questions.map(({ id, answer, why }) => `- ${QUESTIONS[id]} **${answer}**: ${why}`).join("\n"));
  if (explanation.notes.length > 0) parts.push(explanation.notes.map((note) => `- ${note}`).join("\n"));
  return parts.join("\n\n");
}

/** The access path in a few words: "1 partition, rows from placed down". */
export function pathText({ routing, partitions, slice, index, filtering, order }: Explanation): string {
  const words: string[] = [];
  if (routing === "single-partition") words.push("1 partition");
  else if (routing === "multi-partition") words.push(partitions === null || partitions.max === null ? "several partitions" : `up to ${partitions.max} partitions`);
  else if (routing === "token-range") words.push("a range of tokens");
  else if (routing === "full-scan") words.push("a scan of every node");
  else if (routing === "index" && index !== null) words.push(`index ${index.name} (${index.kind}) ${index.replicas === "all" ? "on every node" : "inside the partition"}`);
  if (slice !== null && slice.bounds !== "all") words.push(slice.bounds === "point" ? "one row" : slice.bounds === "points" ? "single rows" : `a stretch of ${slice.columns[slice.columns.length - 1] ?? "rows"}`);
  if (order === "reversed") words.push("read backwards");
  if (order === "memory") words.push("sorted in memory");
  if (filtering.length > 0) words.push(`filtered by ${filtering.join(", ")}`);
  return words.join(", ");
}
