import { formatType } from "../../schema/types";
import type { Column, Schema, Table, UserFunction } from "../../schema/model";
import type { Relation } from "../../syntax/ast";
import { quoteName } from "../../syntax/print";
import { shift, touches } from "../../text/range";
import type { CheckedFile, CheckedStatement, ProjectView } from "../checked-file";
import { nameAt, type NameUse } from "../navigation/names";
import { statementAt } from "../navigation/statement-at";
import { displayName, keyspaceInside, schemaAfter, tableNameOf, tableOf, userTypeOf } from "../schema-view";
import { functionText } from "./function-text";
import type { HoverResult } from "./hover-result";
import { NATIVE_TYPE_NOTES } from "./native-types";
import { decides, keyList, roleOf } from "./roles";
import { servedBlock } from "./served-clauses";
import { statementText } from "./statement-text";

/** What is to say about the word at `offset` (from the file's start); undefined where there is nothing. */
export function hover(file: CheckedFile, offset: number, _project: ProjectView): HoverResult | undefined {
  const statement = statementAt(file, offset);
  if (statement === undefined) return undefined;
  const ast = statement.parsed.statement;
  if (touches(shift(ast.head, statement.start), offset)) {
    const markdown = statementText(statement);
    return markdown === undefined ? undefined : { markdown, range: shift(ast.head, statement.start) };
  }
  const use = nameAt(ast, offset - statement.start);
  if (use === undefined) return undefined;
  // A DROP takes its object out of the schema after it, so the schema before it is asked too.
  const markdown = textOf(use, statement, schemaAfter(statement, file)) ?? textOf(use, statement, statement.context.schema);
  return markdown === undefined ? undefined : { markdown, range: shift(use.range, statement.start) };
}

function textOf(use: NameUse, statement: CheckedStatement, schema: Schema): string | undefined {
  const keyspace = keyspaceInside(statement);
  switch (use.kind) {
    case "table": {
      const table = tableOf(schema, statement.context.keyspace, use.name);
      return table === undefined ? undefined : tableText(table);
    }
    case "column": {
      const table = hoveredTable(statement, schema);
      const column = table?.byName.get(use.name.value);
      return table === undefined || column === undefined ? undefined : columnText(column, table);
    }
    case "primary-key": {
      const table = hoveredTable(statement, schema);
      return table === undefined ? undefined : primaryKeyText(table);
    }
    case "relation": {
      const table = hoveredTable(statement, schema);
      return table === undefined ? undefined : relationText(use.relation, table, statement);
    }
    case "user-type": {
      const type = userTypeOf(schema, keyspace, use.name);
      if (type === undefined) return undefined;
      const fields = type.fields.map((field) => `  ${quoteName(field.name)} ${formatType(field.type)}`);
      return `**${displayName(type.keyspace, type.name)}**: a user-defined type\n\n\`\`\`cql\n${fields.join(",\n")}\n\`\`\`\n\nWithout \`frozen\` its fields can be written one by one; frozen, it is one value that is replaced whole.`;
    }
    case "native-type": {
      const note = NATIVE_TYPE_NOTES[use.name];
      return note === undefined ? undefined : `**${use.name}**: ${note}`;
    }
    case "function": {
      const own = ownFunctions(schema, use.name.keyspace?.value ?? keyspace, use.name.name.value);
      if (own.length > 0) return own.map(ownFunctionText).join("\n\n");
      return use.name.keyspace === undefined || use.name.keyspace.value === "system" ? functionText(use.name.name.value, statement.context.target) : undefined;
    }
    default: return undefined;
  }
}

/** The table whose columns a statement names; of a view's definition, the view. */
function hoveredTable(statement: CheckedStatement, schema: Schema): Table | undefined {
  const ast = statement.parsed.statement;
  return tableOf(schema, statement.context.keyspace, ast.kind === "create-view" ? ast.name : tableNameOf(ast));
}

function tableText(table: Table): string {
  const kind = table.kind === "view" ? `a materialized view of ${displayName(table.keyspace, table.base ?? "")}` : table.isCounter ? "a counter table" : "a table";
  const rest = table.columns.length - table.partitionKey.length - table.clustering.length;
  const parts = [
    `**${displayName(table.keyspace, table.name)}**: ${kind}, ${rest === 0 ? "all columns in the key" : `${rest} ${rest === 1 ? "column" : "columns"} beside the key`}`,
    keyList(table),
    "Serves:",
    servedBlock(table),
  ];
  if (table.comment !== undefined) parts.push(`A copy of \`${table.comment}\`: whatever is written there must be written here too.`);
  return parts.join("\n\n");
}

function columnText(column: Column, table: Table): string {
  const parts = [`**${quoteName(column.name)}** \`${formatType(column.type)}\` in ${displayName(table.keyspace, table.name)}: ${roleOf(column, table)}`, decides(column, table)];
  if (column.role === "partition" || column.role === "clustering") parts.push(servedBlock(table));
  return parts.join("\n\n");
}

function primaryKeyText(table: Table): string {
  const layout = table.clustering.length === 0
    ? "Every row is a partition of its own: no order, no range, only the whole key finds it."
    : table.partitionKey.length === 1
      ? `The first column is the partition key, the others are clustering columns. Inner parentheses, as in \`((a, b), c)\`, would put more columns into the partition key.`
      : "The inner parentheses hold the partition key; what follows them are clustering columns.";
  return [`**PRIMARY KEY** of ${displayName(table.keyspace, table.name)}`, keyList(table), layout, servedBlock(table)].join("\n\n");
}

function relationText(relation: Relation, table: Table, statement: CheckedStatement): string | undefined {
  const { left } = relation;
  if (left.kind === "token") return "Compares the hash of the partition key: reads a part of the ring, as full scans in pieces do. Rows come in the order of their hashes.";
  const name = left.kind === "column" || left.kind === "entry" ? left.column.value : left.kind === "tuple" ? left.columns[0]?.value : undefined;
  const column = name === undefined ? undefined : table.byName.get(name);
  if (column === undefined) return undefined;
  const { access } = statement;
  if (access?.filtering.includes(column.name)) return `Applied to each row after it was read: \`${column.name}\` narrows the answer, not the work.`;
  if (access?.index?.index.column === column.name) return `Served by the index \`${access.index.index.name}\`${access.index.replicas === "all" ? ", which asks every node" : " inside the partitions given"}.`;
  if (left.kind === "tuple") return `Compares the clustering columns from \`${column.name}\` on as one value, left to right: it continues a timeline where a page ended.`;
  const what = relation.operator === "=" ? "Fixes" : relation.operator === "in" ? "Gives several values for" : "Bounds";
  return `${what} \`${column.name}\`, ${roleOf(column, table)}.\n\n${decides(column, table)}`;
}

function ownFunctions(schema: Schema, keyspace: string | undefined, name: string): readonly UserFunction[] {
  return schema.keyspaces.get(keyspace ?? "")?.functions.filter((one) => one.name === name) ?? [];
}

function ownFunctionText(one: UserFunction): string {
  const parameters = one.parameters.map((type, i) => `${one.parameterNames[i] === undefined ? "" : `${one.parameterNames[i]} `}${formatType(type)}`).join(", ");
  const title = one.kind === "aggregate" ? "an aggregate: one answer for all rows of a group" : one.calledOnNull ? "a function, called on null too" : "a function; null in gives null out";
  return `\`\`\`cql\n${displayName(one.keyspace, one.name)}(${parameters}): ${formatType(one.returns)}\n\`\`\`\n\n${title[0]?.toUpperCase()}${title.slice(1)}.`;
}
