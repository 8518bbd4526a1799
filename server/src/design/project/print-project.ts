import type { ProjectDesign, ProjectQuery } from "./project-design";

/** The design of a project as Markdown: the matrix of queries and tables, what each query reads and each fact writes, and the new tables. `placeOf` says where a query stands. */
export function projectMarkdown(design: ProjectDesign, placeOf: (query: ProjectQuery) => string): string {
  const { tables, queries, searches, unused } = design;
  if (queries.length === 0) return "# Tables of the project\n\nThe project has no SELECT to design for.\n";
  const fresh = tables.filter(({ kind }) => kind === "new");
  const head = `${count(queries.length, "query", "queries")} over ${count(tables.length, "table")}, ${fresh.length === 0 ? "none of them new" : `${fresh.length} of them new`}.`;
  // The matrix has a number for each table: names would make its columns wider than any window.
  const legend = ["| | table | | a fact writes |", "|---|---|---|---|", ...tables.map(({ table, kind, writes }, i) => `| **${i + 1}** | ${code(table)} | ${kind === "new" ? "new" : "there already"} | ${writes} |`)];
  const matrix = [
    `| query | ${tables.map((_table, i) => `**${i + 1}**`).join(" | ")} |`, `|---|${tables.map(() => ":-:|").join("")}`,
    ...queries.map((query) => `| ${placeOf(query)}: ${code(oneLine(query.original))} | ${tables.map(({ table }) => (query.table === table ? reads(query) : "")).join(" | ")} |`),
  ];
  const found = searches.map(({ base, candidates, method, tables: number, writesPerFact }) => (
    `- ${code(base)}: ${count(number, "new table")} of ${count(candidates, "candidate")}, ${method === "exact" ? "surely the fewest" : "found greedily, so fewer may do"}; ${count(writesPerFact, "write")} per fact.`
  ));
  const refused = queries.filter(({ table }) => table === null).map((query) => `- ${placeOf(query)} ${code(oneLine(query.original))}: ${query.refusal?.message ?? "not designed"}`);
  const rewritten = queries.filter((query) => fresh.some(({ table }) => table === query.table)).map((query) => `-- ${placeOf(query)}\n${query.queries.slice(0, 3).map((text) => `${text};`).join("\n")}${query.queries.length > 3 ? `\n-- … ${query.queries.length} queries in all, to be merged` : ""}`);
  return [
    "# Tables of the project", head, legend.join("\n"), matrix.join("\n"),
    ...(found.length === 0 ? [] : ["## How many tables", found.join("\n")]),
    ...(fresh.length === 0 ? [] : ["## New tables", `\`\`\`sql\n${fresh.map(({ base, ddl }) => `-- cqlwright: copy of ${base}\n${ddl.join(";\n")};`).join("\n\n")}\n\`\`\``, "## Queries over them", `\`\`\`sql\n${rewritten.join("\n\n")}\n\`\`\``]),
    ...(unused.length === 0 ? [] : ["## Tables that no query reads", unused.map((table) => `- ${code(table)}`).join("\n")]),
    ...(refused.length === 0 ? [] : ["## Queries without a table", refused.join("\n")]),
  ].join("\n\n") + "\n";
}

function reads({ partitions, queries }: ProjectQuery): string {
  const several = queries.length > 1 ? ` in ${queries.length} queries` : "";
  if (partitions === null) return `reads all${several}`;
  if (partitions.max === null) return `${partitions.min} or more partitions${several}`;
  return partitions.min === partitions.max ? `${count(partitions.max, "partition")}${several}` : `up to ${count(partitions.max, "partition")}${several}`;
}

function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

function code(text: string): string {
  return `\`${text.replaceAll("|", "\\|").replaceAll("`", "'")}\``;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
