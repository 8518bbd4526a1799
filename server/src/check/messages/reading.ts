import type { ViolationData } from "../violation";
import type { MessageTable } from "./entry";
import { didYouMean, inKeyspace, listed, show } from "./entry";

function hasItems(data: ViolationData, key: string): boolean {
  const value = data[key];
  return typeof value === "object" && value.length > 0;
}

/** Whether every partition key column is given: then a filter runs inside one partition. */
function hasWholeKey(data: ViolationData): boolean {
  return hasItems(data, "given") && !hasItems(data, "missing");
}

const TOKEN_OF_ALL = "The token that places a row is the hash of the whole partition key, so a part of the key leads to no partition.";
const CLUSTERING_ORDER = "Rows of a partition are stored sorted by the clustering columns in order, so only a prefix of them names one stretch of rows.";
const FILTERING = "Without the whole partition key or a fitting index the server would read every row of the table and throw most of them away.";
const FILTERING_INSIDE = "The rows of a partition are sorted by its clustering columns alone, so without a fitting index the server would read the whole partition and throw most of it away.";
const WRITE_BY_KEY = "A write names its rows by their primary key; the server never reads rows to find out which to write.";
const STORED_ORDER = "Rows come in the order in which a partition stores them, or in exactly the reverse; nothing else is ever sorted.";
const GROUPED_ALONG_KEY = "Groups are formed while rows stream by in key order, so they must be made of a prefix of the primary key.";
const ONE_RESTRICTION = "All relations on a column are merged into one restriction before the read, and only the two ends of a range can be merged.";
const NULL_NEVER_MATCHES = "Null stands for a cell that is not there, so no row can be found by it.";
const ANN_BY_INDEX = "Nearest neighbours are found by walking the vector's index, which gives the best rows of the whole query and nothing in between.";
const TOKEN_FUNCTION = "token() in WHERE compares with the hash of the partition key, which is made of all its columns in their order.";

const NAME_MESSAGES: MessageTable = {
  "no-keyspace": {
    message: (data) => `No keyspace is chosen for ${show(data, "name")}: write keyspace.${show(data, "name")}, or USE a keyspace above`,
    why: "A name without a keyspace is looked up in the keyspace of the session.",
  },
  "unknown-keyspace": {
    message: (data) => `Keyspace ${show(data, "keyspace")} does not exist${didYouMean(data)}`,
    why: "Every table lives in a keyspace, and none of that name is defined here.",
  },
  "unknown-table": {
    message: (data) => `Table ${show(data, "table")} does not exist${inKeyspace(data)}${didYouMean(data)}`,
    why: "The server looks the table up before anything else of the statement.",
  },
  "unknown-column": {
    message: (data) => `Table ${show(data, "table")} has no column ${show(data, "column")}${didYouMean(data)}`,
    why: "Names of columns are looked up in the table's definition; unquoted ones in lower case, and aliases are never seen here.",
  },
};

