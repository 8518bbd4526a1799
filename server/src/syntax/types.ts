import type { IOrAlt, TokenType } from "chevrotain";
import { span, type Range } from "../text/range";
import { NEVER_TYPE_NAMES, RESERVED_TYPE_NAMES } from "../dialect/keywords";
import type { Constant, ConstantType, Name, QualifiedName, TypeReference } from "./ast";
import { ParserBase } from "./parser-base";
import * as t from "./tokens";
import { K, type Token } from "./tokens";

/** The kinds of literals by their token types. */
export const CONSTANT_TYPES: ReadonlyMap<TokenType, ConstantType> = new Map<TokenType, ConstantType>([
  [t.StringLiteral, "string"], [t.IntegerLiteral, "integer"], [t.FloatLiteral, "float"], [t.BooleanLiteral, "boolean"],
  [t.UuidLiteral, "uuid"], [t.HexLiteral, "hex"], [t.DurationLiteral, "duration"],
]);

/** Qualified names, types and constants (sections 3 to 5 of the grammar). */
export abstract class TypeParser extends ParserBase {
  private typeAlternatives: IOrAlt<TypeReference>[] | undefined;

  /** `[keyspace.]name` */
  protected readonly qualifiedName = this.RULE("qualifiedName", (): QualifiedName => {
    const first = this.name(this.CONSUME(t.Name) as Token);
    let name: QualifiedName = { name: first, range: first.range };
    this.OPTION(() => {
      this.CONSUME(t.Dot);
      const second = this.name(this.CONSUME2(t.Name) as Token);
      name = { keyspace: first, name: second, range: { start: first.range.start, end: second.range.end } };
    });
    return name;
  });

  /** `qualifiedName` by hand, as nearly every statement has one; undefined, and nothing read, where none stands next. */
  protected plainQualifiedName(): QualifiedName | undefined {
    if (!this.isName(1)) return undefined;
    if (!this.is(2, t.Dot)) {
      const only = this.name(this.take());
      return { name: only, range: only.range };
    }
    if (!this.isName(3)) return undefined;
    const keyspace = this.name(this.take());
    this.take();
    const name = this.name(this.take());
    return { keyspace, name, range: span(keyspace.range, name.range) };
  }

  protected readonly qualifiedFunction = this.RULE("qualifiedFunction", (): QualifiedName => {
    const token = this.CONSUME(t.FunctionName) as Token;
    let name: QualifiedName | undefined;
    this.OPTION(() => {
      this.CONSUME(t.Dot);
      const keyspace = this.name(token);
      const second = this.functionName(this.CONSUME2(t.FunctionName) as Token);
      name = { keyspace, name: second, range: { start: keyspace.range.start, end: second.range.end } };
    });
    if (name !== undefined) return name;
    const only = this.functionName(token);
    return { name: only, range: only.range };
  });

  // ---- types ----------------------------------------------------------------------------------------------------

  protected readonly typeReference = this.RULE("typeReference", (): TypeReference => this.OR((this.typeAlternatives ??= [
    { ALT: () => {
      const token = this.CONSUME(t.StringLiteral) as Token;
      const className = this.constant(token);
      this.feature("custom-type", className.range);
      return { kind: "custom", className: className.value, range: className.range };
    } },
    { ALT: () => {
      const token = this.CONSUME(K.set) as Token;
      const args = this.SUBRULE(this.typeArguments);
      return this.ACTION(() => this.parameterType(token, args));
    } },
    { ALT: () => {
      const token = this.CONSUME(t.Name) as Token;
      const isParameterType = this.is(1, t.Less) && this.takesParameters(token);
      let type: TypeReference | undefined;
      this.OPTION({ GATE: () => isParameterType, DEF: () => {
        const args = this.SUBRULE2(this.typeArguments);
        type = this.ACTION(() => this.parameterType(token, args));
      } });
      if (type !== undefined && !this.RECORDING_PHASE) return type;
      if (t.isNativeType(token)) return { kind: "native", name: token.image.toLowerCase(), range: { start: token.startOffset, end: token.end } };
      const first = this.name(token);
      let name: QualifiedName = { name: first, range: first.range };
      let last = token;
      this.OPTION2(() => {
        this.CONSUME(t.Dot);
        last = this.CONSUME2(t.Name) as Token;
        const second = this.name(last);
        name = { keyspace: first, name: second, range: { start: first.range.start, end: second.range.end } };
      });
      this.ACTION(() => this.checkTypeName(name.name, last));
      return { kind: "user", name, range: name.range };
    } },
  ])));

