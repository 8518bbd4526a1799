/** Random statements of every kind over a model; valid more often than not, so that a mutation lands near the border. */
import type { Random } from "../../support/random";
import { literal } from "./literal";
import { columnsOf, indexText, randomTable, randomType, tableText, typeText, viewText, type Column, type Model, type Table } from "./world";

const ODD = 0.06; // chance of a value from the edge of its type
const value = (random: Random, column: Column) => (random.chance(0.05) ? "?" : literal(random, column.type, ODD));
const keyOf = (table: Table) => [...columnsOf(table, "partition"), ...columnsOf(table, "clustering")];
const equals = (random: Random, column: Column) => `${column.name} = ${value(random, column)}`;
const names = (columns: readonly Column[]) => columns.map(({ name }) => name).join(", ");

/** Makers by kind; the fuzzer takes each kind equally often. */
export const STATEMENTS: Readonly<Record<string, (random: Random, model: Model) => string>> = {
  "select": select,
  "select list": (random, { tables, version }) => { const table = random.pick(tables); return `SELECT ${selectors(random, table, version)} FROM ${table.name}`; },
  "select indexed": (random, { tables }) => { const table = random.pick(tables); return `SELECT * FROM ${table.name} WHERE ${random.some(table.columns, 1 + random.below(3)).map((column) => relation(random, column)).join(" AND ")}${random.chance(0.5) ? " ALLOW FILTERING" : ""}`; },
  "insert": (random, model) => insert(random, random.pick(model.tables)),
  "update": (random, model) => update(random, random.pick(model.tables)),
  "delete": (random, model) => remove(random, random.pick(model.tables)),
  "batch": batch,
  "create table": (random, model) => tableText(randomTable(random, model, random.chance(0.9) ? "fresh" : random.pick(model.tables).name), random.chance(0.4) ? option(random) : ""),
  "alter table": alterTable,
  "create index": (random, model) => indexText(random, random.pick(model.tables), model.version, "fresh_index"),
  "create type": (random, model) => `CREATE TYPE ${random.chance(0.2) ? "IF NOT EXISTS " : ""}${random.pick(["fresh_type", "u0"])} (a ${typeText(randomType(random, model, { frozen: random.chance(0.5) }))}, b int)`,
  "alter type": (random, model) => `ALTER TYPE ${model.types[0]?.name ?? "u0"} ${random.pick([`ADD g ${typeText(randomType(random, model, { frozen: true }))}`, "ADD f0 int", "RENAME f0 TO g", "RENAME f0 TO f1", "ALTER f0 TYPE blob"])}`,
  "create view": (random, model) => viewText(random, random.pick(model.tables), "fresh_view"),
  "drop": (random, model) => `DROP ${random.pick(["TABLE", "TYPE", "MATERIALIZED VIEW", "INDEX", "FUNCTION", "AGGREGATE"])} ${random.chance(0.4) ? "IF EXISTS " : ""}${random.pick([...model.tables, ...model.types, { name: "v0" }, { name: "twice" }, { name: "longest" }, { name: "nothing" }]).name}`,
  "create function": createFunction,
  "create aggregate": (random) => `CREATE AGGREGATE fresh_aggregate (${random.pick(["int", "text", "int, int"])}) SFUNC ${random.pick(["joined", "twice", "nothing"])} STYPE ${random.pick(["text", "int"])}${random.chance(0.4) ? " FINALFUNC twice" : ""} INITCOND ${random.pick(["''", "0", "null", "'a'"])}`,
  "keyspace": (random, { keyspace }) => random.pick([`CREATE KEYSPACE ${random.chance(0.85) ? `${keyspace}_2` : keyspace} WITH replication = {'class': '${random.pick(["SimpleStrategy", "simplestrategy", "NetworkTopologyStrategy"])}', '${random.pick(["replication_factor", "rf", "datacenter1"])}': ${random.pick(["1", "'1'", "'x'", "-1"])}}`, "ALTER KEYSPACE nothing WITH durable_writes = true", "DROP KEYSPACE nothing", "USE nothing"]),
  "truncate": (random, model) => `TRUNCATE ${random.chance(0.5) ? "TABLE " : ""}${random.pick([...model.tables, { name: "v0" }, { name: "nothing" }]).name}`,
};

