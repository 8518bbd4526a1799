/** The service: texts in, verdicts out. What it holds is in documents and projects; how a file is judged is in judge-statements.ts. */
import { designStatements } from "../design/design";
import type { Design } from "../design/plan";
import { designProject } from "../design/project/project-design";
import { designWithWrites, writesOf } from "../design/companion/plan-writes";
import { explainStatement } from "../explain/explain";
import { actions, fixesOf } from "../features/actions/actions";
import { dropsRows, type CheckedFile, type CheckedStatement, type ProjectView } from "../features/checked-file";
import { diagnose } from "../features/diagnostics/diagnose";
import type { Diagnostic } from "../features/diagnostics/diagnostic";
import { hover } from "../features/hover/hover";
import { lenses, lensTitle } from "../features/lenses/lenses";
import { plansAt } from "../features/plans/plans";
import { definitionAt } from "../features/navigation/definition";
import type { Settings } from "../features/settings";
import { findTable } from "../schema/find";
import { emptySchema } from "../schema/empty";
import { shift } from "../text/range";
import type { Range } from "../text/range";
import type { AccessPath } from "../check/access-path";
import { checkWithAccess } from "../check/check";
import type { CheckContext, Judgement } from "../check/judgement";
import type { ParsedStatement, StatementKind } from "../syntax/ast";
import { DEFAULT_TARGET } from "../dialect/target";
import type { Target } from "../dialect/target";
import { createDocument, editText, headerOf, setText, statementsOf } from "./document";
import type { Document, Entry, Header, TextChange } from "./document";
import { schemaFilter } from "./globs";
import { judgeStatements } from "./judge-statements";
import type { Ground, Seen } from "./judge-statements";
import { nextMigration } from "./migrations";
import { createMemory, projectSchema } from "./project-schema";
import type { ProjectMemory, ProjectSchema } from "./project-schema";
import type { CqlService, FileResult, ProjectInput, StatementResult } from "./service";

/** A project as the service holds it. */
interface Project {
  readonly input: ProjectInput;
  readonly base: readonly Document[];
  readonly isSchemaFile: (uri: string) => boolean;
  readonly documents: Set<Document>;
  memory: ProjectMemory;
  /** The project's schema as of its files' present texts. */
  schema: ProjectSchema | undefined;
  readonly view: ProjectView;
}

/** The last answer for a file, good while nothing it was made from has changed. */
interface Checked {
  readonly revision: number;
  readonly ground: Ground;
  readonly settings: Settings;
  readonly file: CheckedFile;
  readonly result: FileResult;
}

/** What holds for files that no project was set for. */
const DEFAULT_SETTINGS: Settings = { target: DEFAULT_TARGET, schema: { exclude: [], complete: false }, advice: "recommended", severity: {}, server: {} };

/** What the host gives. `report` is told of faults of ours (exceptions), each once; the service goes on without the result in question. */
export interface ServiceHost {
  readonly report?: (what: string, fault: unknown) => void;
}