const RELATION_MESSAGES: MessageTable = {
  "not-equal-unsupported": {
    message: (data) => `!= on ${show(data, "column")} is not supported: read what you need with = or IN, or leave rows out in the application`,
    why: "A read follows keys and indexes to rows; everything but one value is no place to go to.",
  },
  "is-not-null-outside-view": {
    message: (data) => `IS NOT NULL on ${show(data, "column")} belongs in CREATE MATERIALIZED VIEW only: leave it out here`,
    why: "Key columns are never null, and for other columns the server keeps no list of the rows that have a value.",
  },
  "slice-on-duration": {
    message: (data) => `${show(data, "column")} is a ${show(data, "type")}, which cannot be compared with ${show(data, "operator")}: use =`,
    why: "Durations have no order: a month may be longer or shorter than 30 days.",
  },
  "contains-needs-collection": {
    message: (data) => `CONTAINS needs a collection, but ${show(data, "column")} is ${show(data, "type")}: use =`,
    why: "CONTAINS looks for an element of a list or set, or for a value of a map; under a descending clustering order the server does not see the collection.",
  },
  "contains-key-needs-map": {
    message: (data) => `CONTAINS KEY needs a map, but ${show(data, "column")} is ${show(data, "type")}${/^(frozen<)?(list|set)/.test(show(data, "type")) ? ": use CONTAINS" : ""}`,
    why: "Only maps have keys.",
  },
  "in-on-non-key": {
    message: (data) => `IN on ${show(data, "column")}, which is no key column, needs Cassandra 4.1: run one query for each value`,
    why: "Cassandra 4.0 takes IN only on columns of the primary key.",
  },
  "list-entry-relation": {
    message: (data) => `An element of the list ${show(data, "column")} cannot be compared: use ${show(data, "column")} CONTAINS value`,
    why: "Positions in a list are not stored, so a row cannot be found by one.",
  },
  "not-a-map": {
    message: (data) => `${show(data, "column")}[…] needs a map, but ${show(data, "column")} is ${show(data, "type")}`,
    why: "A relation on an entry compares the value that a map holds under a key.",
  },
  "map-entry-on-frozen-map": {
    message: (data) => `The entries of ${show(data, "column")} cannot be compared, since the map is frozen: use CONTAINS, CONTAINS KEY or compare the whole map`,
    why: "A frozen map is stored as one value.",
  },
  "map-entry-operator": {
    message: (data) => `Entries of ${show(data, "column")} can only be compared with =, not with ${show(data, "operator")}`,
    why: "Entries are looked up by their exact value.",
  },
  "relation-on-multicell-type": {
    message: (data) => `${show(data, "column")} cannot stand in WHERE, since its type ${show(data, "type")} is not frozen: make it frozen<${show(data, "type")}>`,
    why: "Each field of a user type that is not frozen is a cell of its own, so there is no whole value to compare with.",
  },
  "relation-on-multicell-collection": {
    message: (data) => `${show(data, "column")} is a ${show(data, "type")} and cannot be compared with ${show(data, "operator")}: use CONTAINS, or make it frozen`,
    why: "Each element of a collection that is not frozen is a cell of its own, so there is no whole value to compare with.",
  },
  "like-needs-index": {
    message: (data) => `LIKE on ${show(data, "column")} needs a SASI index on it: write =, or keep what you search for in a table of its own`,
    why: "Only a SASI index holds the parts of a text; no scan does this, not even with ALLOW FILTERING.",
  },
  "like-empty": {
    message: (data) => `The pattern '${show(data, "pattern")}' holds nothing but %: write some text to look for`,
    why: "A % stands for any text, so nothing is left to look up.",
  },
  "like-shape-unsupported": {
    message: (data) => `The index on ${show(data, "column")} cannot find '${show(data, "pattern")}' (${show(data, "shape")}): write 'text%', or make the index with mode CONTAINS`,
    why: "A SASI index in mode PREFIX holds the beginnings of texts only.",
  },
  "index-fails-on-operator": {
    message: (data) => `The SASI index on ${show(data, "column")} breaks the server when asked about ${show(data, "operator")}: drop the index, or write another relation`,
    why: "The server asks each index about every operator, and SASI fails on those that it does not know.",
  },
  "empty-map-in-descending-order": {
    message: (data) => `{} for ${show(data, "column")} breaks the server, since the map is in descending order: bind the empty map instead`,
    why: "The server takes {} for a set and does not see the map behind the descending order.",
  },
  "multiple-expr": { message: () => "Only one expr(…) is allowed: keep one", why: "A custom index answers the whole of its expression alone." },
  "expr-index-unknown": {
    message: (data) => `Table ${show(data, "table")} has no index ${show(data, "index")}${didYouMean(data)}`,
    why: "expr() hands its value to the index that it names.",
  },
  "expr-index-not-custom": {
    message: (data) => `${show(data, "index")} is an ordinary index: write a relation on its column instead of expr(…)`,
    why: "expr() is answered by index classes that define a query language of their own.",
  },
  "expr-unsupported": {
    message: (data) => `${show(data, "index")} is a ${show(data, "kind")} index, which takes no expr(…): write a relation on its column`,
    why: "expr() is answered by index classes that define a query language of their own.",
  },
  "equality-not-alone": {
    message: (data) => `${show(data, "column")} is restricted more than once, and one of the relations is =: keep only that one`,
    why: ONE_RESTRICTION,
  },
  "in-not-alone": { message: (data) => `${show(data, "column")} is restricted more than once, and one of the relations is IN: keep only one`, why: ONE_RESTRICTION },
  "like-not-alone": { message: (data) => `${show(data, "column")} is restricted more than once, and one of the relations is LIKE: keep only one`, why: ONE_RESTRICTION },
  "contains-with-other": { message: (data) => `${show(data, "column")} is restricted by CONTAINS and by another kind of relation: keep one kind`, why: ONE_RESTRICTION },
  "slice-with-equality": { message: (data) => `${show(data, "column")} is restricted by a range and by another relation: keep one of the two`, why: ONE_RESTRICTION },
  "slices-start-differently": {
    message: (data) => `The ranges on ${show(data, "first")} and ${show(data, "second")} start at different columns: let both start at the same one`,
    why: "The two ends of a range are places in one order, so they must be written over columns that begin alike.",
  },
  "duplicate-start-bound": { message: (data) => `${show(data, "column")} has two lower bounds: keep one > or >=`, why: ONE_RESTRICTION },
  "duplicate-end-bound": { message: (data) => `${show(data, "column")} has two upper bounds: keep one < or <=`, why: ONE_RESTRICTION },
  "tuple-non-clustering": {
    message: (data) => `${show(data, "column")} is no clustering column: a tuple may only name ${listed(data, "columns") || "clustering columns, and the table has none"}`,
    why: "A tuple names a place in the order of the clustering columns.",
  },
  "tuple-duplicate": { message: (data) => `${show(data, "column")} stands twice in the tuple: name each column once`, why: "A tuple names a place in the order of the clustering columns." },
  "tuple-order": {
    message: (data) => `The columns of the tuple must follow each other as in the primary key (${show(data, "columns")})${show(data, "expected") === "" ? "" : `: ${show(data, "expected")} comes next, not ${show(data, "column")}`}`,
    why: "A tuple names a place in the order of the clustering columns.",
  },
  "tuple-arity": {
    message: (data) => `${show(data, "found")} values stand against the ${show(data, "expected")} columns ${show(data, "columns")}: write one for each`,
    why: "Each member of the tuple is compared with one column.",
  },
  "like-needs-string": { message: (data) => `LIKE needs a text column, but ${show(data, "column")} is ${show(data, "type")}: use =`, why: "A pattern describes text." },
  "operator-on-tuple": { message: (data) => `${show(data, "operator")} does not go with ${show(data, "column")}: write it for one column`, why: "Tuples and tokens are compared with =, IN and ranges only." },
  "mixed-tuple-single": {
    message: (data) => `A tuple and a relation on the single column ${show(data, "column")} cannot stand together: write both as tuples`,
    why: "ScyllaDB reads the bounds of clustering columns either from tuples or from single columns.",
  },
  "token-with-key": {
    message: (data) => `token() and a relation on ${show(data, "column")} cannot stand together: keep one of the two`,
    why: "ScyllaDB reads either the partitions that are named or a range of tokens.",
  },
  "token-needs-all": { message: (data) => `token() lacks ${listed(data, "missing")}: write token(${show(data, "columns")})`, why: TOKEN_FUNCTION },
  "token-duplicate": { message: (data) => `token() names a column twice: write token(${show(data, "columns")})`, why: TOKEN_FUNCTION },
  "token-non-key": { message: (data) => `token() takes the partition key and nothing else: write token(${show(data, "columns")})`, why: TOKEN_FUNCTION },
  "token-order": { message: (data) => `token() takes the columns in the order of the partition key: write token(${show(data, "columns")})`, why: TOKEN_FUNCTION },
};