function relation(random: Random, column: Column): string {
  const { name } = column;
  switch (random.below(14)) {
    case 0: case 1: return `${name} ${random.pick(["<", "<=", ">", ">="])} ${value(random, column)}`;
    case 2: return `${name} IN (${Array.from({ length: random.below(4) }, () => value(random, column)).join(", ")})`;
    case 3: return column.type.kind === "map" ? `${name}[${literal(random, column.type.key, ODD)}] = ${literal(random, column.type.value, ODD)}` : equals(random, column);
    case 4: case 5: return "element" in column.type ? `${name} CONTAINS ${literal(random, column.type.element, ODD)}` : column.type.kind === "map" ? `${name} CONTAINS${random.chance(0.5) ? ` KEY ${literal(random, column.type.key, ODD)}` : ` ${literal(random, column.type.value, ODD)}`}` : equals(random, column);
    case 6: return `${name} LIKE ${random.pick(["'a%'", "'%a'", "'%a%'", "'a'", "'%'"])}`;
    case 7: return `${name} ${random.pick(["!=", "IS NOT NULL"])}`.replace("!=", `!= ${value(random, column)}`);
    default: return equals(random, column);
  }
}

function where(random: Random, table: Table): string[] {
  const clustering = columnsOf(table, "clustering");
  const partition = columnsOf(table, "partition").map((column) => (random.chance(0.12) ? `${column.name} IN (${value(random, column)}, ${value(random, column)})` : equals(random, column)));
  const fixed = random.below(clustering.length + 1);
  const relations = [...partition, ...clustering.slice(0, fixed).map((column) => equals(random, column))];
  const next = clustering[fixed];
  if (next !== undefined && random.chance(0.4)) relations.push(`${next.name} ${random.pick([">", ">=", "<", "<="])} ${value(random, next)}`);
  const rest = clustering.slice(fixed);
  if (rest.length >= 2 && relations.length === partition.length + fixed && random.chance(0.3)) relations.push(`(${names(rest)}) ${random.pick([">", "<=", "=", ">="])} (${rest.map((column) => value(random, column)).join(", ")})`);
  if (random.chance(0.2)) relations.push(relation(random, random.pick(table.columns)));
  if (random.chance(0.05)) relations.push(`token(${names(columnsOf(table, "partition"))}) > ${random.pick(["1", "token(1)", "'x'", "-5"])}`);
  return relations;
}

function select(random: Random, { tables, version }: Model): string {
  const table = random.pick(tables);
  const relations = random.chance(0.9) ? where(random, table) : [];
  const clustering = columnsOf(table, "clustering");
  const order = clustering.length > 0 && random.chance(0.25) ? ` ORDER BY ${clustering.slice(0, 1 + random.below(clustering.length)).map(({ name, descending }) => `${name} ${descending === random.chance(0.9) ? "DESC" : "ASC"}`).join(", ")}` : "";
  const group = random.chance(0.12) ? ` GROUP BY ${names(keyOf(table).slice(0, 1 + random.below(3)))}` : "";
  const vector = table.columns.find(({ type }) => type.kind === "vector");
  const ann = vector !== undefined && random.chance(0.2) ? ` ORDER BY ${vector.name} ANN OF ${literal(random, vector.type, ODD)}` : "";
  const limits = `${random.chance(0.08) ? ` PER PARTITION LIMIT ${random.pick(["1", "2", "0", "?"])}` : ""}${random.chance(0.25) ? ` LIMIT ${random.pick(["1", "10", "0", "?", "3000000000"])}` : ""}`;
  return `SELECT ${random.chance(0.06) ? "DISTINCT " : random.chance(0.04) ? "JSON " : ""}${selectors(random, table, version)} FROM ${table.name}${relations.length > 0 ? ` WHERE ${relations.join(" AND ")}` : ""}${group}${ann === "" ? order : ann}${limits}${random.chance(0.25) ? " ALLOW FILTERING" : ""}`;
}

