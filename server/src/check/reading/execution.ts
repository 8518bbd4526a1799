import type { Column } from "../../schema/model";
import type { Expression, Relation, Select } from "../../syntax/ast";
import { firstFinding, firstOf } from "../result";
import { executeTerm, isEmptyTerm, isNullTerm } from "../terms/execute";
import { executeSelectors } from "../terms/selector-execute";
import { violate } from "../violate";
import type { Finding, Violation, ViolationData } from "../violation";
import { isViolation } from "../violation";
import { ANN_LIMIT, annItems, executeVectorEquality } from "./ann";
import { isEmptySlice } from "./empty-range";
import { executeGrouping } from "./grouping";
import { readGuardrails } from "./guardrails";
import { operatorsOf, supportFor, supportOf } from "./index-support";
import type { IndexOperator } from "./index-support";
import { executeLimits, limitValue } from "./limits";
import type { ReadPlan } from "./procedure";
import { isOutOfPrefix, nextPosition } from "./procedure";
import { receiverOf, TOKEN_TYPE } from "./relation";
import type { Reading } from "./reading";
import { isEmptyIn, valueTerms } from "./restriction";
import type { Restriction, RestrictionSet } from "./restriction";
import type { Selection } from "./selection";
import type { Where } from "./where";

const LONGEST_KEY = 65535;

/** Step 16 of section 1: what only execution refuses, for a statement without bind markers read from an empty table with paging on. */
export function executeSelect(select: Select, selection: Selection, where: Where, plan: ReadPlan, reading: Reading): Finding {
  const values = executeValues(where, plan, reading);
  return firstFinding([
    () => executeLimits(select),
    () => executeAnn(select, selection, reading),
    () => values.finding,
    () => annLimitRefusal(select),
    () => unlessEmpty(values.empty, () => executeVectorEquality(select, selection.aggregate && select.groupBy.length === 0, where, plan, reading)),
    () => readGuardrails(select, where, plan, reading).finding,
    // A read that is known to be empty has no pages, but an aggregate goes through the pager all the same.
    () => unlessEmpty(selection.aggregate || select.groupBy.length > 0 ? false : values.empty, () => pagingRefusal(select, where)),
    () => executeGrouping(select, reading),
    () => unlessEmpty(values.empty, () => sasiRefusal(where, plan, reading)),
    () => executeSelectors(selection.expressions, reading.scope, { grouped: select.groupBy.length > 0 }),
  ]);
}

/** A step that only a read which may find rows comes to. */
function unlessEmpty(empty: boolean | undefined, step: () => Finding): Finding {
  if (empty === true) return undefined;
  const finding = step();
  return empty === undefined && isViolation(finding) ? { unjudged: "whether the relations leave any row is not known" } : finding;
}

function refuse(code: string, range: Expression["range"], data: ViolationData): Violation {
  return violate(code, range, data, { phase: "execute" });
}

/** R-ANN-8, R-ANN-10, R-ANN-11 and the value of the ANN term (R-ANN-2). */
function executeAnn(select: Select, selection: Selection, reading: Reading): Finding {
  const item = annItems(select)[0];
  const term = item?.ann;
  if (item === undefined || term === undefined) return undefined;
  const column = reading.table.byName.get(item.column.value);
  const data = { column: item.column.value, table: reading.table.name };
  if (selection.aggregate || select.groupBy.length > 0) return refuse("ann-with-aggregate", item.range, data);
  if (select.perPartitionLimit !== undefined) return refuse("ann-with-per-partition-limit", select.perPartitionLimit.range, data);
  if (select.limit === undefined) return refuse("ann-needs-limit", item.range, data);
  if (column === undefined) return undefined;
  return isNullTerm(term, column.type, reading.scope) ? refuse("null-in-filter", term.range, data) : executeTerm(term, column.type, reading.scope);
}

/** R-ANN-9. */
function annLimitRefusal(select: Select): Finding {
  const limit = annItems(select).length > 0 ? limitValue(select.limit) : undefined;
  return limit !== undefined && limit > ANN_LIMIT ? refuse("ann-limit-too-big", select.limit!.range, { limit: Number(ANN_LIMIT), value: limit.toString() }) : undefined;
}

/** R-ORD-8: rows of several partitions cannot be sorted while they are paged. */
function pagingRefusal(select: Select, where: Where): Finding {
  const listed = where.partition.restrictions.find(({ shape }) => shape === "in");
  if (listed === undefined || select.orderBy.length === 0 || annItems(select).length > 0) return undefined;
  return refuse("order-by-in-paging", select.orderByRange ?? select.orderBy[0]!.range, { column: listed.columns[0]!.name, order: select.orderBy.map((item) => item.column.value) });
}

