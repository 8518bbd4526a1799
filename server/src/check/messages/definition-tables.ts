import type { MessageTable } from "./entry";
import { didYouMean, inKeyspace, listed, show } from "./entry";

/** CREATE TABLE (rulebook A4). */
const TABLES: MessageTable = {
  "table-exists": {
    message: (data) => `${show(data, "table")} exists already${inKeyspace(data)}: write IF NOT EXISTS, or ALTER it`,
    why: "The server keeps the first definition; a second CREATE cannot replace it.",
  },
  "view-of-that-name": {
    message: (data) => `${show(data, "name")} is a materialized view already: choose another name for the table`,
    why: "Tables and views share their names; the server finds this out too late and fails inside.",
  },
  "table-of-that-name": {
    message: (data) => `${show(data, "table")} is a table already: choose another name for the view`,
    why: "Tables and views share their names, and IF NOT EXISTS looks for views only.",
  },
  "no-primary-key": {
    message: (data) => `Table ${show(data, "table")} has no primary key: add PRIMARY KEY (…) with the columns that find a row`,
    why: "The first part of the primary key decides which nodes hold a row.",
  },
  "duplicate-key-column": {
    message: (data) => `${show(data, "column")} stands twice in the primary key: name it once`,
    why: "A column has one place in the key.",
  },
  "key-non-frozen": {
    message: (data) => `Key column ${show(data, "column")} is a ${show(data, "what")} that is not frozen: write frozen<${show(data, "type")}>`,
    why: "A key is one value that is hashed or compared as a whole, and only a frozen one is stored so.",
  },
  "key-counter": {
    message: (data) => `A counter cannot be in the primary key: give ${show(data, "column")} another type`,
    why: "A counter has no value until its parts on all replicas are added up, so it can find nothing.",
  },
  "key-duration": {
    message: (data) => `Key column ${show(data, "column")} holds a duration: store nanoseconds as bigint, or the end of the span as a timestamp`,
    why: "Keys are kept in order, and durations have none: a month may be longer or shorter than 30 days.",
  },
  "key-static": {
    message: (data) => `${show(data, "column")} cannot be STATIC and in the primary key: leave out one of the two`,
    why: "A static column has one value for a whole partition, and a key column tells rows apart.",
  },
  "static-without-clustering": {
    message: (data) => `${show(data, "column")} cannot be STATIC: ${show(data, "table")} has no clustering column`,
    why: "A static value is shared by the rows of a partition, and without a clustering column each partition is one row.",
  },
  "counter-mix": {
    message: (data) => `${show(data, "column")} does not fit: a table has either counters or other columns outside its key. Keep counters in a table of their own`,
    why: "Counters are written in another way than values, so a table is made for one or the other.",
  },
  "counter-ttl": {
    message: (data) => `${show(data, "table")} holds counters, which cannot expire: leave default_time_to_live out`,
    why: "An increment that expires would change the sum in a way that replicas could not agree on.",
  },
  "order-not-clustering": {
    message: (data) => `${show(data, "column")} is no clustering column: CLUSTERING ORDER BY takes ${show(data, "clustering") === "" ? "none here, because the table has none" : listed(data, "clustering")}`,
    why: "Rows are ordered within their partition, by the clustering columns of the primary key.",
  },
  "order-sequence": {
    message: (data) => `${show(data, "expected")} must come before ${show(data, "column")} in CLUSTERING ORDER BY`,
    why: "The order is that of the clustering columns in the primary key.",
  },
  "order-missing": {
    message: (data) => `CLUSTERING ORDER BY must say the direction of ${show(data, "expected")} before ${show(data, "column")}: the clustering columns are ${listed(data, "clustering")}`,
    why: "Rows are ordered by the first clustering column, then by the next, so directions are given in that sequence.",
  },
  "compact-storage-disabled": {
    message: (data) => `COMPACT STORAGE is switched off on this server: leave it out, or set ${show(data, "switch")}: true in cassandra.yaml`,
    why: "It keeps the layout of the old Thrift tables, which nothing new needs.",
  },
  "compact-non-frozen": {
    message: (data) => `${show(data, "column")} is ${show(data, "type")}, which needs several cells: a COMPACT STORAGE table takes frozen types only`,
    why: "In the old layout a value has exactly one cell.",
  },
  "compact-static": {
    message: (data) => `${show(data, "column")} cannot be STATIC in a COMPACT STORAGE table`,
    why: "The old layout has no place for values of a whole partition.",
  },
  "compact-several-values": {
    message: (data) => `A COMPACT STORAGE table with clustering columns has one column outside its key, not ${listed(data, "columns")}: leave COMPACT STORAGE out`,
    why: "In the old layout the clustering columns name the cell, so there is room for one value.",
  },
  "compact-no-value": {
    message: (data) => `${show(data, "table")} needs a column outside its key for COMPACT STORAGE: leave COMPACT STORAGE out`,
    why: "Without clustering columns the old layout stores nothing for a row that has no value.",
  },
  "bad-table-id": {
    message: (data) => `The id of a table is a uuid, not ${show(data, "value")}`,
    why: "Nodes know tables by this id; it is written only to restore a table that was dropped.",
  },
  "masking-disabled": {
    message: (data) => `Masking of columns is switched off on this server: set ${show(data, "switch")}: true in cassandra.yaml (and in the server settings here)`,
    why: "Dynamic data masking is off unless it is switched on.",
  },
  "mask-function": {
    message: (data) => `${show(data, "function")} cannot mask a column of type ${show(data, "type")}: use mask_default, mask_null, mask_replace, mask_inner or mask_outer (texts), mask_hash (blobs), or a function of this keyspace that takes the column first`,
    why: "A mask is called with the column's value in place of it.",
  },
  "mask-arguments": {
    message: (data) => (show(data, "function") === "" ? `The argument of the mask must be a constant of type ${show(data, "type")}` : `${show(data, "function")} has the wrong number of arguments here`),
    why: "The column is the first argument; what is written comes after it.",
  },
  "mask-marker": {
    message: () => "A mask cannot take a bind marker: write the value",
    why: "The mask is stored with the table, so there is nothing to bind.",
  },
  "mask-type": {
    message: (data) => `${show(data, "function")} returns ${show(data, "returns")}, but the column is ${show(data, "type")}: a mask keeps the type`,
    why: "Clients read the masked value in place of the real one.",
  },
};

