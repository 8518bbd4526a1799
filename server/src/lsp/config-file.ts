/** What the editor makes of a `cqlwright.json`: its settings, its scope, and its mistakes with the place to mark. */
import type { Range } from "../text/range";
import { parseConfig, type PartialSettings } from "../workspace/config";

export type Scope = "project" | "open";

export interface ConfigFile {
  readonly settings: PartialSettings;
  readonly scope?: Scope;
  readonly problems: readonly { readonly message: string; readonly range: Range }[];
}

/** Reads the text of a `cqlwright.json`; never throws, what is wrong becomes problems and the rest counts. */
export function readConfigFile(text: string): ConfigFile {
  const { settings, problems } = parseConfig(text);
  const scope = scopeOf(parsed(text));
  return {
    settings,
    ...(scope === undefined ? {} : { scope }),
    problems: problems.map((problem) => problemIn(text, problem)),
  };
}

/** A problem of a `cqlwright.json` with the place to mark: the key that it begins with. */
export function problemIn(text: string, problem: string): ConfigFile["problems"][number] {
  return { message: `cqlwright.json: ${problem}.`, range: rangeOf(problem, text) };
}

/** `diagnostics.scope` of a settings object; it concerns the editor alone, so the service never sees it. */
export function scopeOf(value: unknown): Scope | undefined {
  const scope = member(member(value, "diagnostics"), "scope");
  return scope === "project" || scope === "open" ? scope : undefined;
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // parseConfig has said so
  }
}

/** The key that a problem names ("schema.include"), or the position that a JSON error gives, or the file's start. */
function rangeOf(problem: string, text: string): Range {
  const position = / at position (\d+)/.exec(problem)?.[1];
  if (position !== undefined) return { start: Number(position), end: Math.min(Number(position) + 1, text.length) };
  const key = /^"([^"]+)"/.exec(problem)?.[1];
  let range: Range = { start: 0, end: Math.min(1, text.length) };
  let from = 0;
  for (const part of key?.split(".") ?? []) {
    const quoted = JSON.stringify(part);
    const at = text.indexOf(quoted, from);
    if (at < 0) break;
    from = at + quoted.length;
    range = { start: at, end: from };
  }
  return range;
}