function selectors(random: Random, table: Table, version: string): string {
  if (random.chance(0.3)) return "*";
  return Array.from({ length: 1 + random.below(3) }, () => selector(random, random.pick(table.columns), table, version)).join(", ");
}

function selector(random: Random, column: Column, table: Table, version: string): string {
  const { name, type } = column;
  const numbers = "abs exp log log10 round sum avg min max count".split(" ");
  switch (random.below(16)) {
    case 0: return `${random.pick(["writetime", "ttl", "maxwritetime"])}(${name})`;
    case 1: return `${random.pick(numbers)}(${name})`;
    case 2: return `CAST(${name} AS ${random.pick(["int", "text", "bigint", "date", "timestamp", "double", "varchar", "blob"])})`;
    case 3: return `${name} ${random.pick(["+", "-", "*", "/", "%"])} ${random.chance(0.5) ? random.pick(table.columns).name : literal(random, type, ODD)}`;
    case 4: return `${random.pick(["toDate", "toTimestamp", "toUnixTimestamp", "toJson", "to_json", "dateOf", "blobAsInt", "intAsBlob", "textAsBlob", "twice", "joined", "longest", "mask_hash", "mask_default", "collection_count", "map_keys", "collection_sum"])}(${name})`;
    case 5: return type.kind === "map" ? `${name}[${literal(random, type.key, ODD)}]` : type.kind === "set" ? `${name}[${literal(random, type.element, ODD)}]` : type.kind === "user" ? `${name}.${random.pick([...type.type.fields, { name: "nothing" }]).name}` : name;
    case 6: return random.pick(["count(*)", "count(1)", "now()", "uuid()", "token(p0)", "(int) 1", "1", "?", "currentDate()"]);
    case 7: return random.pick([`(${name}, ${random.pick(table.columns).name})`, `[${name}]`, `{${name}}`, `(${typeText(type)}) ${literal(random, type, ODD)}`, `(${typeText(type)}) ${name}`, `- ${name}`]);
    case 8: return type.kind === "vector" && version === "5.0" ? `similarity_cosine(${name}, ${literal(random, type, ODD)})` : `min(${name})`;
    default: return random.chance(0.1) ? `${name} AS alias` : name;
  }
}

function insert(random: Random, table: Table): string {
  if (random.chance(0.1)) return `INSERT INTO ${table.name} JSON '{${table.columns.filter(() => random.chance(0.8)).map(({ name }) => `"${name}": ${random.pick(["1", "\"a\"", "null", "true", "[1]", "{}"])}`).join(", ")}}'${random.chance(0.3) ? ` DEFAULT ${random.pick(["NULL", "UNSET"])}` : ""}`;
  const columns = [...keyOf(table).filter(() => random.chance(0.97)), ...random.some([...columnsOf(table, "regular"), ...columnsOf(table, "static")], random.below(4))];
  return `INSERT INTO ${table.name} (${names(columns)}) VALUES (${columns.map((column) => value(random, column)).join(", ")})${random.chance(0.12) ? " IF NOT EXISTS" : ""}${using(random)}`;
}

function using(random: Random): string {
  if (!random.chance(0.2)) return "";
  return ` USING ${random.pick([`TTL ${random.pick(["60", "0", "-1", "630720001", "?"])}`, `TIMESTAMP ${random.pick(["1", "1700000000000000", "-1", "?"])}`, "TTL 5 AND TIMESTAMP 7"])}`;
}

