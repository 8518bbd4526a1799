import fc from "fast-check";
import { expect, test } from "vitest";
import { edited, project, QUERY } from "../../../test/support/project";

const PARTS = [
  "SELECT ", "a", "b", "*", " FROM ", "shop.t", "shop.", "t", " WHERE ", " = ", "?", ":x", "5", "'x'", "\"A\"", " AND ", " ORDER BY ", " ALLOW FILTERING", ";", "\n", "(", ")", ", ",
  "-- cqlwright: ignore unknown-table\n", "-- cqlwright: ignore-file all: x\n", "/* cqlwright: */", "-- cqlwright: ignore ,,:\n", "CREATE TABLE shop.u (a int PRIMARY KEY)", "INSERT INTO shop.t (a, b) VALUES (", "UPDATE shop.t SET ",
  "DROP TABLE shop.t", " USING TTL 5", "BEGIN BATCH ", "APPLY BATCH", "{", "}", "[", "é", "😀", "\u0000", "order", " IN (", "token(a)", "count(*)",
];
const SCHEMA = `CREATE TABLE shop.t (a int, b int, "C" text, PRIMARY KEY (a, b));`;
const soup = fc.array(fc.constantFrom(...PARTS), { maxLength: 24 }).map((parts) => parts.join(""));

test("any text: no exception, ranges inside the text, fixes whose edits can be made", () => {
  fc.assert(fc.property(soup, fc.nat(), (text, at) => {
    const service = project({ "schema.cql": SCHEMA, "query.cql": text });
    const inside = ({ start, end }: { readonly start: number; readonly end: number }) => expect(0 <= start && start <= end && end <= text.length).toBe(true);
    const { diagnostics } = service.check(QUERY);
    diagnostics.forEach((diagnostic, i) => {
      inside(diagnostic.range);
      for (const fix of service.fixes(QUERY, i)) {
        for (const edit of fix.edits) if (edit.uri === QUERY) inside(edit.range);
        edited(text, fix.edits.filter((edit) => edit.uri === QUERY));
      }
    });
    const offset = text.length === 0 ? 0 : at % (text.length + 1);
    const hovered = service.hover(QUERY, offset);
    if (hovered !== undefined) inside(hovered.range);
    service.definition(QUERY, offset);
    service.actions(QUERY, { start: offset, end: offset });
  }), { numRuns: 300 });
});
