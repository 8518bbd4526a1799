import type { Violation } from "../violation";
import { DEFINITION_MESSAGES } from "./definition";
import type { MessageTable } from "./entry";
import { READING_MESSAGES } from "./reading";
import { SCYLLA_MESSAGES } from "./scylla";
import { SYNTAX_MESSAGES } from "./syntax";
import { TERM_MESSAGES } from "./terms";
import { WRITING_MESSAGES } from "./writing";

/** Every code of the check with its words: the one table of messages. Each area adds its own part here. */
export const MESSAGES: MessageTable = {
  ...DEFINITION_MESSAGES,
  ...SYNTAX_MESSAGES,
  ...READING_MESSAGES,
  ...TERM_MESSAGES,
  ...SCYLLA_MESSAGES,
  ...WRITING_MESSAGES,
};

/** Message and reason of a violation; a code without an entry (our bug, found by a test) shows itself. */
export function describe(violation: Violation): { readonly message: string; readonly why: string } {
  const entry = MESSAGES[violation.code];
  if (entry === undefined) return { message: violation.code, why: "" };
  return { message: entry.message(violation.data), why: typeof entry.why === "string" ? entry.why : entry.why(violation.data) };
}