/** WITH (rulebook A4c). */
const OPTIONS: MessageTable = {
  "unknown-option": {
    message: (data) => data.removed !== undefined ? `${show(data, "option")} is an option of older versions: leave it out`
      : data.where !== undefined ? `${show(data, "option")} is an option of ${show(data, "where")}: leave it out, or choose that target`
      : `There is no option ${show(data, "option")} here${data.nearest === undefined ? "" : `: write ${show(data, "nearest")}`}`,
    why: "Options are known by name; those of older versions were removed, and quoted names keep their case.",
  },
  "option-shape": {
    message: (data) => `${show(data, "option")} takes ${show(data, "expected")}`,
    why: "Each option is read as one kind of value; numbers and truth values may stand in quotes.",
  },
  "option-out-of-bounds": {
    message: (data) => `${show(data, "option")} cannot be ${show(data, "value")}: write ${show(data, "bounds")}`,
    why: "Outside these bounds the option would mean nothing to the server.",
  },
  "index-interval-order": {
    message: (data) => `max_index_interval (${show(data, "max")}) must not be below min_index_interval (${show(data, "min")}): set both`,
    why: "The server moves between the two by how much memory it has; what is not written counts with its default.",
  },
  "retry-policy": {
    message: (data) => `${show(data, "option")} cannot be '${show(data, "value")}': write ALWAYS, NEVER, '99p', '50ms' or 'MIN(99p,50ms)'`,
    why: "The policy says after which time a read or write is tried on another replica.",
  },
  "read-repair-value": {
    message: (data) => `read_repair cannot be '${show(data, "value")}': write 'BLOCKING' or 'NONE'`,
    why: "A read that finds replicas apart either repairs them before it answers, or does not.",
  },
  "unknown-memtable": {
    message: (data) => `The server has no memtable configuration ${show(data, "memtable")}: write 'default', or add it to cassandra.yaml`,
    why: "Memtables are configured by name in cassandra.yaml.",
  },
  "caching-option": {
    message: (data) => `caching has no key ${show(data, "key")}: it takes keys and rows_per_partition, in lower case`,
    why: "The server caches positions of keys and rows of partitions, nothing else.",
  },
  "caching-value": {
    message: (data) => `${show(data, "key")} cannot be '${show(data, "value")}': write 'ALL' or 'NONE'${show(data, "key") === "keys" ? "" : ", or a whole number of rows"}`,
    why: "Keys are cached or not; of a partition the first rows may be cached.",
  },
  "compression-class-missing": {
    message: () => "compression needs a class: add 'class': 'LZ4Compressor', or write {'enabled': false}",
    why: "The other options mean something only to a compressor.",
  },
  "compression-disabled-with-options": {
    message: (data) => `${show(data, "key")} has no meaning where compression is off: write {'enabled': false} alone`,
    why: "Without compression there is nothing to configure.",
  },
  "compression-option-twice": {
    message: (data) => `${show(data, "key")} is the old name of ${show(data, "other")}: keep the new one only`,
    why: "Both set the same thing.",
  },
  "unknown-compressor": {
    message: (data) => `There is no compressor ${show(data, "class")}${didYouMean(data) || ": write LZ4Compressor, SnappyCompressor, DeflateCompressor, ZstdCompressor or NoopCompressor"}`,
    why: "Short class names are looked up among the server's own compressors, and their case counts.",
  },
  "compression-option": {
    message: (data) => `${show(data, "class")} has no option ${show(data, "key")}${didYouMean(data)}`,
    why: "Each compressor knows its own options, besides class, enabled, chunk_length_in_kb and min_compress_ratio.",
  },
  "compression-value": {
    message: (data) => `${show(data, "key")} cannot be '${show(data, "value")}': write ${show(data, "expected")}`,
    why: "The compressor could not work with another value.",
  },
  "compaction-class-missing": {
    message: () => "compaction needs a class: add 'class': 'SizeTieredCompactionStrategy' (or another strategy)",
    why: "The other options mean something only to a strategy; what the table had before is not kept.",
  },
  "unknown-compaction-class": {
    message: (data) => `This version has no compaction strategy ${show(data, "class")}${didYouMean(data)}`,
    why: "Short class names are looked up among the server's own strategies, and their case counts.",
  },
  "compaction-option": {
    message: (data) => `${show(data, "class")} has no option ${show(data, "key")}${didYouMean(data)}`,
    why: "Each strategy knows its own options; those of another one are refused, not ignored.",
  },
  "compaction-value": {
    message: (data) => `${show(data, "key")} cannot be '${show(data, "value")}': write ${show(data, "expected")}`,
    why: "The strategy could not work with another value.",
  },
  "alter-table-id": {
    message: () => "The id of a table or view cannot be changed: leave it out",
    why: "Nodes know a table by its id, on disk and on the wire.",
  },
};

