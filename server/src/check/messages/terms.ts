import type { ViolationData } from "../violation";
import type { MessageTable } from "./entry";
import { show } from "./entry";

const ONE_TYPE_EACH = "Each kind of literal stands for a few types only, and the server never converts a value to fit its column.";
const TEXT_FORMS = "The text of a literal is read for the column's type when the statement is prepared, and only its exact forms are taken.";
const ONE_FUNCTION = "A call must mean exactly one function; the server chooses by the types of the arguments, and a literal or marker may be of several.";
const NO_NULL_MEMBER = "A collection is stored member by member, and there is no cell for a member that is null.";
const TYPE_BY_CONTEXT = "The type of every result column is fixed when the statement is prepared, and a bare literal or marker has none of its own.";
const RUN_WHEN_EXECUTED = "Functions in a value run when the statement is executed, and their failure fails the statement.";

/** ` for column v`, where the value is for a column. */
function forColumn(data: ViolationData): string {
  return data.column === undefined ? "" : ` for column ${show(data, "column")}`;
}

/** `: write x`, or how a value of the type looks. */
function correction(data: ViolationData): string {
  if (data.instead !== undefined) return `: write ${show(data, "instead")}`;
  const type = show(data, "type");
  // Of the types' names, those with a, e or i in front want "an"; "uuid" does not.
  return data.example === undefined ? "" : `: ${/^[aei]/.test(type) ? "an" : "a"} ${type} looks like ${show(data, "example")}`;
}

const KINDS: Readonly<Record<string, string>> = { string: "a string", integer: "a whole number", float: "a decimal number", boolean: "a boolean", uuid: "a uuid", hex: "a blob", duration: "a duration" };
const kind = (data: ViolationData): string => KINDS[show(data, "kind")] ?? show(data, "kind");

/** What to write in place of an unknown function. */
function otherFunction(data: ViolationData): string {
  if (data.instead !== undefined) return `: write ${show(data, "instead")}`;
  return data.nearest === undefined ? "" : `. Did you mean ${show(data, "nearest")}?`;
}

const LITERAL_MESSAGES: MessageTable = {
  "type-mismatch": {
    message: (data) => `${show(data, "literal")} is ${kind(data)}, which is no ${show(data, "type")}${forColumn(data)}${correction(data)}`,
    why: ONE_TYPE_EACH,
  },
  "bad-literal-value": {
    message: (data) => `${show(data, "literal")} is not a valid ${show(data, "type")}${forColumn(data)}${correction(data)}`,
    why: TEXT_FORMS,
  },
  "null-for-counter": {
    message: (data) => `null cannot be added to a counter${data.column === undefined ? "" : ` (${show(data, "column")})`}: write a whole number`,
    why: "A counter changes by adding a number to it, and null is none.",
  },
  "literal-kind-mismatch": {
    message: (data) => `A ${show(data, "literal")} literal is no value of ${data.type === undefined ? "the type that is expected here" : `type ${show(data, "type")}`}${forColumn(data)}`,
    why: "[…] makes a list or vector, {…} a set, {k: v} a map or user type, (…) a tuple, and none of them turns into another.",
  },
  "element-type-mismatch": {
    message: (data) => `This member must be a ${show(data, "expected")}${forColumn(data)}`,
    why: "All members of a collection have the type that its definition gives them.",
  },
  "marker-in-collection-literal": {
    message: (data) => `A bind marker cannot stand inside a ${show(data, "collection")} literal${forColumn(data)}: bind the whole ${show(data, "collection")} with one marker`,
    why: "The server builds a collection literal as one value and cannot leave gaps in it for values that come later.",
  },
  "null-in-collection": {
    message: (data) => `null cannot be a member of a ${show(data, "collection")}${forColumn(data)}: leave it out`,
    why: NO_NULL_MEMBER,
  },
  "vector-size": {
    message: (data) => `${show(data, "type")} has ${show(data, "expected")} components, but ${show(data, "found")} are given${forColumn(data)}`,
    why: "A vector is stored as a fixed number of values side by side, so each one must be there.",
  },
  "tuple-size": {
    message: (data) => `${show(data, "type")} has ${show(data, "expected")} components, but ${show(data, "found")} are given${forColumn(data)}`,
    why: "The members of a tuple literal fill the type's components from left to right, and what is left over has no place.",
  },
  "unknown-field": {
    message: (data) => `Type ${show(data, "type")} has no field ${show(data, "field")}: its fields are ${show(data, "fields")}`,
    why: "A user type's value has exactly the fields of its definition; names are folded to lower case unless quoted.",
  },
  "bad-type-hint": {
    message: (data) => (data.reason === "receiver"
      ? `A value hinted as ${show(data, "hint")} is no ${show(data, "type")}${forColumn(data)}: hint it as ${show(data, "type")}, or leave the hint out`
      : `This value is no ${show(data, "hint")}: a hint says what type a value has, it does not convert it`),
    why: "A hint only tells apart what a value may be; converting is what CAST and the functions do.",
  },
};

