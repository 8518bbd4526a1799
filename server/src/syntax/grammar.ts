import type { IParserConfig } from "chevrotain";
import { AccessParser } from "./access";
import type { Describe, PruneView, ServiceLevel } from "./ast";
import { rangeOf, type Draft } from "./parser-base";
import * as t from "./tokens";
import { K, type Token } from "./tokens";

/** The whole grammar: its parts are inherited one from the other, DESCRIBE and ScyllaDB's statements are added here. */
export class CqlParser extends AccessParser {
  constructor(config: IParserConfig = {}) {
    super(config);
    this.performSelfAnalysis();
  }

  // ---- DESCRIBE ---------------------------------------------------------------------------------------------------

  readonly describeStatement = this.RULE("describeStatement", (): void => {
    const start = this.OR([{ ALT: () => this.CONSUME(K.describe) }, { ALT: () => this.CONSUME(K.desc) }]) as Token;
    const node: Draft<Describe> = this.open({ kind: "describe", range: rangeOf(start), head: rangeOf(start), markers: [], what: "name", name: undefined });
    const isBare = this.is(2, t.Dot);
    const hasName = this.isName(2);
    const what = (kind: Describe["what"]): void => {
      node.what = kind;
    };
    this.OR2([
      { GATE: () => !isBare, ALT: () => {
        this.CONSUME(K.cluster);
        what("cluster");
      } },
      { ALT: () => {
        this.OPTION(() => this.CONSUME(K.full));
        this.CONSUME(K.schema);
        what("schema");
      } },
      { GATE: () => !isBare, ALT: () => {
        this.CONSUME(K.keyspaces);
        what("keyspaces");
      } },
      { GATE: () => this.is(1, K.keyspace) || this.is(2, K.keyspace), ALT: () => {
        this.OPTION2(() => this.CONSUME(K.only));
        this.CONSUME(K.keyspace);
        what("keyspace");
        this.OPTION3(() => {
          const name = this.name(this.CONSUME(t.Name) as Token);
          node.name = { name, range: name.range };
        });
      } },
      { GATE: () => !isBare, ALT: () => {
        this.CONSUME(K.tables);
        what("tables");
      } },
      { ALT: () => {
        this.CONSUME(K.table);
        what("table");
        node.name = this.SUBRULE(this.qualifiedName);
      } },
      { ALT: () => {
        this.CONSUME(K.index);
        what("index");
        node.name = this.SUBRULE2(this.qualifiedName);
      } },
      { ALT: () => {
        this.CONSUME(K.materialized);
        this.CONSUME(K.view);
        what("view");
        node.name = this.SUBRULE3(this.qualifiedName);
      } },
      { GATE: () => !isBare, ALT: () => {
        this.CONSUME(K.types);
        what("types");
      } },
      { GATE: () => hasName, ALT: () => {
        this.CONSUME(K.type);
        what("type");
        node.name = this.SUBRULE4(this.qualifiedName);
      } },
      { GATE: () => !isBare, ALT: () => {
        this.CONSUME(K.functions);
        what("functions");
      } },
      { GATE: () => hasName || this.is(2, K.token), ALT: () => {
        this.CONSUME(K.function);
        what("function");
        node.name = this.SUBRULE(this.qualifiedFunction);
      } },
      { GATE: () => !isBare, ALT: () => {
        this.CONSUME(K.aggregates);
        what("aggregates");
      } },
      { GATE: () => hasName || this.is(2, K.token), ALT: () => {
        this.CONSUME(K.aggregate);
        what("aggregate");
        node.name = this.SUBRULE2(this.qualifiedFunction);
      } },
      { ALT: () => {
        node.name = this.SUBRULE5(this.qualifiedName);
      } },
    ]);
    this.OPTION4(() => {
      this.CONSUME(K.with);
      this.CONSUME(K.internals);
      this.OPTION5(() => {
        const and = this.CONSUME(K.and) as Token;
        this.CONSUME(K.passwords);
        this.feature("describe-passwords", this.from(and));
      });
    });
  });

