import { datacenters, isEnabled, thresholds, switchName } from "../../dialect/guardrails";
import { KEYSPACE_OPTIONS } from "../../dialect/keyspace-options";
import { KEYSPACE_TABLETS, SCYLLA_STRATEGIES } from "../../dialect/scylla-options";
import type { AlterKeyspace, CreateKeyspace, Property } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import { suggestion } from "../names";
import type { Finding, Violation } from "../violation";
import { countKeyspaces } from "./counts";
import { absentKeyspace, checkPlace, placeOfKeyspace } from "./places";
import { readMapOption } from "./map-option";
import type { MapEntry } from "./property";
import { checkPropertyNames, mapEntries, propertyOf, readBoolean, readInteger, serverWith, simpleText, wrongShape } from "./property";
import { serverClass } from "./server-class";
import { CONTENT, inOrder, refuse } from "./steps";
import { checkThreshold } from "./table-options";

/** CREATE KEYSPACE, in the server's order (rulebook A2). */
export function checkCreateKeyspace(statement: CreateKeyspace, context: CheckContext): Finding {
  const { name, properties } = statement;
  if (name === undefined) return undefined;
  const place = placeOfKeyspace(name, context);
  return inOrder([
    () => checkThreshold("keyspaces", () => countKeyspaces(context) + 1, name.range, context, { phase: "prepare" }),
    () => checkPlace(place, context, "none"),
    () => checkProperties(properties, context),
    () => replicationMissing(statement, context),
    () => checkStrategySwitch(properties, context),
    () => {
      const existing = place.model;
      if (existing === undefined || !existing.created) return undefined;
      if (existing.doubt !== undefined) return { unjudged: `the definition of keyspace ${name.value} is not sure` };
      return statement.ifNotExists ? CONTENT : refuse("keyspace-exists", name.range, { keyspace: name.value }, { errorClass: "exists", related: related(existing.origin, name.value) });
    },
    () => checkDurableWrites(properties),
    () => checkReplication(propertyOf(properties, "replication"), "create", context),
    () => checkTablets(properties),
    () => unjudgedOptions(properties),
  ]);
}

/** ALTER KEYSPACE, in the server's order (D-KS-12, D-KS-14). */
export function checkAlterKeyspace(statement: AlterKeyspace, context: CheckContext): Finding {
  const { name, properties } = statement;
  if (name === undefined) return undefined;
  const place = placeOfKeyspace(name, context);
  return inOrder([
    () => checkPlace(place, context, "alter-keyspace"),
    () => checkProperties(properties, context),
    () => {
      const absent = absentKeyspace(place, context);
      if (absent?.absent === "sure" && statement.ifExists !== undefined) return CONTENT;
      return absent?.finding;
    },
    () => checkStrategySwitch(properties, context),
    () => checkDurableWrites(properties),
    () => checkReplication(propertyOf(properties, "replication"), "alter", context),
    () => checkTablets(properties),
    () => (propertyOf(properties, "tablets") === undefined ? unjudgedOptions(properties) : { unjudged: "whether tablets can be changed depends on the keyspace" }), // S-KS-5
  ]);
}

function related(origin: NonNullable<Violation["related"]>[number]["origin"] | undefined, name: string): Violation["related"] {
  return origin === undefined ? undefined : [{ origin, note: `${name} is created here` }];
}

/** Names and shapes of the options, and a replication without its class (D-KS-1, D-KS-2, D-KS-4). */
function checkProperties(properties: readonly Property[], context: CheckContext): Finding {
  const names = checkPropertyNames(properties, KEYSPACE_OPTIONS[context.target], { elsewhere: serverWith((target, name) => KEYSPACE_OPTIONS[target].has(name)) });
  if (names !== undefined) return names;
  const replication = propertyOf(properties, "replication");
  if (replication !== undefined) {
    if (replication.value.kind !== "map") return wrongShape(replication, "a map");
    const entries = mapEntries(replication.value);
    if (entries.length > 0 && !entries.some((entry) => entry.key === "class")) return refuse("replication-class-missing", replication.value.range, {}, { errorClass: "config" });
  }
  return undefined;
}

