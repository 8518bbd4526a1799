import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { supports } from "../dialect/features";
import { TARGETS } from "../dialect/target";
import { CqlParser } from "./grammar";
import { parseStatement } from "./parse";

/** `4.0 4.1 5.0 scylla`: the targets whose grammar takes the text. */
function takenBy(text: string): string {
  const { problems, features } = parseStatement(text);
  if (problems.length > 0) return "none";
  return TARGETS.filter((target) => features.every((use) => supports(target, use.feature))).map((target) => target.replace("cassandra-", "")).join(" ");
}
const ALL = "4.0 4.1 5.0 scylla";

test("the grammar passes the parser library's own validation", () => {
  expect(() => new CqlParser({ skipValidations: false })).not.toThrow();
});

describe("texts that every target's grammar takes", () => {
  test.each([
    "USE a;;", "INSERT INTO t (m) VALUES ({('a'): now(), ('b') : ks.f(1)})", "SELECT DISTINCT FROM t", "SELECT JSON FROM t", "SELECT json AS x FROM t", "SELECT JSON DISTINCT a FROM t", "SELECT t.a FROM t", "SELECT * FROM t WHERE (a = 1) AND ((b = 2))",
    "SELECT * FROM t WHERE a IN () AND b IN ? AND c IN :x AND d IN (?, 1, null)", "SELECT * FROM t WHERE (a, b) IN ((1, 2), (3, 4)) AND (c, d) IN (?, ?)", "SELECT * FROM t WHERE token(a, b) > token(1, 'x') LIMIT -1",
    "SELECT * FROM t WHERE a = 5. AND b = 0x AND c = trUE AND d = nan AND e = -infinity AND f = 1.5e-3 AND g = 007", "SELECT * FROM t WHERE a = 123e4567-e89b-12d3-a456-426614174000 AND b = P1Y2M3DT4H AND c = -PT5M AND d = 1y2mo3w",
    "SELECT * FROM t WHERE m['k'] = 1 AND s CONTAINS KEY 'x' AND n LIKE 'a%' AND o IS NOT NULL", "SELECT count(*), writetime(a), CAST(b AS text) AS c FROM t",
    "INSERT INTO t (id) VALUES (1) IF NOT EXISTS USING TTL 5 AND TIMESTAMP ?", "INSERT INTO t JSON '{}' DEFAULT UNSET", "UPDATE t SET c = c -1, d = d+1, e = [1] + e, f['x'] = 2, g.h = 3, i = i - {1} WHERE k = 1 IF x = 1 AND y[1] = 2 AND z.f IN (1)",
    "DELETE a, b['x'], c.f FROM t USING TIMESTAMP 3 WHERE k = 1 IF EXISTS", "BEGIN UNLOGGED BATCH USING TIMESTAMP 1 DELETE FROM t WHERE k = 1 APPLY BATCH", "BEGIN BATCH APPLY BATCH",
    "CREATE TABLE crate (id int PRIMARY KEY,, w int,)", "CREATE TABLE crate (key text PRIMARY KEY, value int, json text, \"order\" int)", "CREATE TABLE crate (id int, n int, PRIMARY KEY ((id), n)) WITH CLUSTERING ORDER BY (n DESC) AND COMPACT STORAGE AND comment = key",
    "CREATE TABLE c (id int PRIMARY KEY, a map<text, frozen<list<tuple<int, text>>>>, b frozen<ks.address>)", "CREATE TYPE key (a int)", "CREATE TYPE Enum (a int)", "CREATE INDEX ON crate (FULL(w))", "CREATE CUSTOM INDEX ON crate (w) USING 'x' WITH OPTIONS = {'a': 'b'}",
    "CREATE MATERIALIZED VIEW v AS SELECT * FROM crate WHERE id IS NOT NULL PRIMARY KEY (id)", "CREATE FUNCTION f(a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$ return a; $$", "CREATE AGGREGATE total(int) SFUNC addup STYPE int INITCOND 0",
    "CREATE ROLE user", "CREATE ROLE clerk WITH LOGIN = true AND PASSWORD = 'x'", "GRANT ALL PERMISSIONS ON KEYSPACE depot TO clerk", "LIST ROLES OF clerk NORECURSIVE", "DESC ONLY KEYSPACE depot WITH INTERNALS", "DESCRIBE tables", "DROP INDEX depot.by_w", "TRUNCATE depot.crate",
  ])("%s", (text) => expect(takenBy(text)).toBe(ALL));
});

