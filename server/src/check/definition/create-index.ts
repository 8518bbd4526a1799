import { defaultIndexClass, isEnabled, switchName } from "../../dialect/guardrails";
import { INDEX_DIALECT } from "../../dialect/definition";
import { formatType, isCollection, isMultiCell } from "../../schema/types";
import type { Column, Index, IndexTargetKind, Table } from "../../schema/model";
import type { CreateIndex, IndexTarget } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import { unknownColumn } from "../names";
import { firstOf } from "../result";
import { definitionOf } from "../violate";
import type { Finding, Violation } from "../violation";
import { checkPlace, isPlace, placeOf, requireTable, tableIn } from "./places";
import type { Place } from "./places";
import { checkPropertyNames, mapEntries, propertyOf, wrongShape } from "./property";
import type { MapEntry } from "./property";
import { checkStorageAttached } from "./storage-attached-index";
import { checkSasi, SASI_CLASS } from "./sasi-index";
import { CONTENT, inOrder, refuse } from "./steps";
import { checkThreshold } from "./table-options";
import { holdsDuration } from "./type-reference";

/** Which index a statement makes: the server's own, or one of a class. */
type Kind = { readonly kind: "own" } | { readonly kind: "class"; readonly name: string; /** The name as written: the server compares these, not the classes. */ readonly written: string };

/** A target with its column. `kind` is what the server makes of it: a bare collection means its values (D-IDX-16). */
export interface ResolvedTarget {
  readonly target: IndexTarget;
  readonly column: Column;
  readonly kind: IndexTargetKind;
}

const INDEX_OPTIONS = new Set(["options"]);
const LEGACY_NAME = "legacy_local_table";
const SAI_CLASS = "org.apache.cassandra.index.sai.StorageAttachedIndex";
/** What CUSTOM may name on ScyllaDB, in lower case (S-IDX-4, S-IDX-5). */
const SCYLLA_INDEX_CLASSES: ReadonlySet<string> = new Set(["vector_index", "fulltext_index", "sai", "storageattachedindex", SAI_CLASS.toLowerCase()]);
const SAI_NAMES: ReadonlySet<string> = new Set(["sai", "storageattachedindex"]);

/** CREATE INDEX, in the server's order (rulebook A6). */
export function checkCreateIndex(statement: CreateIndex, context: CheckContext): Finding {
  if (statement.table === undefined) return undefined;
  // What goes beyond a plain index works in its own way there (S-IDX-3 to S-IDX-9).
  const hasClass = statement.custom || statement.using !== undefined || statement.properties.length > 0;
  if (context.target === "scylla" && hasClass) return checkScyllaClass(statement);
  const { name } = statement.table;
  const place = placeOf(statement.table, context);
  if (!isPlace(place)) return place;
  const table = tableIn(place, name.value);
  const kind = kindOf(statement, context);
  let targets: readonly ResolvedTarget[] = [];
  return inOrder([
    () => checkPlace(place, context, "permission"),
    () => checkProperties(statement, context),
    () => (isEnabled(context.server, context.target, "secondary_indexes_enabled") ? undefined : refuse("guardrail-secondary-indexes", statement.head, { switch: "secondary_indexes_enabled" })),
    () => (kind.kind === "class" && kind.name === SASI_CLASS && !isEnabled(context.server, context.target, "sasi_indexes_enabled")
      ? refuse("sasi-disabled", statement.using?.range ?? statement.head, { switch: switchName(context.target, "sasi_indexes_enabled") }) : undefined),
    () => requireTable(table, name, place, context),
    () => checkIndexExists(statement, place),
    () => checkTable(table, statement, context),
    () => (table === undefined ? undefined : checkThreshold("secondary_indexes_per_table", table.indexes.length + 1, statement.table?.range ?? statement.head, context)),
    () => {
      const found = resolveTargets(statement, table);
      if (found !== undefined && "code" in found) return found;
      targets = found ?? [];
      return undefined;
    },
    () => checkLocalKey(statement, table),
    () => checkTargetCount(statement, kind),
    () => (table === undefined ? undefined : firstOf(targets, (target) => checkTarget(target, table, kind, context))),
    () => (table === undefined ? undefined : checkDuplicate(statement, table, targets, kind)),
    () => checkIndexName(statement),
    () => (table === undefined || kind.kind === "own" ? undefined : checkClass(statement, kind.name, table, targets, context)),
  ]);
}

/** S-IDX-4, S-IDX-8: CUSTOM needs a class that ScyllaDB has; what such an index takes depends on the cluster. */
function checkScyllaClass({ custom, using, head }: CreateIndex): Finding {
  if (custom && using === undefined) return refuse("index-class-missing", head, {});
  return custom && using !== undefined && !SCYLLA_INDEX_CLASSES.has(using.value.toLowerCase()) ? refuse("unknown-index-class", using.range, { class: using.value, custom: "custom" })
    : { unjudged: "indexes with a class or options are not checked for ScyllaDB" };
}

