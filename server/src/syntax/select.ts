import type { IParserConfig } from "chevrotain";
import type { Range } from "../text/range";
import type { Expression, Limit, Name, Ordering, QualifiedName, Select, Selector } from "./ast";
import { none, rangeOf, standIn, type Draft } from "./parser-base";
import { RelationParser } from "./relations";
import * as t from "./tokens";
import { K, type Token } from "./tokens";

/** SELECT. */
export abstract class SelectParser extends RelationParser {
  constructor(config: IParserConfig) {
    super(config);
  }

  readonly select = this.RULE("select", (): void => {
    const head = this.CONSUME(K.select) as Token;
    const node: Draft<Select> = this.open({
      kind: "select", range: rangeOf(head), head: rangeOf(head), markers: none(), json: false, distinct: undefined, selectors: none(), star: undefined, table: undefined,
      whereRange: undefined, where: none(), groupBy: none(), groupByRange: undefined, orderBy: none(), orderByRange: undefined,
      perPartitionLimit: undefined, limit: undefined, allowFiltering: undefined, using: none(),
    });
    if (this.may(K.json)) this.OPTION({ GATE: () => this.beginsSelectors(2), DEF: () => {
      this.CONSUME(K.json);
      node.json = true;
    } });
    if (this.may(K.distinct)) this.OPTION2({ GATE: () => this.beginsSelectors(2), DEF: () => {
      node.distinct = rangeOf(this.CONSUME(K.distinct) as Token);
    } });
    if (!this.plainSelectList(node)) this.SUBRULE(this.selectList, { ARGS: [node] });
    if (this.RECORDING_PHASE || !this.isAtEnd()) {
      this.CONSUME(K.from);
      node.table = this.plainSource() ?? this.SUBRULE(this.source, { ARGS: [node] });
    } else this.feature("select-without-from", rangeOf(head));
    this.maybe(4, K.where, () => this.where(node.where, node));
    this.maybe(5, K.group, () => this.SUBRULE(this.groupByClause, { ARGS: [node] }));
    this.maybe(6, K.order, () => this.SUBRULE(this.orderByClause, { ARGS: [node] }));
    if (this.RECORDING_PHASE || !this.isAtEnd()) this.selectTail(node);
  });

  protected isAtEnd(): boolean {
    return this.is(1, t.END);
  }

  /** Whether selectors begin at a distance: JSON and DISTINCT before them are keywords, otherwise columns (R-SYN-2). */
  private beginsSelectors(distance: number): boolean {
    return this.is(distance, t.Star) || this.is(distance, t.Minus) || this.beginsOperand(distance);
  }

