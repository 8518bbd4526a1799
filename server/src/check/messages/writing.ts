import type { ViolationData } from "../violation";
import type { MessageTable } from "./entry";
import { didYouMean, listed, show } from "./entry";

const WRITE_WITHOUT_READ = "A write stores what it is given without reading the row first; only counters and collections have operations that need no old value.";
const ONE_CELL = "A frozen value is stored in one cell, so it can only be replaced as a whole.";
const ONE_TIMESTAMP = "The agreement on a condition gives the write its timestamp, which must be newer than all before.";
const COUNTERS_APART = "A counter's cell holds increments of each replica with clocks of their own, so nothing but adding to it is possible.";
const CONDITION_ON_ONE_ROW = "The replicas of one partition agree on a condition and its write together, so both must name what they are about exactly.";
const NULL_MARKS_NOTHING = "Null stands for a cell that is not there, so it can name no element.";
const LIST_POSITIONS = "An element of a list is found by counting from its beginning, which the server does by reading the list first.";
const JSON_ROW = "INSERT … JSON writes every column of the table from one JSON object, by name.";
const VIRTUAL = "A virtual table shows the state of the server and stores nothing.";
const EXPIRY = "When a cell expires is stored in 32 bits, as seconds since 1970.";
const GUARDRAIL = "Whoever runs the server has set this limit in its configuration.";
const BATCH_TOGETHER = "A batch is applied as one, so its statements must be of a kind.";

/** What SET or a deletion does to a frozen column, in words. */
function frozenChange(data: ViolationData): string {
  const sign = show(data, "sign");
  return sign === "[]" ? "Single elements" : sign === "-" ? "Parts" : "More elements";
}

function withCondition(data: ViolationData): string {
  return data.remedy === "with-condition" ? ", or add IF EXISTS or a condition, with which the server reads the row" : "";
}

const INSERT_MESSAGES: MessageTable = {
  "insert-into-counter-table": {
    message: (data) => `${show(data, "table")} holds counters, which are never inserted: write UPDATE ${show(data, "table")} SET counter = counter + 1 WHERE …`,
    why: COUNTERS_APART,
  },
  "insert-value-count": {
    message: (data) => `${show(data, "columns")} columns are named, but ${show(data, "values")} values are given: ${data.surplus === "value" ? "remove the values without a column" : `give a value for ${show(data, "surplus")}`}`,
    why: "Each value goes to the column in the same place.",
  },
  "insert-column-twice": { message: (data) => `${show(data, "column")} is named twice: keep one`, why: "Both values would get the same timestamp, so neither could win." },
  "tuple-for-user-type": {
    message: (data) => `A value for ${show(data, "column")} in round brackets breaks the server: write {field: value} for the type ${show(data, "type")}`,
    why: "The server takes the literal for a tuple and then fails when it stores it as a user type.",
  },
  "json-not-object": { message: (data) => `A JSON object is needed here, but this is ${show(data, "found")}: write '{"column": value}'`, why: JSON_ROW },
  "json-unknown-column": {
    message: (data) => `Table ${show(data, "table")} has no column ${show(data, "column")}, which the JSON object has a value for${didYouMean(data)}`,
    why: "Keys of the object are names of columns in lower case, unless they carry double quotes of their own.",
  },
  "json-value-mismatch": { message: (data) => `The JSON value of ${show(data, "column")} is no ${show(data, "type")}: ${show(data, "reason")}`, why: "Each value of the object is decoded as its column's type." },
  "json-key-missing": {
    message: (data) => `The JSON object has no value for ${show(data, "column")}, a column of the primary key: add "${show(data, "column")}"`,
    why: "INSERT … JSON writes null to every column that the object leaves out, and columns of the key are never null.",
  },
  "json-into-compact-table": {
    message: (data) => `INSERT … JSON cannot write to ${show(data, "table")}, a table with COMPACT STORAGE and no clustering column: write VALUES`,
    why: "JSON has a value for every column, but none for the hidden clustering column of such a table.",
  },
  "compact-value-missing": {
    message: (data) => `A row of ${show(data, "table")} needs a value for ${show(data, "column")}`,
    why: "A table with COMPACT STORAGE stores each row as its one value, so a row without it would leave no trace.",
  },
  "empty-compact-clustering": {
    message: (data) => `${show(data, "column")} cannot be empty in ${show(data, "table")}: write a value`,
    why: "A table with COMPACT STORAGE and one clustering column stores that column as the name of the cell.",
  },
  "clustering-value-too-long": {
    message: (data) => `The clustering columns up to ${show(data, "column")} hold more than ${show(data, "limit")} bytes: store long texts in another column`,
    why: "The length of a clustering value is stored in two bytes.",
  },
  "vector-not-indexable": {
    message: (data) => (data.reason === "zero" ? `The index ${show(data, "index")} holds no vector of zeros: write another ${show(data, "column")}, or index it by euclidean distance` : `The index ${show(data, "index")} holds finite numbers only: write another ${show(data, "column")}`),
    why: "A vector is put into its index as it is written, which compares it with its neighbours: the angle of a vector of zeros, or a distance to infinity, does not exist.",
  },
  "descending-vector-index": {
    message: (data) => `The index ${show(data, "index")} breaks every write of a row to ${show(data, "table")}, since the vector ${show(data, "column")} is in descending order: drop the index`,
    why: "The server does not see the vector under the descending clustering order when it begins the index in memory.",
  },
  "indexed-value-too-long": {
    message: (data) => `The index ${show(data, "index")} holds no value of more than ${show(data, "limit")} bytes: shorten ${show(data, "column")}, or drop the index`,
    why: "An ordinary index keeps each value as the partition key of a table of its own.",
  },
};

