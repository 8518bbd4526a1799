/** The schema of a project out of its files, and what each file sees of it (contract.md section 7). */
import type { Target } from "../dialect/target";
import { contribute, declaredTypes } from "../schema/combine";
import type { Contribution, PlacedStatement } from "../schema/combine";
import { systemKeyspaces } from "../schema/empty";
import { combineAll } from "../schema/leave-out";
import type { Combined } from "../schema/leave-out";
import type { Owns } from "../schema/foreign";
import type { Keyspace, Schema } from "../schema/model";
import { mapWith } from "../schema/shared-map";
import type { TypeNames } from "../schema/types";
import type { Settings } from "../features/settings";
import { headerOf } from "./document";
import type { Document, Entry } from "./document";
import { judgeStatements, placeOf } from "./judge-statements";
import type { Ground } from "./judge-statements";
import { compareVersions } from "./migrations";

/** One unversioned file, or the versioned migrations of one folder in their order. */
interface Source {
  readonly key: string;
  readonly documents: readonly Document[];
  readonly isChain: boolean;
}

/** Where the statements of a file begin, for the service. */
export interface ProjectSchema {
  /** What stands before the first statement of a file. */
  ground(document: Document): Ground;
  /** Everything that the project's files define together, for a target. */
  whole(target: Target): Schema;
}

/** What is kept of the last answer, so that values stay the same while nothing changes. */
export interface ProjectMemory {
  readonly placed: Map<Document, Placed>;
  readonly refused: Map<Document, { readonly placed: readonly PlacedStatement[]; readonly refused: readonly PlacedStatement[]; readonly marked: readonly PlacedStatement[] }>;
  keyspaces: { readonly of: readonly Contribution[]; readonly contributions: readonly Contribution[] } | undefined;
  readonly contributions: Map<string, { readonly parts: readonly (readonly PlacedStatement[])[]; readonly types: string; readonly contribution: Contribution }>;
  readonly combined: Map<string, { readonly contributions: readonly Contribution[]; readonly combined: Combined }>;
  /** Schemas with the system keyspaces of a target, by the user's part. */
  readonly overlaid: WeakMap<Schema, readonly { readonly target: Target; readonly complete: boolean; readonly schema: Schema }[]>;
  readonly owners: Map<string, { readonly uris: string; readonly owns: Owns }>;
}

/** The definitions of one file, and what they were gathered from. */
interface Placed {
  readonly revision: number;
  readonly settings: Settings;
  readonly entries: readonly Entry[];
  readonly keyspaces: readonly (string | undefined)[];
  readonly statements: readonly PlacedStatement[];
}

/** An empty memory; one for each project. */
export function createMemory(): ProjectMemory {
  return { placed: new Map(), refused: new Map(), keyspaces: undefined, contributions: new Map(), combined: new Map(), overlaid: new WeakMap(), owners: new Map() };
}

/**
 * Gathers the schema of a project as of now. `documents` are all its files, `isSchemaFile` says whose definitions count; `base` files
 * come before all others. What did not change since the last call with the same memory is the same value again.
 */