/** D-KS-3; ScyllaDB has defaults (S-KS-1). */
function replicationMissing(statement: CreateKeyspace, context: CheckContext): Finding {
  if (context.target === "scylla" || propertyOf(statement.properties, "replication") !== undefined) return undefined;
  return refuse("replication-missing", statement.name?.range ?? statement.head, { keyspace: statement.name?.value ?? "" });
}

/** Guardrail on SimpleStrategy (G-KS-4); only the short name is looked at. */
function checkStrategySwitch(properties: readonly Property[], context: CheckContext): Finding {
  const named = classOf(propertyOf(properties, "replication"));
  if (named?.text !== "SimpleStrategy" || isEnabled(context.server, context.target, "simplestrategy_enabled")) return undefined;
  return refuse("guardrail-simplestrategy", named.range, { switch: "simplestrategy_enabled" });
}

function classOf(replication: Property | undefined): MapEntry | undefined {
  return replication?.value.kind === "map" ? mapEntries(replication.value).find((entry) => entry.key === "class") : undefined;
}

const STRATEGIES: ReadonlyMap<string, "simple" | "topology" | "reserved"> = new Map([
  ["SimpleStrategy", "simple"], ["NetworkTopologyStrategy", "topology"], ["LocalStrategy", "reserved"],
]);
const STRATEGY_PACKAGE = "org.apache.cassandra.locator.";
const FACTOR = "replication_factor";

/** The strategy and its options (D-KS-2 for durable_writes, D-KS-5 to D-KS-11). */
function checkReplication(replication: Property | undefined, kind: "create" | "alter", context: CheckContext): Finding {
  if (replication?.value.kind !== "map") return undefined;
  const entries = mapEntries(replication.value);
  const named = entries.find((entry) => entry.key === "class");
  if (named === undefined) return kind === "create" ? refuse("replication-class-missing", replication.value.range, {}, { errorClass: "server" }) : undefined;
  if (context.target === "scylla") return checkScyllaReplication(named, entries, kind, context);
  const strategy = serverClass(named.text ?? "", STRATEGY_PACKAGE, STRATEGIES);
  if (strategy === "foreign" && !context.schema.complete) return { unjudged: `replication strategy ${named.text} is not one of the server's own` };
  if (strategy === "unknown" || strategy === "foreign") return refuse("unknown-strategy", named.range, { class: named.text ?? "", ...suggestion(named.text ?? "", ["SimpleStrategy", "NetworkTopologyStrategy"]) }, { errorClass: "config" });
  if (strategy === "reserved") return refuse("reserved-strategy", named.range, { class: named.text ?? "" });
  const others = entries.filter((entry) => entry !== named);
  return strategy === "simple" ? checkSimple(named, others, context) : checkTopology(named, others, context);
}

/** S-KS-4 and the guardrails S-GRD-1 to S-GRD-3; names of data centres and racks are the cluster's. */
function checkScyllaReplication(named: MapEntry, entries: readonly MapEntry[], kind: "create" | "alter", context: CheckContext): Finding {
  const written = named.text ?? "";
  const strategy = SCYLLA_STRATEGIES.find((name) => written === name || written === `${STRATEGY_PACKAGE}${name}`);
  if (strategy === undefined) return refuse("unknown-strategy", named.range, { class: written, ...suggestion(written, SCYLLA_STRATEGIES) }, { errorClass: "config" });
  const { server } = context;
  const forbidden = server["replication_strategy_fail_list"];
  if (Array.isArray(forbidden) && forbidden.includes(strategy)) return refuse("guardrail-replication-strategy", named.range, { class: strategy, switch: "replication_strategy_fail_list" }, { errorClass: "config" });
  const others = entries.filter((entry) => entry !== named);
  if (strategy === "EverywhereStrategy") return others.length === 0 ? undefined : { unjudged: "what EverywhereStrategy takes is not known" };
  if (strategy === "LocalStrategy" || others.length === 0) return { unjudged: "what the server makes of this strategy depends on its configuration" };
  for (const entry of others) {
    if (entry.text === undefined) return { unjudged: "the racks of the cluster are not known" };
    if (strategy === "SimpleStrategy" && entry.key !== FACTOR) return { unjudged: "what SimpleStrategy takes besides its factor is not known" };
    const wrong = checkFactor(entry, context);
    if (wrong !== undefined) return "code" in wrong && wrong.errorClass === "invalid" ? { ...wrong, errorClass: "config" } : wrong;
  }
  // Only some changes of a keyspace with tablets are possible at once (S-KS-5).
  return kind === "alter" ? { unjudged: "which changes of replication are possible depends on the cluster" } : undefined;
}