const SET_MESSAGES: MessageTable = {
  "key-column-assigned": {
    message: (data) => `${show(data, "column")} is part of the primary key and cannot be set: name the row in WHERE, or delete it and insert another`,
    why: "The primary key says where a row is stored, so a row with another key is another row.",
  },
  "counter-assigned": {
    message: (data) => `The counter ${show(data, "column")} cannot be set: write ${show(data, "column")} = ${show(data, "column")} + 1`,
    why: COUNTERS_APART,
  },
  "addition-to-non-counter": {
    message: (data) => `${show(data, "column")} is ${show(data, "type")}, to which nothing can be added unread: set the new value${withCondition(data)}`,
    why: WRITE_WITHOUT_READ,
  },
  "subtraction-from-non-counter": {
    message: (data) => `${show(data, "column")} is ${show(data, "type")}, from which nothing can be subtracted: set the new value`,
    why: WRITE_WITHOUT_READ,
  },
  "addition-to-unaddable-type": {
    message: (data) => `${show(data, "column")} is ${show(data, "type")}, which has no ${data.sign === "-" ? "difference" : "sum"}: set the new value`,
    why: "With IF the server reads the row and can add, but only numbers and texts.",
  },
  "addition-to-tuple": { message: (data) => `Nothing can be added to ${show(data, "column")}, which is ${show(data, "type")}: set the new value`, why: WRITE_WITHOUT_READ },
  "frozen-collection-changed": {
    message: (data) => `${frozenChange(data)} of ${show(data, "column")} cannot be written, since ${show(data, "type")} is frozen: set the whole value`,
    why: ONE_CELL,
  },
  "map-subtraction-needs-set": {
    message: (data) => `Entries are taken out of the map ${show(data, "column")} by their keys: write a set of ${show(data, "keys")}, {key, …}`,
    why: "An entry is found by its key alone, whatever its value.",
  },
  "prepend-to-non-list": {
    message: (data) => `Only a list has a front to add to, but ${show(data, "column")} is ${show(data, "type")}: write ${show(data, "column")} = ${show(data, "column")} + …`,
    why: "Sets and maps keep their elements sorted, and other types hold one value.",
  },
  "element-of-non-collection": { message: (data) => `${show(data, "column")} is ${show(data, "type")}, which has no elements: name the column alone`, why: "Only lists, sets and maps hold elements." },
  "element-of-set": {
    message: (data) => `An element of the set ${show(data, "column")} has nothing to be set: write ${show(data, "column")} = ${show(data, "column")} + {element}`,
    why: "A set holds elements without values.",
  },
  "field-of-non-user-type": { message: (data) => `${show(data, "column")} is ${show(data, "type")}, which has no field ${show(data, "field")}: name the column alone`, why: "Only user types have fields." },
  "field-of-frozen-type": {
    message: (data) => `The field ${show(data, "field")} of ${show(data, "column")} cannot be written alone, since ${show(data, "type")} is frozen: set the whole value`,
    why: ONE_CELL,
  },
  "null-list-index": { message: (data) => `Null is no index of the list ${show(data, "column")}: write a number`, why: NULL_MARKS_NOTHING },
  "null-set-element": { message: (data) => `Null is no element of the set ${show(data, "column")}: write a value`, why: NULL_MARKS_NOTHING },
  "list-index-negative": { message: (data) => `The list ${show(data, "column")} has no negative index: count from 0`, why: LIST_POSITIONS },
  "counter-decrement-overflow": { message: (data) => `This number cannot be subtracted from ${show(data, "column")}: add it instead`, why: "The smallest bigint has no negation that fits 64 bits." },
};

