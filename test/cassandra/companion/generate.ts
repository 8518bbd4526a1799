/** Random base tables, queries that ask for copies of them, and writes that meet on few keys. The same seed gives the same. */
import type { Random } from "../../support/random";

/** A base table as text, and the queries whose tables copy it. */
export interface Scenario {
  /** Counters, rows that live for seconds, or neither. */
  readonly kind: "plain" | "counters" | "dying";
  readonly ddl: string;
  readonly queries: readonly string[];
  readonly columns: readonly TestColumn[];
}

export interface TestColumn {
  readonly name: string;
  readonly type: string;
  readonly role: "partition" | "clustering" | "static" | "regular";
}

/** The literals of each type; few, so that writes meet. */
const POOLS: Readonly<Record<string, readonly string[]>> = {
  int: ["1", "2", "3"], text: ["'a'", "'b'", "'c d'"], timestamp: ["0", "86400000", "172800123"], bigint: ["5", "6"], boolean: ["true", "false"],
  "set<text>": ["{'a'}", "{'a', 'b'}", "{'c d'}", "{}"], "list<int>": ["[1]", "[1, 2, 1]", "[3]", "[]"], "map<text, int>": ["{'a': 1}", "{'a': 2, 'b': 1}", "{'c d': 3}", "{}"],
  "frozen<set<text>>": ["{'a'}", "{'a', 'b'}", "{}"], "frozen<addr>": ["{street: 'x', zip: 1}", "{street: 'y'}"], addr: ["{street: 'x', zip: 1}", "{street: 'y', zip: 2}"],
};

const REGULAR = ["text", "int", "bigint", "boolean", "frozen<addr>", "frozen<set<text>>"] as const;

/** Seconds after which the rows of a "dying" scenario that were given a time to live are gone. */
export const LONGEST_LIFE = 3;

/** A table with one or two queries that copies of it answer. */
export function randomScenario(name: string, random: Random): Scenario {
  const kind = random.pick(["plain", "plain", "plain", "plain", "counters", "dying"] as const);
  if (kind === "counters") return counterScenario(name, random);
  const columns: TestColumn[] = [{ name: "p", type: random.pick(["int", "text"]), role: "partition" }];
  if (random.chance(0.3)) columns.push({ name: "q", type: "int", role: "partition" });
  const clustering = random.pick([0, 1, 1, 1, 2]);
  for (let i = 0; i < clustering; i += 1) columns.push({ name: ["c", "d"][i]!, type: random.pick(["int", "text", "timestamp"]), role: "clustering" });
  // A static column that is written for good would keep a row of the copy that dies.
  const statics = clustering > 0 && kind === "plain";
  if (statics && random.chance(0.5)) columns.push({ name: "s", type: random.pick(["text", "int"]), role: "static" });
  if (statics && random.chance(0.2)) columns.push({ name: "z", type: "bigint", role: "static" });
  columns.push({ name: "status", type: "text", role: "regular" }, { name: "total", type: "int", role: "regular" });
  if (random.chance(0.5)) columns.push({ name: "extra", type: random.pick(REGULAR), role: "regular" });
  if (random.chance(0.4)) columns.push({ name: "tags", type: "set<text>", role: "regular" });
  if (random.chance(0.3)) columns.push({ name: "marks", type: "list<int>", role: "regular" });
  if (random.chance(0.4)) columns.push({ name: "attrs", type: "map<text, int>", role: "regular" });
  if (random.chance(0.2)) columns.push({ name: "home", type: "addr", role: "regular" });
  const key = columns.filter(({ role }) => role === "partition").map((column) => column.name);
  const order = columns.filter(({ role }) => role === "clustering").map((column) => column.name);
  const lines = columns.map((column) => `${column.name} ${column.type}${column.role === "static" ? " static" : ""}`);
  const life = kind === "dying" && random.chance(0.3) ? ` WITH default_time_to_live = ${LONGEST_LIFE}` : "";
  const ddl = `CREATE TABLE ${name} (${lines.join(", ")}, PRIMARY KEY ((${key.join(", ")})${order.map((one) => `, ${one}`).join("")}))${life}`;
  return { kind, ddl, columns, queries: Array.from({ length: 2 }, () => randomQuery(name, columns, random)) };
}

