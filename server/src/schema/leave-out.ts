/** A project's schema as each of its files sees it: brought together once, then one file's part left out. */
import { combine, subject } from "./combine";
import type { Contribution } from "./combine";
import type { Keyspace, Schema } from "./model";
import { withoutKey } from "./shared-map";
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
  let entangled: ReadonlySet<string> | undefined;
  return {
    schema,
    without: (contribution) => {
      let rest = known.get(contribution);
      if (rest === undefined) {
        entangled ??= entangledNames(contributions);
        rest = standsAlone(contribution, entangled) ? leaveOut(schema, contribution, contributions) : combine(contributions.filter((other) => other !== contribution));
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

function leaveOut(schema: Schema, own: Contribution, contributions: readonly Contribution[]): Schema {
  const keyspaces = new Map(schema.keyspaces);
  for (const { name, tables, types, functions } of own.local.keyspaces.values()) {
    const whole = keyspaces.get(name);
    const first = firstOther(name, own, contributions);
    if (whole === undefined || first === undefined) keyspaces.delete(name);
    else keyspaces.set(name, { ...first, tables: withoutKeys(whole.tables, tables), types: withoutKeys(whole.types, types), functions: functions.length === 0 ? whole.functions : whole.functions.filter((made) => !functions.includes(made)), dropped: whole.dropped });
  }
  return { ...schema, keyspaces };
}

/** The keyspace as the first other contribution has it, one that creates it before one that only mentions it. */
function firstOther(name: string, own: Contribution, contributions: readonly Contribution[]): Keyspace | undefined {
  let mentioned: Keyspace | undefined;
  for (const other of contributions) {
    const keyspace = other === own ? undefined : other.local.keyspaces.get(name);
    if (keyspace?.created === true) return keyspace;
    mentioned ??= keyspace;
  }
  return mentioned;
}

function withoutKeys<V>(map: ReadonlyMap<string, V>, gone: ReadonlyMap<string, unknown>): ReadonlyMap<string, V> {
  let rest = map;
  for (const name of gone.keys()) rest = withoutKey(rest, name);
  return rest;
}
