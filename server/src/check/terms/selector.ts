import { userType } from "../../schema/find";
import { formatType, freeze, isMultiCell, sameType } from "../../schema/types";
import type { CqlType } from "../../schema/type";
import type { Table } from "../../schema/model";
import type { Expression, Name } from "../../syntax/ast";
import { unknownColumn } from "../names";
import { LITERALS_HAVE_TYPES, nativeFunctions } from "../../dialect/functions";
import { firstOf } from "../result";
import { violate } from "../violate";
import type { Finding, Unjudged, Violation } from "../violation";
import type { CallExpression } from "./call";
import { childrenOf, nameOf, operandsOf, tooDeep } from "./call";
import { isCandidate, resolveCall } from "./function";
import { preferredType } from "./constant";
import { hintType, isType } from "./hint-type";
import { NATIVE, isNative } from "./native";
import type { TermScope } from "./scope";
import type { SelectorContext, Typing } from "./selector-context";
import { isLegacyToJson, isTyped, selectorContext } from "./selector-context";
import { fitSelector, resolveSelector, selectorArgument } from "./selector-resolve";
import { elementType, fieldType, ownType, writetimeType } from "./selector-type";
import { checkTerm } from "./term";

const UNKNOWN_COLUMN_TYPE: Unjudged = { unjudged: "the type of a column is not known" };
const TOO_DEEP: Unjudged = { unjudged: "the selector nests too deep" };

/** Names and functions of the selectors, in text order (reading.md section 1, step 3): the first that does not resolve. */
export function resolveSelectors(expressions: readonly Expression[], scope: TermScope): Finding {
  const context = selectorContext(scope);
  return firstOf(expressions, (expression) => (tooDeep(expression) ? TOO_DEEP : resolveSelector(expression, context)));
}

/** Names, functions and types of the selectors (step 7): the server is done with one selector before it looks at the next. */
export function checkSelectors(expressions: readonly Expression[], scope: TermScope): Finding {
  // Most lists name columns alone, which need nothing to be remembered from one selector to the next.
  const { table } = scope;
  if (table !== undefined && expressions.every(isColumn)) return firstOf(expressions as readonly ColumnExpression[], ({ name }) => columnFinding(name, table));
  const context = selectorContext(scope);
  context.readsColumn = false;
  return firstOf(expressions, (expression) => (tooDeep(expression) ? TOO_DEEP : resolveSelector(expression, context) ?? typeFinding(expression, context)));
}

/** Types of the selectors alone, for servers that resolve all names first; to be asked after resolveSelectors found no refusal. */
export function typeSelectors(expressions: readonly Expression[], scope: TermScope): Finding {
  const context = selectorContext(scope);
  context.readsColumn = false;
  return firstOf(expressions, (expression) => (tooDeep(expression) ? TOO_DEEP : typeFinding(expression, context)));
}

type ColumnExpression = Extract<Expression, { kind: "column" }>;

function isColumn(expression: Expression): expression is ColumnExpression {
  return expression.kind === "column";
}

function columnFinding(name: Name, table: Table): Finding {
  const column = table.byName.get(name.value);
  if (column === undefined) return unknownColumn(name, table);
  return column.type.kind === "unknown" ? UNKNOWN_COLUMN_TYPE : undefined;
}

function typeFinding(expression: Expression, context: SelectorContext): Finding {
  const typing = typeExpression(expression, undefined, context);
  return isTyped(typing) ? undefined : typing;
}

/** Both steps for one selector: its type, or the first thing found. `wanted` is the type that its context expects. */
export function typeSelector(expression: Expression, scope: TermScope, wanted?: CqlType): { readonly type: CqlType } | Violation | Unjudged {
  const context = selectorContext(scope);
  const finding = tooDeep(expression) ? TOO_DEEP : resolveSelector(expression, context);
  return finding ?? typeExpression(expression, wanted, context);
}

function cannotInfer(expression: Expression): Violation {
  return violate("cannot-infer-type", expression.range, { what: expression.kind });
}

/** A literal that nothing gives a type: most servers refuse it, for some it has one of its own (R-SEL-1, R-SCY-F10). */
function literalByItself(expression: Expression, context: SelectorContext): Typing {
  const { target } = context.scope;
  if (!LITERALS_HAVE_TYPES.has(target) || expression.kind === "marker") return cannotInfer(expression);
  const type = expression.kind === "constant" ? preferredType(expression, target) : undefined;
  return type === undefined ? { unjudged: "whether the server takes this literal in a select list is not known" } : { type, aggregate: false };
}

