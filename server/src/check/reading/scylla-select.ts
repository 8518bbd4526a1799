import { refusalOf } from "../../dialect/features";
import type { Expression, Select } from "../../syntax/ast";
import { UNNAMED_KEYSPACE } from "../../schema/model";
import type { CheckContext } from "../judgement";
import type { CheckResult } from "../result";
import { firstFinding } from "../result";
import { childrenOf } from "../terms/call";
import { resolveSelectors, typeSelectors } from "../terms/selector";
import { checkTimeout, usingOf } from "../writing/using";
import { violate } from "../violate";
import type { Finding } from "../violation";
import { isViolation } from "../violation";
import { howItRuns } from "./access";
import { annItems, checkOrderingNames } from "./ann";
import { checkGrouping } from "./grouping";
import { checkLimits, executeLimits } from "./limits";
import { checkOrdering } from "./ordering";
import { planScyllaRead } from "./scylla-procedure";
import { readScyllaWhere } from "./scylla-where";
import type { Reading } from "./reading";
import type { RestrictionSet } from "./restriction";
import { valueTerms } from "./restriction";
import type { Selection } from "./selection";
import { checkDistinct, checkSelection, selectionOf } from "./selection";
import type { Where } from "./where";

/** Lists whose product is longer are refused while running, in a way that nothing here has seen (R-SCY-34). */
const LONGEST_PRODUCT = 100;

/**
 * Judges a SELECT for ScyllaDB (reading.md section 19). No server of that kind has confirmed these rules, so whatever section 19 leaves
 * open is not judged.
 */
export function checkScyllaSelect(select: Select, reading: Reading): CheckResult {
  const text = textRefusal(select);
  if (text !== undefined) return { finding: text };
  if (select.mutationFragments !== undefined || usingOf(select.using, "service level") !== undefined || annItems(select).length > 0) return { finding: { unjudged: "this form of SELECT is not judged for ScyllaDB" } };
  const filtering = select.allowFiltering !== undefined;
  const selection = selectionOf(select, reading);
  const selected = checkSelection(selection, reading);
  if (isViolation(selected)) return { finding: selected };
  const read = readScyllaWhere(select.where, reading);
  if (read.where === undefined) return { finding: read.finding };
  const { where } = read;
  const input = { where, filtering, onlyStatic: selection.onlyStatic, tableRange: select.table!.range };
  const first = where.clustering.restrictions[0];
  if (selection.onlyStatic && first !== undefined) return { finding: violate("clustering-with-static-only", first.relations[0]!.range, { column: first.columns[0]!.name, table: reading.table.name }) };
  const planned = planScyllaRead(input, reading);
  if ("finding" in planned) return { finding: planned.finding };
  const { plan, warning } = planned;
  const after = firstFinding([
    () => checkOrderingNames(select, reading),
    () => checkDistinct(select, selection, where, plan, reading) ?? distinctStatics(select, where, reading),
    () => checkGrouping(select, withoutTuples(where), reading),
    () => perPartitionLimit(select, selection),
    () => checkOrdering(select, where, plan, reading) ?? repeatedOrdering(select, reading),
    () => checkLimits(select),
    () => checkTimeout(usingOf(select.using, "timeout")),
    () => (select.markers.length > 0 ? undefined : execute(select, where)),
  ]);
  if (isViolation(after)) return { finding: after };
  const { mayFilter, access } = howItRuns(select, where, plan, reading);
  return { finding: selected ?? read.finding ?? after, warnings: warning === undefined ? [] : [warning], mayFilter, access };
}

/** A SELECT without FROM (reading.md section 19.1); half-typed text looks like that too, so columns are left alone. */
export function checkWithoutTable(select: Select, context: CheckContext): Finding {
  if (context.target !== "scylla") return { unjudged: "the table is not named" };
  const text = textRefusal(select);
  if (text !== undefined) return text;
  const whole = select.distinct ?? (select.selectors.length === 0 ? select.star : undefined);
  if (whole !== undefined) return violate("select-without-from", whole, { what: select.distinct === undefined ? "*" : "DISTINCT" });
  const { schema, keyspace, target, server } = context;
  const scope = { schema, keyspace: keyspace ?? UNNAMED_KEYSPACE, target, server };
  const expressions = select.selectors.map(({ expression }) => expression);
  return firstFinding([() => resolveSelectors(expressions, scope), () => typeSelectors(expressions, scope)]);
}

