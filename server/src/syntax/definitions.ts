import type { IParserConfig } from "chevrotain";
import type {
  AlterKeyspace, AlterTable, AlterType, AlterView, ColumnDefinition, ColumnMask, Constant, CreateIndex, CreateKeyspace, CreateTable, CreateType, CreateView, Drop, FieldDefinition,
  IndexTarget, Name, PrimaryKey, Property, PropertyValue, TableOptions,
} from "./ast";
import type { Range } from "../text/range";
import { rangeOf, standIn, type Draft } from "./parser-base";
import { QueryParser } from "./queries";
import * as t from "./tokens";
import { K, type Token } from "./tokens";

/** The properties of a statement while they are read. */
type OptionsDraft = Draft<TableOptions>;

/** Keyspaces, tables, types, indexes and materialized views. */
export abstract class DefinitionParser extends QueryParser {
  constructor(config: IParserConfig) {
    super(config);
  }

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
  private readonly tableOptions = this.RULE("tableOptions", (options: OptionsDraft = standIn()): void => {
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

  private emptyOptions(): OptionsDraft {
    return { properties: [], clusteringOrder: [], clusteringOrderRange: undefined, compactStorage: undefined };
  }

  private readonly mask = this.RULE("mask", (): ColumnMask => {
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

  /** `column type [STATIC] [mask]` */
  private readonly columnDefinition = this.RULE("columnDefinition", (): Draft<ColumnDefinition> => {
    const first = this.CONSUME(t.Name) as Token;
    const name = this.name(first);
    const type = this.SUBRULE(this.typeReference);
    const column: Draft<ColumnDefinition> = { name, type, isStatic: false, mask: undefined, primaryKey: undefined, range: this.from(first) };
    this.OPTION(() => {
      this.CONSUME(K.static);
      column.isStatic = true;
    });
    this.OPTION2(() => {
      column.mask = this.SUBRULE(this.mask);
    });
    column.range = this.from(first);
    return column;
  });

  /** `PRIMARY KEY ( … )` */
  private readonly primaryKey = this.RULE("primaryKey", (): PrimaryKey => {
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

  // ---- keyspaces ------------------------------------------------------------------------------------------------

  readonly createKeyspace = this.RULE("createKeyspace", (): void => {
    const start = this.CONSUME(K.create) as Token;
    this.CONSUME(K.keyspace);
    const node: Draft<CreateKeyspace> = this.open({ kind: "create-keyspace", range: rangeOf(start), head: this.from(start), markers: [], name: undefined, ifNotExists: false, properties: [] });
    this.OPTION(() => {
      this.SUBRULE(this.ifNotExists);
      node.ifNotExists = true;
    });
    node.name = this.name(this.CONSUME(t.Name) as Token);
    if (this.RECORDING_PHASE || !this.isAtEnd()) this.SUBRULE(this.properties, { ARGS: [node.properties] });
    else this.feature("keyspace-without-options", node.head);
  });

  readonly alterKeyspace = this.RULE("alterKeyspace", (): void => {
    const start = this.CONSUME(K.alter) as Token;
    this.CONSUME(K.keyspace);
    const node: Draft<AlterKeyspace> = this.open({ kind: "alter-keyspace", range: rangeOf(start), head: this.from(start), markers: [], name: undefined, ifExists: undefined, properties: [] });
    this.OPTION(() => {
      node.ifExists = this.SUBRULE(this.alterIfExists);
    });
    node.name = this.name(this.CONSUME(t.Name) as Token);
    this.SUBRULE(this.properties, { ARGS: [node.properties] });
  });

  // ---- tables ---------------------------------------------------------------------------------------------------

  readonly createTable = this.RULE("createTable", (): void => {
    const start = this.CONSUME(K.create) as Token;
    this.CONSUME(K.table);
    const options = this.emptyOptions();
    const node: Draft<CreateTable> = this.open({
      kind: "create-table", range: rangeOf(start), head: this.from(start), markers: [], name: undefined, ifNotExists: false, columns: [], primaryKeys: [], options,
    });
    this.OPTION(() => {
      this.SUBRULE(this.ifNotExists);
      node.ifNotExists = true;
    });
    node.name = this.SUBRULE(this.qualifiedName);
    this.CONSUME(t.LeftParen);
    this.SUBRULE(this.tableItem, { ARGS: [node] });
    this.MANY(() => {
      this.CONSUME(t.Comma);
      this.OPTION2(() => this.SUBRULE2(this.tableItem, { ARGS: [node] }));
    });
    this.CONSUME(t.RightParen);
    this.OPTION3(() => this.SUBRULE(this.tableOptions, { ARGS: [options] }));
  });

  private readonly tableItem = this.RULE("tableItem", (node: Draft<CreateTable> = standIn()): void => this.OR([
    { ALT: () => {
      const key = this.SUBRULE(this.primaryKey);
      this.ACTION(() => this.addPrimaryKey(node, key.range));
      node.primaryKeys.push(key);
    } },
    { ALT: () => {
      const column = this.SUBRULE(this.columnDefinition);
      this.ACTION(() => {
        if (node.columns.some((other) => other.name.value === column.name.value)) this.report("duplicate-column", column.name.range, { column: column.name.value, table: node.name?.name.value ?? "" }, "invalid");
        node.columns.push(column);
      });
      this.OPTION(() => {
        const word = this.CONSUME(K.primary) as Token;
        this.CONSUME(K.key);
        const range = this.from(word);
        this.ACTION(() => {
          this.addPrimaryKey(node, range);
          column.primaryKey = range;
        });
      });
      this.OPTION2({ GATE: () => this.peek(0).tokenType !== K.key, DEF: () => {
        const word = this.CONSUME(K.ttl) as Token;
        this.feature("ttl-column", rangeOf(word));
      } });
    } },
  ]));

  /** L-PIPE-3: a second PRIMARY KEY is refused while the text is read. */
  private addPrimaryKey(node: Draft<CreateTable>, range: Range): void {
    if (node.primaryKeys.length > 0 || node.columns.some((column) => column.primaryKey !== undefined)) this.report("second-primary-key", range, { table: node.name?.name.value ?? "" }, "invalid");
  }

  readonly alterTable = this.RULE("alterTable", (): void => {
    const start = this.CONSUME(K.alter) as Token;
    this.CONSUME(K.table);
    const node: Draft<AlterTable> = this.open({ kind: "alter-table", range: rangeOf(start), head: this.from(start), markers: [], name: undefined, ifExists: undefined, alteration: undefined });
    this.OPTION(() => {
      node.ifExists = this.SUBRULE(this.alterIfExists);
    });
    node.name = this.SUBRULE(this.qualifiedName);
    this.OR([
      { ALT: () => this.SUBRULE(this.alterColumn, { ARGS: [node] }) },
      { ALT: () => this.SUBRULE(this.addColumns, { ARGS: [node] }) },
      { GATE: () => this.is(2, K.compact) && this.is(3, K.storage), ALT: () => {
        const word = this.CONSUME(K.drop) as Token;
        this.CONSUME(K.compact);
        this.CONSUME(K.storage);
        node.alteration = { kind: "drop-compact-storage", range: this.from(word) };
      } },
      { ALT: () => this.SUBRULE(this.dropColumns, { ARGS: [node] }) },
      { ALT: () => {
        const word = this.CONSUME(K.rename) as Token;
        const rename = this.SUBRULE(this.renamePairs);
        node.alteration = { kind: "rename", ...rename, range: this.from(word) };
      } },
      { ALT: () => {
        const word = this.peek(1);
        const properties: Property[] = [];
        node.alteration = { kind: "with", properties, range: rangeOf(word) };
        this.SUBRULE(this.properties, { ARGS: [properties] });
        node.alteration = { kind: "with", properties, range: this.from(word) };
      } },
      { ALT: () => {
        const word = this.CONSUME(K.ttl) as Token;
        let column: Name | undefined;
        this.OR2([
          { ALT: () => {
            column = this.name(this.CONSUME(t.Name) as Token);
          } },
          { ALT: () => this.CONSUME(K.null) },
        ]);
        this.feature("ttl-column", this.from(word));
        node.alteration = { kind: "ttl-column", column, range: this.from(word) };
      } },
    ]);
  });

  private readonly alterColumn = this.RULE("alterColumn", (node: Draft<AlterTable> = standIn()): void => {
    const start = this.CONSUME(K.alter) as Token;
    let ifExists: Range | undefined;
    this.OPTION(() => {
      ifExists = this.SUBRULE(this.ifExists);
      this.ACTION(() => this.feature("mask", ifExists as Range));
    });
    const column = this.name(this.CONSUME(t.Name) as Token);
    this.OR([
      { GATE: () => ifExists === undefined, ALT: () => {
        this.CONSUME(K.type);
        const type = this.SUBRULE(this.typeReference);
        node.alteration = { kind: "alter-type", column, type, range: this.from(start) };
      } },
      { ALT: () => {
        const mask = this.SUBRULE(this.mask);
        node.alteration = { kind: "mask", ifExists, column, mask, range: this.from(start) };
      } },
      { ALT: () => {
        const drop = this.CONSUME(K.drop) as Token;
        this.CONSUME(K.masked);
        this.feature("mask", this.from(drop));
        node.alteration = { kind: "mask", ifExists, column, mask: undefined, range: this.from(start) };
      } },
    ]);
  });

  private readonly addColumns = this.RULE("addColumns", (node: Draft<AlterTable> = standIn()): void => {
    const start = this.CONSUME(K.add) as Token;
    let ifNotExists: Range | undefined;
    const columns: ColumnDefinition[] = [];
    node.alteration = { kind: "add", ifNotExists, columns, range: rangeOf(start) };
    this.OPTION(() => {
      ifNotExists = this.SUBRULE(this.ifNotExists);
      this.ACTION(() => this.feature("alter-if-exists", ifNotExists as Range));
    });
    this.OR([
      { ALT: () => void columns.push(this.SUBRULE(this.columnDefinition)) },
      { ALT: () => {
        this.CONSUME(t.LeftParen);
        this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => void columns.push(this.SUBRULE2(this.columnDefinition)) });
        this.CONSUME(t.RightParen);
      } },
    ]);
    node.alteration = { kind: "add", ifNotExists, columns, range: this.from(start) };
  });

  private readonly dropColumns = this.RULE("dropColumns", (node: Draft<AlterTable> = standIn()): void => {
    const start = this.CONSUME(K.drop) as Token;
    let ifExists: Range | undefined;
    let timestamp: Constant | undefined;
    const columns: Name[] = [];
    node.alteration = { kind: "drop", ifExists, columns, range: rangeOf(start) };
    this.OPTION(() => {
      ifExists = this.SUBRULE(this.alterIfExists);
    });
    this.OR([
      { ALT: () => void columns.push(this.name(this.CONSUME(t.Name) as Token)) },
      { ALT: () => {
        this.CONSUME(t.LeftParen);
        this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => void columns.push(this.name(this.CONSUME2(t.Name) as Token)) });
        this.CONSUME(t.RightParen);
      } },
    ]);
    let marker: ReturnType<typeof this.marker> | undefined;
    this.OPTION2(() => {
      this.CONSUME(K.using);
      this.CONSUME(K.timestamp);
      this.OR2([
        { ALT: () => {
          timestamp = this.constant(this.CONSUME(t.IntegerLiteral) as Token);
          this.ACTION(() => this.checkLong(timestamp as Constant));
        } },
        { ALT: () => {
          marker = this.SUBRULE(this.marker);
          this.ACTION(() => this.feature("drop-timestamp-marker", (marker as Constant).range));
        } },
      ]);
    });
    node.alteration = { kind: "drop", ifExists, columns, timestamp: timestamp ?? marker, range: this.from(start) };
  });

  /** L-PIPE-3: DROP … USING TIMESTAMP reads its number at once. */
  private checkLong(value: Constant): void {
    const number = BigInt(value.value);
    if (number > 0x7fffffffffffffffn || number < -0x8000000000000000n) this.report("integer-out-of-range", value.range, { value: value.value });
  }

  /** `[IF EXISTS] a TO b { AND a TO b }` behind RENAME. */
  private readonly renamePairs = this.RULE("renamePairs", (): { ifExists?: Range; pairs: { from: Name; to: Name }[] } => {
    let ifExists: Range | undefined;
    const pairs: { from: Name; to: Name }[] = [];
    this.OPTION(() => {
      ifExists = this.SUBRULE(this.alterIfExists);
    });
    this.AT_LEAST_ONE_SEP({ SEP: K.and, DEF: () => {
      const from = this.name(this.CONSUME(t.Name) as Token);
      this.CONSUME(K.to);
      const to = this.name(this.CONSUME2(t.Name) as Token);
      pairs.push({ from, to });
    } });
    return { ifExists, pairs };
  });

  // ---- types ----------------------------------------------------------------------------------------------------

  private readonly typeName = this.RULE("typeName", () => {
    const name = this.SUBRULE(this.qualifiedName);
    this.ACTION(() => this.checkTypeName(name.name, this.peek(0)));
    return name;
  });

  private readonly fieldDefinition = this.RULE("fieldDefinition", (): FieldDefinition => {
    const first = this.CONSUME(t.Name) as Token;
    const name = this.name(first);
    const type = this.SUBRULE(this.typeReference);
    return { name, type, range: this.from(first) };
  });

  readonly createType = this.RULE("createType", (): void => {
    const start = this.CONSUME(K.create) as Token;
    this.CONSUME(K.type);
    const node: Draft<CreateType> = this.open({ kind: "create-type", range: rangeOf(start), head: this.from(start), markers: [], name: undefined, ifNotExists: false, fields: [] });
    this.OPTION(() => {
      this.SUBRULE(this.ifNotExists);
      node.ifNotExists = true;
    });
    node.name = this.SUBRULE(this.typeName);
    this.CONSUME(t.LeftParen);
    node.fields.push(this.SUBRULE(this.fieldDefinition));
    this.MANY(() => {
      this.CONSUME(t.Comma);
      this.OPTION2(() => void node.fields.push(this.SUBRULE2(this.fieldDefinition)));
    });
    this.CONSUME(t.RightParen);
  });

  readonly alterType = this.RULE("alterType", (): void => {
    const start = this.CONSUME(K.alter) as Token;
    this.CONSUME(K.type);
    const node: Draft<AlterType> = this.open({ kind: "alter-type", range: rangeOf(start), head: this.from(start), markers: [], name: undefined, ifExists: undefined, alteration: undefined });
    this.OPTION(() => {
      node.ifExists = this.SUBRULE(this.alterIfExists);
    });
    node.name = this.SUBRULE(this.typeName);
    const word = this.peek(1);
    this.OR([
      { ALT: () => {
        this.CONSUME2(K.alter);
        const field = this.name(this.CONSUME(t.Name) as Token);
        this.CONSUME2(K.type);
        const type = this.SUBRULE(this.typeReference);
        node.alteration = { kind: "alter-type", field, type, range: this.from(word) };
      } },
      { ALT: () => {
        let ifNotExists: Range | undefined;
        this.CONSUME(K.add);
        this.OPTION2(() => {
          ifNotExists = this.SUBRULE(this.ifNotExists);
          this.ACTION(() => this.feature("alter-if-exists", ifNotExists as Range));
        });
        const field = this.SUBRULE(this.fieldDefinition);
        node.alteration = { kind: "add", ifNotExists, field, range: this.from(word) };
      } },
      { ALT: () => {
        this.CONSUME(K.rename);
        const rename = this.SUBRULE(this.renamePairs);
        node.alteration = { kind: "rename", ...rename, range: this.from(word) };
      } },
    ]);
  });

  // ---- indexes --------------------------------------------------------------------------------------------------

  readonly createIndex = this.RULE("createIndex", (): void => {
    const start = this.CONSUME(K.create) as Token;
    let custom = false;
    this.OPTION(() => {
      this.CONSUME(K.custom);
      custom = true;
    });
    this.CONSUME(K.index);
    const node: Draft<CreateIndex> = this.open({
      kind: "create-index", range: rangeOf(start), head: this.from(start), markers: [], custom, ifNotExists: false, name: undefined, table: undefined, targets: [],
      localPartition: undefined, using: undefined, properties: [],
    });
    this.OPTION2(() => {
      this.SUBRULE(this.ifNotExists);
      node.ifNotExists = true;
    });
    this.OPTION3(() => {
      node.name = this.name(this.CONSUME(t.Name) as Token);
    });
    this.CONSUME(K.on);
    node.table = this.SUBRULE(this.qualifiedName);
    this.CONSUME(t.LeftParen);
    this.MANY_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.indexTarget, { ARGS: [node] }) });
    this.CONSUME(t.RightParen);
    this.OPTION4(() => {
      this.CONSUME(K.using);
      node.using = this.constant(this.CONSUME(t.StringLiteral) as Token);
    });
    this.OPTION5(() => this.SUBRULE(this.properties, { ARGS: [node.properties] }));
  });

  private readonly indexTarget = this.RULE("indexTarget", (node: Draft<CreateIndex> = standIn()): void => {
    const first = this.peek(1);
    const push = (kind: IndexTarget["kind"], column: Name): void => void node.targets.push({ kind, column, range: this.from(first) });
    const isFunction = this.is(2, t.LeftParen);
    this.OR([
      { GATE: () => isFunction, ALT: () => {
        this.CONSUME(K.keys);
        push("keys", this.SUBRULE(this.indexedColumn));
      } },
      { GATE: () => isFunction, ALT: () => {
        this.CONSUME(K.values);
        push("values", this.SUBRULE2(this.indexedColumn));
      } },
      { ALT: () => {
        this.CONSUME(K.entries);
        push("entries", this.SUBRULE3(this.indexedColumn));
      } },
      { ALT: () => {
        this.CONSUME(K.full);
        push("full", this.SUBRULE4(this.indexedColumn));
      } },
      { ALT: () => push("column", this.columnName(this.CONSUME(t.Name) as Token)) },
      { ALT: () => {
        const columns: Name[] = [];
        this.CONSUME(t.LeftParen);
        this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => void columns.push(this.name(this.CONSUME2(t.Name) as Token)) });
        this.CONSUME(t.RightParen);
        node.localPartition = columns;
        this.feature("local-index", this.from(first));
      } },
    ]);
  });

  private readonly indexedColumn = this.RULE("indexedColumn", (): Name => {
    this.CONSUME(t.LeftParen);
    const column = this.columnName(this.CONSUME(t.Name) as Token);
    this.CONSUME(t.RightParen);
    return column;
  });

  // ---- materialized views ---------------------------------------------------------------------------------------

  readonly createView = this.RULE("createView", (): void => {
    const start = this.CONSUME(K.create) as Token;
    this.CONSUME(K.materialized);
    this.CONSUME(K.view);
    const options = this.emptyOptions();
    const node: Draft<CreateView> = this.open({
      kind: "create-view", range: rangeOf(start), head: this.from(start), markers: [], name: undefined, ifNotExists: false, selectors: [], star: undefined, base: undefined,
      where: [], whereRange: undefined, primaryKey: undefined, options,
    });
    this.OPTION(() => {
      this.SUBRULE(this.ifNotExists);
      node.ifNotExists = true;
    });
    node.name = this.SUBRULE(this.qualifiedName);
    this.CONSUME(K.as);
    this.CONSUME(K.select);
    this.SUBRULE(this.selectList, { ARGS: [node] });
    this.CONSUME(K.from);
    node.base = this.SUBRULE2(this.qualifiedName);
    this.OPTION2(() => this.SUBRULE(this.whereClause, { ARGS: [node.where, node] }));
    node.primaryKey = this.SUBRULE(this.primaryKey);
    this.OPTION3(() => this.SUBRULE(this.tableOptions, { ARGS: [options] }));
    if (options.compactStorage !== undefined) this.ACTION(() => this.report("view-compact-storage", options.compactStorage as Range, {}));
  });

  readonly alterView = this.RULE("alterView", (): void => {
    const start = this.CONSUME(K.alter) as Token;
    this.CONSUME(K.materialized);
    this.CONSUME(K.view);
    const node: Draft<AlterView> = this.open({ kind: "alter-view", range: rangeOf(start), head: this.from(start), markers: [], name: undefined, ifExists: undefined, properties: [] });
    this.OPTION(() => {
      node.ifExists = this.SUBRULE(this.alterIfExists);
    });
    node.name = this.SUBRULE(this.qualifiedName);
    this.SUBRULE(this.properties, { ARGS: [node.properties] });
  });

  // ---- DROP -----------------------------------------------------------------------------------------------------

  readonly dropObject = this.RULE("dropObject", (): void => {
    const start = this.CONSUME(K.drop) as Token;
    const node: Draft<Drop> = this.open({ kind: "drop-table", range: rangeOf(start), head: rangeOf(start), markers: [], name: undefined, ifExists: false });
    const kind = this.OR([
      { ALT: (): Drop["kind"] => {
        this.CONSUME(K.keyspace);
        return "drop-keyspace";
      } },
      { ALT: (): Drop["kind"] => {
        this.CONSUME(K.table);
        return "drop-table";
      } },
      { ALT: (): Drop["kind"] => {
        this.CONSUME(K.type);
        return "drop-type";
      } },
      { ALT: (): Drop["kind"] => {
        this.CONSUME(K.index);
        return "drop-index";
      } },
      { ALT: (): Drop["kind"] => {
        this.CONSUME(K.materialized);
        this.CONSUME(K.view);
        return "drop-view";
      } },
    ]);
    node.kind = kind;
    node.head = this.from(start);
    this.OPTION(() => {
      this.SUBRULE(this.ifExists);
      node.ifExists = true;
    });
    this.ACTION(() => {
      if (kind === "drop-keyspace" && this.is(2, t.Dot)) this.refuse(this.peek(2));
    });
    node.name = this.SUBRULE(this.qualifiedName);
    this.ACTION(() => {
      if (kind === "drop-type" && node.name !== undefined) this.checkTypeName(node.name.name, this.peek(0));
    });
  });
}
