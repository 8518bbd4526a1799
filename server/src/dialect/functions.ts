/**
 * The native functions of every target, as data. Names are stored as the server stores them: lower case, but for the few that
 * can only be called through a quoted name (`"castAsInt"`). Types are CQL's native names.
 */
import type { Target } from "./target";

export interface NativeSignature {
  readonly parameters: readonly string[];
  readonly returns: string;
}

/** Functions whose parameter types the server infers from the arguments of each call (R-FN-12, R-FN-34 to R-FN-39, R-FN-41 to R-FN-45). */
export type Factory =
  | "to-json" | "from-json" | "map-keys" | "map-values" | "collection-count" | "collection-extreme" | "collection-number"
  | "mask-same" | "mask-replace" | "mask-part" | "mask-hash" | "similarity" | "extreme" | "set-intersection";

export interface NativeFunction {
  readonly name: string;
  readonly aggregate: boolean;
  readonly signatures: readonly NativeSignature[];
  readonly factory?: Factory;
  /** The operators and unary minus, which the server keeps among its functions (R-FN-48). */
  readonly operation?: "binary" | "negation";
  /** Usable in GROUP BY: order of results follows order of arguments (R-GRP-7). */
  readonly monotonic: boolean;
  /** What execution computes: the modern name, shared by all spellings. */
  readonly computes: string;
}

const ALL: readonly Target[] = ["cassandra-4.0", "cassandra-4.1", "cassandra-5.0", "scylla"];
const CASSANDRA: readonly Target[] = ["cassandra-4.0", "cassandra-4.1", "cassandra-5.0"];
const SINCE_4_1: readonly Target[] = ["cassandra-4.1", "cassandra-5.0"];
const SINCE_5_0: readonly Target[] = ["cassandra-5.0"];
const BEFORE_5_0: readonly Target[] = ["cassandra-4.0", "cassandra-4.1"];
const REMOVED_IN_5_0: readonly Target[] = ["cassandra-4.0", "cassandra-4.1", "scylla"];
const SCYLLA: readonly Target[] = ["scylla"];

/** A spelling of a function, written the way people write it, and the targets that know it. */
interface Spelling {
  readonly written: string;
  readonly targets: readonly Target[];
  /** The name keeps its capitals: only a quoted name reaches it. */
  readonly quoted?: boolean;
}

interface Row {
  readonly spellings: readonly Spelling[];
  readonly signatures?: readonly NativeSignature[];
  readonly factory?: Factory;
  readonly aggregate?: boolean;
  readonly operation?: NativeFunction["operation"];
  readonly monotonic?: boolean;
}

const signature = (returns: string, ...parameters: readonly string[]): NativeSignature => ({ parameters, returns });
/** Before 5.0 a function has one name; 5.0 gave it a second one with underscores and kept the first. */
const renamed = (legacy: string, modern: string, targets: readonly Target[] = ALL): readonly Spelling[] => [{ written: legacy, targets }, { written: modern, targets: SINCE_5_0 }];
const named = (written: string, targets: readonly Target[] = ALL): readonly Spelling[] => [{ written, targets }];

const NATIVE = ["ascii", "bigint", "blob", "boolean", "counter", "date", "decimal", "double", "duration", "float", "inet", "int", "smallint", "text", "time", "timestamp", "timeuuid", "tinyint", "uuid", "varint"] as const;
/** In the server's order, which tells apart signatures that fit equally well. */
const NUMBERS = ["tinyint", "smallint", "int", "bigint", "float", "double", "decimal", "counter", "varint"] as const;
const WHOLE = new Set(["tinyint", "smallint", "int", "bigint", "counter", "varint"]);
const SIZE: Readonly<Record<string, number>> = { tinyint: 1, smallint: 2, int: 4, bigint: 8, counter: 8, float: 4, double: 8 };