/** Section 10: where SASI and another kind of index both serve the read, 4.x breaks when it hands SASI a relation that is not its own. */
function sasiRefusal(where: Where, plan: ReadPlan, reading: Reading): Finding {
  const { table, dialect } = reading;
  if (!dialect.sasiFailsBesideOthers || !plan.useIndex || !table.indexes.some(({ kind }) => kind === "sasi")) return undefined;
  const served = filteredRestrictions(where, plan, reading).map((restriction) => {
    const kinds = table.indexes.filter((index) => restriction.columns.some((column) => operatorsOf(restriction).some((operator) => supportOf(index, column, operator, dialect) === "yes"))).map(({ kind }) => kind);
    return { restriction, bySasi: kinds.includes("sasi"), byAnother: kinds.some((kind) => kind !== "sasi") };
  });
  const own = served.find(({ bySasi }) => bySasi)?.restriction.columns[0];
  if (own === undefined || !served.some(({ byAnother }) => byAnother)) return undefined;
  const another = served.find(({ bySasi, byAnother }) => byAnother && !bySasi)?.restriction.relations[0];
  if (another === undefined) return { unjudged: `which of the indexes on ${own.name} the server takes is not defined` };
  return violate("index-fails-on-operator", another.operatorRange, { column: own.name, operator: another.operator.toUpperCase() }, { phase: "execute", errorClass: "server" });
}

// ---- values ---------------------------------------------------------------------------------------------------------

/** `empty`: whether the server answers with no rows before it looks any further; undefined where that cannot be told. */
interface ValuesResult {
  readonly finding: Finding;
  readonly empty: boolean | undefined;
}

/** Values of the keys and of the filters, in the order in which the target evaluates them. */
function executeValues(where: Where, plan: ReadPlan, reading: Reading): ValuesResult {
  const keys = (): Finding => (plan.keyRange ? undefined : executePartitionKey(where.partition, reading));
  const sizes = (): Finding => (plan.keyRange ? undefined : executeKeySizes(where.partition, keyCheckOf(where, plan, reading), reading));
  const prefix = clusteringPrefix(where.clustering);
  const clustering = (): Finding => executeClusteringKey(prefix, reading);
  const filters = (): Finding => firstOf(filteredRestrictions(where, plan, reading), (restriction) => executeFilter(restriction, reading));
  const token = (): Finding => executeToken(where, plan, reading);
  const noKeys = !plan.keyRange && hasEmptyList(where.partition);
  // Beside a whole key the token only chooses among the keys, and perhaps leaves none.
  const tokenChooses = where.token !== undefined && !plan.keyRange;
  const noneChosen = noKeys || (tokenChooses ? undefined : false);
  const noSlice = isEmptySlice(prefix, reading);
  const empty = noneChosen === true || noSlice === true ? true : noneChosen === undefined || noSlice === undefined ? undefined : false;
  const { filterValuesFirst } = reading.dialect;
  const finding = firstFinding([
    () => (filterValuesFirst ? filters() : undefined),
    keys,
    () => (tokenChooses && !noKeys ? token() : undefined),
    () => unlessEmpty(noneChosen, clustering),
    () => unlessEmpty(empty, () => firstFinding([() => (filterValuesFirst ? undefined : filters()), () => (tokenChooses ? undefined : token()), sizes])),
  ]);
  return { finding, empty };
}

function hasEmptyList(set: RestrictionSet): boolean {
  return set.restrictions.some(isEmptyIn);
}

/** The restrictions that bound the rows read in each partition: the contiguous prefix. */
function clusteringPrefix(set: RestrictionSet): readonly Restriction[] {
  const prefix: Restriction[] = [];
  let position = 0;
  for (const restriction of set.restrictions) {
    if (isOutOfPrefix(restriction, position)) break;
    prefix.push(restriction);
    position = nextPosition(restriction, position);
  }
  return prefix;
}

/** What the filter looks at: of the clustering columns only those outside the prefix, and those that an index serves. */
export function filteredRestrictions(where: Where, plan: ReadPlan, reading: Reading): readonly Restriction[] {
  return plan.filters.flatMap((set) => (set === where.clustering ? filteredClustering(set, reading) : set.restrictions));
}

