import { createCqlService } from "../workspace/service-impl";

/** A little of everything that files are mostly made of; the server accepts it all. */
export const SAMPLE = `
CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TYPE shop.place (street text, zip int);
CREATE TABLE shop.orders (
  customer uuid, placed timestamp, number int, status text, tags set<text>, counts map<text, int>, ship_to frozen<place>, notes list<text>,
  PRIMARY KEY (customer, placed, number)
) WITH CLUSTERING ORDER BY (placed DESC, number ASC) AND comment = 'an order a row';
CREATE TABLE shop.views (page text, day date, views counter, PRIMARY KEY ((page, day)));
-- queries
SELECT * FROM shop.orders WHERE customer = ? AND placed >= ? AND placed < '2026-01-01' ORDER BY placed DESC LIMIT 10;
SELECT status, number, ttl(status) FROM shop.orders WHERE customer IN (?, ?);
SELECT count(*) FROM shop.orders WHERE customer = 6ab09bec-e68e-48d9-a5f8-97e6fb4c9b47 AND placed = '2026-01-01T00:00:00Z' AND number > 3;
INSERT INTO shop.orders (customer, placed, number, status, tags, counts) VALUES (?, ?, 1, 'open', {'a', 'b'}, {'a': 1}) USING TTL 60;
INSERT INTO shop.orders (customer, placed, number, ship_to, notes) VALUES (?, ?, ?, {street: 'Long Lane', zip: 1}, ['a']) IF NOT EXISTS;
UPDATE shop.orders SET status = ?, tags = tags + {'a'}, counts['x'] = 3 WHERE customer = ? AND placed = ? AND number = ? IF EXISTS;
UPDATE shop.views SET views = views + 1 WHERE page = ? AND day = '2026-01-01';
DELETE status FROM shop.orders WHERE customer = ? AND placed = ? AND number = ?;
BEGIN BATCH
  INSERT INTO shop.orders (customer, placed, number, status) VALUES (?, toTimestamp(now()), ?, 'open');
  DELETE FROM shop.orders WHERE customer = ? AND placed = ?;
APPLY BATCH;
`;

/**
 * Judges the sample, which builds the grammar and has the engine meet the code that it needs for most statements: of what this costs, opening
 * the first long file saves twice as much (docs/performance.md). For a host whose client has not yet sent a file.
 */
export function warmUp(): void {
  const service = createCqlService();
  service.setFile("file:///sample.cql", SAMPLE);
  service.check("file:///sample.cql");
}
