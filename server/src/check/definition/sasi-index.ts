import { SASI_ANALYZERS, SASI_ANALYZER_PACKAGE, SASI_MODES } from "../../dialect/index-classes";
import type { Column, Table } from "../../schema/model";
import { formatType, isMultiCell } from "../../schema/types";
import type { Range } from "../../text/range";
import { definitionOf } from "../violate";
import type { Finding, Violation } from "../violation";
import type { ResolvedTarget } from "./create-index";
import type { MapEntry } from "./property";
import { readInteger } from "./property";
import { serverClass } from "./server-class";
import { refuse } from "./steps";

/** The class name of SASI: no short name stands for it (D-SASI-10). */
export const SASI_CLASS = "org.apache.cassandra.index.sasi.SASIIndex";

/** What SASI refuses (rulebook A6c; D-SASI-1, D-SASI-3, D-SASI-4, D-SASI-6), in its own order; `using`: where the class stands. */
export function checkSasi(options: readonly MapEntry[], targets: readonly ResolvedTarget[], using: Range, table: Table): Finding {
  const [only] = targets;
  if (only === undefined || targets.length > 1) return config("sasi-multi-column", targets[1]?.target.range ?? using, { columns: targets.map(({ column }) => column.name) });
  const { column, target } = only;
  const related = definitionOf(table, column);
  const data = { column: column.name, type: formatType(column.type) };
  if (isMultiCell(column.type)) return config("sasi-complex", target.range, data, related);
  if (column.role === "partition") return config("sasi-partition-key", target.range, data, related);
  const analyzer = checkAnalyzer(options, column);
  if (analyzer !== undefined) return analyzer;
  const memory = options.find((entry) => entry.key === "max_compaction_flush_memory_in_mb");
  const mode = options.find((entry) => entry.key === "mode");
  const word = mode?.text?.toUpperCase() ?? "PREFIX";
  if (mode !== undefined && !SASI_MODES.some((known) => known === word)) return config("sasi-mode", mode.range, { value: mode.text ?? "" });
  if (memory !== undefined && readInteger(memory.text, 64) === undefined) return config("sasi-memory", memory.range, { value: memory.text ?? "" });
  if (mode === undefined || word !== "SPARSE") return undefined;
  const literal = options.find((entry) => entry.key === "is_literal")?.text;
  const isLiteral = literal === undefined ? isText(column) && column.order === "asc" : literal.toLowerCase() === "true";
  const analysed = options.some((entry) => entry.key === "analyzer_class" || (entry.key === "analyzed" && entry.text?.toLowerCase() === "true"));
  return isLiteral || analysed ? config("sasi-sparse", mode.range, data, related) : undefined;
}

function config(code: string, range: Range, data: Violation["data"], related?: Violation["related"]): Violation {
  return refuse(code, range, data, { errorClass: "config", related });
}

function isText(column: Column): boolean {
  return column.type.kind === "native" && (column.type.name === "text" || column.type.name === "ascii");
}

/** D-SASI-7, D-SASI-8; options that SASI does not know are passed over (D-SASI-9). */
function checkAnalyzer(options: readonly MapEntry[], column: Column): Finding {
  const named = options.find((entry) => entry.key === "analyzer_class");
  if (named === undefined) return undefined;
  const name = named.text ?? "";
  const types = name.includes(".") ? serverClass(name, SASI_ANALYZER_PACKAGE, SASI_ANALYZERS) : "unknown";
  if (typeof types === "string") return config("sasi-analyzer", named.range, { class: name, column: column.name, type: "" });
  if (types.length > 0 && !isText(column)) return config("sasi-analyzer", named.range, { class: name, column: column.name, type: formatType(column.type) });
  const isSet = (key: string): MapEntry | undefined => options.find((entry) => entry.key === key);
  const delimiter = name.endsWith(".DelimiterAnalyzer") ? isSet("delimiter") : undefined;
  if (delimiter !== undefined && delimiter.text?.length !== 1) return refuse("sasi-delimiter", delimiter.range, { value: delimiter.text ?? "" }, { errorClass: "server" });
  if (!name.endsWith(".NonTokenizingAnalyzer")) return undefined;
  const lower = isSet("normalize_lowercase");
  const upper = isSet("normalize_uppercase");
  const normal = lower ?? upper;
  if (normal !== undefined && isSet("case_sensitive") !== undefined) return config("sasi-case-options", normal.keyRange, {});
  const both = lower?.text?.toLowerCase() === "true" && upper?.text?.toLowerCase() === "true";
  return both && upper !== undefined ? refuse("sasi-case-options", upper.keyRange, {}, { errorClass: "server" }) : undefined;
}