/** ALTER, DROP and TRUNCATE (rulebook A5). */
const CHANGES: MessageTable = {
  "alter-table-on-view": {
    message: (data) => `${show(data, "view")} is a materialized view: write ALTER MATERIALIZED VIEW`,
    why: "A view's columns follow from its base table; only its options can be altered.",
  },
  "column-exists": {
    message: (data) => `Table ${show(data, "table")} has a column ${show(data, "column")} already: choose another name`,
    why: "Columns are found by their name.",
  },
  "compact-add": {
    message: (data) => `${show(data, "table")} has COMPACT STORAGE, so ${show(data, "column")} cannot be added: ALTER TABLE … DROP COMPACT STORAGE first`,
    why: "The old layout has no room for columns that were not there from the start.",
  },
  "compact-drop-value": {
    message: (data) => `${show(data, "column")} is the one value of the COMPACT STORAGE table ${show(data, "table")} and cannot be dropped`,
    why: "In the old layout every row has exactly this value; the server fails inside.",
  },
  "readd-type": {
    message: (data) => `${show(data, "column")} was dropped as ${show(data, "before")} and cannot come back as ${show(data, "type")}: choose another name`,
    why: "Old values may still be on disk and would be read as the new type.",
  },
  "readd-kind": {
    message: (data) => `${show(data, "column")} was dropped as a ${show(data, "before")} column and cannot come back as a ${show(data, "now")} one: choose another name`,
    why: "Old values may still be on disk in the other place.",
  },
  "readd-counter": {
    message: (data) => `Counter ${show(data, "column")} was dropped and cannot come back: choose another name`,
    why: "Old increments may still be on disk and would be added to the new ones.",
  },
  "drop-key-column": {
    message: (data) => `${show(data, "column")} is in the primary key of ${show(data, "table")} and cannot be dropped: create another table without it`,
    why: "Rows are stored and found by their key.",
  },
  "drop-non-frozen-user-type": {
    message: (data) => `${show(data, "column")} is of type ${show(data, "type")} and not frozen, so it cannot be dropped`,
    why: "Its cells could not be read any more once the server forgot which fields it had.",
  },
  "column-indexed": {
    message: (data) => `${show(data, "column")} has an index (${listed(data, "indexes")}): DROP INDEX first`,
    why: "The index would point to a column that is gone.",
  },
  "base-of-view": {
    message: (data) => `${show(data, "table")} is the base of ${listed(data, "views")}, so ${show(data, "what") === "" ? "it" : show(data, "what")} cannot be dropped: drop the view first`,
    why: "A view is kept in step with its base table row by row.",
  },
  "rename-non-key": {
    message: (data) => `Only columns of the primary key can be renamed, and ${show(data, "column")} of ${show(data, "table")} is none: add a column, copy the values, drop the old one`,
    why: "Key columns are known by their position on disk, other columns by their name.",
  },
  "rename-twice": {
    message: (data) => `Two columns cannot both become ${show(data, "column")}`,
    why: "Columns are found by their name; the server fails inside.",
  },
  "drop-compact-disabled": {
    message: (data) => `DROP COMPACT STORAGE is switched off on this server: set ${show(data, "switch")}: true in cassandra.yaml (and in the server settings here)`,
    why: "It changes what old clients see, so it is refused unless it is switched on.",
  },
  "not-compact": {
    message: (data) => `${show(data, "table")} has no COMPACT STORAGE to drop`,
    why: "The statement turns a table of the old layout into an ordinary one.",
  },
  "drop-table-on-view": {
    message: (data) => `${show(data, "view")} is a materialized view: write DROP MATERIALIZED VIEW`,
    why: "Dropping a view must also stop its base table from feeding it.",
  },
  "truncate-view": {
    message: (data) => `${show(data, "view")} is a materialized view: TRUNCATE its base table ${show(data, "base")}`,
    why: "A view holds what its base table holds.",
  },
  "truncate-virtual": {
    message: (data) => `${show(data, "table")} is a virtual table and cannot be truncated`,
    why: "Its rows are made up by each node when they are read.",
  },
  "use-disabled": {
    message: (data) => `USE is switched off on this server: write keyspace.table, or set ${show(data, "switch")}: true in cassandra.yaml`,
    why: "USE changes what the names of later statements of a connection mean.",
  },
  "not-found": {
    message: (data) => `Keyspace ${show(data, "keyspace")} has no ${show(data, "kind")} ${show(data, "name")}${didYouMean(data)}`,
    why: "DESCRIBE is answered by the server from its schema.",
  },
};

