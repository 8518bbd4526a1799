/** A long, ordinary-looking .cql file: a schema in three keyspaces, then statements against it, all valid but for those spoilt on purpose. */
import { randomOf, type Random } from "../support/random";

const KEYSPACES: Readonly<Record<string, readonly string[]>> = {
  store: ["order", "invoice", "parcel", "basket", "refund", "voucher", "supplier", "price", "stock"],
  fleet: ["vehicle", "trip", "alarm", "position", "service", "driver", "fuel", "route", "sensor"],
  forum: ["post", "reply", "member", "topic", "vote", "badge", "mention", "draft", "report"],
};
const PARTITION = [["customer_id", "uuid"], ["device_id", "uuid"], ["tenant", "text"], ["region", "text"], ["account", "bigint"], ["shard", "int"]] as const;
const BUCKET = [["day", "date"], ["month", "text"], ["bucket", "int"]] as const;
const CLUSTERING = [["created_at", "timestamp"], ["event_id", "timeuuid"], ["seq", "int"], ["name", "text"], ["version", "bigint"]] as const;
const REGULAR = [["title", "text"], ["status", "text"], ["amount", "decimal"], ["quantity", "int"], ["updated_at", "timestamp"], ["active", "boolean"], ["score", "double"], ["payload", "blob"], ["tags", "set<text>"], ["history", "list<text>"], ["attributes", "map<text, text>"], ["address", "inet"], ["ratio", "float"], ["place", "frozen<place>"]] as const;
const WORDS = ["amber", "river", "stone", "harbor", "signal", "winter", "orbit", "lantern", "meadow", "cobalt", "summit", "anchor"];

interface Table { readonly name: string; readonly partition: readonly Column[]; readonly clustering: readonly Column[]; readonly regular: readonly Column[] }
type Column = readonly [name: string, type: string];

export interface BigFileOptions { readonly statements: number; readonly tables: number; readonly seed: number; readonly errors: number }

/** The file's text; equal options give equal text. `errors` statements, spread evenly, break a rule each. */
export function bigFile({ statements, tables, seed, errors }: BigFileOptions): string {
  const random = randomOf(seed);
  const schema = Array.from({ length: tables }, (_, i) => makeTable(random, i));
  const parts = Object.keys(KEYSPACES).map((name) => `CREATE KEYSPACE IF NOT EXISTS ${name} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n\nCREATE TYPE IF NOT EXISTS ${name}.place (street text, city text, zip int);\n`);
  parts.push(...schema.map(createTable));
  const every = errors === 0 ? Infinity : Math.floor(statements / errors);
  for (let i = 0; i < statements; i++) {
    const text = statement(random, random.pick(schema));
    if (random.chance(0.15)) parts.push(`-- ${random.some(WORDS, 3).join(" ")}`);
    parts.push(i % every === every - 1 ? spoil(text, Math.floor(i / every)) : text);
  }
  return parts.join("\n") + "\n";
}

function makeTable(random: Random, number: number): Table {
  const keyspace = random.pick(Object.keys(KEYSPACES));
  const key = random.pick(PARTITION);
  return {
    name: `${keyspace}.${random.pick(KEYSPACES[keyspace] ?? [])}_by_${key[0]}_${number}`,
    partition: random.chance(0.4) ? [key, random.pick(BUCKET)] : [key],
    clustering: random.some(CLUSTERING, random.below(4)), regular: random.some(REGULAR, 4 + random.below(6)),
  };
}

function createTable({ name, partition, clustering, regular }: Table): string {
  const columns = [...partition, ...clustering, ...regular].map(([column, type]) => `  ${column} ${type},`).join("\n");
  const key = `(${partition.map(([column]) => column).join(", ")})${clustering.map(([column]) => `, ${column}`).join("")}`;
  const order = clustering.length === 0 ? "" : `CLUSTERING ORDER BY (${clustering.map(([column], i) => `${column} ${i === 0 ? "DESC" : "ASC"}`).join(", ")}) AND `;
  return `CREATE TABLE IF NOT EXISTS ${name} (\n${columns}\n  PRIMARY KEY (${key})\n) WITH ${order}comment = 'written by the bench';\n`;
}

