import type { ViolationData } from "../violation";
import type { MessageTable } from "./entry";
import { didYouMean, inKeyspace, listed, show } from "./entry";

/** `in cassandra.yaml: set x to true`, for refusals that a switch causes. */
function switchOn(data: ViolationData, value = "true"): string {
  return `set ${show(data, "switch")}: ${value} in cassandra.yaml (and in the server settings here)`;
}

/** Keyspaces, names and types (rulebook A1 to A3). */
const NAMES_AND_TYPES: MessageTable = {
  "bad-keyspace-name": {
    message: (data) => `${show(data, "keyspace")} cannot be the name of a keyspace: use letters, digits and underscores, and not too many (48 in Cassandra)`,
    why: "A keyspace is a directory on every node, so its name must be safe on every file system.",
  },
  "bad-table-name": {
    message: (data) => `${show(data, "table")} cannot be the name of a table or view: use letters, digits and underscores, and fewer than 223 of them`,
    why: "The name is part of a directory on every node, so it must be safe on every file system.",
  },
  "bad-index-name": {
    message: (data) => `${show(data, "index")} cannot be the name of an index: use letters, digits and underscores, and not too many`,
    why: "The name is part of file names on every node.",
  },
  "bad-function-name": {
    message: (data) => `${show(data, "name")} cannot be the name of a function: leave out /, [ and ]`,
    why: "These characters separate the parts of a function's name where permissions are stored.",
  },
  "system-keyspace": {
    message: (data) => `Keyspace ${show(data, "keyspace")} belongs to the server and cannot be changed: use a keyspace of your own`,
    why: "The server keeps its own state in these keyspaces; of the replicated ones only the replication may be altered.",
  },
  "virtual-keyspace": {
    message: (data) => `Keyspace ${show(data, "keyspace")} is virtual and cannot be changed`,
    why: "Its tables are made up by each node when they are read; nothing of them is stored.",
  },
  "keyspace-exists": {
    message: (data) => `Keyspace ${show(data, "keyspace")} exists already: write IF NOT EXISTS, or ALTER KEYSPACE to change it`,
    why: "A second CREATE would have to overwrite the first one's replication.",
  },
  "replication-missing": {
    message: (data) => `Keyspace ${show(data, "keyspace")} needs its replication: WITH replication = {'class': 'NetworkTopologyStrategy', …}`,
    why: "The server must know how many copies of each partition to keep, and has no default strategy.",
  },
  "replication-class-missing": {
    message: () => "The replication names no strategy: add 'class': 'NetworkTopologyStrategy' (or 'SimpleStrategy' for tests)",
    why: "The other options of replication mean something only to a strategy.",
  },
  "unknown-strategy": {
    message: (data) => `There is no replication strategy ${show(data, "class")}${didYouMean(data) || ": write NetworkTopologyStrategy or SimpleStrategy"}`,
    why: "Short class names are looked up among the server's own strategies, and their case counts.",
  },
  "reserved-strategy": {
    message: (data) => `${show(data, "class")} is reserved for the server's own keyspaces: write NetworkTopologyStrategy or SimpleStrategy`,
    why: "It keeps data on one node only, where nothing would find it from another one.",
  },
  "replication-factor-missing": {
    message: () => "SimpleStrategy needs 'replication_factor'",
    why: "This version has no default for the number of copies.",
  },
  "replication-option": {
    message: (data) => `SimpleStrategy has no option ${show(data, "key")}: it takes 'replication_factor' only; data centres belong to NetworkTopologyStrategy`,
    why: "SimpleStrategy knows nothing of data centres.",
  },
  "replication-factor": {
    message: (data) => `${show(data, "value")} is no number of copies for ${show(data, "key")}: write a whole number, 0 or more, without blanks`,
    why: "The replication factor counts the nodes that hold each partition.",
  },
  "transient-replication-disabled": {
    message: (data) => `${show(data, "value")} asks for transient copies, which are switched off: ${switchOn(data)}, or write a plain number`,
    why: "Transient replication is experimental, so a server refuses it unless it is switched on.",
  },
  "unknown-datacenter": {
    message: (data) => `The cluster has no data centre ${show(data, "datacenter")}${didYouMean(data)}`,
    why: "Names of data centres come from the cluster, with their case; copies cannot be placed in one that does not exist.",
  },
  "no-datacenter": {
    message: () => "No data centre would hold a copy: give at least one of them a number above 0, or 'replication_factor'",
    why: "A keyspace without copies could not store anything.",
  },
  "unknown-type": {
    message: (data) => `There is no type ${show(data, "type")}${data.nearest === undefined ? `${inKeyspace(data)}: create it first with CREATE TYPE` : `: write ${show(data, "nearest")}`}`,
    why: "A name that is no built-in type is looked for among the user types of the table's own keyspace.",
  },
  "unknown-custom-type": {
    message: (data) => `'${show(data, "class")}' is no class of values${didYouMean(data) || ": write a CQL type without quotes"}`,
    why: "A type in quotes names a Java class of the server, which the parser looks up at once.",
  },
  "type-other-keyspace": {
    message: (data) => `Type ${show(data, "type")} of keyspace ${show(data, "other")} cannot be used in keyspace ${show(data, "keyspace")}: create the type there too`,
    why: "A user type is stored with its keyspace, and each keyspace must be complete in itself.",
  },
  "nested-non-frozen": {
    message: (data) => `${show(data, "type")} inside a collection must be frozen: write frozen<${show(data, "type")}>`,
    why: "Each element of a collection is one cell, so what is inside it is stored as one value.",
  },
  "counter-nested": {
    message: (data) => `A counter cannot stand inside a ${show(data, "inside")}: make it a column of a table of counters, or use bigint`,
    why: "Counters are added up cell by cell on each replica, which works for whole columns only.",
  },
  "duration-in-set": {
    message: () => "A set cannot hold durations: use a list, or store nanoseconds as bigint",
    why: "Elements of a set are kept in order, and durations have none: a month may be longer or shorter than 30 days.",
  },
  "duration-map-key": {
    message: () => "A duration cannot be the key of a map: use it as the value, or store nanoseconds as bigint",
    why: "Keys of a map are kept in order, and durations have none: a month may be longer or shorter than 30 days.",
  },
  "vector-dimension": {
    message: (data) => `A vector cannot have ${show(data, "dimension")} elements: write a dimension of 1 or more${show(data, "limit") === "" ? "" : `, up to ${show(data, "limit")}`}`,
    why: "Every value of the column has exactly that many elements.",
  },
  "type-exists": {
    message: (data) => `Type ${show(data, "type")} exists already${inKeyspace(data)}: write IF NOT EXISTS, or ALTER TYPE to change it`,
    why: "Tables depend on the definition, so a second CREATE cannot replace it.",
  },
  "duplicate-field": {
    message: (data) => `Field ${show(data, "field")} would stand twice in the type: give one of them another name`,
    why: "Fields of a value are found by their name.",
  },
  "field-exists": {
    message: (data) => `Type ${show(data, "type")} has a field ${show(data, "field")} already: choose another name, or write IF NOT EXISTS`,
    why: "Fields of a value are found by their name.",
  },
  "field-non-frozen-user-type": {
    message: (data) => `Field ${show(data, "field")} must be frozen: write frozen<${show(data, "type")}>`,
    why: "Only whole columns can be stored field by field; inside another type a user type is one value.",
  },
  "non-frozen-user-type-with-collection": {
    message: (data) => `${show(data, "type")} has a field that is stored in several cells (${show(data, "field")}), so a column of it must be frozen: write frozen<${show(data, "type")}>`,
    why: "A column stored field by field has one level of cells only, so a field cannot be a collection of cells again.",
  },
  "alter-type-removed": {
    message: (data) => `The type of ${show(data, "name")} cannot be changed: add another one with the new type, copy the values, and drop this one`,
    why: "Values on disk were written in the old type; the server no longer rewrites or reinterprets them.",
  },
  "type-cycle": {
    message: (data) => `Field ${show(data, "field")} would make type ${show(data, "type")} part of itself`,
    why: "A value of such a type would have no end.",
  },
  "type-in-partition-key": {
    message: (data) => `Type ${show(data, "type")} cannot get another field: it is in the partition key of ${listed(data, "tables")}`,
    why: "The partition key's bytes decide which nodes hold a row, so a new field would make old rows unreachable.",
  },
  "type-in-initcond": {
    message: (data) => `Fields of type ${show(data, "type")} cannot be renamed: the INITCOND of ${listed(data, "aggregates")} uses them`,
    why: "The initial value of an aggregate is kept as text with the names of the fields.",
  },
  "type-in-use": {
    message: (data) => `Type ${show(data, "type")} cannot be dropped: ${listed(data, "users")} still use${Array.isArray(data.users) && data.users.length === 1 ? "s" : ""} it`,
    why: "Stored values could no longer be read without the definition of their type.",
  },
};