const ACCESS_MESSAGES: MessageTable = {
  "partition-key-incomplete": {
    message: (data) => hasItems(data, "given")
      ? `${listed(data, "given")} is only part of the partition key of ${show(data, "table")}: restrict ${listed(data, "missing")} too, or query a table that is keyed by what you have`
      : `The partition key of ${show(data, "table")} is not given: restrict ${listed(data, "missing")} with =, or query a table that is keyed by what you have`,
    why: (data) => hasItems(data, "given") ? TOKEN_OF_ALL : "Clustering columns only order the rows inside a partition; they never lead to one.",
  },
  "partition-key-needs-equality": {
    message: (data) => `${show(data, "operator")} on ${show(data, "column")} leads to no partition of ${show(data, "table")}: use = or IN, or query a table in which ${show(data, "column")} is a clustering column`,
    why: "Partitions lie in the order of their hashes, so values that are close together are stored anywhere.",
  },
  "filtering-required": {
    message: (data) => data.role === "clustering" || data.role === "partition"
      ? `Nothing leads to the rows with this ${show(data, "column")}: give the whole partition key (${show(data, "key")}), or query a table that is keyed by what you have`
      : `${show(data, "column")} is no key column, and no index serves ${show(data, "operator")} on it: query a table that is keyed by ${hasWholeKey(data) ? `${listed(data, "key")}, then ` : ""}${show(data, "column")}, or add an index`,
    why: (data) => (hasWholeKey(data) ? FILTERING_INSIDE : FILTERING),
  },
  "in-with-filtering": {
    message: (data) => `IN on ${show(data, "column")} needs the whole partition key in Cassandra 4.0: restrict ${listed(data, "missing") || "the other columns with ="} too`,
    why: "Cassandra 4.0 cannot filter partition keys by a list of values.",
  },
  "index-with-key-in": {
    message: (data) => `IN on ${show(data, "column")} cannot be combined with an index: run one query for each partition`,
    why: "A read by index takes either one partition or all of them.",
  },
  "clustering-column-skipped": {
    message: (data) => `${show(data, "column")} cannot be restricted without ${listed(data, "missing")}, which comes before it in the key of ${show(data, "table")}: restrict that too, or query a table in that order`,
    why: CLUSTERING_ORDER,
  },
  "clustering-column-after-range": {
    message: (data) => `${show(data, "column")} cannot be restricted after the range on ${show(data, "range")}: use = on ${show(data, "range")}, or query a table in which ${show(data, "column")} comes first`,
    why: CLUSTERING_ORDER,
  },
  "clustering-range-not-last": {
    message: (data) => `The range on ${show(data, "column")} must be the last restriction, but ${show(data, "after")} is restricted too: use = on ${show(data, "column")}, or query a table in which ${show(data, "after")} comes first`,
    why: CLUSTERING_ORDER,
  },
  "clustering-contains-needs-index": {
    message: (data) => `CONTAINS on the clustering column ${show(data, "column")} needs an index: keep the elements in a table of their own`,
    why: CLUSTERING_ORDER,
  },
  "clustering-with-static-only": {
    message: (data) => `Only static columns are selected, so ${show(data, "column")} cannot be restricted: leave the relation out, or select a column of the rows`,
    why: "A static column has one value for the whole partition, whatever its rows are.",
  },
  "in-in-filter": {
    message: (data) => `IN on ${listed(data, "column")} cannot be filtered in Cassandra 4.0: restrict the columns before it, or run one query for each value`,
    why: "Cassandra 4.0 can follow a list of clustering values, but not compare rows with one.",
  },
  "tuple-slice-in-filter": {
    message: (data) => `The range on (${listed(data, "column")}) cannot be filtered: restrict the clustering columns before it with =`,
    why: "A range over several columns is a stretch of stored rows; the filter compares one column at a time.",
  },
  "tuple-in-in-filter": {
    message: (data) => `IN on (${listed(data, "column")}) cannot be filtered: restrict the clustering columns before it with =, or run one query for each tuple`,
    why: "The filter compares one column at a time.",
  },
  "vector-index-ann-only": {
    message: (data) => `${show(data, "column")} has the vector index ${show(data, "index")}, so it cannot stand in WHERE: order by it with ANN OF`,
    why: "A vector index finds neighbours; it knows no equality.",
  },
};

