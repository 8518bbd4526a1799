import { DEFINITION_CHECKS } from "./definition/definition-checks";
import type { StatementChecks } from "./result";
import { checkSelect } from "./reading/select";
import { checkDelete, checkInsert, checkUpdate } from "./reading/write-statement";

/** Which procedure judges which kind of statement: each area adds its own kinds, one line each. */
export const STATEMENT_CHECKS: StatementChecks = {
  ...DEFINITION_CHECKS,
  select: checkSelect,
  insert: checkInsert,
  update: checkUpdate,
  delete: checkDelete,
};