/** The object behind the language server and the command line; see service.ts. */
export function createCqlService(host: ServiceHost = {}): CqlService {
  const reported = new Set<string>();
  const report = (what: string, fault: unknown): void => {
    const key = `${what}: ${fault instanceof Error ? fault.message : String(fault)}`;
    if (reported.has(key)) return;
    reported.add(key);
    host.report?.(what, fault);
  };
  /** The result of `work`, or `empty` where our own code throws. */
  const guarded = <T>(what: string, empty: T, work: () => T): T => {
    try {
      return work();
    } catch (fault) {
      report(what, fault);
      return empty;
    }
  };
  const documents = new Map<string, Document>();
  const projects = new Map<string, Project>();
  /** Projects of single files that belong to none of those that were set. */
  const alone = new Map<string, Project>();
  const homes = new Map<Document, Project>();
  const answers = new WeakMap<Document, Checked>();
  const stale = new Set<string>();
  /** Projects whose files are all stale: named only when asked for, since reading a folder changes its project with each file. */
  const staleProjects = new Set<Project>();

  const makeProject = (input: ProjectInput): Project => {
    const project: Project = {
      input, base: (input.base ?? []).map((file) => documentOf(file.uri, file.text)), isSchemaFile: schemaFilter(input.root, input.settings.schema),
      documents: new Set(), memory: createMemory(), schema: undefined,
      view: {
        files: () => [...project.documents].flatMap((document) => (headerOf(document).notOurs === undefined ? [checked(document).file] : [])),
        file: (uri) => {
          const document = documents.get(uri);
          return document !== undefined && project.documents.has(document) && headerOf(document).notOurs === undefined ? checked(document).file : undefined;
        },
        writable: (uri) => documents.get(uri)?.writable === true,
        report,
        nextMigration: (uri, description) => (project.isSchemaFile(uri) ? nextMigration(uri, documents.keys(), description) : undefined),
      },
    };
    return project;
  };

  const projectFor = (document: Document): Project => {
    const named = document.project === undefined ? undefined : projects.get(document.project);
    if (named !== undefined) return named;
    let best: Project | undefined;
    for (const project of projects.values()) {
      const root = project.input.root;
      if (root !== undefined && document.uri.startsWith(`${root}/`) && (best === undefined || root.length > (best.input.root ?? "").length)) best = project;
    }
    if (best !== undefined) return best;
    const single = alone.get(document.uri) ?? makeProject({ id: document.uri, settings: DEFAULT_SETTINGS });
    alone.set(document.uri, single);
    return single;
  };

  /** Forgets the project's schema: every file of it may give another result. */
  const changed = (project: Project): void => {
    project.schema = undefined;
    staleProjects.add(project);
  };

  const leave = (document: Document): void => {
    const project = homes.get(document);
    if (project === undefined) return;
    homes.delete(document);
    project.documents.delete(document);
    project.memory.placed.delete(document);
    project.memory.refused.delete(document);
    changed(project);
    alone.delete(document.uri);
  };

  /** Puts a document into the project where it belongs. */
  const settle = (document: Document): Project => {
    const project = projectFor(document);
    if (homes.get(document) !== project) {
      leave(document);
      homes.set(document, project);
      project.documents.add(document);
      changed(project);
    }
    return project;
  };

  /** Names the files whose results a change of a document's text can change: where its definitions only moved, those that point at one. */
  const noteChange = (document: Document, change: TextChange): void => {
    const { uri } = document;
    const project = settle(document);
    stale.add(uri);
    if (change.definitions) changed(project);
    else for (const other of project.documents) if (answers.get(other)?.result.diagnostics.some(({ related }) => related.some(({ origin }) => origin.uri === uri)) === true) stale.add(other.uri);
  };

  const schemaOf = (project: Project): ProjectSchema => {
    project.schema ??= projectSchema([...project.documents], project.base, project.input.settings, project.isSchemaFile, project.memory);
    return project.schema;
  };

  const checked = (document: Document): Checked => {
    const project = homes.get(document) ?? settle(document);
    const { settings } = project.input;
    const before = answers.get(document);
    const ground = schemaOf(project).ground(document);
    if (before !== undefined && before.revision === document.revision && before.settings === settings && sameGround(before.ground, ground)) return before;
    const header = headerOf(document);
    const entries = header.notOurs === undefined ? statementsOf(document) : [];
    judgeStatements(document.uri, entries, ground, "all");
    const statements = checkedStatements(entries, before?.file.statements ?? [], report);
    const file: CheckedFile = { uri: document.uri, text: document.text, target: ground.target, settings, statements };
    const result = resultOf(file, header, project.view);
    const answer: Checked = { revision: document.revision, ground, settings, file, result };
    answers.set(document, answer);
    return answer;
  };

  /** The checked file at `uri`, where there is one to look at. */
  const fileAt = (uri: string): { readonly file: CheckedFile; readonly view: ProjectView } | undefined => {
    const document = documents.get(uri);
    if (document === undefined || headerOf(document).notOurs !== undefined) return undefined;
    return { file: checked(document).file, view: (homes.get(document) ?? settle(document)).view };
  };

  const resettle = (): void => {
    for (const document of documents.values()) settle(document);
  };

  return {
    setProject: (input) => {
      const old = projects.get(input.id);
      const project = makeProject(input);
      projects.set(input.id, project);
      if (old !== undefined) for (const document of [...old.documents]) leave(document);
      resettle();
    },
    removeProject: (id) => {
      const old = projects.get(id);
      projects.delete(id);
      if (old !== undefined) for (const document of [...old.documents]) leave(document);
      resettle();
    },
    setFile: (uri, text, options = {}) => {
      const known = documents.get(uri);
      const document = known ?? createDocument(uri);
      documents.set(uri, document);
      document.writable = options.writable ?? document.writable;
      if (options.project !== undefined) document.project = options.project;
      const change = setText(document, text);
      noteChange(document, change);
    },
    editFile: (uri, range, text, whole) => {
      const document = documents.get(uri);
      if (document === undefined) return;
      noteChange(document, editText(document, range, text, whole));
    },
    removeFile: (uri) => {
      const document = documents.get(uri);
      if (document === undefined) return;
      documents.delete(uri);
      leave(document);
      stale.delete(uri);
    },
    files: () => [...documents.keys()],
    text: (uri) => documents.get(uri)?.text,
    check: (uri) => {
      const document = documents.get(uri);
      return document === undefined ? { uri, target: DEFAULT_TARGET, statements: [], diagnostics: [] } : checked(document).result;
    },
    hover: (uri, offset) => {
      const at = fileAt(uri);
      return at && guarded("a hover", undefined, () => hover(at.file, offset, at.view));
    },
    actions: (uri, range) => {
      const at = fileAt(uri);
      return at === undefined ? [] : actions(at.file, range, at.view);
    },
    fixes: (uri, diagnostic) => {
      const at = fileAt(uri);
      return at === undefined ? [] : fixesOf(at.file, diagnostic, at.view);
    },
    explain: (uri) => {
      const at = fileAt(uri);
      return at === undefined ? [] : at.file.statements.filter((statement) => !isNothing(statement)).flatMap((statement) => guarded("an explanation", [], () => [explainStatement(statement, sizeOf(statement))]));
    },
    design: (uri, { all }) => {
      const at = fileAt(uri);
      return at === undefined ? [] : guarded("a design", [], () => designsOf(at.file, all, at.view));
    },
    lenses: (uri) => {
      const at = fileAt(uri);
      return at === undefined || at.file.settings.codeLens === false ? [] : guarded("lenses", [], () => lenses(at.file));
    },
    lensTitle: (uri, index) => {
      const statement = fileAt(uri)?.file.statements[index];
      return statement === undefined ? "" : guarded("what a lens says", "", () => lensTitle(statement));
    },
    plans: (uri, offset) => {
      const at = fileAt(uri);
      return at && guarded("plans", undefined, () => plansAt(at.file, offset, at.view));
    },
    designProject: (uri) => {
      const at = fileAt(uri);
      const selects = at === undefined ? [] : at.view.files().flatMap((file) => file.statements.flatMap((request, statement) => (request.parsed.statement.kind === "select" ? [{ uri: file.uri, statement, request }] : [])));
      return guarded("the design of a project", designProject([]), () => designProject(selects));
    },
    schema: (uri) => {
      const document = documents.get(uri);
      if (document === undefined) return emptySchema(DEFAULT_TARGET, { complete: false });
      const project = homes.get(document) ?? settle(document);
      return schemaOf(project).whole(headerOf(document).target ?? project.input.settings.target);
    },
    definition: (uri, offset) => {
      const at = fileAt(uri);
      return at && guarded("a definition", undefined, () => definitionAt(at.file, offset));
    },
    takeStale: () => {
      for (const project of staleProjects) for (const document of project.documents) stale.add(document.uri);
      const uris = [...stale].filter((uri) => documents.has(uri));
      stale.clear();
      staleProjects.clear();
      return uris;
    },
  };
}

