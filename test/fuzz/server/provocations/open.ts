/** Provocations on the server of all other tests. */
import { BEFORE_50, SINCE_41, type Group } from "./provocation";

const SASI = "USING 'org.apache.cassandra.index.sasi.SASIIndex' WITH OPTIONS =";

/** Over the 50 KiB that a stock server takes. */
const LARGE_BATCH = `BEGIN BATCH ${[1, 2, 3].map((id) => `INSERT INTO products (id, note) VALUES (${id}, '${"x".repeat(20_000)}')`).join("; ")}; APPLY BATCH`;

export const OPEN: readonly Group[] = [
  {
    name: "reading", server: "open",
    setup: ["CREATE TABLE orders (customer int, month text, id int, line int, status text, tags set<text>, PRIMARY KEY ((customer, month), id, line))", "CREATE TABLE places (hall int, row int, seat int, part int, guest text, PRIMARY KEY (hall, row, seat, part))"],
    refused: [
      ["union", "SELECT id FROM orders UNION SELECT id FROM orders"],
      ["limit-offset-pair", "SELECT id FROM orders LIMIT 10, 20"],
      ["case-expression", "SELECT CASE id WHEN 1 THEN status END FROM orders"],
      ["window-function", "SELECT row_number() OVER (ORDER BY id) FROM orders"],
      ["top", "SELECT TOP 10 id FROM orders"],
      ["writetime-on-multicell", "SELECT writetime(tags) FROM orders", BEFORE_50],
      ["in-on-non-key", "SELECT id FROM orders WHERE status IN ('paid', 'sent') ALLOW FILTERING", ["4.0"]],
      ["in-with-filtering", "SELECT id FROM orders WHERE customer IN (1, 2) ALLOW FILTERING", ["4.0"]],
      ["in-in-filter", "SELECT id FROM orders WHERE customer = 1 AND month = 'may' AND line IN (1, 2) ALLOW FILTERING", ["4.0"]],
      ["tuple-in-in-filter", "SELECT guest FROM places WHERE hall = 1 AND (seat, part) IN ((1, 2), (3, 4)) ALLOW FILTERING", SINCE_41],
      ["group-function-many-columns", "SELECT hall FROM places GROUP BY hall, row + seat", SINCE_41],
    ],
  },
  {
    name: "vectors", server: "open", versions: ["5.0"],
    setup: [
      "CREATE TABLE articles (id int PRIMARY KEY, v vector<float, 2>)", "CREATE INDEX ON articles (v) USING 'sai'",
      "CREATE TABLE places (id int, v vector<float, 2>, name text, PRIMARY KEY (id, v)) WITH CLUSTERING ORDER BY (v DESC)", "CREATE INDEX ON places (v) USING 'sai'",
    ],
    refused: [
      ["zero-vector", "SELECT similarity_cosine([0, 0], [1, 2]) FROM articles"],
      ["vector-not-indexable", "INSERT INTO articles (id, v) VALUES (1, [0, 0])"],
      ["descending-vector-index", "INSERT INTO places (id, v) VALUES (1, [1, 2])"],
    ],
  },
  {
    name: "writing", server: "open",
    setup: ["CREATE TABLE products (id int PRIMARY KEY, note text, tags set<text>)", "CREATE TABLE prices (product int PRIMARY KEY, price int) WITH COMPACT STORAGE", "CREATE TABLE notes (id int, title text, body text, PRIMARY KEY (id, title)) WITH COMPACT STORAGE", "CREATE TABLE stocks (id int, counts frozen<map<text, int>>, PRIMARY KEY (id, counts)) WITH CLUSTERING ORDER BY (counts DESC)"],
    refused: [
      ["empty-map-in-descending-order", "INSERT INTO stocks (id, counts) VALUES (1, {})"],
      ["json-into-compact-table", "INSERT INTO prices JSON '{\"product\": 1, \"price\": 5}'"],
      ["empty-compact-clustering", "INSERT INTO notes (id, title, body) VALUES (1, '', 'x')"],
      ["guardrail-batch-size", LARGE_BATCH],
      ["null-set-element", "DELETE tags[null] FROM products WHERE id = 1"],
      ["virtual-table-timestamp", "UPDATE system_views.settings USING TIMESTAMP 5 SET value = 'x' WHERE name = 'y'", SINCE_41],
    ],
  },
  {
    name: "tables", server: "open",
    setup: ["CREATE TABLE products (id int PRIMARY KEY, name text)", "CREATE MATERIALIZED VIEW by_name AS SELECT id, name FROM products WHERE id IS NOT NULL AND name IS NOT NULL PRIMARY KEY (name, id)"],
    refused: [
      ["view-of-that-name", "CREATE TABLE by_name (id int PRIMARY KEY)", SINCE_41], // 4.0 loses the keyspace by it
      ["auto-increment", "CREATE TABLE fresh (id int PRIMARY KEY AUTO_INCREMENT, name text)"],
      ["foreign-key", "CREATE TABLE fresh (id int PRIMARY KEY, owner int, FOREIGN KEY (owner) REFERENCES users (id))"],
      ["compression-option-twice", "CREATE TABLE fresh (id int PRIMARY KEY) WITH compression = {'class': 'LZ4Compressor', 'sstable_compression': 'LZ4Compressor'}", BEFORE_50],
      ["index-class-missing", "CREATE CUSTOM INDEX ON products (name)", BEFORE_50],
      ["index-class-without-custom", "CREATE INDEX ON products (name) USING 'sai'", BEFORE_50],
      ["sasi-memory", `CREATE CUSTOM INDEX ON products (name) ${SASI} {'max_compaction_flush_memory_in_mb': 'much'}`],
      ["replication-factor-missing", "CREATE KEYSPACE provocation_2 WITH replication = {'class': 'SimpleStrategy'}", ["4.0"]],
      ["unknown-datacenter", "CREATE KEYSPACE provocation_2 WITH replication = {'class': 'NetworkTopologyStrategy', 'DC1': 3}"],
      ["unknown-memtable", "CREATE TABLE fresh (id int PRIMARY KEY) WITH memtable = 'nothing'", SINCE_41],
    ],
  },
  {
    name: "a broken index", server: "open", // the server keeps what it failed to build, so this table serves nothing else
    setup: ["CREATE TABLE doomed (id int PRIMARY KEY, name text)"],
    refused: [["sasi-delimiter", `CREATE CUSTOM INDEX ON doomed (name) ${SASI} {'analyzer_class': 'org.apache.cassandra.index.sasi.analyzer.DelimiterAnalyzer', 'delimiter': ', '}`]],
  },
  {
    name: "functions", server: "open",
    setup: [
      "CREATE FUNCTION shown (total int, next int) CALLED ON NULL INPUT RETURNS text LANGUAGE java AS 'return null;'",
      "CREATE FUNCTION add_up (total int, next int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return total;'",
    ],
    refused: [
      ["state-function-result", "CREATE AGGREGATE total (int) SFUNC shown STYPE int INITCOND 0"],
      ["initcond-empty", "CREATE AGGREGATE total (int) SFUNC add_up STYPE int INITCOND blobAsInt(0x)"],
    ],
  },
];