/** Indexes (rulebook A6). */
const INDEXES: MessageTable = {
  "index-exists": {
    message: (data) => `Index ${show(data, "index")} exists already, on table ${show(data, "table")}: choose another name, or write IF NOT EXISTS`,
    why: "Names of indexes are unique in a keyspace, not only on their table.",
  },
  "index-duplicate": {
    message: (data) => `Index ${show(data, "index")} on ${show(data, "column")} is the same index already: drop it first, or leave this one out`,
    why: "A second index with the same target and options would cost every write and serve no query better.",
  },
  "unknown-index": {
    message: (data) => `Index ${show(data, "index")} does not exist${inKeyspace(data)}${didYouMean(data) || ": write IF EXISTS if that is fine"}`,
    why: "Indexes are looked up by their name in the keyspace; one made without a name is called <table>_<column>_idx.",
  },
  "index-on-counter-table": {
    message: (data) => `Table ${show(data, "table")} holds counters, so it cannot have an index: keep a table of your own that is ordered by what you look for`,
    why: "A counter changes without being read, so an index entry could not be kept in step.",
  },
  "index-on-view": {
    message: (data) => `${show(data, "view")} is a materialized view: index its base table ${show(data, "base")}, or create another view`,
    why: "Only the base table takes writes, and the view follows from it.",
  },
  "index-transient": {
    message: (data) => `Keyspace ${show(data, "keyspace")} has transient copies, so its tables cannot be indexed`,
    why: "Transient replicas do not hold all rows, so an index on them would miss some.",
  },
  "index-no-column": {
    message: () => "The index names no column: write the column between the parentheses",
    why: "Only some custom indexes work without a target column.",
  },
  "index-multi-column": {
    message: (data) => `An index covers one column, not ${listed(data, "columns")}: create one index for each`,
    why: "The server's own index keeps one column's values with the keys of their rows.",
  },
  "index-duplicate-column": {
    message: (data) => `Column ${show(data, "column")} stands twice in the index: name it once`,
    why: "The second target would index the same values again.",
  },
  "index-duration": {
    message: (data) => `Column ${show(data, "column")} holds durations, which cannot be indexed: store nanoseconds as bigint`,
    why: "An index keeps values in order, and durations have none: a month may be longer or shorter than 30 days.",
  },
  "index-sole-partition-key": {
    message: (data) => `${show(data, "column")} is the whole partition key of ${show(data, "table")}, so it needs no index: query it with =`,
    why: "The partition key already leads to the nodes and the place of a row.",
  },
  "index-compact": {
    message: (data) => `${show(data, "column")} is in the primary key of the COMPACT STORAGE table ${show(data, "table")}, so it cannot be indexed`,
    why: "Rows of a compact table have no marker of their own that an index entry could point to.",
  },
  "index-compact-value": {
    message: (data) => `${show(data, "column")} is the value of the COMPACT STORAGE table ${show(data, "table")}, so it cannot be indexed`,
    why: "The one value of a compact row has no name inside the server, so no index can follow it.",
  },
  "index-frozen-needs-full": {
    message: (data) => `${show(data, "column")} is a frozen collection, which is indexed as a whole: write FULL(${show(data, "column")})`,
    why: "A frozen collection is stored as one value, so its elements cannot be indexed apart.",
  },
  "index-full-non-frozen": {
    message: (data) => `FULL is for frozen collections only, and ${show(data, "column")} is ${show(data, "type")}: write ${show(data, "column")} alone`,
    why: "FULL indexes a collection as one value, which only a frozen one is.",
  },
  "index-not-collection": {
    message: (data) => `${show(data, "column")} is ${show(data, "type")}, no collection: write the column alone instead of ${show(data, "kind").toUpperCase()}(${show(data, "column")})`,
    why: "KEYS, VALUES and ENTRIES say which part of a collection is indexed.",
  },
  "index-not-map": {
    message: (data) => `${show(data, "column")} is ${show(data, "type")}, no map: write VALUES(${show(data, "column")}) or the column alone instead of ${show(data, "kind").toUpperCase()}`,
    why: "Only a map has keys and entries.",
  },
  "index-non-frozen-user-type": {
    message: (data) => `${show(data, "column")} is a user type that is not frozen, so it cannot be indexed: make it frozen<${show(data, "type")}>`,
    why: "Its fields are stored in cells of their own, so there is no one value to index.",
  },
  "index-column-name": {
    message: (data) => `Column ${show(data, "column")} cannot have a custom index: its name needs letters, digits and underscores only, and up to 48 of them`,
    why: "Custom indexes put the column's name into file names.",
  },
  "index-class-missing": {
    message: () => "CREATE CUSTOM INDEX needs its class: add USING 'class', or leave CUSTOM out",
    why: "A custom index is made by a class that the server loads.",
  },
  "index-class-required": {
    message: (data) => `CREATE INDEX must name its class here: add USING 'sai' or USING 'legacy_local_table', or ${switchOn(data)}`,
    why: "This server is set to have no default index.",
  },
  "index-class-without-custom": {
    message: (data) => `USING '${show(data, "class")}' needs CREATE CUSTOM INDEX in this version`,
    why: "Before 5.0 a class can be named for custom indexes only.",
  },
  "index-options-without-custom": {
    message: () => "The server's own index has no options: leave WITH OPTIONS out, or name a class with USING",
    why: "Options are handed to the class of a custom index.",
  },
  "index-reserved-option": {
    message: (data) => `${show(data, "option")} cannot be an option of an index: it is made from USING and the target column`,
    why: "The server keeps these two with the options under the same names.",
  },
  "unknown-index-class": {
    message: (data) => `'${show(data, "class")}' is no index class: write 'sai' (5.0), 'org.apache.cassandra.index.sasi.SASIIndex', or leave USING out`,
    why: (data) => (data.custom === "custom" ? "CUSTOM needs the name of a class that the server can load; the server's own index is made without CUSTOM." : "Short names stand for the server's own index and SAI only; every other class is written in full, and must be on every node."),
  },
  "sai-unknown-option": {
    message: (data) => `A storage-attached index has no option ${show(data, "option")}${didYouMean(data)}`,
    why: "It knows case_sensitive, normalize and ascii for text, similarity_function and optimize_for for vectors; names are matched with their case.",
  },
  "sai-multi-column": {
    message: (data) => `A storage-attached index covers exactly one column${Array.isArray(data.columns) && data.columns.length > 1 ? `, not ${listed(data, "columns")}: create one for each` : ""}`,
    why: "Several such indexes are combined when a query restricts several columns.",
  },
  "sai-type": {
    message: (data) => `${show(data, "type")} in column ${show(data, "column")} cannot be indexed by SAI: use a type that it knows (text, numbers, uuid, inet, dates and times, booleans, vectors) or a frozen one`,
    why: "The index orders its terms by type and knows how for these types only.",
  },
  "sai-duplicate": {
    message: (data) => `${show(data, "index")} is a storage-attached index on ${show(data, "column")} already: drop it first`,
    why: "There is at most one on each part of a column.",
  },
  "sai-not-analysable": {
    message: (data) => `${show(data, "option")} works on text only, and ${show(data, "column")} is ${show(data, "type")}: leave the option out`,
    why: "Analysis changes the letters of a text before they are indexed.",
  },
  "sai-analysed-key": {
    message: (data) => `${show(data, "column")} is in the primary key, so ${show(data, "option")} cannot be used on it: leave the option out`,
    why: "Relations on key columns are answered from the key itself, which analysis would not match.",
  },
  "sai-boolean": {
    message: (data) => `${show(data, "option")} is 'true' or 'false', not '${show(data, "value")}'`,
    why: "The option switches one step of the analysis on or off.",
  },
  "sai-vector-option": {
    message: (data) => `${show(data, "option")} is for vectors only, and ${show(data, "column")} is none: leave the option out`,
    why: "It tunes the search for near neighbours.",
  },
  "sai-similarity": {
    message: (data) => `There is no similarity function ${show(data, "value")}: write ${listed(data, "expected")}`,
    why: "The distance between vectors is built into the index when it is made.",
  },
  "sai-optimize-for": {
    message: (data) => `An index cannot be optimised for ${show(data, "value")}: write ${listed(data, "expected")}`,
    why: "The index trades speed for completeness in these two ways only.",
  },
  "sai-hnsw-parameter": {
    message: (data) => `${show(data, "option")} cannot be set on a stock server: leave it out`,
    why: "The shape of the graph may be changed only where a flag of the server's JVM allows it.",
  },
  "sai-vector-element": {
    message: (data) => `${show(data, "column")} is ${show(data, "type")}, but only vectors of float can be indexed`,
    why: "Distances are computed on floats.",
  },
  "sai-vector-1-cosine": {
    message: (data) => `${show(data, "column")} has one dimension, for which cosine says nothing: write WITH OPTIONS = {'similarity_function': 'euclidean'}`,
    why: "The angle between two vectors of one dimension is always 0 or 180 degrees; cosine is the default.",
  },
  "sasi-disabled": {
    message: (data) => `SASI indexes are switched off on this server: ${switchOn(data)}, or use SAI (5.0)`,
    why: "SASI is experimental, so a server refuses it unless it is switched on.",
  },
  "sasi-multi-column": {
    message: () => "A SASI index covers exactly one column: create one for each",
    why: "The index reads its one target column from its definition.",
  },
  "sasi-complex": {
    message: (data) => `${show(data, "column")} is ${show(data, "type")}, and SASI does not index collections`,
    why: "SASI indexes one value of a row.",
  },
  "sasi-partition-key": {
    message: (data) => `${show(data, "column")} is in the partition key, which SASI does not index`,
    why: "SASI indexes what is inside partitions.",
  },
  "sasi-mode": {
    message: (data) => `SASI has no mode ${show(data, "value")}: write PREFIX, CONTAINS or SPARSE`,
    why: "The mode decides which searches the index can answer.",
  },
  "sasi-memory": {
    message: (data) => `max_compaction_flush_memory_in_mb is a whole number, not '${show(data, "value")}'`,
    why: "It limits the memory that building the index may take.",
  },
  "sasi-delimiter": {
    message: (data) => `The delimiter is exactly one character, not '${show(data, "value")}'`,
    why: "The analyzer splits texts at one character; the server fails inside when it gets more.",
  },
  "sasi-sparse": {
    message: (data) => `SPARSE does not fit ${show(data, "column")} (${show(data, "type")}): it is for numbers and times without an analyzer`,
    why: "SPARSE packs values that each stand in few rows, which texts and analysed terms do not.",
  },
  "sasi-analyzer": {
    message: (data) => `${show(data, "class")} ${show(data, "type") === "" ? "is no analyzer that the server can load: write its full class name" : `does not work on ${show(data, "column")}, which is ${show(data, "type")}`}`,
    why: "An analyzer is a class that splits or changes texts; its name is written in full.",
  },
  "sasi-case-options": {
    message: () => "case_sensitive, normalize_lowercase and normalize_uppercase exclude each other: keep one",
    why: "Each says in its own way which case the terms get.",
  },
};