describe("texts that some targets' grammars take", () => {
  test.each([
    ["ALTER TABLE IF EXISTS crate ADD IF NOT EXISTS note text", "4.1 5.0"], ["SELECT * FROM t WHERE a = CAST(1.5 AS int)", "4.1 5.0"], ["SELECT sid FROM probe GROUP BY sid, floor(at, 1h)", "4.1 5.0"],
    ["GRANT SELECT, MODIFY ON crate TO clerk", "4.1 5.0"], ["UPDATE t SET a = 1 WHERE k = 1 IF s CONTAINS 1", "4.1 5.0"], ["SELECT writetime(props['a']) FROM bag", "5.0 scylla"], ["SELECT * FROM shelf ORDER BY emb ANN OF [1, 2, 3] LIMIT 2", "5.0 scylla"],
    ["CREATE TABLE t (id int PRIMARY KEY, v vector<float, 3>)", "5.0 scylla"], ["ALTER TABLE t ALTER a MASKED WITH DEFAULT", "5.0"], ["SELECT a + 1 FROM t", "4.0 4.1 5.0"], ["UPDATE t SET a += {1} WHERE k = 1", "4.0 4.1 5.0"],
    ["SELECT * FROM t BYPASS CACHE USING TIMEOUT 50ms", "scylla"], ["CREATE KEYSPACE depot", "scylla"], ["CREATE INDEX ON t ((a, b), c)", "scylla"], ["CREATE TABLE crate (id int PRIMARY KEY, default int)", "4.0 4.1 5.0"], ["SELECT desc FROM t", "scylla"],
    ["SELECT * FROM t WHERE a BETWEEN 1 AND 2", ""], ["SELECT * FROM t WHERE a NOT IN (1)", "scylla"],
  ])("%s", (text, targets) => expect(takenBy(text)).toBe(targets));
});