function documentOf(uri: string, text: string): Document {
  const document = createDocument(uri);
  setText(document, text);
  return document;
}

function sameGround(a: Ground, b: Ground): boolean {
  return a.schema === b.schema && a.keyspace === b.keyspace && a.target === b.target && a.server === b.server && a.owns === b.owns;
}

/** The statements as the features see them; each the very value that stood there before, or as far from the end, where its judgement is the same. */
function checkedStatements(entries: readonly Entry[], before: readonly CheckedStatement[], report: (what: string, fault: unknown) => void): readonly CheckedStatement[] {
  const moved = before.length - entries.length;
  return entries.map((entry, i) => {
    const same = sameStatement(before[i], entry) ?? sameStatement(before[i + moved], entry);
    if (same !== undefined) return same;
    const seen = entry.seen as Seen;
    if (seen.judgement.fault !== undefined) report("the check of a statement", seen.judgement.fault);
    return new StatementOfFile(entry, seen);
  });
}

function sameStatement(before: CheckedStatement | undefined, entry: Entry): CheckedStatement | undefined {
  return before instanceof StatementOfFile && before.entry === entry && before.seen === entry.seen ? before : undefined;
}

/** An entry with one judgement of it. Its place is the entry's, which moves with the text above; so is its tree, which may have to be read again. */
class StatementOfFile implements CheckedStatement {
  readonly kind: StatementKind;

