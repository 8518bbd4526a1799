import type { CqlType } from "../../schema/type";
import type { Expression } from "../../syntax/ast";
import type { Fit } from "./compatible";

/** An argument of a call as overload resolution sees it: a term on the value side, an expression in a select list. */
export interface Argument {
  readonly expression: Expression;
  /** How it suits a parameter. */
  fit(parameter: CqlType): Fit;
  /** The type it has or is taken to have, without a receiver (R-FN-12); "unknown" where it rests on what nothing defines. */
  typeIfKnown(): CqlType | undefined;
}

/** Whether the argument is a bare bind marker. */
export function isMarker(argument: Argument): boolean {
  return argument.expression.kind === "marker";
}
