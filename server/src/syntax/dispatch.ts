import type { TokenType } from "chevrotain";
import type { CqlParser } from "./grammar";
import * as t from "./tokens";
import { K, type Token } from "./tokens";

/** Reads the tokens that the parser was given as one kind of statement. */
export type Reader = (parser: CqlParser) => void;

type Readers = ReadonlyMap<TokenType, Reader>;

const serviceLevel: Reader = (parser) => parser.serviceLevel();

const CREATE: Readers = new Map<TokenType, Reader>([
  [K.table, (parser) => parser.createTable()],
  [K.keyspace, (parser) => parser.createKeyspace()],
  [K.type, (parser) => parser.createType()],
  [K.index, (parser) => parser.createIndex()],
  [K.custom, (parser) => parser.createIndex()],
  [K.materialized, (parser) => parser.createView()],
  [K.function, (parser) => parser.createFunction()],
  [K.aggregate, (parser) => parser.createAggregate()],
  [K.trigger, (parser) => parser.createTrigger()],
  [K.role, (parser) => parser.roleStatement(false)],
  [K.user, (parser) => parser.userStatement(false)],
  [K.service, serviceLevel],
  [K.service_level, serviceLevel],
]);

const ALTER: Readers = new Map<TokenType, Reader>([
  [K.table, (parser) => parser.alterTable()],
  [K.keyspace, (parser) => parser.alterKeyspace()],
  [K.type, (parser) => parser.alterType()],
  [K.materialized, (parser) => parser.alterView()],
  [K.role, (parser) => parser.roleStatement(true)],
  [K.user, (parser) => parser.userStatement(true)],
  [K.service, serviceLevel],
  [K.service_level, serviceLevel],
]);

const dropObject: Reader = (parser) => parser.dropObject();
const dropFunction: Reader = (parser) => parser.dropFunction();
const dropRole: Reader = (parser) => parser.dropRole();
const DROP: Readers = new Map<TokenType, Reader>([
  [K.table, dropObject], [K.keyspace, dropObject], [K.type, dropObject], [K.index, dropObject], [K.materialized, dropObject],
  [K.function, dropFunction], [K.aggregate, dropFunction], [K.role, dropRole], [K.user, dropRole],
  [K.trigger, (parser) => parser.dropTrigger()],
  [K.identity, (parser) => parser.dropIdentity()],
  [K.service, serviceLevel], [K.service_level, serviceLevel],
]);

const DESCRIBE: Reader = (parser) => parser.describeStatement();
const LIST: Reader = (parser) => parser.listStatement();

/** How a statement is read, by its first word: a reader, or the readers by its second word. */
const STATEMENTS = new Map<TokenType, Reader | Readers>([
  [K.select, (parser) => parser.select()],
  [K.insert, (parser) => parser.insert()],
  [K.update, (parser) => parser.update()],
  [K.delete, (parser) => parser.delete()],
  [K.begin, (parser) => parser.batch()],
  [K.truncate, (parser) => parser.truncate()],
  [K.use, (parser) => parser.use()],
  [K.create, CREATE],
  [K.alter, ALTER],
  [K.drop, DROP],
  [K.grant, (parser) => parser.grantStatement("grant")],
  [K.revoke, (parser) => parser.grantStatement("revoke")],
  [K.list, LIST],
  [K.add, (parser) => parser.addIdentity()],
  [K.describe, DESCRIBE],
  [K.desc, DESCRIBE],
  [K.prune, (parser) => parser.pruneView()],
  [K.attach, serviceLevel],
  [K.detach, serviceLevel],
]);

const LISTED = new Map<TokenType, Reader>([
  [K.roles, (parser) => parser.listRoles()],
  [K.users, (parser) => parser.listRoles()],
  [K.service, serviceLevel], [K.service_level, serviceLevel], [K.service_levels, serviceLevel], [K.attached, serviceLevel], [K.effective, serviceLevel],
]);

/** The reader for a statement's tokens; `stopped` is the token that no statement has at its place, `expected` what could stand there. */
export function readerOf(tokens: readonly Token[]): Reader | { readonly stopped: number; readonly expected: readonly string[] } {
  const found = STATEMENTS.get(tokens[0]?.tokenType ?? t.END);
  if (found === undefined) return { stopped: 0, expected: [...STATEMENTS.keys()].map((type) => type.LABEL ?? "") };
  const second = tokens[1];
  const third = tokens[2];
  if (found === LIST) {
    if (second?.tokenType === K.all && third !== undefined && LISTED.get(third.tokenType) === serviceLevel) return serviceLevel;
    return LISTED.get(second?.tokenType ?? t.END) ?? LIST;
  }
  if (typeof found === "function") return found;
  if (found === CREATE && second?.tokenType === K.or) {
    if (third?.tokenType !== K.replace) return { stopped: 2, expected: ["REPLACE"] };
    const reader = tokens[3]?.tokenType === K.function || tokens[3]?.tokenType === K.aggregate ? CREATE.get(tokens[3].tokenType) : undefined;
    return reader ?? { stopped: 3, expected: ["FUNCTION", "AGGREGATE"] };
  }
  return found.get(second?.tokenType ?? t.END) ?? { stopped: 1, expected: [...found.keys()].map((type) => type.LABEL ?? "").filter((label) => !label.startsWith("SERVICE")) };
}
