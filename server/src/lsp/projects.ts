/** Which files belong to which project (contract.md section 7), and keeping the service's copy of the disk current. */
import type { CqlService } from "../workspace/service";
import { resolveSettings, type PartialSettings } from "../workspace/config";
import { problemIn, readConfigFile, type ConfigFile, type Scope } from "./config-file";
import { folderOf, isBelow, type Host } from "./host";
import { withServerConfig } from "./server-config";

/** What a client's settings say: for the workspace as a whole, and for each folder by its URI. */
export interface EditorSettings {
  readonly settings: PartialSettings;
  readonly scope?: Scope;
}

export interface ProjectsNeeds {
  readonly service: CqlService;
  readonly host: Host;
  readonly isOpen: (uri: string) => boolean;
  /** The client's settings for a folder, or for what lies in none. */
  readonly editorSettings: (folder: string | undefined) => EditorSettings;
  /** The mistakes of a `cqlwright.json`, each time it is read; none when it is gone. */
  readonly reportConfig: (uri: string, text: string, problems: ConfigFile["problems"]) => void;
}

/** Where a document's settings come from, for the status item. */
export interface ProjectInfo {
  readonly root: string | undefined;
  readonly config: string | undefined;
  readonly fileSettings: PartialSettings;
  readonly editor: EditorSettings;
  readonly scope: Scope;
}

export interface Projects {
  readonly addFolder: (folder: string) => Promise<void>;
  readonly removeFolder: (folder: string) => void;
  /** Re-reads settings of every project, after the client's have changed. */
  readonly applySettings: () => void;
  /** A document was opened: gives it a project. Resolves when the project has been read. */
  readonly open: (uri: string, text: string) => Promise<void>;
  /** A document was closed: the disk's text counts again, or nothing. */
  readonly close: (uri: string) => Promise<void>;
  /** A file was made, changed or deleted on disk. */
  readonly diskChanged: (uri: string) => Promise<void>;
  /** Reads every folder again (files were moved in ways that no single event tells). */
  readonly rescan: () => Promise<void>;
  readonly info: (uri: string) => ProjectInfo;
  /** Why a file was not read. */
  readonly unreadable: (uri: string) => string | undefined;
}

interface Project {
  readonly root: string;
  /** The workspace folder whose settings hold for it; undefined outside of all. */
  readonly folder: string | undefined;
  config: { readonly uri: string; readonly file: ConfigFile; /** The cassandra.yaml that it names, read or not. */ readonly serverConfig: string | undefined } | undefined;
}

/** Files read at the same time. */
const READERS = 16;
const CONFIG = "/cqlwright.json";