/** S-IDX-2: a local index names the whole partition key, in order, before its column, which is neither static nor a collection. */
function checkLocalKey({ localPartition, targets }: CreateIndex, table: Table | undefined): Finding {
  const [first, last] = [localPartition?.[0], localPartition?.[localPartition.length - 1]];
  if (table === undefined || localPartition === undefined || first === undefined || last === undefined) return undefined;
  const isKey = localPartition.length === table.partitionKey.length && localPartition.every((name, i) => name.value === table.partitionKey[i]?.name);
  const related = definitionOf(table);
  if (!isKey) return refuse("local-index-key", { start: first.range.start, end: last.range.end }, { table: table.name, key: table.partitionKey.map(({ name }) => name) }, { related });
  const wrong = targets.find(({ column }) => {
    const found = table.byName.get(column.value);
    return found !== undefined && (found.role === "static" || (isCollection(found.type) && isMultiCell(found.type)));
  });
  return wrong === undefined ? undefined : refuse("local-index-column", wrong.range, { column: wrong.column.value }, { related });
}

function kindOf(statement: CreateIndex, context: CheckContext): Kind {
  const written = statement.using?.value;
  if (!INDEX_DIALECT[context.target].classIsOptional) return written === undefined ? { kind: "own" } : { kind: "class", name: written, written };
  const name = written ?? defaultIndexClass(context.server, context.target) ?? LEGACY_NAME;
  return !statement.custom && name.toLowerCase() === LEGACY_NAME ? { kind: "own" } : { kind: "class", name: SAI_NAMES.has(name.toLowerCase()) ? SAI_CLASS : name, written: name };
}

/** WITH, USING and CUSTOM against each other (D-IDX-2, D-IDX-20 to D-IDX-23). */
function checkProperties(statement: CreateIndex, context: CheckContext): Finding {
  const names = checkPropertyNames(statement.properties, INDEX_OPTIONS);
  if (names !== undefined) return names;
  const options = propertyOf(statement.properties, "options");
  const { using } = statement;
  if (!INDEX_DIALECT[context.target].classIsOptional) {
    if (using !== undefined && !statement.custom) return refuse("index-class-without-custom", using.range, { class: using.value, target: context.target });
    if (using === undefined && statement.custom) return refuse("index-class-missing", statement.head, {});
  } else if (using === undefined && !isEnabled(context.server, context.target, "default_secondary_index_enabled")) {
    return refuse("index-class-required", statement.head, { switch: "default_secondary_index_enabled" }, { phase: "prepare" });
  }
  if (options !== undefined && kindOf(statement, context).kind === "own") return refuse("index-options-without-custom", options.range, {});
  if (options !== undefined && options.value.kind !== "map") return wrongShape(options, "a map");
  const reserved = optionsOf(statement).find((entry) => entry.key === "class_name" || entry.key === "target");
  return reserved === undefined ? undefined : refuse("index-reserved-option", reserved.keyRange, { option: reserved.key });
}

/** The entries of WITH OPTIONS. */
function optionsOf(statement: CreateIndex): readonly MapEntry[] {
  const options = propertyOf(statement.properties, "options");
  return options?.value.kind === "map" ? mapEntries(options.value) : [];
}

/** D-IDX-3: index names are unique in a keyspace. */
function checkIndexExists(statement: CreateIndex, place: Place): Finding | typeof CONTENT {
  const { name } = statement;
  if (name === undefined) return undefined;
  for (const table of place.model?.tables.values() ?? []) {
    const existing = table.indexes.find((index) => index.name === name.value);
    if (existing !== undefined) return statement.ifNotExists ? CONTENT : refuse("index-exists", name.range, { index: name.value, table: table.name }, { related: relatedIndex(existing) });
  }
  return undefined;
}

function relatedIndex(index: Index): Violation["related"] {
  return index.origin === undefined ? undefined : [{ origin: index.origin, note: `${index.name} is created here` }];
}

/** D-IDX-5. */
function checkTable(table: Table | undefined, statement: CreateIndex, context: CheckContext): Finding {
  if (table === undefined) return undefined;
  const range = statement.table?.range ?? statement.head;
  if (table.isCounter) return refuse("index-on-counter-table", range, { table: table.name }, { related: definitionOf(table) });
  if (table.kind === "view") return refuse("index-on-view", range, { view: table.name, base: table.base ?? "" }, { related: definitionOf(table) });
  const factors = [...(context.schema.keyspaces.get(table.keyspace)?.replication?.values() ?? [])];
  return factors.some((factor) => /^\d+\/\d+$/.test(factor)) ? refuse("index-transient", range, { keyspace: table.keyspace }) : undefined;
}