const DELETE_MESSAGES: MessageTable = {
  "key-column-deleted": {
    message: (data) => `${show(data, "column")} is part of the primary key and cannot be deleted alone: write DELETE FROM ${show(data, "table")} WHERE … for the row`,
    why: "A row without a column of its key would be stored nowhere.",
  },
  "range-delete-of-columns": {
    message: (data) => `${show(data, "column")} can only be deleted from rows that are named in full${listed(data, "missing") === "" ? ", not from a range" : `: add ${listed(data, "missing")} to WHERE`}, or leave the column out to delete whole rows`,
    why: "A range is deleted by one marker over its rows, and a marker covers rows, not columns.",
  },
  "conditional-delete-key-incomplete": {
    message: (data) => (listed(data, "missing") === "" ? `A DELETE with IF on ${show(data, "table")} names the columns to delete: a table with COMPACT STORAGE has a hidden clustering column` : `A DELETE with IF names one row of ${show(data, "table")}: add ${listed(data, "missing")} = … to WHERE`),
    why: CONDITION_ON_ONE_ROW,
  },
};

const USING_MESSAGES: MessageTable = {
  "ttl-negative": { message: (data) => `A time to live of ${show(data, "ttl")} is negative: write seconds, or 0 for none`, why: "The time to live counts from now on." },
  "ttl-too-large": { message: (data) => `A time to live of ${show(data, "ttl")} seconds is more than ${show(data, "limit")}, twenty years: write less, or 0 for none`, why: "No server takes a longer time to live." },
  "ttl-past-last-expiry": {
    message: (data) => `With ${show(data, "source")} ${show(data, "ttl")} the cells would expire after 19 January 2038: write less than ${show(data, "years")} years, or 0 for none`,
    why: EXPIRY,
  },
  "timestamp-out-of-range": { message: (data) => `${show(data, "value")} is no timestamp: write microseconds since 1970`, why: "The smallest bigint stands for no timestamp inside the server." },
  "timestamp-with-condition": { message: () => "A write with IF takes no USING TIMESTAMP: leave one of them out", why: ONE_TIMESTAMP },
  "counter-write-timestamp": { message: (data) => `${show(data, "table")} holds counters, which take no USING TIMESTAMP: leave it out`, why: COUNTERS_APART },
  "counter-write-ttl": { message: (data) => `${show(data, "table")} holds counters, which cannot expire: leave USING TTL out`, why: COUNTERS_APART },
  "timeout-not-milliseconds": { message: (data) => `${show(data, "value")} is no timeout: write whole milliseconds without days or months, such as 500ms`, why: "The coordinator waits for a fixed time, counted in milliseconds." },
};

