import type { IOrAlt, IParserConfig } from "chevrotain";
import { span, type Range } from "../text/range";
import type { Condition, Expression, Name, Relation, RelationOperator, RelationValue, Using } from "./ast";
import { ExpressionParser } from "./expressions";
import { MISSING, rangeOf, standIn, type Draft } from "./parser-base";
import * as t from "./tokens";
import { K, type Token } from "./tokens";

const NOWHERE: Range = { start: 0, end: 0 };
const NOTHING: RelationValue = { kind: "none" };
/** More relations than this in one WHERE clause are refused by ScyllaDB's parser (S-LEX-7). */
const MOST_RELATIONS = 100;

/** A relation or condition while it is read: pushed before its value, so that half-typed text keeps the column. */
type Compared = Pick<Draft<Relation>, "operator" | "operatorRange" | "value"> & { readonly left?: Relation["left"] };

function isComparison({ tokenType: type }: Token): boolean {
  return type === t.Equal || type === t.Less || type === t.LessEqual || type === t.Greater || type === t.GreaterEqual || type === t.NotEqual;
}

/** WHERE, IF and USING. */
export abstract class RelationParser extends ExpressionParser {
  private operatorAlternatives: IOrAlt<void>[] | undefined;
  /** What `operatorAlternatives` fill in: the arrays are made once, so they cannot capture it. */
  private compared: Compared = { operator: "=", operatorRange: NOWHERE, value: NOTHING };
  /** Whether a condition (IF) is read: it has a few operators less than WHERE. */
  private isCondition = false;

  constructor(config: IParserConfig) {
    super(config);
  }

  /** `WHERE relation { AND relation }`; fills `relations` as it goes and gives the clause's range. */
  protected readonly whereClause = this.RULE("whereClause", (relations: Relation[] = standIn(), owner: { whereRange?: Range } = standIn()): void => {
    this.relationsBehind(this.CONSUME(K.where) as Token, relations, owner, (next) => this.AT_LEAST_ONE_SEP({ SEP: K.and, DEF: next }));
  });

  /** `whereClause`, by hand where it begins with a name: nearly always, and a rule costs some ten calls more. */
  protected where(relations: Relation[], owner: { whereRange?: Range }): void {
    if (!this.is(1, K.where) || !this.isName(2)) return this.SUBRULE(this.whereClause, { ARGS: [relations, owner] });
    this.relationsBehind(this.take(), relations, owner, (next) => this.list(K.and, next));
  }

  /** What stands behind WHERE, `each` relation read by `next`. */
  private relationsBehind(where: Token, relations: Relation[], owner: { whereRange?: Range }, each: (next: () => void) => void): void {
    owner.whereRange = rangeOf(where);
    this.isCondition = false;
    each(() => {
      if (!this.plainRelation(relations)) this.SUBRULE(this.relation, { ARGS: [relations] });
      owner.whereRange = this.from(where);
    });
    const tooMany = relations[MOST_RELATIONS];
    if (tooMany !== undefined) this.feature("many-relations", tooMany.range);
  }

  /** `column = term` by hand, for the terms that `plainTerm` reads; false, and nothing read, where something else stands next. */
  private plainRelation(relations: Relation[]): boolean {
    const operator = this.peek(2);
    if (!this.isName(1) || !isComparison(operator) || !this.isPlainTerm(3)) return false;
    const column = this.columnName(this.take());
    this.take();
    const term = this.takePlainTerm();
    // One literal inside another is made by a slow path of the engine, and most of a file's nodes are these.
    const left: Relation["left"] = { kind: "column", column, range: column.range };
    const value: RelationValue = { kind: "term", term };
    relations.push({ left, operator: operator.image as RelationOperator, operatorRange: rangeOf(operator), value, range: span(column.range, term.range) });
    return true;
  }

