/** cqlwright.json and the editor's settings: one shape, two sources (contract.md section 8). */
import type { ServerSettings } from "../check/judgement";
import { SERVER_SETTINGS, SETTING_WORDS, settingValue, type SettingValue } from "../dialect/server-settings";
import { DEFAULT_TARGET, isTarget, TARGETS, type Target } from "../dialect/target";
import type { Severity } from "../features/diagnostics/diagnostic";
import type { Settings } from "../features/settings";

/** Settings as one source gives them; what is missing is left to the next source. */
export interface PartialSettings {
  readonly target?: Target;
  readonly keyspace?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly complete?: boolean;
  readonly advice?: Settings["advice"];
  readonly severity?: Settings["severity"];
  readonly server?: ServerSettings;
  /** `server.config`: the path of a cassandra.yaml, relative to the folder of the settings; the host reads it (see server-config.ts). */
  readonly serverConfig?: string;
  readonly codeLens?: boolean;
}

export interface ReadSettings {
  readonly settings: PartialSettings;
  /** One plain sentence for each thing that is wrong; what is right counts all the same. */
  readonly problems: readonly string[];
}

const ADVICE = ["off", "recommended", "all"] as const;
const SEVERITIES = ["error", "warning", "information", "hint", "off"] as const;
/** Keys of the settings page that do not change what the service answers, but belong in the file. */
const OTHER_KEYS = new Set(["$schema", "format", "embedded", "trace"]);

/** The settings in a cqlwright.json; text that is no JSON object gives one problem and no settings. */
export function parseConfig(text: string): ReadSettings {
  try {
    return readSettings(JSON.parse(text.replace(/^\uFEFF/, "")));
  } catch (error) {
    return { settings: {}, problems: [`is not valid JSON: ${error instanceof Error ? error.message : String(error)}`] };
  }
}

/** The settings in a JSON value of the form of cqlwright.json, which is also that of the editor's `cqlwright` section. Values of a wrong type are named and left out. */
export function readSettings(value: unknown): ReadSettings {
  if (!isObject(value)) return { settings: {}, problems: ["must be a JSON object"] };
  const problems: string[] = [];
  const take = <T>(holder: Readonly<Record<string, unknown>>, key: string, path: string, expected: string, accept: (value: unknown) => value is T): T | undefined => {
    const found = holder[key];
    if (found === undefined || found === null) return undefined;
    if (accept(found)) return found;
    problems.push(`"${path}" must be ${expected}`);
    return undefined;
  };
  const section = (key: string) => take(value, key, key, "an object", isObject) ?? {};
  const schema = section("schema"), diagnostics = section("diagnostics"), server = section("server");
  const known = new Set(["target", "keyspace", "schema", "diagnostics", "server", "codeLens", ...OTHER_KEYS]);
  for (const key of Object.keys(value)) if (!known.has(key)) problems.push(`"${key}" is not a setting`);
  const severity = take(diagnostics, "severity", "diagnostics.severity", `an object from code to one of ${SEVERITIES.join(", ")}`, isSeverityMap);
  const settings: PartialSettings = compact({
    target: take(value, "target", "target", `one of ${TARGETS.join(", ")}`, (found): found is Target => typeof found === "string" && isTarget(found)),
    keyspace: take(value, "keyspace", "keyspace", "a string", isString),
    include: take(schema, "include", "schema.include", "a list of globs", isStringList),
    exclude: take(schema, "exclude", "schema.exclude", "a list of globs", isStringList),
    complete: take(schema, "complete", "schema.complete", "true or false", (found): found is boolean => typeof found === "boolean"),
    advice: take(diagnostics, "advice", "diagnostics.advice", `one of ${ADVICE.join(", ")}`, (found): found is Settings["advice"] => (ADVICE as readonly unknown[]).includes(found)),
    severity,
    codeLens: take(section("codeLens"), "explain", "codeLens.explain", "true or false", (found): found is boolean => typeof found === "boolean"),
    server: value["server"] === undefined ? undefined : serverSettings(server, problems),
    serverConfig: take(server, "config", "server.config", "the path of a cassandra.yaml", (found): found is string => isString(found) && found !== ""),
  });
  return { settings, problems };
}

/** Settings from several sources, the first that has a value wins; `severity` and `server` are united key by key. */
export function resolveSettings(...sources: readonly PartialSettings[]): Settings {
  const first = <K extends keyof PartialSettings>(key: K): PartialSettings[K] => sources.find((source) => source[key] !== undefined)?.[key];
  const united = <T>(pick: (source: PartialSettings) => Readonly<Record<string, T>> | undefined): Record<string, T> =>
    Object.assign({}, ...[...sources].reverse().map((source) => pick(source) ?? {})) as Record<string, T>;
  const keyspace = first("keyspace"), include = first("include");
  return {
    target: first("target") ?? DEFAULT_TARGET,
    ...(keyspace === undefined || keyspace === "" ? {} : { keyspace }),
    schema: { ...(include === undefined || include.length === 0 ? {} : { include }), exclude: first("exclude") ?? [], complete: first("complete") ?? false },
    advice: first("advice") ?? "recommended",
    severity: united<Severity | "off">(({ severity }) => severity),
    server: united(({ server }) => server),
    codeLens: first("codeLens") ?? true,
  };
}

function compact(settings: { readonly [K in keyof PartialSettings]: PartialSettings[K] | undefined }): PartialSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isString);
}

function isSeverityMap(value: unknown): value is Readonly<Record<string, Severity | "off">> {
  return isObject(value) && Object.values(value).every((severity) => (SEVERITIES as readonly unknown[]).includes(severity));
}

/** Switches and guardrails; what has a wrong type is named and left out. Names that the check does not know are kept: they may be of another version. */
function serverSettings(server: Readonly<Record<string, unknown>>, problems: string[]): ServerSettings {
  const settings: Record<string, SettingValue> = {};
  for (const [name, value] of Object.entries(server)) {
    if (name === "config" || value === null) continue;
    const kind = SERVER_SETTINGS.get(name);
    const read = kind === undefined ? otherValue(value) : settingValue(kind, value);
    if (read === undefined) problems.push(`"server.${name}" must be ${kind === undefined ? "a switch, a number, a word or a list of words" : SETTING_WORDS[kind]}`);
    else settings[name] = read;
  }
  return settings;
}

function otherValue(value: unknown): SettingValue | undefined {
  return typeof value === "boolean" || typeof value === "number" || isString(value) || isStringList(value) ? value : undefined;
}
