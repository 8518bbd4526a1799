import { isEnabled } from "../../dialect/guardrails";
import { native, formatType, identicalType, isCollection, isMultiCell } from "../../schema/types";
import type { CqlType } from "../../schema/type";
import type { ColumnMask, Expression } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import { checkTerm } from "../terms/term";
import { firstOf } from "../result";
import { violate } from "../violate";
import type { Finding } from "../violation";
import { isViolation } from "../violation";
import type { Place } from "./places";
import { refuse } from "./steps";

/** The server's own masking functions: the parameters after the column, with those that may be left out, and what they give (D-MSK-2, D-MSK-4). */
const MASKS: ReadonlyMap<string, { readonly parameters: readonly ("column" | "int" | "text")[]; readonly required: number; readonly column: "any" | "text"; readonly returns: "column" | "blob" }> = new Map([
  ["mask_default", { parameters: [], required: 0, column: "any", returns: "column" }],
  ["mask_null", { parameters: [], required: 0, column: "any", returns: "column" }],
  ["mask_replace", { parameters: ["column"], required: 1, column: "any", returns: "column" }],
  ["mask_inner", { parameters: ["int", "int", "text"], required: 2, column: "text", returns: "column" }],
  ["mask_outer", { parameters: ["int", "int", "text"], required: 2, column: "text", returns: "column" }],
  ["mask_hash", { parameters: ["text"], required: 0, column: "any", returns: "blob" }],
]);

/** Whether the server has a masking function of this name (lower case). */
export function isMaskOfServer(name: string): boolean {
  return MASKS.has(name);
}

/** MASKED WITH while masking is switched off (D-MSK-1). */
export function checkMaskingEnabled(mask: ColumnMask | undefined, context: CheckContext): Finding {
  return mask === undefined || isEnabled(context.server, context.target, "dynamic_data_masking_enabled") ? undefined
    : violate("masking-disabled", mask.range, { switch: "dynamic_data_masking_enabled" });
}

/** The function of a mask and its arguments (D-MSK-2, D-MSK-3, D-MSK-4), on a column of any role (D-MSK-6). */
export function checkMask(mask: ColumnMask | undefined, type: CqlType | undefined, place: Place, context: CheckContext): Finding {
  if (mask === undefined || mask.function === "default") return undefined;
  if (type === undefined || type.kind === "unknown") return { unjudged: "the type of the masked column is not known" };
  const marker = mask.args.find((argument) => argument.kind === "marker");
  if (marker !== undefined) return refuse("mask-marker", marker.range, {}, { errorClass: "server" });
  const { keyspace, name } = mask.function;
  const own = keyspace === undefined || keyspace.value === "system" ? MASKS.get(name.value) : undefined;
  if (own === undefined) {
    if (keyspace !== undefined && keyspace.value !== place.keyspace) return refuse("mask-function", mask.range, { function: name.value, type: formatType(type) });
    return checkUserMask(mask, name.value, type, place, context);
  }
  const isText = type.kind === "native" && (type.name === "text" || type.name === "ascii");
  if (own.column === "text" && !isText) return refuse("mask-function", mask.range, { function: name.value, type: formatType(type) });
  if (mask.args.length < own.required || mask.args.length > own.parameters.length) return refuse("mask-arguments", mask.range, { function: name.value, type: formatType(type) });
  const parameters = own.parameters.map((parameter) => (parameter === "column" ? type : native(parameter)));
  return checkArguments(mask.args, parameters, place, context)
    ?? (own.returns === "blob" && !(type.kind === "native" && type.name === "blob") ? refuse("mask-type", mask.range, { function: name.value, returns: own.returns, type: formatType(type) }) : undefined);
}

/** A function of the project as a mask: scalar, its first parameter and result the column's type. */
function checkUserMask(mask: ColumnMask, name: string, type: CqlType, place: Place, context: CheckContext): Finding {
  const overloads = place.model?.functions.filter((known) => known.name === name) ?? [];
  if (overloads.length === 0 && !context.schema.complete) return { unjudged: `no file defines function ${name}` };
  const candidates = overloads.filter((known) => known.kind === "function" && known.parameters.length === mask.args.length + 1);
  const fitting = candidates.find((known) => known.parameters[0] !== undefined && identicalType(thawed(known.parameters[0]), thawed(type)));
  if (fitting === undefined) return refuse("mask-function", mask.range, { function: name, type: formatType(type) });
  const wrong = checkArguments(mask.args, fitting.parameters.slice(1), place, context);
  if (wrong !== undefined) return wrong;
  return identicalType(thawed(fitting.returns), thawed(type)) ? undefined
    : refuse("mask-type", mask.range, { function: name, returns: formatType(fitting.returns), type: formatType(type) });
}

/** Functions take and give values, so the outermost `frozen` does not count. */
function thawed(type: CqlType): CqlType {
  return isCollection(type) && isMultiCell(type) ? { ...type, frozen: true } : type;
}

function checkArguments(args: readonly Expression[], parameters: readonly CqlType[], place: Place, context: CheckContext): Finding {
  return firstOf(args, (argument, i) => {
    const parameter = parameters[i];
    if (parameter === undefined || argument.kind === "null") return undefined;
    const found = checkTerm(argument, parameter, { schema: context.schema, keyspace: place.keyspace, target: context.target, server: context.server });
    return isViolation(found) ? refuse("mask-arguments", argument.range, { function: "", type: formatType(parameter) }) : found;
  });
}
