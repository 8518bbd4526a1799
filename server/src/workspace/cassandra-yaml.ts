/** A team's own cassandra.yaml (or scylla.yaml): the switches and guardrails in it that decide what is refused. */
import { isAlias, isMap, isScalar, parseDocument, type Document, type Pair } from "yaml";
import type { ServerSettings } from "../check/judgement";
import { OLDER_NAMES, SERVER_SETTINGS, SETTING_WORDS, settingValue, type SettingValue } from "../dialect/server-settings";

export interface CassandraYaml {
  readonly settings: ServerSettings;
  /** What the file does wrong, one sentence each without its subject (the file) and its full stop; what is right counts all the same. */
  readonly problems: readonly string[];
}

/** A real cassandra.yaml has about 120,000 characters; what is much longer is no such file. */
const MOST_CHARACTERS = 512 * 1024;
/** What references to anchors may unfold to, as the `yaml` package counts; a settings file has none to speak of. */
const MOST_ALIASES = 50;
/** Brackets within brackets that a settings file may have: the parser is recursive. */
const DEEPEST = 100;

/**
 * The settings in the text of a cassandra.yaml, by their 5.0 names; what the check does not know is passed over, older names are understood. Text
 * that is no YAML gives one problem with its line and no settings. Never throws; hostile text costs bounded work.
 */
export function readCassandraYaml(text: string): CassandraYaml {
  if (text.length > MOST_CHARACTERS) return nothing(`is longer than ${MOST_CHARACTERS / 1024} KiB, so it is not read`);
  if (isTooDeep(text)) return nothing(`nests more than ${DEEPEST} levels deep, so it is not read`);
  try {
    // The server reads YAML 1.1 (yes and no are switches); repeated keys are not looked for, since the last one counts and the search is slow.
    const document = parseDocument(text.replace(/^\uFEFF/, ""), { version: "1.1", uniqueKeys: false, logLevel: "silent", merge: false });
    const [error] = document.errors;
    if (error !== undefined) return nothing(`is not valid YAML${error.linePos === undefined ? "" : ` at line ${error.linePos[0].line}`} (${firstSentence(error.message)}), so none of its settings is used`);
    if (document.contents === null) return { settings: {}, problems: [] };
    return isMap(document.contents) ? settingsIn(document) : nothing("holds no settings: a cassandra.yaml is a list of lines such as name: value");
  } catch {
    return nothing("could not be understood as YAML, so none of its settings is used");
  }
}

function nothing(problem: string): CassandraYaml {
  return { settings: {}, problems: [problem] };
}

/** `message at line 3, column 5:` and an excerpt: only the message is wanted. */
function firstSentence(message: string): string {
  return (message.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:?$/, "").replace(/[.:]$/, "");
}

/** Whether brackets or indentation (blanks and `- ` in front of a line) nest deeper than any settings file; brackets in quotes count too, which no real file has so many of. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let indent = 0;
  let isIndent = true;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === 0x5b || character === 0x7b) depth++;
    else if (character === 0x5d || character === 0x7d) depth = Math.max(0, depth - 1);
    if (character === 0x0a) {
      isIndent = true;
      indent = 0;
    } else if (isIndent) {
      isIndent = character === 0x20 || character === 0x2d || character === 0x3f;
      if (isIndent) indent++;
      else if (indent > 2 * DEEPEST && character !== 0x23 && character !== 0x0d) return true;
    }
    if (depth > DEEPEST) return true;
  }
  return false;
}

function settingsIn(document: Document): CassandraYaml {
  const settings: Record<string, SettingValue> = {};
  const older: Record<string, SettingValue> = {};
  const problems: string[] = [];
  for (const [key, value] of entriesOf(document)) {
    const old = OLDER_NAMES.get(key);
    const kind = SERVER_SETTINGS.get(old?.name ?? key);
    if (kind === undefined || value === null || value === undefined) continue;
    const read = settingValue(kind, value, old?.unit);
    if (read === undefined) problems.push(`sets ${key} to something that is not ${SETTING_WORDS[kind]}, so that line is not used`);
    else if (old === undefined) settings[key] = read;
    else older[old.name] = read;
  }
  return { settings: { ...older, ...settings }, problems };
}

/** The top-level entries, and those of a `guardrails:` section, whose nested names are joined with `_` (`abort` was the word for `fail`). */
function entriesOf(document: Document): readonly (readonly [string, unknown])[] {
  if (!isMap(document.contents)) return [];
  return document.contents.items.flatMap((pair) => {
    const key = keyOf(pair);
    if (key === undefined) return [];
    if (key !== "guardrails") return isWanted(key) ? [[key, valueOf(pair, document)] as const] : [];
    return flatten(valueOf(pair, document), "").map(([name, value]) => [name.replace(/_abort_threshold$/, "_fail_threshold"), value] as const);
  });
}

function isWanted(key: string): boolean {
  return SERVER_SETTINGS.has(key) || OLDER_NAMES.has(key);
}

function keyOf({ key }: Pair): string | undefined {
  return isScalar(key) && typeof key.value === "string" ? key.value : undefined;
}

function valueOf({ value }: Pair, document: Document): unknown {
  if (isScalar(value)) return value.value;
  return isMap(value) || isAlias(value) || typeof (value as { toJS?: unknown } | null)?.toJS === "function"
    ? (value as { toJS: (document: Document, options: { maxAliasCount: number }) => unknown }).toJS(document, { maxAliasCount: MOST_ALIASES }) : undefined;
}

function flatten(value: unknown, prefix: string): readonly (readonly [string, unknown])[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [[prefix, value]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, prefix === "" ? key : `${prefix}_${key}`));
}