const CLAUSE_MESSAGES: MessageTable = {
  "order-by-with-index": {
    message: () => "ORDER BY does not go with an index: leave one of them out, or query a table in that order",
    why: "Rows found by an index come in no order of the table.",
  },
  "order-by-without-partition": {
    message: (data) => hasItems(data, "missing")
      ? `ORDER BY needs the partition: restrict ${listed(data, "missing")} with =`
      : `ORDER BY needs the partition: restrict ${listed(data, "key")} with =`,
    why: "Rows are sorted inside each partition only; over many of them there is no order.",
  },
  "order-by-not-clustering": {
    message: (data) => `${show(data, "column")} is no clustering column of ${show(data, "table")}, so rows are not stored in its order: ${hasItems(data, "columns") ? `order by ${show(data, "columns")}, or ` : ""}query a table that is clustered by ${show(data, "column")}`,
    why: STORED_ORDER,
  },
  "order-by-skips-column": {
    message: (data) => `ORDER BY ${show(data, "column")} skips ${show(data, "skipped")}: order by ${show(data, "skipped")} first, or restrict it with =`,
    why: STORED_ORDER,
  },
  "order-by-out-of-order": {
    message: (data) => `${show(data, "column")} stands too late in ORDER BY: follow the order of the key (${show(data, "columns")})`,
    why: "The server walks the clustering columns once, and fails when it comes to the end of them.",
  },
  "order-by-repeats-column": { message: (data) => `${show(data, "column")} stands twice in ORDER BY: name it once`, why: STORED_ORDER },
  "order-by-direction": {
    message: (data) => `The directions do not go together: rows of ${show(data, "table")} come as ${show(data, "kept")}, or all turned round as ${show(data, "turned")}`,
    why: STORED_ORDER,
  },
  "order-by-in-paging": {
    message: (data) => `ORDER BY does not go with IN on ${show(data, "column")} while paging is on: run one query for each partition and merge, or turn paging off`,
    why: "The rows of several partitions can only be sorted when all of them have been read.",
  },
  "group-by-not-key": {
    message: (data) => `${show(data, "column")} is no key column of ${show(data, "table")}: group by a prefix of ${show(data, "columns")}`,
    why: GROUPED_ALONG_KEY,
  },
  "group-by-not-prefix": {
    message: (data) => `GROUP BY must follow the primary key (${show(data, "columns")})${show(data, "skipped") === "" ? `: ${show(data, "column")} comes too late` : `: name ${show(data, "skipped")} before ${show(data, "column")}, or restrict it with =`}`,
    why: GROUPED_ALONG_KEY,
  },
  "group-by-partial-partition-key": { message: (data) => `GROUP BY names only part of the partition key: add ${show(data, "column")}`, why: GROUPED_ALONG_KEY },
  "group-by-distinct-clustering": {
    message: (data) => `SELECT DISTINCT cannot be grouped by the clustering column ${show(data, "column")}: leave it out`,
    why: "DISTINCT reads one row of each partition.",
  },
  "group-by-function-not-last": {
    message: (data) => `${show(data, "column")} follows a function in GROUP BY: let the function be last`,
    why: GROUPED_ALONG_KEY,
  },
  "distinct-restriction": {
    message: (data) => `SELECT DISTINCT cannot be restricted by ${show(data, "column")}: restrict partition key and static columns only`,
    why: "DISTINCT reads one row of each partition, without looking at its rows.",
  },
  "distinct-non-key": {
    message: (data) => `SELECT DISTINCT cannot read ${show(data, "column")}: select partition key (${show(data, "key")}) and static columns only`,
    why: "DISTINCT tells which partitions there are; it does not remove equal rows.",
  },
  "distinct-missing-partition-key": {
    message: (data) => `SELECT DISTINCT over many partitions must select the whole partition key: add ${listed(data, "missing")}`,
    why: "Partitions that share part of the key are different ones.",
  },
  "per-partition-limit-with-distinct": { message: () => "PER PARTITION LIMIT does not go with DISTINCT: leave it out", why: "DISTINCT already gives one row for each partition." },
  "per-partition-limit-with-aggregate": {
    message: () => "PER PARTITION LIMIT does not go with an aggregate: add GROUP BY, or leave it out",
    why: "Without GROUP BY an aggregate makes one row of everything.",
  },
  "limit-not-int": { message: (data) => `${show(data, "value")} is too large for a limit: write at most 2147483647`, why: "Limits are ints." },
  "limit-not-positive": { message: (data) => `${show(data, "clause")} ${show(data, "value")} is refused: write at least 1, or leave it out`, why: "A limit says how many rows to read." },
  "ann-multiple": { message: () => "Only one ANN OF is allowed: keep one", why: ANN_BY_INDEX },
  "ann-with-other": { message: (data) => `${show(data, "column")} cannot stand beside ANN OF in ORDER BY: leave it out`, why: ANN_BY_INDEX },
  "ann-desc": { message: () => "ANN OF gives the nearest first: leave DESC out", why: ANN_BY_INDEX },
  "ann-needs-float-vector": { message: (data) => `ANN OF needs a vector of float, which ${show(data, "column")} is not`, why: ANN_BY_INDEX },
  "ann-needs-index": { message: (data) => `ANN OF needs an index on ${show(data, "column")}: CREATE INDEX ON ${show(data, "table")} (${show(data, "column")}) USING 'sai'`, why: ANN_BY_INDEX },
  "ann-filter-not-indexed": {
    message: (data) => `${show(data, "filtered")} is restricted beside ANN OF, but no index holds it: add one, or leave the relation out`,
    why: ANN_BY_INDEX,
  },
  "ann-needs-limit": { message: () => "ANN OF needs a LIMIT: say how many neighbours you want", why: ANN_BY_INDEX },
  "ann-limit-too-big": { message: (data) => `LIMIT ${show(data, "value")} is too large for ANN OF: write at most ${show(data, "limit")}`, why: "The nearest rows are collected in memory before the first is sent." },
  "ann-with-per-partition-limit": { message: () => "PER PARTITION LIMIT does not go with ANN OF: leave it out", why: ANN_BY_INDEX },
  "ann-with-aggregate": { message: () => "Aggregates and GROUP BY do not go with ANN OF: leave them out", why: ANN_BY_INDEX },
};

