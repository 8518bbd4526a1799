import { projectMarkdown } from "../design/project/print-project";
import { LineIndex } from "../text/lines";
import type { CqlService } from "../workspace/service";

/** The request of the client's command that designs a whole project; the answer is a text to show. */
export const PROJECT_METHOD = "cqlwright/designProject";

/** Any document of the project, and the form of the answer. */
export interface ProjectParams {
  readonly textDocument: { readonly uri: string };
  readonly format: "markdown" | "json";
}

/** The design of the project that holds `uri`: a page of Markdown, or JSON with URIs as paths. */
export function projectPage(service: CqlService, uri: string, format: ProjectParams["format"]): string {
  const design = service.designProject(uri);
  if (format === "json") return JSON.stringify({ version: 1, target: service.check(uri).target, projects: [design] }, undefined, 1);
  return projectMarkdown(design, ({ path, start }) => `${decodeURIComponent(path.slice(path.lastIndexOf("/") + 1))}:${new LineIndex(service.text(path) ?? "").positionAt(start).line + 1}`);
}
