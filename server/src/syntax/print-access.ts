import type { Describe, PermissionStatement, QualifiedName, Resource, RoleOption, Statement } from "./ast";
import { printExpression, printName, printPropertyValue, printQualifiedName, printTypeReference, quoteName, quoteString } from "./print";

/** Functions, roles, permissions and DESCRIBE as CQL; the empty text for what has no printed form. */
export function printAccess(statement: Statement, ifNotExists: string, ifExists: string, printFunction: (name: QualifiedName) => string): string {
  const functionName = (name: QualifiedName | undefined): string => (name === undefined ? "" : printFunction(name));
  switch (statement.kind) {
    case "create-function": {
      const parameters = statement.parameters.map((parameter) => `${printName(parameter.name)} ${printTypeReference(parameter.type)}`).join(", ");
      return `CREATE ${statement.orReplace ? "OR REPLACE " : ""}FUNCTION ${ifNotExists}${functionName(statement.name)}(${parameters}) ${statement.nullInput === "called" ? "CALLED" : "RETURNS NULL"} ON NULL INPUT`
        + ` RETURNS ${statement.returns === undefined ? "" : printTypeReference(statement.returns)} LANGUAGE ${statement.language?.value ?? ""} AS ${statement.body === undefined ? "" : printExpression(statement.body)}`;
    }
    case "create-aggregate": return [
      `CREATE ${statement.orReplace ? "OR REPLACE " : ""}AGGREGATE ${ifNotExists}${functionName(statement.name)}(${statement.parameters.map(printTypeReference).join(", ")})`,
      `SFUNC ${statement.stateFunction === undefined ? "" : functionName({ name: statement.stateFunction, range: statement.range })}`,
      `STYPE ${statement.stateType === undefined ? "" : printTypeReference(statement.stateType)}`,
      ...(statement.reduceFunction === undefined ? [] : [`REDUCEFUNC ${functionName({ name: statement.reduceFunction, range: statement.range })}`]),
      ...(statement.finalFunction === undefined ? [] : [`FINALFUNC ${functionName({ name: statement.finalFunction, range: statement.range })}`]),
      ...(statement.initialCondition === undefined ? [] : [`INITCOND ${printExpression(statement.initialCondition)}`]),
    ].join(" ");
    case "drop-function":
    case "drop-aggregate": {
      const parameters = statement.parameters === undefined ? "" : `(${statement.parameters.map(printTypeReference).join(", ")})`;
      return `DROP ${statement.kind === "drop-function" ? "FUNCTION" : "AGGREGATE"} ${ifExists}${functionName(statement.name)}${parameters}`;
    }
    case "create-trigger": return `CREATE TRIGGER ${ifNotExists}${statement.name === undefined ? "" : printName(statement.name)} ON ${printQualifiedName(statement.table)} USING ${statement.className === undefined ? "" : printExpression(statement.className)}`;
    case "drop-trigger": return `DROP TRIGGER ${ifExists}${statement.name === undefined ? "" : printName(statement.name)} ON ${printQualifiedName(statement.table)}`;
    case "create-role":
    case "alter-role": {
      const options = statement.options.map(printRoleOption).join(" AND ");
      return `${statement.kind === "create-role" ? "CREATE" : "ALTER"} ROLE ${ifNotExists}${ifExists}${role(statement.role)}${options === "" ? "" : ` WITH ${options}`}`;
    }
    case "create-user":
    case "alter-user": {
      const options = statement.options.map((option) => {
        if (option.kind === "password" || option.kind === "hashed password") return ` WITH ${option.kind.toUpperCase()} ${printExpression(option.value)}`;
        return option.kind === "superuser" ? (option.value ? " SUPERUSER" : " NOSUPERUSER") : "";
      }).join("");
      return `${statement.kind === "create-user" ? "CREATE" : "ALTER"} USER ${ifNotExists}${ifExists}${user(statement.role)}${options}`;
    }
    case "drop-role": return `DROP ROLE ${ifExists}${role(statement.role)}`;
    case "drop-user": return `DROP USER ${ifExists}${user(statement.role)}`;
    case "grant":
    case "revoke": return `${statement.kind.toUpperCase()} ${printPermissions(statement, functionName)} ${statement.kind === "grant" ? "TO" : "FROM"} ${role(statement.grantee)}`;
    case "list-permissions": return `LIST ${printPermissions(statement, functionName)}${statement.grantee === undefined ? "" : ` OF ${role(statement.grantee)}`}`;
    case "list-roles": return `LIST ROLES${statement.role === undefined ? "" : ` OF ${role(statement.role)}`}`;
    case "list-users": return "LIST USERS";
    case "add-identity": return `ADD IDENTITY ${ifNotExists}${statement.identity === undefined ? "" : printExpression(statement.identity)} TO ROLE ${role(statement.role)}`;
    case "drop-identity": return `DROP IDENTITY ${ifExists}${statement.identity === undefined ? "" : printExpression(statement.identity)}`;
    case "describe": return `DESCRIBE ${printDescribed(statement, functionName)}`.trimEnd();
    case "prune-view": return `PRUNE MATERIALIZED VIEW ${printQualifiedName(statement.table)}`;
    default: return "";
  }
}