  protected readonly selectList = this.RULE("selectList", (node: { selectors: Selector[]; star?: Range } = standIn()): void => {
    this.OR([
      { ALT: () => {
        node.star = rangeOf(this.CONSUME(t.Star) as Token);
      } },
      { ALT: () => this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.selector(node) }) },
    ]);
  });

  /** A list of selectors by hand; false, and nothing read, where something else stands next. */
  private plainSelectList(node: { selectors: Selector[] }): boolean {
    if (!this.beginsOperand(1)) return false;
    this.list(t.Comma, () => this.selector(node));
    return true;
  }

  /** One selector, a part of the rule above. */
  private selector(node: { selectors: Selector[] }): void {
    const start = this.peek(1);
    this.selecting = true;
    const expression = this.plainTerm() ?? this.SUBRULE(this.expression);
    this.selecting = false;
    let alias: Name | undefined;
    this.maybe(0, K.as, () => {
      this.CONSUME(K.as);
      alias = this.name(this.CONSUME(t.Name) as Token);
    });
    if (!this.RECORDING_PHASE) node.selectors.push({ expression, alias, range: this.from(start) });
  }

  /** What FROM names, if it is a table; undefined, and nothing read, where it may be something else. */
  private plainSource(): QualifiedName | undefined {
    return this.is(2, t.LeftParen) ? undefined : this.plainQualifiedName();
  }

  private readonly source = this.RULE("source", (node: Draft<Select> = standIn()): QualifiedName => {
    let table: QualifiedName | undefined;
    this.OR([
      { GATE: () => this.is(2, t.LeftParen), ALT: () => {
        const start = this.CONSUME(K.mutation_fragments) as Token;
        this.CONSUME(t.LeftParen);
        node.table = table = this.SUBRULE(this.qualifiedName);
        this.CONSUME(t.RightParen);
        node.mutationFragments = this.from(start);
        this.feature("mutation-fragments", node.mutationFragments);
      } },
      { ALT: () => {
        table = this.SUBRULE2(this.qualifiedName);
      } },
    ]);
    return table as unknown as QualifiedName;
  });

  private readonly groupByClause = this.RULE("groupByClause", (node: Draft<Select> = standIn()): void => {
    const start = this.CONSUME(K.group) as Token;
    this.CONSUME(K.by);
    node.groupByRange = this.from(start);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => {
      this.selecting = true;
      const expression = this.SUBRULE(this.expression);
      this.selecting = false;
      this.ACTION(() => {
        if (expression.kind !== "column") this.feature("group-by-expression", expression.range);
        node.groupBy.push({ expression, range: expression.range });
      });
    } });
    node.groupByRange = this.from(start);
  });

  private readonly orderByClause = this.RULE("orderByClause", (node: Draft<Select> = standIn()): void => {
    const start = this.CONSUME(K.order) as Token;
    this.CONSUME(K.by);
    node.orderByRange = this.from(start);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => {
      const first = this.CONSUME(t.Name) as Token;
      let column = this.columnName(first);
      let ann: Expression | undefined;
      this.OPTION(() => this.OR([
        { ALT: () => {
          const word = this.CONSUME(K.ann) as Token;
          this.CONSUME(K.of);
          this.feature("ann", this.from(word));
          ann = this.SUBRULE(this.expression);
        } },
        { GATE: () => first.tokenType === K.ann || first.image.toLowerCase() === "bm25", ALT: () => {
          this.CONSUME(t.LeftParen);
          column = this.name(this.CONSUME2(t.Name) as Token);
          this.CONSUME(t.Comma);
          ann = this.SUBRULE2(this.expression);
          this.CONSUME(t.RightParen);
          this.ACTION(() => this.dropUse("ann", first.startOffset));
          this.feature("ann-function", this.from(first));
        } },
      ]));
      let direction: Ordering["direction"];
      this.OPTION2(() => this.OR2([
        { ALT: () => {
          this.CONSUME(K.asc);
          direction = "asc";
        } },
        { ALT: () => {
          this.CONSUME(K.desc);
          direction = "desc";
        } },
      ]));
      this.ACTION(() => node.orderBy.push({ column, ann, direction, range: this.from(first) }));
    } });
    node.orderByRange = this.from(start);
  });

  /** PER PARTITION LIMIT, LIMIT, ALLOW FILTERING, and ScyllaDB's BYPASS CACHE and USING, in this order: the end of the rule above. */
  private selectTail(node: Draft<Select>): void {
    this.maybe(7, K.per, () => {
      const start = this.CONSUME(K.per) as Token;
      this.CONSUME(K.partition);
      node.perPartitionLimit = this.limitClause(0, start);
    });
    this.maybe(8, K.limit, () => {
      node.limit = this.limitClause(2, this.peek(1));
    });
    this.maybe(9, K.allow, () => {
      const start = this.CONSUME(K.allow) as Token;
      this.CONSUME(K.filtering);
      node.allowFiltering = this.from(start);
    });
    this.maybe(10, K.bypass, () => {
      const start = this.CONSUME(K.bypass) as Token;
      this.CONSUME(K.cache);
      node.bypassCache = this.from(start);
      this.feature("bypass-cache", node.bypassCache);
    });
    this.maybe(11, K.using, () => {
      const start = this.peek(1);
      this.SUBRULE(this.usingClause, { ARGS: [node.using] });
      this.ACTION(() => this.feature("select-using", this.from(start)));
    });
  }

  /** A LIMIT, which is the `index`th of its rule. */
  private limitClause(index: number, start: Token): Limit {
    this.consume(index, K.limit);
    const value = this.plainInteger() ?? this.subrule(index, this.integerOrMarker);
    return { value, range: this.from(start) };
  }
}