/** The type of a literal that holds others; where literals have types of their own, they give it one. */
function typeOfWhole(expression: Expression, wanted: CqlType | undefined, context: SelectorContext): CqlType | undefined {
  const byItself = LITERALS_HAVE_TYPES.has(context.scope.target);
  return ownType(expression, context, !byItself) ?? wanted;
}

/** A literal where another member of its list gave a type of another kind: the server takes the one for the other and trips. */
function castFailure(expression: Expression, type: CqlType): Violation | Unjudged {
  if (type.kind === "unknown" || type.kind === "custom" || type.kind === "user") return { unjudged: "the type of a literal is not known" };
  return violate("literal-kind-mismatch", expression.range, { literal: expression.kind, type: formatType(type) }, { errorClass: "server" });
}

/** A part's type in a context that expects `wanted`, if anything (R-SEL-1 … R-SEL-21). */
function typeExpression(expression: Expression, wanted: CqlType | undefined, context: SelectorContext): Typing {
  switch (expression.kind) {
    case "column": {
      context.readsColumn = true;
      const type = context.scope.table?.byName.get(expression.name.value)?.type;
      return type === undefined || type.kind === "unknown" ? UNKNOWN_COLUMN_TYPE : { type, aggregate: false };
    }
    case "constant": case "null": case "marker": {
      if (wanted === undefined) return literalByItself(expression, context);
      return checkTerm(expression, wanted, context.scope) ?? { type: wanted, aggregate: false };
    }
    case "countStar": return { type: NATIVE.bigint, aggregate: true };
    case "call": case "binary": case "negate": return typeCall(expression, context);
    case "cast": return typeCast(expression, context);
    case "hint": return typeHint(expression, context);
    case "tuple": return typeTuple(expression, wanted, context);
    case "list": case "set": return typeElements(expression, wanted, context);
    case "map": return typeMap(expression, wanted, context);
    case "writetime": return typeWritetime(expression, context);
    case "field": return typeField(expression, context);
    case "element": return typeElement(expression, [expression.key], context);
    case "slice": return typeElement(expression, [expression.from, expression.to], context);
    default: return { unjudged: "the selector is not complete" };
  }
}

/** Types parts one after the other; the first that has none ends it. */
function typeAll(parts: readonly Expression[], wantedOf: (i: number) => CqlType | undefined, context: SelectorContext): { readonly types: readonly CqlType[]; readonly aggregate: boolean } | Violation | Unjudged {
  const types: CqlType[] = [];
  let aggregate = false;
  let unjudged: Unjudged | undefined;
  for (const [i, part] of parts.entries()) {
    const typing = typeExpression(part, wantedOf(i), context);
    if ("code" in typing) return typing;
    if ("unjudged" in typing) unjudged ??= typing;
    else {
      types.push(typing.type);
      aggregate ||= typing.aggregate;
    }
  }
  return unjudged ?? { types, aggregate };
}

function typeCall(call: CallExpression, context: SelectorContext): Typing {
  const operands = operandsOf(call);
  if (isLegacyToJson(call, context.scope)) {
    const typed = typeAll(operands, () => undefined, context);
    return "types" in typed ? { type: NATIVE.text, aggregate: typed.aggregate } : typed;
  }
  const found = context.functions.get(call);
  if (found === undefined) return { unjudged: "a function is not known" };
  const typed = typeAll(found.parameters.length === 0 ? [] : operands, (i) => found.parameters[i], context);
  if (!("types" in typed)) return typed;
  if (found.aggregate && typed.aggregate) return violate("nested-aggregate", call.range, { function: found.name });
  return { type: found.returns, aggregate: found.aggregate || typed.aggregate };
}

/** R-CAST-1 … R-CAST-4. */
function typeCast(expression: Extract<Expression, { kind: "cast" }>, context: SelectorContext): Typing {
  const { scope } = context;
  const typing = typeExpression(expression.operand, undefined, context);
  if (!isTyped(typing)) return typing;
  const target = ownType(expression, context, true);
  if (target === undefined || target.kind === "unknown") return { unjudged: "the target of a cast is not known" };
  const { aggregate } = typing;
  // A column in descending order has no conversion to its own type: the server does not see that they are the same.
  const isDescending = typing.type.kind === "native" && typing.type.descending === true;
  if (sameType(target, typing.type) && !isDescending) return { type: target, aggregate };
  const site = nameOf(expression);
  const as = expression.type.kind === "native" ? expression.type.name : formatType(target);
  if (!nativeFunctions(scope.target).has(site.name.name.value)) {
    return violate("not-castable", expression.range, { type: formatType(typing.type), target: as }, context.readsColumn ? {} : { errorClass: "server" });
  }
  const found = resolveCall({ ...site, args: [selectorArgument(expression.operand, context)], range: expression.range }, scope);
  const isExact = LITERALS_HAVE_TYPES.has(scope.target);
  if (!isCandidate(found)) return "code" in found && (isExact || found.code !== "ambiguous-call") ? violate("not-castable", expression.range, { type: formatType(typing.type), target: as }) : found;
  const [parameter] = found.parameters;
  if (isExact && parameter !== undefined && typing.type.kind === "native" && !sameType(parameter, typing.type)) return violate("not-castable", expression.range, { type: formatType(typing.type), target: as });
  return { type: target, aggregate };
}