export function projectSchema(documents: readonly Document[], base: readonly Document[], settings: Settings, isSchemaFile: (uri: string) => boolean, memory: ProjectMemory): ProjectSchema {
  const sources = sourcesOf(documents.filter((document) => isSchemaFile(document.uri) && counts(document)));
  const sourceOf = new Map(sources.flatMap((source) => source.documents.map((document): [Document, Source] => [document, source])));
  const placed = new Map([...base, ...sourceOf.keys()].map((document) => [document, placeDefinitions(document, settings, memory)]));
  const unversioned = sources.filter((source) => !source.isChain);
  const types = typesOf(unversioned.flatMap((source) => source.documents.flatMap((document) => placed.get(document) ?? [])), [...base.flatMap((document) => placed.get(document) ?? []), ...sources.filter((source) => source.isChain).flatMap((source) => source.documents.flatMap((document) => placed.get(document) ?? []))]);
  const judged = new Map<Source, Contribution>();
  const chainGrounds = new Map<Document, Schema>();

  const baseContribution = base.length === 0 ? undefined : contributionOf("base", base.map((document) => placed.get(document) ?? []), types, memory);
  const raw = (source: Source): Contribution => contributionOf(`raw ${source.key}`, source.documents.map((document) => placed.get(document) ?? []), types, memory);
  const all = (key: string, of: (source: Source) => Contribution): Combined => combineOnce(key, [...(baseContribution === undefined ? [] : [baseContribution]), ...sources.map(of).filter(saysSomething)], memory);
  const allRaw = once(() => all("all", raw));
  // Where nothing is refused, both are made of the same contributions, and are the same value.
  const allJudged = once(() => all("all judged", contribution));

  /** A file's contribution once its own definitions are judged: a table whose CREATE is refused is doubtful to the other files too. */
  const contribution = (source: Source): Contribution => {
    let known = judged.get(source);
    if (known === undefined) {
      known = source.isChain ? judgeChain(source) : judgeFile(source);
      judged.set(source, known);
    }
    return known;
  };
  const judgeFile = (source: Source): Contribution => {
    const [document] = source.documents as readonly [Document];
    if ((placed.get(document) ?? []).length === 0) return raw(source);
    const schema = overlay(allRaw().without(raw(source)), settings, targetOf(document, settings), memory);
    judgeStatements(document.uri, document.entries, groundOf(document, source, schema), "definitions");
    return contributionOf(`judged ${source.key}`, [withVerdicts(document, placed.get(document) ?? [], memory)], types, memory);
  };
  const judgeChain = (source: Source): Contribution => {
    let schema: Schema | undefined;
    const parts: (readonly PlacedStatement[])[] = [];
    const first = combineOnce(`first ${source.key}`, [...(baseContribution === undefined ? [] : [baseContribution]), ...keyspacesOnly(unversioned.map(raw), memory)], memory).schema;
    for (const document of source.documents) {
      schema ??= overlay(first, settings, targetOf(document, settings), memory);
      chainGrounds.set(document, schema);
      schema = judgeStatements(document.uri, document.entries, groundOf(document, source, schema), "definitions").schema;
      parts.push(withVerdicts(document, placed.get(document) ?? [], memory));
    }
    return contributionOf(`judged ${source.key}`, parts, types, memory);
  };
  const groundOf = (document: Document, source: Source | undefined, schema: Schema): Ground => ({
    schema, keyspace: settings.keyspace, target: targetOf(document, settings), server: settings.server, owns: ownerOf(document, source, memory),
    own: () => (source === undefined || source.isChain ? undefined : raw(source).local),
  });

  return {
    ground: (document) => {
      const source = sourceOf.get(document);
      if (source?.isChain === true) {
        contribution(source);
        const ground = chainGrounds.get(document);
        if (ground !== undefined) return groundOf(document, source, ground);
      }
      // A file that defines nothing sees the whole project, which all such files share.
      const own = source !== undefined && (placed.get(document) ?? []).length > 0 ? source : undefined;
      const user = own === undefined ? allJudged().schema : sources.length === 1 && baseContribution === undefined ? NOTHING_ELSE : allJudged().without(contribution(own));
      return groundOf(document, source, overlay(user, settings, targetOf(document, settings), memory));
    },
    whole: (target) => overlay(allJudged().schema, settings, target, memory),
  };
}

/** What a file that is alone in its project sees. */
const NOTHING_ELSE: Schema = { keyspaces: new Map(), droppedKeyspaces: new Set(), roles: new Set(), complete: false };

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function saysSomething({ local, foreign }: Contribution): boolean {
  return foreign.length > 0 || local.keyspaces.size > 0 || local.roles.size > 0;
}

/** Whether a file's definitions count at all: it is ours, was not taken out, and takes nothing back. */
function counts(document: Document): boolean {
  const { notOurs, ignored } = headerOf(document);
  return notOurs === undefined && !ignored && document.order.kind !== "undo";
}

function targetOf(document: Document, settings: Settings): Target {
  return headerOf(document).target ?? settings.target;
}

