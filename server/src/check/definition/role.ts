import { datacenters } from "../../dialect/guardrails";
import { applicablePermissions } from "../../dialect/permissions";
import type { DropRole, IdentityStatement, ListRoles, PermissionStatement, Resource, RoleOption, RoleStatement } from "../../syntax/ast";
import type { Range } from "../../text/range";
import type { CheckContext } from "../judgement";
import { suggestion } from "../names";
import { firstOf } from "../result";
import { violate } from "../violate";
import type { Finding, Violation } from "../violation";
import type { Place } from "./places";
import { absentKeyspace, absentObject, isPlace, placeOf, placeOfKeyspace, tableIn } from "./places";
import { findOverload } from "./create-function";
import { inOrder } from "./steps";
import { checkType, isUnknownType, typeIn, typeText } from "./type-reference";

/** The role that a new cluster has. */
const FIRST_ROLE = "cassandra";

/**
 * Who the server takes the user for. A stock server asks nobody, so everybody is anonymous and may do nothing with roles (G-CFG-23);
 * where the project is not complete, a cluster that has roles asks for passwords, and nothing of this is judged.
 */
function login(context: CheckContext): "anonymous" | "superuser" | "unknown" {
  const set = context.server["authenticator"];
  if (typeof set === "string") return /AllowAll/.test(set) ? "anonymous" : "superuser";
  return context.schema.complete && context.target !== "scylla" ? "anonymous" : "unknown";
}

/** The end of every statement about roles: anonymous users may not go on. */
function checkLogin(range: Range, context: CheckContext): Finding | { readonly halt: { readonly unjudged: string } } {
  const who = login(context);
  if (who === "anonymous") return violate("anonymous", range, { authenticator: String(context.server["authenticator"] ?? "AllowAllAuthenticator") }, { errorClass: "unauthorized" });
  return who === "superuser" ? undefined : { halt: { unjudged: "nothing tells how the server authenticates its users" } };
}

/** CREATE, ALTER ROLE and USER (D-ROL-1 to D-ROL-4, D-ROL-11). */
export function checkRole(statement: RoleStatement, context: CheckContext): Finding {
  const { role, options } = statement;
  if (role === undefined) return undefined;
  const creates = statement.kind === "create-role" || statement.kind === "create-user";
  return inOrder([
    () => firstOf(options, (option) => checkOption(option, context)),
    () => (!creates && options.length === 0 ? violate("alter-role-empty", statement.head, { role: role.value }) : undefined),
    () => (role.value === "" ? violate("empty-role", role.range, {}) : undefined),
    () => firstOf(options, (option) => checkPlaces(option, context)),
    () => checkLogin(statement.head, context),
    () => {
      const known = isRole(role.value, context);
      if (creates) return known && !statement.ifNotExists ? violate("role-exists", role.range, { role: role.value }) : undefined;
      return known || statement.ifExists !== undefined ? undefined : unknownRole(role.value, role.range, context);
    },
  ]);
}

const BCRYPT = /^\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}$/;

/** D-ROL-1, D-ROL-2. */
function checkOption(option: RoleOption, context: CheckContext): Finding {
  const who = login(context);
  const stock = who !== "unknown";
  switch (option.kind) {
    case "password": return who === "anonymous" ? violate("role-option", option.range, { option: "PASSWORD" }) : undefined;
    case "hashed password":
      if (who === "anonymous") return violate("role-option", option.range, { option: "HASHED PASSWORD" });
      if (context.target === "scylla") return { unjudged: "which forms of hashed passwords ScyllaDB reads is not known" };
      return BCRYPT.test(option.value.value) ? undefined : violate("hashed-password", option.value.range, {});
    case "options": return stock ? violate("role-option", option.range, { option: "OPTIONS" }) : { unjudged: "nothing tells which options the role manager has" };
    default: return undefined;
  }
}

/** D-ROL-11: data centres and groups of addresses that the cluster lacks. */
function checkPlaces(option: RoleOption, context: CheckContext): Finding {
  if (option.kind === "access from cidrs") return context.schema.complete && option.items[0] !== undefined ? violate("unknown-cidr-group", option.items[0].range, { group: option.items[0].value }) : { unjudged: "the groups of addresses are not known" };
  if (option.kind !== "access to datacenters") return undefined;
  const known = datacenters(context.server);
  const wrong = option.items.find((item) => known?.includes(item.value) === false);
  return wrong === undefined ? undefined : violate("unknown-datacenter", wrong.range, { datacenter: wrong.value, ...suggestion(wrong.value, known ?? []) });
}

function isRole(name: string, context: CheckContext): boolean {
  return name === FIRST_ROLE || context.schema.roles.has(name);
}

function unknownRole(name: string, range: Range, context: CheckContext): Finding {
  return context.schema.complete ? violate("unknown-role", range, { role: name, ...suggestion(name, context.schema.roles) }) : { unjudged: `no file creates role ${name}` };
}

/** DROP ROLE and DROP USER (D-ROL-4, D-ROL-5). */
export function checkDropRole(statement: DropRole, context: CheckContext): Finding {
  const { role } = statement;
  if (role === undefined) return undefined;
  return inOrder([
    () => checkLogin(statement.head, context),
    () => (isRole(role.value, context) || statement.ifExists ? undefined : unknownRole(role.value, role.range, context)),
    () => (role.value === FIRST_ROLE ? violate("drop-own-role", role.range, { role: role.value }) : undefined),
  ]);
}

