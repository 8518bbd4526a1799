import type { IParserConfig } from "chevrotain";
import { span } from "../text/range";
import type { Assignment, Batch, Delete, Expression, Insert, Name, Truncate, Update, Use, Using } from "./ast";
import { MISSING, none, rangeOf, standIn, type Draft } from "./parser-base";
import { SelectParser } from "./select";
import * as t from "./tokens";
import { K, type Token } from "./tokens";

/** INSERT, UPDATE, DELETE, BATCH, TRUNCATE and USE. */
export abstract class WriteParser extends SelectParser {
  constructor(config: IParserConfig) {
    super(config);
  }

  // ---- INSERT ---------------------------------------------------------------------------------------------------

  readonly insert = this.RULE("insert", (): void => {
    const start = this.CONSUME(K.insert) as Token;
    const node: Draft<Insert> = this.openWrite({
      kind: "insert", range: rangeOf(start), head: rangeOf(start), markers: none(), table: undefined, columns: none(), values: none(), valuesRange: undefined,
      json: undefined, ifNotExists: undefined, using: none(),
    });
    this.CONSUME(K.into);
    node.head = this.from(start);
    node.table = this.plainQualifiedName() ?? this.SUBRULE(this.qualifiedName);
    if (this.is(1, t.LeftParen)) this.columnsAndValues(node);
    else this.OR([
      { ALT: () => this.columnsAndValues(node) },
      { ALT: () => {
        this.CONSUME(K.json);
        node.json = MISSING;
        node.json = this.SUBRULE(this.stringOrMarker);
        this.OPTION(() => {
          this.CONSUME(K.default);
          this.OR2([
            { ALT: () => {
              this.CONSUME(K.null);
              node.jsonDefault = "null";
            } },
            { ALT: () => {
              this.CONSUME(K.unset);
              node.jsonDefault = "unset";
            } },
          ]);
        });
      } },
    ]);
    this.maybe(2, K.if, () => {
      const word = this.CONSUME(K.if) as Token;
      this.CONSUME(K.not);
      this.CONSUME(K.exists);
      node.ifNotExists = this.from(word);
    });
    this.maybe(3, K.using, () => this.SUBRULE(this.usingClause, { ARGS: [node.using] }));
    this.closeWrite(node, start);
  });

