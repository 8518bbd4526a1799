/** The files of one call, read and laid out in projects (contract.md section 7). */
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import picomatch from "picomatch";
import { configAbove, decode, readTextFile, scanFolder, type FolderScan } from "../lsp/node-files";
import { withServerConfig } from "../lsp/server-config";
import { parseConfig, resolveSettings, type PartialSettings } from "../workspace/config";
import type { CqlService, ProjectInput } from "../workspace/service";
import { createCqlService } from "../workspace/service-impl";
import { UsageError, type Options } from "./options";

export const STDIN = "-";

/** One file that the user named, directly or by its folder. `problem`: why it could not be read. */
export interface NamedFile {
  readonly uri: string;
  /** As shown: relative to the working directory where that contains it, else absolute; always with `/`. */
  readonly path: string;
  readonly problem?: string;
}

/** Everything that a call reads, as plain data: a thread that is given it needs no disk. */
export interface Gathered {
  readonly projects: readonly ProjectInput[];
  /** All files of the projects, also those that the user did not name. */
  readonly texts: readonly { readonly uri: string; readonly text: string; readonly project: string }[];
  readonly files: readonly NamedFile[];
  /** Sentences about broken settings files and unreadable definitions, for standard error. */
  readonly problems: readonly string[];
}

/** What was gathered, in a service that knows it all. */
export interface Session {
  readonly service: CqlService;
  readonly files: readonly NamedFile[];
}

/** Puts what was gathered into a service; `report` is told of faults of ours, each once. */
export function openSession({ projects, texts, files }: Gathered, report: (what: string, fault: unknown) => void): Session {
  const service = createCqlService({ report });
  for (const project of projects) service.setProject(project);
  for (const { uri, text, project } of texts) service.setFile(uri, text, { project });
  return { service, files };
}

/** A file as read: its text, or in `problem` why it has none. */
interface ReadFile extends NamedFile {
  readonly text: string;
}

/** Reads everything that a call needs. Rejects with `UsageError` for a path that does not exist. */
export async function gather(options: Options): Promise<Gathered> {
  const cwd = process.cwd();
  const configs = new Configs();
  const shared = options.config === undefined ? {} : switchesOf(await configs.read(path.resolve(options.config)));
  const fromCall: PartialSettings = options.target === undefined ? {} : { target: options.target };
  const scan = new Scanner(cwd);
  const base = await readAll(options.schema, cwd, scan);
  const files = await readAll(options.paths.length === 0 ? ["."] : options.paths, cwd, scan);
  const named = new Map(files.map((file) => [file.uri, file]));
  const projects = new Map<string, ProjectInput>();
  const texts = new Map<string, Gathered["texts"][number]>();

  /** Notes a project, with all files that its folder holds. */
  const openProject = async (id: string, config?: string): Promise<void> => {
    if (projects.has(id)) return;
    const settings = resolveSettings(fromCall, config === undefined ? {} : await configs.read(config), shared);
    const folder = config === undefined ? undefined : path.dirname(config);
    projects.set(id, { id, settings, base: base.filter(isReadable).map(({ uri, text }) => ({ uri, text })), ...(folder === undefined ? {} : { root: uriOf(folder) }) });
    for (const file of folder === undefined ? [] : await scan.files(folder)) {
      if ((await configs.of(file)) !== config) continue; // it belongs to a project further down
      const content = named.get(uriOf(file)) ?? await readNamed(file, cwd);
      if (isReadable(content)) texts.set(content.uri, { uri: content.uri, text: content.text, project: id });
    }
  };

  for (const [i, file] of files.entries()) {
    if (!isReadable(file)) continue;
    const isStdin = file.path === STDIN;
    const config = isStdin || options.isolated ? undefined : await configs.of(fileURLToPath(file.uri));
    const id = config ?? (isStdin ? STDIN : options.isolated ? `isolated:${i}` : "call");
    await openProject(id, config);
    texts.set(file.uri, { uri: file.uri, text: file.text, project: id });
  }
  return {
    projects: [...projects.values()], texts: [...texts.values()], files: files.map(({ uri, path: shown, problem }) => ({ uri, path: shown, ...(problem === undefined ? {} : { problem }) })),
    problems: [...base.filter((file) => !isReadable(file)).map((file) => `${file.path}: ${file.problem}`), ...scan.problems, ...configs.problems],
  };
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

/** Folders searched for files, each once; those that cannot be read are named in `problems`. */
class Scanner {
  private readonly scans = new Map<string, Promise<FolderScan>>();
  private readonly unreadable = new Set<string>();

  constructor(private readonly cwd: string) {}

  get problems(): readonly string[] {
    return [...this.unreadable];
  }

  async files(folder: string): Promise<readonly string[]> {
    const { files, problems } = await once(this.scans, folder, scanFolder);
    for (const problem of problems) this.unreadable.add(`${shownPath(problem.path, this.cwd)} is not searched. ${problem.reason}`);
    return files;
  }
}

function once<V>(known: Map<string, Promise<V>>, key: string, make: (key: string) => Promise<V>): Promise<V> {
  const value = known.get(key) ?? make(key);
  known.set(key, value);
  return value;
}

/** The files that arguments name, each once, in their order. */
async function readAll(given: readonly string[], cwd: string, scan: Scanner): Promise<ReadFile[]> {
  const paths = new Set<string>();
  for (const argument of given) for (const file of await expand(argument, cwd, scan)) paths.add(file);
  const files: ReadFile[] = [];
  for (const file of paths) files.push(await readNamed(file, cwd)); // one after the other: thousands of open files are not allowed everywhere
  return files;
}

/** The files that one argument names, absolute, or `-`. */
async function expand(given: string, cwd: string, scan: Scanner): Promise<readonly string[]> {
  if (given === STDIN) return [STDIN];
  const absolute = path.resolve(cwd, given);
  const found = await stat(absolute).catch(() => undefined);
  if (found?.isDirectory() === true) return scan.files(absolute);
  if (found !== undefined) return [absolute];
  const { base, glob, isGlob } = picomatch.scan(absolute.replaceAll("\\", "/"));
  if (!isGlob) throw new UsageError(`${given}: no such file or folder`);
  const matches = picomatch(glob);
  const files = (await scan.files(base)).filter((file) => matches(path.relative(base, file).replaceAll("\\", "/")));
  if (files.length === 0) throw new UsageError(`${given}: no .cql file matches`);
  return files;
}

async function readNamed(file: string, cwd: string): Promise<ReadFile> {
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
