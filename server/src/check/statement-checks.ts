import { DEFINITION_CHECKS } from "./definition/definition-checks";
import type { StatementChecks } from "./result";
import { checkSelect } from "./reading/select";

/** Which procedure judges which kind of statement: each area adds its own kinds, one line each. */
export const STATEMENT_CHECKS: StatementChecks = {
  ...DEFINITION_CHECKS,
  select: checkSelect,
};