const FUNCTION_MESSAGES: MessageTable = {
  "unknown-function": {
    message: (data) => (data.known === undefined
      ? `There is no function ${show(data, "function")}${otherFunction(data)}`
      : `${show(data, "target")} has no function ${show(data, "function")}${otherFunction(data)}`),
    why: (data) => (data.known === undefined
      ? "An unqualified function is looked for among the server's own and those of the table's keyspace."
      : `Only ${show(data, "known")} have it; functions come and go with versions.`),
  },
  "wrong-argument-count": {
    message: (data) => `${show(data, "function")} takes ${show(data, "expected")} argument${show(data, "expected") === "1" ? "" : "s"}, but ${show(data, "found")} ${show(data, "found") === "1" ? "is" : "are"} given`,
    why: "Functions have no default values for arguments that are left out.",
  },
  "argument-type-mismatch": {
    message: (data) => `Argument ${show(data, "position")} of ${show(data, "function")} must be a ${show(data, "expected")}${data.type === undefined ? "" : `, not a ${show(data, "type")}`}${data.order === undefined ? "" : ` in ${show(data, "order")} order`}`,
    why: "Arguments are not converted to the types of a function's parameters; under a descending clustering order the server does not see a collection or vector.",
  },
  "no-matching-signature": {
    message: (data) => `No ${show(data, "function")} takes (${show(data, "arguments")}): there is ${show(data, "signatures")}`,
    why: "The server looks for a signature that takes every argument as it is.",
  },
  "ambiguous-call": {
    message: (data) => `${show(data, "function")}(${show(data, "arguments")}) could mean ${show(data, "signatures")}: say which with a type hint, such as (timestamp)?`,
    why: ONE_FUNCTION,
  },
  "operation-not-supported": {
    message: (data) => `${show(data, "left")} ${show(data, "operator")} ${show(data, "right")} is not supported${data.receiver === undefined ? "" : ` where a ${show(data, "receiver")} is expected`}`,
    why: "Operators exist for pairs of numbers, for a timestamp or date with a duration, and from 4.1 on for adding texts.",
  },
  "ambiguous-operation": {
    message: (data) => `The operands of ${show(data, "operator")} may be of several types: give each a type hint, such as (int)?`,
    why: ONE_FUNCTION,
  },
  "cannot-infer-argument-type": {
    message: (data) => `The type of argument ${show(data, "position")} of ${show(data, "function")} cannot be told: give it a type hint, such as (int)?`,
    why: "This function takes its types from its arguments, and a marker, null or empty literal has none.",
  },
  "json-function-misplaced": {
    message: (data) => `${show(data, "function")} cannot be used ${show(data, "place")}`,
    why: "fromJson needs a column whose type it turns the text into; toJson before 5.0 is made for result columns only.",
  },
  "vector-dimension-mismatch": {
    message: (data) => `${show(data, "function")} compares vectors of one length, but these have ${show(data, "left")} and ${show(data, "right")} components`,
    why: "A similarity is computed component by component.",
  },
  "aggregate-as-value": {
    message: (data) => `${show(data, "function")} is an aggregate and gives no value${forColumn(data)}: compute it with a SELECT first`,
    why: "Aggregates run over the rows of a result, and a value is needed before any row is read.",
  },
  "nested-aggregate": {
    message: (data) => `${show(data, "function")} is an aggregate and cannot take another aggregate as its argument`,
    why: "All aggregates of a SELECT run in one pass over the same rows, so none can wait for another.",
  },
  "result-type-mismatch": {
    message: (data) => `${show(data, "function")} gives a ${show(data, "result")}, which is no ${show(data, "type")}${forColumn(data)}`,
    why: "The result of a function is stored or compared as it is, never converted.",
  },
  "not-castable": {
    message: (data) => `A ${show(data, "type")} cannot be cast to ${show(data, "target")}${show(data, "target") === "varchar" ? ": write text" : ""}`,
    why: "CAST knows numbers among each other, anything simple to text or ascii, and timestamps and dates.",
  },
};