/** The type of `left op right` for two numbers (R-OP-1): whole numbers widen, a decimal part makes float, double or decimal by size. */
function arithmeticType(left: string, right: string): string {
  if (left === "decimal" || right === "decimal") return "decimal";
  const whole = WHOLE.has(left) && WHOLE.has(right);
  if (left === "varint" || right === "varint") return whole ? "varint" : "decimal";
  const size = Math.max(SIZE[left] ?? 0, SIZE[right] ?? 0);
  if (!whole) return size > 4 ? "double" : "float";
  return size === 1 ? "tinyint" : size === 2 ? "smallint" : size === 4 ? "int" : "bigint";
}

const ARITHMETIC = NUMBERS.flatMap((left) => NUMBERS.map((right) => signature(arithmeticType(left, right), left, right)));
const SHIFTS = [signature("timestamp", "timestamp", "duration"), signature("date", "date", "duration")];
const CONCATENATION = [signature("ascii", "ascii", "ascii"), signature("text", "ascii", "text"), signature("text", "text", "ascii"), signature("text", "text", "text")];
const SAME_NUMBER = NUMBERS.map((type) => signature(type, type));

/** Which types CAST converts to which (R-CAST-3, cells `Y`). */
const CASTS: Readonly<Record<string, readonly string[]>> = {
  tinyint: NUMBERS, smallint: NUMBERS, int: NUMBERS, bigint: NUMBERS, varint: NUMBERS, float: NUMBERS, double: NUMBERS, decimal: NUMBERS,
  ascii: [...NUMBERS, "boolean", "inet", "uuid", "timeuuid", "time", "date", "timestamp"],
  text: [...NUMBERS, "ascii", "boolean", "inet", "uuid", "timeuuid", "time", "date", "timestamp"],
  date: ["timeuuid", "timestamp"], timestamp: ["timeuuid", "date"],
};

/** How the name of a cast's target is written in the name of its function. */
const capitalised = (type: string): string => type.charAt(0).toUpperCase() + type.slice(1);

const CAST_ROWS: readonly Row[] = Object.entries(CASTS).map(([target, sources]) => ({
  spellings: [{ written: `castAs${capitalised(target)}`, targets: ALL, quoted: true }, { written: `cast_as_${target}`, targets: SINCE_5_0 }],
  signatures: sources.filter((source) => source !== target).map((source) => signature(target, source)),
}));

const BLOB_ROWS: readonly Row[] = [...NATIVE, "varchar"].filter((type) => type !== "blob").flatMap((name) => {
  const type = name === "varchar" ? "text" : name;
  return [
    { spellings: renamed(`${name}AsBlob`, `${name}_as_blob`), signatures: [signature("blob", type)] },
    { spellings: renamed(`blobAs${capitalised(name)}`, `blob_as_${name}`), signatures: [signature(type, "blob")] },
  ];
});

