import type { ColumnDefinition, Expression, Name, PrimaryKey, QualifiedName, Relation, RelationValue, Selector, Statement, TypeReference } from "../../syntax/ast";
import type { Range } from "../../text/range";

/** A name in a statement and what it names. Ranges count from the slice's start. */
export type NameUse =
  | { readonly kind: "keyspace" | "index"; readonly name: Name; readonly range: Range }
  | { readonly kind: "table" | "user-type"; readonly name: QualifiedName; readonly range: Range }
  | { readonly kind: "column"; readonly name: Name; readonly range: Range }
  | { readonly kind: "function"; readonly name: QualifiedName; readonly range: Range }
  | { readonly kind: "native-type"; readonly name: string; readonly range: Range }
  | { readonly kind: "relation"; readonly relation: Relation; readonly range: Range }
  | { readonly kind: "primary-key"; readonly range: Range };

type Visit = (use: NameUse) => void;

/** Every name of a statement, outer things before the names inside them. Half-typed statements give the names that were read. */
export function namesIn(statement: Statement): readonly NameUse[] {
  const uses: NameUse[] = [];
  visitStatement(statement, (use) => void uses.push(use));
  return uses;
}

/** The innermost name that `offset` (from the slice's start) touches. */
export function nameAt(statement: Statement, offset: number): NameUse | undefined {
  let best: NameUse | undefined;
  for (const use of namesIn(statement)) {
    if (offset < use.range.start || offset > use.range.end) continue;
    if (best === undefined || use.range.end - use.range.start <= best.range.end - best.range.start) best = use;
  }
  return best;
}

function visitStatement(statement: Statement, visit: Visit): void {
  switch (statement.kind) {
    case "select":
      for (const selector of statement.selectors) visitSelector(selector, visit);
      visitTable(statement.table, visit);
      for (const relation of statement.where) visitRelation(relation, visit);
      for (const selector of statement.groupBy) visitSelector(selector, visit);
      for (const ordering of statement.orderBy) { visitColumn(ordering.column, visit); if (ordering.ann) visitExpression(ordering.ann, visit); }
      return;
    case "insert":
      visitTable(statement.table, visit);
      for (const column of statement.columns) visitColumn(column, visit);
      for (const value of statement.values) visitExpression(value, visit);
      return;
    case "update":
      visitTable(statement.table, visit);
      for (const assignment of statement.assignments) {
        visitColumn(assignment.column, visit);
        if (assignment.kind === "append" || assignment.kind === "prepend") visitColumn(assignment.source, visit);
        if (assignment.kind === "element") visitExpression(assignment.key, visit);
        visitExpression(assignment.value, visit);
      }
      for (const relation of statement.where) visitRelation(relation, visit);
      for (const condition of statement.conditions) { visitColumn(condition.column, visit); visitValue(condition.value, visit); }
      return;
    case "delete":
      for (const deletion of statement.deletions) visitColumn(deletion.column, visit);
      visitTable(statement.table, visit);
      for (const relation of statement.where) visitRelation(relation, visit);
      for (const condition of statement.conditions) { visitColumn(condition.column, visit); visitValue(condition.value, visit); }
      return;
    case "batch":
      for (const inner of statement.statements) visitStatement(inner, visit);
      return;
    case "truncate": case "drop-table": case "drop-view": case "alter-view":
      visitTable(statement.kind === "truncate" ? statement.table : statement.name, visit);
      return;
    case "use":
      if (statement.keyspace) visitKeyspace(statement.keyspace, visit);
      return;
    case "create-keyspace": case "alter-keyspace":
      if (statement.name) visitKeyspace(statement.name, visit);
      return;
    case "drop-keyspace":
      if (statement.name) visitKeyspace(statement.name.name, visit);
      return;
    case "drop-index":
      if (statement.name) { if (statement.name.keyspace) visitKeyspace(statement.name.keyspace, visit); visit({ kind: "index", name: statement.name.name, range: statement.name.name.range }); }
      return;
    case "drop-type":
      visitQualified("user-type", statement.name, visit);
      return;
    case "create-table":
      visitTable(statement.name, visit);
      for (const column of statement.columns) visitDefinition(column, visit);
      for (const key of statement.primaryKeys) visitPrimaryKey(key, visit);
      for (const order of statement.options.clusteringOrder) visitColumn(order.column, visit);
      return;
    case "alter-table": {
      visitTable(statement.name, visit);
      const change = statement.alteration;
      if (change?.kind === "add") for (const column of change.columns) visitDefinition(column, visit);
      else if (change?.kind === "drop") for (const column of change.columns) visitColumn(column, visit);
      else if (change?.kind === "rename") for (const pair of change.pairs) visitColumn(pair.from, visit);
      else if (change?.kind === "alter-type") { visitColumn(change.column, visit); visitType(change.type, visit); }
      else if (change?.kind === "mask") visitColumn(change.column, visit);
      return;
    }
    case "create-type":
      visitQualified("user-type", statement.name, visit);
      for (const field of statement.fields) visitType(field.type, visit);
      return;
    case "alter-type":
      visitQualified("user-type", statement.name, visit);
      if (statement.alteration?.kind === "add") visitType(statement.alteration.field.type, visit);
      return;
    case "create-index":
      if (statement.name) visit({ kind: "index", name: statement.name, range: statement.name.range });
      visitTable(statement.table, visit);
      for (const target of statement.targets) visitColumn(target.column, visit);
      return;
    case "create-view":
      visitTable(statement.name, visit);
      for (const selector of statement.selectors) visitSelector(selector, visit);
      visitTable(statement.base, visit);
      for (const relation of statement.where) visitRelation(relation, visit);
      if (statement.primaryKey) visitPrimaryKey(statement.primaryKey, visit);
      return;
    case "create-function":
      visitQualified("function", statement.name, visit);
      for (const parameter of statement.parameters) visitType(parameter.type, visit);
      if (statement.returns) visitType(statement.returns, visit);
      return;
    case "create-aggregate":
      visitQualified("function", statement.name, visit);
      for (const parameter of statement.parameters) visitType(parameter, visit);
      if (statement.stateType) visitType(statement.stateType, visit);
      return;
    case "drop-function": case "drop-aggregate":
      visitQualified("function", statement.name, visit);
      for (const parameter of statement.parameters ?? []) visitType(parameter, visit);
      return;
    default:
  }
}

