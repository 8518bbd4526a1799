/** Turns the probes of the rulebook's rules, and the cases, into worlds for one version. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { readWorlds, type Verdict, type World } from "./world";

const FOLDER = path.join(import.meta.dirname, "data/probes");
const KEYSPACE = "probe_ks";
const CREATE_KEYSPACE = `CREATE KEYSPACE ${KEYSPACE} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}`;

type PerVersion<T> = Readonly<Record<string, T>>;

/** One statement over a named schema; `expect` and `phase` say what each version's server answered. */
interface Probe {
  readonly rule: string;
  readonly schema?: string;
  readonly setup?: readonly string[];
  readonly stmt: string;
  readonly expect: PerVersion<string>;
  readonly phase?: "prepare" | "execute" | PerVersion<"prepare" | "execute">;
  /** Circumstances that a statement's text does not show: server profile, login, bound values, page size, consistencies, no keyspace in use. */
  readonly profile?: unknown;
  readonly login?: unknown;
  readonly bind?: unknown;
  readonly page?: unknown;
  readonly cl?: unknown;
  readonly scl?: unknown;
  readonly noks?: boolean;
  readonly nokeyspace?: boolean;
}

/** Several statements in order, found in the wild. */
interface Case {
  readonly id: string;
  readonly context?: readonly string[];
  readonly statements: readonly { readonly cql: string; readonly verdicts?: PerVersion<string>; readonly phase?: Probe["phase"] }[];
}

/** All worlds made of the probes and cases for a server version ("5.0"); what depends on circumstances that a text does not show is left out. */
export function probeWorlds(version: string): World[] {
  const schemas = { ...readSchemas("schemas.json"), ...readSchemas("schemas-definition.json") };
  return readdirSync(FOLDER).filter((file) => file.endsWith(".jsonl")).sort().flatMap((file) =>
    (readWorlds(path.join(FOLDER, file)) as unknown as (Probe | Case)[]).flatMap((row, i) => {
      const where = `#${path.basename(file, ".jsonl")}:${i + 1}`;
      return "statements" in row ? caseWorld(row, row.id + where, version) : probeWorld(row, row.rule + where, schemas, version);
    }));
}

function probeWorld(probe: Probe, world: string, schemas: Readonly<Record<string, readonly string[]>>, version: string): World[] {
  const v = probe.expect[version];
  const at = phaseOf(probe.phase, version);
  if (v === undefined || isAboutEnds(probe) || probe.profile !== undefined || probe.login !== undefined) return [];
  const otherPaging = probe.page !== undefined || probe.cl !== undefined || probe.scl !== undefined;
  if (v === "ok" ? otherPaging : at === "execute" && (otherPaging || probe.bind !== undefined)) return [];
  const definitions = [...(probe.schema === undefined ? [] : schemas[probe.schema] ?? []), ...(probe.setup ?? [])];
  const pre = probe.noks === true || probe.nokeyspace === true ? [CREATE_KEYSPACE] : [CREATE_KEYSPACE, `USE ${KEYSPACE}`];
  return [{ world, use: KEYSPACE, pre, ddl: definitions.map((cql) => ({ cql: expand(cql) })), stmts: [{ cql: expand(probe.stmt), v, ...(at === undefined ? {} : { at }) }] }];
}

/** Where a statement ends is the client's matter: several statements in one text, or an unclosed comment, are never sent. */
function isAboutEnds({ rule, stmt }: Probe): boolean {
  return rule === "L-PIPE-7" || rule === "L-COM-1" || (rule === "R-SYN-1" && /;\s*\S/.test(stmt));
}

function caseWorld({ context = [], statements }: Case, world: string, version: string): World[] {
  const ddl: Verdict[] = context.map((cql) => ({ cql }));
  const stmts: Verdict[] = [];
  for (const { cql, verdicts, phase } of statements) {
    const v = verdicts?.[version];
    if (v === undefined || v === "skip") continue;
    const at = phaseOf(phase, version);
    (/^\s*(?:create|alter|drop|use|truncate)\b/i.test(cql) ? ddl : stmts).push({ cql, v, ...(at === undefined ? {} : { at }) });
  }
  return statements.length > 0 && (ddl.length > context.length || stmts.length > 0) ? [{ world, use: KEYSPACE, pre: [CREATE_KEYSPACE, `USE ${KEYSPACE}`], ddl, stmts }] : [];
}

function phaseOf(phase: Probe["phase"], version: string): "prepare" | "execute" | undefined {
  return typeof phase === "object" ? phase[version] : phase;
}

/** `$REP(x,n)` stands for x written n times, `$KS` and `@KS@` for the keyspace. */
function expand(text: string): string {
  return text.replace(/\$REP\((.),(\d+)\)/g, (_, character: string, times: string) => character.repeat(Number(times))).replaceAll("$KS", KEYSPACE).replaceAll("@KS@", KEYSPACE);
}

function readSchemas(name: string): Readonly<Record<string, readonly string[]>> {
  return JSON.parse(readFileSync(path.join(FOLDER, name), "utf8")) as Readonly<Record<string, readonly string[]>>;
}