const VALUE_MESSAGES: MessageTable = {
  "null-in-key": { message: (data) => `${show(data, "column")} is a key column and never null: write a value`, why: NULL_NEVER_MATCHES },
  "null-in-tuple": { message: (data) => `${show(data, "column")} is a clustering column and never null: write a value`, why: NULL_NEVER_MATCHES },
  "null-in-filter": { message: (data) => `${show(data, "column")} cannot be compared with null: write a value`, why: NULL_NEVER_MATCHES },
  "null-map-key": { message: (data) => `Null is no key of ${show(data, "column")}: write a value`, why: NULL_NEVER_MATCHES },
  "null-map-value": { message: (data) => `An entry of ${show(data, "column")} cannot be compared with null: write a value`, why: NULL_NEVER_MATCHES },
  "null-token": { message: () => "A token is never null: write a value", why: NULL_NEVER_MATCHES },
  "empty-partition-key": { message: (data) => `${show(data, "column")} is the whole partition key and cannot be empty: write a value`, why: "An empty key has no bytes to hash." },
  "key-too-long": { message: (data) => `The value of ${show(data, "column")} is longer than ${show(data, "limit")} bytes, the most that a partition key can have`, why: "The length of a key is stored in two bytes." },
};

const WRITE_MESSAGES: MessageTable = {
  "expr-in-write": { message: (data) => `expr(…) cannot stand in ${show(data, "statement")}: name the rows by their primary key`, why: WRITE_BY_KEY },
  "operator-in-write": { message: (data) => `${show(data, "operator")} cannot stand in ${show(data, "statement")}: name the rows by their primary key`, why: WRITE_BY_KEY },
  "token-in-write": { message: (data) => `token() cannot stand in ${show(data, "statement")}: restrict ${listed(data, "key")} with =`, why: WRITE_BY_KEY },
  "partition-key-missing": { message: (data) => `The partition key of ${show(data, "table")} lacks ${listed(data, "missing")}: give a value for it`, why: TOKEN_OF_ALL },
  "partition-key-range-in-write": { message: (data) => `${show(data, "statement")} needs = or IN on the partition key column ${show(data, "column")}`, why: WRITE_BY_KEY },
  "clustering-column-missing": { message: (data) => `The row is not named in full: give a value for ${listed(data, "missing")}`, why: WRITE_BY_KEY },
  "clustering-range-in-write": { message: (data) => `${show(data, "statement")} takes no range on ${show(data, "column")}: name each row with = or IN`, why: "A range can be deleted with one marker, but there is no way to set the columns of rows that may not exist." },
  "clustering-with-static-write": {
    message: (data) => `Only static columns are written, so ${show(data, "column")} cannot be restricted: leave the relation out`,
    why: "A static column has one value for the whole partition, whatever its rows are.",
  },
  "non-key-in-write-where": { message: (data) => `${show(data, "column")} is no key column of ${show(data, "table")}: restrict ${listed(data, "key")} only, or test ${show(data, "column")} with IF`, why: WRITE_BY_KEY },
};

