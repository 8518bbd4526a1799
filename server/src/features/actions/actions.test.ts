import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apply, edited, project, QUERY, ROOT, shown } from "../../../../test/support/project";
import type { CqlService } from "../../workspace/service";

const SCHEMA = `CREATE TABLE shop.orders (customer uuid, month text, id timeuuid, line int, total decimal, "order" int, "fullName" text, PRIMARY KEY ((customer, month), id, line));\nCREATE TABLE shop.logs (id int PRIMARY KEY, at timestamp);\nCREATE TABLE shop.hits (page int, day date, n counter, PRIMARY KEY (page, day));\n`;

/** Titles of all fixes of the first diagnostic, and the query after the one whose title holds `title`. */
function fixed(text: string, title: string): string {
  const service = project({ "schema.cql": SCHEMA, "query.cql": text });
  service.check(QUERY);
  const fix = service.fixes(QUERY, 0).find((one) => one.title.includes(title));
  if (fix === undefined) throw new Error(`no such fix among: ${titles(service).join(" | ")}`);
  return edited(text, fix.edits.filter((edit) => edit.uri === QUERY));
}

function titles(service: CqlService): readonly string[] {
  service.check(QUERY);
  return service.fixes(QUERY, 0).map((fix) => fix.title);
}

describe("fixes: before and after", () => {
  test.each([
    ["a missing partition key column", "SELECT total FROM shop.orders WHERE customer = ?;", "Add", "SELECT total FROM shop.orders WHERE customer = ? AND month = ?;"],
    ["the first partition key column", "SELECT total FROM shop.orders WHERE month = ?;", "Add", "SELECT total FROM shop.orders WHERE customer = ? AND month = ?;"],
    ["named markers", "SELECT total FROM shop.orders WHERE customer = :who LIMIT 5;", "Add", "SELECT total FROM shop.orders WHERE customer = :who AND month = :month LIMIT 5;"],
    ["a skipped clustering column", "SELECT total FROM shop.orders WHERE customer = ? AND month = ? AND line = 1;", "Add", "SELECT total FROM shop.orders WHERE customer = ? AND month = ? AND id = ? AND line = 1;"],
    ["no WHERE at all", "SELECT total FROM shop.orders ORDER BY id;", "Add", "SELECT total FROM shop.orders WHERE customer = ? AND month = ? ORDER BY id;"],
    ["a write without its key", "UPDATE shop.orders SET total = 1 WHERE customer = ? AND month = ?;", "Add", "UPDATE shop.orders SET total = 1 WHERE customer = ? AND month = ? AND id = ? AND line = ?;"],
    ["an INSERT without its key", "INSERT INTO shop.orders (customer, month, id) VALUES (?, ?, now());", "Add", "INSERT INTO shop.orders (customer, month, id, line) VALUES (?, ?, now(), ?);"],
    ["an INSERT into a counter table", "INSERT INTO shop.hits (page, day, n) VALUES (?, ?, 2);", "UPDATE", "UPDATE shop.hits SET n = n + 2 WHERE page = ? AND day = ?;"],
    ["a relation that says nothing", "SELECT total FROM shop.orders WHERE customer = ? AND month = ? AND customer = ?;", "Remove", "SELECT total FROM shop.orders WHERE customer = ? AND month = ?;"],
    ["a misspelt column", "SELECT totl FROM shop.orders;", "Change", "SELECT total FROM shop.orders;"],
    ["a column without its quotes", "SELECT fullName FROM shop.orders;", "Change", `SELECT "fullName" FROM shop.orders;`],
    ["a misspelt table", "SELECT total FROM shop.ordres;", "Change", "SELECT total FROM shop.orders;"],
    ["a reserved word", "SELECT order FROM shop.orders;", "Quote", `SELECT "order" FROM shop.orders;`],
    ["filtering inside one partition", "SELECT id FROM shop.orders WHERE customer = ? AND month = ? AND total = 1;", "ALLOW FILTERING", "SELECT id FROM shop.orders WHERE customer = ? AND month = ? AND total = 1 ALLOW FILTERING;"],
    ["a type of another language", "CREATE TABLE shop.notes (id uuid PRIMARY KEY, body string);", "text", "CREATE TABLE shop.notes (id uuid PRIMARY KEY, body text);"],
    ["a function that 5.0 took away", "SELECT dateOf(id) FROM shop.orders;", "toTimestamp", "SELECT toTimestamp(id) FROM shop.orders;"],
    ["a number in quotes", "SELECT id FROM shop.orders WHERE customer = ? AND month = ? AND id = ? AND line = '7';", "Write 7", "SELECT id FROM shop.orders WHERE customer = ? AND month = ? AND id = ? AND line = 7;"],
    ["two equals signs", "SELECT id FROM shop.orders WHERE customer == ? AND month = ?;", "Write =", "SELECT id FROM shop.orders WHERE customer = ? AND month = ?;"],
    ["a misspelt keyword", "SELEC id FROM shop.orders;", "SELECT", "SELECT id FROM shop.orders;"],
    ["a string in double quotes", `SELECT id FROM shop.orders WHERE customer = ? AND month = "2024-05";`, "Write", "SELECT id FROM shop.orders WHERE customer = ? AND month = '2024-05';"],
    ["a name in backticks", "SELECT `id` FROM shop.orders;", "Write", `SELECT "id" FROM shop.orders;`],
    ["BETWEEN", "SELECT total FROM shop.orders WHERE customer = ? AND month = ? AND id = ? AND line BETWEEN 1 AND 5;", "BETWEEN", "SELECT total FROM shop.orders WHERE customer = ? AND month = ? AND id = ? AND line >= 1 AND line <= 5;"],
    ["a length", "CREATE TABLE shop.notes (id uuid PRIMARY KEY, body varchar(20));", "length", "CREATE TABLE shop.notes (id uuid PRIMARY KEY, body varchar);"],
    ["NOT NULL", "CREATE TABLE shop.notes (id uuid PRIMARY KEY, body text NOT NULL, n int);", "constraint", "CREATE TABLE shop.notes (id uuid PRIMARY KEY, body text, n int);"],
    ["an alias without AS", "SELECT total price FROM shop.orders;", "AS", "SELECT total AS price FROM shop.orders;"],
    ["a glued minus", "SELECT line -1 FROM shop.orders;", "minus", "SELECT line - 1 FROM shop.orders;"],
    ["DELETE *", "DELETE * FROM shop.orders WHERE customer = ? AND month = ?;", "*", "DELETE FROM shop.orders WHERE customer = ? AND month = ?;"],
    ["ADD COLUMN", "ALTER TABLE shop.orders ADD COLUMN note text;", "COLUMN", "ALTER TABLE shop.orders ADD note text;"],
    ["now() into a timestamp", "INSERT INTO shop.logs (id, at) VALUES (1, now());", "toTimestamp", "INSERT INTO shop.logs (id, at) VALUES (1, toTimestamp(now()));"],
    ["a comma too many", "SELECT id, total, FROM shop.orders;", "comma", "SELECT id, total FROM shop.orders;"],
  ])("%s", (_name, before, title, after) => expect(fixed(before, title)).toBe(after));

  test("an existing table that serves is offered before a new one", () => {
    const copy = "CREATE TABLE shop.orders_by_total (total decimal, customer uuid, month text, id timeuuid, line int, PRIMARY KEY (total, customer, month, id, line));\n";
    const service = project({ "schema.cql": SCHEMA + copy, "query.cql": "SELECT id\nFROM shop.orders\nWHERE total = ?;\n" });
    expect(titles(service)[0]).toBe("Query shop.orders_by_total instead: it serves this");
    const fix = service.fixes(QUERY, 0)[0];
    expect(fix?.preferred).toBe(true);
    if (fix !== undefined) apply(service, fix);
    expect([service.text(QUERY), shown(service)]).toEqual(["SELECT id\nFROM shop.orders_by_total\nWHERE total = ?;\n", []]);
  });

  test("an accepted query that filters is offered a table", () => {
    const text = "SELECT id FROM shop.orders WHERE total = ? ALLOW FILTERING;\n";
    const service = project({ "schema.cql": SCHEMA, "query.cql": text });
    service.check(QUERY);
    expect(service.actions(QUERY, { start: 3, end: 3 }).filter(({ kind }) => kind === "refactor").map(({ fix }) => fix.title)).toContain("Create table shop.orders_by_total and query it");
  });

  test("ALLOW FILTERING is not offered across partitions", () => {
    expect(titles(project({ "schema.cql": SCHEMA, "query.cql": "SELECT id FROM shop.orders WHERE total = 1;" })).join()).not.toContain("ALLOW FILTERING");
  });

  test("at most one fix is preferred", () => {
    const service = project({ "schema.cql": SCHEMA, "query.cql": "SELECT id FROM shop.orders WHERE customer = ? AND month = ? AND total = 1;" });
    service.check(QUERY);
    expect(service.fixes(QUERY, 0).filter((fix) => fix.preferred).length).toBeLessThanOrEqual(1);
  });
});

