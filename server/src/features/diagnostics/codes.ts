import { ADVICE_RULES } from "../../advice/index";
import { MESSAGES } from "../../check/messages/index";

/** Codes about our own comments (`-- cqlwright: …`), which are no refusals of a server. */
export const DIRECTIVE_CODES = ["unknown-directive", "misplaced-directive", "unknown-code", "unused-suppression", "error-not-suppressible"] as const;
export type DirectiveCode = (typeof DIRECTIVE_CODES)[number];

/** Names that nothing in an incomplete project defines (contract.md section 4): warnings of their own group. */
export const UNKNOWN_NAME_CODES = ["unknown-keyspace", "unknown-table", "unknown-type", "unknown-function", "unknown-index"] as const;

/** Codes that only an adapter gives: the text never reached the check. */
export const FILE_CODES = ["unreadable-file"] as const;

/** Old names of renamed codes, still understood in comments and settings. */
const RENAMED: Readonly<Record<string, string>> = {};

/** The code that `name` stands for today. */
export function currentCode(name: string): string {
  return RENAMED[name] ?? name;
}

const known: ReadonlySet<string> = new Set([...DIRECTIVE_CODES, ...UNKNOWN_NAME_CODES, ...FILE_CODES, ...ADVICE_RULES.map(({ name }) => name)]);

/** Whether a diagnostic of this code exists (current names only). */
export function isCode(code: string): boolean {
  return known.has(code) || Object.hasOwn(MESSAGES, code);
}

/** Every code that has a page, sorted. */
export function allCodes(): readonly string[] {
  return [...new Set([...known, ...Object.keys(MESSAGES)])].sort();
}
