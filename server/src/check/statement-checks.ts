import { DEFINITION_CHECKS } from "./definition/definition-checks";
import { checkSelect } from "./reading/select";
import type { StatementChecks } from "./result";
import { WRITING_CHECKS } from "./writing/writing-checks";

/** Which procedure judges which kind of statement: each area adds its own kinds, one line each. */
export const STATEMENT_CHECKS: StatementChecks = {
  ...DEFINITION_CHECKS,
  ...WRITING_CHECKS,
  select: checkSelect,
};
