/** A project's schema as each of its files sees it: brought together once, then one file's part left out. */
import { combine, subject } from "./combine";
import type { Contribution } from "./combine";
import type { Schema } from "./model";
import { mapWith, withoutKey } from "./shared-map";
import { homeOf } from "./where";

/** The schema of a project, and the same without one of the contributions that it was made of. */
export interface Combined {
  readonly schema: Schema;
  without(contribution: Contribution): Schema;
}

/** Brings contributions together, ready to leave any one of them out. */
export function combineAll(contributions: readonly Contribution[]): Combined {
  const schema = combine(contributions);
  const known = new Map<Contribution, Schema>();
  let others: { readonly entangled: ReadonlySet<string>; readonly keyspaces: KeyspaceSources } | undefined;
  return {
    schema,
    without: (contribution) => {
      let rest = known.get(contribution);
      if (rest === undefined) {
        others ??= { entangled: entangledNames(contributions), keyspaces: keyspaceSources(contributions) };
        rest = standsAlone(contribution, others.entangled) ? leaveOut(schema, contribution, others.keyspaces) : combine(contributions.filter((other) => other !== contribution));
        known.set(contribution, rest);
      }
      return rest;
    },
  };
}

/** Every object of a contribution but its keyspaces, which files mostly share. */
function namesMade({ local }: Contribution): readonly string[] {
  return [...local.keyspaces.values()].flatMap(({ name, tables, types, functions }) => [
    ...[...tables.keys()].map((table) => `${name}.${table}`), ...[...types.keys()].map((type) => `${name}.${type} (type)`), ...functions.map((made) => `${name}.${made.name} (function)`),
  ]);
}

/** Names that several contributions make, or that one makes and another changes; a keyspace stands for all in it. */
function entangledNames(contributions: readonly Contribution[]): ReadonlySet<string> {
  const once = new Set<string>();
  const entangled = new Set<string>();
  for (const contribution of contributions) {
    for (const name of namesMade(contribution)) {
      if (once.has(name)) entangled.add(name);
      else once.add(name);
    }
    for (const { statement, where } of contribution.foreign) {
      const table = subject(statement);
      if (table !== undefined) entangled.add(`${homeOf(table, where)}.${table.name.value}`);
      else if (statement.kind === "drop-keyspace") entangled.add(statement.name?.name.value ?? "");
      else if (statement.kind === "alter-keyspace") entangled.add(statement.name?.value ?? "");
      else if ("name" in statement && statement.name !== undefined && "name" in statement.name) entangled.add(homeOf(statement.name, where));
    }
  }
  return entangled;
}

/** Whether nobody else has a say in what a contribution makes, nor it in what others make. */
function standsAlone(contribution: Contribution, entangled: ReadonlySet<string>): boolean {
  const { local, foreign } = contribution;
  return foreign.length === 0 && local.roles.size === 0 && ![...local.keyspaces.keys()].some((name) => entangled.has(name)) && !namesMade(contribution).some((name) => entangled.has(name));
}

/** For each keyspace the contributions that tell of it, those that create it before those that only mention it; two are enough to leave one out. */
type KeyspaceSources = ReadonlyMap<string, readonly Contribution[]>;

function keyspaceSources(contributions: readonly Contribution[]): KeyspaceSources {
  const sources = new Map<string, Contribution[]>();
  for (const created of [true, false]) {
    for (const contribution of contributions) {
      for (const keyspace of contribution.local.keyspaces.values()) {
        if ((keyspace.created === true) !== created) continue;
        const known = sources.get(keyspace.name);
        if (known === undefined) sources.set(keyspace.name, [contribution]);
        else if (known.length < 2) known.push(contribution);
      }
    }
  }
  return sources;
}

function leaveOut(schema: Schema, own: Contribution, sources: KeyspaceSources): Schema {
  let { keyspaces } = schema;
  for (const { name, tables, types, functions } of own.local.keyspaces.values()) {
    const whole = keyspaces.get(name);
    const first = sources.get(name)?.find((other) => other !== own)?.local.keyspaces.get(name);
    if (whole === undefined || first === undefined) keyspaces = withoutKey(keyspaces, name);
    else keyspaces = mapWith(keyspaces, name, { ...first, tables: withoutKeys(whole.tables, tables), types: withoutKeys(whole.types, types), functions: functions.length === 0 ? whole.functions : whole.functions.filter((made) => !functions.includes(made)), dropped: whole.dropped });
  }
  return { ...schema, keyspaces };
}

function withoutKeys<V>(map: ReadonlyMap<string, V>, gone: ReadonlyMap<string, unknown>): ReadonlyMap<string, V> {
  let rest = map;
  for (const name of gone.keys()) rest = withoutKey(rest, name);
  return rest;
}
