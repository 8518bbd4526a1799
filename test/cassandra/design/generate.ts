/** Random base tables, rows and queries for the designer's proof on a real server. The same seed gives the same pairs. */
import type { CqlType, NativeName } from "../../../server/src/schema/type";
import type { Random } from "../../support/random";
import { compare, keyOf, literal, randomValue, type Plain } from "./values";

export type Role = "partition" | "clustering" | "static" | "regular";
export interface BaseColumn {
  readonly name: string;
  readonly type: CqlType;
  readonly text: string; // the type as CQL
  readonly role: Role;
  readonly direction: "asc" | "desc";
}
export interface BaseTable {
  readonly name: string;
  readonly columns: readonly BaseColumn[];
  readonly ddl: string;
  readonly counters: boolean;
}
export type Row = ReadonlyMap<string, Plain>;

export type Test =
  | { readonly kind: "compare"; readonly columns: readonly BaseColumn[]; readonly operator: "=" | "<" | "<=" | ">" | ">="; readonly values: readonly Plain[] }
  | { readonly kind: "in"; readonly columns: readonly BaseColumn[]; readonly lists: readonly (readonly Plain[])[] }
  | { readonly kind: "contains" | "contains key"; readonly column: BaseColumn; readonly value: Plain }
  | { readonly kind: "entry"; readonly column: BaseColumn; readonly key: Plain; readonly value: Plain }
  | { readonly kind: "prefix"; readonly column: BaseColumn; readonly prefix: string }
  | { readonly kind: "not null"; readonly column: BaseColumn };

export type Output =
  | { readonly kind: "column"; readonly column: BaseColumn; readonly as: string }
  | { readonly kind: "aggregate"; readonly name: "count" | "min" | "max" | "sum"; readonly column: BaseColumn | undefined; readonly as: string };

/** A query as what it asks for and as text; the text's markers are bound to `params` in order. */
export interface GeneratedQuery {
  readonly text: string;
  readonly params: readonly { readonly value: Plain; readonly type: CqlType; readonly list: boolean }[];
  readonly shape: string;
  readonly tests: readonly Test[];
  readonly outputs: readonly Output[];
  readonly json: boolean;
  readonly distinct: boolean;
  readonly group: readonly BaseColumn[];
  /** The last column of `group`, where it is grouped by the hour. */
  readonly rounded: BaseColumn | undefined;
  readonly order: readonly { readonly column: BaseColumn; readonly direction: "asc" | "desc" }[];
  readonly perPartition: number | undefined;
  readonly limit: number | undefined;
  /** A column with a range, between literals, that is made of whole days, hours or bands. */
  readonly cut: BaseColumn | undefined;
}

/** Ranges that whole buckets are made of, by type: both ends, as values and as literals. */
const CUTS: Readonly<Record<string, readonly { readonly from: readonly [Plain, string]; readonly to: readonly [Plain, string] }[]>> = {
  int: [{ from: [1, "1"], to: [3, "3"] }, { from: [1, "1"], to: [8, "8"] }], bigint: [{ from: [5n, "5"], to: [7n, "7"] }],
  decimal: [{ from: ["10", "10"], to: ["20", "20"] }], date: [{ from: ["2020-02-28", "'2020-02-28'"], to: ["2020-03-02", "'2020-03-02'"] }],
  timestamp: [
    { from: [1_599_955_200_000, "'2020-09-13T00:00Z'"], to: [1_600_041_600_000, "'2020-09-14T00:00Z'"] }, { from: [1_599_998_400_000, "'2020-09-13T12:00Z'"], to: [1_600_005_600_000, "'2020-09-13T14:00Z'"] },
    { from: [1_598_918_400_000, "'2020-09-01T00:00Z'"], to: [1_601_510_400_000, "1601510400000"] },
  ],
};