  constructor(
    readonly entry: Entry,
    readonly seen: Seen,
  ) {
    this.kind = entry.kind;
  }

  get start(): number {
    return this.entry.start;
  }

  get context(): CheckContext {
    return this.seen.context;
  }

  get judgement(): Judgement {
    return this.seen.judgement;
  }

  get access(): AccessPath | undefined {
    return this.judgement.verdict === "accept" ? checkWithAccess(this.parsed, this.context).access : undefined;
  }

  get text(): string {
    return this.entry.text;
  }

  get speaksToUs(): boolean {
    return this.entry.speaksToUs;
  }

  get parsed(): ParsedStatement {
    return this.entry.parsed;
  }

  get range(): Range {
    return this.entry.range;
  }
}

/** Text between statements: nothing to report on. */
function isNothing({ kind }: CheckedStatement): boolean {
  return kind === "empty";
}

function resultOf(file: CheckedFile, { notOurs, ignored }: Header, view: ProjectView): FileResult {
  const { uri, target } = file;
  if (notOurs !== undefined) return { uri, target, statements: [], diagnostics: [], notOurs: { language: notOurs } };
  if (ignored) return { uri, target, statements: [], diagnostics: [] };
  return new ResultOfFile(file, diagnose(file, view));
}

/** What an editor asks of a file after each edit is its diagnostics; its statements are listed for those who ask. */
class ResultOfFile implements FileResult {
  readonly uri: string;
  readonly target: Target;
  readonly #file: CheckedFile;

  constructor(
    file: CheckedFile,
    readonly diagnostics: readonly Diagnostic[],
  ) {
    this.uri = file.uri;
    this.target = file.target;
    this.#file = file;
  }

  get statements(): readonly StatementResult[] {
    return this.#file.statements.map(({ kind, range, start, judgement }) => ({ kind, range: shift(range, start), judgement }));
  }
}

/** The rows in a partition of the statement's table, where its author says how many there are in all. */
function sizeOf({ parsed, context }: CheckedStatement): { readonly rows?: number } {
  const { statement } = parsed;
  const name = statement.kind === "select" || statement.kind === "update" || statement.kind === "delete" || statement.kind === "insert" ? statement.table : undefined;
  const table = name && findTable(context.schema, context.keyspace, name);
  const size = typeof table === "object" ? table.partitionRows : undefined;
  return size === undefined || size.per !== undefined ? {} : { rows: size.rows };
}

/** Designs of the SELECTs that are refused or filter, or of all, with the companions of the project's writes. */
function designsOf(file: CheckedFile, all: boolean, project: ProjectView): readonly Design[] {
  const wanted = file.statements.map((request, statement) => ({ request, statement })).filter(({ request }) =>
    request.kind === "select" && (all || request.judgement.verdict === "reject" || dropsRows(request)));
  if (wanted.length === 0) return [];
  const writes = project.files().flatMap((one) => writesOf(one.uri, one.statements));
  return designStatements(wanted).map((design, i) => designWithWrites(design, wanted[i]!.request, writes));
}