function assignment(random: Random, { name, type }: Column): string {
  if (type.kind === "native" && type.name === "counter") return random.pick([`${name} = ${name} + 1`, `${name} = ${name} - 2`, `${name} += 1`, `${name} -= 3`, `${name} = 5`]);
  if ((type.kind === "list" || type.kind === "set" || type.kind === "map") && random.chance(0.6)) {
    const whole = literal(random, type, ODD);
    const key = type.kind === "list" ? random.pick(["0", "1", "?"]) : literal(random, type.kind === "map" ? type.key : type.element, ODD);
    const item = literal(random, type.kind === "map" ? type.value : type.element, ODD);
    const minus = type.kind === "map" ? `{${literal(random, type.key, ODD)}}` : whole;
    return random.pick([`${name} = ${name} + ${whole}`, `${name} = ${name} - ${minus}`, `${name} = ${whole} + ${name}`, `${name}[${key}] = ${item}`, `${name} += ${whole}`, `${name} -= ${minus}`]);
  }
  if (type.kind === "user" && random.chance(0.4)) { const field = random.pick(type.type.fields); return `${name}.${field.name} = ${literal(random, field.type, ODD)}`; }
  return `${name} = ${literal(random, type, ODD)}`;
}

/** The WHERE of a write: the whole key most of the time. */
function writeWhere(random: Random, table: Table, keys: readonly Column[]): string {
  const relations = keys.filter(() => random.chance(0.97)).map((column) => (random.chance(0.08) ? `${column.name} IN (${value(random, column)}, ${value(random, column)})` : equals(random, column)));
  if (random.chance(0.06)) relations.push(relation(random, random.pick(table.columns)));
  return (relations.length > 0 ? relations : ["p0 = ?"]).join(" AND ");
}

function conditions(random: Random, table: Table): string {
  if (!random.chance(0.2)) return "";
  if (random.chance(0.3)) return " IF EXISTS";
  const column = random.pick(table.columns);
  return ` IF ${random.pick([equals(random, column), `${column.name} != ${value(random, column)}`, `${column.name} IN (${value(random, column)}, ${value(random, column)})`, `${column.name} > ${value(random, column)}`, ...(column.type.kind === "map" ? [`${column.name}[${literal(random, column.type.key, ODD)}] = ${literal(random, column.type.value, ODD)}`] : []), ...(column.type.kind === "list" ? [`${column.name}[0] = ${literal(random, column.type.element, ODD)}`] : [])])}`;
}

function update(random: Random, table: Table): string {
  const statics = columnsOf(table, "static"), regular = columnsOf(table, "regular");
  const onlyStatic = statics.length > 0 && random.chance(0.2);
  const set = random.some(onlyStatic ? statics : regular, 1 + random.below(2)).map((column) => assignment(random, column)).join(", ");
  return `UPDATE ${table.name}${random.chance(0.15) && !table.counter ? using(random) : ""} SET ${set} WHERE ${writeWhere(random, table, onlyStatic ? columnsOf(table, "partition") : keyOf(table))}${conditions(random, table)}`;
}

function remove(random: Random, table: Table): string {
  const deleted = random.chance(0.5) ? [] : random.some([...columnsOf(table, "regular"), ...columnsOf(table, "static")], 1 + random.below(2));
  const list = deleted.map(({ name, type }) => (type.kind === "map" && random.chance(0.5) ? `${name}[${literal(random, type.key, ODD)}]` : type.kind === "list" && random.chance(0.4) ? `${name}[0]` : type.kind === "set" && random.chance(0.4) ? `${name}[${literal(random, type.element, ODD)}]` : name)).join(", ");
  const clustering = columnsOf(table, "clustering");
  const keys = deleted.length === 0 && random.chance(0.5) ? [...columnsOf(table, "partition"), ...clustering.slice(0, random.below(clustering.length + 1))] : keyOf(table);
  const range = deleted.length === 0 && keys.length < keyOf(table).length && random.chance(0.5) ? ` AND ${keyOf(table)[keys.length]?.name} ${random.pick(["<", ">="])} ${value(random, keyOf(table)[keys.length] as Column)}` : "";
  return `DELETE ${list === "" ? "" : `${list} `}FROM ${table.name}${random.chance(0.1) ? " USING TIMESTAMP 5" : ""} WHERE ${writeWhere(random, table, keys)}${range}${conditions(random, table)}`;
}

