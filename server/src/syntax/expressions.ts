import type { IOrAlt } from "chevrotain";
import { TOO_DEEP, type Expression, type MapEntry, type Marker, type TypeReference } from "./ast";
import { rangeOf, standIn } from "./parser-base";
import * as t from "./tokens";
import { K, type Token } from "./tokens";
import { CONSTANT_TYPES, TypeParser } from "./types";

type Operator = "+" | "-" | "*" | "/" | "%";

/** Tokens behind which no operator, field or element can go on with an operand. */
const ENDS_TERM = t.tokenSet([t.Comma, t.Colon, t.RightParen, t.RightBracket, t.RightBrace, t.Semicolon, t.END, K.and, K.where, K.if, K.using, K.from, K.as, K.order, K.limit, K.allow]);
/** Terms and selectors of one token. */
const PLAIN_TERMS = t.tokenSet([t.Question, ...CONSTANT_TYPES.keys()]);
const PLAIN_SELECTORS = t.tokenSet([t.Question, t.Identifier, ...CONSTANT_TYPES.keys()]);
const BEGINS_OPERAND = t.tokenSet([...CONSTANT_TYPES.keys(), K.null, t.Question, t.LeftParen, t.LeftBracket, t.LeftBrace, K.token, ...t.NAMES.filter((type) => type !== K.as)]);

/** Terms, and the selectors of a select list. */
export abstract class ExpressionParser extends TypeParser {
  private coreAlternatives: IOrAlt<Expression>[] | undefined;

  // ---- expressions ----------------------------------------------------------------------------------------------

  /**
   * Whether the token at a distance is an expression by itself: a literal, `?`, or a column of a select list. Most are, and
   * reading them by hand (`plainTerm`, and what is built on it) makes a long file 8 to 14 % faster to open (docs/performance.md).
   */
  protected isPlainTerm(distance: number): boolean {
    return this.isAmong(this.selecting ? PLAIN_SELECTORS : PLAIN_TERMS, distance) && this.isAmong(ENDS_TERM, distance + 1);
  }

  /** The expression that the next token is by itself; undefined, and nothing read, where it is not. */
  protected plainTerm(): Expression | undefined {
    return this.isPlainTerm(1) ? this.takePlainTerm() : undefined;
  }

  /** The next token as the expression that it is by itself: for short cuts that have asked `isPlainTerm`. */
  protected takePlainTerm(): Expression {
    const token = this.take();
    if (token.tokenType === t.Question) return this.marked({ kind: "marker", range: rangeOf(token) });
    if (token.tokenType !== t.Identifier) return this.constant(token);
    const name = this.name(token);
    return { kind: "column", name, range: name.range };
  }

  /** A term, or an expression of a select list when `selecting`; only there may several minus signs stand in a row. Operators are folded by precedence here, in one rule. */
  protected readonly expression = this.RULE("expression", (): Expression => {
    const start = this.peek(1);
    let operands: Expression[] | undefined;
    let operators: Operator[] | undefined;
    let negations = 0;
    if (this.may(t.Minus)) this.MANY({ GATE: () => this.selecting || negations === 0, DEF: () => {
      this.CONSUME(t.Minus);
      negations++;
    } });
    let value = this.SUBRULE(this.core);
    if (negations > 0 && !this.RECORDING_PHASE) value = this.negated(value, negations, start);
    if (this.may(t.Arithmetic)) this.MANY2({ GATE: () => this.operatorAhead(), DEF: () => {
      const operator = this.CONSUME(t.Arithmetic) as Token;
      const operandStart = this.peek(1);
      let inner = 0;
      this.MANY3({ GATE: () => this.selecting || inner === 0, DEF: () => {
        this.CONSUME2(t.Minus);
        inner++;
      } });
      let operand = this.SUBRULE2(this.core);
      if (this.RECORDING_PHASE) return;
      if (inner > 0) operand = this.negated(operand, inner, operandStart);
      (operands ??= [value]).push(operand);
      (operators ??= []).push(operator.image as Operator);
      if (operators.length > 500) this.refuse(operator, TOO_DEEP);
    } });
    if (operands !== undefined && operators !== undefined) {
      this.feature("arithmetic", this.from(start));
      value = fold(operands, operators);
    }
    return value;
  });

  private negated(operand: Expression, times: number, start: Token): Expression {
    if (times > 100) this.refuse(start, TOO_DEEP);
    let value = operand;
    for (let i = 0; i < times; i++) value = { kind: "negate", operand: value, range: { start: start.startOffset, end: operand.range.end } };
    // The sign of NaN and Infinity stands apart in ScyllaDB (S-LEX-5).
    if (times > 1 || operand.kind !== "constant" || !/^(?:nan|infinity)$/i.test(operand.value)) this.feature("arithmetic", value.range);
    return value;
  }