function visitKeyspace(name: Name, visit: Visit): void {
  visit({ kind: "keyspace", name, range: name.range });
}

function visitColumn(name: Name, visit: Visit): void {
  visit({ kind: "column", name, range: name.range });
}

function visitTable(name: QualifiedName | undefined, visit: Visit): void {
  visitQualified("table", name, visit);
}

function visitQualified(kind: "table" | "user-type" | "function", name: QualifiedName | undefined, visit: Visit): void {
  if (name === undefined) return;
  if (name.keyspace !== undefined) visitKeyspace(name.keyspace, visit);
  visit({ kind, name, range: name.name.range });
}

function visitSelector(selector: Selector, visit: Visit): void {
  visitExpression(selector.expression, visit);
}

function visitDefinition(column: ColumnDefinition, visit: Visit): void {
  visitColumn(column.name, visit);
  visitType(column.type, visit);
  if (column.primaryKey) visit({ kind: "primary-key", range: column.primaryKey });
}

function visitPrimaryKey(key: PrimaryKey, visit: Visit): void {
  visit({ kind: "primary-key", range: key.range });
  for (const name of [...key.partition, ...key.clustering]) visitColumn(name, visit);
}

function visitRelation(relation: Relation, visit: Visit): void {
  visit({ kind: "relation", relation, range: relation.range });
  const { left } = relation;
  if (left.kind === "column") visitColumn(left.column, visit);
  else if (left.kind === "entry") { visitColumn(left.column, visit); visitExpression(left.key, visit); }
  else if (left.kind === "token" || left.kind === "tuple") for (const name of left.columns) visitColumn(name, visit);
  else if (left.kind === "call") visitExpression(left.call, visit);
  visitValue(relation.value, visit);
}

function visitValue(value: RelationValue, visit: Visit): void {
  if (value.kind === "term") visitExpression(value.term, visit);
  else if (value.kind === "list") for (const item of value.items) visitExpression(item, visit);
  else if (value.kind === "between") { visitExpression(value.from, visit); visitExpression(value.to, visit); }
}

function visitExpression(expression: Expression, visit: Visit): void {
  switch (expression.kind) {
    case "column": visitColumn(expression.name, visit); return;
    case "call":
      visitQualified("function", expression.name, visit);
      for (const argument of expression.args) visitExpression(argument, visit);
      return;
    case "writetime": case "negate": visitExpression(expression.operand, visit); return;
    case "cast": case "hint": visitExpression(expression.operand, visit); visitType(expression.type, visit); return;
    case "tuple": case "list": case "set": for (const item of expression.items) visitExpression(item, visit); return;
    // The keys of a user type's literal are its fields, not columns.
    case "map": for (const entry of expression.entries) { if (entry.key.kind !== "column") visitExpression(entry.key, visit); visitExpression(entry.value, visit); } return;
    case "binary": visitExpression(expression.left, visit); visitExpression(expression.right, visit); return;
    case "field": visitExpression(expression.operand, visit); return;
    case "element": visitExpression(expression.operand, visit); visitExpression(expression.key, visit); return;
    case "slice":
      visitExpression(expression.operand, visit);
      if (expression.from) visitExpression(expression.from, visit);
      if (expression.to) visitExpression(expression.to, visit);
      return;
    default:
  }
}

function visitType(type: TypeReference, visit: Visit): void {
  switch (type.kind) {
    case "native": visit({ kind: "native-type", name: type.name, range: type.range }); return;
    case "list": case "set": case "vector": visitType(type.element, visit); return;
    case "map": visitType(type.key, visit); visitType(type.value, visit); return;
    case "tuple": for (const item of type.items) visitType(item, visit); return;
    case "frozen": visitType(type.inner, visit); return;
    case "user": visitQualified("user-type", type.name, visit); return;
    default:
  }
}
