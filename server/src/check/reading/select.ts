import type { Select } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import { isTable, lookUpTable } from "../names";
import type { CheckResult } from "../result";
import { Steps } from "../result";
import { violate } from "../violate";
import type { Finding } from "../violation";
import { isViolation } from "../violation";
import { addAnn, annItems, annRefusal, checkOrderingNames } from "./ann";
import { howItRuns } from "./access";
import { executeSelect } from "./execution";
import { checkExpr } from "./custom";
import { furtherMistakes } from "./further";
import { checkGrouping } from "./grouping";
import { allowFilteringGuardrail, groupByGuardrail, readGuardrails } from "./guardrails";
import { checkLimits } from "./limits";
import { isRefusal } from "./merge";
import { checkOrdering } from "./ordering";
import { finalFilteringCheck, planRead } from "./procedure";
import type { Reading } from "./reading";
import { readingOf } from "./reading";
import type { Selection } from "./selection";
import { checkDistinct, checkSelection, resolveEarly, selectionOf } from "./selection";
import { checkScyllaSelect, checkWithoutTable } from "./scylla-select";
import { readWhere } from "./where";

/** Judges a SELECT (reading.md sections 1 and 11): the first refusal in the server's order, else how it runs. */
export function checkSelect(select: Select, context: CheckContext): CheckResult {
  if (select.table === undefined) return { finding: checkWithoutTable(select, context) };
  const table = lookUpTable(select.table, context);
  if (!isTable(table)) return { finding: table };
  const reading = readingOf(table, context);
  const result = context.target === "scylla" ? checkScyllaSelect(select, reading) : judge(select, reading);
  return isViolation(result.finding) ? { ...result, further: furtherMistakes(select, result.finding, reading) } : result;
}

/** The order of section 1 from step 3 on. A step that cannot be judged does not end it: what is refused later is refused all the same. */
function judge(select: Select, reading: Reading): CheckResult {
  const { dialect } = reading;
  const filtering = select.allowFiltering !== undefined;
  const selection = selectionOf(select, reading);
  const before = new Steps();
  if (before.refuse(resolveEarly(selection, reading)) || (dialect.annOrdering && before.refuse(checkOrderingNames(select, reading)))) return { finding: before.first };

  const read = readWhere(select.where, reading, filtering);
  if ("violation" in read) return { finding: read.violation };
  if (read.where === undefined) return { finding: before.first ?? read.unjudged };
  const where = addAnn(select, read.where, reading);
  if (isRefusal(where)) return { finding: where };
  const input = { where, filtering, onlyStatic: selection.onlyStatic, tableRange: select.table!.range };
  const expr = checkExpr(where.custom, reading);
  if (expr !== undefined) return { finding: expr };
  const planned = planRead(input, reading, () => annRefusal(where, annItems(select)[0]?.range ?? select.range, reading));
  if ("finding" in planned) return { finding: planned.finding };
  const { plan } = planned;

  const after = new Steps();
  const refused = after.refuse(groupByGuardrail(select, reading))
    || (!dialect.annOrdering && after.refuse(checkOrderingNames(select, reading)))
    || after.refuse(checkSelection(selection, reading))
    || after.refuse(checkDistinct(select, selection, where, plan, reading))
    || after.refuse(checkGrouping(select, where, reading))
    || after.refuse(perPartitionLimitRefusal(select, selection))
    || after.refuse(checkOrdering(select, where, plan, reading))
    || after.refuse(finalFilteringCheck(input, plan, reading))
    || after.refuse(checkLimits(select))
    || after.refuse(allowFilteringGuardrail(select, reading))
    // With bind markers PREPARE goes no further: what execution would say depends on the bound values.
    || (select.markers.length === 0 && after.refuse(executeSelect(select, selection, where, plan, reading)));
  if (refused) return { finding: after.first };
  const { warnings } = readGuardrails(select, where, plan, reading);
  const { mayFilter, access } = howItRuns(select, where, plan, reading);
  return { finding: before.first ?? read.unjudged ?? after.first, warnings, mayFilter, access };
}

/** R-AGG-1: an aggregate without GROUP BY makes one row of everything. */
function perPartitionLimitRefusal(select: Select, selection: Selection): Finding {
  if (!selection.aggregate || select.groupBy.length > 0 || select.perPartitionLimit === undefined) return undefined;
  return violate("per-partition-limit-with-aggregate", select.perPartitionLimit.range, {});
}

