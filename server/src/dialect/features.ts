import { isReserved, isUnreserved } from "./keywords";
import type { Target } from "./target";

/** Which servers have a construct: Cassandra from a version on (up to one, exclusive), ScyllaDB or not; with its words for a message. */
interface Feature {
  /** The construct as a message names it. */
  readonly construct: string;
  readonly since?: Target;
  /** The first Cassandra version that no longer has it. */
  readonly until?: Target;
  readonly cassandra: boolean;
  readonly scylla: boolean;
  /** The diagnostic's code where it is finer than `not-in-version`. */
  readonly code?: string;
}

function since(version: Target, construct: string, scylla: boolean, code?: string): Feature {
  return { construct, since: version, cassandra: true, scylla, code };
}
function scyllaOnly(construct: string): Feature {
  return { construct, cassandra: false, scylla: true };
}
function cassandraOnly(construct: string): Feature {
  return { construct, cassandra: true, scylla: false };
}
/** What no released version has yet, or ScyllaDB alone. */
function notYet(construct: string, scylla: boolean, code?: string): Feature {
  return { construct, cassandra: false, scylla, code };
}

/** Every construct that some target lacks (lexical-and-grammar.md sections 6 and 12, reading.md sections 2.1 and 19.1; R-SYN-4 to R-SYN-8, S-SYN-1 to S-SYN-19, S-KS-7, S-TRG-1). */
const FEATURES: Readonly<Record<string, Feature>> = {
  "alter-if-exists": since("cassandra-4.1", "IF [NOT] EXISTS in ALTER", false),
  mask: since("cassandra-5.0", "a data mask", false),
  "vector-type": since("cassandra-5.0", "the vector type", true),
  ann: since("cassandra-5.0", "ORDER BY … ANN OF", true),
  "cast-in-term": since("cassandra-4.1", "CAST outside the select list", false),
  "group-by-expression": since("cassandra-4.1", "an expression in GROUP BY", false),
  "writetime-of-element": since("cassandra-5.0", "WRITETIME or TTL of an element or field", true),
  "several-permissions": since("cassandra-4.1", "several permissions in one statement", false),
  "all-tables-in-keyspace": since("cassandra-4.1", "ALL TABLES IN KEYSPACE", false),
  "hashed-password": since("cassandra-4.1", "HASHED PASSWORD", true),
  "hashed-user-password": since("cassandra-4.1", "HASHED PASSWORD of a user", false),
  "cidr-access": since("cassandra-5.0", "ACCESS FROM CIDRS", false),
  identity: since("cassandra-5.0", "IDENTITY", false),
  "masking-permission": since("cassandra-5.0", "the permissions UNMASK and SELECT_MASKED", false),
  "condition-contains": since("cassandra-4.1", "CONTAINS in an IF condition", false),
  "maxwritetime-as-function": { construct: "a function called maxwritetime", until: "cassandra-5.0", cassandra: true, scylla: true },

  between: notYet("BETWEEN", false, "between"),
  "not-in": notYet("NOT IN", true, "not-in"),
  "tuple-not-in": notYet("NOT IN on a tuple", false, "not-in"),
  "not-contains": notYet("NOT CONTAINS", false, "not-contains"),
  "condition-not-in": notYet("NOT IN in an IF condition", true, "not-in"),
  "condition-like": notYet("LIKE in an IF condition", true),
  "like-on-other": notYet("LIKE on anything but a column", true),
  "generated-password": notYet("GENERATED PASSWORD", false),

  arithmetic: cassandraOnly("arithmetic"),
  "element-slice": cassandraOnly("a slice of a collection"),
  "add-assign": cassandraOnly("+= and -="),
  "expr-relation": cassandraOnly("expr(…)"),
  "many-relations": { ...cassandraOnly("more than 100 relations in one WHERE clause"), code: "too-many-relations" },
  "selected-hint": cassandraOnly("a type hint in the select list"),
  "selected-literal": cassandraOnly("a collection or tuple of columns"),
  trigger: cassandraOnly("a trigger"),
  "custom-type": cassandraOnly("a type given as a class name"),
  mbean: cassandraOnly("MBEAN"),
  "datacenter-access": cassandraOnly("ACCESS TO DATACENTERS"),
  "or-replace-if-not-exists": cassandraOnly("OR REPLACE together with IF NOT EXISTS"),

  "using-timeout": scyllaOnly("USING TIMEOUT"),
  "using-concurrency": scyllaOnly("USING CONCURRENCY"),
  "using-service-level": scyllaOnly("USING SERVICE LEVEL"),
  "select-using": scyllaOnly("USING in a SELECT"),
  "bypass-cache": scyllaOnly("BYPASS CACHE"),
  "mutation-fragments": scyllaOnly("MUTATION_FRAGMENTS"),
  "select-without-from": scyllaOnly("a SELECT without FROM"),
  "call-relation": scyllaOnly("a function call on the left of an operator"),
  "ann-function": scyllaOnly("ORDER BY a function"),
  "keyspace-without-options": scyllaOnly("CREATE KEYSPACE without WITH"),
  "null-property": scyllaOnly("null as the value of an option"),
  "list-property": scyllaOnly("a list as the value of an option"),
  "nested-property-map": scyllaOnly("a map inside an option's map"),
  "bypass-guardrails": scyllaOnly("BYPASS LARGE_DATA_GUARDRAILS"),
  "clustering-bound": scyllaOnly("SCYLLA_CLUSTERING_BOUND"),
  "local-index": scyllaOnly("a local index"),
  "ttl-column": scyllaOnly("a TTL column"),
  "drop-timestamp-marker": scyllaOnly("a marker behind USING TIMESTAMP of a DROP"),
  "prune-view": scyllaOnly("PRUNE MATERIALIZED VIEW"),
  "service-level": scyllaOnly("a service level"),
  "search-permission": scyllaOnly("the search permissions"),
  reducefunc: scyllaOnly("REDUCEFUNC"),
  "describe-passwords": scyllaOnly("WITH INTERNALS AND PASSWORDS"),
};

