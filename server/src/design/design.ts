import type { CheckContext, Judgement } from "../check/judgement";
import type { PartitionRows, Table } from "../schema/model";
import type { ParsedStatement } from "../syntax/ast";
import { directives, figuresOf } from "../syntax/directive";
import { shift } from "../text/range";
import { growsByTime, plainSizes } from "./bucket";
import { existingTablePlans, hasSameKey } from "./existing-table";
import { hashBucketPlan } from "./hash-bucket";
import { hotPartitionNotes } from "./hot-partition";
import { indexPlan } from "./index-plan";
import { planKey } from "./key";
import type { KeyPlan } from "./key";
import { addRelationPlan, filterInPartitionPlan, ownTablePlan } from "./own-table";
import type { Design, DesignRefusal, Plan } from "./plan";
import type { Query } from "./query";
import { excessOf, rowsInAll, shapeOfNewTable } from "./partition-size";
import { queryTablePlan } from "./query-table";
import { newTable } from "./new-table";
import type { TableOptions } from "./new-table";
import { readQuery, readTable } from "./read-query";
import { isRefusal, refuse } from "./refusal";
import { secondRangePlans } from "./second-range";
import { qualified } from "./table-name";
import { claim } from "./taken-name";
import { timeBucketPlan } from "./time-bucket";
import { valueBucketPlan } from "./value-bucket";
import { viewPlan } from "./view-plan";

/** A statement with all that its design depends on; the features' checked statement is one. */
export interface DesignRequest {
  /** Offset of the slice in the file. */
  readonly start: number;
  readonly text: string;
  readonly parsed: ParsedStatement;
  readonly context: CheckContext;
  readonly judgement: Judgement;
}

export interface DesignOptions {
  /** Index of the statement in its file. */
  readonly statement?: number;
  /** Unqualified names of tables that other designs want already, with their definitions without comments: another table gets another name. */
  readonly taken?: ReadonlyMap<string, string>;
  /** Copies every column of the base table, not only those that the query reads. */
  readonly allColumns?: boolean;
}

/**
 * The tables and other ways that answer a SELECT, best first, or why none can (designer.md). Each plan is proved by our own check before it is
 * offered. Never throws; what is no SELECT, not whole or not known is refused with the reason.
 */
export function designStatement(request: DesignRequest, options: DesignOptions = {}): Design {
  const { range } = request.parsed.statement;
  const answer = answerOf(request, options);
  return {
    statement: options.statement ?? 0, range: shift(range, request.start), original: request.text.slice(range.start, range.end),
    ...(isRefusal(answer) ? { refusal: answer, plans: [] } : { refusal: null, plans: answer }),
  };
}

/** Designs for several statements of one project, in order: no two of them give one name to different tables. */
export function designStatements(requests: readonly { readonly request: DesignRequest; readonly statement: number }[]): readonly Design[] {
  const taken = new Map<string, string>();
  return requests.map(({ request, statement }) => {
    const design = designStatement(request, { statement, taken });
    for (const plan of design.plans) {
      if (plan.kind !== "index") claim(taken, plan);
    }
    return design;
  });
}

function answerOf(request: DesignRequest, options: DesignOptions): readonly Plan[] | DesignRefusal {
  const { parsed, context } = request;
  const found = readTable(parsed, context);
  if (isRefusal(found)) return found;
  const { select, table } = found;
  const own = ownTablePlan(select, table, context, request.judgement);
  if (own !== undefined && !own.byIndex) return [own.plan];
  const foreign = table.kind === "view" || table.virtual || context.schema.keyspaces.get(table.keyspace)?.system === true;
  if (foreign) return own === undefined ? refuseForeign(table) : [own.plan];
  // Ways that need no new table, whatever the query's shape.
  const here = own === undefined ? [...optional(addRelationPlan(select, table, context)), ...optional(filterInPartitionPlan(select, table, context))] : [];
  const read = readQuery(parsed, context);
  const tableOptions = { taken: options.taken ?? new Map<string, string>(), allColumns: options.allColumns ?? false };
  const indexed = (): readonly Plan[] => (own === undefined ? optional(indexPlan(select, table, context, request.judgement)) : []);
  if (isRefusal(read)) {
    const cut = read.code === "two-ranges" ? secondRangePlans(parsed, context, tableOptions) : [];
    return cut.length > 0 ? [...optional(own?.plan), ...here, ...indexed(), ...cut] : orRefuse([...optional(own?.plan), ...here], read, indexed());
  }
  const figures = figuresAbove(request) ?? ownFigures(read);
  const query: Query = { ...read, ...(figures === undefined ? {} : { figures }) };
  const key = planKey(query);
  const made = isRefusal(key) ? bucketed(query, key, tableOptions) : queryTablePlan(query, key, tableOptions);
  const existing = existingTablePlans(query);
  const before = [...optional(own?.plan), ...existing, ...here];
  if (isRefusal(made)) return orRefuse(before, made, indexed());
  if (!("kind" in made)) return [...before, ...indexed(), ...made];
  const view = isRefusal(key) ? undefined : viewPlan(query, key, tableOptions.taken);
  // A second table under the same key would serve nothing that the first does not, nor would a copy of a copy whose base serves the query.
  const isThere = figures === undefined && existing.some((plan) => hasSameKey(query, plan, made) || plan.table === table.comment);
  const tables = isThere ? [] : isRefusal(key) ? [made] : withBuckets(query, key, made, tableOptions);
  return [...before, ...indexed(), ...optional(isThere ? undefined : view), ...tables];
}