/** R-LIT-3, R-LIT-4. */
function typeHint(expression: Extract<Expression, { kind: "hint" }>, context: SelectorContext): Typing {
  const named = hintType(expression.type, context.scope);
  if (!isType(named)) return named;
  const type = freeze(named);
  const fit = fitSelector(expression.operand, type, context);
  const { trap } = context;
  context.trap = undefined;
  if (trap !== undefined) return trap;
  if (fit === "not") return violate("bad-type-hint", expression.operand.range, { hint: formatType(type), reason: "operand" });
  const typing = typeExpression(expression.operand, type, context);
  if (!isTyped(typing)) return typing;
  return fit === "unknown" ? { unjudged: "the type of a hint is not known" } : { type, aggregate: typing.aggregate };
}

/** R-SEL-4, R-LIT-34: parentheses around one expression have no type of their own. */
function typeTuple(expression: Extract<Expression, { kind: "tuple" }>, wanted: CqlType | undefined, context: SelectorContext): Typing {
  const { items } = expression;
  const type = typeOfWhole(expression, wanted, context);
  if (type === undefined) return literalByItself(expression, context);
  const [only] = items;
  if (items.length === 1 && only !== undefined && type.kind !== "tuple") return typeExpression(only, wanted, context);
  const components = type.kind === "tuple" ? type.items : userType(context.scope.schema, type)?.fields.map((field) => field.type);
  if (components === undefined) return castFailure(expression, type);
  const typed = typeAll(items, (i) => components[i], context);
  return "types" in typed ? { type, aggregate: typed.aggregate } : typed;
}

/** R-LIT-34, R-LIT-37, R-SEL-17. */
function typeElements(expression: Extract<Expression, { kind: "list" | "set" }>, wanted: CqlType | undefined, context: SelectorContext): Typing {
  const type = typeOfWhole(expression, wanted, context);
  if (type === undefined) return literalByItself(expression, context);
  const { items } = expression;
  if (type.kind === "map" && items.length === 0) return { type, aggregate: false };
  if (type.kind === "vector" && expression.kind === "list" && items.length !== type.dimension) return violate("vector-size", expression.range, { expected: type.dimension, found: items.length, type: formatType(type) });
  if (expression.kind === "set" && type.kind === "set" && isNative(type.element, "duration")) return violate("duration-in-set-or-key", expression.range, {});
  const element = type.kind === "list" || type.kind === "set" || type.kind === "vector" ? type.element : undefined;
  if (element === undefined || (expression.kind === "set") !== (type.kind === "set")) return castFailure(expression, type);
  const typed = typeAll(items, () => element, context);
  return "types" in typed ? { type, aggregate: typed.aggregate } : typed;
}

/** R-LIT-35, R-SEL-3, R-SEL-21: never a type of its own; a user type or a map by what is expected. */
function typeMap(expression: Extract<Expression, { kind: "map" }>, wanted: CqlType | undefined, context: SelectorContext): Typing {
  const { entries } = expression;
  if (wanted === undefined) return literalByItself(expression, context);
  const definition = userType(context.scope.schema, wanted);
  const keysAreColumns = definition === undefined;
  if (wanted.kind === "map" && isNative(wanted.key, "duration")) return violate("duration-in-set-or-key", expression.range, {});
  const parts: Expression[] = [];
  const types: (CqlType | undefined)[] = [];
  for (const { key, value } of entries) {
    if (wanted.kind === "map") {
      parts.push(key, value);
      types.push(wanted.key, wanted.value);
    } else {
      parts.push(value);
      types.push(key.kind === "column" ? definition?.fields.find(({ name }) => name === key.name.value)?.type : undefined);
    }
  }
  if (wanted.kind !== "map" && keysAreColumns) return castFailure(expression, wanted);
  const finding = firstOf(parts, (part) => resolveSelector(part, context));
  if (finding !== undefined) return finding;
  const typed = typeAll(parts, (i) => types[i], context);
  return "types" in typed ? { type: wanted, aggregate: typed.aggregate } : typed;
}