/** Materialized views (rulebook A7). */
const VIEWS: MessageTable = {
  "views-disabled": {
    message: (data) => `Materialized views are switched off on this server: set ${show(data, "switch")}: true in cassandra.yaml (and in the server settings here), or keep a second table yourself`,
    why: "Views are experimental, so a server refuses them unless they are switched on.",
  },
  "view-other-keyspace": {
    message: (data) => `View ${show(data, "view")} in ${show(data, "keyspace")} cannot have its base in ${show(data, "other")}: create it there`,
    why: "View and base are replicated alike, which is a matter of their keyspace.",
  },
  "view-marker": {
    message: (data) => `View ${show(data, "view")} cannot have a bind marker: write the value`,
    why: "The WHERE clause is stored with the view and applied to every write.",
  },
  "view-on-view": {
    message: (data) => `${show(data, "view")} is a materialized view itself: take its base table`,
    why: "Views are fed by the writes of a table, and a view takes none.",
  },
  "view-on-counter-table": {
    message: (data) => `${show(data, "table")} holds counters, so it cannot have a view`,
    why: "A counter changes without being read, so a view could not be kept in step.",
  },
  "view-gc-grace": {
    message: (data) => `gc_grace_seconds of ${show(data, "table")} cannot be 0 with a materialized view: give it at least the time that hints are kept`,
    why: "Updates of views are delivered later where a replica was down, and would bring deleted rows back.",
  },
  "view-alias": {
    message: (data) => `A view keeps the names of its base table: leave AS ${show(data, "alias")} out`,
    why: "Columns of base and view are matched by name.",
  },
  "view-selector": {
    message: (data) => `View ${show(data, "view")} selects columns by name or *: leave functions, casts and parts of columns out`,
    why: "A view copies values as they stand.",
  },
  "view-static": {
    message: (data) => `${show(data, "column")} is static and cannot be in view ${show(data, "view")}: name the other columns instead`,
    why: "One write of a static column would have to change every row of the view that comes from its partition.",
  },
  "view-key-not-selected": {
    message: (data) => `${show(data, "column")} is in the key of view ${show(data, "view")} but is not selected: add it to SELECT`,
    why: "The view stores what it selects, its key included.",
  },
  "view-order": {
    message: (data) => `CLUSTERING ORDER BY of a view lists all of its clustering columns in order: ${listed(data, "clustering")}`,
    why: "For views the server takes the whole list or none.",
  },
  "view-missing-base-key": {
    message: (data) => `The key of view ${show(data, "view")} must hold every key column of ${show(data, "table")}: add ${listed(data, "columns")}`,
    why: "Otherwise several rows of the base would become one row of the view, and deleting one would delete the others.",
  },
  "view-two-new-columns": {
    message: (data) => `The key of view ${show(data, "view")} can hold one column that is not in the key of ${show(data, "table")}, not ${listed(data, "columns")}`,
    why: "Two columns that change apart could leave rows of the view that nothing would ever delete.",
  },
  "view-token": {
    message: (data) => `View ${show(data, "view")} cannot use token(): restrict the columns themselves`,
    why: "A view filters rows by their values.",
  },
  "view-expr": {
    message: (data) => `View ${show(data, "view")} cannot use expr(): restrict the columns themselves`,
    why: "Custom indexes are asked when reading, not when a write reaches the view.",
  },
  "view-key-not-restricted": {
    message: (data) => `Add ${listed(data, "columns")} IS NOT NULL to WHERE of view ${show(data, "view")}`,
    why: "A row whose key column is null could not be stored in the view, so the view must leave it out in so many words.",
  },
  "view-filter": {
    message: (data) => `View ${show(data, "view")} can filter ${listed(data, "columns")} by IS NOT NULL only, because it is not in the key of ${show(data, "table")}`,
    why: "A value that changes could move rows in and out of the view without the server noticing.",
  },
  "view-ttl": {
    message: (data) => `View ${show(data, "view")} cannot have its own default_time_to_live: set it on the base table`,
    why: "Rows of a view live as long as those of its base table.",
  },
  "unknown-view": {
    message: (data) => `There is no materialized view ${show(data, "view")}${inKeyspace(data)}${didYouMean(data) || ": write IF EXISTS if that is fine"}`,
    why: "Views are looked up by their name in the keyspace.",
  },
  "not-a-view": {
    message: (data) => `${show(data, "table")} is a table, not a view: write ALTER TABLE or DROP TABLE`,
    why: "Tables and views have statements of their own.",
  },
};

/** Words for tables, their options and their changes, and for views. */
export const TABLE_MESSAGES: MessageTable = { ...TABLES, ...OPTIONS, ...CHANGES, ...VIEWS };
