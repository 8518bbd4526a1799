import { projectMarkdown } from "../../design/project/print-project";
import type { ProjectDesign } from "../../design/project/project-design";
import { LineIndex } from "../../text/lines";
import type { Options } from "../options";
import { pathOf, type Session } from "../session";

/** The fewest tables for all queries of each project that the named files belong to: JSON, or a page of Markdown. */
export function projectReport({ service, files }: Session, { format, target }: Options): string {
  const projects: ProjectDesign[] = [];
  const covered = new Set<string>();
  for (const { uri, problem } of files) {
    if (problem !== undefined || covered.has(uri)) continue;
    covered.add(uri);
    if (!service.check(uri).statements.some(({ kind }) => kind === "select")) continue;
    const design = service.designProject(uri);
    for (const { path } of design.queries) covered.add(path);
    projects.push(design);
  }
  if (format === "json") {
    const shown = target ?? (files[0] === undefined ? undefined : service.check(files[0].uri).target);
    const all = projects.map((design) => ({ ...design, queries: design.queries.map((query) => ({ ...query, path: pathOf(query.path) })) }));
    return JSON.stringify({ version: 1, target: shown, projects: all }, undefined, 1) + "\n";
  }
  const indexes = new Map<string, LineIndex>();
  return projects.map((design) => projectMarkdown(design, ({ path, start }) => {
    const lines = indexes.get(path) ?? new LineIndex(service.text(path) ?? "");
    indexes.set(path, lines);
    return `${pathOf(path)}:${lines.positionAt(start).line + 1}`;
  })).join("\n");
}