  /** `(columns) VALUES (terms)`, a part of the rule above. */
  private columnsAndValues(node: Draft<Insert>): void {
    const column = (): void => void node.columns.push(this.columnName(this.CONSUME(t.Name) as Token));
    const value = (): void => void node.values.push(this.plainTerm() ?? this.SUBRULE(this.expression));
    this.CONSUME(t.LeftParen);
    if (this.isName(1)) this.list(t.Comma, column);
    else this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: column });
    this.CONSUME(t.RightParen);
    this.CONSUME(K.values);
    const open = this.CONSUME2(t.LeftParen) as Token;
    node.valuesRange = rangeOf(open);
    if (this.beginsOperand(1)) this.list(t.Comma, value);
    else this.AT_LEAST_ONE_SEP2({ SEP: t.Comma, DEF: value });
    this.CONSUME2(t.RightParen);
    node.valuesRange = this.from(open);
  }

  private readonly stringOrMarker = this.RULE("stringOrMarker", (): Expression => this.OR([
    { ALT: (): Expression => this.constant(this.CONSUME(t.StringLiteral) as Token) },
    { ALT: (): Expression => this.SUBRULE(this.marker) },
    { ALT: (): Expression => {
      const template = this.CONSUME(t.Template) as Token;
      return { kind: "template", text: template.image, range: rangeOf(template) };
    } },
  ]));

  // ---- UPDATE ---------------------------------------------------------------------------------------------------

  readonly update = this.RULE("update", (): void => {
    const start = this.CONSUME(K.update) as Token;
    const node: Draft<Update> = this.openWrite({
      kind: "update", range: rangeOf(start), head: rangeOf(start), markers: none(), table: undefined, using: none(), assignments: none(),
      whereRange: undefined, where: none(), ifExists: undefined, conditions: none(),
    });
    node.table = this.plainQualifiedName() ?? this.SUBRULE(this.qualifiedName);
    this.maybe(0, K.using, () => this.SUBRULE(this.usingClause, { ARGS: [node.using] }));
    this.CONSUME(K.set);
    const assignment = (): void => {
      if (!this.plainAssignment(node.assignments)) this.SUBRULE(this.assignment, { ARGS: [node.assignments] });
    };
    if (this.isName(1)) this.list(t.Comma, assignment);
    else this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: assignment });
    this.where(node.where, node);
    this.maybe(2, K.if, () => this.SUBRULE(this.ifClause, { ARGS: [node.conditions, node] }));
    this.closeWrite(node, start);
  });

  /** `column = term` by hand, for the terms that `plainTerm` reads; false, and nothing read, where something else stands next. */
  private plainAssignment(assignments: Assignment[]): boolean {
    if (!this.isName(1) || !this.is(2, t.Equal) || !this.isPlainTerm(3)) return false;
    const column = this.name(this.take());
    this.take();
    const value = this.takePlainTerm();
    this.addAssignment(assignments, { kind: "set", column, value, range: span(column.range, value.range) });
    return true;
  }

  private readonly assignment = this.RULE("assignment", (assignments: Assignment[] = standIn()): void => {
    const start = this.CONSUME(t.Name) as Token;
    const column = this.name(start);
    const push = (next: Assignment): void => this.ACTION(() => this.addAssignment(assignments, next));
    this.OR([
      { ALT: () => {
        this.CONSUME(t.Equal);
        this.SUBRULE(this.assignedValue, { ARGS: [start, column, push] });
      } },
      { ALT: () => {
        this.CONSUME(t.PlusEqual);
        this.feature("add-assign", this.from(start));
        const value = this.SUBRULE(this.expression);
        push({ kind: "add", column, operator: "+=", value, range: this.from(start) });
      } },
      { ALT: () => {
        this.CONSUME(t.MinusEqual);
        this.feature("add-assign", this.from(start));
        const value = this.SUBRULE2(this.expression);
        push({ kind: "add", column, operator: "-=", value, range: this.from(start) });
      } },
      { ALT: () => {
        this.CONSUME(t.LeftBracket);
        const key = this.SUBRULE3(this.expression);
        this.CONSUME(t.RightBracket);
        this.CONSUME2(t.Equal);
        const value = this.SUBRULE4(this.expression);
        push({ kind: "element", column, key, value, range: this.from(start) });
      } },
      { ALT: () => {
        this.CONSUME(t.Dot);
        const field = this.name(this.CONSUME2(t.Name) as Token);
        this.CONSUME3(t.Equal);
        const value = this.SUBRULE5(this.expression);
        push({ kind: "field", column, field, value, range: this.from(start) });
      } },
    ]);
  });

  /** Right of `c =`: a term, `c + term`, `c - term`, `c -1`, or `term + c` (L-SYN-15, L-SYN-16). */
  private readonly assignedValue = this.RULE("assignedValue", (start: Token = standIn(), column: Name = standIn(), push: (next: Assignment) => void = standIn()): void => {
    const readsColumn = this.isName(1) && !this.is(1, t.Template) && !this.is(2, t.LeftParen) && !this.is(2, t.Dot);
    this.OR([
      { GATE: () => readsColumn, ALT: () => {
        const source = this.name(this.CONSUME(t.Name) as Token);
        let operator: "+" | "-" = "+";
        const value = this.OR2([
          { ALT: () => {
            this.CONSUME(t.Plus);
            return this.SUBRULE(this.expression);
          } },
          { ALT: () => {
            this.CONSUME(t.Minus);
            operator = "-";
            return this.SUBRULE2(this.expression);
          } },
          { ALT: (): Expression => this.constant(this.CONSUME(t.IntegerLiteral) as Token) },
        ]);
        this.ACTION(() => this.checkSource(column, source));
        push({ kind: "append", column, operator, source, value, range: this.from(start) });
      } },
      { ALT: () => {
        const value = this.SUBRULE3(this.expression);
        let source: Name | undefined;
        this.OPTION(() => {
          this.CONSUME2(t.Plus);
          source = this.name(this.CONSUME2(t.Name) as Token);
          this.ACTION(() => this.checkSource(column, source as Name));
        });
        push(source === undefined
          ? { kind: "set", column, value, range: this.from(start) }
          : { kind: "prepend", column, source, value, range: this.from(start) });
      } },
    ]);
  });

  /** L-PIPE-3: `c = d + …` reads another column. */
  private checkSource(column: Name, source: Name): void {
    if (column.value !== source.value) this.report("assignment-from-other-column", source.range, { column: column.value, source: source.value });
  }

  /** L-PIPE-3: a column set twice; only additions, elements and different fields go together. */
  private addAssignment(assignments: Assignment[], next: Assignment): void {
    const earlier = assignments.find((other) => other.column.value === next.column.value
      && (other.kind === "set" || next.kind === "set" || (other.kind === "field" && next.kind === "field" && other.field.value === next.field.value)));
    if (earlier !== undefined) this.report("column-set-twice", next.column.range, { column: next.column.value });
    if (next.kind === "set") this.freeWord(next.value, "scylla_counter_shard_list");
    if (next.kind === "element") this.freeWord(next.key, "scylla_timeuuid_list_index");
    assignments.push(next);
  }

  /** S-SYN-13: ScyllaDB reserves the words of its own tools everywhere but in this place, where they look like functions. */
  private freeWord(expression: Expression, word: string): void {
    if (expression.kind !== "call" || expression.name.keyspace !== undefined || expression.name.name.value !== word) return;
    this.dropUse(word, expression.range.start);
  }

  // ---- DELETE ---------------------------------------------------------------------------------------------------

  readonly delete = this.RULE("delete", (): void => {
    const start = this.CONSUME(K.delete) as Token;
    const node: Draft<Delete> = this.openWrite({
      kind: "delete", range: rangeOf(start), head: rangeOf(start), markers: none(), deletions: none(), table: undefined, using: none(),
      whereRange: undefined, where: none(), ifExists: undefined, conditions: none(), bypassGuardrails: undefined,
    });
    if (this.RECORDING_PHASE || !this.is(1, K.from)) this.OPTION(() => this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => {
      const first = this.CONSUME(t.Name) as Token;
      const column = this.name(first);
      let isWhole = true;
      if (this.RECORDING_PHASE || this.is(1, t.LeftBracket) || this.is(1, t.Dot)) this.OPTION2(() => this.OR([
        { ALT: () => {
          this.CONSUME(t.LeftBracket);
          const key = this.SUBRULE(this.expression);
          this.CONSUME(t.RightBracket);
          isWhole = false;
          node.deletions.push({ kind: "element", column, key, range: this.from(first) });
        } },
        { ALT: () => {
          this.CONSUME(t.Dot);
          const field = this.name(this.CONSUME2(t.Name) as Token);
          isWhole = false;
          node.deletions.push({ kind: "field", column, field, range: this.from(first) });
        } },
      ]));
      if (isWhole) node.deletions.push({ kind: "column", column, range: column.range });
    } }));
    this.CONSUME(K.from);
    node.table = this.plainQualifiedName() ?? this.SUBRULE(this.qualifiedName);
    this.maybe(3, K.using, () => this.SUBRULE(this.deleteUsing, { ARGS: [node.using] }));
    this.where(node.where, node);
    this.maybe(4, K.if, () => this.SUBRULE(this.ifClause, { ARGS: [node.conditions, node] }));
    this.maybe(5, K.bypass, () => {
      const bypass = this.CONSUME(K.bypass) as Token;
      this.CONSUME(K.large_data_guardrails);
      node.bypassGuardrails = this.from(bypass);
      this.feature("bypass-guardrails", node.bypassGuardrails);
    });
    this.closeWrite(node, start);
  });

  /** A DELETE takes USING TIMESTAMP (on ScyllaDB TIMEOUT too), no TTL (L-SYN-11). */
  private readonly deleteUsing = this.RULE("deleteUsing", (using: Using[] = standIn()): void => {
    this.SUBRULE(this.usingClause, { ARGS: [using] });
    this.ACTION(() => {
      for (const part of using) if (part.kind === "ttl") this.refuse(this.tokenAt(part.range.start), "delete-using-ttl");
      const timestamps = using.filter((part) => part.kind === "timestamp");
      const second = timestamps[1];
      if (second !== undefined) this.refuse(this.tokenAt(second.range.start), "syntax-error", { expected: "WHERE" });
    });
  });

  // ---- BATCH, TRUNCATE, USE -------------------------------------------------------------------------------------

  private batchNode: Draft<Batch> | undefined;

  readonly batch = this.RULE("batch", (): void => {
    const start = this.CONSUME(K.begin) as Token;
    const node: Draft<Batch> = this.open({ kind: "batch", range: rangeOf(start), head: rangeOf(start), markers: [], type: "logged", using: [], statements: [] });
    this.batchNode = node;
    this.OPTION(() => this.OR([
      { ALT: () => {
        this.CONSUME(K.unlogged);
        node.type = "unlogged";
      } },
      { ALT: () => {
        this.CONSUME(K.counter);
        node.type = "counter";
      } },
    ]));
    this.CONSUME(K.batch);
    node.head = this.from(start);
    this.OPTION2(() => this.SUBRULE(this.usingClause, { ARGS: [node.using] }));
    this.MANY(() => {
      this.OR2([
        { ALT: () => this.SUBRULE(this.insert) },
        { ALT: () => this.SUBRULE(this.update) },
        { ALT: () => this.SUBRULE(this.delete) },
      ]);
      this.OPTION3(() => this.CONSUME(t.Semicolon));
    });
    this.CONSUME(K.apply);
    this.CONSUME2(K.batch);
  });

  override start(tokens: Token[]): void {
    super.start(tokens);
    this.batchNode = undefined;
  }

  private firstMarker = 0;

  private openWrite<T extends Insert | Update | Delete>(node: Draft<T>): Draft<T> {
    this.firstMarker = this.markers.length;
    if (this.RECORDING_PHASE) return node;
    if (this.batchNode !== undefined) this.batchNode.statements.push(node as unknown as T);
    return this.open(node as never) as Draft<T>;
  }

  private closeWrite(node: Draft<Insert> | Draft<Update> | Draft<Delete>, start: Token): void {
    if (this.batchNode === undefined) return;
    node.range = this.from(start);
    node.markers = this.markers.slice(this.firstMarker);
  }

  readonly truncate = this.RULE("truncate", (): void => {
    const start = this.CONSUME(K.truncate) as Token;
    const node: Draft<Truncate> = this.open({ kind: "truncate", range: rangeOf(start), head: rangeOf(start), markers: [], table: undefined, using: [] });
    this.OPTION(() => {
      this.CONSUME(K.table);
      node.head = this.from(start);
    });
    node.table = this.SUBRULE(this.qualifiedName);
    this.OPTION2(() => this.SUBRULE(this.usingClause, { ARGS: [node.using] }));
    this.ACTION(() => {
      for (const part of node.using) if (part.kind !== "timeout") this.refuse(this.tokenAt(part.range.start));
    });
  });

  readonly use = this.RULE("use", (): void => {
    const start = this.CONSUME(K.use) as Token;
    const node: Draft<Use> = this.open({ kind: "use", range: rangeOf(start), head: rangeOf(start), markers: [], keyspace: undefined });
    node.keyspace = this.name(this.CONSUME(t.Name) as Token);
  });
}
