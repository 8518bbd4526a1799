import { ADVICE_RULES } from "../../advice/index";
import type { AdviceRule } from "../../advice/rule";
import type { Violation } from "../../check/violation";
import { describe } from "../../check/messages/index";
import type { Judgement } from "../../check/judgement";
import { shift } from "../../text/range";
import type { CheckedFile, CheckedStatement, ProjectView } from "../checked-file";
import { displayName, tableNamed } from "../schema-view";
import { currentCode } from "./codes";
import type { Diagnostic, Severity } from "./diagnostic";
import type { Found } from "./found";
import { suppress, suppressions } from "./suppression";
import { describeUnknownName } from "./unknown-name";

/** What a user sees of a file's mistakes, in text order. Ranges count from the file's start, half-open. */
export function diagnose(file: CheckedFile, project: ProjectView): Diagnostic[] {
  return found(file, project.report).map(({ diagnostic }) => diagnostic);
}

const known = new WeakMap<CheckedFile, readonly Found[]>();

/** `diagnose` with what each diagnostic was made of, in the same order; `report` is told of a rule of ours that fails. */
export function found(file: CheckedFile, report?: ProjectView["report"]): readonly Found[] {
  let result = known.get(file);
  if (result === undefined) known.set(file, result = collect(file, report));
  return result;
}

function collect(file: CheckedFile, report: ProjectView["report"] | undefined): readonly Found[] {
  const asked = suppressions(file);
  if (asked.all) return [];
  const all: Found[] = [];
  for (let index = 0; index < file.statements.length; index++) {
    const statement = file.statements[index] as CheckedStatement;
    const { violation, warnings, unjudged } = statement.judgement;
    // Most statements of a large file are sound, and this runs after every keystroke.
    if (violation === undefined && warnings.length === 0 && unjudged?.unknownName === undefined) continue;
    for (const item of itemsOf(statement.judgement)) {
      const severity = grade(item.severity, item.code, file);
      if (severity !== "off") all.push(place(item, severity, statement, index));
    }
  }
  if (file.settings.advice !== "off") for (const rule of ADVICE_RULES) if (rule.recommended || file.settings.advice === "all") all.push(...adviceOf(rule, file, report));
  const { kept, complaints } = suppress(all, asked);
  const result = [...kept, ...complaints.flatMap((diagnostic): Found[] => {
    const severity = grade(diagnostic.severity, diagnostic.code, file);
    return severity === "off" ? [] : [{ diagnostic: { ...diagnostic, severity } }];
  })];
  return result.sort((a, b) => a.diagnostic.range.start - b.diagnostic.range.start);
}

/** What one rule of ours says of a file; nothing where it fails, which costs no other result. */
function adviceOf(rule: AdviceRule, file: CheckedFile, report: ProjectView["report"] | undefined): readonly Found[] {
  const severity = grade(rule.severity, rule.name, file);
  if (severity === "off") return [];
  try {
    return rule.find(file.statements).map(({ statement, ...finding }) => {
      const item: Item = { code: rule.name, severity: rule.severity, ...finding };
      return { ...place(item, severity, file.statements[statement] as CheckedStatement, statement), advice: rule.name };
    });
  } catch (fault) {
    report?.(`advice ${rule.name}`, fault);
    return [];
  }
}

/** A diagnostic before it is placed in a file: what depends on the judgement alone. */
interface Item extends Pick<Found, "violation" | "unknownName"> {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly why: string;
  readonly range: Found["diagnostic"]["range"]; // from the slice's start
}

const itemsByJudgement = new WeakMap<Judgement, readonly Item[]>();

function itemsOf(judgement: Judgement): readonly Item[] {
  let items = itemsByJudgement.get(judgement);
  if (items === undefined) itemsByJudgement.set(judgement, items = makeItems(judgement));
  return items;
}

function makeItems({ violation, further, warnings, unjudged }: Judgement): readonly Item[] {
  const errors = violation === undefined ? [] : [violation, ...further];
  const items = [...errors.map((one) => itemOf(one, "error")), ...warnings.map((one) => itemOf(one, "warning"))];
  if (unjudged?.unknownName !== undefined) {
    const unknownName = unjudged.unknownName;
    items.push({ code: unknownName.code, severity: "warning", ...describeUnknownName(unknownName), range: unknownName.range, unknownName });
  }
  // One mistake, one diagnostic: two findings of one code on one place are the same mistake.
  return items.filter((item, i) => items.findIndex((other) => other.code === item.code && other.range.start === item.range.start) === i);
}

function itemOf(violation: Violation, severity: Severity): Item {
  return { code: violation.code, severity, ...describe(violation), range: violation.range, violation };
}

/** The severity that the settings give a code; an error is the server's word and cannot be changed (contract.md section 5). */
function grade(severity: Severity, code: string, file: CheckedFile): Severity | "off" {
  if (severity === "error") return severity;
  const set = file.settings.severity;
  if (Object.hasOwn(set, code)) return set[code] as Severity | "off";
  for (const [name, wanted] of Object.entries(set)) if (currentCode(name) === code) return wanted;
  return severity;
}

function place(item: Item, severity: Severity, statement: CheckedStatement, index: number): Found {
  const related = item.violation?.related ?? [];
  const diagnostic: Diagnostic = {
    code: item.code, severity, message: item.message, why: item.why,
    range: clamp(shift(item.range, statement.start), statement),
    statement: index,
    related: related.length > 0 || item.unknownName !== undefined ? related : definitionOf(statement),
  };
  return { diagnostic, ...(item.violation === undefined ? {} : { violation: item.violation }), ...(item.unknownName === undefined ? {} : { unknownName: item.unknownName }) };
}

/** The definition of the statement's table, which most refusals are about. */
function definitionOf(statement: CheckedStatement): Diagnostic["related"] {
  const table = tableNamed(statement);
  return table?.origin === undefined ? [] : [{ origin: table.origin, note: `${displayName(table.keyspace, table.name)} is defined here` }];
}

/** A rule's slip must not place a squiggle in another statement, and an empty range would show none: it takes the character behind it, or before it at a line's end. */
function clamp(range: Diagnostic["range"], statement: CheckedStatement): Diagnostic["range"] {
  const last = statement.start + statement.text.length;
  const start = Math.min(Math.max(range.start, statement.start), last);
  const end = Math.max(start, Math.min(range.end, last));
  if (start < end) return { start, end };
  const next = statement.text[start - statement.start];
  if (next !== undefined && next !== "\n" && next !== "\r") return { start, end: start + 1 };
  return { start: Math.max(statement.start, start - 1), end };
}