function filteredClustering(set: RestrictionSet, reading: Reading): readonly Restriction[] {
  let position = 0;
  return set.restrictions.filter((restriction) => {
    if (isOutOfPrefix(restriction, position) || supportFor(reading.table, restriction, reading.dialect) === "yes") return true;
    position = nextPosition(restriction, position);
    return false;
  });
}

/**
 * What becomes of a key of no bytes or of too many: refused where the partition is read by its key; not looked at where 4.x goes through an
 * index; and perhaps filtered out before anyone looks, where the token is restricted too.
 */
export type KeyCheck = "refused" | "ignored" | "perhaps filtered";

function keyCheckOf(where: Where, plan: ReadPlan, reading: Reading): KeyCheck {
  if (plan.useIndex && !reading.dialect.indexReadsCheckKeys) return "ignored";
  return where.token === undefined ? "refused" : "perhaps filtered";
}

/** R-NUL-1 for the values that make the partition key. */
export function executePartitionKey(set: RestrictionSet, reading: Reading): Finding {
  return firstOf(upToEmptyList(set.restrictions), (restriction) => firstOf(termsOf(restriction), (term) => executeKeyTerm(term, restriction.columns[0]!, reading)));
}

/** R-NUL-9: keys of no bytes or of too many. A read looks at them last, when all its values are known. */
export function executeKeySizes(set: RestrictionSet, keyCheck: KeyCheck, reading: Reading): Finding {
  if (reading.table.partitionKey.length > 1 || keyCheck === "ignored") return undefined;
  const size = firstOf(upToEmptyList(set.restrictions), (restriction) => firstOf(termsOf(restriction), (term) => keySizeRefusal(term, restriction.columns[0]!, reading)));
  return size !== undefined && keyCheck === "perhaps filtered" ? { unjudged: "whether the token lets this key through is not known" } : size;
}

function keySizeRefusal(term: Expression, column: Column, reading: Reading): Violation | undefined {
  if (isEmptyTerm(term, column.type, reading.scope)) return refuse("empty-partition-key", term.range, { column: column.name });
  return isTooLong(term) ? refuse("key-too-long", term.range, { column: column.name, limit: LONGEST_KEY }) : undefined;
}

function termsOf(restriction: Restriction): readonly Expression[] {
  const [only, second] = restriction.relations;
  return only !== undefined && second === undefined ? valueTerms(only) : restriction.relations.flatMap(valueTerms);
}

function executeKeyTerm(term: Expression, column: Column, reading: Reading): Finding {
  if (isNullTerm(term, column.type, reading.scope)) return refuse("null-in-key", term.range, { column: column.name, role: column.role });
  return executeTerm(term, column.type, reading.scope);
}