const CONDITION_MESSAGES: MessageTable = {
  "condition-on-counter-table": { message: (data) => `${show(data, "table")} holds counters, which take no IF: leave it out`, why: COUNTERS_APART },
  "condition-on-counter": { message: (data) => `The counter ${show(data, "column")} cannot be tested in IF: leave the condition out`, why: COUNTERS_APART },
  "condition-on-key-column": {
    message: (data) => `${show(data, "column")} is part of the primary key and cannot be tested in IF: put it into WHERE`,
    why: "WHERE already names the row, so its key is known before anything is read.",
  },
  "condition-on-element-of-non-collection": { message: (data) => `${show(data, "column")} is ${show(data, "type")}, which has no elements to test: compare the column itself`, why: "Only lists and maps have elements with a value." },
  "condition-on-element-of-set": {
    message: (data) => `An element of the set ${show(data, "column")} cannot be tested with [ ]: write ${show(data, "column")} CONTAINS element`,
    why: "A set holds elements without values.",
  },
  "condition-on-field-of-non-user-type": {
    message: (data) => `${show(data, "column")} is ${show(data, "type")}, which has no fields: compare the column itself`,
    why: "Only user types have fields; the server does not expect the question and fails.",
  },
  "null-in-condition": {
    message: (data) => `${show(data, "column")} cannot be compared with null by ${show(data, "operator")}: use = or !=`,
    why: "Null stands for a cell that is not there, and an empty collection is one without cells, so there is nothing to be greater or less than.",
  },
  "conditional-in-on-partition-key": { message: (data) => `A write with IF names one partition, but ${listed(data, "column")} is restricted by IN: write one statement for each value`, why: CONDITION_ON_ONE_ROW },
  "conditional-in-on-clustering": { message: (data) => `A write with IF names one row, but ${listed(data, "column")} is restricted by IN: write one statement for each value`, why: CONDITION_ON_ONE_ROW },
};

const BATCH_MESSAGES: MessageTable = {
  "batch-ttl": { message: () => "A batch takes no TTL: write USING TTL in its statements", why: "A time to live belongs to the cells of one write." },
  "batch-timestamp-twice": { message: () => "The batch has a timestamp, and so has this statement: keep one of them", why: "The timestamp of a batch is that of all its statements." },
  "batch-timestamp-with-condition": { message: () => "A batch with IF in one of its statements takes no USING TIMESTAMP: leave one of them out", why: ONE_TIMESTAMP },
  "batch-timestamp-with-counters": { message: () => "A batch of counters takes no USING TIMESTAMP: leave it out", why: COUNTERS_APART },
  "counter-batch-with-other-write": { message: (data) => `${show(data, "table")} holds no counters, so it cannot be written in a COUNTER batch: write to it outside`, why: BATCH_TOGETHER },
  "batch-mixes-counters": { message: (data) => `The batch writes counters of ${show(data, "table")} and also ${show(data, "other")}, which has none: make two batches`, why: BATCH_TOGETHER },
  "logged-batch-with-counters": {
    message: (data) => `${show(data, "table")} holds counters, which no logged batch takes: write BEGIN COUNTER BATCH or BEGIN UNLOGGED BATCH`,
    why: "A logged batch is replayed after a failure, and an increment that is applied twice counts twice.",
  },
  "logged-batch-with-virtual-table": { message: (data) => `${show(data, "table")} is a virtual table, which no logged batch takes: write to it outside the batch`, why: VIRTUAL },
  "batch-mixes-virtual-tables": { message: (data) => `The batch writes to the virtual table ${show(data, "table")} and to ${show(data, "other")}: make two batches`, why: BATCH_TOGETHER },
  "conditional-batch-several-tables": { message: (data) => `A batch with IF stays in one table, but it writes to ${show(data, "first")} and ${show(data, "table")}: make two batches`, why: CONDITION_ON_ONE_ROW },
  "conditional-batch-several-partitions": { message: (data) => `A batch with IF stays in one partition of ${show(data, "table")}, but this statement names another one: make two batches`, why: CONDITION_ON_ONE_ROW },
  "conditional-batch-in-on-partition-key": { message: (data) => `A batch with IF stays in one partition, but ${listed(data, "column")} is restricted by IN: write =`, why: CONDITION_ON_ONE_ROW },
  "batch-conditions-conflict": { message: (data) => `The batch tests one row with ${show(data, "first")} and with ${show(data, "second")}: keep one of them`, why: "All conditions of a batch are tested before it writes, and a row that must not exist has no columns to test." },
};