/** LIST ROLES, USERS and SUPERUSERS (D-ROL-7). */
export function checkListRoles(statement: ListRoles, context: CheckContext): Finding {
  const { role } = statement;
  return inOrder([
    () => checkLogin(statement.head, context),
    () => (role === undefined || isRole(role.value, context) ? undefined : unknownRole(role.value, role.range, context)),
  ]);
}

/** ADD and DROP IDENTITY (D-IDN-1). */
export function checkIdentity(statement: IdentityStatement, context: CheckContext): Finding {
  const { role } = statement;
  return inOrder([
    () => checkLogin(statement.head, context),
    () => (role === undefined || isRole(role.value, context) ? undefined : unknownRole(role.value, role.range, context)),
    () => (statement.kind === "drop-identity" && !statement.ifExists ? { unjudged: "the identities of the server are not known" } : undefined),
  ]);
}

/** GRANT, REVOKE and LIST of permissions and roles (D-ROL-6, D-ROL-7, D-ROL-10, L-SYN-24, L-SYN-25). */
export function checkPermissions(statement: PermissionStatement, context: CheckContext): Finding {
  const { resource, grantee, role } = statement;
  return inOrder([
    () => (resource === undefined ? undefined : checkResourceText(resource, context)),
    () => (resource === undefined || statement.kind === "list-permissions" ? undefined : checkApplicable(statement, resource, context)),
    () => checkLogin(statement.head, context),
    () => firstOf([grantee, role].filter((name) => name !== undefined), (name) => (isRole(name.value, context) ? undefined : unknownRole(name.value, name.range, context))),
    () => (resource === undefined ? undefined : checkResourceExists(resource, context)),
    () => (role === undefined ? undefined : { unjudged: "which roles were granted is not known" }),
  ]);
}

/** What the parser itself looks at: functions (L-SYN-24), and patterns of MBeans (D-ROL-10). */
function checkResourceText(resource: Resource, context: CheckContext): Finding {
  if (resource.kind === "mbeans") {
    const { value } = resource.name;
    return /[*?]/.test(value) && value !== "*:*" ? undefined : violate("mbean-pattern", resource.name.range, { name: value }, { errorClass: "syntax" });
  }
  if (resource.kind !== "function") return undefined;
  const place = placeOf(resource.name, context);
  if (!isPlace(place)) return place;
  const absent = absentKeyspace(place, context);
  if (absent !== undefined) return absent.absent === "sure" ? { ...absent.finding, phase: "prepare", errorClass: "config" } : absent.finding;
  return checkFunctionResource(resource, place, context);
}

function checkFunctionResource(resource: Extract<Resource, { readonly kind: "function" }>, place: Place, context: CheckContext): Finding {
  const wrong = firstOf(resource.parameters, (parameter) => checkType(parameter, place, context));
  if (wrong !== undefined) return atPrepare(wrong);
  const types = resource.parameters.map((parameter) => typeIn(parameter, place, context));
  if (types.some((type) => isUnknownType(type, context))) return { unjudged: "a type of the parameters is not known" };
  if (findOverload(place, resource.name.name.value, types) !== undefined) return undefined;
  const written = `${resource.name.name.value}(${resource.parameters.map(typeText).join(", ")})`;
  return context.schema.complete ? violate("unknown-function", resource.name.range, { function: written, keyspace: place.keyspace }, { errorClass: "syntax" })
    : { unjudged: `no file defines function ${written}` };
}

/** D-ROL-6: the permissions that are left once those are dropped that the resource cannot have. */
function checkApplicable(statement: PermissionStatement, resource: Resource, context: CheckContext): Finding {
  const possible = applicablePermissions(resource.kind, context.target);
  const { permissions } = statement;
  if (permissions.length === 0 || permissions.some(({ name }) => name === "all" || possible.includes(name))) return undefined;
  return violate("no-applicable-permission", permissions[0]!.range, { permissions: permissions.map(({ name }) => name.toUpperCase()), resource: resource.kind, possible: possible.map((name) => name.toUpperCase()) }, { errorClass: "syntax" });
}

/** D-ROL-7, for the resources that the schema knows. */
function checkResourceExists(resource: Resource, context: CheckContext): Finding {
  switch (resource.kind) {
    case "table": {
      const place = placeOf(resource.table, context);
      if (!isPlace(place)) return place;
      if (tableIn(place, resource.table.name.value) !== undefined) return undefined;
      return atPrepare(absentObject(place, { code: "unknown-table", name: resource.table.name, known: place.model?.tables.keys() ?? [] }, context).finding);
    }
    case "keyspace":
    case "all tables in keyspace":
    case "all functions in keyspace": return atPrepare(absentKeyspace(placeOfKeyspace(resource.keyspace, context), context)?.finding);
    case "role": return isRole(resource.role.value, context) ? undefined : unknownRole(resource.role.value, resource.role.range, context);
    case "mbean":
    case "mbeans": return { unjudged: "the MBeans of the server are not known" };
    default: return undefined;
  }
}

function atPrepare(finding: Finding): Finding {
  return finding !== undefined && "code" in finding ? ({ ...finding, phase: "prepare" } satisfies Violation) : finding;
}
