/**
 * The schema of a project out of its files. Each unversioned file, and each chain of versioned migrations, is folded by itself into a
 * contribution; contributions are then brought together without an order among them: what two define differently is doubtful, and what
 * one drops without having made it is doubtful too, never gone (contract.md section 7).
 */
import type { QualifiedName, Statement } from "../syntax/ast";
import { withKeyspace, withType } from "./change";
import { markDoubtful } from "./doubt";
import { findIndex } from "./fold-index";
import { fold } from "./fold";
import { doubtTable, mergeFunctions, mergeTables, mergeTypes } from "./foreign";
import { sameParameters } from "./fold-type";
import type { Doubt, Keyspace, Schema, Table, UserFunction, UserType } from "./model";
import { doubtNamesakes } from "./namesakes";
import { sameColumn } from "./same-definition";
import { shareable } from "./shared-map";
import type { TypeNames } from "./types";
import { homeOf, withTypes } from "./where";
import type { Where } from "./where";

/** A definition and where it stands. */
export interface PlacedStatement {
  readonly statement: Statement;
  readonly where: Where;
  /** Set where the definition is not sure: it was refused, or a template decides what it says. */
  readonly doubt?: Doubt | undefined;
}

/** What one file, or one chain of migrations, says about the schema. */
export interface Contribution {
  /** What it makes by itself. */
  readonly local: Schema;
  /** Its statements on objects that it does not make itself. */
  readonly foreign: readonly PlacedStatement[];
}

const NOTHING: Schema = { keyspaces: new Map(), droppedKeyspaces: new Set(), roles: new Set(), complete: false };

/** Every user type that CREATE TYPE names in any of these statements, as a question to ask. */
export function declaredTypes(statements: Iterable<PlacedStatement>): TypeNames {
  const names = new Set<string>();
  for (const { statement, where } of statements) {
    if (statement.kind === "create-type" && statement.name !== undefined) names.add(`${homeOf(statement.name, where)}.${statement.name.name.value}`);
  }
  return (keyspace, name) => names.has(`${keyspace}.${name}`);
}

/** Folds the definitions of one file, or of one chain in its order; `knownTypes` are the user types that the project declares anywhere. */
export function contribute(statements: Iterable<PlacedStatement>, knownTypes: TypeNames): Contribution {
  let local = NOTHING;
  const foreign: PlacedStatement[] = [];
  for (const placed of statements) {
    const where = withTypes(placed.where, knownTypes);
    if (placed.doubt !== undefined && placed.statement.kind !== "alter-table") local = markDoubtful(local, placed.statement, where, placed.doubt);
    else if (isForeign(local, placed.statement, where)) {
      foreign.push(placed);
      local = doubtNamesakes(local, placed.statement, where);
    }
    else if (placed.doubt !== undefined) local = markDoubtful(local, placed.statement, where, placed.doubt);
    else local = fold(local, placed.statement, where);
  }
  return { local, foreign: foreign.filter((placed) => !isDropOf(local, placed)) };
}

/** The table that a statement changes or builds upon, where the schema holds it. */
function tableNamed(schema: Schema, statement: Statement, where: Where): Table | undefined {
  const name = subject(statement);
  return name && schema.keyspaces.get(homeOf(name, where))?.tables.get(name.name.value);
}

/** The table that a statement on an existing table names; of a view its base. */
export function subject(statement: Statement): QualifiedName | undefined {
  switch (statement.kind) {
    case "alter-table":
    case "alter-view":
    case "drop-table":
    case "drop-view": return statement.name;
    case "create-index":
    case "create-trigger":
    case "drop-trigger": return statement.table;
    case "create-view": return statement.base;
    default: return undefined;
  }
}