const native = (name: NativeName): CqlType => ({ kind: "native", name });
const KEY_TYPES: readonly NativeName[] = ["int", "text", "timestamp", "timeuuid", "uuid", "date", "bigint", "boolean", "smallint", "double", "decimal", "ascii", "blob", "varint", "inet", "tinyint", "float"];
const COMMON: readonly NativeName[] = ["int", "text", "timestamp", "timeuuid", "uuid"];
const NAMES = ["region", "status", "day", "kind", "owner", "price", "created_at", "title", "level", "score", "Weird Name", "select", "État", "code", "note", "place", "Mixed", "token", "key", "value"];
const COLLECTIONS: readonly { readonly name: string; readonly type: CqlType; readonly text: string }[] = [
  { name: "tags", type: { kind: "set", element: native("text"), frozen: false }, text: "set<text>" },
  { name: "scores", type: { kind: "list", element: native("int"), frozen: false }, text: "list<int>" },
  { name: "props", type: { kind: "map", key: native("text"), value: native("int"), frozen: false }, text: "map<text, int>" },
  { name: "labels", type: { kind: "set", element: native("int"), frozen: true }, text: "frozen<set<int>>" },
  { name: "stages", type: { kind: "list", element: native("text"), frozen: true }, text: "frozen<list<text>>" },
  { name: "address", type: { kind: "user", keyspace: "", name: "addr", frozen: false }, text: "addr" },
  { name: "home", type: { kind: "user", keyspace: "", name: "addr", frozen: true }, text: "frozen<addr>" },
  { name: "pair", type: { kind: "tuple", items: [native("int"), native("text")] }, text: "tuple<int, text>" },
];

