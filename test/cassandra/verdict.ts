/** A real server's verdict on statements: PREPARE, then execution where there is nothing to bind. */
import cassandra from "cassandra-driver";
import PrepareHandler from "cassandra-driver/lib/prepare-handler.js";
import { preludeOf, type Verdict, type World } from "../conformance/world";
import { connect } from "./cluster";

const CLASSES: Readonly<Record<number, string>> = { 0x2000: "syntax", 0x2200: "invalid", 0x2300: "config", 0x2400: "exists", 0x2100: "unauthorized", 0x1400: "function", 0x0000: "server" };

/** Paging is on, as drivers and cqlsh have it. */
const PAGE_SIZE = 50;

/** What the server says of one statement; rejects only when it gives no answer. */
export async function verdictOf(client: cassandra.Client, cql: string): Promise<Verdict> {
  try {
    const { options } = client as cassandra.Client & { readonly options: cassandra.ClientOptions }; // the public types leave it out
    const { meta } = await PrepareHandler.getPrepared(client, options.policies?.loadBalancing, cql, client.keyspace);
    if ((meta.columns?.length ?? 0) > 0) return { cql, v: "ok", at: "prepare" };
  } catch (error) {
    return refusal(cql, error, "prepare");
  }
  try {
    const { info: { warnings = [] } } = await client.execute(cql, [], { prepare: false, fetchSize: PAGE_SIZE });
    if (warnings.length > 0) return { cql, v: "ok", at: "execute", w: warnings };
  } catch (error) {
    if (!isUnreadable(error)) return refusal(cql, error, "execute");
  }
  return { cql, v: "ok", at: "execute" };
}

/** Whether the server answered with rows that the driver cannot decode, as an empty vector inside a list. */
function isUnreadable(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError;
}

function refusal(cql: string, error: unknown, at: "prepare" | "execute"): Verdict {
  if (!(error instanceof cassandra.errors.ResponseError)) throw error;
  return { cql, v: CLASSES[error.code] ?? "other", at, m: error.message };
}

/** The world with the verdicts of the server at `address`; its keyspace is made anew before and dropped after. */
export async function askWorld(admin: cassandra.Client, address: string, world: World): Promise<World> {
  const keyspace = world.use ?? world.world;
  await admin.execute(`DROP KEYSPACE IF EXISTS ${keyspace}`);
  const [create = ""] = preludeOf(world);
  await admin.execute(create);
  const inUse = preludeOf(world).some((cql) => /^use /i.test(cql));
  const client = await connect(address, inUse ? keyspace : undefined);
  try {
    const ddl: Verdict[] = [], stmts: Verdict[] = [];
    for (const { cql } of world.ddl) ddl.push(await verdictOf(client, cql));
    for (const { cql } of world.stmts ?? []) stmts.push(await verdictOf(client, cql));
    return { ...world, ddl, stmts };
  } finally {
    await client.shutdown();
    await admin.execute(`DROP KEYSPACE IF EXISTS ${keyspace}`);
  }
}
