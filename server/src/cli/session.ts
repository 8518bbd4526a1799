/** The files of one call, laid out in projects, in a service that has read them all (contract.md section 7). */
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import picomatch from "picomatch";
import { configAbove, decode, readTextFile, scanFolder } from "../lsp/node-files";
import { withServerConfig } from "../lsp/server-config";
import { parseConfig, resolveSettings, type PartialSettings } from "../workspace/config";
import type { CqlService } from "../workspace/service";
import { createCqlService } from "../workspace/service-impl";
import { UsageError, type Options } from "./options";

export const STDIN = "-";

/** One file that the user named, directly or by its folder. `problem`: why it could not be read. */
export interface NamedFile {
  readonly uri: string;
  /** As shown: relative to the working directory where that contains it, else absolute; always with `/`. */
  readonly path: string;
  readonly text: string;
  readonly problem?: string;
}

export interface Session {
  readonly service: CqlService;
  readonly files: readonly NamedFile[];
  /** Sentences about broken settings files and unreadable definitions, for standard error. */
  readonly problems: readonly string[];
}

/** Reads everything that a call needs. Rejects with `UsageError` for a path that does not exist. */
export async function openSession(options: Options): Promise<Session> {
  const cwd = process.cwd();
  const service = createCqlService({ report: (what, fault) => process.stderr.write(`cqlwright: ${what} failed: ${fault instanceof Error ? fault.stack : String(fault)}\n`) });
  const configs = new Configs();
  const shared = options.config === undefined ? {} : switchesOf(await configs.read(path.resolve(options.config)));
  const fromCall: PartialSettings = options.target === undefined ? {} : { target: options.target };
  const base = await readAll(options.schema, cwd);
  const files = await readAll(options.paths.length === 0 ? ["."] : options.paths, cwd);
  const open = new Set<string>();

  /** Hands a project to the service, with all files that its folder holds. */
  const openProject = async (id: string, config?: string): Promise<void> => {
    if (open.has(id)) return;
    open.add(id);
    const settings = resolveSettings(fromCall, config === undefined ? {} : await configs.read(config), shared);
    const folder = config === undefined ? undefined : path.dirname(config);
    service.setProject({ id, settings, base: base.filter(isReadable), ...(folder === undefined ? {} : { root: uriOf(folder) }) });
    for (const file of folder === undefined ? [] : (await scanFolder(folder)).files) {
      if ((await configs.of(file)) !== config) continue; // it belongs to a project further down
      const content = await readTextFile(file);
      if (content.kind === "text") service.setFile(uriOf(file), content.text, { project: id });
    }
  };

  for (const [i, file] of files.entries()) {
    if (!isReadable(file)) continue;
    const isStdin = file.path === STDIN;
    const config = isStdin || options.isolated ? undefined : await configs.of(fileURLToPath(file.uri));
    const id = config ?? (isStdin ? STDIN : options.isolated ? `isolated:${i}` : "call");
    await openProject(id, config);
    service.setFile(file.uri, file.text, { project: id });
  }
  return { service, files, problems: [...base.filter((file) => !isReadable(file)).map((file) => `${file.path}: ${file.problem}`), ...configs.problems] };
}

function isReadable(file: NamedFile): boolean {
  return file.problem === undefined;
}

/** A `--config` gives only its switches and `schema.complete`; a project's own settings win. */
function switchesOf({ complete, server }: PartialSettings): PartialSettings {
  return { ...(complete === undefined ? {} : { complete }), ...(server === undefined ? {} : { server }) };
}

/** The settings files of one call, each looked for and read once. */
class Configs {
  readonly problems: string[] = [];
  private readonly byFolder = new Map<string, Promise<string | undefined>>();
  private readonly settings = new Map<string, Promise<PartialSettings>>();

  /** The path of the cqlwright.json that holds for a file. */
  of(file: string): Promise<string | undefined> {
    return once(this.byFolder, path.dirname(file), configAbove);
  }

  /** The settings in a file, with those of the cassandra.yaml that it names; broken parts are named in `problems`. Rejects with `UsageError` where it cannot be read. */
  read(file: string): Promise<PartialSettings> {
    return once(this.settings, file, async () => {
      const shown = shownPath(file, process.cwd());
      const text = await readFile(file, "utf8").catch(() => { throw new UsageError(`${shown} cannot be read`); });
      const { settings, problems } = parseConfig(text);
      const whole = await withServerConfig(settings, (named) => readTextFile(path.resolve(path.dirname(file), named)));
      this.problems.push(...[...problems, ...whole.problems].map((problem) => `${shown}: ${problem}`));
      return whole.settings;
    });
  }
}

function once<V>(known: Map<string, Promise<V>>, key: string, make: (key: string) => Promise<V>): Promise<V> {
  const value = known.get(key) ?? make(key);
  known.set(key, value);
  return value;
}

/** The files that arguments name, each once, in their order. */
async function readAll(given: readonly string[], cwd: string): Promise<NamedFile[]> {
  const paths = new Set<string>();
  for (const argument of given) for (const file of await expand(argument, cwd)) paths.add(file);
  const files: NamedFile[] = [];
  for (const file of paths) files.push(await readNamed(file, cwd)); // one after the other: thousands of open files are not allowed everywhere
  return files;
}

/** The files that one argument names, absolute, or `-`. */
async function expand(given: string, cwd: string): Promise<readonly string[]> {
  if (given === STDIN) return [STDIN];
  const absolute = path.resolve(cwd, given);
  const found = await stat(absolute).catch(() => undefined);
  if (found?.isDirectory() === true) return (await scanFolder(absolute)).files;
  if (found !== undefined) return [absolute];
  const { base, glob, isGlob } = picomatch.scan(absolute.replaceAll("\\", "/"));
  if (!isGlob) throw new UsageError(`${given}: no such file or folder`);
  const matches = picomatch(glob);
  const files = (await scanFolder(base)).files.filter((file) => matches(path.relative(base, file).replaceAll("\\", "/")));
  if (files.length === 0) throw new UsageError(`${given}: no .cql file matches`);
  return files;
}

async function readNamed(file: string, cwd: string): Promise<NamedFile> {
  const content = file === STDIN ? decode(await buffer(process.stdin)) : await readTextFile(file);
  const place = file === STDIN ? { uri: "untitled:stdin", path: STDIN } : { uri: uriOf(file), path: shownPath(file, cwd) };
  return content.kind === "text" ? { ...place, text: content.text } : { ...place, text: "", problem: content.reason };
}

/** A path as the output shows it: relative to `cwd` where that contains it, else absolute; with `/`. */
export function shownPath(file: string, cwd: string): string {
  const relative = path.relative(cwd, file);
  return (relative === "" || relative.startsWith("..") || path.isAbsolute(relative) ? file : relative).replaceAll("\\", "/");
}

function uriOf(file: string): string {
  return pathToFileURL(file).href;
}

/** The shown path of a URI that the service names. */
export function pathOf(uri: string): string {
  return uri.startsWith("file:") ? shownPath(fileURLToPath(uri), process.cwd()) : STDIN;
}
