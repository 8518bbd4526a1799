import type { CheckContext, Judgement } from "../check/judgement";
import { describe } from "../check/messages/index";
import { isTable, lookUpTable } from "../check/names";
import { isAggregate } from "../check/terms/selector";
import type { Table } from "../schema/model";
import type { Batch, Delete, Insert, ParsedStatement, QualifiedName, Select, Update } from "../syntax/ast";
import { shift } from "../text/range";
import type { AccessPath } from "../check/access-path";
import type { Explanation, Question } from "./explanation";
import { questionsOf } from "./questions";
import { repetitionHazard } from "./idempotence";

/** A judged statement, as a file holds it. */
export interface ExplainInput {
  /** Offset of the slice in the file. */
  readonly start: number;
  readonly parsed: ParsedStatement;
  readonly context: CheckContext;
  readonly judgement: Judgement;
  /** How the server runs what it accepts; may be worked out when it is asked for. */
  readonly access: AccessPath | undefined;
}

/** What the author says besides the statement. */
export interface ExplainOptions {
  /** Rows in a partition of the statement's table (`-- cqlwright: rows=…`). */
  readonly rows?: number;
}

type Explained = Select | Insert | Update | Delete;

/** How a statement runs and what the eight questions come to (contract.md section 6). Statements without a table to look at have no questions. */
export function explainStatement(input: ExplainInput, options: ExplainOptions = {}): Explanation {
  const { parsed, context, judgement, access, start } = input;
  const { statement } = parsed;
  return {
    kind: statement.kind,
    range: shift(statement.range, start),
    verdict: judgement.verdict,
    ...pathOf(access),
    questions: questionsFor(input, access, options),
    notes: notesOf(statement.kind === "batch" ? repetitionOf(statement, context) : undefined, judgement, access),
  };
}

function pathOf(access: AccessPath | undefined): Pick<Explanation, "routing" | "partitions" | "slice" | "index" | "filtering" | "order"> {
  const { routing, partitions, slice, index, filtering, order } = access ?? {};
  return {
    routing: routing ?? null,
    partitions: partitions === undefined ? null : { min: partitions.min, max: partitions.max ?? null },
    slice: slice ?? null,
    index: index === undefined ? null : { name: index.index.name, kind: index.index.kind, replicas: index.replicas },
    filtering: filtering ?? [],
    order: order ?? null,
  };
}

function questionsFor(input: ExplainInput, access: AccessPath | undefined, options: ExplainOptions): readonly Question[] {
  const { statement } = input.parsed;
  const { context, judgement } = input;
  if (statement.kind !== "select" && statement.kind !== "insert" && statement.kind !== "update" && statement.kind !== "delete") return [];
  if (judgement.verdict === "skip" || input.parsed.problems.length > 0) return [];
  const table = tableOf(statement.table, context);
  if (table === undefined) return [];
  return questionsOf({
    statement, table, aggregate: aggregates(statement, table, context),
    ...(access === undefined ? {} : { access }),
    ...(options.rows === undefined ? {} : { rows: options.rows }),
  });
}

function tableOf(name: QualifiedName | undefined, context: CheckContext): Table | undefined {
  const found = name === undefined ? undefined : lookUpTable(name, context);
  return found !== undefined && isTable(found) ? found : undefined;
}

function aggregates(statement: Explained, table: Table, context: CheckContext): boolean {
  if (statement.kind !== "select") return false;
  const { schema, target, server } = context;
  const scope = { schema, keyspace: table.keyspace, target, server, table };
  return statement.groupBy.length > 0 || statement.selectors.some(({ expression }) => isAggregate(expression, scope));
}

/** Why a batch as a whole must not be retried blindly. */
function repetitionOf(batch: Batch, context: CheckContext): string | undefined {
  const hazard = repetitionHazard(batch, undefined) ?? batch.statements.map((write) => repetitionHazard(write, tableOf(write.table, context))).find((found) => found !== undefined);
  return hazard === undefined ? undefined : `not idempotent: ${hazard}`;
}

function notesOf(repetition: string | undefined, { violation, unjudged, warnings }: Judgement, access: AccessPath | undefined): readonly string[] {
  const notes: string[] = [];
  if (violation !== undefined) notes.push(describe(violation).message);
  if (unjudged !== undefined) notes.push(`not judged: ${unjudged.unjudged}`);
  if (access?.routing === "index") notes.push(`the index ${access.index?.index.name ?? ""} is asked on every node`);
  if (access?.routing === "full-scan") notes.push("every node reads its part of the table");
  if (access?.order === "reversed") notes.push("rows are read backwards, against the order in which they are stored");
  if (repetition !== undefined) notes.push(repetition);
  return [...notes, ...warnings.map((warning) => describe(warning).message)];
}
