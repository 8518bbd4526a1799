/** `cqlwright/plans`: every way to serve the query at a place, priced, for an editor that lets its user choose and see before anything is written. */
import type { Range as LspRange, TextDocumentPositionParams, WorkspaceEdit } from "vscode-languageserver";
import type { PlanOffer, PlanOffers } from "../features/plans/plans";
import { toRange, toWorkspaceEdit, type EditSupport, type PlaceOf } from "./convert";
import type { TextDocument } from "vscode-languageserver-textdocument";

export const PLANS_METHOD = "cqlwright/plans";

export type PlansParams = TextDocumentPositionParams;

export interface PlansResult {
  readonly range: LspRange;
  readonly refusal: PlanOffers["refusal"];
  readonly plans: readonly OfferedPlan[];
}

/** A plan; `edit` is null where nothing is to be written, or the client cannot write it. Its edits are versioned. */
export interface OfferedPlan extends Omit<PlanOffer, "edits"> {
  readonly edit: WorkspaceEdit | null;
}

/** The plans as the protocol says them. */
export function toPlansResult({ range, refusal, plans }: PlanOffers, document: TextDocument, placeOf: PlaceOf, support: EditSupport): PlansResult {
  return {
    range: toRange(document, range), refusal,
    plans: plans.map(({ edits, ...plan }) => ({ ...plan, edit: (edits.length === 0 ? undefined : toWorkspaceEdit(edits, placeOf, support)) ?? null })),
  };
}