/** What the grammar has no place for in a select list: type hints, and literals that hold columns (reading.md section 19.1, R-SCY-F8). */
function textRefusal(select: Select): Finding {
  for (const { expression } of select.selectors) {
    const found = misplaced(expression);
    if (found === undefined) continue;
    const { code, data } = refusalOf("scylla", found.kind === "hint" ? "selected-hint" : "selected-literal");
    return violate(code, found.range, data, { errorClass: "syntax" });
  }
  return undefined;
}

/** The first hint, or literal that holds a column, of a selector. */
function misplaced(expression: Expression): Expression | undefined {
  if (expression.kind === "hint" || (isLiteralOfOthers(expression) && holdsColumn(expression))) return expression;
  for (const part of expression.kind === "cast" ? [expression.operand] : childrenOf(expression)) {
    const found = misplaced(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isLiteralOfOthers({ kind }: Expression): boolean {
  return kind === "tuple" || kind === "list" || kind === "set" || kind === "map";
}

function holdsColumn(expression: Expression): boolean {
  return childrenOf(expression).some((part) => part.kind === "column" || holdsColumn(part));
}

/** R-SCY-14: not even static columns may be restricted. */
function distinctStatics(select: Select, where: Where, reading: Reading): Finding {
  const restriction = select.distinct === undefined ? undefined : where.other.restrictions[0];
  return restriction === undefined ? undefined : violate("distinct-restriction", restriction.relations[0]!.range, { table: reading.table.name, column: restriction.columns[0]!.name });
}

/** R-SCY-32: an equality of tuples pins no column for GROUP BY. */
function withoutTuples(where: Where): Where {
  return { ...where, clustering: { restrictions: where.clustering.restrictions.filter(({ tuple }) => !tuple) } };
}

/** R-SCY-33. */
function perPartitionLimit(select: Select, selection: Selection): Finding {
  if (!selection.aggregate || select.groupBy.length > 0 || select.perPartitionLimit === undefined) return undefined;
  return violate("per-partition-limit-with-aggregate", select.perPartitionLimit.range, {});
}

/** R-SCY-30: a column may be ordered by once only. */
function repeatedOrdering(select: Select, reading: Reading): Finding {
  const repeated = select.orderBy.find((item, i) => select.orderBy.findIndex((other) => other.column.value === item.column.value) < i);
  return repeated === undefined ? undefined : violate("order-by-repeats-column", repeated.range, { column: repeated.column.value, columns: reading.table.clustering.map(({ name }) => name) });
}

/** R-SCY-35, R-SCY-31; nulls (R-SCY-13) and long lists (R-SCY-34) are open. */
function execute(select: Select, where: Where): Finding {
  const limits = executeLimits(select);
  if (limits !== undefined) return limits;
  if (select.where.some((relation) => valueTerms(relation).some(holdsNull))) return { unjudged: "what ScyllaDB makes of null in a relation is not known" };
  if (product(where.partition) > LONGEST_PRODUCT || product(where.clustering) > LONGEST_PRODUCT) return { unjudged: "whether ScyllaDB takes so many values of IN depends on its configuration" };
  const listed = where.partition.restrictions.find(({ shape, size }) => shape === "in" && size !== 0);
  if (listed === undefined || select.orderBy.length === 0) return undefined;
  return violate("order-by-in-paging", select.orderByRange ?? select.orderBy[0]!.range, { column: listed.columns[0]!.name, order: select.orderBy.map((item) => item.column.value) }, { phase: "execute" });
}

function holdsNull(term: Expression): boolean {
  if (term.kind === "null") return true;
  if (term.kind === "hint") return holdsNull(term.operand);
  return term.kind === "tuple" && term.items.some(holdsNull);
}

function product(set: RestrictionSet): number {
  return set.restrictions.reduce((count, { size }) => count * (size ?? 1), 1);
}
