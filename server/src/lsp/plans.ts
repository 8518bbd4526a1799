/** `cqlwright/plans`: every way to serve the query at a place, priced, for an editor that lets its user choose and see before anything is written. */
import type { Range as LspRange, TextDocumentPositionParams, WorkspaceEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { PlanOffer, PlanOffers } from "../features/plans/plans";
import { toRange, toWorkspaceEdit, type EditSupport, type PlaceOf } from "./convert";

export const PLANS_METHOD = "cqlwright/plans";

/** The request for the page of one plan; the answer is Markdown, or null where that plan is not on offer (any more). */
export const PLAN_PAGE_METHOD = "cqlwright/planPage";

export type PlansParams = TextDocumentPositionParams;

export interface PlanPageParams extends PlansParams {
  /** The plan's title, as the list gave it. */
  readonly title: string;
}

export interface PlansResult {
  readonly range: LspRange;
  readonly refusal: PlanOffers["refusal"];
  readonly plans: readonly OfferedPlan[];
}

/** A plan; `edit` is null where nothing is to be written, or the client cannot write it. Its edits are versioned. */
export interface OfferedPlan extends Omit<PlanOffer, "edits" | "page"> {
  readonly edit: WorkspaceEdit | null;
  /** The files that the edit changes and that cannot be saved. */
  readonly readOnly: readonly string[];
}

/** The plans as the protocol says them. */
export function toPlansResult({ range, refusal, plans }: PlanOffers, document: TextDocument, placeOf: PlaceOf, support: EditSupport, isWritable: (uri: string) => boolean): PlansResult {
  return {
    range: toRange(document, range), refusal,
    plans: plans.map(({ kind, table, title, remark, price, notes, edits }) => ({
      kind, table, title, remark, price, notes,
      edit: (edits.length === 0 ? undefined : toWorkspaceEdit(edits, placeOf, support)) ?? null,
      readOnly: [...new Set(edits.map(({ uri }) => uri))].filter((uri) => !isWritable(uri)).map((uri) => placeOf(uri).uri),
    })),
  };
}
