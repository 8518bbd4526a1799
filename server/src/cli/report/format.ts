/** A format of `check`: what it says of each file, made where the file was checked, and the whole out of that, in the files' order. */
import { homepage, version } from "../../../../package.json";
import type { CheckedFileReport, Summary } from "./checked";
import { jsonOfFile, jsonReport } from "./json";
import { githubReport, junitReport, junitSuite, sarifReport, sarifResults } from "./machine";
import { paintFor } from "./paint";
import { textOfFile, textReport } from "./text";

/** `part` may come from another thread, so it is plain data. Parts go back only to the format that made them. */
export interface CheckFormat<Part = unknown> {
  readonly part: (file: CheckedFileReport) => Part;
  readonly whole: (parts: readonly Part[], summary: Summary) => string;
}

/** The format of that name, text for any other; `colored` counts for text alone. */
export function checkFormat(name: string, colored: boolean): CheckFormat {
  const paint = paintFor(colored);
  switch (name) {
    case "json": return ofParts({ part: jsonOfFile, whole: jsonReport });
    case "sarif": return ofParts({ part: sarifResults, whole: (results) => sarifReport(results.flat(), { version, homepage }) });
    case "github": return ofParts({ part: githubReport, whole: (parts) => parts.join("") });
    case "junit": return ofParts({ part: junitSuite, whole: junitReport });
    default: return ofParts({ part: (file) => textOfFile(file, paint), whole: (parts, summary) => textReport(parts, summary, paint) });
  }
}

function ofParts<Part>({ part, whole }: CheckFormat<Part>): CheckFormat {
  return { part, whole: (parts, summary) => whole(parts as readonly Part[], summary) };
}