const ROWS: readonly Row[] = [
  // ---- scalars
  { spellings: named("now"), signatures: [signature("timeuuid")] },
  { spellings: named("uuid"), signatures: [signature("uuid")] },
  { spellings: renamed("currentTimeUUID", "current_timeuuid"), signatures: [signature("timeuuid")] },
  { spellings: renamed("currentTimestamp", "current_timestamp"), signatures: [signature("timestamp")] },
  { spellings: renamed("currentDate", "current_date"), signatures: [signature("date")] },
  { spellings: renamed("currentTime", "current_time"), signatures: [signature("time")] },
  { spellings: renamed("minTimeuuid", "min_timeuuid"), signatures: [signature("timeuuid", "timestamp")] },
  { spellings: renamed("maxTimeuuid", "max_timeuuid"), signatures: [signature("timeuuid", "timestamp")] },
  { spellings: named("dateOf", REMOVED_IN_5_0), signatures: [signature("timestamp", "timeuuid")] },
  { spellings: named("unixTimestampOf", REMOVED_IN_5_0), signatures: [signature("bigint", "timeuuid")] },
  { spellings: renamed("toDate", "to_date"), signatures: [signature("date", "timeuuid"), signature("date", "timestamp")], monotonic: true },
  { spellings: renamed("toTimestamp", "to_timestamp"), signatures: [signature("timestamp", "timeuuid"), signature("timestamp", "date")], monotonic: true },
  { spellings: renamed("toUnixTimestamp", "to_unix_timestamp"), signatures: [signature("bigint", "timeuuid"), signature("bigint", "timestamp"), signature("bigint", "date")], monotonic: true },
  {
    spellings: named("floor", SINCE_4_1),
    signatures: [
      signature("timestamp", "timestamp", "duration"), signature("timestamp", "timestamp", "duration", "timestamp"),
      signature("timestamp", "timeuuid", "duration"), signature("timestamp", "timeuuid", "duration", "timestamp"),
      signature("date", "date", "duration"), signature("date", "date", "duration", "date"), signature("time", "time", "duration"),
    ],
    monotonic: true,
  },
  ...["abs", "exp", "log", "log10", "round"].map((name): Row => ({ spellings: named(name, SINCE_5_0), signatures: SAME_NUMBER })),
  ...BLOB_ROWS,
  ...CAST_ROWS,

  // ---- scalars that take their types from the call
  { spellings: renamed("toJson", "to_json"), factory: "to-json" },
  { spellings: renamed("fromJson", "from_json"), factory: "from-json" },
  { spellings: named("map_keys", SINCE_5_0), factory: "map-keys" },
  { spellings: named("map_values", SINCE_5_0), factory: "map-values" },
  { spellings: named("collection_count", SINCE_5_0), factory: "collection-count" },
  { spellings: named("collection_min", SINCE_5_0), factory: "collection-extreme" },
  { spellings: named("collection_max", SINCE_5_0), factory: "collection-extreme" },
  { spellings: named("collection_sum", SINCE_5_0), factory: "collection-number" },
  { spellings: named("collection_avg", SINCE_5_0), factory: "collection-number" },
  { spellings: named("mask_null", SINCE_5_0), factory: "mask-same" },
  { spellings: named("mask_default", SINCE_5_0), factory: "mask-same" },
  { spellings: named("mask_replace", SINCE_5_0), factory: "mask-replace" },
  { spellings: named("mask_inner", SINCE_5_0), factory: "mask-part" },
  { spellings: named("mask_outer", SINCE_5_0), factory: "mask-part" },
  { spellings: named("mask_hash", SINCE_5_0), factory: "mask-hash" },
  ...["similarity_cosine", "similarity_euclidean", "similarity_dot_product"].map((name): Row => ({ spellings: named(name, ["cassandra-5.0", "scylla"]), factory: "similarity" })),
  { spellings: named("set_intersection", SCYLLA), factory: "set-intersection" },

  // ---- operators
  { spellings: [{ written: "_add", targets: ["cassandra-4.0"] }], signatures: [...ARITHMETIC, ...SHIFTS], operation: "binary" },
  { spellings: [{ written: "_add", targets: SINCE_4_1 }], signatures: [...ARITHMETIC, ...SHIFTS, ...CONCATENATION], operation: "binary" },
  { spellings: named("_substract", CASSANDRA), signatures: [...ARITHMETIC, ...SHIFTS], operation: "binary" },
  ...["_multiply", "_divide", "_modulo"].map((name): Row => ({ spellings: named(name, CASSANDRA), signatures: ARITHMETIC, operation: "binary" })),
  { spellings: named("_negate", CASSANDRA), signatures: SAME_NUMBER, operation: "negation" },

  // ---- aggregates
  { spellings: [{ written: "countRows", targets: ALL, quoted: true }, { written: "count_rows", targets: SINCE_5_0 }], signatures: [signature("bigint")], aggregate: true },
  { spellings: named("count", REMOVED_IN_5_0), signatures: NATIVE.map((type) => signature("bigint", type)), aggregate: true },
  { spellings: named("count", SINCE_5_0), signatures: [signature("bigint", "blob")], aggregate: true },
  ...["min", "max"].flatMap((name): Row[] => [
    { spellings: named(name, BEFORE_5_0), signatures: NATIVE.map((type) => signature(type, type)), aggregate: true },
    { spellings: named(name, ["cassandra-5.0", "scylla"]), factory: "extreme", aggregate: true },
  ]),
  ...["sum", "avg"].flatMap((name): Row[] => [
    { spellings: named(name, CASSANDRA), signatures: SAME_NUMBER, aggregate: true },
    { spellings: named(name, SCYLLA), signatures: SAME_NUMBER.filter(({ returns }) => returns !== "counter"), aggregate: true },
  ]),
];