const GUARDRAIL_WHY = "The configuration switches this off or limits it.";
const GUARDRAIL_MESSAGES: MessageTable = {
  "guardrail-group-by": { message: (data) => `GROUP BY is switched off by ${show(data, "setting")}`, why: GUARDRAIL_WHY },
  "guardrail-allow-filtering": { message: (data) => `ALLOW FILTERING is switched off by ${show(data, "setting")}: query a table that is keyed by what you have`, why: GUARDRAIL_WHY },
  "guardrail-index-without-partition-key": { message: (data) => `A read by index must give the partition key: ${show(data, "setting")} is false`, why: GUARDRAIL_WHY },
  "guardrail-cartesian-product": { message: (data) => `The IN lists make ${show(data, "value")} combinations, and ${show(data, "setting")} is ${show(data, "limit")}: use shorter lists`, why: GUARDRAIL_WHY },
  "guardrail-partition-keys-in-select": { message: (data) => `The statement reads ${show(data, "value")} partitions, and ${show(data, "setting")} is ${show(data, "limit")}: use shorter lists`, why: GUARDRAIL_WHY },
};

/** Messages of SELECT, of the WHERE of writes and of names (reading.md). */
export const READING_MESSAGES: MessageTable = {
  ...NAME_MESSAGES,
  ...RELATION_MESSAGES,
  ...ACCESS_MESSAGES,
  ...CLAUSE_MESSAGES,
  ...VALUE_MESSAGES,
  ...WRITE_MESSAGES,
  ...GUARDRAIL_MESSAGES,
};