/** Whether the statement changes something that the schema so far does not hold. */
function isForeign(local: Schema, statement: Statement, where: Where): boolean {
  switch (statement.kind) {
    case "alter-table":
    case "alter-view":
    case "create-index":
    case "create-view":
    case "create-trigger":
    case "drop-trigger":
    case "drop-table":
    case "drop-view": return tableNamed(local, statement, where) === undefined;
    case "alter-type":
    case "drop-type": return statement.name === undefined || local.keyspaces.get(homeOf(statement.name, where))?.types.has(statement.name.name.value) !== true;
    case "alter-keyspace": return statement.name === undefined || local.keyspaces.get(statement.name.value)?.created !== true;
    case "drop-keyspace": return statement.name === undefined || local.keyspaces.get(statement.name.name.value)?.created !== true;
    case "drop-index": {
      const keyspace = statement.name && local.keyspaces.get(homeOf(statement.name, where));
      return keyspace === undefined || findIndex(keyspace, statement.name?.name.value ?? "") === undefined;
    }
    case "drop-function":
    case "drop-aggregate": return statement.name === undefined || !functionsNamed(local, statement.name.name.value, homeOf(statement.name, where));
    default: return false;
  }
}

function functionsNamed(schema: Schema, name: string, keyspace: string): boolean {
  return schema.keyspaces.get(keyspace)?.functions.some((candidate) => candidate.name === name) === true;
}

/** Whether this is a DROP (mostly IF EXISTS) of something that the same file makes afterwards: it says nothing to the other files. */
function isDropOf(local: Schema, { statement, where }: PlacedStatement): boolean {
  switch (statement.kind) {
    case "drop-table":
    case "drop-view": return tableNamed(local, statement, where) !== undefined;
    case "drop-type":
    case "drop-keyspace":
    case "drop-index":
    case "drop-function":
    case "drop-aggregate": return !isForeign(local, statement, where);
    default: return false;
  }
}

interface Gathered {
  keyspace: Keyspace;
  readonly tables: Map<string, Table>;
  readonly types: Map<string, UserType>;
  functions: readonly UserFunction[];
}

/** Brings contributions together; the user's part of a schema, without system keyspaces. */
export function combine(contributions: readonly Contribution[]): Schema {
  const gathered = new Map<string, Gathered>();
  const roles = new Set<string>();
  for (const { local } of contributions) {
    for (const role of local.roles) roles.add(role);
    for (const keyspace of local.keyspaces.values()) gather(gathered, keyspace);
  }
  let schema: Schema = { ...NOTHING, roles, keyspaces: shareable<Keyspace>(new Map([...gathered].map(([name, parts]) => [name, { ...parts.keyspace, tables: shareable<Table>(parts.tables), types: shareable<UserType>(parts.types), functions: parts.functions, dropped: new Set<string>() }]))) };
  let pending = contributions.flatMap(({ foreign }) => foreign);
  // A view or index may need what another foreign statement makes, so what finds nothing yet waits for one more round.
  for (const { statement, where } of pending) schema = doubtNamesakes(schema, statement, where);
  for (let rounds = 0; pending.length > 0 && rounds < 3; rounds++) {
    const waiting: PlacedStatement[] = [];
    for (const placed of pending) {
      const after = applyForeign(schema, placed);
      if (after === undefined) waiting.push(placed);
      else schema = after;
    }
    pending = waiting;
  }
  return schema;
}

function gather(gathered: Map<string, Gathered>, keyspace: Keyspace): void {
  const parts = gathered.get(keyspace.name);
  if (parts === undefined) {
    gathered.set(keyspace.name, { keyspace, tables: new Map(keyspace.tables), types: new Map(keyspace.types), functions: keyspace.functions });
    return;
  }
  if (!parts.keyspace.created && keyspace.created) parts.keyspace = keyspace;
  for (const [name, table] of keyspace.tables) {
    const other = parts.tables.get(name);
    parts.tables.set(name, other === undefined ? table : mergeTables(other, table));
  }
  for (const [name, type] of keyspace.types) {
    const other = parts.types.get(name);
    parts.types.set(name, other === undefined ? type : mergeTypes(other, type));
  }
  for (const made of keyspace.functions) {
    const other = parts.functions.find((candidate) => candidate.name === made.name && sameParameters(candidate.parameters, made.parameters));
    parts.functions = other === undefined ? [...parts.functions, made] : parts.functions.map((candidate) => (candidate === other ? mergeFunctions(other, made) : candidate));
  }
}