/** The function behind an operator. */
export const OPERATOR_FUNCTIONS = { "+": "_add", "-": "_substract", "*": "_multiply", "/": "_divide", "%": "_modulo" } as const;
export const NEGATION_FUNCTION = "_negate";

/** Targets on which a literal is a selector by itself, of the type that it looks like (R-SCY-F10), and CAST converts exactly the declared pairs (R-SCY-F7). */
export const LITERALS_HAVE_TYPES: ReadonlySet<Target> = new Set<Target>(SCYLLA);

/** The function behind CAST to a native type, by the type's name as written (`varchar` has none). */
export function castFunction(typeAsWritten: string): string {
  return `castAs${capitalised(typeAsWritten)}`;
}

const stored = (spelling: Spelling): string => (spelling.quoted === true ? spelling.written : spelling.written.toLowerCase());
const tables = new Map<Target, ReadonlyMap<string, NativeFunction>>();

function buildTable(target: Target): ReadonlyMap<string, NativeFunction> {
  const table = new Map<string, NativeFunction>();
  for (const { spellings, signatures = [], factory, aggregate = false, operation, monotonic = false } of ROWS) {
    for (const spelling of spellings) {
      if (!spelling.targets.includes(target)) continue;
      const name = stored(spelling);
      const computes = stored(spellings[spellings.length - 1] ?? spelling);
      table.set(name, { name, aggregate, signatures, ...(factory === undefined ? {} : { factory }), ...(operation === undefined ? {} : { operation }), monotonic, computes });
    }
  }
  return table;
}

/** The native functions of `target` by stored name; `token` is not among them, its parameters are a table's partition key. */
export function nativeFunctions(target: Target): ReadonlyMap<string, NativeFunction> {
  let table = tables.get(target);
  if (table === undefined) tables.set(target, (table = buildTable(target)));
  return table;
}

/** What to write for functions that were taken away without a namesake. */
const SUCCESSORS: Readonly<Record<string, string>> = { dateof: "toTimestamp", unixtimestampof: "toUnixTimestamp" };

const everKnown = new Map<string, Row>();
for (const row of ROWS) for (const spelling of row.spellings) everKnown.set(stored(spelling), row);

/**
 * Of a name that `target` lacks: whether any other target has a native function of that name, and what to write on `target`
 * instead (as people write it), where it has the same function under another name.
 */
export function nativeElsewhere(name: string, target: Target): { readonly instead?: string } | undefined {
  const row = everKnown.get(name);
  if (row === undefined) return undefined;
  const other = row.spellings.find((spelling) => spelling.targets.includes(target));
  const instead = SUCCESSORS[name] ?? other?.written;
  return instead === undefined ? {} : { instead };
}

/** The targets that have a native function of that stored name, for messages. */
export function targetsWith(name: string): readonly Target[] {
  return ALL.filter((target) => nativeFunctions(target).has(name));
}

const writtenNames = new Map<string, string>();
for (const { spellings } of ROWS) for (const spelling of spellings) writtenNames.set(stored(spelling), spelling.written);

/** How people write the function stored as `name` (`todate` → `toDate`). */
export function displayName(name: string): string {
  return writtenNames.get(name) ?? name;
}

/** Types whose columns in descending order fit no signature exactly: with several that fit, a call is ambiguous. */
export const INEXACT_WHEN_DESCENDING: Readonly<Partial<Record<Target, readonly string[]>>> = { "cassandra-4.1": ["timeuuid"] };

/** Where functions that take a collection or a vector apart refuse a column in descending order (R-FN-40, R-FN-45). */
export const HIDES_DESCENDING_CONTAINERS: ReadonlySet<Target> = new Set<Target>(["cassandra-5.0"]);