function resolveTargets(statement: CreateIndex, table: Table | undefined): readonly ResolvedTarget[] | Violation | undefined {
  if (table === undefined) return undefined;
  const targets: ResolvedTarget[] = [];
  for (const target of statement.targets) {
    const column = table.byName.get(target.column.value);
    if (column === undefined) return { ...unknownColumn(target.column, table), phase: "execute" }; // D-IDX-8
    targets.push({ target, column, kind: target.kind === "column" && isCollection(column.type) ? "values" : target.kind });
  }
  return targets;
}

/** D-IDX-6, D-IDX-7. */
function checkTargetCount(statement: CreateIndex, kind: Kind): Finding {
  const { targets } = statement;
  if (targets.length === 0) return kind.kind === "own" ? refuse("index-no-column", statement.table?.range ?? statement.head, {}) : undefined;
  if (targets.length === 1) return undefined;
  if (kind.kind === "own") return refuse("index-multi-column", targets[1]!.range, { columns: targets.map((target) => target.column.value) });
  const seen = new Set<string>();
  for (const { column } of targets) {
    if (seen.has(column.value)) return refuse("index-duplicate-column", column.range, { column: column.value });
    seen.add(column.value);
  }
  return undefined;
}

/** One target (D-IDX-9 to D-IDX-19). */
function checkTarget(resolved: ResolvedTarget, table: Table, kind: Kind, context: CheckContext): Finding {
  const { target, column } = resolved;
  const { type } = column;
  if (type.kind === "unknown") return { unjudged: `the type of ${column.name} is not known` };
  const data = { column: column.name, table: table.name, type: formatType(type), kind: resolved.kind };
  const related = definitionOf(table, column);
  const fail = (code: string): Violation => refuse(code, target.range, data, { related });
  const collection = isCollection(type);
  const frozenCollection = collection && !isMultiCell(type);
  if (kind.kind === "class" && INDEX_DIALECT[context.target].plainColumnNames && !/^\w{1,48}$/.test(column.name)) return fail("index-column-name");
  if (holdsDuration(type, context)) return fail("index-duration");
  if (table.compact) {
    if (column.position >= 0) return fail("index-compact");
    if (table.clustering.length > 0) return fail("index-compact-value");
  }
  if (column.role === "partition" && table.partitionKey.length === 1) return fail("index-sole-partition-key");
  if (frozenCollection && resolved.kind !== "full") return fail("index-frozen-needs-full");
  if (!frozenCollection && resolved.kind === "full") return fail("index-full-non-frozen");
  if (!collection && resolved.kind !== "column") return fail("index-not-collection");
  if ((resolved.kind === "keys" || resolved.kind === "entries") && type.kind !== "map") return fail("index-not-map");
  return type.kind === "user" && isMultiCell(type) ? fail("index-non-frozen-user-type") : undefined;
}

/** D-IDX-4: the same but for its name. */
function checkDuplicate(statement: CreateIndex, table: Table, targets: readonly ResolvedTarget[], kind: Kind): Finding | typeof CONTENT {
  const [only] = targets;
  if (only === undefined || targets.length > 1) return undefined;
  const options = optionsOf(statement);
  const existing = table.indexes.find((index) =>
    index.column === only.column.name && index.target === only.kind && isSameKind(index, kind)
    && index.options.size === options.length && options.every((entry) => index.options.get(entry.key) === entry.text));
  if (existing === undefined) return undefined;
  return statement.ifNotExists ? CONTENT : refuse("index-duplicate", only.target.range, { index: existing.name, column: only.column.name }, { related: relatedIndex(existing) });
}

function isSameKind(index: Index, kind: Kind): boolean {
  if (kind.kind === "own") return index.kind === "2i";
  return index.kind !== "2i" && index.className === kind.written;
}

/** The longest name that still makes a file name. */
const LONGEST_INDEX_NAME = 222;

/** D-NAM-3. */
function checkIndexName(statement: CreateIndex): Finding {
  const { name } = statement;
  if (name === undefined) return undefined;
  if (!/^\w+$/.test(name.value)) return refuse("bad-index-name", name.range, { index: name.value }, { errorClass: "config" });
  return name.value.length > LONGEST_INDEX_NAME ? refuse("bad-index-name", name.range, { index: name.value }, { errorClass: "server" }) : undefined;
}

/** The class and what it says about columns and options (D-IDX-24, A6b, A6c). */
function checkClass(statement: CreateIndex, name: string, table: Table, targets: readonly ResolvedTarget[], context: CheckContext): Finding {
  const range = statement.using?.range ?? statement.head;
  if (name === SASI_CLASS) return checkSasi(optionsOf(statement), targets, range, table);
  if (name === SAI_CLASS && INDEX_DIALECT[context.target].storageAttached) return checkStorageAttached(optionsOf(statement), targets, range, table);
  const foreign = name.includes(".") && !name.startsWith("org.apache.cassandra.") && !name.startsWith("java.");
  return foreign && !context.schema.complete ? { unjudged: `index class ${name} is not one of the server's own` }
    : refuse("unknown-index-class", range, { class: name, custom: statement.custom ? "custom" : "" }, { errorClass: "config" });
}