/** R-SEL-9 … R-SEL-12. */
function typeWritetime(expression: Extract<Expression, { kind: "writetime" }>, context: SelectorContext): Typing {
  const { table, target } = context.scope;
  const [name] = columnsRead(expression.operand);
  const column = name === undefined ? undefined : table?.byName.get(name);
  if (column === undefined) return { unjudged: "the column is not known" };
  if (column.role === "partition" || column.role === "clustering") return violate("writetime-on-key", expression.operand.range, { function: expression.name, column: column.name, role: column.role });
  const typing = typeExpression(expression.operand, undefined, context);
  if (!isTyped(typing)) return typing;
  if (target !== "cassandra-5.0" && isMultiCell(typing.type)) return violate("writetime-on-multicell", expression.operand.range, { function: expression.name, column: column.name, type: formatType(column.type) });
  return { type: writetimeType(expression.name, typing.type), aggregate: false };
}

/** R-SEL-5; parentheses around a user type are no tuple here. */
function typeField(expression: Extract<Expression, { kind: "field" }>, context: SelectorContext): Typing {
  const { operand, field } = expression;
  const [only] = operand.kind === "tuple" ? operand.items : [];
  const typing = typeExpression(operand, only === undefined ? undefined : ownType(only, context, true), context);
  if (!isTyped(typing)) return typing;
  const { type } = typing;
  if (type.kind === "custom") return { unjudged: "the type of a selector is not known" };
  const shown = operand.kind === "column" ? operand.name.value : "";
  if (type.kind !== "user") return violate("not-a-user-type", expression.range, { field: field.value, type: formatType(type), ...(shown === "" ? {} : { column: shown }) });
  const found = fieldType(type, field.value, context);
  if (found === undefined) return violate("unknown-field", field.range, { field: field.value, type: type.name, fields: (userType(context.scope.schema, type)?.fields ?? []).map(({ name }) => name) });
  return found.kind === "unknown" ? { unjudged: "the type of a field is not known" } : { type: found, aggregate: typing.aggregate };
}

/** R-SEL-6 … R-SEL-8: elements and slices of sets and maps. */
function typeElement(expression: Extract<Expression, { kind: "element" | "slice" }>, bounds: readonly (Expression | undefined)[], context: SelectorContext): Typing {
  const { operand } = expression;
  const typing = typeExpression(operand, undefined, context);
  if (!isTyped(typing)) return typing;
  const { type } = typing;
  if (type.kind === "custom") return { unjudged: "the type of a selector is not known" };
  const listOnScylla = type.kind === "list" && context.scope.target === "scylla" && expression.kind === "element";
  if (type.kind !== "map" && type.kind !== "set" && !listOnScylla) {
    return violate("element-needs-map-or-set", expression.range, { type: formatType(type), ...(operand.kind === "column" ? { column: operand.name.value } : {}) });
  }
  const key = type.kind === "map" ? type.key : type.kind === "set" ? type.element : NATIVE.int;
  for (const [i, bound] of bounds.entries()) {
    if (bound === undefined) continue;
    const finding = checkTerm(bound, key, context.scope);
    if (finding !== undefined) return finding;
    // R-SEL-8: of frozen values, and as an upper bound, null is left for execution to find.
    if (bound.kind === "null" && i === 0 && isMultiCell(type)) return violate("null-subscript", bound.range, {}, { errorClass: "server" });
  }
  const result = expression.kind === "slice" ? type : elementType(type);
  return result === undefined ? { unjudged: "the type of an element is not known" } : { type: result, aggregate: typing.aggregate };
}

/** The names of all columns that the expression reads; names inside `{name: x}` are not told from fields and count too. */
export function columnsRead(expression: Expression): readonly string[] {
  if (expression.kind === "column") return [expression.name.value];
  const names: string[] = [];
  let level: readonly Expression[] = childrenOf(expression);
  while (level.length > 0) {
    for (const part of level) if (part.kind === "column") names.push(part.name.value);
    level = level.flatMap(childrenOf);
  }
  return names;
}

/** Whether the expression is or contains a call of an aggregate, native or of the schema. */
export function isAggregate(expression: Expression, scope: TermScope): boolean {
  let level: readonly Expression[] = [expression];
  while (level.length > 0) {
    if (level.some((part) => isAggregateCall(part, scope))) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
}

function isAggregateCall(expression: Expression, scope: TermScope): boolean {
  if (expression.kind === "countStar") return true;
  if (expression.kind !== "call") return false;
  const { name } = expression;
  if ((name.keyspace === undefined || name.keyspace.value === "system") && nativeFunctions(scope.target).get(name.name.value)?.aggregate === true) return true;
  const functions = scope.schema.keyspaces.get(name.keyspace?.value ?? scope.keyspace)?.functions ?? [];
  return functions.some((user) => user.name === name.name.value && user.kind === "aggregate");
}
