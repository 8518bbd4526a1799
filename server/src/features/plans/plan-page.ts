/** A plan as a page of Markdown: what a list of plans and a preview of edits have no room for. */
import type { CompanionWrite, Plan } from "../../design/plan";
import { priceOf } from "../../design/price";
import type { ProjectView } from "../checked-file";
import { LineIndex } from "../../text/lines";

/** Queries that differ in a bucket's value only fill pages: the first ones tell. */
const MOST_QUERIES_SHOWN = 5;

/** The page: the price, the notes, the CQL, the writes that keep a copy true, and how it is filled. `title` is its heading, `original` the query that it is for. */
export function planPage(plan: Plan, title: string, original: string, project: ProjectView): string {
  const { ddl, queries, backfill, writes, notes } = plan;
  // The first sentence of the cost note is the price, which stands above.
  const price = priceOf(plan);
  const more = notes.map(({ code, message }) => (code === "cost" ? message.slice(price.length).replace(/^[.\s]+/, "") : message)).filter((message) => message !== "");
  const parts = [
    `# ${title}`, `**${price}.** For the query:`, block([original]),
    ...(more.length === 0 ? [] : ["## Good to know", more.map((message) => `- ${message}`).join("\n")]),
    ...(ddl.length === 0 ? [] : [plan.kind === "index" ? "## The index" : "## The table", block(ddl)]),
    queries.length === 1 ? "## The query" : `## The ${queries.length} queries`, ...mergeText(plan), block(shownQueries(queries)),
  ];
  if (writes.length > 0) {
    const places = [...new Set(writes.map((write) => placeOf(write, project)))];
    parts.push("## Writes that keep it true", ...places.flatMap((place) => [`${place}:`, block(writes.filter((write) => placeOf(write, project) === place).flatMap(companionLines))]));
    if (writes.some(({ path }) => path !== "")) parts.push("Once the table is written, the lightbulb on its definition adds them to the project's files.");
  }
  if (backfill !== null) {
    parts.push("## Filling it from the rows that are there", "Read, and write each row:", block([backfill.source, backfill.insert]));
    if (backfill.timed !== undefined) parts.push("Or, keeping the time and the TTL of each value, for a table that is written meanwhile:", block([backfill.timed.source, ...backfill.timed.statements]));
  }
  return `${parts.join("\n\n")}\n`;
}

/** `sql`, since Markdown viewers have no colours for CQL. */
function block(statements: readonly string[]): string {
  return `\`\`\`sql\n${statements.map((text) => (text.startsWith("--") || text.endsWith(";") ? text : `${text};`)).join("\n")}\n\`\`\``;
}

function mergeText({ merge, queries }: Plan): readonly string[] {
  if (queries.length < 2) return [];
  const by = (merge?.by ?? []).map(({ column, direction }) => `\`${column}\`${direction === "asc" ? "" : " descending"}`).join(", ");
  const limit = merge?.limit === null || merge === null ? "" : `, and keep the first ${merge.limit}`;
  return [`Run all of them, ${by === "" ? "put their rows together" : `merge their rows by ${by}`}${limit}.`];
}

function shownQueries(queries: readonly string[]): readonly string[] {
  if (queries.length <= MOST_QUERIES_SHOWN) return queries;
  return [...queries.slice(0, MOST_QUERIES_SHOWN - 1), `-- and ${queries.length - MOST_QUERIES_SHOWN + 1} more like these`];
}

/** Where a write stands, or the shape of write that the project does not hold yet. */
function placeOf({ path, start, template }: CompanionWrite, project: ProjectView): string {
  if (path === "") return `With ${template === undefined ? "a write of the table" : `\`${template.replace(/\s+/g, " ").trim()}\``}`;
  const line = new LineIndex(project.file(path)?.text ?? "").positionAt(start).line + 1;
  return `With ${decodeURIComponent(path.slice(path.lastIndexOf("/") + 1))}, line ${line}`;
}

function companionLines({ readFirst, add, write }: CompanionWrite): readonly string[] {
  return [
    ...(readFirst.length === 0 ? [] : ["-- read first", ...readFirst]),
    ...(write === undefined ? [] : ["-- the write itself, with its calls bound", write]),
    ...(readFirst.length === 0 && write === undefined ? [] : ["-- then"]), ...add,
  ];
}
