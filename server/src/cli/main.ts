/** The command `cqlwright` (and, under its other name, the language server). */
import path from "node:path";
import { version } from "../../../package.json";
import type { Keep } from "../launcher/code-cache";
import { startStdio } from "../lsp/node";
import { applySafeFixes } from "./fix";
import { explainReport } from "./report/explain";
import { summarize } from "./report/checked";
import { designReport } from "./report/design";
import { projectReport } from "./report/project";
import { checkFormat, type CheckFormat } from "./report/format";
import { isColored, paintFor } from "./report/paint";
import { schemaReport } from "./report/schema";
import { HELP, readOptions, UsageError, type Options } from "./options";
import { gather, openSession, type Gathered } from "./session";
import { checkShare, type FilePart } from "./share";
import { checkOnThreads, servedAsThread, threadsFor } from "./threads";

/** Runs one call and sets the process's exit status: 0, 1 for refusals, 2 for usage and unreadable files. */
async function main(keep: Keep): Promise<void> {
  const program = path.basename(process.argv[1] ?? "", ".js");
  const args = process.argv.slice(2);
  const options = readOptions(program === "cqlwright-language-server" ? ["lsp", ...args] : args);
  if (options === "help") return write(HELP);
  if (options === "version") return write(`cqlwright ${version}\n`);
  if (options.command === "lsp") return startStdio(keep);

  const gathered = await gather(options);
  for (const problem of gathered.problems) process.stderr.write(`cqlwright: ${problem}\n`);
  if (gathered.problems.length > 0) process.exitCode = 2;
  keepAtExit(keep, gathered);
  if (options.command === "check") return check(gathered, options);
  const session = openSession(gathered, reportFault);
  for (const { path: shown, problem } of session.files) if (problem !== undefined) { process.stderr.write(`cqlwright: ${shown} is not read. ${problem}\n`); process.exitCode = 2; }
  const paint = paintFor(isColored(options.color, process.stdout));
  if (options.command === "explain") write(explainReport(session, options, paint));
  if (options.command === "design") write(options.project ? projectReport(session, options) : designReport(session, options, paint));
  if (options.command === "schema") write(schemaReport(session, options));
}

async function check(gathered: Gathered, options: Options): Promise<void> {
  const manner = { format: options.format, colored: isColored(options.color, process.stdout), quiet: options.quiet };
  const format = checkFormat(manner.format, manner.colored);
  const threads = options.fix ? 1 : threadsFor(gathered, options.threads);
  const parts = threads > 1 ? await checkOnThreads(gathered, manner, threads, reportFault) : await checkHere(gathered, format, options);
  const summary = summarize(parts.map(({ counts }) => counts));
  write(format.whole(parts.map(({ part }) => part), summary));
  const { errors, warnings } = summary;
  if (parts.some(({ unreadable }) => unreadable)) process.exitCode = 2;
  else if (process.exitCode === undefined && (errors > 0 || (options.maxWarnings !== undefined && warnings > options.maxWarnings))) process.exitCode = 1;
}

/** All files on this thread, with the safe fixes applied first where they are asked for. */
async function checkHere(gathered: Gathered, format: CheckFormat, options: Options): Promise<readonly FilePart[]> {
  const session = openSession(gathered, reportFault);
  if (options.fix) await applySafeFixes(session);
  let next = 0;
  return checkShare(session, () => next++, format, options);
}

function reportFault(what: string, fault: unknown): void {
  process.stderr.write(`cqlwright: ${what} failed: ${fault instanceof Error ? fault.stack : String(fault)}\n`);
}

function write(text: string): void {
  process.stdout.write(text);
}

/** Less text than this (UTF-16 units) runs too little of the code for what is compiled by then to be the last word. */
const LONG_RUN = 20_000;

/** Keeps the compiled code when all is done and said. */
function keepAtExit(keep: Keep, { texts }: Gathered): void {
  const length = texts.reduce((sum, { text }) => sum + text.length, 0);
  process.once("exit", () => keep(length < LONG_RUN ? "short" : "long"));
}

/** Runs the command that the process was called with, or the share of a thread. Sets the exit status. */
export function runCli(keep: Keep): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => { if (error.code === "EPIPE") process.exit(); }); // the reader (head, less) has gone
  if (servedAsThread()) return;
  main(keep).catch((error: unknown) => {
    process.exitCode = 2;
    process.stderr.write(error instanceof UsageError ? `cqlwright: ${error.message}\nRun cqlwright --help for the commands and options.\n` : `cqlwright: ${error instanceof Error ? error.stack : String(error)}\n`);
  });
}
