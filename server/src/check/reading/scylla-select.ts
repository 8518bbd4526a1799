import type { Expression, Select } from "../../syntax/ast";
import type { CheckResult } from "../result";
import { firstFinding } from "../result";
import { violate } from "../violate";
import type { Finding } from "../violation";
import { isViolation } from "../violation";
import { accessOf } from "./access";
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
  if (select.mutationFragments !== undefined || select.using.length > 0 || annItems(select).length > 0) return { finding: { unjudged: "this form of SELECT is not judged for ScyllaDB" } };
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
    () => (select.markers.length > 0 ? undefined : execute(select, where)),
  ]);
  if (isViolation(after)) return { finding: after };
  return { finding: selected ?? read.finding ?? after, access: accessOf(select, where, plan, reading), warnings: warning === undefined ? [] : [warning] };
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
