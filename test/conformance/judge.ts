/** Compares our verdicts with a real server's, in this process. */
import { check } from "../../server/src/check/check";
import type { CheckContext, Judgement, ServerSettings } from "../../server/src/check/judgement";
import type { Target } from "../../server/src/dialect/target";
import { emptySchema } from "../../server/src/schema/empty";
import { fold } from "../../server/src/schema/fold";
import type { Schema } from "../../server/src/schema/model";
import { parseStatement } from "../../server/src/syntax/parse";
import { kindOf, preludeOf, type Verdict, type World } from "./world";

/** The switches of the servers that gave the verdicts, and the data centre of their snitch. */
export const ORACLE_SETTINGS: ServerSettings = {
  materialized_views_enabled: true, sasi_indexes_enabled: true, user_defined_functions_enabled: true, drop_compact_storage_enabled: true, datacenters: ["datacenter1"],
};

export type Outcome = "agree" | "false error" | "missed" | "unknown";
export interface Comparison extends Verdict {
  readonly outcome: Outcome;
  readonly world: string;
  readonly kind: string;
  readonly judgement: Judgement;
}

/** Judges each world's definitions in order (those the server refused left out of the schema), then each statement alone over that schema. */
export function judgeWorlds(worlds: Iterable<World>, target: Target, server: ServerSettings = ORACLE_SETTINGS): Comparison[] {
  const results: Comparison[] = [];
  for (const world of worlds) {
    let schema: Schema = emptySchema(target, { complete: true });
    let keyspace: string | undefined;
    const context = (): CheckContext => ({ schema, target, server, ...(keyspace === undefined ? {} : { keyspace }) });
    const apply = (cql: string): void => {
      const { statement } = parseStatement(cql);
      if (statement.kind === "use") keyspace = statement.keyspace?.value;
      schema = fold(schema, statement, { uri: world.world, start: 0, ...(keyspace === undefined ? {} : { keyspace }) });
    };
    const compare = (verdict: Verdict): void => {
      const judgement = check(parseStatement(verdict.cql), context());
      results.push({ ...verdict, outcome: outcomeOf(judgement, verdict), world: world.world, kind: kindOf(verdict.cql), judgement });
    };
    preludeOf(world).forEach(apply);
    for (const definition of world.ddl) {
      if (definition.v !== undefined) compare(definition);
      if (definition.v === undefined || definition.v === "ok") apply(definition.cql);
    }
    world.stmts?.forEach(compare);
  }
  return results;
}

function outcomeOf(judgement: Judgement, { v }: Verdict): Outcome {
  if (judgement.verdict === "unknown" || judgement.verdict === "skip") return "unknown";
  if ((judgement.verdict === "accept") === (v === "ok")) return "agree";
  return v === "ok" ? "false error" : "missed";
}

export interface Tally {
  readonly all: number;
  readonly agree: number;
  readonly falseErrors: number;
  readonly missed: number;
  readonly unknown: number;
  /** Of the refusals on both sides: how many are of the same class (syntax or not) and of the same phase. */
  readonly refusals: number;
  readonly sameClass: number;
  readonly samePhase: number;
}

/** Counts of a list of comparisons. */
export function tally(comparisons: readonly Comparison[]): Tally {
  const count = (test: (comparison: Comparison) => boolean) => comparisons.filter(test).length;
  const refused = comparisons.filter(({ outcome, judgement }) => outcome === "agree" && judgement.verdict === "reject");
  return {
    all: comparisons.length,
    agree: count(({ outcome }) => outcome === "agree"),
    falseErrors: count(({ outcome }) => outcome === "false error"),
    missed: count(({ outcome }) => outcome === "missed"),
    unknown: count(({ outcome }) => outcome === "unknown"),
    refusals: refused.length,
    sameClass: refused.filter(({ v, judgement }) => (judgement.violation?.errorClass === "syntax") === (v === "syntax")).length,
    samePhase: refused.filter(({ at, judgement }) => at === undefined || judgement.violation?.phase === at).length,
  };
}

/** Statements of which a share was judged and agreed, e.g. `99.87 %`. */
export function agreement({ all, agree, unknown }: Tally): number {
  return all === unknown ? 0 : agree / (all - unknown);
}
