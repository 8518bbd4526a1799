import { SERVICE_LEVEL_OPTIONS } from "../../dialect/service-levels";
import type { ServiceLevelOption } from "../../dialect/service-levels";
import type { Property, PruneView, PropertyValue, ServiceLevel } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import { suggestion } from "../names";
import { readingOf } from "../reading/reading";
import { planScyllaRead } from "../reading/scylla-procedure";
import { readScyllaWhere } from "../reading/scylla-where";
import { firstOf } from "../result";
import { violate } from "../violate";
import type { Finding, Violation } from "../violation";
import { checkTimeout, usingOf } from "../writing/using";
import { isPlace, placeOf, tableIn } from "./places";
import { readInteger, simpleText } from "./property";
import { inOrder } from "./steps";
import { missingView } from "./view";

/** PRUNE MATERIALIZED VIEW (S-MV-7): a view, nothing that would have to filter, at least one worker. */
export function checkPruneView(statement: PruneView, context: CheckContext): Finding {
  const { table: name, where, using } = statement;
  if (name === undefined) return undefined;
  const place = placeOf(name, context);
  if (!isPlace(place)) return place;
  const view = tableIn(place, name.name.value);
  return inOrder([
    () => missingView(view, name.name, place, context, false),
    () => {
      if (view === undefined || where.length === 0) return undefined;
      const reading = readingOf(view, context);
      const read = readScyllaWhere(where, reading);
      if (read.where === undefined) return read.finding;
      const planned = planScyllaRead({ where: read.where, filtering: false, onlyStatic: false, tableRange: name.range }, reading);
      return "finding" in planned ? planned.finding : read.finding;
    },
    () => checkTimeout(usingOf(using, "timeout")),
    () => {
      const value = usingOf(using, "concurrency")?.value;
      if (value === undefined || !("kind" in value) || value.kind !== "constant") return undefined;
      return Number(value.value) > 0 ? undefined : violate("concurrency-not-positive", value.range, { value: value.value });
    },
  ]);
}

/** The statements on service levels (S-SL-1); which levels and roles there are is not known (S-SL-2). */
export function checkServiceLevel(statement: ServiceLevel): Finding {
  return inOrder([
    () => firstOf(statement.properties, checkOption),
    () => (statement.action === "create" || statement.action === "list-all" ? undefined : { unjudged: "the service levels of the cluster are not known" }),
  ]);
}

function checkOption({ name, value }: Property): Violation | undefined {
  const rule = SERVICE_LEVEL_OPTIONS.get(name.value);
  if (rule === undefined) return violate("unknown-option", name.range, { option: name.value, ...suggestion(name.value, SERVICE_LEVEL_OPTIONS.keys()) });
  return isNull(value) || isAllowed(value, rule) ? undefined : violate("service-level-value", value.range, { option: name.value, expected: expectedOf(rule) });
}

function isNull(value: PropertyValue): boolean {
  return value.kind === "keyword" && value.text.toLowerCase() === "null";
}

function isAllowed(value: PropertyValue, rule: ServiceLevelOption): boolean {
  const text = simpleText(value);
  switch (rule.kind) {
    case "duration": return value.kind === "constant" && value.type === "duration";
    case "word": return text !== undefined && rule.words.includes(text);
    case "integer": {
      const number = readInteger(text);
      return number !== undefined && number >= rule.min && number <= rule.max;
    }
  }
}

function expectedOf(rule: ServiceLevelOption): string {
  switch (rule.kind) {
    case "duration": return "a duration such as 500ms, or null";
    case "word": return `${rule.words.map((word) => `'${word}'`).join(", ")}, or null`;
    case "integer": return `a whole number from ${rule.min} to ${rule.max}`;
  }
}