  /** In a term, `+` before a bare name ends the term: `SET c = [1] + c` (the prepend form). */
  private operatorAhead(): boolean {
    return this.selecting || !this.is(1, t.Plus) || !this.isName(2) || this.is(3, t.LeftParen) || this.is(3, t.Dot);
  }

  /** An operand: a literal, a marker, a call, a name, something in brackets; with the fields and elements read from it. */
  protected readonly core = this.RULE("core", (): Expression => {
    const start = this.peek(1);
    let value = this.OR((this.coreAlternatives ??= [
      { ALT: (): Expression => this.constant(this.CONSUME(t.Literal) as Token) },
      { ALT: (): Expression => {
        const token = this.CONSUME(K.null) as Token;
        return { kind: "null", range: { start: token.startOffset, end: token.end } };
      } },
      { ALT: (): Expression => this.SUBRULE(this.marker) },
      { ALT: (): Expression => this.SUBRULE(this.named) },
      { ALT: (): Expression => this.SUBRULE(this.parenthesised) },
      { ALT: (): Expression => this.SUBRULE(this.bracketed) },
      { ALT: (): Expression => this.SUBRULE(this.braced) },
    ]));
    if (!this.selecting && !this.RECORDING_PHASE) return value;
    let steps = 0;
    this.MANY(() => this.OR2([
      { ALT: () => {
        this.CONSUME(t.Dot);
        const field = this.name(this.CONSUME(t.Name) as Token);
        value = { kind: "field", operand: value, field, range: this.from(start) };
        if (++steps > 100) this.refuse(this.peek(0), TOO_DEEP);
      } },
      { ALT: () => {
        value = this.SUBRULE(this.subscript, { ARGS: [value, start] });
        if (++steps > 100) this.refuse(this.peek(0), TOO_DEEP);
      } },
    ]));
    return value;
  });

  /** `[key]`, `[from..to]`, `[from..]`, `[..to]` of a select list; keys are terms. */
  private readonly subscript = this.RULE("subscript", (operand: Expression = standIn(), start: Token = standIn()): Expression => {
    const wasSelecting = this.selecting;
    this.selecting = false;
    let from: Expression | undefined;
    let to: Expression | undefined;
    let isSlice = false;
    this.CONSUME(t.LeftBracket);
    this.OPTION(() => {
      from = this.SUBRULE(this.expression);
    });
    this.OPTION2(() => {
      this.CONSUME(t.DotDot);
      isSlice = true;
      this.OPTION3(() => {
        to = this.SUBRULE2(this.expression);
      });
    });
    if (!this.RECORDING_PHASE && from === undefined && to === undefined) this.refuse(this.peek(1));
    this.CONSUME(t.RightBracket);
    this.selecting = wasSelecting;
    const range = this.from(start);
    if (isSlice) this.feature("element-slice", range);
    return isSlice ? { kind: "slice", operand, from, to, range } : { kind: "element", operand, key: from as Expression, range };
  });

  /** `?` or `:name` */
  protected readonly marker = this.RULE("marker", (): Expression => this.OR([
    { ALT: (): Expression => this.marked({ kind: "marker", range: { start: (this.CONSUME(t.Question) as Token).startOffset, end: this.peek(0).end } }) },
    { ALT: (): Expression => {
      const colon = this.CONSUME(t.Colon) as Token;
      const name = this.name(this.CONSUME(t.Name) as Token);
      return this.marked({ kind: "marker", name, range: { start: colon.startOffset, end: name.range.end } });
    } },
  ]));

  protected marked(marker: Marker): Marker {
    this.markers.push(marker);
    return marker;
  }

  /** What begins with a name: a call, or (in a select list) a column. */
  private readonly named = this.RULE("named", (): Expression => {
    const first = this.CONSUME(t.FunctionName) as Token;
    let second: Token | null = null;
    this.OPTION({ GATE: () => this.is(3, t.LeftParen), DEF: () => {
      this.CONSUME(t.Dot);
      second = this.CONSUME2(t.FunctionName) as Token;
    } });
    let call: Expression | undefined;
    this.OPTION2(() => {
      call = this.SUBRULE(this.callArguments, { ARGS: [first, second] });
    });
    if (call !== undefined && !this.RECORDING_PHASE) return call;
    if (first.tokenType === t.Template) return { kind: "template", text: first.image, range: { start: first.startOffset, end: first.end } };
    if (first.tokenType === K.token) this.refuse(first, "reserved-word", { name: "token", quoted: '"token"' });
    if (!this.selecting && !this.RECORDING_PHASE) this.refuse(first, "column-in-term");
    const name = this.name(first);
    return { kind: "column", name, range: name.range };
  });