/** Counters, asked for by another part of the key than the whole partition key. */
function counterScenario(name: string, random: Random): Scenario {
  const columns: TestColumn[] = [{ name: "p", type: random.pick(["int", "text"]), role: "partition" }, { name: "c", type: random.pick(["int", "text", "timestamp"]), role: random.pick(["partition", "clustering"]) }];
  if (random.chance(0.5)) columns.push({ name: "d", type: "int", role: "clustering" });
  columns.push({ name: "hits", type: "counter", role: "regular" });
  if (random.chance(0.5)) columns.push({ name: "misses", type: "counter", role: "regular" });
  const key = columns.filter(({ role }) => role === "partition").map((column) => column.name);
  const order = columns.filter(({ role }) => role === "clustering").map((column) => column.name);
  const ddl = `CREATE TABLE ${name} (${columns.map((column) => `${column.name} ${column.type}`).join(", ")}, PRIMARY KEY ((${key.join(", ")})${order.map((one) => `, ${one}`).join("")}))`;
  const asked = order.includes("d") ? ["c", "d"] : ["c"];
  return { kind: "counters", ddl, columns, queries: asked.map((column) => `SELECT * FROM ${name} WHERE ${column} = ? ALLOW FILTERING`) };
}

function randomQuery(name: string, columns: readonly TestColumn[], random: Random): string {
  const others = columns.filter(({ role }) => role !== "partition");
  const list = random.chance(0.3) ? "*" : random.some(columns, 1 + random.below(columns.length)).map((column) => column.name).join(", ");
  const wheres: string[] = [];
  const asked = random.some(others, random.pick([1, 1, 1, 2]));
  let exploded = false;
  for (const column of asked) {
    if (/^(?:set|list|map)/.test(column.type)) {
      if (exploded) continue;
      exploded = true;
      wheres.push(column.type.startsWith("map") ? random.pick([`${column.name} CONTAINS 1`, `${column.name} CONTAINS KEY 'a'`, `${column.name}['a'] = 1`]) : `${column.name} CONTAINS ${column.type.includes("int") ? "1" : "'a'"}`);
    } else wheres.push(`${column.name} = ?`);
  }
  if (random.chance(0.2)) wheres.push("p = ?");
  const time = columns.find((column) => column.type === "timestamp" && !wheres.some((where) => where.startsWith(`${column.name} `)));
  const hasTime = time !== undefined && random.chance(0.5);
  const hasBand = !hasTime && !wheres.some((where) => where.startsWith("total ")) && random.chance(0.3);
  const range = hasTime ? ` AND ${time.name} > 0` : hasBand ? " AND total > 0 AND total < 200" : "";
  // What the author says of the sizes calls for a bucket: of days, hours, numbers or bands.
  const figures = random.chance(0.3) ? `-- cqlwright: rows=${random.pick(["150000 per=day", "5000000 per=day", "400000"])}\n` : "";
  return `${figures}SELECT ${list} FROM ${name} WHERE ${wheres.join(" AND ")}${range} ALLOW FILTERING`;
}

/** A write on the table of the scenario, its values written out; `last`: nothing comes behind it but more of its kind. */
export function randomWrite(table: string, { kind, columns }: Pick<Scenario, "kind" | "columns">, random: Random, last: boolean): string {
  if (kind === "counters") return count(table, columns, random, last);
  if (kind === "dying") return random.chance(0.85) ? wholeRow(table, columns, random) : deleteRows(table, columns, random);
  return random.chance(0.08) ? batch(table, columns, random) : single(table, columns, random);
}

