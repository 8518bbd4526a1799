import type { Range } from "../text/range";
import type { ColumnDefinition, ColumnMask, Constant, Name, PrimaryKey, Property, PropertyValue, TableOptions } from "./ast";
import { WriteParser } from "./writes";
import { rangeOf, standIn, type Draft } from "./parser-base";
import * as t from "./tokens";
import { K, type Token } from "./tokens";

/** The properties of a statement while they are read. */
type OptionsDraft = Draft<TableOptions>;

/** What definitions share: IF EXISTS, properties, masks, columns and keys. */
export abstract class OptionParser extends WriteParser {
  // ---- parts ----------------------------------------------------------------------------------------------------

  /** `IF NOT EXISTS`; whether it stands there. */
  protected readonly ifNotExists = this.RULE("ifNotExists", (): Range => {
    const start = this.CONSUME(K.if) as Token;
    this.CONSUME(K.not);
    this.CONSUME(K.exists);
    return this.from(start);
  });

  protected readonly ifExists = this.RULE("ifExists", (): Range => {
    const start = this.CONSUME(K.if) as Token;
    this.CONSUME(K.exists);
    return this.from(start);
  });

  /** The `IF EXISTS` of ALTER, which came with 4.1 (L-SYN-1). */
  protected readonly alterIfExists = this.RULE("alterIfExists", (): Range => {
    const range = this.SUBRULE(this.ifExists);
    this.ACTION(() => this.feature("alter-if-exists", range));
    return range;
  });

  protected readonly properties = this.RULE("properties", (properties: Property[] = standIn()): void => {
    this.CONSUME(K.with);
    this.AT_LEAST_ONE_SEP({ SEP: K.and, DEF: () => this.SUBRULE(this.property, { ARGS: [properties] }) });
  });

  protected readonly property = this.RULE("property", (properties: Property[] = standIn()): void => {
    const start = this.CONSUME(t.Name) as Token;
    const name = this.name(start);
    this.CONSUME(t.Equal);
    const value = this.SUBRULE(this.propertyValue);
    this.ACTION(() => {
      if (properties.some((other) => other.name.value === name.value)) this.report("duplicate-property", name.range, { name: name.value });
      properties.push({ name, value, range: this.from(start) });
    });
  });

  /** A constant, a map of constants, a bare unreserved word (L-KW-7); lists, null and nested maps on ScyllaDB. */
  protected readonly propertyValue = this.RULE("propertyValue", (): PropertyValue => this.OR([
    { ALT: (): PropertyValue => this.constant(this.CONSUME(t.Literal) as Token) },
    { ALT: (): PropertyValue => this.word(this.CONSUME(t.Name) as Token) },
    { ALT: (): PropertyValue => this.SUBRULE(this.propertyMap) },
    { ALT: (): PropertyValue => {
      const token = this.CONSUME(K.null) as Token;
      this.feature("null-property", rangeOf(token));
      return { kind: "keyword", text: "null", range: rangeOf(token) };
    } },
    { ALT: (): PropertyValue => {
      const items: PropertyValue[] = [];
      const open = this.CONSUME(t.LeftBracket) as Token;
      this.MANY_SEP({ SEP: t.Comma, DEF: () => void items.push(this.SUBRULE(this.propertyValue)) });
      this.CONSUME(t.RightBracket);
      this.feature("list-property", this.from(open));
      return { kind: "list", items, range: this.from(open) };
    } },
  ]));

  private word(token: Token): PropertyValue {
    const range = rangeOf(token);
    if (token.tokenType === t.Template) return { kind: "template", text: token.image, range };
    if (token.tokenType === t.Identifier || token.tokenType === t.QuotedName) this.refuse(token, token.tokenType === t.QuotedName ? "double-quoted-string" : "syntax-error", { expected: "a value" });
    this.feature(`value-word:${token.image.toLowerCase()}`, range);
    return { kind: "keyword", text: token.image, range };
  }

  protected readonly propertyMap = this.RULE("propertyMap", (): PropertyValue => {
    const entries: { key: Constant; value: PropertyValue }[] = [];
    const open = this.CONSUME(t.LeftBrace) as Token;
    this.MANY_SEP({ SEP: t.Comma, DEF: () => {
      const token = this.CONSUME(t.Literal) as Token;
      const key = this.constant(token);
      this.CONSUME(t.Colon);
      const value = this.OR([
        { ALT: (): PropertyValue => this.constant(this.CONSUME2(t.Literal) as Token) },
        { ALT: (): PropertyValue => {
          const template = this.CONSUME(t.Template) as Token;
          return { kind: "template", text: template.image, range: rangeOf(template) };
        } },
        { ALT: (): PropertyValue => {
          const start = this.peek(1);
          const nested = this.SUBRULE(this.propertyMap);
          this.ACTION(() => this.feature("nested-property-map", this.from(start)));
          return nested;
        } },
        { ALT: (): PropertyValue => {
          const items: PropertyValue[] = [];
          const bracket = this.CONSUME(t.LeftBracket) as Token;
          this.MANY_SEP2({ SEP: t.Comma, DEF: () => void items.push(this.SUBRULE(this.propertyValue)) });
          this.CONSUME(t.RightBracket);
          this.feature("list-property", this.from(bracket));
          return { kind: "list", items, range: this.from(bracket) };
        } },
      ]);
      this.ACTION(() => {
        if (entries.some((entry) => entry.key.value === key.value)) this.report("duplicate-map-key", key.range, { key: key.value });
        entries.push({ key, value });
      });
    } });
    this.CONSUME(t.RightBrace);
    return { kind: "map", entries, range: this.from(open) };
  });

