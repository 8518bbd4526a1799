/** The command `cqlwright` (and, under its other name, the language server). */
import path from "node:path";
import { homepage, version } from "../../../package.json";
import { startStdio } from "../lsp/node";
import { tuneNode } from "../lsp/node-tuning";
import { applySafeFixes } from "./fix";
import { explainReport } from "./report/explain";
import { checkFiles, summarize, type CheckedFileReport } from "./report/checked";
import { designReport } from "./report/design";
import { projectReport } from "./report/project";
import { jsonReport } from "./report/json";
import { githubReport, junitReport, sarifReport } from "./report/machine";
import { paintFor } from "./report/paint";
import { schemaReport } from "./report/schema";
import { textReport } from "./report/text";
import { HELP, readOptions, UsageError, type Options } from "./options";
import { openSession, type Session } from "./session";

/** Runs one call and sets the process's exit status: 0, 1 for refusals, 2 for usage and unreadable files. */
async function main(): Promise<void> {
  const program = path.basename(process.argv[1] ?? "", ".js");
  const args = process.argv.slice(2);
  const options = readOptions(program === "cqlwright-language-server" ? ["lsp", ...args] : args);
  if (options === "help") return write(HELP);
  if (options === "version") return write(`cqlwright ${version}\n`);
  if (options.command === "lsp") return startStdio();

  tuneNode();
  const session = await openSession(options);
  for (const problem of session.problems) process.stderr.write(`cqlwright: ${problem}\n`);
  if (session.problems.length > 0) process.exitCode = 2;
  if (options.command === "check") return check(session, options);
  for (const { path: shown, problem } of session.files) if (problem !== undefined) { process.stderr.write(`cqlwright: ${shown} is not read. ${problem}\n`); process.exitCode = 2; }
  if (options.command === "explain") write(explainReport(session, options, paintFor(options.color, process.stdout)));
  if (options.command === "design") write(options.project ? projectReport(session, options) : designReport(session, options, paintFor(options.color, process.stdout)));
  if (options.command === "schema") write(schemaReport(session, options));
}

async function check(session: Session, options: Options): Promise<void> {
  if (options.fix) await applySafeFixes(session);
  const files = checkFiles(session, options);
  write(report(files, options));
  const { errors, warnings } = summarize(files);
  if (files.some(({ unreadable }) => unreadable)) process.exitCode = 2;
  else if (process.exitCode === undefined && (errors > 0 || (options.maxWarnings !== undefined && warnings > options.maxWarnings))) process.exitCode = 1;
}

function report(files: readonly CheckedFileReport[], { format, color }: Options): string {
  switch (format) {
    case "json": return jsonReport(files);
    case "sarif": return sarifReport(files, { version, homepage });
    case "github": return githubReport(files);
    case "junit": return junitReport(files);
    default: return textReport(files, paintFor(color, process.stdout));
  }
}

function write(text: string): void {
  process.stdout.write(text);
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => { if (error.code === "EPIPE") process.exit(); }); // the reader (head, less) has gone
main().catch((error: unknown) => {
  process.exitCode = 2;
  process.stderr.write(error instanceof UsageError ? `cqlwright: ${error.message}\nRun cqlwright --help for the commands and options.\n` : `cqlwright: ${error instanceof Error ? error.stack : String(error)}\n`);
});
