/**
 * node scripts/run.mjs test/cassandra/real-style.ts [PROJECT…]: runs the corpus in the style of public projects on real servers, each file on the
 * version of its target, and prints the statements on which the server and our check disagree. Replication is made simple: there is one node.
 */
import type cassandra from "cassandra-driver";
import { realProjects, statementsOf, uriOf, type RealProject } from "../support/real-style";
import { connect, startServer, VERSIONS, type Server, type Version } from "./cluster";
import { verdictOf } from "./verdict";

const KEYSPACE = "real_style";
const SIMPLE = "{'class': 'SimpleStrategy', 'replication_factor': 1}";
const CREATED = /\bCREATE\s+KEYSPACE\s+(?:IF\s+NOT\s+EXISTS\s+)?("[^"]+"|\w+)/gi;
const UNDO = /(?:^|\/)U\d|\.down\.cql$/;

const servers = new Map<Version, { readonly server: Server; readonly admin: cassandra.Client }>();
let asked = 0, different = 0;

async function serverOf(version: Version): Promise<{ readonly server: Server; readonly admin: cassandra.Client }> {
  let found = servers.get(version);
  if (found === undefined) {
    const server = await startServer(version);
    servers.set(version, (found = { server, admin: await connect(server.address) }));
  }
  return found;
}

/** A project's files in order in one session a file; the keyspaces that they create are made anew, and one for names without any. */
async function runProject(project: RealProject, version: Version, files: readonly string[]): Promise<void> {
  const { server, admin } = await serverOf(version);
  const texts = project.files.map((file) => project.service.text(uriOf(project.name, file)) ?? "");
  const keyspaces = [...new Set([KEYSPACE, ...texts.flatMap((text) => [...text.matchAll(CREATED)].map(([, name = ""]) => name))])].filter((name) => name.toUpperCase() !== "IF"); // IF NOT EXISTS before a template
  const dropAll = async () => { for (const keyspace of keyspaces) await admin.execute(`DROP KEYSPACE IF EXISTS ${keyspace}`).catch(() => undefined); }; // some names are refused
  await dropAll();
  await admin.execute(`CREATE KEYSPACE ${KEYSPACE} WITH replication = ${SIMPLE}`);
  for (const file of files.filter((name) => !UNDO.test(name))) {
    const client = await connect(server.address, KEYSPACE);
    // The first migration creates the keyspace that is in force from the next one on.
    if (project.keyspace !== undefined) await client.execute(`USE ${project.keyspace}`).catch(() => undefined);
    for (const { text, line, result } of statementsOf(project, file)) {
      const { verdict, violation } = result.judgement;
      if (verdict === "skip" || verdict === "unknown") continue;
      const { v, m } = await verdictOf(client, text.replace(/(\breplication\s*=\s*)\{[^}]*\}/i, `$1${SIMPLE}`));
      asked++;
      if ((v === "ok") === (verdict === "accept")) continue;
      different++;
      console.log(`${project.name}/${file}:${line} (${version}): server ${v}${m === undefined ? "" : ` (${m})`}; ours ${verdict} ${violation?.code ?? ""}`);
    }
    await client.shutdown();
  }
  await dropAll();
}

try {
  const wanted = process.argv.slice(2);
  for (const project of realProjects().filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    for (const version of VERSIONS) {
      const files = project.files.filter((file) => project.service.check(uriOf(project.name, file)).target === `cassandra-${version}`);
      if (files.length > 0) await runProject(project, version, files);
    }
  }
} finally {
  for (const { server, admin } of servers.values()) {
    await admin.shutdown();
    await server.stop();
  }
}
console.log(`${asked - different} passed, ${different} failed`);
process.exitCode = different > 0 ? 1 : 0;