describe("a generated table", () => {
  const query = "SELECT id FROM shop.orders WHERE total = ?;\n";

  function generate(files: Readonly<Record<string, string>>, writable = true): CqlService {
    const service = project({ ...files });
    if (!writable) for (const name of Object.keys(files)) service.setFile(`${ROOT}/${name}`, files[name] as string, { writable: name === "query.cql" });
    service.check(QUERY);
    const fix = service.fixes(QUERY, 0).find((one) => one.title.startsWith("Create table"));
    if (fix === undefined) throw new Error("no table is generated");
    apply(service, fix);
    return service;
  }

  test("is one blank line below a base table that ends the file", () => {
    const schema = generate({ "schema.cql": SCHEMA, "query.cql": query }).text(`${ROOT}/schema.cql`) ?? "";
    expect(schema).toMatch(/line\)\);\n\n-- cqlwright: copy of shop\.orders\n[^]*;\n$/);
  });

  test("stands beside its base table, and the diagnostic is gone", () => {
    const service = generate({ "schema.cql": `${SCHEMA}CREATE TABLE shop.users (id uuid PRIMARY KEY);\n`, "query.cql": query });
    const schema = service.text(`${ROOT}/schema.cql`) ?? "";
    expect(schema).toMatch(/line\)\);\n\n-- cqlwright: copy of shop\.orders\nCREATE TABLE shop\.orders_by_total \(/);
    expect(schema.indexOf("orders_by_total")).toBeLessThan(schema.indexOf("shop.users"));
    expect(service.text(QUERY)).toContain("FROM shop.orders_by_total");
    expect([...shown(service), ...shown(service, `${ROOT}/schema.cql`)]).toEqual([]);
  });

  const base = "CREATE TABLE shop.orders (id int PRIMARY KEY, total int)";
  test.each([
    ["behind a comment on the line", `${base}; -- ours\nCREATE TABLE shop.x (a int PRIMARY KEY);\n`, /\); -- ours\n\n-- cqlwright: copy[^]*;\n\nCREATE TABLE shop\.x/],
    ["behind a definition without semicolon", `${base} -- ours`, /total int\); -- ours\n\n-- cqlwright: copy[^]*;\n$/],
    ["behind a definition that ends the file", base, /total int\);\n\n-- cqlwright: copy[^]*;\n$/],
    ["between statements of one line", `${base}; CREATE TABLE shop.x (a int PRIMARY KEY);`, /total int\);\n\n-- cqlwright: copy[^]*;\n\nCREATE TABLE shop\.x/],
    ["with the line ends of the file", `${base};\r\n\r\nCREATE TABLE shop.x (a int PRIMARY KEY);\r\n`, /total int\);\r\n\r\n-- cqlwright: copy[^]*;\r\n\r\nCREATE TABLE shop\.x/],
  ])("is placed %s", (_name, schema, wanted) => {
    const service = generate({ "schema.cql": schema, "query.cql": query });
    expect(service.text(`${ROOT}/schema.cql`)).toMatch(wanted);
    expect([...shown(service), ...shown(service, `${ROOT}/schema.cql`)]).toEqual([]);
  });

  test("keeps the layout of the query", () => {
    const service = generate({ "schema.cql": SCHEMA, "query.cql": "SELECT *\n  FROM shop.orders -- all of it\n WHERE total = ?\n ORDER BY id DESC\n LIMIT 5;\n" });
    expect(service.text(QUERY)).toMatch(/^SELECT customer, month, [^\n]*\n {2}FROM shop\.orders_by_total -- all of it\n WHERE total = \?\n LIMIT 5;\n$/);
  });

  test("becomes a new migration where migrations are versioned", () => {
    const service = generate({ "db/V1__orders.cql": SCHEMA, "query.cql": query });
    expect(service.text(`${ROOT}/db/V1__orders.cql`)).toBe(SCHEMA);
    expect(service.files().find((uri) => /V2__.*\.cql$/.test(uri))).toBeDefined();
    expect(shown(service)).toEqual([]);
  });

  test("stands above the query where the schema file cannot be written", () => {
    const service = generate({ "schema.cql": SCHEMA, "query.cql": `-- Orders of one amount.\n${query}` }, false);
    expect(service.text(QUERY)).toMatch(/^-- cqlwright: copy of shop\.orders\nCREATE TABLE [^]*;\n\n-- Orders of one amount\.\nSELECT/);
    expect(shown(service)).toEqual([]);
  });
});

