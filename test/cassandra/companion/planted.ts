/** Writes with all their companions, and the same with one left out. */

/** Statements of a file in order, definitions first, and how many writes lack companions. */
export interface Planted {
  readonly text: readonly string[];
  readonly missing: number;
}

const TABLES = [
  "CREATE TABLE orders (customer uuid, id timeuuid, status text, total decimal, tags set<text>, PRIMARY KEY (customer, id))",
  "CREATE TABLE orders_by_status (status text, customer uuid, id timeuuid, total decimal, PRIMARY KEY (status, customer, id)) WITH comment = 'copy of p.orders'",
  "CREATE TABLE orders_by_tag (tag text, customer uuid, id timeuuid, PRIMARY KEY (tag, customer, id)) WITH comment = 'copy of p.orders'",
];

/** Groups of a write and its companions, in the orders that people write them in; `needed` are the statements that may not be left out. */
const GROUPS: readonly { readonly statements: readonly string[]; readonly needed: readonly number[] }[] = [
  {
    statements: ["INSERT INTO orders (customer, id, status, total, tags) VALUES (:c, :i, 'new', :t, {'a'})", "INSERT INTO orders_by_status (status, customer, id, total) VALUES ('new', :c, :i, :t)", "INSERT INTO orders_by_tag (tag, customer, id) VALUES ('a', :c, :i)"],
    needed: [1, 2],
  },
  { statements: ["SELECT status, total FROM orders WHERE customer = :c AND id = :i", "UPDATE orders SET status = 'paid' WHERE customer = :c AND id = :i", "DELETE FROM orders_by_status WHERE status = :old_status AND customer = :c AND id = :i", "INSERT INTO orders_by_status (status, customer, id, total) VALUES ('paid', :c, :i, :old_total)"], needed: [2, 3] },
  { statements: ["UPDATE orders SET total = ? WHERE customer = ? AND id = ?", "UPDATE orders_by_status SET total = ? WHERE status = ? AND customer = ? AND id = ?"], needed: [1] },
  { statements: ["UPDATE orders SET tags = tags + {'b'} WHERE customer = ? AND id = ?", "INSERT INTO orders_by_tag (tag, customer, id) VALUES ('b', ?, ?)"], needed: [1] },
  { statements: ["UPDATE orders SET tags = tags - {'b'} WHERE customer = ? AND id = ?", "DELETE FROM orders_by_tag WHERE tag = 'b' AND customer = ? AND id = ?"], needed: [1] },
  { statements: ["DELETE FROM orders_by_status WHERE status = ? AND customer = ? AND id = ?", "DELETE FROM orders_by_tag WHERE tag = ? AND customer = ? AND id = ?", "DELETE FROM orders WHERE customer = ? AND id = ?"], needed: [0, 1] },
  { statements: ["BEGIN BATCH INSERT INTO orders (customer, id, status) VALUES (?, ?, 'new'); INSERT INTO orders_by_status (status, customer, id) VALUES ('new', ?, ?); APPLY BATCH"], needed: [] },
  { statements: ["DELETE total FROM orders WHERE customer = :c AND id = :i", "DELETE total FROM orders_by_status WHERE status = :old_status AND customer = :c AND id = :i"], needed: [1] },
];

/** Every group alone and behind another one, complete and with each needed statement left out. */
export function plantedOmissions(): readonly Planted[] {
  const planted: Planted[] = [];
  GROUPS.forEach((group, i) => {
    const neighbour = GROUPS[(i + 3) % GROUPS.length]!;
    for (const [before, behind] of [[[], []], [neighbour.statements, []], [[], neighbour.statements]] as const) {
      planted.push({ text: [...TABLES, ...before, ...group.statements, ...behind], missing: 0 });
      for (const place of group.needed) planted.push({ text: [...TABLES, ...before, ...group.statements.filter((_, at) => at !== place), ...behind], missing: 1 });
    }
  });
  planted.push({ text: [...TABLES, ...GROUPS.flatMap(({ statements }) => statements)], missing: 0 });
  return planted;
}
