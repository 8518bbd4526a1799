import type { Statement } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import type { StatementCheck, StatementChecks } from "../result";
import type { Finding } from "../violation";
import { checkAlterTable } from "./alter-table";
import { checkCreateAggregate, checkCreateFunction } from "./create-function";
import { checkCreateIndex } from "./create-index";
import { checkCreateTable } from "./create-table";
import { checkDescribe } from "./describe";
import { checkDrop, checkDropFunction } from "./drop";
import { guardrailWarnings } from "./guardrail-warnings";
import { checkAlterKeyspace, checkCreateKeyspace } from "./keyspace";
import { checkDropRole, checkIdentity, checkListRoles, checkPermissions, checkRole } from "./role";
import { checkPruneView, checkServiceLevel } from "./scylla-statements";
import { checkCreateTrigger, checkDropTrigger } from "./trigger";
import { checkTruncate, checkUse } from "./use-and-truncate";
import { checkAlterType, checkCreateType } from "./user-type";
import { checkAlterView, checkCreateView } from "./view";

/** The procedure, and for what it accepts the warnings of guardrails. */
function warned<S extends Statement>(check: (statement: S, context: CheckContext) => Finding): StatementCheck<S> {
  return (statement, context) => {
    const finding = check(statement, context);
    return finding === undefined ? { finding, warnings: guardrailWarnings(statement, context) } : finding;
  };
}

/** The procedures of all statements that define, describe or drop something. */
export const DEFINITION_CHECKS = {
  "create-keyspace": warned(checkCreateKeyspace),
  "alter-keyspace": warned(checkAlterKeyspace),
  "create-table": warned(checkCreateTable),
  "alter-table": warned(checkAlterTable),
  "create-type": warned(checkCreateType),
  "alter-type": warned(checkAlterType),
  "create-index": warned(checkCreateIndex),
  "create-view": warned(checkCreateView),
  "alter-view": warned(checkAlterView),
  "drop-keyspace": checkDrop,
  "drop-table": checkDrop,
  "drop-type": checkDrop,
  "drop-index": checkDrop,
  "drop-view": checkDrop,
  "create-function": checkCreateFunction,
  "create-aggregate": checkCreateAggregate,
  "drop-function": checkDropFunction,
  "drop-aggregate": checkDropFunction,
  "create-trigger": checkCreateTrigger,
  "drop-trigger": checkDropTrigger,
  "create-role": checkRole,
  "alter-role": checkRole,
  "create-user": checkRole,
  "alter-user": checkRole,
  "drop-role": checkDropRole,
  "drop-user": checkDropRole,
  grant: checkPermissions,
  revoke: checkPermissions,
  "list-permissions": checkPermissions,
  "list-roles": checkListRoles,
  "list-users": checkListRoles,
  "list-superusers": checkListRoles,
  "prune-view": checkPruneView,
  "service-level": checkServiceLevel,
  "add-identity": checkIdentity,
  "drop-identity": checkIdentity,
  describe: checkDescribe,
  use: checkUse,
  truncate: checkTruncate,
} satisfies StatementChecks;