  private readonly relation = this.RULE("relation", (relations: Relation[] = standIn()): void => {
    const start = this.peek(1);
    const isTuple = this.isName(2) && (this.is(3, t.Comma) || this.is(3, t.RightParen));
    const next: Draft<Relation> = { left: { kind: "column", column: { value: "", quoted: false, range: NOWHERE }, range: NOWHERE }, operator: "=", operatorRange: NOWHERE, value: NOTHING, range: NOWHERE };
    this.OR([
      { ALT: () => {
        const column = this.columnName(this.CONSUME(t.Name) as Token);
        next.left = { kind: "column", column, range: column.range };
        next.range = column.range;
        this.ACTION(() => relations.push(next));
        this.OPTION(() => this.OR2([
          { ALT: () => {
            this.CONSUME(t.LeftBracket);
            const key = this.SUBRULE(this.expression);
            this.CONSUME(t.RightBracket);
            next.left = { kind: "entry", column, key, range: this.from(start) };
          } },
          { ALT: () => {
            const args: Expression[] = [];
            this.CONSUME(t.LeftParen);
            this.MANY_SEP({ SEP: t.Comma, DEF: () => void args.push(this.SUBRULE(this.callArgument)) });
            this.CONSUME(t.RightParen);
            const range = this.from(start);
            this.feature("call-relation", range);
            next.left = { kind: "call", call: { kind: "call", name: { name: column, range: column.range }, args, range }, range };
          } },
        ]));
        this.SUBRULE(this.operation, { ARGS: [next] });
        next.range = this.from(start);
        this.ACTION(() => this.checkOperation(next));
      } },
      { ALT: () => {
        const columns: Name[] = [];
        this.CONSUME(K.token);
        this.CONSUME2(t.LeftParen);
        this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => void columns.push(this.name(this.CONSUME2(t.Name) as Token)) });
        this.CONSUME2(t.RightParen);
        next.left = { kind: "token", columns, range: this.from(start) };
        next.range = next.left.range;
        this.ACTION(() => relations.push(next));
        this.SUBRULE2(this.operation, { ARGS: [next] });
        next.range = this.from(start);
        this.ACTION(() => this.checkOperation(next));
      } },
      { GATE: () => isTuple, ALT: () => {
        const columns: Name[] = [];
        this.CONSUME3(t.LeftParen);
        this.AT_LEAST_ONE_SEP2({ SEP: t.Comma, DEF: () => void columns.push(this.name(this.CONSUME3(t.Name) as Token)) });
        this.CONSUME3(t.RightParen);
        next.left = { kind: "tuple", columns, range: this.from(start) };
        next.range = next.left.range;
        this.ACTION(() => relations.push(next));
        this.SUBRULE3(this.operation, { ARGS: [next] });
        next.range = this.from(start);
        this.ACTION(() => this.checkOperation(next));
      } },
      { ALT: () => {
        this.CONSUME4(t.LeftParen);
        this.SUBRULE(this.relation, { ARGS: [relations] });
        this.CONSUME4(t.RightParen);
      } },
      { ALT: () => {
        const open = this.CONSUME(t.ExprOpen) as Token;
        const index = this.name(this.CONSUME4(t.Name) as Token);
        next.left = { kind: "expr", index, range: { start: open.startOffset, end: index.range.end } };
        next.range = next.left.range;
        next.operatorRange = rangeOf(open);
        next.value = { kind: "term", term: MISSING };
        this.feature("expr-relation", rangeOf(open));
        this.ACTION(() => relations.push(next));
        this.CONSUME(t.Comma);
        next.value = { kind: "term", term: this.SUBRULE2(this.expression) };
        this.CONSUME5(t.RightParen);
        next.range = this.from(start);
      } },
    ]);
  });

  /** An argument of ScyllaDB's `f(x) op v`: columns are named in it. */
  private readonly callArgument = this.RULE("callArgument", (): Expression => {
    this.selecting = true;
    const value = this.SUBRULE(this.expression);
    this.selecting = false;
    return value;
  });

  /** An operator and what stands right of it, written into `target`. */
  private readonly operation = this.RULE("operation", (target: Compared = standIn()): void => {
    this.compared = target;
    this.OR((this.operatorAlternatives ??= [
      { ALT: () => {
        const operator = this.CONSUME(t.Comparison) as Token;
        this.toTerm(operator.image as RelationOperator, operator);
        this.OPTION5({ GATE: () => this.compared.left?.kind === "tuple", DEF: () => {
          const bound = this.CONSUME(K.scylla_clustering_bound) as Token;
          this.feature("clustering-bound", rangeOf(bound));
        } });
        this.compared.value = { kind: "term", term: this.SUBRULE(this.expression) };
      } },
      { ALT: () => {
        const operator = this.CONSUME(K.in) as Token;
        this.toTerm("in", operator);
        this.SUBRULE(this.inValues);
      } },
      { ALT: () => {
        const operator = this.CONSUME(K.contains) as Token;
        this.toTerm("contains", operator);
        this.OPTION(() => {
          this.CONSUME(K.key);
          this.toTerm("contains key", operator);
        });
        this.compared.value = { kind: "term", term: this.SUBRULE2(this.expression) };
      } },
      { ALT: () => {
        const operator = this.CONSUME(K.like) as Token;
        this.toTerm("like", operator);
        if (this.isCondition) this.feature("condition-like", rangeOf(operator));
        this.compared.value = { kind: "term", term: this.SUBRULE3(this.expression) };
      } },
      { ALT: () => {
        const is = this.CONSUME(K.is) as Token;
        this.CONSUME(K.not);
        this.CONSUME(K.null);
        this.toTerm("is not null", is);
        this.compared.value = NOTHING;
      } },
      { ALT: () => {
        const not = this.CONSUME2(K.not) as Token;
        this.OR2([
          { ALT: () => {
            this.CONSUME2(K.in);
            this.toTerm("not in", not);
            this.feature(this.isCondition ? "condition-not-in" : "not-in", this.compared.operatorRange);
            this.SUBRULE2(this.inValues);
          } },
          { ALT: () => {
            this.CONSUME2(K.contains);
            this.toTerm("not contains", not);
            this.OPTION2(() => {
              this.CONSUME2(K.key);
              this.toTerm("not contains key", not);
            });
            this.feature("not-contains", this.compared.operatorRange);
            this.compared.value = { kind: "term", term: this.SUBRULE4(this.expression) };
          } },
        ]);
      } },
      { ALT: () => {
        const between = this.CONSUME(K.between) as Token;
        this.toTerm("between", between);
        this.feature("between", rangeOf(between));
        const from = this.SUBRULE5(this.expression);
        this.compared.value = { kind: "between", from, to: MISSING };
        this.CONSUME(K.and);
        this.compared.value = { kind: "between", from, to: this.SUBRULE6(this.expression) };
      } },
    ]));
  });

  private toTerm(operator: RelationOperator, first: Token): void {
    this.compared.operator = operator;
    this.compared.value = { kind: "term", term: MISSING };
    this.compared.operatorRange = this.from(first);
  }

  /** `( … )` or a marker behind IN. */
  private readonly inValues = this.RULE("inValues", (): void => this.OR([
    { ALT: () => {
      const items: Expression[] = [];
      const open = this.CONSUME(t.LeftParen) as Token;
      this.compared.value = { kind: "list", items, range: rangeOf(open) };
      const item = (): void => void items.push(this.plainTerm() ?? this.SUBRULE(this.expression));
      if (this.beginsOperand(1)) this.list(t.Comma, item);
      else this.MANY_SEP({ SEP: t.Comma, DEF: item });
      this.CONSUME(t.RightParen);
      this.compared.value = { kind: "list", items, range: this.from(open) };
    } },
    { ALT: () => {
      this.compared.value = { kind: "term", term: this.SUBRULE(this.marker) };
    } },
    { ALT: () => {
      const template = this.CONSUME(t.Template) as Token;
      this.compared.value = { kind: "term", term: { kind: "template", text: template.image, range: rangeOf(template) } };
    } },
  ]));

  /** Which operators and values go with which left side (reading.md 2.1). */
  private checkOperation({ left, operator, operatorRange, value }: Relation): void {
    const isComparison = value.kind === "term" && operator !== "in" && operator !== "not in" && operator !== "like" && !operator.includes("contains");
    if (left.kind === "column") return;
    if (left.kind === "entry" || left.kind === "token" || left.kind === "call") {
      if (left.kind === "token" && operator === "between") return;
      if (operator === "like") this.feature("like-on-other", operatorRange);
      else if (!isComparison && left.kind !== "call") this.refuse(this.tokenAt(operatorRange.start), "operator-not-here", { operator: operator.toUpperCase() });
      return;
    }
    if (left.kind !== "tuple") return;
    if (operator === "like" ) this.feature("like-on-other", operatorRange);
    else if (operator === "between" && value.kind === "between") [value.from, value.to].forEach((side) => this.checkTuple(side));
    else if (isComparison) this.checkTuple(value.term);
    else if (operator !== "in" && operator !== "not in") this.refuse(this.tokenAt(operatorRange.start), "operator-not-here", { operator: operator.toUpperCase() });
    if (operator === "not in") this.feature("tuple-not-in", operatorRange);
    if (value.kind === "list") {
      const [first] = value.items;
      for (const item of value.items) {
        this.checkTuple(item);
        if (first !== undefined && item.kind !== "template" && first.kind !== "template" && item.kind !== first.kind) this.refuse(this.tokenAt(item.range.start), "tuple-expected");
      }
    }
  }

  private checkTuple(term: Expression): void {
    if (term.kind === "tuple" || term.kind === "marker" || term.kind === "template" || term.kind === "missing") return;
    this.refuse(this.tokenAt(term.range.start), "tuple-expected");
  }

  // ---- IF -------------------------------------------------------------------------------------------------------

  /** `IF EXISTS` or `IF condition { AND condition }`. */
  protected readonly ifClause = this.RULE("ifClause", (conditions: Condition[] = standIn(), owner: { ifExists?: Range } = standIn()): void => {
    const start = this.CONSUME(K.if) as Token;
    this.isCondition = true;
    const exists = this.is(1, K.exists) && this.endsClause(2);
    this.OR([
      { GATE: () => exists, ALT: () => {
        this.CONSUME(K.exists);
        owner.ifExists = this.from(start);
      } },
      { ALT: () => this.AT_LEAST_ONE_SEP({ SEP: K.and, DEF: () => this.SUBRULE(this.condition, { ARGS: [conditions] }) }) },
    ]);
  });

  /** Whether a statement may end before the token at a distance: `exists` is a column's name otherwise. */
  private endsClause(distance: number): boolean {
    const type = this.peek(distance).tokenType;
    return type !== K.in && type !== K.contains && type !== t.Dot && type !== t.LeftBracket && type.CATEGORIES?.includes(t.Comparison) !== true;
  }

  private readonly condition = this.RULE("condition", (conditions: Condition[] = standIn()): void => {
    const start = this.CONSUME(t.Name) as Token;
    const column = this.name(start);
    const next: Draft<Condition> & Compared = { column, operator: "=", value: NOTHING, range: column.range, operatorRange: NOWHERE };
    this.ACTION(() => conditions.push(next));
    this.OPTION(() => this.OR([
      { ALT: () => {
        this.CONSUME(t.LeftBracket);
        next.key = this.SUBRULE(this.expression);
        this.CONSUME(t.RightBracket);
      } },
      { ALT: () => {
        this.CONSUME(t.Dot);
        next.field = this.name(this.CONSUME2(t.Name) as Token);
      } },
    ]));
    this.SUBRULE(this.operation, { ARGS: [next] });
    next.range = this.from(start);
    this.ACTION(() => {
      const { operator, operatorRange } = next;
      if (operator === "between" || operator === "is not null" || operator.startsWith("not contains")) this.refuse(this.tokenAt(operatorRange.start), "operator-not-here", { operator: operator.toUpperCase() });
      if (operator.startsWith("contains")) {
        if (next.key !== undefined || next.field !== undefined) this.refuse(this.tokenAt(operatorRange.start), "operator-not-here", { operator: operator.toUpperCase() });
        this.feature("condition-contains", operatorRange);
      }
    });
  });

  // ---- USING ----------------------------------------------------------------------------------------------------

  /** `USING TIMESTAMP n AND TTL n` (and ScyllaDB's TIMEOUT, SERVICE LEVEL, CONCURRENCY). */
  protected readonly usingClause = this.RULE("usingClause", (using: Using[] = standIn()): void => {
    this.CONSUME(K.using);
    this.AT_LEAST_ONE_SEP({ SEP: K.and, DEF: () => this.SUBRULE(this.usingPart, { ARGS: [using] }) });
  });

  private readonly usingPart = this.RULE("usingPart", (using: Using[] = standIn()): void => {
    const start = this.peek(1);
    const push = (kind: Using["kind"], value: Expression | Name): void => void using.push({ kind, value, range: this.from(start) });
    this.OR([
      { ALT: () => {
        this.CONSUME(K.timestamp);
        push("timestamp", this.plainInteger() ?? this.SUBRULE(this.integerOrMarker));
      } },
      { ALT: () => {
        this.CONSUME(K.ttl);
        push("ttl", this.plainInteger() ?? this.SUBRULE2(this.integerOrMarker));
      } },
      { ALT: () => {
        this.CONSUME(K.timeout);
        this.feature("using-timeout", this.from(start));
        push("timeout", this.SUBRULE(this.expression));
      } },
      { ALT: () => {
        this.CONSUME(K.concurrency);
        this.feature("using-concurrency", this.from(start));
        push("concurrency", this.SUBRULE3(this.integerOrMarker));
      } },
      { ALT: () => {
        this.CONSUME(K.service);
        this.CONSUME(K.level);
        this.feature("using-service-level", this.from(start));
        push("service level", this.name(this.CONSUME(t.Name) as Token));
      } },
    ]);
  });

  /** `integerOrMarker` by hand, for the two that are one token; undefined, and nothing read, where something else stands next. */
  protected plainInteger(): Expression | undefined {
    if (this.is(1, t.IntegerLiteral)) return this.constant(this.take());
    return this.is(1, t.Question) ? this.marked({ kind: "marker", range: rangeOf(this.take()) }) : undefined;
  }

  /** What TIMESTAMP, TTL and LIMIT take: an integer or a marker, no expression. */
  protected readonly integerOrMarker = this.RULE("integerOrMarker", (): Expression => this.OR([
    { ALT: (): Expression => this.constant(this.CONSUME(t.IntegerLiteral) as Token) },
    { ALT: (): Expression => this.SUBRULE(this.marker) },
    { ALT: (): Expression => {
      const template = this.CONSUME(t.Template) as Token;
      return { kind: "template", text: template.image, range: rangeOf(template) };
    } },
  ]));
}
