/** Random worlds of the fuzzer's own design: what a schema holds, as far as making statements needs it. Nothing here judges. */
import type { Random } from "../../support/random";

export type Type =
  | { readonly kind: "native"; readonly name: string }
  | { readonly kind: "list" | "set"; readonly element: Type; readonly frozen: boolean }
  | { readonly kind: "map"; readonly key: Type; readonly value: Type; readonly frozen: boolean }
  | { readonly kind: "tuple"; readonly items: readonly Type[] }
  | { readonly kind: "vector"; readonly dimension: number }
  | { readonly kind: "user"; readonly type: UserType; readonly frozen: boolean };

export interface UserType {
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly type: Type }[];
}

export interface Column {
  readonly name: string;
  readonly type: Type;
  readonly role: "partition" | "clustering" | "static" | "regular";
  readonly descending: boolean;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly counter: boolean;
}

/** `version`: "4.0", "4.1" or "5.0": some constructs are made only where they exist, most everywhere. */
export interface Model {
  readonly version: string;
  /** The world's keyspace. */
  readonly keyspace: string;
  readonly types: readonly UserType[];
  readonly tables: readonly Table[];
}

export const NATIVES = ["ascii", "bigint", "blob", "boolean", "date", "decimal", "double", "duration", "float", "inet", "int", "smallint", "text", "time", "timestamp", "timeuuid", "tinyint", "uuid", "varint"];
const COMMON = ["int", "text", "bigint", "uuid", "timeuuid", "timestamp", "date", "boolean", "double"];

/** A type as CQL writes it. */
export function typeText(type: Type): string {
  const frozen = (text: string, isFrozen: boolean) => (isFrozen ? `frozen<${text}>` : text);
  switch (type.kind) {
    case "native": return type.name;
    case "list": case "set": return frozen(`${type.kind}<${typeText(type.element)}>`, type.frozen);
    case "map": return frozen(`map<${typeText(type.key)}, ${typeText(type.value)}>`, type.frozen);
    case "tuple": return `tuple<${type.items.map(typeText).join(", ")}>`;
    case "vector": return `vector<float, ${type.dimension}>`;
    case "user": return frozen(type.type.name, type.frozen);
  }
}

/** A random type, mostly native; what stands inside another type is frozen, and so is what may become a key. */
export function randomType(random: Random, model: Pick<Model, "types" | "version">, options: { readonly frozen: boolean; readonly depth?: number } ): Type {
  const depth = options.depth ?? 0;
  if (depth >= 2 || random.chance(0.66)) return { kind: "native", name: random.pick(random.chance(0.65) ? COMMON : NATIVES) };
  const inner = (): Type => randomType(random, model, { frozen: true, depth: depth + 1 });
  const frozen = options.frozen || random.chance(0.35);
  switch (random.below(model.version === "5.0" ? 7 : 6)) {
    case 0: return { kind: "list", element: inner(), frozen };
    case 1: case 2: return { kind: "set", element: keyable(inner()), frozen };
    case 3: return { kind: "map", key: keyable(inner()), value: inner(), frozen };
    case 4: return { kind: "tuple", items: Array.from({ length: 1 + random.below(3) }, inner) };
    case 5: return model.types.length > 0 ? { kind: "user", type: random.pick(model.types), frozen } : { kind: "native", name: "text" };
    default: return { kind: "vector", dimension: 1 + random.below(4) };
  }
}

/** Durations cannot be compared, so they are no set elements, map keys or key columns. */
function keyable(type: Type): Type {
  return type.kind === "native" && type.name === "duration" ? { kind: "native", name: "int" } : type;
}

/** A schema with its definitions: types, tables, indexes, a view, functions. Most are accepted; the server says which. */
export function randomModel(random: Random, version: string, name: string): { readonly model: Model; readonly ddl: readonly string[] } {
  const ddl: string[] = [];
  const types: UserType[] = [];
  for (let i = 0; i < random.below(3); i++) {
    const type: UserType = { name: `u${i}`, fields: Array.from({ length: 1 + random.below(3) }, (_, f) => ({ name: `f${f}`, type: randomType(random, { types: [...types], version }, { frozen: true, depth: 1 }) })) };
    types.push(type);
    ddl.push(`CREATE TYPE ${type.name} (${type.fields.map((field) => `${field.name} ${typeText(field.type)}`).join(", ")})`);
  }
  const tables: Table[] = [];
  for (let i = 0; i < 1 + random.below(3); i++) {
    const table = randomTable(random, { version, types }, `t${i}`);
    tables.push(table);
    ddl.push(tableText(table));
    for (let n = 0; n < random.pick([0, 0, 1, 1, 2, 3]); n++) ddl.push(indexText(random, table, version, `${name}_${table.name}_${n}`));
  }
  const first = tables[0];
  if (first !== undefined && random.chance(0.25)) ddl.push(viewText(random, first, "v0"));
  if (random.chance(0.3)) ddl.push("CREATE FUNCTION twice (x int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS 'return x * 2;'", "CREATE FUNCTION joined (s text, x int) CALLED ON NULL INPUT RETURNS text LANGUAGE java AS 'return s + x;'", "CREATE AGGREGATE longest (int) SFUNC joined STYPE text INITCOND ''");
  return { model: { version, keyspace: name, types, tables }, ddl };
}

