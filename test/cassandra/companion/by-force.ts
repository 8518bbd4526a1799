/** The least number of new tables by trying every set of the tables that the queries ask for, with a notion of serving of its own. */
import { checkWithAccess } from "../../../server/src/check/check";
import type { CheckContext } from "../../../server/src/check/judgement";
import { designStatement, type DesignRequest } from "../../../server/src/design/design";
import type { Plan } from "../../../server/src/design/plan";
import { fold } from "../../../server/src/schema/fold";
import { parseStatement } from "../../../server/src/syntax/parse";

/** How many tables the queries need beside those that are there. */
export function fewestByForce(requests: readonly DesignRequest[], context: CheckContext): number {
  const wanting = requests.flatMap((request) => {
    const { plans } = designStatement(request);
    const plan = plans.some(({ kind }) => kind === "existing-table") ? undefined : plans.find(({ columns }) => columns.length > 0);
    return plan === undefined ? [] : [{ request, plan }];
  });
  const masks = wanting.map(({ request, plan: own }) => wanting.reduce((mask, { plan }, i) => (serves(request, plan, own, context) ? mask | (1 << i) : mask), 0));
  for (let size = 0; size <= wanting.length; size += 1) {
    for (let chosen = 0; chosen < 1 << wanting.length; chosen += 1) {
      if (count(chosen) === size && masks.every((mask) => (mask & chosen) !== 0)) return size;
    }
  }
  return wanting.length;
}

function count(mask: number): number {
  return mask.toString(2).replaceAll("0", "").length;
}

/** Whether the query can be asked of the plan's table, had that all columns: the check takes it, and no row that the query shows is missing there. */
function serves({ text }: DesignRequest, plan: Plan, own: Plan, context: CheckContext): boolean {
  const base = context.schema.keyspaces.get("p")!.tables.get("t")!;
  const keyed = plan.columns.filter(({ role }) => role === "partition" || role === "clustering").map(({ name }) => name);
  const wide = `CREATE TABLE other (${base.columns.map(({ name, type }) => `${name} ${type.kind === "native" ? type.name : "int"}`).join(", ")}, ${/PRIMARY KEY \(.*\)/.exec(plan.ddl[0]!)![0]})${/ WITH (CLUSTERING ORDER BY \([^)]*\))?/.exec(plan.ddl[0]!)?.[1] === undefined ? "" : ` WITH ${/CLUSTERING ORDER BY \([^)]*\)/.exec(plan.ddl[0]!)![0]}`}`;
  const schema = fold(context.schema, parseStatement(wide).statement, { keyspace: "p", uri: "", start: 0 });
  if (checkWithAccess(parseStatement(text.replace(" FROM t ", " FROM other ")), { ...context, schema }).access?.routing !== "single-partition") return false;
  const shown = new Set(own.columns.filter(({ role }) => role === "partition").map(({ name }) => name));
  const named = [...text.matchAll(/(\w+) [=>] \?|ORDER BY (\w+)/g)].map(([, restricted, ordered]) => restricted ?? ordered ?? "");
  return keyed.every((name) => shown.has(name) || named.includes(name) || [...base.partitionKey, ...base.clustering].some((column) => column.name === name));
}