/** The author's figures of the table's own partitions, where those of the new table are no larger. */
function ownFigures({ table, equal }: Query): PartitionRows | undefined {
  return table.partitionKey.every((column) => equal.some((field) => field.name === column.name)) ? table.partitionRows : undefined;
}

/**
 * The query table, and what keeps its partitions small: a stretch of time in the key, a band of values, or a number. The author's figures
 * decide where there are any: what they call for comes first, and what they do not is left out. Else names and types are guessed by.
 */
function withBuckets(query: Query, key: KeyPlan, table: Plan, options: TableOptions): readonly Plan[] {
  const hot = hotPartitionNotes(query);
  const plain = plainSizes(query, { ...table, notes: [...table.notes, ...hot] }, key, options);
  const { figures } = query;
  // A long name is cut, so that of a bucket's table could become that of the table without it.
  const taken = new Map(options.taken);
  const claimed = (plans: readonly Plan[]): readonly Plan[] => {
    for (const plan of plans) claim(taken, plan);
    return plans;
  };
  claimed([plain]);
  const others: TableOptions = { ...options, taken };
  if (figures === undefined) {
    const byTime = claimed(offered([timeBucketPlan(query, others)]));
    if (hot.length === 0) return [plain, ...byTime];
    const byValue = claimed(offered([valueBucketPlan(query, others)]));
    return [plain, ...byTime, ...byValue, ...offered([hashBucketPlan(query, others)])];
  }
  const shape = shapeOfNewTable(newTable(query, key, options));
  if (query.equal.length === 0 || excessOf(shape, rowsInAll(figures, query.table)) <= 1) return [plain];
  const byTime = claimed(offered([timeBucketPlan(query, others, shape)]));
  const byValue = claimed(offered([valueBucketPlan(query, others)]));
  const byHash = growsByTime(query) && byTime.length > 0 ? [] : offered([hashBucketPlan(query, others, shape)]);
  return growsByTime(query) ? [...byTime, ...byHash, ...byValue, plain] : [...byHash, ...byTime, ...byValue, plain];
}

function offered(plans: readonly (Plan | DesignRefusal)[]): readonly Plan[] {
  return plans.flatMap((plan) => (isRefusal(plan) ? [] : [plan]));
}

/** A query that names no partition, or no single one, is served from buckets; any other refusal stands. */
function bucketed(query: Query, refusal: DesignRefusal, options: TableOptions): readonly Plan[] | DesignRefusal {
  if (refusal.code !== "range-only" && (query.equal.length > 0 || query.lists.length === 0)) return refusal;
  const taken = new Map(options.taken);
  const plans: Plan[] = [];
  for (const makePlan of [timeBucketPlan, valueBucketPlan, hashBucketPlan]) {
    const plan = makePlan(query, { ...options, taken });
    if (isRefusal(plan)) continue;
    claim(taken, plan);
    plans.push(plan);
  }
  return plans.length === 0 ? refusal : plans;
}

/** The plans that need no new table, or the refusal when there are none; an index is then named among what to do instead. */
function orRefuse(plans: readonly Plan[], refusal: DesignRefusal, indexed: readonly Plan[]): readonly Plan[] | DesignRefusal {
  if (plans.length > 0) return plans;
  const [index] = indexed;
  return index === undefined ? refusal : { ...refusal, instead: [...refusal.instead, `${index.ddl.join("; ")}: then the table serves the query as it stands, asking every node where the partition is not given.`] };
}

function refuseForeign({ kind, base, keyspace, name }: Table): DesignRefusal {
  if (kind === "view") return refuse("not-supported", { message: `${name} is a view, which the server fills from ${base ?? "its table"}: a copy of it could not be kept true by writes.`, instead: [`Read the view by its own key, or ask for this query on ${base === undefined ? "its table" : qualified(keyspace, base)}.`] });
  return refuse("not-supported", { message: `${keyspace}.${name} belongs to the server, which alone writes it: no copy of it could be kept true.`, instead: ["Read it by its own key, or filter its few rows with ALLOW FILTERING."] });
}

/** The size that a comment above the query gives (`-- cqlwright: rows=50000 per=day`): of the partition that it reads. */
function figuresAbove({ text, parsed }: DesignRequest): PartitionRows | undefined {
  for (const { body, range } of directives(text)) {
    const figures = figuresOf(body);
    if (figures !== undefined && range.start < parsed.statement.range.start) return figures;
  }
  return undefined;
}

function optional<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}
