import type { CheckContext, Judgement } from "../check/judgement";
import type { ParsedStatement } from "../syntax/ast";
import { shift } from "../text/range";
import type { Design } from "./plan";
import { refuse } from "./refusal";

/** A statement with all that its design depends on; the features' checked statement is one. */
export interface DesignRequest {
  /** Offset of the slice in the file. */
  readonly start: number;
  readonly text: string;
  readonly parsed: ParsedStatement;
  readonly context: CheckContext;
  readonly judgement: Judgement;
}

export interface DesignOptions {
  /** Index of the statement in its file. */
  readonly statement?: number;
}

/** The tables and other ways that answer a SELECT, or why none can (designer.md). Never throws; a statement that is no SELECT is refused. */
export function designStatement(request: DesignRequest, options: DesignOptions = {}): Design {
  const { range } = request.parsed.statement;
  return {
    statement: options.statement ?? 0, range: shift(range, request.start), original: request.text.slice(range.start, range.end),
    refusal: refuse("not-supported"), plans: [],
  };
}