type NamePrinter = (name: QualifiedName | undefined) => string;

/** A role's name: what was a string or quoted may be printed as either. */
function role(name: { readonly value: string } | undefined): string {
  if (name === undefined) return "";
  return name.value === "" ? "''" : quoteName(name.value);
}

function user(name: { readonly value: string; readonly quoted: boolean } | undefined): string {
  if (name === undefined) return "";
  return name.quoted ? quoteString(name.value) : name.value;
}

function printRoleOption(option: RoleOption): string {
  const word = option.kind.toUpperCase();
  switch (option.kind) {
    case "password":
    case "hashed password": return `${word} = ${printExpression(option.value)}`;
    case "options": return `OPTIONS = ${printPropertyValue(option.value)}`;
    case "superuser":
    case "login": return `${word} = ${String(option.value)}`;
    case "access to datacenters":
    case "access from cidrs": return `${word} {${option.items.map(printExpression).join(", ")}}`;
    default: return word;
  }
}

function printPermissions(statement: PermissionStatement, functionName: NamePrinter): string {
  if (statement.role !== undefined) return role(statement.role);
  const permissions = statement.permissions.map(({ name }) => (name === "all" ? "ALL PERMISSIONS" : name.toUpperCase())).join(", ");
  return statement.resource === undefined ? permissions : `${permissions} ON ${printResource(statement.resource, functionName)}`;
}

function printResource(resource: Resource, functionName: NamePrinter): string {
  switch (resource.kind) {
    case "keyspace": return `KEYSPACE ${printName(resource.keyspace)}`;
    case "all tables in keyspace": return `ALL TABLES IN KEYSPACE ${printName(resource.keyspace)}`;
    case "all functions in keyspace": return `ALL FUNCTIONS IN KEYSPACE ${printName(resource.keyspace)}`;
    case "table": return `TABLE ${printQualifiedName(resource.table)}`;
    case "role": return `ROLE ${role(resource.role)}`;
    case "function": return `FUNCTION ${functionName(resource.name)}(${resource.parameters.map(printTypeReference).join(", ")})`;
    case "mbean":
    case "mbeans": return `${resource.kind.toUpperCase()} ${printExpression(resource.name)}`;
    default: return resource.kind.toUpperCase();
  }
}

function printDescribed(statement: Describe, functionName: NamePrinter): string {
  const { what, name } = statement;
  if (what === "name") return printQualifiedName(name);
  const words = what === "view" ? "MATERIALIZED VIEW" : what.toUpperCase();
  if (name === undefined) return words;
  return `${words} ${what === "function" || what === "aggregate" ? functionName(name) : printQualifiedName(name)}`;
}
