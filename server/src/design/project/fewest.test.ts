import { expect, test } from "vitest";
import { fewestTables } from "./fewest";

test.each<[string, readonly (readonly number[])[], number, readonly number[], "exact" | "greedy"]>([
  ["nothing to serve", [], 3, [], "exact"],
  ["a query that no table serves", [[], [1]], 2, [1], "exact"],
  ["one for both", [[0, 2], [1, 2]], 3, [2], "exact"],
  ["two where a greedy choice takes three", [[0, 1], [0, 1], [0, 2], [0, 2], [1], [2]], 3, [1, 2], "exact"],
  ["above a dozen, greedily", [[0, 12], [1, 12], [2]], 13, [2, 12], "greedy"],
  ["what later choices make needless goes", [[0, 1], [0, 1], [0, 2], [0, 2], [1], [2]], 13, [1, 2], "greedy"],
])("%s", (_name, serves, candidates, chosen, method) => expect(fewestTables(serves, candidates)).toEqual({ method, chosen }));