function batch(random: Random, { tables }: Model): string {
  const counters = tables.filter(({ counter }) => counter), plain = tables.filter(({ counter }) => !counter);
  const kind = counters.length > 0 && random.chance(0.3) ? "COUNTER " : random.pick(["", "", "UNLOGGED "]);
  const pool = kind === "COUNTER " ? counters : plain.length > 0 ? plain : tables;
  const writes = Array.from({ length: 1 + random.below(3) }, () => { const table = random.pick(random.chance(0.93) ? pool : tables); return random.pick([insert, update, remove])(random, table); });
  return `BEGIN ${kind}BATCH${random.chance(0.1) ? " USING TIMESTAMP 9" : ""} ${writes.join("; ")}; APPLY BATCH`;
}

function alterTable(random: Random, model: Model): string {
  const table = random.pick(model.tables), column = random.pick(table.columns).name;
  return `ALTER TABLE ${table.name} ${random.pick([
    `ADD extra ${typeText(randomType(random, model, { frozen: false }))}`, `ADD extra ${random.pick(["counter", "int static", "duration", "set<counter>"])}`, `ADD ${column} int`, `DROP ${column}`, `DROP nothing`,
    `RENAME ${column} TO renamed`, `RENAME ${column} TO ${random.pick(table.columns).name}`, `ALTER ${column} TYPE blob`, `WITH ${option(random)}`, "DROP COMPACT STORAGE",
  ])}`;
}

/** Bodies that compile: what Java makes of others is not judged. */
const BODIES: Readonly<Record<string, string>> = { int: "return 1;", text: "return \"a\";", boolean: "return true;" };

function createFunction(random: Random, model: Model): string {
  const returned = random.pick(Object.keys(BODIES));
  const parameters = Array.from({ length: random.pick([0, 1, 1, 2]) }, (_, i) => `${random.chance(0.95) ? `a${i}` : "a0"} ${typeText(randomType(random, model, { frozen: random.chance(0.8) }))}`).join(", ");
  return `CREATE ${random.chance(0.3) ? "OR REPLACE " : ""}FUNCTION ${random.chance(0.1) ? "IF NOT EXISTS " : ""}${random.pick(["fresh_function", "twice", "joined"])} (${parameters}) ${random.pick(["CALLED", "RETURNS NULL"])} ON NULL INPUT RETURNS ${returned} LANGUAGE ${random.chance(0.92) ? "java" : "javascript"} AS '${BODIES[returned] ?? ""}'`;
}

function option(random: Random): string {
  return random.pick([
    "comment = 'x'", "gc_grace_seconds = 100", "gc_grace_seconds = -1", "default_time_to_live = 60", "default_time_to_live = 'a'", "bloom_filter_fp_chance = 0.01", "bloom_filter_fp_chance = 2",
    `compaction = {'class': '${random.pick(["SizeTieredCompactionStrategy", "LeveledCompactionStrategy", "TimeWindowCompactionStrategy", "UnifiedCompactionStrategy", "DateTieredCompactionStrategy", "nothing"])}'${random.chance(0.5) ? `, '${random.pick(["min_threshold", "max_threshold", "sstable_size_in_mb", "compaction_window_size", "compaction_window_unit", "bucket_low", "scaling_parameters", "enabled"])}': '${random.pick(["1", "4", "DAYS", "true", "0.5", "T4"])}'` : ""}}`,
    `compression = {'class': '${random.pick(["LZ4Compressor", "ZstdCompressor", "nothing"])}'${random.chance(0.5) ? ", 'chunk_length_in_kb': 16" : ""}}`, "compression = {'enabled': 'false'}", "compression = {'sstable_compression': ''}",
    "caching = {'keys': 'ALL', 'rows_per_partition': 'NONE'}", "caching = {'keys': 'some'}", "speculative_retry = '99p'", "speculative_retry = 'never'", "speculative_retry = 'often'", "read_repair = 'NONE'", "read_repair_chance = 0.1",
    "crc_check_chance = 0.5", "min_index_interval = 0", "max_index_interval = 64", "memtable_flush_period_in_ms = 10", "cdc = true", "memtable = 'default'", "allow_auto_snapshot = true", "nothing = 1", "extensions = {}", "additional_write_policy = '50p'",
  ]);
}