const SELECTOR_MESSAGES: MessageTable = {
  "cannot-infer-type": {
    message: () => "The type of this selector cannot be told: put a type hint before it, such as (int)",
    why: TYPE_BY_CONTEXT,
  },
  "writetime-on-key": {
    message: (data) => `${show(data, "function")} of ${show(data, "column")} does not exist: it is part of the primary key`,
    why: "Timestamps and TTLs belong to cells, and key columns are the row's address, not cells.",
  },
  "writetime-on-multicell": {
    message: (data) => `${show(data, "function")} of ${show(data, "column")} is not supported: it is a ${show(data, "type")}, stored in several cells`,
    why: "Every cell of a collection that is not frozen has a timestamp of its own; before 5.0 there is no way to return them.",
  },
  "not-a-user-type": {
    message: (data) => `${data.column === undefined ? "This" : show(data, "column")} is a ${show(data, "type")}, which has no fields such as ${show(data, "field")}`,
    why: "Only values of user types have fields; CQL has no table aliases, so t.c reads field c of column t.",
  },
  "element-needs-map-or-set": {
    message: (data) => `${data.column === undefined ? "This" : show(data, "column")} is a ${show(data, "type")}: only elements of maps and sets can be selected`,
    why: "Maps and sets are stored by key; a list's cells are not stored by index, so the whole list would be read.",
  },
  "null-subscript": {
    message: () => "null is no key of a map and no member of a set: write a value",
    why: NO_NULL_MEMBER,
  },
  "group-function-is-aggregate": { message: (data) => `GROUP BY cannot use the aggregate ${show(data, "function")}`, why: "Aggregates are computed for each group, after the groups are made." },
  "group-function-without-column": { message: () => "A function in GROUP BY must be of a clustering column", why: "A group is a run of rows with the same value, so the function must depend on the row." },
  "group-function-many-columns": { message: (data) => `A function in GROUP BY can be of one column only, not of ${show(data, "columns")}`, why: "Rows are sorted by one column after the other, so only a function of one of them keeps groups together." },
  "group-function-not-clustering": { message: (data) => `GROUP BY can apply a function to a clustering column only, and ${show(data, "column")} is none`, why: "Only rows inside a partition are sorted, by the clustering columns." },
  "group-function-not-monotonic": { message: () => "This function cannot be used in GROUP BY: use floor() with a constant duration, toDate, toTimestamp or toUnixTimestamp", why: "Groups are formed while rows stream by in order, so the function must keep that order." },
  "group-by-bad-item": { message: () => "GROUP BY takes columns and function calls only", why: "The server handles nothing else here, and fails with an internal error." },
};

const EXECUTION_MESSAGES: MessageTable = {
  "bad-json": { message: (data) => `The JSON text is no ${show(data, "type")}: ${show(data, "reason")}`, why: RUN_WHEN_EXECUTED },
  "operation-failed": { message: (data) => `This operation fails: ${show(data, "reason")}`, why: RUN_WHEN_EXECUTED },
  "bad-blob-value": { message: (data) => `These bytes are no ${show(data, "type")}`, why: "blobAs… does not convert; the bytes must be a value of the type already." },
  "bad-floor-argument": { message: (data) => `floor cannot use this: ${show(data, "reason")}`, why: "floor counts whole steps from a start, so the step must be positive and fit the type's precision." },
  "bad-logarithm": { message: (data) => `There is no logarithm of ${show(data, "value")}`, why: RUN_WHEN_EXECUTED },
  "bad-mask-padding": { message: () => "The padding of a mask must be exactly one character", why: RUN_WHEN_EXECUTED },
  "bad-hash-algorithm": { message: (data) => `There is no hash algorithm ${show(data, "algorithm")}: use SHA-256, the default, or another one that Java has`, why: RUN_WHEN_EXECUTED },
  "zero-vector": { message: () => "The cosine similarity of a vector of zeros does not exist", why: "The cosine divides by the lengths of both vectors." },
  "cast-failed": { message: (data) => `${show(data, "value")} cannot be cast to ${show(data, "target")}`, why: RUN_WHEN_EXECUTED },
};

/** The words for what is refused about values, functions and selectors. */
export const TERM_MESSAGES: MessageTable = { ...LITERAL_MESSAGES, ...FUNCTION_MESSAGES, ...SELECTOR_MESSAGES, ...EXECUTION_MESSAGES };