  // ---- ScyllaDB ---------------------------------------------------------------------------------------------------

  readonly pruneView = this.RULE("pruneView", (): void => {
    const start = this.CONSUME(K.prune) as Token;
    this.CONSUME(K.materialized);
    this.CONSUME(K.view);
    const node: Draft<PruneView> = this.open({ kind: "prune-view", range: rangeOf(start), head: this.from(start), markers: [], table: undefined, where: [], whereRange: undefined, using: [] });
    this.feature("prune-view", node.head);
    node.table = this.SUBRULE(this.qualifiedName);
    this.OPTION(() => this.where(node.where, node));
    this.OPTION2(() => this.SUBRULE(this.usingClause, { ARGS: [node.using] }));
  });

  readonly serviceLevel = this.RULE("serviceLevel", (): void => {
    const start = this.peek(1);
    const node: Draft<ServiceLevel> = this.open({ kind: "service-level", range: rangeOf(start), head: rangeOf(start), markers: [], action: "list", properties: [] });
    this.OR([
      { ALT: () => {
        this.CONSUME(K.create);
        node.action = "create";
        this.SUBRULE(this.serviceLevelWords);
        this.OPTION(() => this.SUBRULE(this.ifNotExists));
        this.CONSUME(t.Name);
        this.OPTION2(() => this.SUBRULE(this.properties, { ARGS: [node.properties] }));
      } },
      { ALT: () => {
        this.CONSUME(K.alter);
        node.action = "alter";
        this.SUBRULE2(this.serviceLevelWords);
        this.CONSUME2(t.Name);
        this.OPTION3(() => this.SUBRULE2(this.properties, { ARGS: [node.properties] }));
      } },
      { ALT: () => {
        this.CONSUME(K.drop);
        node.action = "drop";
        this.SUBRULE3(this.serviceLevelWords);
        this.OPTION4(() => this.SUBRULE(this.ifExists));
        this.CONSUME3(t.Name);
      } },
      { ALT: () => {
        this.CONSUME(K.attach);
        node.action = "attach";
        this.SUBRULE4(this.serviceLevelWords);
        this.CONSUME4(t.Name);
        this.CONSUME(K.to);
        this.SUBRULE(this.roleName);
      } },
      { ALT: () => {
        this.CONSUME(K.detach);
        node.action = "detach";
        this.SUBRULE5(this.serviceLevelWords);
        this.CONSUME(K.from);
        this.SUBRULE2(this.roleName);
      } },
      { ALT: () => {
        this.CONSUME(K.list);
        if (!this.RECORDING_PHASE && this.is(1, K.all)) node.action = "list-all";
        this.SUBRULE(this.listedServiceLevels);
      } },
    ]);
    node.head = { start: start.startOffset, end: start.end };
    this.feature("service-level", rangeOf(start));
  });

  private readonly listedServiceLevels = this.RULE("listedServiceLevels", (): void => {
    this.OPTION(() => this.CONSUME(K.all));
    this.OPTION2(() => this.OR([{ ALT: () => this.CONSUME(K.attached) }, { ALT: () => this.CONSUME(K.effective) }]));
    this.SUBRULE(this.serviceLevelWords);
    this.OPTION3(() => this.OR2([
      { ALT: () => {
        this.CONSUME(K.of);
        this.SUBRULE(this.roleName);
      } },
      { ALT: () => this.CONSUME(t.Name) },
    ]));
  });

  private readonly serviceLevelWords = this.RULE("serviceLevelWords", (): void => this.OR([
    { ALT: () => void this.CONSUME(K.service_level) },
    { ALT: () => void this.CONSUME(K.service_levels) },
    { ALT: () => {
      this.CONSUME(K.service);
      this.OR2([{ ALT: () => this.CONSUME(K.level) }, { ALT: () => this.CONSUME(K.levels) }]);
    } },
  ]));
}
