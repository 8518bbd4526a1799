import type { ViolationData } from "../violation";
import { OBJECT_MESSAGES } from "./definition-objects";
import { TABLE_MESSAGES } from "./definition-tables";
import type { MessageTable } from "./entry";
import { didYouMean, listed, show } from "./entry";

/** Roles and permissions (rulebook A9). */
const ROLES: MessageTable = {
  anonymous: {
    message: (data) => `The server does not ask who you are (${show(data, "authenticator")}), so it has no roles to manage: set authenticator to PasswordAuthenticator`,
    why: "Without authentication everybody is anonymous, and anonymous users may not touch roles or permissions.",
  },
  "role-option": {
    message: (data) => `${show(data, "option")} is not supported by the server's role manager or authenticator: leave it out`,
    why: "Passwords need PasswordAuthenticator, and the stock role manager has no OPTIONS.",
  },
  "hashed-password": {
    message: () => "HASHED PASSWORD takes a bcrypt hash such as the hash_password tool prints",
    why: "The hash is stored as it stands and compared at login.",
  },
  "empty-role": {
    message: () => "The name of a role cannot be empty",
    why: "Roles are looked up by their name.",
  },
  "alter-role-empty": {
    message: (data) => `Nothing is changed about role ${show(data, "role")}: add WITH and at least one option`,
    why: "The server takes ALTER without options for a mistake.",
  },
  "role-exists": {
    message: (data) => `Role ${show(data, "role")} exists already: write IF NOT EXISTS, or ALTER ROLE to change it`,
    why: "Users are roles that may log in, so both share their names.",
  },
  "unknown-role": {
    message: (data) => `There is no role ${show(data, "role")}${didYouMean(data) || ": create it first, or write IF EXISTS"}`,
    why: "Roles are looked up by their name.",
  },
  "drop-own-role": {
    message: (data) => `Role ${show(data, "role")} cannot be dropped by itself: log in as another superuser`,
    why: "You would lock yourself out.",
  },
  "unknown-cidr-group": {
    message: (data) => `There is no group of addresses called ${show(data, "group")}`,
    why: "Groups of addresses are made with nodetool before roles can use them.",
  },
  "no-applicable-permission": {
    message: (data) => `${listed(data, "permissions")} cannot be granted on ${show(data, "resource")}: it takes ${listed(data, "possible")}`,
    why: "Each kind of resource has the permissions that its statements need.",
  },
  "mbean-pattern": {
    message: (data) => `'${show(data, "name")}' is no pattern of MBeans: write * or ? in it, MBEAN for a single one, or ALL MBEANS for all`,
    why: "MBEANS stands for all MBeans whose names match.",
  },
};

/** The limit that a guardrail has, and where it is set. */
function limit(data: ViolationData): string {
  return `the limit is ${show(data, "limit")} (${show(data, "switch")} in cassandra.yaml)`;
}

/** A guardrail that forbids something altogether. */
function forbidden(what: string): (data: ViolationData) => string {
  return (data) => `${what} is forbidden on this server (${show(data, "switch")} in cassandra.yaml)`;
}

const GUARDRAIL = "Guardrails are limits that the operators of the cluster set; superusers are exempt.";

/** Guardrails that definitions meet (guardrails.md section 2). */
const GUARDRAILS: MessageTable = Object.fromEntries(Object.entries({
  "guardrail-keyspaces": (data: ViolationData) => `This would be keyspace number ${show(data, "count")}: ${limit(data)}`,
  "guardrail-tables": (data: ViolationData) => `This would be table number ${show(data, "count")}: ${limit(data)}`,
  "guardrail-columns-per-table": (data: ViolationData) => `The table would have ${show(data, "count")} columns: ${limit(data)}`,
  "guardrail-fields-per-udt": (data: ViolationData) => `The type would have ${show(data, "count")} fields: ${limit(data)}`,
  "guardrail-secondary-indexes-per-table": (data: ViolationData) => `The table would have ${show(data, "count")} indexes: ${limit(data)}`,
  "guardrail-materialized-views-per-table": (data: ViolationData) => `The table would have ${show(data, "count")} views: ${limit(data)}`,
  "guardrail-vector-dimensions": (data: ViolationData) => `The vector has too many dimensions: ${limit(data)}`,
  "guardrail-replication-factor": (data: ViolationData) => `${show(data, "value")} copies are not allowed: ${limit(data)}`,
  "guardrail-table-properties": (data: ViolationData) => `Option ${show(data, "option")} is ${data.list === undefined ? "forbidden" : data.list === "ignored" ? "ignored" : "not wanted"} on this server (${show(data, "switch")} in cassandra.yaml)`,
  "guardrail-vector-type": forbidden("The vector type"),
  "guardrail-simplestrategy": forbidden("SimpleStrategy"),
  "guardrail-drop-keyspace": forbidden("DROP KEYSPACE"),
  "guardrail-drop-truncate-table": forbidden("DROP TABLE and TRUNCATE"),
  "guardrail-alter-table": forbidden("Adding, dropping or renaming columns"),
  "guardrail-secondary-indexes": forbidden("CREATE INDEX"),
  "guardrail-uncompressed-tables": forbidden("A table without compression"),
  "guardrail-twcs-without-ttl": forbidden("TimeWindowCompactionStrategy without default_time_to_live"),
} satisfies Record<string, (data: ViolationData) => string>).map(([code, message]) => [code, { message, why: GUARDRAIL }]));

/** Words for everything that is refused about definitions. */
export const DEFINITION_MESSAGES: MessageTable = { ...TABLE_MESSAGES, ...OBJECT_MESSAGES, ...ROLES, ...GUARDRAILS };
