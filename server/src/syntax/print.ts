import { displayName } from "../dialect/functions";
import { isReservedAnywhere, RESERVED_TYPE_NAMES } from "../dialect/keywords";
import type {
  Assignment, Batch, ColumnDefinition, ColumnMask, Condition, Deletion, Delete, Expression, Insert, Limit, Name, Ordering, PrimaryKey, Property, PropertyValue, QualifiedName, Relation,
  RelationSubject, RelationValue, Select, Selector, Statement, TableAlteration, TableOptions, TypeAlteration, TypeReference, Update, Using,
} from "./ast";
import { printAccess } from "./print-access";

/** A name as it must be written: quoted where it has upper case, is reserved on some target, or is no plain identifier. */
export function quoteName(value: string): string {
  return /^[a-z][a-z0-9_]*$/.test(value) && !isReservedAnywhere(value) ? value : `"${value.replaceAll('"', '""')}"`;
}

/** A string literal of CQL. */
export function quoteString(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** A name of the tree; one that stands for a template is written as the template. */
export function printName(name: Name): string {
  return !name.quoted && /[^a-z0-9_]/.test(name.value) ? name.value : quoteName(name.value);
}

export function printQualifiedName(name: QualifiedName | undefined): string {
  if (name === undefined) return "";
  return name.keyspace === undefined ? printName(name.name) : `${printName(name.keyspace)}.${printName(name.name)}`;
}

export function printNames(names: readonly Name[]): string {
  return names.map(printName).join(", ");
}

/** A type as CQL writes it. */
export function printTypeReference(type: TypeReference): string {
  switch (type.kind) {
    case "native": return type.name;
    case "list":
    case "set": return `${type.kind}<${printTypeReference(type.element)}>`;
    case "map": return `map<${printTypeReference(type.key)}, ${printTypeReference(type.value)}>`;
    case "tuple": return `tuple<${type.items.map(printTypeReference).join(", ")}>`;
    case "vector": return `vector<${printTypeReference(type.element)}, ${type.dimension}>`;
    case "frozen": return `frozen<${printTypeReference(type.inner)}>`;
    case "user": return type.name.keyspace === undefined ? printTypeName(type.name.name) : `${printName(type.name.keyspace)}.${printTypeName(type.name.name)}`;
    case "custom": return quoteString(type.className);
  }
}

/** The names of types are spelt with more quotes: `"json"` is one only so (L-KW-1), as is a name that `quoted` kept from a check. */
function printTypeName(name: Name): string {
  return name.quoted || RESERVED_TYPE_NAMES.has(name.value) ? `"${name.value.replaceAll('"', '""')}"` : printName(name);
}

/** A term or selector; `missing` prints as nothing. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case "constant": return expression.type === "string" ? quoteString(expression.value) : expression.value;
    case "null": return "NULL";
    case "marker": return expression.name === undefined ? "?" : `:${printName(expression.name)}`;
    case "column": return printName(expression.name);
    case "call": return `${printFunctionName(expression.name)}(${printAll(expression.args)})`;
    case "countStar": return "count(*)";
    case "writetime": return `${expression.name}(${printExpression(expression.operand)})`;
    case "cast": return `CAST(${printExpression(expression.operand)} AS ${printTypeReference(expression.type)})`;
    case "hint": return `(${printTypeReference(expression.type)}) ${printExpression(expression.operand)}`;
    case "tuple": return `(${printAll(expression.items)})`;
    case "list": return `[${printAll(expression.items)}]`;
    case "set": return `{${printAll(expression.items)}}`;
    case "map": return `{${expression.entries.map(({ key, value }) => `${printExpression(key)}: ${printExpression(value)}`).join(", ")}}`;
    case "binary": return `${printExpression(expression.left)} ${expression.operator} ${printExpression(expression.right)}`;
    case "negate": return `- ${printExpression(expression.operand)}`;
    case "field": return `${printExpression(expression.operand)}.${printName(expression.field)}`;
    case "element": return `${printExpression(expression.operand)}[${printExpression(expression.key)}]`;
    case "slice": return `${printExpression(expression.operand)}[${expression.from === undefined ? "" : printExpression(expression.from)}..${expression.to === undefined ? "" : printExpression(expression.to)}]`;
    case "template": return expression.text;
    case "missing": return "";
  }
}

function printAll(expressions: readonly Expression[]): string {
  return expressions.map(printExpression).join(", ");
}

/** Functions have words of their own: TOKEN needs no quotes, `"key"` does (L-KW-3), and `expr(` is a token of its own (L-ID-3). */
function printFunctionName(name: QualifiedName): string {
  const own = name.name;
  const text = own.value === "token" && !own.quoted ? "token" : own.quoted || own.value === "expr" ? `"${own.value.replaceAll('"', '""')}"` : printOwnName(own, name.keyspace);
  return name.keyspace === undefined ? text : `${printName(name.keyspace)}.${text}`;
}

/** A native function as people write it (`toDate`), which the server reads without regard to capitals. */
function printOwnName(own: Name, keyspace: Name | undefined): string {
  const shown = keyspace === undefined ? displayName(own.value) : own.value;
  return shown !== own.value && shown.toLowerCase() === own.value ? shown : printName(own);
}

/** A relation of WHERE. */
export function printRelation(relation: Relation): string {
  const { left, operator, value } = relation;
  if (left.kind === "expr") return `expr(${printName(left.index)}, ${value.kind === "term" ? printExpression(value.term) : ""})`;
  return `${printSubject(left)} ${operator.toUpperCase()}${printValue(value)}`;
}

function printSubject(subject: RelationSubject): string {
  switch (subject.kind) {
    case "column": return printName(subject.column);
    case "entry": return `${printName(subject.column)}[${printExpression(subject.key)}]`;
    case "token": return `token(${printNames(subject.columns)})`;
    case "tuple": return `(${printNames(subject.columns)})`;
    case "call": return printExpression(subject.call);
    case "expr": return `expr(${printName(subject.index)})`;
  }
}

/** What stands right of an operator, with the space before it. */
export function printValue(value: RelationValue): string {
  switch (value.kind) {
    case "term": return ` ${printExpression(value.term)}`;
    case "list": return ` (${printAll(value.items)})`;
    case "between": return ` ${printExpression(value.from)} AND ${printExpression(value.to)}`;
    case "none": return "";
  }
}

export function printProperty(property: Property): string {
  return `${printName(property.name)} = ${printPropertyValue(property.value)}`;
}

export function printPropertyValue(value: PropertyValue): string {
  switch (value.kind) {
    case "constant": return printExpression(value);
    case "keyword": return value.text;
    case "template": return value.text;
    case "map": return `{${value.entries.map((entry) => `${printExpression(entry.key)}: ${printPropertyValue(entry.value)}`).join(", ")}}`;
    case "list": return `[${value.items.map(printPropertyValue).join(", ")}]`;
  }
}

function clause(word: string, parts: readonly string[], separator = ", "): string[] {
  return parts.length === 0 ? [] : [`${word} ${parts.join(separator)}`];
}

export function withClause(properties: readonly Property[]): string[] {
  return clause("WITH", properties.map(printProperty), " AND ");
}

function whereClause(where: readonly Relation[]): string[] {
  return clause("WHERE", where.map(printRelation), " AND ");
}

function usingClause(using: readonly Using[]): string[] {
  return clause("USING", using.map(({ kind, value }) => `${kind.toUpperCase()} ${"kind" in value ? printExpression(value) : printName(value)}`), " AND ");
}

/** A selector with its alias. */
export function printSelector(selector: Selector): string {
  return selector.alias === undefined ? printExpression(selector.expression) : `${printExpression(selector.expression)} AS ${printName(selector.alias)}`;
}

function selectList(node: { readonly star?: unknown; readonly selectors: readonly Selector[] }): string {
  return node.star === undefined ? node.selectors.map(printSelector).join(", ") : "*";
}

function printOrdering(ordering: Ordering): string {
  const ann = ordering.ann === undefined ? "" : ` ANN OF ${printExpression(ordering.ann)}`;
  return `${printName(ordering.column)}${ann}${ordering.direction === undefined ? "" : ` ${ordering.direction.toUpperCase()}`}`;
}

function limitClause(words: string, limit: Limit | undefined): string[] {
  return limit === undefined ? [] : [`${words} ${printExpression(limit.value)}`];
}

function printSelect(node: Select): string {
  const table = printQualifiedName(node.table);
  return [
    "SELECT", ...(node.json ? ["JSON"] : []), ...(node.distinct === undefined ? [] : ["DISTINCT"]), selectList(node),
    ...(node.table === undefined ? [] : [`FROM ${node.mutationFragments === undefined ? table : `MUTATION_FRAGMENTS(${table})`}`]),
    ...whereClause(node.where),
    ...clause("GROUP BY", node.groupBy.map(printSelector)),
    ...clause("ORDER BY", node.orderBy.map(printOrdering)),
    ...limitClause("PER PARTITION LIMIT", node.perPartitionLimit), ...limitClause("LIMIT", node.limit),
    ...(node.allowFiltering === undefined ? [] : ["ALLOW FILTERING"]),
    ...(node.bypassCache === undefined ? [] : ["BYPASS CACHE"]),
    ...usingClause(node.using),
  ].join(" ");
}

function printInsert(node: Insert): string {
  const content = node.json === undefined
    ? `(${printNames(node.columns)}) VALUES (${printAll(node.values)})`
    : `JSON ${printExpression(node.json)}${node.jsonDefault === undefined ? "" : ` DEFAULT ${node.jsonDefault.toUpperCase()}`}`;
  return [`INSERT INTO ${printQualifiedName(node.table)} ${content}`, ...(node.ifNotExists === undefined ? [] : ["IF NOT EXISTS"]), ...usingClause(node.using)].join(" ");
}

function printAssignment(assignment: Assignment): string {
  const column = printName(assignment.column);
  const value = printExpression(assignment.value);
  switch (assignment.kind) {
    case "set": return `${column} = ${value}`;
    case "append": return `${column} = ${printName(assignment.source)} ${assignment.operator} ${value}`;
    case "prepend": return `${column} = ${value} + ${printName(assignment.source)}`;
    case "add": return `${column} ${assignment.operator} ${value}`;
    case "element": return `${column}[${printExpression(assignment.key)}] = ${value}`;
    case "field": return `${column}.${printName(assignment.field)} = ${value}`;
  }
}

function printDeletion(deletion: Deletion): string {
  const column = printName(deletion.column);
  if (deletion.kind === "element") return `${column}[${printExpression(deletion.key)}]`;
  return deletion.kind === "field" ? `${column}.${printName(deletion.field)}` : column;
}

function printCondition(condition: Condition): string {
  const part = condition.key !== undefined ? `[${printExpression(condition.key)}]` : condition.field !== undefined ? `.${printName(condition.field)}` : "";
  return `${printName(condition.column)}${part} ${condition.operator.toUpperCase()}${printValue(condition.value)}`;
}

function ifClause(node: Update | Delete): string[] {
  return node.ifExists === undefined ? clause("IF", node.conditions.map(printCondition), " AND ") : ["IF EXISTS"];
}

function printUpdate(node: Update): string {
  return [`UPDATE ${printQualifiedName(node.table)}`, ...usingClause(node.using), ...clause("SET", node.assignments.map(printAssignment)), ...whereClause(node.where), ...ifClause(node)].join(" ");
}

function printDelete(node: Delete): string {
  const what = node.deletions.length === 0 ? [] : [node.deletions.map(printDeletion).join(", ")];
  return ["DELETE", ...what, `FROM ${printQualifiedName(node.table)}`, ...usingClause(node.using), ...whereClause(node.where), ...ifClause(node)].join(" ");
}

function printBatch(node: Batch): string {
  const head = [`BEGIN${node.type === "logged" ? "" : ` ${node.type.toUpperCase()}`} BATCH`, ...usingClause(node.using)].join(" ");
  return [head, ...node.statements.map((statement) => `  ${printStatement(statement)};`), "APPLY BATCH"].join("\n");
}

function printMask(mask: ColumnMask | undefined): string {
  if (mask === undefined) return "";
  return mask.function === "default" ? " MASKED WITH DEFAULT" : ` MASKED WITH ${printFunctionName(mask.function)}(${printAll(mask.args)})`;
}

export function printColumnDefinition(column: ColumnDefinition): string {
  return `${printName(column.name)} ${printTypeReference(column.type)}${column.timeToLive === undefined ? "" : " TTL"}${column.isStatic ? " STATIC" : ""}${printMask(column.mask)}${column.primaryKey === undefined ? "" : " PRIMARY KEY"}`;
}

export function printPrimaryKey(key: PrimaryKey): string {
  const partition = printNames(key.partition);
  const first = key.partition.length === 1 ? partition : `(${partition})`;
  return `PRIMARY KEY (${[first, ...key.clustering.map(printName)].join(", ")})`;
}

/** WITH of a table or view: CLUSTERING ORDER first, then COMPACT STORAGE, then properties. */
function tableOptions(options: TableOptions): string[] {
  const order = options.clusteringOrder.map(({ column, direction }) => `${printName(column)} ${direction.toUpperCase()}`);
  return [
    ...(order.length === 0 ? [] : [`CLUSTERING ORDER BY (${order.join(", ")})`]),
    ...(options.compactStorage === undefined ? [] : ["COMPACT STORAGE"]),
    ...options.properties.map(printProperty),
  ];
}

function printTableAlteration(alteration: TableAlteration): string {
  const exists = "ifExists" in alteration && alteration.ifExists !== undefined ? " IF EXISTS" : "";
  switch (alteration.kind) {
    case "alter-type": return `ALTER ${printName(alteration.column)} TYPE ${printTypeReference(alteration.type)}`;
    case "mask": return `ALTER${exists} ${printName(alteration.column)}${alteration.mask === undefined ? " DROP MASKED" : printMask(alteration.mask)}`;
    case "add": return `ADD${alteration.ifNotExists === undefined ? "" : " IF NOT EXISTS"} ${inBrackets(alteration.columns.map(printColumnDefinition))}`;
    case "drop": return `DROP${exists} ${inBrackets(alteration.columns.map(printName))}${alteration.timestamp === undefined ? "" : ` USING TIMESTAMP ${printExpression(alteration.timestamp)}`}`;
    case "rename": return `RENAME${exists} ${printPairs(alteration.pairs)}`;
    case "drop-compact-storage": return "DROP COMPACT STORAGE";
    case "with": return withClause(alteration.properties).join(" ");
    case "ttl-column": return `TTL ${alteration.column === undefined ? "NULL" : printName(alteration.column)}`;
  }
}

function inBrackets(parts: readonly string[]): string {
  return parts.length === 1 ? parts.join("") : `(${parts.join(", ")})`;
}

function printPairs(pairs: readonly { readonly from: Name; readonly to: Name }[]): string {
  return pairs.map((pair) => `${printName(pair.from)} TO ${printName(pair.to)}`).join(" AND ");
}

function printTypeAlteration(alteration: TypeAlteration): string {
  if (alteration.kind === "alter-type") return `ALTER ${printName(alteration.field)} TYPE ${printTypeReference(alteration.type)}`;
  if (alteration.kind === "add") return `ADD${alteration.ifNotExists === undefined ? "" : " IF NOT EXISTS"} ${printName(alteration.field.name)} ${printTypeReference(alteration.field.type)}`;
  return `RENAME${alteration.ifExists === undefined ? "" : " IF EXISTS"} ${printPairs(alteration.pairs)}`;
}

const DROPPED = { "drop-keyspace": "KEYSPACE", "drop-table": "TABLE", "drop-type": "TYPE", "drop-index": "INDEX", "drop-view": "MATERIALIZED VIEW" } as const;

/**
 * A statement without its `;`: on one line, but for CREATE TABLE, CREATE TYPE and batches, which are laid out as is usual.
 * What is missing of a partial tree is left out. `parseStatement` of it gives the same tree, ranges apart. Statements of
 * which the tree keeps too little (cqlsh commands, service levels, unknown text) print as nothing.
 */
export function printStatement(statement: Statement): string {
  const ifNotExists = "ifNotExists" in statement && statement.ifNotExists === true ? "IF NOT EXISTS " : "";
  const ifExists = "ifExists" in statement && statement.ifExists !== undefined && statement.ifExists !== false ? "IF EXISTS " : "";
  switch (statement.kind) {
    case "select": return printSelect(statement);
    case "insert": return printInsert(statement);
    case "update": return printUpdate(statement);
    case "delete": return printDelete(statement);
    case "batch": return printBatch(statement);
    case "truncate": return [`TRUNCATE TABLE ${printQualifiedName(statement.table)}`, ...usingClause(statement.using)].join(" ");
    case "use": return `USE ${statement.keyspace === undefined ? "" : printName(statement.keyspace)}`;
    case "create-keyspace": return [`CREATE KEYSPACE ${ifNotExists}${statement.name === undefined ? "" : printName(statement.name)}`, ...withClause(statement.properties)].join(" ");
    case "alter-keyspace": return [`ALTER KEYSPACE ${ifExists}${statement.name === undefined ? "" : printName(statement.name)}`, ...withClause(statement.properties)].join(" ");
    case "create-table": {
      const lines = [...statement.columns.map(printColumnDefinition), ...statement.primaryKeys.map(printPrimaryKey)];
      const head = `CREATE TABLE ${ifNotExists}${printQualifiedName(statement.name)} (\n${lines.map((line) => `  ${line}`).join(",\n")}\n)`;
      return [head, ...clause("WITH", tableOptions(statement.options), "\n  AND ")].join(" ");
    }
    case "alter-table": return `ALTER TABLE ${ifExists}${printQualifiedName(statement.name)} ${statement.alteration === undefined ? "" : printTableAlteration(statement.alteration)}`;
    case "create-type": {
      const lines = statement.fields.map((field) => `  ${printName(field.name)} ${printTypeReference(field.type)}`);
      return `CREATE TYPE ${ifNotExists}${printTypeReference({ kind: "user", name: statement.name ?? NOTHING, range: statement.range })} (\n${lines.join(",\n")}\n)`;
    }
    case "alter-type": return `ALTER TYPE ${ifExists}${printTypeReference({ kind: "user", name: statement.name ?? NOTHING, range: statement.range })} ${statement.alteration === undefined ? "" : printTypeAlteration(statement.alteration)}`;
    case "create-index": {
      const targets = statement.targets.map((target) => target.kind === "column" ? printName(target.column) : `${target.kind.toUpperCase()}(${printName(target.column)})`);
      const local = statement.localPartition === undefined ? [] : [`(${printNames(statement.localPartition)})`];
      const head = `CREATE ${statement.custom ? "CUSTOM " : ""}INDEX ${ifNotExists}${statement.name === undefined ? "" : `${printName(statement.name)} `}ON ${printQualifiedName(statement.table)} (${[...local, ...targets].join(", ")})`;
      return [head, ...(statement.using === undefined ? [] : [`USING ${printExpression(statement.using)}`]), ...withClause(statement.properties)].join(" ");
    }
    case "create-view": return [
      `CREATE MATERIALIZED VIEW ${ifNotExists}${printQualifiedName(statement.name)} AS SELECT ${selectList(statement)} FROM ${printQualifiedName(statement.base)}`,
      ...whereClause(statement.where), ...(statement.primaryKey === undefined ? [] : [printPrimaryKey(statement.primaryKey)]),
      ...clause("WITH", tableOptions(statement.options), " AND "),
    ].join(" ");
    case "alter-view": return [`ALTER MATERIALIZED VIEW ${ifExists}${printQualifiedName(statement.name)}`, ...withClause(statement.properties)].join(" ");
    case "drop-keyspace":
    case "drop-table":
    case "drop-index":
    case "drop-view": return `DROP ${DROPPED[statement.kind]} ${ifExists}${printQualifiedName(statement.name)}`;
    case "drop-type": return `DROP TYPE ${ifExists}${printTypeReference({ kind: "user", name: statement.name ?? NOTHING, range: statement.range })}`;
    default: return printAccess(statement, ifNotExists, ifExists, printFunctionName);
  }
}

const NOTHING: QualifiedName = { name: { value: "", quoted: false, range: { start: 0, end: 0 } }, range: { start: 0, end: 0 } };