  /** WITH of a table or view: properties, COMPACT STORAGE, CLUSTERING ORDER BY. */
  protected readonly tableOptions = this.RULE("tableOptions", (options: OptionsDraft = standIn()): void => {
    this.CONSUME(K.with);
    this.AT_LEAST_ONE_SEP({ SEP: K.and, DEF: () => {
      const start = this.peek(1);
      this.OR([
        { GATE: () => this.is(2, K.storage), ALT: () => {
          this.CONSUME(K.compact);
          this.CONSUME(K.storage);
          options.compactStorage = this.from(start);
        } },
        { GATE: () => this.is(2, K.order), ALT: () => {
          this.CONSUME(K.clustering);
          this.CONSUME(K.order);
          this.CONSUME(K.by);
          options.clusteringOrderRange = this.from(start);
          this.CONSUME(t.LeftParen);
          this.AT_LEAST_ONE_SEP2({ SEP: t.Comma, DEF: () => {
            const first = this.CONSUME(t.Name) as Token;
            const column = this.name(first);
            const direction = this.OR2([
              { ALT: (): "asc" | "desc" => {
                this.CONSUME(K.asc);
                return "asc";
              } },
              { ALT: (): "asc" | "desc" => {
                this.CONSUME(K.desc);
                return "desc";
              } },
            ]);
            this.ACTION(() => {
              if (options.clusteringOrder.some((other) => other.column.value === column.value)) this.report("duplicate-clustering-order-column", column.range, { column: column.value }, "invalid");
              options.clusteringOrder.push({ column, direction, range: this.from(first) });
            });
          } });
          this.CONSUME(t.RightParen);
          options.clusteringOrderRange = this.from(start);
        } },
        { ALT: () => this.SUBRULE(this.property, { ARGS: [options.properties] }) },
      ]);
    } });
  });

  protected emptyOptions(): OptionsDraft {
    return { properties: [], clusteringOrder: [], clusteringOrderRange: undefined, compactStorage: undefined };
  }

  protected readonly mask = this.RULE("mask", (): ColumnMask => {
    const start = this.CONSUME(K.masked) as Token;
    this.CONSUME(K.with);
    const args: ColumnMask["args"][number][] = [];
    let masking: ColumnMask["function"] = "default";
    this.OR([
      { GATE: () => !this.is(2, t.LeftParen) && !this.is(2, t.Dot), ALT: () => this.CONSUME(K.default) },
      { ALT: () => {
        masking = this.SUBRULE(this.qualifiedFunction);
        this.CONSUME(t.LeftParen);
        this.MANY_SEP({ SEP: t.Comma, DEF: () => void args.push(this.SUBRULE(this.expression)) });
        this.CONSUME(t.RightParen);
      } },
    ]);
    const range = this.from(start);
    this.feature("mask", range);
    return { function: masking, args, range };
  });

  /** `column type [TTL] [STATIC] [mask]`; TTL, of ScyllaDB, stands in CREATE TABLE only (S-SYN-10). */
  protected readonly columnDefinition = this.RULE("columnDefinition", (ofNewTable = false): Draft<ColumnDefinition> => {
    const first = this.CONSUME(t.Name) as Token;
    const name = this.name(first);
    const type = this.SUBRULE(this.typeReference);
    const column: Draft<ColumnDefinition> = { name, type, isStatic: false, mask: undefined, timeToLive: undefined, primaryKey: undefined, range: this.from(first) };
    this.OPTION({ GATE: () => ofNewTable, DEF: () => {
      const word = this.CONSUME(K.ttl) as Token;
      column.timeToLive = rangeOf(word);
      this.feature("ttl-column", column.timeToLive);
    } });
    this.OPTION2(() => {
      this.CONSUME(K.static);
      column.isStatic = true;
    });
    this.OPTION3(() => {
      column.mask = this.SUBRULE(this.mask);
    });
    column.range = this.from(first);
    return column;
  });

  /** `PRIMARY KEY ( … )` */
  protected readonly primaryKey = this.RULE("primaryKey", (): PrimaryKey => {
    const start = this.CONSUME(K.primary) as Token;
    const partition: Name[] = [];
    const clustering: Name[] = [];
    this.CONSUME(K.key);
    this.CONSUME(t.LeftParen);
    this.OR([
      { ALT: () => {
        this.CONSUME2(t.LeftParen);
        this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => void partition.push(this.name(this.CONSUME(t.Name) as Token)) });
        this.CONSUME(t.RightParen);
      } },
      { ALT: () => void partition.push(this.name(this.CONSUME2(t.Name) as Token)) },
    ]);
    this.MANY(() => {
      this.CONSUME(t.Comma);
      clustering.push(this.name(this.CONSUME3(t.Name) as Token));
    });
    this.CONSUME2(t.RightParen);
    return { partition, clustering, range: this.from(start) };
  });
}
