import { LLkLookaheadStrategy, type ILookaheadStrategy } from "chevrotain";

type Build<Method extends "buildLookaheadForAlternation" | "buildLookaheadForOptional"> = ILookaheadStrategy[Method];
type Alternation = Parameters<Build<"buildLookaheadForAlternation">>[0];
type Optional = Parameters<Build<"buildLookaheadForOptional">>[0];
type Choose = ReturnType<Build<"buildLookaheadForAlternation">>;
type Begins = ReturnType<Build<"buildLookaheadForOptional">>;

/**
 * The library's look-ahead, with the tables of each choice made when it is first met: a file meets few of the grammar's
 * several hundred choices, and their tables were half of the time that the grammar took to build (docs/performance.md).
 */
export class LazyLookahead extends LLkLookaheadStrategy {
  override buildLookaheadForAlternation(options: Alternation): Choose {
    const build = (): Choose => super.buildLookaheadForAlternation(options);
    let choose: Choose | undefined;
    return function (this: unknown, alternatives) {
      return (choose ??= build()).call(this, alternatives);
    };
  }

  override buildLookaheadForOptional(options: Optional): Begins {
    const build = (): Begins => super.buildLookaheadForOptional(options);
    let begins: Begins | undefined;
    return function (this: unknown) {
      return (begins ??= build()).call(this);
    };
  }
}
