/** Every way to serve the query at the cursor, priced, for a list to choose from. */
import { designWithWrites, writesOf } from "../../design/companion/plan-writes";
import { designStatement } from "../../design/design";
import type { Design, DesignRefusal, Plan, PlanKind } from "../../design/plan";
import { priceOf } from "../../design/price";
import type { Range } from "../../text/range";
import type { CheckedFile, CheckedStatement, ProjectView } from "../checked-file";
import type { FileEdit } from "../diagnostics/diagnostic";
import { statementIndexAt } from "../navigation/statement-at";
import { editsOfPlan } from "./plan-edits";
import { planPage } from "./plan-page";

/** One way to serve a query, as a user chooses it. */
export interface PlanOffer {
  readonly kind: PlanKind;
  readonly table: string;
  readonly title: string;
  /** What tells the kind of plan from the others, in a few words. */
  readonly remark: string;
  /** Partitions read, nodes asked, writes per fact. */
  readonly price: string;
  readonly notes: readonly string[];
  /** Empty where nothing has to be written. */
  readonly edits: readonly FileEdit[];
  /** The plan as a page of Markdown, with the writes and the backfill that a copy needs; made when it is asked for. */
  readonly page: () => string;
}

/** The plans for one query, best first, or why there are none. */
export interface PlanOffers {
  /** The statement, in file offsets. */
  readonly range: Range;
  readonly refusal: DesignRefusal | null;
  readonly plans: readonly PlanOffer[];
}

const REMARKS: Readonly<Record<PlanKind, string>> = {
  "existing-table": "nothing to create",
  "add-relation": "if the caller can give it",
  "filter-in-partition": "cheap in small partitions",
  index: "each write maintains it",
  view: "the server writes it",
  "query-table": "your writes fill it",
  "time-bucket": "small partitions",
  "hash-bucket": "small partitions",
  "value-bucket": "small partitions",
};

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
  const design = designOf(statement);
  const pageOf = (index: number, title: string): string => {
    const { plans, original } = designWithWrites(design, statement, project.files().flatMap((one) => writesOf(one.uri, one.statements)));
    return planPage(plans[index]!, title, original, project);
  };
  return {
    range: design.range, refusal: design.refusal,
    plans: design.plans.map((plan, index) => {
      const edits = editsOfPlan(plan, file, statement, project);
      const title = edits.length === 0 ? `Leave the query as it is: ${plan.table} serves it` : titleOf(plan);
      return { kind: plan.kind, table: plan.table, title, remark: edits.length === 0 ? "" : REMARKS[plan.kind], price: priceOf(plan), notes: plan.notes.map(({ message }) => message), edits, page: () => pageOf(index, title) };
    }),
  };
}

/** What a plan does, as a fix or a list names it. */
export function titleOf(plan: Plan): string {
  const bucket = plan.columns.filter((column) => column.role === "partition").at(-1)?.name ?? "bucket";
  switch (plan.kind) {
    case "existing-table": return `Query ${plan.table} instead: it serves this`;
    case "query-table": return `Create table ${plan.table} and query it`;
    case "time-bucket": case "value-bucket": case "hash-bucket": return `Create table ${plan.table}, cut by ${bucket}, and query it`;
    case "view": return `Create materialized view ${plan.table} and query it`;
    case "index": return `Create ${plan.ddl.length === 1 ? "an index" : `${plan.ddl.length} indexes`} on ${plan.table} ${indexedOf(plan)}`;
    case "add-relation": return `Give ${plan.bind.map(({ name }) => name).join(" and ")} in the query`;
    case "filter-in-partition": return "Filter inside the partition (ALLOW FILTERING)";
  }
}

/** What the indexes are on, as their definitions say it: `(status)`. */
function indexedOf({ ddl }: Plan): string {
  return ddl.flatMap((text) => /\(.*?\)(?= USING| WITH|;|$)/.exec(text)?.[0] ?? []).join(" and ");
}