/** The schema after a statement of a file that does not make the object itself; undefined where nothing in sight makes it (yet). */
function applyForeign(schema: Schema, { statement, where, doubt }: PlacedStatement): Schema | undefined {
  const table = tableNamed(schema, statement, where);
  switch (statement.kind) {
    case "drop-table":
    case "drop-view": return table && doubtTable(schema, table, "dropped-elsewhere");
    case "alter-table": {
      if (table === undefined) return undefined;
      if (doubt !== undefined) return doubt === "template" ? doubtTable(schema, table, doubt) : schema;
      const { alteration } = statement;
      if (alteration?.kind === "drop" || alteration?.kind === "rename") return doubtTable(schema, table, "dropped-elsewhere");
      const after = fold(schema, statement, where);
      return alteration?.kind === "add" && disagrees(schema, after, statement, where, table) ? doubtTable(schema, table, "defined-twice") : after;
    }
    case "drop-type": {
      const type = statement.name && schema.keyspaces.get(homeOf(statement.name, where))?.types.get(statement.name.name.value);
      return type && withType(schema, { ...type, doubt: type.doubt ?? "dropped-elsewhere" });
    }
    case "drop-keyspace": {
      const keyspace = statement.name && schema.keyspaces.get(statement.name.name.value);
      if (keyspace === undefined) return undefined;
      const tables = new Map([...keyspace.tables].map(([name, other]): [string, Table] => [name, { ...other, doubt: other.doubt ?? "dropped-elsewhere" }]));
      return withKeyspace(schema, { ...keyspace, tables, doubt: keyspace.doubt ?? "dropped-elsewhere" });
    }
    case "drop-function":
    case "drop-aggregate": {
      const keyspace = statement.name && schema.keyspaces.get(homeOf(statement.name, where));
      const name = statement.name?.name.value;
      return keyspace && withKeyspace(schema, { ...keyspace, functions: keyspace.functions.map((other) => (other.name === name ? { ...other, doubt: other.doubt ?? "dropped-elsewhere" } : other)) });
    }
    // An index that another file drops stays: a query that may use it is never an error.
    case "drop-index":
    case "drop-trigger": return schema;
    case "alter-type":
    case "alter-keyspace": {
      const after = fold(schema, statement, where);
      return after === schema ? undefined : after;
    }
    default: return table && fold(schema, statement, where);
  }
}

/** Whether ALTER TABLE … ADD names a column that the table has already, but otherwise. */
function disagrees(schema: Schema, after: Schema, statement: Extract<Statement, { readonly kind: "alter-table" }>, where: Where, table: Table): boolean {
  if (statement.alteration?.kind !== "add") return false;
  const names = new Set(statement.alteration.columns.map((column) => column.name.value));
  const known = table.columns.filter((column) => names.has(column.name));
  if (known.length === 0) return false;
  const bare = { ...table, columns: table.columns.filter((column) => !names.has(column.name)), byName: new Map([...table.byName].filter(([name]) => !names.has(name))) };
  const keyspace = after.keyspaces.get(table.keyspace);
  if (keyspace === undefined) return false;
  const again = fold({ ...schema, keyspaces: new Map([[keyspace.name, { ...keyspace, tables: new Map([[table.name, bare]]) }]]) }, statement, where).keyspaces.get(table.keyspace)?.tables.get(table.name);
  return known.some((column) => {
    const other = again?.byName.get(column.name);
    return other === undefined || !sameColumn(column, other);
  });
}
