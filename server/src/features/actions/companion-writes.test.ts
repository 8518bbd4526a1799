import { expect, test } from "vitest";
import { apply, project, QUERY, ROOT } from "../../../../test/support/project";

const SCHEMA = [
  "CREATE TABLE shop.orders (customer uuid, id timeuuid, status text, total decimal, PRIMARY KEY (customer, id));",
  "-- cqlwright: copy of shop.orders",
  "CREATE TABLE shop.orders_by_status (status text, customer uuid, id timeuuid, total decimal, PRIMARY KEY (status, customer, id));", "",
].join("\n");
const TABLE = `${ROOT}/schema.cql`;

function titles(files: Readonly<Record<string, string>>, uri: string, at: string): readonly string[] {
  const service = project(files);
  const offset = (service.text(uri) ?? "").indexOf(at);
  return service.actions(uri, { start: offset, end: offset }).map(({ fix }) => fix.title);
}

test("a write offers its copies, also where nothing is missing", () => {
  const write = "UPDATE shop.orders SET total = ? WHERE customer = ? AND id = ?;\n";
  expect(titles({ "schema.cql": SCHEMA, "query.cql": write }, QUERY, "shop.orders")).toEqual(["Also write shop.orders_by_status"]);
  expect(titles({ "schema.cql": SCHEMA, "query.cql": `${write}UPDATE shop.orders_by_status SET total = ? WHERE status = ? AND customer = ? AND id = ?;\n` }, QUERY, "UPDATE")).toEqual(["Also write shop.orders_by_status"]);
});

test("a copy's definition offers the companions of all writes at once, to be looked at first", () => {
  const files = {
    "schema.cql": SCHEMA, "a.cql": "INSERT INTO shop.orders (customer, id, status, total) VALUES (?, now(), 'new', ?)",
    "b.cql": "DELETE FROM shop.orders WHERE customer = ?;\n\nUPDATE shop.orders SET total = ? WHERE customer = ? AND id = ?; -- often\n",
  };
  const service = project(files);
  const [action] = service.actions(TABLE, { start: SCHEMA.indexOf("CREATE TABLE shop.orders_by"), end: SCHEMA.indexOf("CREATE TABLE shop.orders_by") });
  expect(action?.fix.title).toBe("Add companion writes to 3 statements in 2 files");
  expect(action?.fix.confirm).toBe("Write shop.orders_by_status too");
  apply(service, action!.fix);
  expect(service.text(`${ROOT}/a.cql`)).toBe("INSERT INTO shop.orders (customer, id, status, total) VALUES (?, :id, 'new', ?);\nINSERT INTO shop.orders_by_status (status, customer, id, total) VALUES ('new', ?, :id, ?);");
  expect(service.text(`${ROOT}/b.cql`)).toContain("AND id = ?;\nUPDATE shop.orders_by_status SET total = ? WHERE status = :old_status AND customer = ? AND id = ?; -- often\n");
  for (const name of ["a.cql", "b.cql"]) expect(service.check(`${ROOT}/${name}`).diagnostics).toEqual([]);
  expect(service.actions(TABLE, { start: SCHEMA.indexOf("CREATE TABLE shop.orders_by"), end: SCHEMA.indexOf("CREATE TABLE shop.orders_by") })).toEqual([]);
});

test("diagnostics.advice switches the advice off, and a write that the server would refuse has no companions", () => {
  const files = { "schema.cql": SCHEMA, "query.cql": "DELETE FROM shop.orders WHERE customer = ?;\n" };
  expect(project(files).check(QUERY).diagnostics.map(({ code }) => code)).toEqual(["companion-write-missing"]);
  expect(project(files, { advice: "off" }).check(QUERY).diagnostics).toEqual([]);
  expect(project(files, { severity: { "companion-write-missing": "off" } }).check(QUERY).diagnostics).toEqual([]);
  expect(titles({ "schema.cql": SCHEMA, "query.cql": "UPDATE shop.orders SET total = ? WHERE customer = ?;\n" }, QUERY, "shop.orders")).not.toContain("Also write shop.orders_by_status");
});
