import { directives } from "../../syntax/directive";
import type { Range } from "../../text/range";
import { shift } from "../../text/range";
import { isTarget } from "../../dialect/target";
import type { CheckedFile } from "../checked-file";
import type { Diagnostic } from "./diagnostic";
import type { DirectiveCode } from "./codes";
import { allCodes, currentCode, isCode } from "./codes";
import { nearest } from "../../schema/find";

/** One code of an `ignore` or `ignore-file` comment. `range` is the code's own, in the file. */
interface Suppression {
  readonly code: string; // current name
  readonly written: string;
  readonly range: Range;
  readonly statement: number | "file";
  used: boolean;
}

/** What the comments of a file ask for. */
export interface Suppressions {
  /** `ignore-file all`: the file gets no diagnostics. */
  readonly all: boolean;
  readonly list: readonly Suppression[];
  readonly complaints: readonly Diagnostic[];
}

const NOTHING: Suppressions = { all: false, list: [], complaints: [] };
const VERB = /^([a-z][a-z-]*)/;
const CODE = /[a-z0-9][a-z0-9-]*/gi;

/** Reads every `-- cqlwright: …` comment of a file. A comment nobody understands is complained about, never silently dropped. */
export function suppressions(file: CheckedFile): Suppressions {
  if (!file.statements.some((statement) => statement.speaksToUs)) return NOTHING;
  const list: Suppression[] = [];
  const complaints: Diagnostic[] = [];
  let all = false;
  let atTop = true;
  file.statements.forEach((statement, index) => {
    const { kind, range: own } = statement;
    for (const directive of statement.speaksToUs ? directives(statement.text) : []) {
      const range = shift(directive.range, statement.start);
      const top = atTop && (kind === "empty" || directive.range.start < own.start);
      const verb = VERB.exec(directive.body)?.[1] ?? "";
      if (verb === "ignore" || verb === "ignore-file") {
        const codes = codesOf(directive.body.slice(verb.length));
        if (verb === "ignore-file" && !top) complaints.push(complaint("misplaced-directive", range, directive.body, index));
        else if (codes.length === 0) complaints.push(complaint("unknown-directive", range, directive.body, index));
        else for (const written of codes) {
          if (verb === "ignore-file" && written === "all") { all = true; continue; }
          const at = file.text.indexOf(written, range.start + directive.body.indexOf(verb) + verb.length);
          const codeRange = at >= 0 && at < range.end ? { start: at, end: at + written.length } : range;
          if (isCode(currentCode(written))) list.push({ code: currentCode(written), written, range: codeRange, statement: verb === "ignore" ? index : "file", used: false });
          else complaints.push(complaint("unknown-code", codeRange, written, index));
        }
      } else if (directive.body.startsWith("target=")) {
        if (!top) complaints.push(complaint("misplaced-directive", range, directive.body, index));
        else if (!isTarget(directive.body.slice("target=".length).trim())) complaints.push(complaint("unknown-directive", range, directive.body, index));
      } else if (!/^(?:rows=\d|copy of\s)/.test(directive.body)) {
        complaints.push(complaint("unknown-directive", range, directive.body, index));
      }
    }
    if (kind !== "empty") atTop = false;
  });
  return { all, list, complaints };
}

/** The codes of `CODE[, CODE][: reason]`. */
function codesOf(rest: string): string[] {
  return (rest.split(":", 1)[0] ?? "").match(CODE) ?? [];
}

/**
 * The diagnostics that stay, and after them the complaints about comments that ask for the impossible or for nothing.
 * An error stays whatever a comment says: the server will refuse it all the same.
 */
export function suppress<T extends { readonly diagnostic: Diagnostic }>(found: readonly T[], asked: Suppressions): { readonly kept: readonly T[]; readonly complaints: readonly Diagnostic[] } {
  if (asked === NOTHING) return { kept: found, complaints: [] };
  if (asked.all) return { kept: [], complaints: [] };
  const complaints = [...asked.complaints];
  const kept = found.filter(({ diagnostic }) => {
    const match = asked.list.find((one) => one.code === diagnostic.code && (one.statement === "file" || one.statement === diagnostic.statement));
    if (match === undefined) return true;
    if (diagnostic.severity !== "error") { match.used = true; return false; }
    if (!match.used) complaints.push(complaint("error-not-suppressible", match.range, match.written, match.statement));
    match.used = true;
    return true;
  });
  for (const one of asked.list) if (!one.used) complaints.push(complaint("unused-suppression", one.range, one.written, one.statement));
  return { kept, complaints };
}

const WORDS: Readonly<Record<DirectiveCode, { readonly severity: "warning" | "hint"; readonly message: (text: string) => string; readonly why: string }>> = {
  "unknown-directive": {
    severity: "warning",
    message: (text) => `"${text}" is no comment that Cqlwright understands; write ignore CODE, ignore-file CODE, target=…, rows=… or copy of keyspace.table`,
    why: "A comment that begins with cqlwright: speaks to the checker, so one that says nothing to it is most likely mistyped.",
  },
  "misplaced-directive": {
    severity: "warning",
    message: (text) => `"${text}" holds for the whole file and must stand above its first statement; here it does nothing`,
    why: "What holds for a whole file is read before its first statement, so that no statement is judged in two ways.",
  },
  "unknown-code": {
    severity: "warning",
    message: (text) => {
      const near = nearest(text, allCodes());
      return `No diagnostic is called ${text}${near === undefined ? "" : `. Did you mean ${near}?`}`;
    },
    why: "A comment that ignores a code which does not exist hides nothing, and would go on hiding nothing unseen.",
  },
  "unused-suppression": {
    severity: "hint",
    message: (text) => `Nothing is reported as ${text} here; the comment can go`,
    why: "A suppression that has outlived its reason would hide the next mistake of the same kind.",
  },
  "error-not-suppressible": {
    severity: "warning",
    message: (text) => `${text} is an error here and cannot be ignored; mend the statement, or take the file out with ignore-file all`,
    why: "An error says that the server will refuse the statement, and no comment changes the server's answer.",
  },
};

function complaint(code: DirectiveCode, range: Range, text: string, statement: number | "file"): Diagnostic {
  const words = WORDS[code];
  return { code, severity: words.severity, message: words.message(text), why: words.why, range, related: [], ...(statement === "file" ? {} : { statement }) };
}
