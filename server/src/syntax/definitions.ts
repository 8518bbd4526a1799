import type { Range } from "../text/range";
import type { AlterType, AlterView, CreateIndex, CreateType, CreateView, Drop, FieldDefinition, IndexTarget, Name } from "./ast";
import { TableParser } from "./tables";
import { rangeOf, standIn, type Draft } from "./parser-base";
import * as t from "./tokens";
import { K, type Token } from "./tokens";

/** Types, indexes, materialized views, and what DROP takes away. */
export abstract class DefinitionParser extends TableParser {
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
    this.OPTION2(() => this.where(node.where, node));
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
