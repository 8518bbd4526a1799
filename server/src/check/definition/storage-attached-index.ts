import { STORAGE_ATTACHED } from "../../dialect/index-classes";
import type { Table } from "../../schema/model";
import type { CqlType } from "../../schema/type";
import { formatType, isMultiCell } from "../../schema/types";
import type { Range } from "../../text/range";
import { suggestion } from "../names";
import { firstOf } from "../result";
import { definitionOf } from "../violate";
import type { Finding, Violation } from "../violation";
import type { ResolvedTarget } from "./create-index";
import type { MapEntry } from "./property";
import { refuse } from "./steps";

/** What the storage-attached index refuses (rulebook A6b; D-SAI-2, D-SAI-4 to D-SAI-8, D-SAI-13, D-SAI-14), in its own order; `using`: where the class stands. */
export function checkStorageAttached(options: readonly MapEntry[], targets: readonly ResolvedTarget[], using: Range, table: Table): Finding {
  const { analysis, vector } = STORAGE_ATTACHED;
  const unknown = options.find((entry) => !analysis.includes(entry.key) && !vector.has(entry.key));
  if (unknown !== undefined) return refuse("sai-unknown-option", unknown.keyRange, { option: unknown.key, ...suggestion(unknown.key, [...analysis, ...vector.keys()]) }, { errorClass: "config" });
  const [only] = targets;
  if (only === undefined || targets.length > 1) return refuse("sai-multi-column", targets[1]?.target.range ?? using, { columns: targets.map(({ column }) => column.name) });
  const { column, kind, target } = only;
  const related = definitionOf(table, column);
  const existing = table.indexes.find((index) => index.kind === "sai" && index.column === column.name && index.target === kind);
  if (existing !== undefined) return refuse("sai-duplicate", target.range, { column: column.name, index: existing.name }, { related });
  const indexed = indexedTypes(column.type, kind);
  const analysed = options.find((entry) => analysis.includes(entry.key));
  if (analysed !== undefined) {
    if (column.position >= 0) return refuse("sai-analysed-key", analysed.keyRange, { column: column.name, option: analysed.key }, { related });
    const isText = indexed.length === 1 && isNative(indexed[0], TEXTS);
    if (!isText) return refuse("sai-not-analysable", analysed.keyRange, { column: column.name, option: analysed.key, type: formatType(column.type) }, { related });
    const wrong = options.find((entry) => analysis.includes(entry.key) && !/^(?:true|false)$/i.test(entry.text ?? ""));
    if (wrong !== undefined) return refuse("sai-boolean", wrong.range, { option: wrong.key, value: wrong.text ?? "" });
  }
  const type = indexed.length === 1 ? indexed[0] : undefined;
  const tuned = checkVectorOptions(options, type?.kind === "vector", column.name);
  if (tuned !== undefined) return tuned;
  if (type?.kind === "vector") {
    if (!isNative(type.element, FLOAT)) return refuse("sai-vector-element", target.range, { column: column.name, type: formatType(type) }, { related });
    const similarity = options.find((entry) => entry.key === "similarity_function")?.text?.toUpperCase() ?? STORAGE_ATTACHED.defaultSimilarity;
    return type.dimension === 1 && similarity === "COSINE" ? refuse("sai-vector-1-cosine", target.range, { column: column.name }, { related }) : undefined;
  }
  const unsupported = indexed.find((candidate) => !isNative(candidate, STORAGE_ATTACHED.types) && !isFrozenType(candidate));
  return unsupported === undefined ? undefined : refuse("sai-type", target.range, { column: column.name, type: formatType(unsupported) }, { related });
}

const TEXTS: readonly string[] = ["text", "ascii"];
const FLOAT: readonly string[] = ["float"];

/** The types that are indexed: of elements, keys or values of a collection, of both for entries, else the column's own. */
function indexedTypes(type: CqlType, kind: ResolvedTarget["kind"]): readonly CqlType[] {
  if (kind === "full" || !isMultiCell(type)) return [type];
  if (type.kind === "list" || type.kind === "set") return [type.element];
  if (type.kind !== "map") return [type];
  if (kind === "entries") return [type.key, type.value];
  return [kind === "keys" ? type.key : type.value];
}

function isNative(type: CqlType | undefined, names: readonly string[]): boolean {
  return type?.kind === "native" && names.includes(type.name);
}

/** Frozen values are indexed whole (D-SAI-3). */
function isFrozenType(type: CqlType): boolean {
  return type.kind !== "native" && type.kind !== "custom" && !isMultiCell(type);
}

/** D-SAI-9 to D-SAI-12. */
function checkVectorOptions(options: readonly MapEntry[], isVector: boolean, column: string): Finding {
  return firstOf(options, (entry): Violation | undefined => {
    const rule = STORAGE_ATTACHED.vector.get(entry.key);
    if (rule === undefined) return undefined;
    if (!isVector) return refuse("sai-vector-option", entry.keyRange, { option: entry.key, column });
    if (rule.kind === "flag") return refuse("sai-hnsw-parameter", entry.keyRange, { option: entry.key });
    return rule.words.includes(entry.text?.toUpperCase() ?? "") ? undefined : refuse(rule.code, entry.range, { value: entry.text ?? "", expected: rule.words });
  });
}
