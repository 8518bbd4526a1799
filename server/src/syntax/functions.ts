import type { TokenType } from "chevrotain";
import type { CreateAggregate, CreateFunction, CreateTrigger, DropFunction, DropTrigger, Name, TypeReference } from "./ast";
import { DefinitionParser } from "./definitions";
import { rangeOf, type Draft } from "./parser-base";
import * as t from "./tokens";
import { K, type Token } from "./tokens";

/** Functions, aggregates and triggers. */
export abstract class FunctionParser extends DefinitionParser {
  // ---- functions, aggregates, triggers ----------------------------------------------------------------------------

  readonly createFunction = this.RULE("createFunction", (): void => {
    const start = this.CONSUME(K.create) as Token;
    const node: Draft<CreateFunction> = this.open({
      kind: "create-function", range: rangeOf(start), head: rangeOf(start), markers: [], name: undefined, orReplace: false, ifNotExists: false, parameters: [],
      nullInput: undefined, returns: undefined, language: undefined, body: undefined,
    });
    this.headOf(node, start, K.function);
    this.MANY_SEP({ SEP: t.Comma, DEF: () => {
      const name = this.name(this.CONSUME(t.Name) as Token);
      node.parameters.push({ name, type: this.SUBRULE(this.typeReference) });
    } });
    this.CONSUME(t.RightParen);
    this.OR([
      { ALT: () => {
        this.CONSUME(K.called);
        node.nullInput = "called";
      } },
      { ALT: () => {
        this.CONSUME(K.returns);
        this.CONSUME(K.null);
        node.nullInput = "returns null";
      } },
    ]);
    this.CONSUME(K.on);
    this.CONSUME2(K.null);
    this.CONSUME(K.input);
    this.CONSUME2(K.returns);
    node.returns = this.SUBRULE2(this.typeReference);
    this.CONSUME(K.language);
    const language = this.CONSUME2(t.Name) as Token;
    if (language.tokenType === t.QuotedName) this.refuse(language, "syntax-error", { expected: "a plain word" });
    node.language = this.plainWord(language);
    this.CONSUME(K.as);
    node.body = this.constant(this.CONSUME(t.StringLiteral) as Token);
  });

  /** What CREATE FUNCTION and CREATE AGGREGATE (`word`) share, from OR REPLACE to the parameters' parenthesis; it takes the rule's first two options. */
  private headOf(node: Draft<CreateFunction> | Draft<CreateAggregate>, start: Token, word: TokenType): void {
    this.OPTION(() => {
      this.CONSUME(K.or);
      this.CONSUME(K.replace);
      node.orReplace = true;
    });
    this.CONSUME(word);
    node.head = this.from(start);
    this.OPTION2(() => {
      const range = this.SUBRULE(this.ifNotExists);
      node.ifNotExists = true;
      this.ACTION(() => {
        if (node.orReplace) this.feature("or-replace-if-not-exists", range);
      });
    });
    node.name = this.SUBRULE(this.qualifiedFunction);
    this.CONSUME(t.LeftParen);
  }

  /** A user name or a language: a plain identifier, no keyword (L-KW-4). */
  protected plainWord(token: Token): Name {
    const name = this.name(token);
    if (token.tokenType !== t.Identifier && token.tokenType !== t.QuotedName && token.tokenType !== t.Template) this.feature(`plain-word:${name.value}`, name.range);
    return name;
  }

  readonly createAggregate = this.RULE("createAggregate", (): void => {
    const start = this.CONSUME(K.create) as Token;
    const node: Draft<CreateAggregate> = this.open({
      kind: "create-aggregate", range: rangeOf(start), head: rangeOf(start), markers: [], name: undefined, orReplace: false, ifNotExists: false, parameters: [],
      stateFunction: undefined, stateType: undefined, finalFunction: undefined, reduceFunction: undefined, initialCondition: undefined,
    });
    this.headOf(node, start, K.aggregate);
    this.MANY_SEP({ SEP: t.Comma, DEF: () => void node.parameters.push(this.SUBRULE(this.typeReference)) });
    this.CONSUME(t.RightParen);
    this.CONSUME(K.sfunc);
    node.stateFunction = this.functionName(this.CONSUME(t.FunctionName) as Token);
    this.CONSUME(K.stype);
    node.stateType = this.SUBRULE2(this.typeReference);
    this.OPTION3(() => {
      const word = this.CONSUME(K.reducefunc) as Token;
      node.reduceFunction = this.functionName(this.CONSUME2(t.FunctionName) as Token);
      this.feature("reducefunc", this.from(word));
    });
    this.OPTION4(() => {
      this.CONSUME(K.finalfunc);
      node.finalFunction = this.functionName(this.CONSUME3(t.FunctionName) as Token);
    });
    this.OPTION5(() => {
      this.CONSUME(K.initcond);
      node.initialCondition = this.SUBRULE(this.expression);
    });
  });

  protected readonly typeList = this.RULE("typeList", (): TypeReference[] => {
    const types: TypeReference[] = [];
    this.CONSUME(t.LeftParen);
    this.MANY_SEP({ SEP: t.Comma, DEF: () => void types.push(this.SUBRULE(this.typeReference)) });
    this.CONSUME(t.RightParen);
    return types;
  });

  readonly dropFunction = this.RULE("dropFunction", (): void => {
    const start = this.CONSUME(K.drop) as Token;
    const node: Draft<DropFunction> = this.open({ kind: "drop-function", range: rangeOf(start), head: rangeOf(start), markers: [], name: undefined, ifExists: false, parameters: undefined as never });
    this.OR([
      { ALT: () => this.CONSUME(K.function) },
      { ALT: () => {
        this.CONSUME(K.aggregate);
        node.kind = "drop-aggregate";
      } },
    ]);
    node.head = this.from(start);
    this.OPTION(() => {
      this.SUBRULE(this.ifExists);
      node.ifExists = true;
    });
    node.name = this.SUBRULE(this.qualifiedFunction);
    this.OPTION2(() => {
      node.parameters = this.SUBRULE(this.typeList);
    });
  });

  readonly createTrigger = this.RULE("createTrigger", (): void => {
    const start = this.CONSUME(K.create) as Token;
    this.CONSUME(K.trigger);
    const node: Draft<CreateTrigger> = this.open({ kind: "create-trigger", range: rangeOf(start), head: this.from(start), markers: [], name: undefined, table: undefined, ifNotExists: false, className: undefined });
    this.feature("trigger", node.head);
    this.OPTION(() => {
      this.SUBRULE(this.ifNotExists);
      node.ifNotExists = true;
    });
    node.name = this.name(this.CONSUME(t.Name) as Token);
    this.CONSUME(K.on);
    node.table = this.SUBRULE(this.qualifiedName);
    this.CONSUME(K.using);
    node.className = this.constant(this.CONSUME(t.StringLiteral) as Token);
  });

  readonly dropTrigger = this.RULE("dropTrigger", (): void => {
    const start = this.CONSUME(K.drop) as Token;
    this.CONSUME(K.trigger);
    const node: Draft<DropTrigger> = this.open({ kind: "drop-trigger", range: rangeOf(start), head: this.from(start), markers: [], name: undefined, table: undefined, ifExists: false });
    this.feature("trigger", node.head);
    this.OPTION(() => {
      this.SUBRULE(this.ifExists);
      node.ifExists = true;
    });
    node.name = this.name(this.CONSUME(t.Name) as Token);
    this.CONSUME(K.on);
    node.table = this.SUBRULE(this.qualifiedName);
  });
}