/** An increment, or a batch of them. Counters that were deleted must not be counted again, so rows are deleted at the end. */
function count(table: string, columns: readonly TestColumn[], random: Random, last: boolean): string {
  const key = keyOf(columns);
  if (last) return random.chance(0.6) ? `DELETE FROM ${table} WHERE ${keyWhere(key, random)}` : `DELETE FROM ${table} WHERE ${keyWhere(key.filter(({ role }) => role === "partition"), random)}`;
  const increment = (): string => `UPDATE ${table} SET ${random.some(restOf(columns), 1 + random.below(2)).map(({ name }) => `${name} ${random.pick(["+=", "-="])} ${random.below(5)}`).join(", ")} WHERE ${keyWhere(key, random)}`;
  return random.chance(0.1) ? `BEGIN COUNTER BATCH ${increment()}; ${increment()}; APPLY BATCH` : increment();
}

/** A row with all its columns, for good or for a few seconds: all its cells die together. */
function wholeRow(table: string, columns: readonly TestColumn[], random: Random): string {
  const life = random.chance(0.6) ? ` USING TTL ${1 + random.below(LONGEST_LIFE)}` : "";
  return `INSERT INTO ${table} (${columns.map(({ name }) => name).join(", ")}) VALUES (${columns.map((column) => valueOf(column, random)).join(", ")})${life}`;
}

function batch(table: string, columns: readonly TestColumn[], random: Random): string {
  const members = Array.from({ length: 2 + random.below(2) }, () => single(table, columns, random)).filter((text) => !/ IF /.test(text));
  return members.length === 0 ? single(table, columns, random) : `BEGIN BATCH ${members.map((member) => `${member};`).join(" ")} APPLY BATCH`;
}

function single(table: string, columns: readonly TestColumn[], random: Random): string {
  const kind = random.pick(["insert", "insert", "insert", "json", "update", "update", "update", "update", "delete-columns", "delete", "delete"]);
  if (kind === "insert") return insert(table, columns, random);
  if (kind === "json") return insertJson(table, columns, random);
  if (kind === "update") return update(table, columns, random);
  return kind === "delete" ? deleteRows(table, columns, random) : deleteColumns(table, columns, random);
}

function valueOf(column: TestColumn, random: Random): string {
  return column.role !== "partition" && column.role !== "clustering" && random.chance(0.15) ? "null" : random.pick(POOLS[column.type]!);
}

function keyOf(columns: readonly TestColumn[]): readonly TestColumn[] {
  return columns.filter(({ role }) => role === "partition" || role === "clustering");
}

function restOf(columns: readonly TestColumn[]): readonly TestColumn[] {
  return columns.filter(({ role }) => role === "static" || role === "regular");
}

function insert(table: string, columns: readonly TestColumn[], random: Random): string {
  const statics = columns.filter(({ role }) => role === "static");
  if (statics.length > 0 && random.chance(0.1)) {
    const named = [...columns.filter(({ role }) => role === "partition"), random.pick(statics)];
    return `INSERT INTO ${table} (${named.map(({ name }) => name).join(", ")}) VALUES (${named.map((column) => valueOf(column, random)).join(", ")})`;
  }
  const rest = restOf(columns);
  const named = [...keyOf(columns), ...(random.chance(0.4) ? rest : random.some(rest, random.below(rest.length + 1)))];
  return `INSERT INTO ${table} (${named.map(({ name }) => name).join(", ")}) VALUES (${named.map((column) => valueOf(column, random)).join(", ")})${random.chance(0.1) ? " IF NOT EXISTS" : ""}`;
}

function insertJson(table: string, columns: readonly TestColumn[], random: Random): string {
  const plain = columns.filter(({ type }) => ["int", "text", "bigint", "boolean"].includes(type));
  const json: Record<string, string> = { "set<text>": "[\"a\"]", "list<int>": "[1, 3]", "map<text, int>": "{\"a\": 1}", timestamp: "86400000" };
  const given = columns.filter((column) => column.role === "partition" || column.role === "clustering" || ((plain.includes(column) || json[column.type] !== undefined) && random.chance(0.6)));
  const text = given.map((column) => `"${column.name}": ${json[column.type] ?? valueOf(column, random).replaceAll("'", "\"")}`).join(", ");
  return `INSERT INTO ${table} JSON '{${text}}'${random.chance(0.5) ? " DEFAULT UNSET" : ""}`;
}

