import { describe, expect, test } from "vitest";
import { cursor, project, QUERY, ROOT } from "../../../../test/support/project";

const SCHEMA = `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TYPE shop.address (street text);
CREATE TABLE shop.orders (id int PRIMARY KEY, ship frozen<address>);
CREATE INDEX orders_ship ON shop.orders (ship);
`;

function definition(marked: string): string | undefined {
  const { text, offset } = cursor(marked);
  const service = project({ "schema.cql": SCHEMA, "query.cql": text });
  service.check(QUERY);
  const origin = service.definition(QUERY, offset);
  return origin === undefined ? undefined : `${origin.uri.slice(ROOT.length + 1)}: ${(service.text(origin.uri) ?? "").slice(origin.range.start, origin.range.end)}`;
}

describe("the definition", () => {
  test.each([
    ["of a table", "SELECT id FROM shop.ord$0ers", /^schema\.cql: (?:shop\.)?orders$/],
    ["of a column", "SELECT shi$0p FROM shop.orders", /^schema\.cql: ship/],
    ["of a column in WHERE", "SELECT ship FROM shop.orders WHERE i$0d = 1", /^schema\.cql: id/],
    ["of a user type", "CREATE TABLE shop.t (id int PRIMARY KEY, a frozen<addr$0ess>)", /^schema\.cql: (?:shop\.)?address$/],
    ["of a table that the file itself drops", "DROP TABLE shop.or$0ders", /^schema\.cql: (?:shop\.)?orders$/],
    ["of a keyspace", "USE sh$0op", /^schema\.cql: shop$/],
  ])("%s", (_name, marked, wanted) => expect(definition(marked)).toMatch(wanted));

  test("of what nothing defines is nowhere", () => expect(definition("SELECT id FROM shop.not$0hing")).toBeUndefined());
});