describe("texts that no grammar takes, with the code that says why", () => {
  test.each([
    ["SELECT a FROM t JOIN u ON a = b", "join", "JOIN"], ["SELECT a FROM t, u", "join", ","], ["SELECT a FROM t LIMIT 10 OFFSET 5", "offset", "OFFSET"], ["SELECT a FROM t LIMIT 10, 20", "limit-offset-pair", ","],
    ["SELECT a FROM t WHERE (a = 1 OR b = 2)", "or", "OR"], ["SELECT a FROM t WHERE a IN (SELECT b FROM u)", "sub-select", "SELECT"], ["SELECT a FROM t GROUP BY a HAVING a > 1", "having", "HAVING"],
    ["SELECT a FROM t WHERE a <> 1", "not-equal-operator", "<"], ["SELECT a FROM t WHERE a IS NULL", "is-null", "IS"], ["CREATE TABLE t (a int NOT NULL)", "not-null-constraint", "NOT"], ["CREATE TABLE t (a int DEFAULT 5)", "default-value", "DEFAULT"],
    ["CREATE TABLE t (a int AUTO_INCREMENT)", "auto-increment", "AUTO_INCREMENT"], ["CREATE TABLE t (a int, FOREIGN KEY (a) REFERENCES u (b))", "foreign-key", "FOREIGN"], ["CREATE TABLE t (a int UNIQUE)", "unique-constraint", "UNIQUE"],
    ["CREATE TABLE t (a int CHECK (a > 1))", "check-constraint", "CHECK"], ["CREATE TABLE t (a varchar(20))", "type-parameters", "("], ["SELECT x.a FROM t x", "table-alias", "x"], ["SELECT a FROM t WHERE a = \"b\"", "double-quoted-string", '"b"'],
    ["SELECT a FROM t UNION SELECT b FROM u", "union", "UNION"], ["INSERT INTO t (a) SELECT b FROM u", "insert-select", "SELECT"], ["INSERT INTO t (a) VALUES (1), (2)", "multi-row-values", ","], ["INSERT INTO t VALUES (1)", "insert-without-columns", "VALUES"],
    ["DELETE * FROM t WHERE a = 1", "delete-star", "*"], ["UPDATE t SET a = 1", "update-without-where", "UPDATE"], ["DELETE FROM t", "delete-without-where", "DELETE"], ["SELECT `a` FROM t", "backtick-name", "`a`"], ["SELECT a FROM t # x", "hash-comment", "# x"],
    ["SELECT a FROM t WHERE a = b", "column-comparison", "b"], ["UPDATE t SET a = b WHERE k = 1", "assignment-from-column", "b"], ["CREATE TABLE t (order int)", "reserved-word", "order"], ["CREATE TABLE order (a int)", "reserved-word", "order"],
    ["INSERT INTO t (a) VALUES (CURRENT_TIMESTAMP)", "current-timestamp", "CURRENT_TIMESTAMP"], ["SELEC a FROM t", "misspelt-keyword", "SELEC"], ["BEGIN TRANSACTION", "transaction", "BEGIN"], ["SELECT a -1 FROM t", "glued-minus", "-1"],
    ["SELECT a FROM t WHERE a = 'x", "unclosed-string", "'x"], ["UPDATE t SET a = b + 1 WHERE k = 1", "assignment-from-other-column", "b"], ["UPDATE t SET a = 1, a = 2 WHERE k = 1", "column-set-twice", "a"],
    ["CREATE TABLE t (a int PRIMARY KEY, a text)", "duplicate-column", "a"], ["ALTER TABLE t WITH comment = 'a' AND comment = 'b'", "duplicate-property", "comment"], ["CREATE TYPE interval (a int)", "reserved-type-name", "interval"],
    ["SELECT * FROM t WHERE a = 1e999", "float-out-of-range", "1e999"], ["CREATE TABLE t (a frozen<int>)", "frozen-native", "int"], ["CREATE USER \"Ann\"", "quoted-user-name", '"Ann"'], ["SELECT * FROM t LIMIT 2 WHERE a = 1", "syntax-error", "WHERE"],
    ["USE a; USE b", "syntax-error", ";"], ["UPDATE t SET a = - - 1 WHERE k = 1", "syntax-error", "-"], ["SELECT a FROM t WHERE k = 1 - - - 1", "syntax-error", "-"], ["CREATE SCHEMA a", "keyspace-word", "SCHEMA"], ["SELECT * FROM t WHERE (a) IN (1, 2)", "tuple-expected", "1"], ["SELECT * FROM t WHERE EXPR(i, 'q')", "syntax-error", ""],
  ])("%s", (text, code, shown) => {
    const { problems } = parseStatement(text);
    expect(problems.map((problem) => [problem.code, text.slice(problem.range.start, problem.range.end)])).toEqual([[code, shown]]);
  });
});

describe("half-typed text keeps what was read", () => {
  test.each([
    ["SELECT * FROM shop.orders WHERE customer =", { kind: "select", table: { name: { value: "orders" } }, where: [{ left: { column: { value: "customer" } }, operator: "=", value: { kind: "term", term: { kind: "missing" } } }] }],
    ["INSERT INTO orders (id, ", { kind: "insert", table: { name: { value: "orders" } }, columns: [{ value: "id" }] }],
    ["UPDATE orders SET total = 1 WHERE ", { kind: "update", assignments: [{ kind: "set" }], where: [] }],
    ["CREATE TABLE t (id int, PRIMARY", { kind: "create-table", columns: [{ name: { value: "id" } }] }],
    ["BEGIN BATCH INSERT INTO a (k) VALUES (1); DELETE FROM b", { kind: "batch", statements: [{ kind: "insert" }, { kind: "delete" }] }],
  ])("%s", (text, tree) => {
    const parsed = parseStatement(text);
    expect(parsed.problems).toHaveLength(1);
    expect(parsed.statement).toMatchObject(tree);
  });
});