function statement(random: Random, table: Table): string {
  const { name, partition, clustering, regular } = table;
  const value = ([, type]: Column) => (random.chance(0.65) ? "?" : literal(random, type));
  const equal = (column: Column) => `${column[0]} = ${value(column)}`;
  const key = [...partition, ...clustering].map(equal).join(" AND ");
  const set = () => random.some(regular, 1 + random.below(3)).map((column) => `${column[0]} = ${value(column)}`).join(", ");
  const insert = () => { const columns = [...partition, ...clustering, ...random.some(regular, 2)]; return `INSERT INTO ${name} (${columns.map(([column]) => column).join(", ")}) VALUES (${columns.map(value).join(", ")})${random.chance(0.2) ? " USING TTL 86400" : ""};`; };
  const update = () => `UPDATE ${name} SET ${set()} WHERE ${key};`;
  switch (random.below(8)) {
    case 0: return insert();
    case 1: return update();
    case 2: return `DELETE FROM ${name} WHERE ${key};`;
    case 3: return `BEGIN BATCH\n  ${update()}\n  ${insert()}\nAPPLY BATCH;`;
    default: return select(random, table, equal, value);
  }
}

function select(random: Random, { name, partition, clustering, regular }: Table, equal: (column: Column) => string, value: (column: Column) => string): string {
  const list = random.chance(0.2) ? "*" : random.chance(0.1) ? "count(*)" : random.some(regular, 1 + random.below(4)).map(([column]) => column).join(", ");
  const fixed = random.below(clustering.length + 1);
  const relations = [...partition, ...clustering.slice(0, fixed)].map(equal);
  const next = clustering[fixed];
  if (next !== undefined && random.chance(0.4)) relations.push(`${next[0]} >= ${value(next)}`, `${next[0]} < ${value(next)}`);
  const order = fixed === 0 && clustering[0] !== undefined && random.chance(0.2) ? ` ORDER BY ${clustering[0][0]} DESC` : "";
  return `SELECT ${list} FROM ${name} WHERE ${relations.join(" AND ")}${order}${random.chance(0.3) ? ` LIMIT ${10 * (1 + random.below(10))}` : ""};`;
}

function literal(random: Random, type: string): string {
  const hex = (length: number) => Array.from({ length }, () => random.below(16).toString(16)).join("");
  const text = () => `'${random.some(WORDS, 2).join(" ")}'`;
  switch (type) {
    case "int": case "bigint": return String(random.below(100_000));
    case "decimal": case "double": case "float": return `${random.below(1000)}.${random.below(100)}`;
    case "boolean": return random.chance(0.5) ? "true" : "false";
    case "blob": return `0x${hex(16)}`;
    case "date": return `'2026-0${1 + random.below(9)}-1${random.below(10)}'`;
    case "timestamp": return `'2026-0${1 + random.below(9)}-1${random.below(10)} 08:30:00+0000'`;
    case "inet": return `'10.0.${random.below(256)}.${random.below(256)}'`;
    case "uuid": return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
    case "timeuuid": return `${hex(8)}-${hex(4)}-11ee-a${hex(3)}-${hex(12)}`;
    case "set<text>": return `{${text()}}`;
    case "list<text>": return `[${text()}]`;
    case "map<text, text>": return `{${text()}: ${text()}}`;
    case "frozen<place>": return `{street: ${text()}, zip: ${random.below(99_999)}}`;
    default: return text();
  }
}

/** Breaks a statement so that it gives one diagnostic: a column, a table or a keyword that is none, or a word left out. */
function spoil(text: string, turn: number): string {
  const broken = [
    () => text.replace(/_by_/, "_buy_"), () => text.replace(/ WHERE (\w+)/, " WHERE no_such_$1"),
    () => text.replace(/^(\w{4})\w+/, "$1"), () => text.replace(/ (?:FROM|INTO|SET) /, " "),
  ][turn % 4];
  const spoilt = broken?.() ?? text;
  return spoilt === text ? "SELEC 1;" : spoilt;
}
