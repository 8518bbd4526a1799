import type { Range } from "../text/range";
import type { AlterKeyspace, AlterTable, ColumnDefinition, Constant, CreateKeyspace, CreateTable, Name, Property } from "./ast";
import { OptionParser } from "./options";
import { rangeOf, standIn, type Draft } from "./parser-base";
import * as t from "./tokens";
import { K, type Token } from "./tokens";

/** Keyspaces and tables. */
export abstract class TableParser extends OptionParser {
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
      const column = this.SUBRULE(this.columnDefinition, { ARGS: [true] });
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
  protected readonly renamePairs = this.RULE("renamePairs", (): { ifExists?: Range; pairs: { from: Name; to: Name }[] } => {
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
}