/** Makes the projects of one connection. Its promises never reject for anything found on disk. */
export function createProjects({ service, host, isOpen, editorSettings, reportConfig }: ProjectsNeeds): Projects {
  const folders = new Set<string>();
  const projects = new Map<string, Project>();
  const loose = new Set<string>();
  const onDisk = new Set<string>();
  const unreadable = new Map<string, string>();

  const folderHolding = (uri: string): string | undefined => [...folders].filter((folder) => folder === uri || isBelow(folder, uri)).sort((a, b) => b.length - a.length)[0];
  const projectHolding = (uri: string): Project | undefined => {
    let best: Project | undefined;
    for (const project of projects.values()) if (isBelow(project.root, uri) && (best === undefined || project.root.length > best.root.length)) best = project;
    return best;
  };
  /** Where a document without a place on disk belongs: the one workspace folder, if there is just one. */
  const homeOf = (uri: string): Project | undefined => projectHolding(uri) ?? (uri.startsWith("untitled:") && folders.size === 1 ? [...projects.values()].find(({ folder }) => folder !== undefined) : undefined);

  const register = (project: Project): void => {
    projects.set(project.root, project);
    service.setProject({ id: project.root, root: project.root, settings: resolveSettings(project.config?.file.settings ?? {}, editorSettings(project.folder).settings) });
  };
  const registerLoose = (uri: string): void => {
    loose.add(uri);
    service.setProject({ id: `loose:${uri}`, settings: resolveSettings(editorSettings(undefined).settings) });
  };
  const looseOption = (uri: string) => (loose.has(uri) ? { project: `loose:${uri}` } : homeOf(uri) !== undefined && projectHolding(uri) === undefined ? { project: homeOf(uri)?.root as string } : {});

  const readConfig = async (uri: string): Promise<Project["config"]> => {
    const content = await host.read(uri);
    if (content.kind === "unreadable") {
      reportConfig(uri, "", [{ message: `cqlwright.json: ${content.reason}`, range: { start: 0, end: 0 } }]);
      return undefined;
    }
    const file = readConfigFile(content.text);
    let serverConfig: string | undefined;
    const { settings, problems } = await withServerConfig(file.settings, async (path) => {
      serverConfig = host.resolve(folderOf(uri), path);
      return serverConfig === undefined ? { kind: "unreadable", reason: "Only files on disk can be read." } : host.read(serverConfig);
    });
    reportConfig(uri, content.text, [...file.problems, ...problems.map((problem) => problemIn(content.text, problem))]);
    return { uri, file: { ...file, settings }, serverConfig };
  };

  const readFile = async (uri: string): Promise<void> => {
    if (isOpen(uri)) return;
    const content = await host.read(uri);
    if (isOpen(uri)) return; // opened meanwhile: the editor's text counts
    if (content.kind === "text") {
      unreadable.delete(uri);
      service.setFile(uri, content.text, { writable: host.isWritable(uri) });
    } else {
      unreadable.set(uri, content.reason);
      service.setFile(uri, "", { writable: false });
    }
  };

  const load = async (root: string, folder: string | undefined): Promise<void> => {
    const content = await host.scan(root);
    for (const config of content.configs) register({ root: folderOf(config), folder, config: await readConfig(config) });
    const queue = [...content.files];
    const worker = async (): Promise<void> => {
      for (let uri = queue.pop(); uri !== undefined; uri = queue.pop()) {
        onDisk.add(uri);
        await readFile(uri);
      }
    };
    await Promise.all(Array.from({ length: READERS }, worker));
    const found = new Set(content.files);
    for (const uri of [...onDisk]) if (isBelow(root, uri) && !found.has(uri)) forget(uri);
  };

  const forget = (uri: string): void => {
    onDisk.delete(uri);
    unreadable.delete(uri);
    if (!isOpen(uri)) service.removeFile(uri);
  };

  const addFolder = async (folder: string): Promise<void> => {
    folders.add(folder);
    const config = await host.configAbove(folder);
    const root = config === undefined ? folder : folderOf(config);
    register({ root, folder, config: config === undefined ? undefined : await readConfig(config) });
    await load(root, folder);
    for (const uri of [...loose]) {
      const text = service.text(uri);
      if (text !== undefined && projectHolding(uri) !== undefined) adopt(uri, text);
    }
  };

  /** Moves a loose document into the project that holds it. */
  const adopt = (uri: string, text: string): void => {
    loose.delete(uri);
    service.removeFile(uri);
    service.removeProject(`loose:${uri}`);
    service.setFile(uri, text, { writable: host.isWritable(uri) });
  };

  return {
    addFolder,
    removeFolder: (folder) => {
      folders.delete(folder);
      for (const project of [...projects.values()]) {
        if (project.folder !== folder) continue;
        projects.delete(project.root);
        if (project.config !== undefined) reportConfig(project.config.uri, "", []);
        for (const uri of [...onDisk]) if (isBelow(project.root, uri) && folderHolding(uri) === undefined) forget(uri);
        service.removeProject(project.root);
      }
    },
    applySettings: () => {
      for (const project of projects.values()) register(project);
      for (const uri of loose) registerLoose(uri);
    },
    open: async (uri, text) => {
      unreadable.delete(uri);
      if (homeOf(uri) === undefined && folderHolding(uri) === undefined) registerLoose(uri);
      service.setFile(uri, text, { ...looseOption(uri), writable: host.isWritable(uri) });
      if (!loose.has(uri)) return;
      const config = await host.configAbove(folderOf(uri));
      if (config === undefined || !isOpen(uri)) return;
      const root = folderOf(config);
      if (!projects.has(root)) {
        register({ root, folder: undefined, config: await readConfig(config) });
        await load(root, undefined);
      }
      const current = service.text(uri);
      if (loose.has(uri) && current !== undefined) adopt(uri, current);
    },
    close: async (uri) => {
      if (loose.delete(uri)) {
        service.removeFile(uri);
        service.removeProject(`loose:${uri}`);
      } else if (onDisk.has(uri)) {
        await readFile(uri);
      } else {
        service.removeFile(uri);
      }
    },
    diskChanged: async (uri) => {
      for (const project of projects.values()) {
        if (project.config?.serverConfig === uri) register({ ...project, config: await readConfig(project.config.uri) });
      }
      if (!uri.toLowerCase().endsWith(".cql") && !uri.endsWith(CONFIG)) return;
      if (uri.endsWith(CONFIG)) {
        const root = folderOf(uri);
        const folder = folderHolding(root);
        const content = await host.read(uri);
        const known = projects.get(root);
        if (content.kind === "text") {
          register({ root, folder: known?.folder ?? folder, config: await readConfig(uri) });
        } else if (known !== undefined) {
          reportConfig(uri, "", []);
          if (folders.has(root)) register({ root, folder: root, config: undefined });
          else {
            projects.delete(root);
            service.removeProject(root);
          }
        }
        return;
      }
      const project = projectHolding(uri);
      if (project === undefined || (await host.isIgnored(folderHolding(uri) ?? project.root, uri))) return;
      const content = await host.read(uri);
      if (content.kind === "unreadable" && content.absent === true) forget(uri);
      else {
        onDisk.add(uri);
        await readFile(uri);
      }
    },
    rescan: async () => {
      for (const folder of [...folders]) await addFolder(folder);
    },
    info: (uri) => {
      const project = homeOf(uri);
      const editor = editorSettings(project?.folder);
      return { root: project?.root, config: project?.config?.uri, fileSettings: project?.config?.file.settings ?? {}, editor, scope: project?.config?.file.scope ?? editor.scope ?? "project" };
    },
    unreadable: (uri) => unreadable.get(uri),
  };
}