test("templates stand for what replaces them, and are no mistakes", () => {
  for (const text of ["CREATE TABLE ${keyspace}.t (id int PRIMARY KEY) WITH default_time_to_live = ${ttl}", "SELECT * FROM {{ ks }}.orders_${env} WHERE a = %s", "USE @KS@", "SELECT * FROM $ks$.orders_$env", "SELECT a FROM t ${tail}",
    "CREATE TABLE $KS$.t (id int PRIMARY KEY)", "SELECT * FROM $KS.t_$ENV", "CREATE TABLE IF NOT EXISTS <your keyspace>.t (id int PRIMARY KEY)", "USE <%= ks %>", "SELECT * FROM #{ks}.t WHERE a = #{a}",
    "CREATE KEYSPACE __KS__ WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}", "SELECT * FROM {ks}.{table}", "INSERT INTO t (a, b) VALUES (%d, %(b)s)",
    "CREATE KEYSPACE k WITH replication = {'class': '${CLASS}', '<DC>': '{{ rf }}'}", "INSERT INTO t (id) VALUES ('%s')", 'SELECT * FROM "${ks}".t', "{% if big %} TRUNCATE t {% endif %}", "{{- range .Names }} GRANT SELECT ON t TO {{ . }}"]) {
    const parsed = parseStatement(text);
    expect(parsed.problems).toEqual([]);
    expect(parsed.templates.length).toBeGreaterThan(0);
  }
  expect(parseStatement("INSERT INTO t (a) VALUES ({{1, 2}, {3}})").templates).toEqual([]);
  for (const text of ["SELECT a %s FROM t", "CREATE TABLE t (a frozen <address> PRIMARY KEY, b map<text, frozen<b>>)", "UPDATE t SET a = {b}", "SELECT a FROM t WHERE a <5 AND b> 3", "INSERT INTO t (a, b) VALUES ('costs $5, {{a}} and more', '%')",
    "CREATE FUNCTION f (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$return a;$$"]) expect(parseStatement(text).templates, text).toEqual([]);
});

test("depth is bounded, and quickly", () => {
  for (const text of [`SELECT ${"(".repeat(10_000)}`, `SELECT ${"[".repeat(10_000)}1${"]".repeat(10_000)} FROM t`, `SELECT ${"(int)".repeat(10_000)} 1 FROM t`, `SELECT ${"- ".repeat(10_000)}a FROM t`, `SELECT a${".a".repeat(10_000)} FROM t`, `SELECT a${" + a".repeat(10_000)} FROM t`]) {
    expect(parseStatement(text).problems).toHaveLength(1);
  }
  expect(parseStatement(`SELECT ${"(".repeat(60)}1${")".repeat(60)} FROM t`).problems).toEqual([]);
});

const words = fc.constantFrom(
  "SELECT", "*", "a", "FROM", "t", "WHERE", "=", "1", "?", "AND", "(", ")", "[", "]", "{", "}", ",", ":", "'x'", "'", '"', "$$", "--", "\n", "/*", "*/", "INSERT INTO", "VALUES", "UPDATE", "SET", "DELETE", "CREATE TABLE", "PRIMARY KEY",
  "TYPE", "int", "list<", ">", "<", "WITH", "BEGIN BATCH", "APPLY BATCH", "GRANT", "LIST", "DESCRIBE", "ALTER TABLE", "DROP", "${x}", "{{x}}", "%s", "é", "😀", "\u0000", "-", "..", ".", "CAST", "AS", "token", "expr(", "IN", "NOT", "IF", "EXISTS", "P1D", "1h", "0x", ";", "#", "`",
);
test("parsing never throws, and problems lie inside the text", () => {
  fc.assert(fc.property(fc.array(words, { maxLength: 30 }).map((parts) => parts.join(" ")), (text) => {
    for (const { range } of parseStatement(text).problems) expect(0 <= range.start && range.start <= range.end && range.end <= text.length).toBe(true);
  }), { numRuns: 3000 });
});