/** A text constant of more bytes than a key can have; UTF-8 needs at most three bytes a code unit. */
function isTooLong(term: Expression): boolean {
  if (term.kind !== "constant" || (term.type !== "string" && term.type !== "hex")) return false;
  if (term.type === "hex") return term.value.length > 2 * LONGEST_KEY + 2;
  return term.value.length * 3 > LONGEST_KEY && utf8Length(term.value) > LONGEST_KEY;
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Keys are made column by column, and an empty IN leaves nothing to go on with (R-NUL-10). */
function upToEmptyList(restrictions: readonly Restriction[]): readonly Restriction[] {
  const at = restrictions.findIndex(isEmptyIn);
  return at < 0 ? restrictions : restrictions.slice(0, at);
}

/** R-NUL-1 and R-NUL-6 for the values that make the clustering keys or bounds, in key order. */
export function executeClusteringKey(restrictions: readonly Restriction[], reading: Reading): Finding {
  return firstOf(upToEmptyList(restrictions), (restriction) => executeClustering(restriction, reading));
}

/** A null bound of one column is no error, all else is. */
function executeClustering(restriction: Restriction, reading: Reading): Finding {
  if (restriction.tuple) return firstOf(restriction.relations, (relation) => executeTuple(relation, restriction, reading));
  const column = restriction.columns[0]!;
  return firstOf(termsOf(restriction), (term) => (restriction.shape === "range" ? executeTerm(term, column.type, reading.scope) : executeKeyTerm(term, column, reading)));
}

function executeTuple(relation: Relation, restriction: Restriction, reading: Reading): Finding {
  // A tuple that was merged with a single relation holds both forms.
  return firstOf(valueTerms(relation), (term) => {
    if (relation.left.kind !== "tuple") return executeKeyTerm(term, restriction.columns[0]!, reading);
    if (term.kind !== "tuple") return undefined;
    return firstOf(term.items, (item, i) => {
      const column = restriction.columns[i];
      if (column === undefined) return undefined;
      return isNullTerm(item, column.type, reading.scope) ? refuse("null-in-tuple", item.range, { column: column.name }) : executeTerm(item, column.type, reading.scope);
    });
  });
}

// ---- values of filters ----------------------------------------------------------------------------------------------

/** R-NUL-4 to R-NUL-7, R-LIKE-2, R-LIKE-3, R-CK-8, R-MC-9 and R-MC-10: what the filter refuses to hold. */
function executeFilter(restriction: Restriction, reading: Reading): Finding {
  const { shape, tuple, size } = restriction;
  const relation = restriction.relations[0];
  if (relation === undefined) return undefined;
  const data = { column: restriction.columns.map((column) => column.name), table: reading.table.name };
  const severalValues = shape === "in" && size !== 0;
  if (shape === "in" && !reading.dialect.inAsClusteringFilter) return refuse("in-in-filter", relation.range, data);
  if (tuple && shape === "range") return refuse("tuple-slice-in-filter", relation.range, data);
  if (tuple && severalValues && restriction.columns.length > 1) return refuse("tuple-in-in-filter", relation.range, data);
  if (tuple) return executeClustering(restriction, reading);
  return firstOf(restriction.relations, (one) => executeFilterRelation(one, restriction, reading));
}

function executeFilterRelation(relation: Relation, restriction: Restriction, reading: Reading): Finding {
  const column = restriction.columns[0]!;
  if (relation.left.kind === "entry") return executeEntry(relation, column, relation.left.key, reading);
  const receiver = receiverOf(relation.operator, column.type);
  const nullsAllowed = restriction.shape === "in";
  const data = { column: column.name, table: reading.table.name, role: column.role };
  return firstOf(valueTerms(relation), (term) => {
    const isNull = isNullTerm(term, receiver, reading.scope);
    if (restriction.shape === "like") return isNull ? violate("null-in-filter", term.range, data, { phase: "execute", errorClass: "server" }) : executeLike(term, column, reading);
    if (isNull && !nullsAllowed) return refuse("null-in-filter", term.range, data);
    return executeTerm(term, receiver, reading.scope);
  });
}

function executeEntry(relation: Relation, column: Column, key: Expression, reading: Reading): Finding {
  const { type } = column;
  const value = valueTerms(relation)[0];
  if (type.kind !== "map" || value === undefined) return undefined;
  const { scope } = reading;
  const data = { column: column.name };
  return firstFinding([
    () => (isNullTerm(key, type.key, scope) ? refuse("null-map-key", key.range, data) : executeTerm(key, type.key, scope)),
    () => (isNullTerm(value, type.value, scope) ? refuse("null-map-value", value.range, data) : executeTerm(value, type.value, scope)),
  ]);
}

/** R-LIKE-2 and R-LIKE-3: the place of `%` makes the operator, which some index must support. */
function executeLike(term: Expression, column: Column, reading: Reading): Finding {
  if (term.kind !== "constant") return executeTerm(term, column.type, reading.scope);
  const pattern = term.value;
  const data = { column: column.name, pattern };
  const shape = likeShape(pattern);
  if (shape === undefined) return refuse("like-empty", term.range, data);
  const served = reading.table.indexes.some((index) => supportOf(index, column, shape, reading.dialect) === "yes");
  return served ? undefined : refuse("like-shape-unsupported", term.range, { ...data, shape: shape.slice("like ".length) });
}

/** The operator that a pattern stands for; undefined where nothing is left of it once the outer `%` are taken off. */
function likeShape(pattern: string): IndexOperator | undefined {
  const leading = pattern.startsWith("%");
  const trailing = pattern.endsWith("%") && pattern.length > 1;
  const rest = pattern.length - (leading ? 1 : 0) - (trailing ? 1 : 0);
  if (rest <= 0) return undefined;
  if (leading && trailing) return "like contains";
  if (leading) return "like suffix";
  return trailing ? "like prefix" : "like matches";
}

/** R-NUL-8; where the token only filters keys that are given, null breaks the server. */
function executeToken(where: Where, plan: ReadPlan, reading: Reading): Finding {
  if (where.token === undefined || reading.table.virtual) return undefined;
  const errorClass = plan.keyRange ? "invalid" : "server";
  return firstOf(where.token.relations.flatMap(valueTerms), (term) => (
    isNullTerm(term, TOKEN_TYPE, reading.scope) ? violate("null-token", term.range, {}, { phase: "execute", errorClass }) : executeTerm(term, TOKEN_TYPE, reading.scope)
  ));
}