/** A random table; one in nine counts. */
export function randomTable(random: Random, model: Pick<Model, "types" | "version">, name: string): Table {
  const column = (role: Column["role"], prefix: string) => (_: unknown, i: number): Column => ({
    name: `${prefix}${i}`, role, descending: role === "clustering" && random.chance(0.35),
    type: role === "partition" || role === "clustering" ? keyable(randomType(random, model, { frozen: true })) : randomType(random, model, { frozen: false }),
  });
  const counter = random.chance(0.11);
  const clustering = Array.from({ length: random.pick([0, 1, 1, 2, 2, 3]) }, column("clustering", "c"));
  const counters = (prefix: string, role: Column["role"]) => (_: unknown, i: number): Column => ({ name: `${prefix}${i}`, role, descending: false, type: { kind: "native", name: "counter" } });
  return {
    name, counter,
    columns: [
      ...Array.from({ length: random.pick([1, 1, 1, 2, 2, 3]) }, column("partition", "p")), ...clustering,
      ...(clustering.length > 0 ? Array.from({ length: random.pick([0, 0, 1, 2]) }, counter ? counters("s", "static") : column("static", "s")) : []),
      ...Array.from({ length: 1 + random.below(4) }, counter ? counters("r", "regular") : column("regular", "r")),
    ],
  };
}

/** Columns of a role in key order. */
export function columnsOf(table: Table, role: Column["role"]): readonly Column[] {
  return table.columns.filter((column) => column.role === role);
}

/** CREATE TABLE. */
export function tableText(table: Table, options = ""): string {
  const definitions = table.columns.map(({ name, type, role }) => `${name} ${typeText(type)}${role === "static" ? " static" : ""}`);
  const partition = columnsOf(table, "partition").map(({ name }) => name);
  const clustering = columnsOf(table, "clustering");
  const key = [partition.length === 1 ? partition[0] : `(${partition.join(", ")})`, ...clustering.map(({ name }) => name)].join(", ");
  const order = clustering.some(({ descending }) => descending) ? `CLUSTERING ORDER BY (${clustering.map(({ name, descending }) => `${name} ${descending ? "DESC" : "ASC"}`).join(", ")})` : "";
  const withs = [order, options].filter((text) => text !== "").join(" AND ");
  return `CREATE TABLE ${table.name} (${definitions.join(", ")}, PRIMARY KEY (${key}))${withs === "" ? "" : ` WITH ${withs}`}`;
}

/** An index of any kind on any column; many are refused. */
export function indexText(random: Random, table: Table, version: string, name: string): string {
  const column = random.pick(table.columns);
  const collection = column.type.kind === "list" || column.type.kind === "set" || column.type.kind === "map";
  const target = collection && random.chance(0.7) ? `${"frozen" in column.type && column.type.frozen && random.chance(0.8) ? "full" : random.pick(column.type.kind === "map" ? ["keys", "values", "entries"] : ["values", "full"])}(${column.name})` : column.name;
  const kind = random.below(10);
  if (kind < 5) return `CREATE INDEX ${name} ON ${table.name} (${target})`;
  if (kind < 8 && version === "5.0") return `CREATE INDEX ${name} ON ${table.name} (${target}) USING 'sai'${random.chance(0.25) ? ` WITH OPTIONS = {'${random.pick(["case_sensitive", "normalize", "ascii"])}': '${random.pick(["true", "false"])}'}` : ""}`;
  const mode = random.chance(0.5) ? ` WITH OPTIONS = {'mode': '${random.pick(["PREFIX", "CONTAINS", "SPARSE"])}'}` : "";
  return `CREATE CUSTOM INDEX ${name} ON ${table.name} (${target}) USING 'org.apache.cassandra.index.sasi.SASIIndex'${mode}`;
}

/** A view with one more key column, or none. */
export function viewText(random: Random, table: Table, name: string): string {
  const keys = [...columnsOf(table, "partition"), ...columnsOf(table, "clustering")].map((column) => column.name);
  const extra = columnsOf(table, "regular").map((column) => column.name);
  const key = random.some([...keys, ...(random.chance(0.6) ? extra.slice(0, 1) : [])], 9);
  return `CREATE MATERIALIZED VIEW ${name} AS SELECT * FROM ${table.name} WHERE ${key.map((column) => `${column} IS NOT NULL`).join(" AND ")} PRIMARY KEY (${key.join(", ")})`;
}
