import { expect, test } from "vitest";
import { otherLanguage } from "./language";

test.each<[string, string, string | undefined]>([
  ["a schema", "CREATE TABLE shop.orders (id uuid PRIMARY KEY);\nSELECT * FROM shop.orders;", undefined],
  ["an empty file", "", undefined],
  ["broken text", "SELCT x FRM y", undefined],
  ["a cqlsh session", "USE shop;\nDESCRIBE TABLES\nCONSISTENCY QUORUM\n", undefined],
  ["Cypher in our strings", "INSERT INTO notes (id, body) VALUES (1, '\nMATCH (n) RETURN n\nMERGE (m)\n');", undefined],
  ["Cypher in our comments", "-- MATCH (n)\n/*\nMATCH (n)\nMERGE (n)\n*/\nSELECT a FROM t;", undefined],
  ["one weak mark", "define x", undefined],
  ["JSON list index", "UPDATE t SET tags[0] = 'a' WHERE id = 1;", undefined],
  ["clinical quality", "library Asthma version '1.0.0'\nusing FHIR version '4.0.1'\ninclude FHIRHelpers version '4.0.1' called FHIRHelpers\ncontext Patient\ndefine \"In Population\":\n  true\n", "Clinical Quality Language"],
  ["clinical quality with queries", "library A version '1'\nvalueset \"Diabetes\": 'http://x'\ndefine \"X\": from [Condition] C where C.x select C", "Clinical Quality Language"],
  ["a short clinical library", "library Greeting\n\ndefine \"Hello\":\n  1\n", "Clinical Quality Language"],
  ["one clinical definition", "// a test\ndefine Total: 2 + 3\n", "Clinical Quality Language"],
  ["a clinical library of one line", "library Greeting\n", "Clinical Quality Language"],
  ["categories", "typeside Words = literal {\n  types text\n}\nschema Staff = literal : Words {\n  entities Worker\n}\n", "Categorical Query Language"],
  ["columns named as categories are", "UPDATE t SET\n  query = 'a',\n  schema = 'b'\nWHERE id = 1;\nCREATE TABLE t (\n  instance int PRIMARY KEY,\n  mapping text\n);", undefined],
  ["Cypher", "MATCH (p:Person)-[:KNOWS]->(q)\nRETURN p, q;", "Cypher"],
  ["Cypher nodes", "CREATE (a:Person {name: 'Ann'})\nCREATE (b:Person {name: 'Bob'});", "Cypher"],
  ["Cypher with (a)--(b)", "MATCH (a)--(b) RETURN a;\nMERGE (a)-[:X]->(b)", "Cypher"],
  ["Cypher constraints", "CREATE CONSTRAINT ON (n:Person) ASSERT n.id IS UNIQUE;\nCREATE INDEX ON :Person(name);", "Cypher"],
  ["an index of ours", "CREATE INDEX ON person (name);", undefined],
  ["Cypher's loading", "LOAD CSV WITH HEADERS FROM 'file:///a.csv' AS row\nMERGE (p:Person {id: row.id});", "Cypher"],
  ["CodeQL", "import java\n\nfrom Method m\nwhere m.hasName(\"x\")\nselect m", "CodeQL"],
  ["corpus queries", "[word=\"the\"] [pos=\"N.*\"] within <s/>", "Corpus Query Language"],
  ["conditions", "BBOX(geom, 1, 2, 3, 4) AND x > 2", "a query condition language (OGC, SRU or Confluence CQL)"],
  ["streams", "SELECT ISTREAM(*) FROM s [RANGE 1 MINUTE]", "streaming CQL"],
])("%s", (_name, text, expected) => {
  expect(otherLanguage(text)).toBe(expected);
});

test("a long file of one line is looked at quickly", () => {
  const started = performance.now();
  for (const text of ["SELECT ".repeat(100_000), "'".repeat(60_001), "'a".repeat(40_001), "$$".repeat(30_001), "/*".repeat(50_000), "-- ".repeat(100_000), "DELETE ".repeat(50_000), "((((".repeat(50_000), "{{ x }} ".repeat(50_000), "from A b\n".repeat(20_000), "DELETE\n".repeat(20_000), "SELECT\n".repeat(20_000)]) otherLanguage(text);
  expect(performance.now() - started).toBeLessThan(2_000);
});