const TARGET_MESSAGES: MessageTable = {
  "write-to-view": {
    message: (data) => `${show(data, "table")} is a materialized view and cannot be written to: write to ${data.base === undefined ? "its table" : show(data, "base")}`,
    why: "The server itself keeps a view in step with its table.",
  },
  "virtual-table-read-only": { message: (data) => `${show(data, "table")} is a virtual table, which takes no ${show(data, "statement")}: it can only be read`, why: VIRTUAL },
  "virtual-table-ttl": { message: (data) => `${show(data, "table")} is a virtual table, where nothing expires: leave USING TTL out`, why: VIRTUAL },
  "virtual-table-timestamp": { message: (data) => `${show(data, "table")} is a virtual table, which takes no USING TIMESTAMP: leave it out`, why: VIRTUAL },
  "virtual-table-condition": { message: (data) => `${show(data, "table")} is a virtual table, which takes no IF: leave it out`, why: VIRTUAL },
  "guardrail-user-timestamps": { message: (data) => `USING TIMESTAMP is switched off by ${show(data, "setting")}: leave it out`, why: GUARDRAIL },
  "guardrail-items-per-collection": { message: (data) => `${show(data, "value")} elements are written to ${show(data, "column")}, and ${show(data, "setting")} is ${show(data, "limit")}: write fewer at once`, why: GUARDRAIL },
  "guardrail-column-value-size": { message: (data) => `The value of ${show(data, "column")} has ${show(data, "value")} bytes, and ${show(data, "setting")} is ${show(data, "limit")}: store large values in parts`, why: GUARDRAIL },
  "guardrail-collection-size": { message: (data) => `What is written to ${show(data, "column")} has ${show(data, "value")} bytes, and ${show(data, "setting")} is ${show(data, "limit")}: write fewer elements at once`, why: GUARDRAIL },
  "guardrail-sai-term-size": { message: (data) => `The indexed value of ${show(data, "column")} has ${show(data, "value")} bytes, and ${show(data, "setting")} is ${show(data, "limit")}: index a shorter column`, why: GUARDRAIL },
  "guardrail-batch-size": { message: (data) => `The batch holds ${show(data, "value")} bytes or more, and ${show(data, "setting")} is ${show(data, "limit")}: make smaller batches, or write each partition by itself`, why: "A batch is kept whole in one server's memory until all its parts are written, so its size is bounded." },
  "guardrail-list-read-before-write": { message: (data) => `This change of the list ${show(data, "column")} reads it first, which ${show(data, "setting")} forbids: use a set or a map, or set the whole list`, why: GUARDRAIL },
};

/** Messages of INSERT, UPDATE, DELETE and BATCH (definition-and-writing.md, part B), but for values and WHERE. */
export const WRITING_MESSAGES: MessageTable = {
  ...INSERT_MESSAGES,
  ...SET_MESSAGES,
  ...DELETE_MESSAGES,
  ...USING_MESSAGES,
  ...CONDITION_MESSAGES,
  ...BATCH_MESSAGES,
  ...TARGET_MESSAGES,
};
