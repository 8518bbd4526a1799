/** Provocations as worlds: what a real server says to them, and whether our check says the same. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Target } from "../../../../server/src/dialect/target";
import { connect, type Version } from "../../../cassandra/cluster";
import { verdictOf } from "../../../cassandra/verdict";
import { judgeWorlds, type Comparison } from "../../../conformance/judge";
import type { Verdict, World } from "../../../conformance/world";
import { GUARDED } from "./guarded";
import { OPEN } from "./open";
import { KEYSPACE, type Group, type ServerName } from "./provocation";
import { settingsOf } from "./servers";

export const GROUPS: readonly Group[] = [...OPEN, ...GUARDED];
const FILE = path.join(import.meta.dirname, "../../../conformance/data/provocations.jsonl");
const REPLICATION = "WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";
const SUPERUSER = "cassandra";

/** A provocation and the server's verdict on it. `warned`: it is accepted, with a warning of the code. */
export interface Provoked extends Verdict {
  readonly code: string;
  readonly warned?: true;
}

/** The verdicts of one server on the provocations of one group. */
export interface ProvokedWorld {
  readonly version: Version;
  readonly server: ServerName;
  readonly group: string;
  readonly setup: readonly string[];
  readonly stmts: readonly Provoked[];
}

/** The verdicts that `npm run provoke -- --record` has kept. */
export function recordedProvocations(): readonly ProvokedWorld[] {
  return readFileSync(FILE, "utf8").split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as ProvokedWorld);
}

export { FILE as RECORDED_PROVOCATIONS };

/** The group's provocations for a version, not asked yet. */
export function unasked(group: Group, version: Version): ProvokedWorld {
  const fits = (versions: readonly Version[] | undefined) => versions?.includes(version) !== false;
  const rows = fits(group.versions) ? group : { refused: [], warned: [] };
  return {
    version, server: group.server, group: group.name, setup: group.setup,
    stmts: [
      ...rows.refused.flatMap(([code, cql, versions]) => (fits(versions) ? [{ code, cql }] : [])),
      ...(rows.warned ?? []).flatMap(([code, cql, versions]) => (fits(versions) ? [{ code, cql, warned: true as const }] : [])),
    ],
  };
}

/** Asks the server at `address`; what the provocations leave behind is dropped before and after. Rejects where the setup is refused. */
export async function ask(group: Group, version: Version, address: string): Promise<ProvokedWorld> {
  const world = unasked(group, version);
  const superuser = group.server === "open" ? undefined : SUPERUSER;
  const admin = await connect(address, undefined, superuser);
  const clients = [admin];
  try {
    await clear(admin);
    await admin.execute(`CREATE KEYSPACE ${KEYSPACE} ${REPLICATION}`);
    if (superuser !== undefined) await makeClerk(admin);
    const keyspace = usesKeyspace(group.server) ? KEYSPACE : undefined;
    const setter = await connect(address, keyspace, superuser);
    const asker = await connect(address, keyspace, group.login);
    clients.push(setter, asker);
    for (const cql of group.setup) await setter.execute(cql);
    const stmts: Provoked[] = [];
    for (const provocation of world.stmts) stmts.push({ ...provocation, ...await verdictOf(asker, provocation.cql) });
    await clear(admin);
    return { ...world, stmts };
  } finally {
    await Promise.all(clients.map((client) => client.shutdown()));
  }
}

type Client = Awaited<ReturnType<typeof connect>>;

async function clear(admin: Client): Promise<void> {
  const { rows } = await admin.execute("SELECT keyspace_name FROM system_schema.keyspaces");
  for (const row of rows) if (String(row["keyspace_name"]).startsWith(KEYSPACE)) await admin.execute(`DROP KEYSPACE ${String(row["keyspace_name"])}`);
}

/** The ordinary user of guardrails. */
async function makeClerk(admin: Client): Promise<void> {
  await admin.execute("CREATE ROLE IF NOT EXISTS clerk WITH PASSWORD = 'clerk' AND LOGIN = true");
  await admin.execute("GRANT ALL ON ALL KEYSPACES TO clerk");
}

function usesKeyspace(server: ServerName): boolean {
  return server !== "guarded";
}

/** What our check says of a world's provocations (a class that drivers have no name for is a fault of the server), and in what it differs from the server; undefined where it does not. */
export function judge(world: ProvokedWorld): readonly { readonly provoked: Provoked; readonly comparison: Comparison; readonly difference: string | undefined }[] {
  const { version, server, setup, stmts } = world;
  const pre = [`CREATE KEYSPACE ${KEYSPACE} ${REPLICATION}`, ...(usesKeyspace(server) ? [`USE ${KEYSPACE}`] : [])];
  const asked: World = { world: KEYSPACE, pre, ddl: setup.map((cql) => ({ cql })), stmts };
  const target: Target = `cassandra-${version}`;
  const comparisons = judgeWorlds([asked], target, settingsOf(server, version)).slice(-stmts.length);
  return stmts.map((provoked, i) => {
    const comparison = comparisons[i] as Comparison;
    return { provoked, comparison, difference: differenceOf(provoked, comparison) };
  });
}

function differenceOf({ code, warned, v, at, m, w }: Provoked, { judgement: { verdict, violation, warnings, unjudged } }: Comparison): string | undefined {
  const ours = `ours ${verdict} ${violation === undefined ? unjudged?.unjudged ?? warnings.map((warning) => warning.code).join(" ") : `${violation.code} ${violation.errorClass} ${violation.phase}`}`;
  const theirs = `server ${v} at ${at} ${m ?? w?.join(" | ") ?? ""}`;
  const agrees = warned === true
    ? v === "ok" && w !== undefined && verdict === "accept" && warnings.some((warning) => warning.code === code)
    : violation?.code === code && violation.errorClass === (v === "other" ? "server" : v) && violation.phase === at;
  return agrees ? undefined : `${code}: ${theirs}; ${ours}`;
}