/** Files in the order of their names, so that the same project always gives the same schema; migrations by version. */
function sourcesOf(documents: readonly Document[]): readonly Source[] {
  const chains = new Map<string, Document[]>();
  const files: Source[] = [];
  for (const document of documents) {
    if (document.order.kind !== "versioned") {
      files.push({ key: document.uri, documents: [document], isChain: false });
      continue;
    }
    const chain = chains.get(document.order.chain);
    if (chain === undefined) chains.set(document.order.chain, [document]);
    else chain.push(document);
  }
  const ordered: Source[] = [];
  for (const [key, members] of [...chains].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (areAlternatives(members)) files.push(...members.map((document): Source => ({ key: document.uri, documents: [document], isChain: false })));
    else ordered.push({ key: `${key}/`, isChain: true, documents: members.sort((a, b) => (a.order.kind === "versioned" && b.order.kind === "versioned" ? compareVersions(a.order, b.order) : 0)) });
  }
  files.sort((a, b) => (a.key < b.key ? -1 : 1));
  return [...ordered, ...files];
}

/** Whether numbered files are each a whole schema, as dumps of several server versions are, and no migrations: more than one begins with the keyspace itself. */
function areAlternatives(documents: readonly Document[]): boolean {
  const created = new Set<string>();
  return documents.some((document) => {
    const names = newKeyspaces(document);
    const isAgain = names.some((name) => created.has(name));
    for (const name of names) created.add(name);
    return isAgain;
  });
}

const keyspacesOf = new WeakMap<Document, { readonly revision: number; readonly names: readonly string[] }>();

/** The keyspaces that a file creates without IF NOT EXISTS, but for those that it drops before. */
function newKeyspaces(document: Document): readonly string[] {
  let known = keyspacesOf.get(document);
  if (known?.revision !== document.revision) {
    const names: string[] = [];
    const dropped = new Set<string>();
    for (const { parsed: { statement } } of document.entries) {
      if (statement.kind === "drop-keyspace") dropped.add(statement.name?.name.value ?? "");
      else if (statement.kind === "create-keyspace" && statement.name !== undefined && !statement.ifNotExists && !dropped.has(statement.name.value)) names.push(statement.name.value);
    }
    keyspacesOf.set(document, (known = { revision: document.revision, names }));
  }
  return known.names;
}

/** The definitions of a file with the keyspace in force at each; the same list again while the text of none has changed. */
function placeDefinitions(document: Document, settings: Settings, memory: ProjectMemory): readonly PlacedStatement[] {
  const known = memory.placed.get(document);
  if (known?.settings === settings && known.revision === document.revision) return known.statements;
  const entries: Entry[] = [];
  const keyspaces: (string | undefined)[] = [];
  let keyspace = settings.keyspace;
  for (const entry of document.entries) {
    const statement = entry.isUse ? entry.parsed.statement : undefined;
    if (statement?.kind === "use") keyspace = statement.keyspace?.value ?? keyspace;
    if (!entry.defines) continue;
    entries.push(entry);
    keyspaces.push(keyspace);
  }
  const isSame = known?.settings === settings && sameItems(known.entries, entries) && sameItems(known.keyspaces, keyspaces);
  const statements = isSame ? known.statements : entries.map((entry, i): PlacedStatement => ({
    statement: entry.parsed.statement, where: placeOf(document.uri, entry, keyspaces[i], settings.server),
    doubt: entry.parsed.templates.length > 0 ? "template" : entry.parsed.problems.length > 0 ? "refused-definition" : undefined,
  }));
  memory.placed.set(document, { revision: document.revision, settings, entries, keyspaces, statements });
  return statements;
}