/** SimpleStrategy (D-KS-9). */
function checkSimple(named: MapEntry, others: readonly MapEntry[], context: CheckContext): Finding {
  const factor = others.find((entry) => entry.key === FACTOR);
  if (factor === undefined && context.target === "cassandra-4.0") return refuse("replication-factor-missing", named.range, {}, { errorClass: "config" });
  const wrong = factor === undefined ? undefined : checkFactor(factor, context);
  if (wrong !== undefined) return wrong;
  const other = others.find((entry) => entry.key !== FACTOR);
  return other === undefined ? undefined : refuse("replication-option", other.keyRange, { key: other.key }, { errorClass: "config" });
}

/** NetworkTopologyStrategy (D-KS-10): names of data centres are judged only where the settings tell them. */
function checkTopology(named: MapEntry, others: readonly MapEntry[], context: CheckContext): Finding {
  const known = datacenters(context.server);
  for (const entry of others) {
    const wrong = checkFactor(entry, context);
    if (wrong !== undefined) return wrong;
  }
  if (known !== undefined) {
    const unknown = others.find((entry) => entry.key !== FACTOR && !known.includes(entry.key));
    if (unknown !== undefined) return refuse("unknown-datacenter", unknown.keyRange, { datacenter: unknown.key, ...suggestion(unknown.key, known) }, { errorClass: "config" });
  }
  const needsOne = context.target === "cassandra-4.0" || others.length > 0;
  const usable = others.some((entry) => readInteger(entry.text) !== 0);
  return needsOne && !usable ? refuse("no-datacenter", named.range, {}, { errorClass: "config" }) : undefined;
}

/** A replication factor (D-KS-11), and its guardrails (G-KS-2, G-KS-3). */
function checkFactor(entry: MapEntry, context: CheckContext): Finding {
  const text = entry.text ?? "";
  const match = /^\+?(\d+)(?:\/\+?(\d+))?$/.exec(text);
  const full = Number(match?.[1]);
  const fail = (code: string, data: Violation["data"]): Violation => refuse(code, entry.range, { key: entry.key, value: text, ...data }, { errorClass: "config" });
  if (match === null || full > 2147483647) return fail("replication-factor", {});
  if (match[2] !== undefined) {
    if (!isEnabled(context.server, context.target, "transient_replication_enabled")) return fail("transient-replication-disabled", { switch: switchName(context.target, "transient_replication_enabled") });
    if (full === 0 || Number(match[2]) >= full) return fail("replication-factor", {});
  }
  const lowest = thresholds(context.server, context.target, "minimum_replication_factor").fail;
  if (lowest !== undefined && full < lowest) return refuse("guardrail-replication-factor", entry.range, { value: full, limit: lowest, switch: "minimum_replication_factor_fail_threshold" });
  const highest = thresholds(context.server, context.target, "maximum_replication_factor").fail;
  return highest !== undefined && full > highest ? refuse("guardrail-replication-factor", entry.range, { value: full, limit: highest, switch: "maximum_replication_factor_fail_threshold" }) : undefined;
}

/** S-KS-3. */
function checkTablets(properties: readonly Property[]): Finding {
  const tablets = propertyOf(properties, "tablets");
  if (tablets === undefined) return undefined;
  return tablets.value.kind === "map" ? readMapOption("tablets", tablets.value, KEYSPACE_TABLETS) : wrongShape(tablets, "a map");
}

/** Options whose values are those of features that a cluster may or may not have (S-KS-2, S-KS-6). */
function unjudgedOptions(properties: readonly Property[]): Finding {
  const open = propertyOf(properties, "storage") ?? propertyOf(properties, "consistency");
  return open === undefined ? undefined : { unjudged: `what ${open.name.value} may hold depends on the cluster` };
}

/** `durable_writes` is read after the keyspace's existence was looked at (D-KS-2). */
function checkDurableWrites(properties: readonly Property[]): Finding {
  const property = propertyOf(properties, "durable_writes");
  return property === undefined || readBoolean(simpleText(property.value)) !== undefined ? undefined : wrongShape(property, "true or false");
}
