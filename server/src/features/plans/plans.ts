/** Every way to serve the query at the cursor, priced, for a list to choose from. */
import { designStatement } from "../../design/design";
import type { Design, DesignRefusal, Plan, PlanKind } from "../../design/plan";
import { priceOf } from "../../design/price";
import type { Range } from "../../text/range";
import type { CheckedFile, CheckedStatement, ProjectView } from "../checked-file";
import type { FileEdit } from "../diagnostics/diagnostic";
import { statementIndexAt } from "../navigation/statement-at";
import { editsOfPlan } from "./plan-edits";

/** One way to serve a query, as a user chooses it. */
export interface PlanOffer {
  readonly kind: PlanKind;
  readonly table: string;
  readonly title: string;
  /** Partitions read, nodes asked, writes per fact. */
  readonly price: string;
  readonly notes: readonly string[];
  /** Empty where nothing has to be written. */
  readonly edits: readonly FileEdit[];
}

/** The plans for one query, best first, or why there are none. */
export interface PlanOffers {
  /** The statement, in file offsets. */
  readonly range: Range;
  readonly refusal: DesignRefusal | null;
  readonly plans: readonly PlanOffer[];
}

const designs = new WeakMap<CheckedStatement, Design>();

/** The design of a statement; an editor asks for the same one at every move of the cursor. */
export function designOf(statement: CheckedStatement): Design {
  let design = designs.get(statement);
  if (design === undefined) designs.set(statement, design = designStatement(statement));
  return design;
}

/** The plans for the statement at `offset` (file offset), with the edits that carry each out; undefined where there is no statement. */
export function plansAt(file: CheckedFile, offset: number, project: ProjectView): PlanOffers | undefined {
  const statement = file.statements[statementIndexAt(file, offset)];
  if (statement === undefined || statement.parsed.statement.kind === "empty") return undefined;
  const { range, refusal, plans } = designOf(statement);
  return {
    range, refusal,
    plans: plans.map((plan) => ({
      kind: plan.kind, table: plan.table, title: titleOf(plan), price: priceOf(plan),
      notes: plan.notes.map(({ message }) => message), edits: editsOfPlan(plan, file, statement, project),
    })),
  };
}

/** What a plan does, as a fix or a list names it. */
export function titleOf(plan: Plan): string {
  const bucket = plan.columns.filter((column) => column.role === "partition").at(-1)?.name ?? "bucket";
  switch (plan.kind) {
    case "existing-table": return `Query ${plan.table} instead, which serves this`;
    case "query-table": return `Create table ${plan.table} and query it`;
    case "time-bucket": case "value-bucket": case "hash-bucket": return `Create table ${plan.table}, its partitions cut by ${bucket}, and query it`;
    case "view": return `Create materialized view ${plan.table} and query it`;
    case "index": return `Create an index: ${plan.ddl.join("; ")}`;
    case "add-relation": return `Give ${plan.bind.map(({ name }) => name).join(" and ")} in the query`;
    case "filter-in-partition": return "Filter inside the partition: ALLOW FILTERING";
  }
}