/** The definitions with what the last judgement of each says; the same list while the same ones are refused. */
function withVerdicts(document: Document, placed: readonly PlacedStatement[], memory: ProjectMemory): readonly PlacedStatement[] {
  const rejected = new Set(document.entries.filter((entry) => entry.defines && entry.seen?.judgement.verdict === "reject").map((entry) => entry.parsed.statement));
  const refused = placed.filter((one) => one.doubt === undefined && rejected.has(one.statement));
  if (refused.length === 0) return placed;
  const known = memory.refused.get(document);
  if (known?.placed === placed && sameItems(known.refused, refused)) return known.marked;
  const marked = placed.map((one): PlacedStatement => (refused.includes(one) ? { ...one, doubt: "refused-definition" } : one));
  memory.refused.set(document, { placed, refused, marked });
  return marked;
}

interface DeclaredTypes {
  readonly known: TypeNames;
  /** All the names, to tell whether they are the same as before. */
  readonly names: string;
}

function typesOf(...groups: readonly (readonly PlacedStatement[])[]): DeclaredTypes {
  const statements = groups.flat();
  const names = statements.flatMap(({ statement, where }) => (statement.kind === "create-type" && statement.name !== undefined ? [`${statement.name.keyspace?.value ?? where.keyspace ?? ""}.${statement.name.name.value}`] : []));
  return { known: declaredTypes(statements), names: names.sort().join(" ") };
}

function contributionOf(key: string, parts: readonly (readonly PlacedStatement[])[], types: DeclaredTypes, memory: ProjectMemory): Contribution {
  const known = memory.contributions.get(key);
  if (known?.types === types.names && sameItems(known.parts, parts)) return known.contribution;
  const contribution = contribute(parts.flat(), types.known);
  memory.contributions.set(key, { parts, types: types.names, contribution });
  return contribution;
}

/** Keyspaces alone, of files without a version: a migration counts on its keyspace, and on nothing else that has no place in the order. */
function keyspacesOnly(of: readonly Contribution[], memory: ProjectMemory): readonly Contribution[] {
  if (memory.keyspaces !== undefined && sameItems(memory.keyspaces.of, of)) return memory.keyspaces.contributions;
  const keyspaces = new Map<string, Keyspace>();
  for (const { local } of of) {
    for (const keyspace of local.keyspaces.values()) {
      if (keyspace.created && !keyspaces.has(keyspace.name)) keyspaces.set(keyspace.name, { ...keyspace, tables: new Map(), types: new Map(), functions: [], dropped: new Set() });
    }
  }
  const contributions: readonly Contribution[] = keyspaces.size === 0 ? [] : [{ local: { keyspaces, droppedKeyspaces: new Set(), roles: new Set(), complete: false }, foreign: [] }];
  memory.keyspaces = { of, contributions };
  return contributions;
}

function combineOnce(key: string, contributions: readonly Contribution[], memory: ProjectMemory): Combined {
  for (const known of memory.combined.values()) if (sameItems(known.contributions, contributions)) return known.combined;
  const combined = combineAll(contributions);
  memory.combined.set(key, { contributions, combined });
  return combined;
}

/** A project's definitions with the system keyspaces of a target, which win over what a dump says about them. */
function overlay(user: Schema, settings: Settings, target: Target, memory: ProjectMemory): Schema {
  const complete = settings.schema.complete;
  const known = memory.overlaid.get(user)?.find((made) => made.target === target && made.complete === complete);
  if (known !== undefined) return known.schema;
  let { keyspaces } = user;
  for (const [name, keyspace] of systemKeyspaces(target)) keyspaces = mapWith(keyspaces, name, keyspace);
  const schema = { ...user, complete, keyspaces };
  memory.overlaid.set(user, [...(memory.overlaid.get(user) ?? []), { target, complete, schema }]);
  return schema;
}

/** The files whose definitions a document's own come after: itself, and for a migration those of its folder. */
function ownerOf(document: Document, source: Source | undefined, memory: ProjectMemory): Owns {
  const uris = source?.isChain === true ? source.documents.map((member) => member.uri) : [document.uri];
  const joined = uris.join("\n");
  const key = source?.isChain === true ? source.key : document.uri;
  const known = memory.owners.get(key);
  if (known?.uris === joined) return known.owns;
  const set = new Set(uris);
  const owns: Owns = (uri) => set.has(uri);
  memory.owners.set(key, { uris: joined, owns });
  return owns;
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}