const VERSIONS: readonly Target[] = ["cassandra-4.0", "cassandra-4.1", "cassandra-5.0"];

/** Whether `target` has the construct that a `FeatureUse` names; `<place>-word:<word>` asks about a word in a place of its own. */
export function supports(target: Target, feature: string): boolean {
  const found = FEATURES[feature];
  if (found === undefined) return supportsWord(target, feature);
  if (target === "scylla") return found.scylla;
  const version = VERSIONS.indexOf(target);
  if (found.since !== undefined && version < VERSIONS.indexOf(found.since)) return false;
  if (found.until !== undefined && version >= VERSIONS.indexOf(found.until)) return false;
  return found.cassandra;
}

/** Places where the words that may stand differ between targets (section 3.3). */
function supportsWord(target: Target, feature: string): boolean {
  const [place = "", word = ""] = feature.split(":");
  if (place === "name-word") return !isReserved(word, target);
  // A user's name and a language: any keyword is refused by Cassandra, ScyllaDB takes the unreserved ones (S-LEX-3b).
  if (place === "plain-word") return !isReserved(word, target) && (target === "scylla" || !isUnreserved(word, target));
  if (place === "value-word") return isUnreserved(word, target);
  if (place === "type-word") return word === "maxwritetime" ? target !== "cassandra-5.0" : target === "scylla";
  return true;
}

/** What a target that lacks a feature has to say about it: the code, and the words its message needs. */
export interface FeatureRefusal {
  readonly code: string;
  readonly data: Readonly<Record<string, string>>;
}

/** Why `target` refuses the text where `feature` is used; always a syntax error of the server. */
export function refusalOf(target: Target, feature: string): FeatureRefusal {
  const found = FEATURES[feature];
  if (found === undefined) {
    const [place = "", word = ""] = feature.split(":");
    if (place === "value-word") return { code: "syntax-error", data: { found: word, expected: "a value" } };
    return { code: "reserved-word", data: { name: word, quoted: place === "plain-word" ? `'${word}'` : `"${word.toLowerCase()}"` } };
  }
  const where = [found.since, found.cassandra ? undefined : "no Cassandra version", found.scylla ? "scylla" : undefined].filter((part) => part !== undefined);
  return { code: found.code ?? "not-in-version", data: { construct: found.construct, target, where: where.join(", ") } };
}