test("applying a safe fix leaves nothing for the same rule", () => {
  const columns = ["customer", "month", "id", "line", "total", "fullName", "order"];
  const slip = fc.record({
    column: fc.constantFrom(...columns),
    text: fc.constantFrom("SELECT $c FROM shop.orders;", "SELECT total, $c FROM shop.orders WHERE customer = ? AND month = ?;", "UPDATE shop.orders SET $c = ? WHERE customer = ? AND month = ? AND id = ? AND line = ?;", "SELECT toJson($c) FROM shop.orders;"),
    spelling: fc.constantFrom((name: string) => name, (name: string) => name.toUpperCase(), (name: string) => name.toLowerCase(), (name: string) => `"${name.toUpperCase()}"`),
  });
  fc.assert(fc.property(slip, ({ column, text, spelling }) => {
    const service = project({ "schema.cql": SCHEMA, "query.cql": text.replace("$c", spelling(column)) });
    const [diagnostic] = service.check(QUERY).diagnostics;
    const fix = diagnostic === undefined ? undefined : service.fixes(QUERY, 0).find((one) => one.safety === "safe");
    if (diagnostic === undefined || fix === undefined) return;
    apply(service, fix);
    expect(service.check(QUERY).diagnostics.map(({ code }) => code)).not.toContain(diagnostic.code);
  }));
});
