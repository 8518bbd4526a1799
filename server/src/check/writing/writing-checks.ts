import type { Delete, Insert, Update } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import { furtherInWhere } from "../reading/further";
import type { CheckResult, StatementChecks } from "../result";
import type { Finding } from "../violation";
import { isViolation } from "../violation";
import { checkBatch } from "./batch";
import { executeWrite } from "./execute";
import { writeWarnings } from "./guardrails";
import { prepareWrite } from "./prepare";
import { validateWrite } from "./validate";

/** INSERT, UPDATE and DELETE by themselves: prepared, validated and, without bind markers, executed. */
function checkWrite(statement: Insert | Update | Delete, context: CheckContext): Finding | CheckResult {
  const prepared = prepareWrite(statement, context);
  if (!("statement" in prepared)) return prepared;
  const { reading, access } = prepared;
  let { finding } = prepared;
  if (!isViolation(finding)) {
    const later = validateWrite(statement, reading);
    finding = isViolation(later) ? later : finding ?? later;
  }
  if (!isViolation(finding) && statement.markers.length === 0) {
    const executed = executeWrite(prepared);
    // What PREPARE could not judge might have been refused there: a refusal of execution stands all the same.
    finding = isViolation(executed) ? executed : finding ?? executed;
  }
  if (isViolation(finding) && statement.kind !== "insert") return { finding, access, further: furtherInWhere(statement, finding, reading) };
  return { finding, access, warnings: finding === undefined ? writeWarnings(prepared) : undefined };
}

/** The procedures of INSERT, UPDATE, DELETE and BATCH. */
export const WRITING_CHECKS: StatementChecks = { insert: checkWrite, update: checkWrite, delete: checkWrite, batch: checkBatch };
