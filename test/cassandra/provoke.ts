/**
 * npm run provoke -- [--target cassandra-5.0]… [--server open]… [--record]
 * Asks real servers the statements of test/fuzz/server/provocations: each must be refused (or warned of) as its code says, and our check must say the
 * same, in code, class and phase. All targets and servers where none is named; the servers `guarded` and `forbidding` are started with settings of
 * their own. --record keeps the verdicts for `npm test`, which judges them without a server. Prints what differs, then a line of counts.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { ServerName } from "../fuzz/server/provocations/provocation";
import { yamlOf } from "../fuzz/server/provocations/servers";
import { ask, GROUPS, judge, RECORDED_PROVOCATIONS, recordedProvocations, type ProvokedWorld } from "../fuzz/server/provocations/world";
import { startServer, VERSIONS } from "./cluster";

const SERVERS: readonly ServerName[] = ["open", "guarded", "forbidding"];
const { values } = parseArgs({ options: { target: { type: "string", multiple: true }, server: { type: "string", multiple: true }, record: { type: "boolean", default: false } } });

const asked: ProvokedWorld[] = [];
for (const version of VERSIONS.filter((one) => values.target?.includes(`cassandra-${one}`) !== false)) {
  for (const name of SERVERS.filter((one) => values.server?.includes(one) !== false)) {
    const groups = GROUPS.filter((group) => group.server === name && group.versions?.includes(version) !== false);
    if (groups.length === 0) continue;
    const server = await startServer(version, name === "open" ? undefined : { name, ...yamlOf(name, version) });
    try {
      for (const group of groups) asked.push(await ask(group, version, server.address));
    } finally {
      await server.stop();
    }
  }
}

const judged = asked.flatMap((world) => judge(world).map((row) => ({ ...row, world })));
const wrong = judged.filter(({ difference }) => difference !== undefined);
for (const { difference, provoked, world } of wrong) console.log(`-- ${world.version} ${world.server}, ${world.group}: ${difference ?? ""}\n   ${provoked.cql}`);
if (values.record) record();
console.log(`provocations: ${new Set(judged.map(({ provoked }) => provoked.code)).size} codes by ${judged.length} statements, ${[...new Set(asked.map(({ version, server }) => `${version} ${server}`))].join(", ")}`);
console.log(`${judged.length - wrong.length} passed, ${wrong.length} failed`);
process.exitCode = wrong.length === 0 ? 0 : 1;

/** Keeps what was asked now and, of the servers that were not asked, what was kept before. */
function record(): void {
  const key = ({ version, server }: ProvokedWorld) => `${version} ${server}`;
  const fresh = new Set(asked.map(key));
  const rows = [...recordedProvocations().filter((world) => !fresh.has(key(world))), ...asked];
  const order = (world: ProvokedWorld) => SERVERS.indexOf(world.server) * VERSIONS.length + VERSIONS.indexOf(world.version);
  const kept = rows.sort((a, b) => order(a) - order(b)).map((world) => ({ ...world, stmts: world.stmts.map(({ code, cql, v, at, w, warned }) => ({ code, cql, v, at, ...(warned ? { warned, w } : {}) })) }));
  writeFileSync(RECORDED_PROVOCATIONS, kept.map((row) => `${JSON.stringify(row)}\n`).join(""));
}