  /** The `< … >` of a type: types, and the integer of a vector. */
  private readonly typeArguments = this.RULE("typeArguments", (): { types: TypeReference[]; dimension?: Token; end: number } => {
    const types: TypeReference[] = [];
    let dimension: Token | undefined;
    this.CONSUME(t.Less);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.OR([
      { ALT: () => {
        dimension = this.CONSUME(t.IntegerLiteral) as Token;
      } },
      { ALT: () => {
        types.push(this.SUBRULE(this.typeReference));
        if (dimension !== undefined && !this.RECORDING_PHASE) this.refuse(dimension);
      } },
    ]) });
    const close = this.CONSUME(t.Greater) as Token;
    return { types, dimension, end: close.end };
  });

  private takesParameters(token: Token): boolean {
    const type = token.tokenType;
    return type === K.list || type === K.map || type === K.tuple || type === K.frozen || type === K.vector;
  }

  private parameterType(token: Token, args: { types: TypeReference[]; dimension?: Token; end: number }): TypeReference {
    const range: Range = { start: token.startOffset, end: args.end };
    const type = token.tokenType;
    const [first, second] = args.types;
    const wanted = type === K.map ? 2 : type === K.tuple ? args.types.length : 1;
    if (first === undefined || args.types.length !== wanted || (args.dimension === undefined) === (type === K.vector)) {
      this.refuse(args.dimension ?? token, "type-arguments", { type: token.image.toLowerCase() });
    }
    if (type === K.map) return { kind: "map", key: first, value: second as TypeReference, range };
    if (type === K.tuple) return { kind: "tuple", items: args.types, range };
    if (type === K.vector) {
      const dimension = (args.dimension as Token).image;
      this.feature("vector-type", range);
      if (Number(dimension) > 0x7fffffff || Number(dimension) < -0x80000000) this.report("integer-out-of-range", range, { value: dimension });
      return { kind: "vector", element: first, dimension, range };
    }
    if (type === K.frozen) {
      if (first.kind === "native") this.report("frozen-native", first.range, { type: first.name });
      if (first.kind === "custom") this.report("frozen-native", first.range, { type: `'${first.className}'` });
      return { kind: "frozen", inner: first, range };
    }
    return { kind: type === K.list ? "list" : "set", element: first, range };
  }

  /** L-KW-1, L-KW-2: names that no type may have unquoted. */
  protected checkTypeName(name: Name, token: Token): void {
    if (name.quoted) return;
    if (t.isNativeType(token) || NEVER_TYPE_NAMES.has(name.value)) {
      if (name.value === "json" || name.value === "distinct") this.feature(`type-word:${name.value}`, name.range);
      else this.refuse(token, "reserved-word", { name: name.value, quoted: `"${name.value}"` });
    }
    if (name.value === "maxwritetime") this.feature("type-word:maxwritetime", name.range);
    if (RESERVED_TYPE_NAMES.has(token.image)) this.report("reserved-type-name", name.range, { name: token.image });
  }

  protected readonly nativeType = this.RULE("nativeType", (): TypeReference => {
    const type = this.SUBRULE(this.typeReference);
    this.ACTION(() => {
      if (type.kind !== "native") this.refuse(this.tokenAt(type.range.start), "cast-to-native-only");
    });
    return type;
  });

  /** The token that was read at an offset of the text. */
  protected tokenAt(start: number): Token {
    let distance = 0;
    while (this.peek(distance).startOffset > start) distance--;
    return this.peek(distance);
  }

  /** The constant that a token spells. */
  protected constant(token: Token): Constant {
    const type = CONSTANT_TYPES.get(token.tokenType) ?? "string";
    const range = { start: token.startOffset, end: token.end };
    if (type === "string") return { kind: "constant", type, value: decodeString(token.image), range };
    // L-PIPE-3: the server reads the number at once, as a double.
    if (type === "float" && !this.RECORDING_PHASE && !Number.isFinite(Number(token.image)) && /\d/.test(token.image)) this.report("float-out-of-range", range, { value: token.image });
    return { kind: "constant", type, value: token.image, range };
  }
}

/** The text of a string literal: quotes off, `''` undone; `$$ … $$` as it stands. */
function decodeString(image: string): string {
  if (image.startsWith("$$")) return image.slice(2, -2);
  const inner = image.slice(1, -1);
  return inner.includes("''") ? inner.replaceAll("''", "'") : inner;
}
