import type { Relation } from "../../syntax/ast";
import { definitionOf, violate } from "../violate";
import type { Unjudged, Violation } from "../violation";
import { supportFor } from "./index-support";
import { addRestriction, isRefusal, mergeToken } from "./merge";
import type { Reading } from "./reading";
import { nameOfSubject, readRelation } from "./relation";
import type { Restriction, RestrictionSet, TokenRestriction } from "./restriction";
import { EMPTY_SET, lastRestriction } from "./restriction";

/** A WHERE clause by kind of column: the state of the decision procedure of section 11. */
export interface Where {
  readonly partition: RestrictionSet;
  readonly token?: TokenRestriction;
  readonly clustering: RestrictionSet;
  /** Columns outside the primary key. */
  readonly other: RestrictionSet;
  /** `expr(index, value)`. */
  readonly custom: readonly Relation[];
}

/** What reading a WHERE clause gave: the restrictions, or its first refusal; `unjudged` where a value could not be judged. */
export type WhereResult =
  | { readonly where: Where; readonly unjudged?: Unjudged }
  | { readonly violation: Violation }
  | { readonly where?: undefined; readonly unjudged: Unjudged };

/** Part A of the procedure: relations in text order, each read, then merged with what stands. `filtering`: ALLOW FILTERING was written. */
export function readWhere(relations: readonly Relation[], reading: Reading, filtering: boolean): WhereResult {
  let partition = EMPTY_SET;
  let clustering = EMPTY_SET;
  let other = EMPTY_SET;
  let token: TokenRestriction | undefined;
  const custom: Relation[] = [];
  let unjudged: Unjudged | undefined;
  for (const relation of relations) {
    const result = readRelation(relation, reading);
    if (result.kind === "refused") return { violation: result.violation };
    if (result.kind === "unjudged") return { unjudged: result.unjudged };
    if (result.kind === "expr") {
      custom.push(relation);
      continue;
    }
    unjudged ??= result.unjudged;
    if (result.kind === "token") {
      const merged = mergeToken(token, result.restriction);
      if (isRefusal(merged)) return { violation: merged };
      token = merged;
      continue;
    }
    const { restriction } = result;
    const { role } = restriction.columns[0]!;
    const set = role === "partition" ? partition : role === "clustering" ? clustering : other;
    const next = addToSet(set, restriction, relation, reading, filtering);
    if (isRefusal(next)) return { violation: next };
    if ("unjudged" in next) return { unjudged: next };
    if (role === "partition") partition = next;
    else if (role === "clustering") clustering = next;
    else other = next;
  }
  const where: Where = token === undefined ? { partition, clustering, other, custom } : { partition, clustering, other, custom, token };
  return unjudged === undefined ? { where } : { where, unjudged };
}

/** Steps 1 and 2 for one restriction: LIKE's index, the merge, and the order of clustering columns. */
function addToSet(set: RestrictionSet, restriction: Restriction, relation: Relation, reading: Reading, filtering: boolean): RestrictionSet | Violation | Unjudged {
  const column = restriction.columns[0]!;
  if (restriction.shape === "like") {
    const support = supportFor(reading.table, restriction, reading.dialect);
    if (support === "unknown") return { unjudged: `nothing tells whether the index on ${column.name} serves LIKE` };
    if (support !== "yes") return violate("like-needs-index", relation.operatorRange, { column: column.name, table: reading.table.name }, { related: definitionOf(reading.table, column) });
  }
  const merged = addRestriction(set, restriction);
  if (isRefusal(merged) || column.role !== "clustering" || filtering) return merged;
  return misplacedRange(set, restriction, relation, reading) ?? merged;
}

/** R-CK-1 and R-CK-2: nothing may be restricted after a range, and no range may come before a restriction. */
function misplacedRange(before: RestrictionSet, incoming: Restriction, relation: Relation, reading: Reading): Violation | Unjudged | undefined {
  const last = lastRestriction(before);
  if (last === undefined) return undefined;
  const start = incoming.columns[0]!;
  const lastStart = last.columns[0]!;
  const follows = last.shape === "range" && start.position > lastStart.position;
  const precedes = incoming.shape === "range" && start.position < lastStart.position;
  if (!follows && !precedes) return undefined;
  if (reading.dialect.indexedRelationsMayFollowRange) {
    const support = supportFor(reading.table, incoming, reading.dialect);
    if (support === "fails") return indexFails(incoming, relation);
    if (support === "unknown") return { unjudged: `nothing tells whether the index on ${start.name} serves this relation` };
    if (support === "yes") return undefined;
  }
  const related = definitionOf(reading.table, start, lastStart);
  const data = { table: reading.table.name, columns: reading.table.clustering.map((column) => column.name) };
  if (follows) return violate("clustering-column-after-range", relation.range, { ...data, column: nameOfSubject(relation), range: lastStart.name }, { related });
  return violate("clustering-range-not-last", relation.range, { ...data, column: nameOfSubject(relation), after: lastStart.name }, { related });
}

/** Section 10: SASI breaks inside the server when asked about an operator that it does not know. */
export function indexFails(restriction: Restriction, relation: Relation): Violation {
  return violate("index-fails-on-operator", relation.operatorRange, { column: restriction.columns[0]!.name, operator: relation.operator.toUpperCase() }, { errorClass: "server" });
}