function keyWhere(columns: readonly TestColumn[], random: Random): string {
  const lists = random.chance(0.1);
  const wheres = columns.map((column, i) => (lists && i === columns.length - 1 ? `${column.name} IN (${random.some(POOLS[column.type]!, 2).join(", ")})` : `${column.name} = ${valueOf(column, random)}`));
  return wheres.join(" AND ");
}

function update(table: string, columns: readonly TestColumn[], random: Random): string {
  const statics = columns.filter(({ role }) => role === "static");
  if (statics.length > 0 && random.chance(0.2)) {
    return `UPDATE ${table} SET ${random.some(statics, 1).map((column) => `${column.name} = ${valueOf(column, random)}`).join(", ")} WHERE ${keyWhere(columns.filter(({ role }) => role === "partition"), random)}`;
  }
  const set = random.some(restOf(columns), 1 + random.below(3)).map((column) => assignment(column, random));
  const where = keyWhere(keyOf(columns), random);
  const condition = random.chance(0.08) && !/ IN /.test(where) ? " IF EXISTS" : "";
  return `UPDATE ${table} SET ${set.join(", ")} WHERE ${where}${condition}`;
}

function assignment({ name, type, role }: TestColumn, random: Random): string {
  const whole = `${name} = ${valueOf({ name, type, role }, random)}`;
  if (random.chance(0.35)) return whole;
  switch (type) {
    case "set<text>": return random.pick([`${name} = ${name} + {'b'}`, `${name} += {'a', 'c d'}`, `${name} = ${name} - {'a'}`, `${name} -= {'b', 'c d'}`]);
    case "list<int>": return random.pick([`${name} = ${name} + [2]`, `${name} = [3] + ${name}`, `${name} = ${name} - [1]`, `${name} += [1, 2]`]);
    case "map<text, int>": return random.pick([`${name}['a'] = ${random.pick(["1", "2", "null"])}`, `${name}['c d'] = 3`, `${name} = ${name} + {'a': 2, 'b': 3}`, `${name} = ${name} - {'a'}`]);
    case "addr": return random.pick([`${name}.street = 'z'`, `${name}.zip = ${random.pick(["3", "null"])}`]);
    default: return whole;
  }
}

function deleteColumns(table: string, columns: readonly TestColumn[], random: Random): string {
  const regular = columns.filter(({ role }) => role === "regular");
  const what = random.some(regular, 1 + random.below(2)).map(({ name, type }) => {
    if (type === "set<text>" && random.chance(0.6)) return `${name}['a']`;
    if (type === "map<text, int>" && random.chance(0.6)) return `${name}['a']`;
    return type === "addr" && random.chance(0.5) ? `${name}.zip` : name;
  });
  const statics = columns.filter(({ role }) => role === "static");
  if (statics.length > 0 && random.chance(0.2)) return `DELETE ${random.pick(statics).name} FROM ${table} WHERE ${keyWhere(columns.filter(({ role }) => role === "partition"), random)}`;
  return `DELETE ${what.join(", ")} FROM ${table} WHERE ${keyWhere(keyOf(columns), random)}`;
}

function deleteRows(table: string, columns: readonly TestColumn[], random: Random): string {
  const partition = columns.filter(({ role }) => role === "partition");
  const clustering = columns.filter(({ role }) => role === "clustering");
  const [first] = clustering;
  if (first === undefined || random.chance(0.6)) return `DELETE FROM ${table} WHERE ${keyWhere(keyOf(columns), random)}`;
  if (random.chance(0.25)) return `DELETE FROM ${table} WHERE ${keyWhere(partition, random)}`;
  if (clustering.length > 1 && random.chance(0.4)) return `DELETE FROM ${table} WHERE ${keyWhere(partition, random)} AND ${first.name} = ${valueOf(first, random)}`;
  return `DELETE FROM ${table} WHERE ${keyWhere(partition, random)} AND ${first.name} ${random.pick([">", ">=", "<", "<="])} ${valueOf(first, random)}`;
}
