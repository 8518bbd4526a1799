import type { Column, Index, Table } from "../../schema/model";
import type { ReadingDialect } from "../../dialect/reading";
import type { Restriction, RestrictionSet } from "./restriction";

/** What an index can be asked for. LIKE in general at prepare, one of its four shapes at execution. */
export type IndexOperator = "=" | "range" | "in" | "contains" | "contains key" | "like" | "like prefix" | "like suffix" | "like contains" | "like matches" | "ann";

/** "fails": asking breaks something inside the server (SASI and operators that it does not know, section 10). "unknown": an index class that we do not know. */
export type Support = "yes" | "no" | "fails" | "unknown";

/** Whether the index serves `operator` on `column` (the table of section 10). */
export function supportOf(index: Index, column: Column, operator: IndexOperator, dialect: ReadingDialect): Support {
  if (index.column !== column.name) return "no";
  switch (index.kind) {
    case "2i": return yesOrNo(builtInSupports(index, column, operator));
    case "sasi": return sasiSupport(index, column, operator, dialect);
    case "sai": return yesOrNo(saiSupports(index, column, operator));
    case "custom": return "unknown";
    case "scylla-vector": return yesOrNo(operator === "ann");
    case "scylla-fulltext": return "no";
  }
}

function yesOrNo(supported: boolean): Support {
  return supported ? "yes" : "no";
}

function builtInSupports(index: Index, column: Column, operator: IndexOperator): boolean {
  switch (index.target) {
    case "column":
    case "full": return operator === "=";
    case "values": return operator === "contains";
    // keys() of a set is what older schemas call its values.
    case "keys": return operator === (column.type.kind === "set" ? "contains" : "contains key");
    case "entries": return operator === "=";
  }
}

function sasiSupport(index: Index, column: Column, operator: IndexOperator, dialect: ReadingDialect): Support {
  const literal = isSasiLiteral(index, column);
  const analyzed = isAnalyzed(index);
  const mode = (index.options.get("mode") ?? "PREFIX").toUpperCase();
  switch (operator) {
    case "=": return yesOrNo(!analyzed);
    case "range": return yesOrNo(!literal && mode !== "CONTAINS");
    case "like": return yesOrNo(literal);
    case "like matches": return yesOrNo(mode !== "SPARSE");
    case "like prefix": return yesOrNo(mode === "PREFIX" || (mode === "CONTAINS" && !analyzed));
    case "like suffix":
    case "like contains": return yesOrNo(mode === "CONTAINS");
    case "in": return dialect.sasiFailsOnIn ? "fails" : "no";
    case "contains":
    case "contains key": return "fails";
    case "ann": return "fails";
  }
}

/** Text in descending order is not text to SASI: it serves ranges then, and no LIKE. */
function isSasiLiteral(index: Index, { type, order }: Column): boolean {
  const written = index.options.get("is_literal");
  if (written !== undefined) return written.toLowerCase() === "true";
  if (order === "desc") return false;
  return type.kind === "native" && (type.name === "text" || type.name === "ascii");
}

function isAnalyzed(index: Index): boolean {
  const written = index.options.get("analyzed");
  if (written !== undefined) return written.toLowerCase() === "true";
  return index.options.has("analyzer_class");
}

const EQUALITY_ONLY_IN_SAI = new Set(["text", "ascii", "boolean", "uuid"]);

function saiSupports(index: Index, column: Column, operator: IndexOperator): boolean {
  const { type } = column;
  if ((type.kind === "list" || type.kind === "set" || type.kind === "map") && !type.frozen) {
    switch (index.target) {
      case "keys": return operator === "contains key";
      case "entries": return operator === "=";
      default: return operator === "contains";
    }
  }
  if (type.kind === "vector") return operator === "ann" || operator === "=";
  if (operator === "=") return true;
  return operator === "range" && type.kind === "native" && !EQUALITY_ONLY_IN_SAI.has(type.name);
}

/** Whether some index of the table serves the restriction: on at least one of its columns, for at least one of its operators. */
export function supportFor(table: Table, restriction: Restriction, dialect: ReadingDialect): Support {
  return best(table.indexes, restriction, restriction.columns, dialect);
}

/** The best answer over the restrictions of a set, asked in order: a failing one counts only where none before it was served. */
export function supportForSet(table: Table, set: RestrictionSet, dialect: ReadingDialect): Support {
  let answer: Support = "no";
  if (table.indexes.length === 0) return answer;
  for (const restriction of set.restrictions) {
    const one = supportFor(table, restriction, dialect);
    if (one === "yes" || one === "fails") return one;
    if (one === "unknown") answer = one;
  }
  return answer;
}

function best(indexes: readonly Index[], restriction: Restriction, columns: readonly Column[], dialect: ReadingDialect): Support {
  let answer: Support = "no";
  for (const index of indexes) {
    for (const column of columns) {
      if (index.column !== column.name) continue;
      for (const operator of operatorsOf(restriction)) {
        const one = supportOf(index, column, operator, dialect);
        if (one === "yes" || one === "fails") return one;
        if (one === "unknown") answer = one;
      }
    }
  }
  return answer;
}

/** What an index is asked for on behalf of a restriction; a map entry is asked for with "=". */
export function operatorsOf(restriction: Restriction): readonly IndexOperator[] {
  switch (restriction.shape) {
    case "equal": return ["="];
    case "in": return ["in"];
    case "range": return ["range"];
    case "like": return ["like"];
    case "ann": return ["ann"];
    case "not equal": return [];
    case "contains": {
      const { values, keys, entries } = restriction.contains!;
      const asked: IndexOperator[] = [];
      if (values > 0) asked.push("contains");
      if (keys > 0) asked.push("contains key");
      if (entries > 0) asked.push("=");
      return asked;
    }
  }
}

/** The groups in which indexes may work together: all SAI indexes of a table are one, each other index is its own (section 10). */
export function indexGroups(table: Table): readonly (readonly Index[])[] {
  const sai = table.indexes.filter((index) => index.kind === "sai");
  const others = table.indexes.filter((index) => index.kind !== "sai").map((index) => [index]);
  return sai.length > 0 ? [sai, ...others] : others;
}

/** Whether the group serves the restriction wholly (step 21): several CONTAINS on one column need SAI, a tuple each of its columns. */
export function isCovered(group: readonly Index[], restriction: Restriction, dialect: ReadingDialect): boolean {
  const count = restriction.contains === undefined ? 0 : restriction.contains.values + restriction.contains.keys + restriction.contains.entries;
  const usable = count > 1 ? group.filter((index) => index.kind === "sai") : group;
  if (!restriction.tuple) return best(usable, restriction, restriction.columns, dialect) === "yes";
  return restriction.columns.every((column) => best(usable, restriction, [column], dialect) === "yes");
}
