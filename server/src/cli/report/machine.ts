/** Reports for other tools: SARIF 2.1.0, GitHub's workflow commands, JUnit. */
import type { Diagnostic } from "../../features/diagnostics/diagnostic";
import type { CheckedFileReport } from "./checked";

/** Where the pages of the codes are read. */
const pageOf = (homepage: string, code: string) => `${homepage}/docs/codes/${code}.md`;

/** One result of SARIF; which rule of the run it names is known when all files are. */
export interface SarifResult {
  readonly ruleId: string;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly unknown[];
}

const SARIF_LEVELS: Readonly<Record<Diagnostic["severity"], string>> = { error: "error", warning: "warning", information: "note", hint: "note" };

/** What a file adds to a SARIF run. Columns count UTF-16 units. */
export function sarifResults({ path, lines, diagnostics }: CheckedFileReport): readonly SarifResult[] {
  return diagnostics.map(({ code, severity, message, why, range }) => {
    const start = lines.positionAt(range.start), end = lines.positionAt(range.end);
    return {
      ruleId: code, level: SARIF_LEVELS[severity], message: { text: why === "" ? message : `${message} ${why}` },
      locations: [{ physicalLocation: { artifactLocation: { uri: encodeURI(path) }, region: { startLine: start.line + 1, startColumn: start.column + 1, endLine: end.line + 1, endColumn: end.column + 1 } } }],
    };
  });
}

/** One SARIF run with a rule for each code found. */
export function sarifReport(found: readonly SarifResult[], { version, homepage }: { readonly version: string; readonly homepage: string }): string {
  const codes = [...new Set(found.map(({ ruleId }) => ruleId))].sort();
  const results = found.map(({ ruleId, ...rest }) => ({ ruleId, ruleIndex: codes.indexOf(ruleId), ...rest }));
  const driver = { name: "cqlwright", version, informationUri: homepage, rules: codes.map((code) => ({ id: code, helpUri: pageOf(homepage, code) })) };
  return JSON.stringify({ $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [{ tool: { driver }, columnKind: "utf16CodeUnits", results }] }, undefined, 1) + "\n";
}

/** A workflow command for each diagnostic of a file, which GitHub shows at its line. */
export function githubReport({ path, lines, diagnostics }: CheckedFileReport): string {
  const property = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll(":", "%3A").replaceAll(",", "%2C");
  const data = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const commands: Record<Diagnostic["severity"], string> = { error: "error", warning: "warning", information: "notice", hint: "notice" };
  return diagnostics.map(({ code, severity, message, why, range }) => {
    const start = lines.positionAt(range.start), end = lines.positionAt(range.end);
    const place = `file=${property(path)},line=${start.line + 1},endLine=${end.line + 1},col=${start.column + 1},endColumn=${end.column + 1},title=${property(code)}`;
    return `::${commands[severity]} ${place}::${data(`${message} ${why}`.trim())}\n`;
  }).join("");
}

/** A test suite for a file; each error is a failure, and a file without one is a passed test. */
export function junitSuite({ path, lines, diagnostics }: CheckedFileReport): string {
  const failures = diagnostics.filter(({ severity }) => severity === "error");
  const cases = failures.length === 0
    ? [`    <testcase classname="${xml(path)}" name="cqlwright check"/>`]
    : failures.map(({ code, message, why, range }) => {
        const { line, column } = lines.positionAt(range.start);
        return `    <testcase classname="${xml(path)}" name="${xml(`${code} at ${line + 1}:${column + 1}`)}"><failure type="${xml(code)}" message="${xml(message)}">${xml(`${path}:${line + 1}:${column + 1} ${message} ${why}`)}</failure></testcase>`;
      });
  return `  <testsuite name="${xml(path)}" tests="${cases.length}" failures="${failures.length}">\n${cases.join("\n")}\n  </testsuite>\n`;
}

/** The suites of all files. */
export function junitReport(suites: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="cqlwright">\n${suites.join("")}</testsuites>\n`;
}

/** Text inside XML; control characters that XML 1.0 cannot hold become the replacement character. */
function xml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replace(/\p{Cc}/gu, (character) => (/[\t\n\r]/.test(character) ? `&#${character.charCodeAt(0)};` : "\uFFFD"));
}