  /** `( … )` behind a function's name; COUNT(*), CAST(x AS type), WRITETIME(c) and their kin have forms of their own. */
  private readonly callArguments = this.RULE("callArguments", (first: Token = standIn(), second: Token | null = standIn()): Expression => {
    const args: Expression[] = [];
    let star: Token | undefined;
    let castType: TypeReference | undefined;
    this.CONSUME(t.LeftParen);
    this.OPTION(() => this.OR([
      { ALT: () => {
        star = this.CONSUME(t.Star) as Token;
      } },
      { ALT: () => this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => {
        args.push(this.SUBRULE(this.expression));
        this.OPTION2(() => {
          const as = this.CONSUME(K.as) as Token;
          if (!this.RECORDING_PHASE && (first.tokenType !== K.cast || second !== null || args.length > 1)) this.refuse(as);
          castType = this.SUBRULE(this.nativeType);
        });
      } }) },
    ]));
    if (!this.RECORDING_PHASE && first.tokenType === K.cast && second === null && castType === undefined) this.refuse(this.peek(1), "syntax-error", { expected: "AS" });
    this.CONSUME(t.RightParen);
    return this.ACTION(() => this.call(first, second, args, star, castType));
  });

  private call(first: Token, second: Token | null, args: Expression[], star: Token | undefined, castType: TypeReference | undefined): Expression {
    const range = this.from(first);
    const type = second === null ? first.tokenType : undefined;
    const [operand] = args;
    if (star !== undefined) {
      if (type !== K.count || !this.selecting) this.refuse(star);
      return { kind: "countStar", range };
    }
    if (castType !== undefined && operand !== undefined) {
      if (args.length !== 1) this.refuse(this.peek(0));
      if (!this.selecting) {
        this.feature("cast-in-term", range);
        if (operand.kind === "binary" || operand.kind === "negate") this.refuse(this.tokenAt(operand.range.start));
      }
      return { kind: "cast", operand, type: castType, range };
    }
    if (type === K.writetime || type === K.ttl || type === K.maxwritetime) {
      const name = first.image.toLowerCase() as "writetime" | "ttl" | "maxwritetime";
      const problem = this.writetimeProblem(operand, args);
      if (this.selecting && operand !== undefined && problem === undefined) {
        if (operand.kind !== "column") this.feature("writetime-of-element", operand.range);
        return { kind: "writetime", name, operand, range };
      }
      if (type !== K.maxwritetime) this.refuse(this.selecting && operand !== undefined ? this.tokenAt(operand.range.start) : this.selecting ? this.peek(0) : first, "writetime-of-column");
    }
    const keyspace = second === null ? undefined : this.name(first);
    const name = this.functionName(second ?? first);
    return { kind: "call", name: { keyspace, name, range: { start: first.startOffset, end: (second ?? first).end } }, args, range };
  }

  /** WRITETIME and TTL read one column, one field or one element of it. */
  private writetimeProblem(operand: Expression | undefined, args: readonly Expression[]): string | undefined {
    let inner = operand;
    while (inner?.kind === "field" || inner?.kind === "element" || inner?.kind === "slice") inner = inner.operand;
    return args.length === 1 && (inner?.kind === "column" || inner?.kind === "template") ? undefined : "no column";
  }

  /** `(type) operand`, `(a)`, `(a, b)` */
  private readonly parenthesised = this.RULE("parenthesised", (): Expression => {
    const open = this.peek(1);
    const isHint = this.hintAhead();
    this.CONSUME(t.LeftParen);
    return this.OR([
      { GATE: () => isHint, ALT: (): Expression => {
        const type = this.SUBRULE(this.typeReference);
        this.CONSUME(t.RightParen);
        const operand = this.SUBRULE(this.hinted);
        return { kind: "hint", type, operand, range: this.from(open) };
      } },
      { ALT: (): Expression => {
        const items: Expression[] = [];
        this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => void items.push(this.SUBRULE(this.expression)) });
        this.CONSUME2(t.RightParen);
        return { kind: "tuple", items, range: this.from(open) };
      } },
    ]);
  });

  private hintDepth = 0;

  /** The operand of a type hint; hints nest without brackets, so their depth is bounded here. */
  private readonly hinted = this.RULE("hinted", (): Expression => {
    if (++this.hintDepth > 50 && !this.RECORDING_PHASE) {
      this.hintDepth = 0;
      this.refuse(this.peek(1), TOO_DEEP);
    }
    const operand = this.SUBRULE(this.core);
    this.hintDepth--;
    return operand;
  });

  override start(tokens: Token[]): void {
    super.start(tokens);
    this.hintDepth = 0;
  }

  /** Whether `(` is followed by a type, `)` and the beginning of an operand. */
  private hintAhead(): boolean {
    if (this.RECORDING_PHASE) return true;
    const end = this.typeEnd(2);
    if (end < 0 || !this.is(end, t.RightParen)) return false;
    // What follows must be an operand: in a term, a name is one only where it is called.
    const behind = end + 1;
    if (!this.selecting && (this.isName(behind) || this.is(behind, K.token))) return this.is(behind + 1, t.LeftParen) || this.is(behind + 1, t.Dot);
    // A class name in quotes could be a text: `{('a'): now()}` is a map whose key is a tuple, `{('a'): x}` a hinted marker, as on the server.
    if (this.is(behind, t.Colon) && this.is(2, t.StringLiteral) && (this.is(behind + 2, t.LeftParen) || this.is(behind + 2, t.Dot))) return false;
    return this.beginsOperand(behind);
  }

  /** The distance behind the type that begins at a distance; -1: none does. */
  private typeEnd(begin: number): number {
    if (this.is(begin, t.StringLiteral)) return begin + 1;
    if (!this.isName(begin) && !this.is(begin, K.set)) return -1;
    let at = begin + 1;
    if (this.is(at, t.Dot) && this.isName(at + 1)) at += 2;
    if (!this.is(at, t.Less)) return at;
    for (let depth = 0; ; at++) {
      if (this.is(at, t.Less)) depth++;
      else if (this.is(at, t.Greater)) {
        if (--depth === 0) return at + 1;
      } else if (!this.isName(at) && !this.is(at, t.Comma) && !this.is(at, t.Dot) && !this.is(at, K.set) && !this.is(at, t.IntegerLiteral) && !this.is(at, t.StringLiteral)) return -1;
    }
  }

  /** Whether the token at a distance begins an operand. */
  protected beginsOperand(distance: number): boolean {
    return this.isAmong(BEGINS_OPERAND, distance) || (this.is(distance, t.Colon) && this.isName(distance + 1));
  }

  /** `[a, b]` */
  private readonly bracketed = this.RULE("bracketed", (): Expression => {
    const items: Expression[] = [];
    const open = this.CONSUME(t.LeftBracket) as Token;
    const item = (): void => void items.push(this.plainTerm() ?? this.SUBRULE(this.expression));
    if (this.beginsOperand(1)) this.list(t.Comma, item);
    else this.MANY_SEP({ SEP: t.Comma, DEF: item });
    this.CONSUME(t.RightBracket);
    return { kind: "list", items, range: this.from(open) };
  });

  /** `{a, b}`, `{k: v}`, and UDT literals, whose keys are names. */
  private readonly braced = this.RULE("braced", (): Expression => {
    const items: Expression[] = [];
    const entries: MapEntry[] = [];
    let hasNames: boolean | undefined;
    const open = this.CONSUME(t.LeftBrace) as Token;
    const item = (): void => {
      const start = this.peek(1);
      const key = this.plainTerm() ?? this.OR([
        { GATE: () => this.is(2, t.Colon), ALT: (): Expression => {
          const name = this.name(this.CONSUME(t.Name) as Token);
          return { kind: "column", name, range: name.range };
        } },
        { ALT: (): Expression => this.SUBRULE(this.expression) },
      ]);
      let value: Expression | undefined;
      this.maybe(0, t.Colon, () => {
        this.CONSUME(t.Colon);
        value = this.plainTerm() ?? this.SUBRULE2(this.expression);
      });
      if (this.RECORDING_PHASE) return;
      const isName = value !== undefined && key.kind === "column";
      if (value === undefined ? entries.length > 0 : items.length > 0) this.refuse(value === undefined ? this.peek(1) : start, "mixed-braces");
      if (hasNames !== undefined && hasNames !== isName && !this.selecting) this.refuse(start, "mixed-braces");
      hasNames = isName;
      if (value === undefined) items.push(key);
      else entries.push({ key, value });
    };
    if (this.beginsOperand(1)) this.list(t.Comma, item);
    else this.MANY_SEP({ SEP: t.Comma, DEF: item });
    this.CONSUME(t.RightBrace);
    const range = this.from(open);
    return entries.length > 0 ? { kind: "map", entries, range } : { kind: "set", items, range };
  });
}

/** Binary operators of equal precedence group to the left; `*`, `/`, `%` bind tighter than `+`, `-`. */
function fold(operands: readonly Expression[], operators: readonly Operator[]): Expression {
  const sums: Expression[] = [operands[0] as Expression];
  const signs: Operator[] = [];
  operators.forEach((operator, i) => {
    const right = operands[i + 1] as Expression;
    if (operator === "+" || operator === "-") {
      signs.push(operator);
      sums.push(right);
    } else sums.push(binary(operator, sums.pop() as Expression, right));
  });
  return signs.reduce((left, operator, i) => binary(operator, left, sums[i + 1] as Expression), sums[0] as Expression);
}

function binary(operator: Operator, left: Expression, right: Expression): Expression {
  return { kind: "binary", operator, left, right, range: { start: left.range.start, end: right.range.end } };
}