/** Functions, aggregates and triggers (rulebook A8). */
const FUNCTIONS: MessageTable = {
  "replace-and-if-not-exists": {
    message: (data) => `OR REPLACE and IF NOT EXISTS exclude each other for ${show(data, "name")}: keep one`,
    why: "One asks to overwrite what exists, the other to keep it.",
  },
  "functions-disabled": {
    message: (data) => `User functions are switched off on this server: ${switchOn(data)}`,
    why: "A user function runs foreign code inside the server, so it is refused unless it is switched on.",
  },
  "function-language": {
    message: (data) => `There is no language ${show(data, "language")} for functions: write LANGUAGE java${show(data, "switch") === "" ? "" : `, or ${switchOn(data)}`}`,
    why: "The server compiles Java itself; other languages need an engine that it has not, or that is switched off.",
  },
  "duplicate-parameter": {
    message: (data) => `Parameter ${show(data, "name")} stands twice: give one of them another name`,
    why: "Parameters become variables of the function's body.",
  },
  "function-frozen": {
    message: (data) => `Leave frozen<…> away from ${show(data, "type")}: types of functions are written without it`,
    why: "Values passed to functions are frozen anyway, and with the word the signature would not be found again.",
  },
  "function-exists": {
    message: (data) => `Function ${show(data, "name")}(${listed(data, "parameters")}) exists already: write OR REPLACE, or IF NOT EXISTS`,
    why: "Functions are told apart by their name and the types of their parameters.",
  },
  "aggregate-exists": {
    message: (data) => `Aggregate ${show(data, "name")}(${listed(data, "parameters")}) exists already: write OR REPLACE, or IF NOT EXISTS`,
    why: "Functions and aggregates are told apart by their name and the types of their parameters.",
  },
  "replace-aggregate": {
    message: (data) => `${show(data, "name")}(${listed(data, "parameters")}) is an aggregate, which a function cannot replace: drop it, or choose another name`,
    why: "Functions and aggregates share their names.",
  },
  "replace-function": {
    message: (data) => `${show(data, "name")}(${listed(data, "parameters")}) is a function, which an aggregate cannot replace: drop it, or choose another name`,
    why: "Functions and aggregates share their names.",
  },
  "replace-null-input": {
    message: (data) => `The new ${show(data, "name")} must be ${show(data, "clause")} ON NULL INPUT like the one that it replaces`,
    why: "Aggregates that call the function depend on how it takes null.",
  },
  "replace-return-type": {
    message: (data) => `The new ${show(data, "name")} returns ${show(data, "type")}, but the one that it replaces returns ${show(data, "before")}: drop it first`,
    why: "What uses the function was made for the type that it returned.",
  },
  "function-body": {
    message: (data) => `The body does not compile: ${show(data, "problem")}`,
    why: "The server compiles the body as a Java method when the function is created.",
  },
  "ambiguous-function": {
    message: (data) => `Several ${show(data, "kind")}s are called ${show(data, "name")}: write the types of the one that you mean (${listed(data, "overloads")})`,
    why: "Functions are told apart by the types of their parameters.",
  },
  "unknown-aggregate": {
    message: (data) => `There is no aggregate ${show(data, "aggregate")}${inKeyspace(data)}${didYouMean(data) || ": write IF EXISTS if that is fine"}`,
    why: "Only aggregates of the project can be dropped; the server's own count as unknown here.",
  },
  "function-in-use": {
    message: (data) => (data.tables === undefined
      ? `Function ${show(data, "function")} cannot be dropped: ${listed(data, "aggregates")} use${Array.isArray(data.aggregates) && data.aggregates.length === 1 ? "s" : ""} it`
      : `Function ${show(data, "function")} cannot be dropped: columns of ${listed(data, "tables")} are masked with a function of this name`),
    why: "An aggregate calls its functions for every row, and a mask its function for every value that is read.",
  },
  "state-function": {
    message: (data) => (data.aggregate === undefined ? `There is no function ${show(data, "name")}(${listed(data, "parameters")}) in this keyspace${didYouMean(data)}` : `${show(data, "name")} is an aggregate: SFUNC takes a plain function`),
    why: "The state function takes the state and then each argument of the aggregate; it must be a user function of the same keyspace.",
  },
  "state-function-result": {
    message: (data) => `${show(data, "name")} returns ${show(data, "returns")}, but the state is ${show(data, "type")}: they must be the same type`,
    why: "What the state function returns is the state for the next row.",
  },
  "final-function": {
    message: (data) => (data.aggregate === undefined ? `There is no function ${show(data, "name")}(${listed(data, "parameters")}) in this keyspace${didYouMean(data)}` : `${show(data, "name")} is an aggregate: FINALFUNC takes a plain function`),
    why: "The final function takes the state alone; it must be a user function of the same keyspace.",
  },
  initcond: {
    message: (data) => `INITCOND must be a constant of the state type, ${show(data, "type")}`,
    why: "It is the state before the first row.",
  },
  "initcond-empty": {
    message: (data) => `INITCOND cannot be an empty value of type ${show(data, "type")}`,
    why: "Only text, ascii and blob have empty values that mean something.",
  },
  "initcond-marker": {
    message: () => "INITCOND cannot be a bind marker: write the value",
    why: "Definitions are executed as they stand, so there is nothing to bind.",
  },
  "initcond-required": {
    message: (data) => `Aggregate ${show(data, "name")} needs an INITCOND that is not null, because ${show(data, "function")} returns null on null input`,
    why: "Starting from null the state function would never be called, and the result would always be null.",
  },
  "unknown-trigger": {
    message: (data) => `Table ${show(data, "table")} has no trigger ${show(data, "trigger")}${didYouMean(data) || ": write IF EXISTS if that is fine"}`,
    why: "Triggers are looked up by their name on their table.",
  },
  "trigger-exists": {
    message: (data) => `Table ${show(data, "table")} has a trigger ${show(data, "trigger")} already: choose another name, or write IF NOT EXISTS`,
    why: "Triggers are looked up by their name on their table.",
  },
  "trigger-on-view": {
    message: (data) => `${show(data, "view")} is a materialized view, which has no triggers: put the trigger on its base table`,
    why: "A trigger runs on writes, and a view takes none.",
  },
  "trigger-class": {
    message: (data) => `The server cannot load the trigger class ${show(data, "class")}: put its jar into the triggers directory of every node`,
    why: "A trigger is a Java class that each node runs on every write of the table.",
  },
};

/** Words for keyspaces, types, indexes, functions and triggers. */
export const OBJECT_MESSAGES: MessageTable = { ...NAMES_AND_TYPES, ...INDEXES, ...FUNCTIONS };