export function quote(name: string): string {
  return /^[a-z][a-z0-9_]*$/.test(name) && !["select", "token"].includes(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** A base table with every kind of column; about one in twelve counts. */
export function randomTable(name: string, random: Random): BaseTable {
  const names = random.some(NAMES, NAMES.length);
  const counters = random.chance(0.08);
  const scalar = (role: Role): BaseColumn => {
    const type = random.chance(0.6) ? random.pick(COMMON) : random.pick(KEY_TYPES);
    return { name: names.pop()!, type: native(type), text: type, role, direction: role === "clustering" && random.chance(0.4) ? "desc" : "asc" };
  };
  const partition = Array.from({ length: 1 + random.below(2) }, () => scalar("partition"));
  const clustering = Array.from({ length: random.below(4) }, () => scalar("clustering"));
  const statics = clustering.length > 0 && !counters && random.chance(0.4) ? [scalar("static")] : [];
  const regular = counters
    ? ["hits", "misses"].map((column): BaseColumn => ({ name: column, type: native("counter"), text: "counter", role: "regular", direction: "asc" }))
    : [...Array.from({ length: 2 + random.below(4) }, () => scalar("regular")), ...random.some(COLLECTIONS, random.below(4)).map((column): BaseColumn => ({ ...column, role: "regular", direction: "asc" }))];
  // A name that begins beyond ASCII stands before all others in SELECT *.
  const byName = (a: BaseColumn, b: BaseColumn): number => Number(b.name > "\u007F") - Number(a.name > "\u007F") || Buffer.compare(Buffer.from(a.name), Buffer.from(b.name));
  const columns = [...partition, ...clustering, ...statics.sort(byName), ...regular.sort(byName)];
  const key = `(${partition.map((column) => quote(column.name)).join(", ")})${clustering.map((column) => `, ${quote(column.name)}`).join("")}`;
  const order = clustering.some((column) => column.direction === "desc") ? ` WITH CLUSTERING ORDER BY (${clustering.map((column) => `${quote(column.name)} ${column.direction.toUpperCase()}`).join(", ")})` : "";
  const ddl = `CREATE TABLE ${name} (${columns.map((column) => `${quote(column.name)} ${column.text}${column.role === "static" ? " STATIC" : ""}`).join(", ")}, PRIMARY KEY (${key}))${order}`;
  return { name, columns, ddl, counters };
}

/** Statements that fill a table: whole rows, rows with nulls, and now and then a partition with static values only. */
export function randomRows(table: BaseTable, count: number, random: Random): string[] {
  const key = table.columns.filter((column) => column.role === "partition" || column.role === "clustering");
  const lone = key.filter((column) => column.role === "partition").length === 1;
  const valueFor = (column: BaseColumn): Plain => {
    for (;;) {
      const value = randomValue(column.type, random);
      if (!(lone && column.role === "partition" && value === "")) return value;
    }
  };
  return Array.from({ length: count }, () => {
    const keys = key.map((column) => [column, valueFor(column)] as const);
    if (table.counters) {
      return `UPDATE ${table.name} SET hits = hits + ${1 + random.below(5)}${random.chance(0.5) ? `, misses = misses + ${random.below(5)}` : ""} WHERE ${keys.map(([column, value]) => `${quote(column.name)} = ${literal(value, column.type)}`).join(" AND ")}`;
    }
    const rest = table.columns.filter((column) => column.role === "regular" || (column.role === "static" && random.chance(0.3))).filter(() => random.chance(0.8)).map((column) => [column, randomValue(column.type, random)] as const);
    const all = [...keys, ...rest];
    return `INSERT INTO ${table.name} (${all.map(([column]) => quote(column.name)).join(", ")}) VALUES (${all.map(([column, value]) => literal(value, column.type)).join(", ")})`;
  });
}

const isCollection = (column: BaseColumn): boolean => column.type.kind === "list" || column.type.kind === "set" || column.type.kind === "map";
const isMultiCell = (column: BaseColumn): boolean => "frozen" in column.type && !column.type.frozen;
const isCounter = (column: BaseColumn): boolean => column.text === "counter";

/** A query over the table, most often about values that its rows hold. `floors`: whether the server groups by rounded times, which it does from 1970 on. */
export function randomQuery(table: BaseTable, rows: readonly Row[], random: Random, floors: boolean): GeneratedQuery {
  const markers = random.chance(0.4);
  const params: GeneratedQuery["params"][number][] = [];
  const term = (value: Plain, type: CqlType): string => {
    // The driver binds an empty collection as null.
    if (!markers || random.chance(0.2) || (Array.isArray(value) && value.length === 0)) return literal(value, type);
    params.push({ value, type, list: false });
    return "?";
  };
  const sample = rows.length === 0 ? undefined : random.pick(rows);
  const valueOf = (column: BaseColumn): Plain => {
    const held = random.chance(0.8) ? sample?.get(column.name) : rows.length === 0 ? undefined : random.pick(rows).get(column.name);
    return held ?? randomValue(column.type, random);
  };
  const free = random.some(table.columns.filter((column) => !isCounter(column)), table.columns.length);
  const take = (test: (column: BaseColumn) => boolean): BaseColumn | undefined => {
    const place = free.findIndex(test);
    return place < 0 ? undefined : free.splice(place, 1)[0];
  };
  const scalar = (column: BaseColumn): boolean => !isMultiCell(column);
  const tests: Test[] = [];
  const clauses: (() => string)[] = [];
  const shape = new Set<string>();
  const equalities = random.pick([0, 1, 1, 1, 1, 2, 2]);
  for (let i = 0; i < equalities; i += 1) {
    const column = take(scalar);
    if (column === undefined) break;
    const value = valueOf(column);
    tests.push({ kind: "compare", columns: [column], operator: "=", values: [value] });
    clauses.push(() => `${quote(column.name)} = ${term(value, column.type)}`);
    shape.add("E");
  }
  if (random.chance(0.25)) {
    const column = take((candidate) => scalar(candidate) && !isCollection(candidate));
    if (column !== undefined) {
      const values = Array.from({ length: 1 + random.below(3) }, () => valueOf(column));
      tests.push({ kind: "in", columns: [column], lists: values.map((value) => [value]) });
      clauses.push(() => `${quote(column.name)} IN (${values.map((value) => literal(value, column.type)).join(", ")})`);
      shape.add("I");
    }
  }
  if (random.chance(0.08)) addTuple();
  if (random.chance(0.15)) addContains();
  if (random.chance(0.1)) {
    const column = take((candidate) => candidate.text === "text" || candidate.text === "ascii");
    if (column !== undefined) {
      const held = (valueOf(column) as string).slice(0, 1);
      const prefix = /^[\uD800-\uDBFF]/.test(held) ? "😀" : held;
      tests.push({ kind: prefix === "" ? "not null" : "prefix", column, prefix } as Test);
      clauses.push(() => `${quote(column.name)} LIKE '${prefix.replaceAll("'", "''")}%'`);
      shape.add("L");
    }
  }
  const ordered: BaseColumn[] = [];
  if (!shape.has("L") && random.chance(0.35)) {
    const first = (random.chance(0.3) ? take((column) => ["int", "bigint", "decimal", "double", "float"].includes(column.text)) : undefined) ?? take(scalar);
    const second = random.chance(0.15) ? take(scalar) : undefined;
    if (first !== undefined) {
      const columns = second === undefined ? [first] : [first, second];
      const bound = (operator: "<" | "<=" | ">" | ">="): void => {
        const values = columns.map(valueOf);
        tests.push({ kind: "compare", columns, operator, values });
        clauses.push(() => (columns.length === 1
          ? `${quote(first.name)} ${operator} ${term(values[0]!, first.type)}`
          : `(${columns.map((column) => quote(column.name)).join(", ")}) ${operator} (${columns.map((column, i) => term(values[i]!, column.type)).join(", ")})`));
      };
      const both = random.chance(0.4);
      if (both || random.chance(0.5)) bound(random.pick([">", ">="]));
      if (both || tests[tests.length - 1]?.kind !== "compare" || !(tests[tests.length - 1] as { columns: readonly BaseColumn[] }).columns.includes(first)) bound(random.pick(["<", "<="]));
      ordered.push(...columns);
      shape.add(columns.length === 1 ? "R" : "Rt");
    }
  }
  let cut: BaseColumn | undefined;
  if (random.chance(0.12)) {
    cut = take((column) => CUTS[column.text] !== undefined);
    if (cut !== undefined) {
      const { name, text } = cut;
      const { from, to } = random.pick(CUTS[text]!);
      tests.push({ kind: "compare", columns: [cut], operator: ">=", values: [from[0]] }, { kind: "compare", columns: [cut], operator: "<", values: [to[0]] });
      clauses.push(() => `${quote(name)} >= ${from[1]} AND ${quote(name)} < ${to[1]}`);
      shape.add(shape.has("R") || shape.has("Rt") || shape.has("L") ? "R2" : "R");
    }
  }
  const order: { column: BaseColumn; direction: "asc" | "desc" }[] = [];
  let group: BaseColumn[] = [];
  const grouping = random.chance(0.2);
  const distinct = !grouping && random.chance(0.1);
  const listed = tests.flatMap((test) => (test.kind === "in" ? test.columns : []));
  if (grouping || distinct) {
    group = [...(random.chance(0.8) ? listed : []), ...ordered.filter(() => random.chance(0.9)), ...random.some(free.filter(scalar), random.below(3))];
    if (distinct && group.length === 0) group = random.some(table.columns.filter((column) => scalar(column) && !isCounter(column)), 1);
  }
  if (random.chance(0.3)) {
    const wanted = grouping || distinct ? group.slice(0, 1) : random.chance(0.7) ? [...ordered.slice(0, 1), ...random.some(free.filter(scalar), ordered.length > 0 ? random.below(2) : 1 + random.below(2))] : random.some([...listed, ...free.filter(scalar)], 1 + random.below(2));
    for (const column of wanted) if (!order.some((entry) => entry.column === column)) order.push({ column, direction: random.pick(["asc", "desc"]) });
    if (order.length > 0) shape.add("O");
  }
  if (grouping) shape.add("G");
  if (distinct) shape.add("distinct");
  const rounded = floors && grouping && random.chance(0.25) ? take((column) => column.text === "timestamp" && rows.every((row) => Number(row.get(column.name) ?? 0) >= 0)) : undefined;
  if (rounded !== undefined && !group.includes(rounded)) group = [...group, rounded];
  if (rounded !== undefined && group[group.length - 1] !== rounded) group = [...group.filter((column) => column !== rounded), rounded];
  const star = !grouping && !distinct && random.chance(0.35);
  const aggregates = grouping ? random.chance(0.9) : !distinct && random.chance(0.06);
  const json = !aggregates && (!grouping || (group.length > 0 && group[0] !== rounded)) && random.chance(0.1);
  const outputs: Output[] = [];
  if (star || (!grouping && !distinct && !aggregates)) {
    const columns = star ? table.columns : random.some(table.columns, 1 + random.below(4));
    const wanted = order.length > 0 && listed.length > 0 && !star ? [...new Set([...columns, ...order.map((entry) => entry.column)])] : columns;
    for (const column of wanted) outputs.push({ kind: "column", column, as: !star && random.chance(0.05) ? `${column.name}_x` : column.name });
  } else {
    for (const column of distinct ? group : group.filter((candidate) => candidate !== rounded && random.chance(0.7))) outputs.push({ kind: "column", column, as: column.name });
    if (json && outputs.length === 0 && group[0] !== rounded) outputs.push({ kind: "column", column: group[0]!, as: group[0]!.name });
    if (aggregates || outputs.length === 0) outputs.push({ kind: "aggregate", name: "count", column: undefined, as: "count" });
    const measured = table.columns.filter((column) => ["int", "text", "bigint", "timestamp", "double", "date"].includes(column.text));
    if (aggregates && measured.length > 0) {
      const column = random.pick(measured);
      const name = column.text === "int" && random.chance(0.5) ? "sum" : random.pick(["min", "max", "count"] as const);
      outputs.push({ kind: "aggregate", name, column, as: `system.${name}(${column.name})` });
    }
  }
  if (aggregates && !grouping) shape.add("agg");
  if (json) shape.add("json");
  if (star) shape.add("*");
  const perPartition = !grouping && !distinct && !aggregates && random.chance(0.08) ? random.pick([1, 1, 2]) : undefined;
  if (perPartition !== undefined) shape.add("ppl");
  const limit = random.chance(0.3) ? random.pick([1, 2, 3, 5, 20]) : undefined;
  if (limit !== undefined) shape.add("limit");
  const where = clauses.map((clause) => clause()).join(" AND ");
  const list = star ? "*" : outputs.map((output) => (output.kind === "column"
    ? `${quote(output.column.name)}${output.as === output.column.name ? "" : ` AS ${quote(output.as)}`}`
    : `${output.name}(${output.column === undefined ? "*" : quote(output.column.name)})`)).join(", ");
  if (rounded !== undefined) shape.add("floor");
  // What an author may say of the sizes decides whether there is a bucket, and which.
  const numeric = tests.some((test) => test.kind === "compare" && test.operator !== "=" && test.columns.length === 1 && ["int", "bigint", "decimal", "double", "float"].includes(test.columns[0]!.text));
  const figures = random.chance(numeric ? 0.8 : 0.3) ? `-- cqlwright: rows=${random.pick(["100", "2000", "150000 per=day", "200 per=day", "5000000 per=day", "300000"])}\n` : "";
  const text = `${figures}SELECT ${json ? "JSON " : ""}${distinct ? "DISTINCT " : ""}${list} FROM ${table.name}${where === "" ? "" : ` WHERE ${where}`}`
    + `${grouping && group.length > 0 ? ` GROUP BY ${group.map((column) => (column === rounded ? `floor(${quote(column.name)}, 1h)` : quote(column.name))).join(", ")}` : ""}`
    + `${order.length === 0 ? "" : ` ORDER BY ${order.map(({ column, direction }) => `${quote(column.name)}${direction === "desc" ? " DESC" : ""}`).join(", ")}`}`
    + `${perPartition === undefined ? "" : ` PER PARTITION LIMIT ${perPartition}`}${limit === undefined ? "" : ` LIMIT ${limit}`}`;
  if (grouping && group.length === 0) shape.delete("G");
  return { text, params, shape: [...shape].join("+") || "all", tests, outputs, json, distinct, group, rounded, order, perPartition, limit, cut };

  /** A tuple bound as a whole, or an IN on one. */
  function addTuple(): void {
    const columns = [take((candidate) => scalar(candidate) && !isCollection(candidate)), take((candidate) => scalar(candidate) && !isCollection(candidate))].filter((column) => column !== undefined);
    if (columns.length < 2) return;
    const left = `(${columns.map((column) => quote(column.name)).join(", ")})`;
    const list = (values: readonly Plain[]): string => `(${values.map((value, i) => literal(value, columns[i]!.type)).join(", ")})`;
    if (markers && random.chance(0.4)) {
      const values = columns.map(valueOf);
      tests.push({ kind: "compare", columns, operator: "=", values });
      clauses.push(() => {
        params.push({ value: values, type: { kind: "tuple", items: columns.map((column) => column.type) }, list: false });
        return `${left} = ?`;
      });
      shape.add("E()");
      return;
    }
    const lists = Array.from({ length: 1 + random.below(3) }, () => columns.map(valueOf));
    tests.push({ kind: "in", columns, lists });
    clauses.push(() => `${left} IN (${lists.map(list).join(", ")})`);
    shape.add("I()");
  }

  function addContains(): void {
    const column = take(isCollection);
    if (column === undefined) return;
    const held = valueOf(column) as readonly Plain[];
    const { type } = column;
    if (type.kind === "map") {
      const [key, value] = (held.length > 0 ? random.pick(held) : ["a", 1]) as readonly [Plain, Plain];
      const form = random.below(3);
      if (form === 0 && !type.frozen) {
        tests.push({ kind: "entry", column, key, value });
        clauses.push(() => `${quote(column.name)}[${term(key, type.key)}] = ${term(value, type.value)}`);
      } else {
        tests.push(form === 1 ? { kind: "contains key", column, value: key } : { kind: "contains", column, value });
        clauses.push(() => (form === 1 ? `${quote(column.name)} CONTAINS KEY ${term(key, type.key)}` : `${quote(column.name)} CONTAINS ${term(value, type.value)}`));
      }
    } else if (type.kind === "set" || type.kind === "list") {
      const value = held.length > 0 ? random.pick(held) : randomValue(type.element, random);
      tests.push({ kind: "contains", column, value });
      clauses.push(() => `${quote(column.name)} CONTAINS ${term(value, type.element)}`);
    }
    shape.add("C");
  }
}

/** Whether a row passes a relation; a row without a value of a column passes none on it. */
export function passes(row: Row, test: Test): boolean {
  switch (test.kind) {
    case "compare": {
      const found = test.columns.map((column) => row.get(column.name) ?? null);
      if (found.includes(null)) return false;
      const order = compareTuples(found, test.values, test.columns);
      return test.operator === "=" ? order === 0 : test.operator === "<" ? order < 0 : test.operator === "<=" ? order <= 0 : test.operator === ">" ? order > 0 : order >= 0;
    }
    case "in": {
      const found = test.columns.map((column) => row.get(column.name) ?? null);
      return !found.includes(null) && test.lists.some((values) => compareTuples(found, values, test.columns) === 0);
    }
    case "not null": return (row.get(test.column.name) ?? null) !== null;
    case "prefix": return ((row.get(test.column.name) ?? "") as string).startsWith(test.prefix);
    case "entry": return membersOf(row, test.column).some((entry) => keyOf(entry) === keyOf([test.key, test.value]));
    case "contains key": return membersOf(row, test.column).some((entry) => keyOf((entry as readonly Plain[])[0]!) === keyOf(test.value));
    case "contains": return membersOf(row, test.column).some((member) => keyOf(test.column.type.kind === "map" ? (member as readonly Plain[])[1]! : member) === keyOf(test.value));
  }
}

function membersOf(row: Row, column: BaseColumn): readonly Plain[] {
  return (row.get(column.name) ?? []) as readonly Plain[];
}

function compareTuples(a: readonly Plain[], b: readonly Plain[], columns: readonly BaseColumn[]): number {
  for (const [i, column] of columns.entries()) {
    const difference = compare(a[i]!, b[i]!, column.type);
    if (difference !== 0) return difference;
  }
  return 0;
}
